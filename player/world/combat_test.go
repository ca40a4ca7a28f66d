package world

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// soundWorld is a world of a game with three visible players, 100 units apart, at 10 s.
func soundWorld(g Game, sounds ...string) *World {
	w := newBlank(g)
	w.Clock = 10
	edit(w).EditLevel().Sounds = append([]string{""}, sounds...)
	for i := range 3 {
		p := edit(w).Player(i)
		p.Visible, p.Pose.Origin = true, mgl32.Vec3{100 * float32(i), 0, 0}
	}
	return w
}

// TestPainSounds: Quake II's pain sounds depend on the remaining health.
func TestPainSounds(t *testing.T) {
	w := soundWorld(Quake2, "*pain25_1.wav", "*pain50_2.wav", "*pain75_1.wav", "*pain100_2.wav", "items/n_health.wav",
		"weapons/rocklf1a.wav")
	for _, c := range [...]struct {
		sound       uint16
		least, most int16
		known       bool
	}{{1, 1, 24, true}, {2, 25, 49, true}, {3, 50, 74, true}, {6, 50, 74, true}, {4, 75, NoUpperBound, true},
		{5, 0, 0, false}, {6, 0, 0, false}} {
		edit(w).StartSound(SoundStart{Entity: 2, Sound: c.sound}, 0)
		told, age, known := w.Players[1].EstimatedHealth(12)
		if known != c.known || told.Least != c.least || told.Most != c.most || known && age != 2 {
			t.Errorf("sound %d: %+v, %v s ago, %v", c.sound, told, age, known)
		}
	}
	edit(w).StartSound(SoundStart{Entity: 2, Sound: 1}, 0)
	edit(w).StartSound(SoundStart{Entity: 0, Sound: 1}, 0) // the world's
	edit(w).StartSound(SoundStart{Entity: 9, Sound: 1}, 0) // nobody's
	for at, want := range map[float64]bool{10: true, 18: true, 18.1: false, 9.9: true, 9.8: false} {
		if _, _, known := w.Players[1].EstimatedHealth(at); known != want {
			t.Errorf("at %v s known is %v", at, known)
		}
	}
	// Death ends it, and a player's own sound of the same number is no pain sound.
	w = soundWorld(Quake2, "*pain25_1.wav", "*death2.wav")
	edit(w).StartSound(SoundStart{Entity: 2, Sound: 1}, 0)
	edit(w).StartSound(SoundStart{Entity: 3, Sound: 1, Own: 1}, 0)
	if !w.Players[1].HealthEstimate.Known || w.Players[2].HealthEstimate.Known || w.Players[2].Hurt.Known {
		t.Errorf("told are %+v and %+v", w.Players[1].HealthEstimate, w.Players[2].HealthEstimate)
	}
	edit(w).StartSound(SoundStart{Entity: 2, Sound: 2}, 0)
	if w.Players[1].HealthEstimate.Known {
		t.Errorf("after death: %+v", w.Players[1].HealthEstimate)
	}
	edit(w).StartSound(SoundStart{Entity: 2, Sound: 1}, 0)
	w.Players[1].Dead = true
	if _, _, known := w.Players[1].EstimatedHealth(10); known || w.Players[0].HealthEstimate.Known {
		t.Error("of a dead player, or of another")
	}
}

// TestTimestamp: an action was within some seconds, or is in the next frame, 0.15 s ahead.
func TestTimestamp(t *testing.T) {
	d := Timestamp{Clock: 10, Known: true}
	for clock, want := range map[float64]bool{9.84: false, 9.86: true, 10: true, 10.9: true, 11.1: false} {
		if d.Within(clock, 1) != want {
			t.Errorf("at %v s it was within a second: %v", clock, !want)
		}
	}
	if d.Known = false; d.Within(10, 1) {
		t.Error("nothing was done")
	}
}

// TestItemsHeal: an item raises an estimate up to the item's limit and never lowers it. Without an
// upper bound, an item reveals nothing.
func TestItemsHeal(t *testing.T) {
	for _, c := range []struct {
		estimate     HealthEstimate
		points, most int16
		want         HealthEstimate
	}{
		{HealthEstimate{Least: 50, Most: 74, Known: true}, 25, 100, HealthEstimate{Least: 75, Most: 99, Known: true}},
		{HealthEstimate{Least: 90, Most: 95, Known: true}, 25, 100, HealthEstimate{Least: 100, Most: 100, Known: true}},
		{HealthEstimate{Least: 150, Most: 160, Known: true}, 25, 100,
			HealthEstimate{Least: 150, Most: 160, Known: true}},
		{HealthEstimate{Least: 75, Most: NoUpperBound, Known: true}, 25, 100,
			HealthEstimate{Least: 75, Most: NoUpperBound, Known: true}},
		{HealthEstimate{}, 25, 100, HealthEstimate{}},
	} {
		p := Player{HealthEstimate: c.estimate}
		if p.Heal(c.points, c.most); p.HealthEstimate != c.want {
			t.Errorf("%+v is %+v after %d up to %d, want %+v", c.estimate, p.HealthEstimate, c.points, c.most, c.want)
		}
	}
}

// TestWhoIsHurt: a player with a pain sound, and the only player near blood.
func TestWhoIsHurt(t *testing.T) {
	hurt := func(w *World) (list [3]bool) {
		for i := range w.Players {
			list[i] = w.Players[i].Hurt.Within(w.Clock, 1)
			w.Players[i].Hurt = Timestamp{}
		}
		return list
	}
	w := soundWorld(QuakeWorld, "player/pain3.wav", "player/axhit1.wav")
	check := func(what string, want [3]bool) {
		t.Helper()
		if got := hurt(w); got != want {
			t.Errorf("%s: %v", what, got)
		}
	}
	edit(w).StartSound(SoundStart{Entity: 3, Sound: 1}, 0)
	check("a pain sound", [3]bool{false, false, true})
	edit(w).StartSound(SoundStart{Entity: 3, Sound: 2}, 0)
	check("an axe that hits", [3]bool{})
	edit(w).AddEffect(Effect{Kind: EffectBlood, Life: 1, Origin: mgl32.Vec3{110, -20, 30}})
	check("blood", [3]bool{false, true, false})
	edit(w).AddEffect(Effect{Kind: EffectBlood, Life: 1, Origin: mgl32.Vec3{150, 0, 0}})
	check("blood between two", [3]bool{})
	for _, at := range []mgl32.Vec3{{127, 0, 0}, {100, -27, 0}, {100, 0, 39}, {100, 0, -39}} {
		edit(w).AddEffect(Effect{Kind: EffectBlood, Life: 1, Origin: at})
		check("blood at the edge of a body", [3]bool{false, true, false})
	}
	for _, at := range []mgl32.Vec3{{129, 0, 0}, {100, -29, 0}, {100, 0, 41}, {100, 0, -41}} {
		edit(w).AddEffect(Effect{Kind: EffectBlood, Life: 1, Origin: at})
		check("blood beyond the edge of a body", [3]bool{})
	}
	w.Players[1].Spectator = true
	edit(w).AddEffect(Effect{Kind: EffectBlood, Life: 1, Origin: mgl32.Vec3{100, 0, 0}})
	check("blood at a spectator", [3]bool{})
	w.Players[1].Spectator = false
	w.Players[2].Pose.Origin[0] = 120
	edit(w).AddEffect(Effect{Kind: EffectBlood, Life: 1, Origin: mgl32.Vec3{110, 0, 0}})
	check("blood at two", [3]bool{})
	w.Players[2].Dead = true
	edit(w).AddEffect(Effect{Kind: EffectBlood, Life: 1, Origin: mgl32.Vec3{110, 0, 0}})
	check("blood at one who lives", [3]bool{false, true, false})
	edit(w).AddEffect(Effect{Kind: EffectParticles, Life: 1, Color: 72, Origin: mgl32.Vec3{0, 0, 0}})
	check("particles in QuakeWorld", [3]bool{})
	w.Game = Quake
	edit(w).AddEffect(Effect{Kind: EffectParticles, Life: 1, Color: 0, Origin: mgl32.Vec3{0, 0, 0}})
	check("smoke", [3]bool{})
	edit(w).AddEffect(Effect{Kind: EffectParticles, Life: 1, Color: 72, Origin: mgl32.Vec3{0, 0, 0}})
	check("particles of blood in Quake", [3]bool{true, false, false})
}

// TestWhoFires: a muzzle flash is of the player whose number it has.
func TestWhoFires(t *testing.T) {
	w := soundWorld(Quake3)
	edit(w).AddEffect(Effect{Kind: EffectMuzzleFlash, Life: 0.1, Entity: 1})
	edit(w).AddEffect(Effect{Kind: EffectMuzzleFlash, Life: 0.1, Entity: 40})
	if w.Players[0].Fired.Known || w.Players[1].Fired != (Timestamp{10, true}) || w.Players[2].Fired.Known {
		t.Errorf("Quake III: %+v %+v", w.Players[0].Fired, w.Players[1].Fired)
	}
	w = soundWorld(Quake2)
	edit(w).AddEffect(Effect{Kind: EffectMuzzleFlash, Life: 0.1, Entity: 1})
	if w.Players[0].Fired != (Timestamp{10, true}) || w.Players[1].Fired.Known {
		t.Errorf("Quake II: %+v %+v", w.Players[0].Fired, w.Players[1].Fired)
	}
}

// TestWhoHit: damage from the middle of one body is that player's; of a missile only the
// direction is told, in which the only one who has fired may stand.
func TestWhoHit(t *testing.T) {
	hit := func(g Game, from mgl32.Vec3, change func(w *World)) int {
		w := soundWorld(g)
		w.Players[2].Pose.Origin = mgl32.Vec3{0, 1000, 0}
		if change != nil {
			change(w)
		}
		edit(w).Hit(&w.Players[0], 20, 0)
		edit(w).HitFrom(&w.Players[0], from)
		return w.Attacker(&w.Players[0], w.Clock)
	}
	fires := func(slots ...int) func(*World) {
		return func(w *World) {
			for _, slot := range slots {
				w.Players[slot].Fired = Timestamp{9.5, true}
			}
		}
	}
	for _, c := range []struct {
		what   string
		game   Game
		from   mgl32.Vec3
		change func(w *World)
		want   int
	}{
		{"a body", QuakeWorld, mgl32.Vec3{110, 10, 4}, nil, 1},
		{"no body", QuakeWorld, mgl32.Vec3{160, 0, 4}, fires(1), Nobody},
		{"two bodies", QuakeWorld, mgl32.Vec3{110, 0, 4}, func(w *World) {
			w.Players[2].Pose.Origin = mgl32.Vec3{130, 0, 0}
		}, Nobody},
		{"his own body", QuakeWorld, mgl32.Vec3{10, 0, 4}, nil, Nobody},
		{"a spectator", QuakeWorld, mgl32.Vec3{110, 0, 4}, func(w *World) { w.Players[1].Spectator = true }, Nobody},
		{"a dead body", QuakeWorld, mgl32.Vec3{110, 0, 4}, func(w *World) { w.Players[1].Dead = true }, Nobody},
		{"the only one who fires, there", Quake3, mgl32.Vec3{1000, 300, 0}, fires(1), 1},
		{"the only one who fires, elsewhere", Quake3, mgl32.Vec3{1000, 400, 0}, fires(1), Nobody},
		{"two who fire", Quake3, mgl32.Vec3{1000, 0, 0}, fires(1, 2), Nobody},
		{"himself", Quake3, mgl32.Vec3{1000, 0, 0}, fires(0), Nobody},
		{"one who fires, out of sight", Quake3, mgl32.Vec3{1000, 0, 0}, func(w *World) {
			fires(1)(w)
			w.Players[1].Visible = false
		}, Nobody},
		{"nobody", Quake3, mgl32.Vec3{1000, 0, 0}, func(w *World) { w.Players[1].Fired = Timestamp{9.2, true} },
			Nobody},
		{"nowhere", Quake3, mgl32.Vec3{}, fires(1), Nobody},
	} {
		if got := hit(c.game, c.from, c.change); got != c.want {
			t.Errorf("%s: %d, want %d", c.what, got, c.want)
		}
	}
	// A player who is not there any more.
	w := soundWorld(QuakeWorld)
	for by, want := range map[int]int{3: 2, 4: Nobody, -1: Nobody} {
		if w.Players[0].Hit.By = by; w.Attacker(&w.Players[0], w.Clock) != want {
			t.Errorf("by %d: %d", by, w.Attacker(&w.Players[0], w.Clock))
		}
	}
}

// TestMates: in a match of teams whoever has the same one, and all who play against monsters.
func TestMates(t *testing.T) {
	for _, c := range []struct {
		a, b        string
		teams, coop bool
		want        bool
	}{
		{"red", "red", true, false, true}, {"red", "blue", true, false, false}, {"red", "red", false, false, false},
		{"", "", true, false, false},
		{"free", "free", true, false, false}, {"", "", false, true, true},
	} {
		w := newBlank(QuakeWorld)
		for i, team := range []string{c.a, c.b} {
			*edit(w).Player(i) = Player{Slot: i, InUse: true, Name: "somebody", Team: team}
		}
		w.Match.Teams, w.Single.Known = c.teams, c.coop
		if got := w.Mates(&w.Players[0], &w.Players[1]); got != c.want || w.Mates(&w.Players[0], &w.Players[0]) {
			t.Errorf("%+v: %v", c, got)
		}
		w.Players[1].Spectator = true
		if w.Mates(&w.Players[0], &w.Players[1]) {
			t.Errorf("%+v: a spectator", c)
		}
	}
}

// TestHitsSeen: hits are counted until a reported death. Hits within a fifth of a second count as one, and more
// than 8 seconds later another fight begins. Hits at the death, or within a fifth of a second after it, do not
// count.
func TestHitsSeen(t *testing.T) {
	w := soundWorld(QuakeWorld, "player/pain1.wav")
	p := &w.Players[0]
	for _, c := range []struct {
		clock float64
		dies  bool
		count int
	}{{1, false, 1}, {1.1, false, 1}, {1.2, false, 2}, {9.1, false, 3}, {17.2, false, 1}, {17.5, false, 2},
		{18, true, 0}, {18, false, 0}, {18.1, false, 0}, {20, false, 1}} {
		w.Clock = c.clock
		if c.dies {
			edit(w).Event(Event{Kind: EventKill, Player: Nobody, Other: p.Slot})
		} else {
			p.HurtAt(w.Clock)
		}
		if n, age := p.HitsSeen(c.clock); n != c.count || age != 0 {
			t.Errorf("at %v: %d hits, %v s ago, want %d", c.clock, n, age, c.count)
		}
	}
	if age, ok := p.LivesFor(20.5); !ok || age != 2.5 {
		t.Errorf("lives for %v, %v", age, ok)
	}
	if age, ok := w.Players[1].LivesFor(20.5); ok {
		t.Errorf("who has not died lives for %v", age)
	}
	// a moment is drawn between two states
	for clock, want := range map[float64]int{19.9: 1, 27.9: 1, 28.1: 0, 19.8: 0} {
		if n, _ := p.HitsSeen(clock); n != want {
			t.Errorf("seen at %v: %d hits, want %d", clock, n, want)
		}
	}
}
