package scene

import (
	"testing"

	"demoscope/player/story"
	"demoscope/player/timeline"
	"demoscope/player/weapon"
	"demoscope/player/world"
	"demoscope/render/anchor"
	"demoscope/render/draw"
	"demoscope/render/setting"
)

// TestKill: the eye of the first player is at 0 0 22 and looks along x, the clock is 10. The second is
// ahead, the third behind, the fourth ahead and aside.
func TestKill(t *testing.T) {
	s := New()
	places := []vec{{}, {500, 0, 0}, {-500, 0, 0}, {500, 150, 0}}
	names := [...]string{"Somebody 0", "Somebody 1", "Somebody 2", "Somebody 3"}
	kill := func(clock float64, by, who int, with weapon.Kind) timeline.Event {
		e := timeline.Event{Kind: world.EventKill, Clock: clock, Player: by, Other: who, Weapon: with}
		if with == weapon.Monster {
			e.Monster = "Ogre"
		}
		if by >= 0 {
			e.PlayerName = names[by]
		}
		if who >= 0 {
			e.OtherName = names[who]
		}
		return e
	}
	type want struct {
		by, who  string
		means    string
		own      bool
		byAt, at anchor.KillPlace
	}
	dead := func(slot int) func([]world.Player) { return func(list []world.Player) { list[slot].Dead = true } }
	for _, c := range []struct {
		what   string
		kills  []timeline.Event
		change func([]world.Player)
		want   want
	}{
		{"none", nil, nil, want{}},
		{"of another kind", []timeline.Event{{Kind: world.EventItem, Clock: 10.1, Player: 0}}, nil, want{}},
		{"far ahead", []timeline.Event{kill(10.8, 0, 1, weapon.Railgun)}, nil, want{}},
		{"long ago", []timeline.Event{kill(8.9, 0, 1, weapon.Railgun)}, nil, want{}},
		{"by the watched", []timeline.Event{kill(10.5, 0, 1, weapon.RocketLauncher)}, nil,
			want{names[0], names[1], "rocket", false, anchor.KillEye, anchor.KillInside}},
		{"of the watched, from behind", []timeline.Event{kill(10.5, 2, 0, weapon.Thunderbolt)}, nil,
			want{names[2], names[0], "lightning", false, anchor.KillOutside, anchor.KillEye}},
		{"of himself", []timeline.Event{kill(10.5, 0, 0, weapon.GrenadeLauncher)}, nil,
			want{"", names[0], "grenade", true,
				anchor.KillNowhere, anchor.KillEye}},
		{"by a fall", []timeline.Event{kill(10.5, -1, 0, weapon.Falling)}, nil, want{"", names[0], "fall", false,
			anchor.KillNowhere, anchor.KillEye}},
		{"by an ogre", []timeline.Event{kill(10.5, -1, 0, weapon.Monster)}, nil, want{"", names[0], "Ogre", false,
			anchor.KillNowhere, anchor.KillEye}},
		{"of a mate who is not named", []timeline.Event{kill(10.5, 0, -1, weapon.None)}, nil,
			want{names[0], "", "", false,
				anchor.KillEye, anchor.KillNowhere}},
		{"of others who are seen", []timeline.Event{kill(10.5, 1, 3, weapon.Railgun)}, nil,
			want{names[1], names[3], "railgun", false, anchor.KillInside, anchor.KillInside}},
		{"of others of whom one is seen", []timeline.Event{kill(10.5, 2, 3, weapon.Railgun)}, nil,
			want{names[2], names[3], "railgun", false, anchor.KillOutside, anchor.KillInside}},
		{"of others who are not seen", []timeline.Event{kill(10.5, 2, 2, weapon.Railgun)}, nil, want{}},
		{"of others, and then of the watched", []timeline.Event{kill(10.1, 1, 3, weapon.Railgun),
			kill(10.6, 1, 0, weapon.Axe)},
			nil, want{names[1], names[0], "axe", false, anchor.KillInside, anchor.KillEye}},
		{"of the watched, and then by him", []timeline.Event{kill(10.1, 1, 0, weapon.Railgun),
			kill(10.6, 0, 1, weapon.Axe)}, nil,
			want{names[1], names[0], "railgun", false, anchor.KillInside, anchor.KillEye}},
		{"just now, and the next", []timeline.Event{kill(9.9, 0, 1, weapon.Railgun), kill(10.6, 0, 3, weapon.Axe)},
			dead(1),
			want{names[0], names[1], "railgun", false, anchor.KillEye, anchor.KillInside}},
		{"a while ago, and the next", []timeline.Event{kill(9.9, 0, 3, weapon.Railgun), kill(10.4, 0, 1, weapon.Axe)},
			nil,
			want{names[0], names[1], "axe", false, anchor.KillEye, anchor.KillInside}},
		{"a while ago", []timeline.Event{kill(9.9, 0, 1, weapon.Axe)}, dead(1), want{names[0], names[1], "axe", false,
			anchor.KillEye, anchor.KillInside}},
		{"by one who is dead", []timeline.Event{kill(10.5, 1, 0, weapon.Telefrag)}, dead(1),
			want{names[1], names[0], "telefrag", false, anchor.KillNowhere, anchor.KillEye}},
		{"of one who has come back", []timeline.Event{kill(9.5, 0, 1, weapon.Axe)}, nil, want{names[0], names[1], "axe",
			false, anchor.KillEye, anchor.KillNowhere}},
		{"slots that are not there", []timeline.Event{{Kind: world.EventKill, Clock: 10.2, Player: 0,
			PlayerName: names[0], Other: 99, OtherName: "x"}}, nil, want{names[0], "", "", false, anchor.KillEye,
			anchor.KillNowhere}},
	} {
		m := fightMoment(places, 0, 0, 0)
		if c.change != nil {
			c.change(m.World.Players)
		}
		o := &Options{FirstPerson: true, Follow: 0, Kills: c.kills}
		s.Build(m, EyeCamera(m.Eye, 90), View{640, 480, 1}, o)
		k := &s.Kill
		if got := (want{k.Sides[0].Text, k.Sides[1].Text, k.Means, k.Own, k.Sides[0].At, k.Sides[1].At}); got !=
			c.want || k.Known != (c.want != want{}) {
			t.Errorf("%s: %+v, want %+v", c.what, got, c.want)
		}
		o.Set(setting.NameTags, false)
		if s.Build(m, EyeCamera(m.Eye, 90), View{640, 480, 1}, o); s.Kill.Known || s.Story.KillSoon() {
			t.Errorf("%s: told though names are hidden", c.what)
		}
	}
}

// TestKillDuel: whom the watched is about to kill, or who kills him, is whom the duel is with, though
// somebody else is nearer, hits him and fires; and the opponent outside of the picture is he or nobody. Who is
// about to kill himself, or to die of the level, fights nobody, and nobody is in the small picture. The kill holds the
// duel for 0.45 seconds, while the small picture has the next opponent.
func TestKillDuel(t *testing.T) {
	s := New()
	for _, c := range []struct {
		kill          timeline.Event
		foe, opponent int
	}{
		{timeline.Event{}, 2, 2},
		{timeline.Event{Kind: world.EventKill, Clock: 10.5, Player: 0, Other: 1, PlayerName: "a", OtherName: "b"}, 1,
			world.Nobody},
		{timeline.Event{Kind: world.EventKill, Clock: 10.5, Player: 1, Other: 0, PlayerName: "a", OtherName: "b"}, 1,
			world.Nobody},
		{timeline.Event{Kind: world.EventKill, Clock: 10.5, Player: 3, Other: 0, PlayerName: "a", OtherName: "b"}, 3,
			3},
		{timeline.Event{Kind: world.EventKill, Clock: 10.5, Player: 0, Other: 0, PlayerName: "a", OtherName: "a"},
			world.Nobody, world.Nobody},
		{timeline.Event{Kind: world.EventKill, Clock: 10.5, Player: world.Nobody, Other: 0, OtherName: "a",
			Weapon: weapon.Lava}, world.Nobody, world.Nobody},
		{timeline.Event{Kind: world.EventKill, Clock: 10.5, Player: 1, Other: 0, PlayerName: "b", OtherName: "a",
			Weapon: weapon.Falling}, 1, world.Nobody},
		{timeline.Event{Kind: world.EventKill, Clock: 9.9, Player: 0, Other: 1, PlayerName: "a", OtherName: "b"}, 1, 2},
		{timeline.Event{Kind: world.EventKill, Clock: 9.5, Player: 0, Other: 1, PlayerName: "a", OtherName: "b"}, 2, 2},
	} {
		m := fightMoment([]vec{{}, {880, 0, 0}, {-300, 0, 0}, {-900, 0, 0}}, 90, 0, 90)
		m.World.Players[0].Struck, m.World.Players[0].StruckBy = world.Timestamp{Clock: 9.9, Known: true}, 3
		m.World.Players[2].Fired = world.Timestamp{Clock: 9.9, Known: true}
		s.Build(m, EyeCamera(m.Eye, 90), View{640, 480, 1}, &Options{FirstPerson: true, Follow: 0, Opponent: true,
			Kills: []timeline.Event{c.kill}})
		if foe := s.Matchup.Sides[1].Player - 1; foe != c.foe || s.Story.Opponent != c.opponent {
			t.Errorf("%+v: the duel is with %d and the opponent %d, want %d and %d", c.kill, foe,
				s.Story.Opponent, c.foe,
				c.opponent)
		}
		if told := s.Matchup.Actions != [2]story.Action{}; told != (c.foe == 2) { // the kill says it
			t.Errorf("%+v: told is %v", c.kill, s.Matchup.Actions)
		}
	}
}

// TestKillBack: who is behind the watched, and has hit him, is in the small picture, but while it is told
// that he was killed 0.2 seconds ago or longer, and he lives again, it has the next one, as while he is dead.
func TestKillBack(t *testing.T) {
	s := New()
	for _, c := range []struct {
		clock, victim int // hundredths of a second; slot
		dead          bool
		back          bool
		want          int
	}{
		{985, 1, false, false, 1}, {975, 1, false, true, 2}, {910, 1, false, true, 2}, {890, 1, false, false, 1},
		{975, 1, true, false, 2}, {975, 2, false, true, 1},
	} {
		m := fightMoment([]vec{{}, {-300, 0, 0}, {-900, 0, 0}}, 0, 0, 90)
		m.World.Players[0].Struck, m.World.Players[0].StruckBy = world.Timestamp{Clock: 9.9, Known: true}, 2
		m.World.Players[1].Fired = world.Timestamp{Clock: 9.9, Known: true}
		m.World.Players[1].Dead = c.dead
		kill := timeline.Event{Kind: world.EventKill, Clock: float64(c.clock) / 100, Player: 0, Other: c.victim,
			PlayerName: "a", OtherName: "b", Weapon: weapon.Axe}
		s.Build(m, EyeCamera(m.Eye, 90), View{640, 480, 1}, &Options{FirstPerson: true, Follow: 0, Opponent: true,
			Kills: []timeline.Event{kill}})
		if s.Story.Opponent != c.want || s.Kill.Back != c.back {
			t.Errorf("%+v: the opponent is %d, %+v", c, s.Story.Opponent, s.Kill)
		}
	}
}

// TestKillFlies: of the killer's rockets the one nearest to the victim is it; a grenade of his and a
// rocket of another are none, nor what has burst before the states of 10 seconds. In half a second, and 0.08 more, one
// of 80 units a second flies 46, and bursts within 200 units of who is 250 away: it is none. 250 units ahead
// is the middle of the picture, and 50 to the left of it 64 pixels of the 640, at 90 degrees.
func TestKillFlies(t *testing.T) {
	s := New()
	trail := func(kind world.TrailKind, owner int, at vec) world.Trail {
		return world.Trail{Kind: kind, Owner: int32(owner) + 1, Clock: 9.9, Until: 10, Origin: at.Sub(vec{80, 0, 0}),
			End: at}
	}
	middle := vec{250, 0, 22}
	for what, c := range map[string]struct {
		trails []world.Trail
		flies  bool
		x      float32
	}{
		"nothing":  {nil, false, 0},
		"a rocket": {[]world.Trail{trail(world.TrailRocket, 0, middle)}, true, 320},
		"two rockets": {[]world.Trail{trail(world.TrailRocket, 0, vec{100, 0, 22}),
			trail(world.TrailRocket, 0, vec{250, 50, 22})}, true, 256},
		"a grenade":            {[]world.Trail{trail(world.TrailGrenade, 0, middle)}, false, 0},
		"another's rocket":     {[]world.Trail{trail(world.TrailRocket, 1, middle)}, false, 0},
		"one of unknown owner": {[]world.Trail{trail(world.TrailRocket, -1, middle)}, true, 320},
		"one of unknown owner, and his own": {[]world.Trail{trail(world.TrailRocket, -1, middle),
			trail(world.TrailRocket, 0, vec{100, -20, 22})}, true, 384},
		"one of unknown owner that flies past": {[]world.Trail{{Kind: world.TrailRocket, Clock: 9.9, Until: 10,
			Origin: vec{250, 0, 22}, End: vec{250, 100, 22}}}, false, 0},
		"one that cannot be there in time": {[]world.Trail{{Kind: world.TrailRocket, Owner: 1, Clock: 9.9,
			Until: 10, Origin: vec{242, 0, 22}, End: middle}}, false, 0},
		"one that has burst": {[]world.Trail{{Kind: world.TrailRocket, Owner: 1, Clock: 9.88,
			Until: 9.98, Origin: vec{170, 0, 22}, End: middle}}, false, 0},
		"behind the picture": {[]world.Trail{trail(world.TrailRocket, 0, vec{-100, 0, 22})}, false,
			0},
	} {
		m := fightMoment([]vec{{}, {500, 0, 0}}, 180)
		m.World.Effects.Trails, m.World.FrameClock = c.trails, 10
		kill := timeline.Event{Kind: world.EventKill, Clock: 10.5, Player: 0, Other: 1, PlayerName: "a", OtherName: "b",
			Weapon: weapon.RocketLauncher}
		s.Build(m, EyeCamera(m.Eye, 90), View{640, 480, 1}, &Options{FirstPerson: true, Follow: 0,
			Kills: []timeline.Event{kill}})
		if k := &s.Kill; k.Flies != c.flies || abs(k.X-c.x) > 0.01 || c.flies && abs(k.Y-240) > 0.01 {
			t.Errorf("%s: %v at %v %v, want %v at %v 240", what, k.Flies, k.X, k.Y, c.flies, c.x)
		}
	}
}

// TestKillUnfired: a rocket that kills at 10.5 has not been fired yet at 10 if none of the watched's is in the air,
// and he has fired none within the 0.3 seconds that leave him no time for another.
func TestKillUnfired(t *testing.T) {
	s := New()
	flies := func(owner int32, until float64) []world.Trail {
		return []world.Trail{{Kind: world.TrailRocket, Owner: owner, Clock: 9.5, Until: until, Origin: vec{0, 0, 22},
			End: vec{250, 0, 22}}}
	}
	for what, c := range map[string]struct {
		by, who int
		weapon  string
		at      float64
		fired   float64
		trails  []world.Trail
		want    bool
	}{
		"nothing in the air":      {0, 1, "rocket launcher", 10.5, 0, nil, true},
		"his own":                 {0, 0, "rocket launcher", 10.5, 0, nil, true},
		"another's kill":          {1, 0, "rocket launcher", 10.5, 0, nil, false},
		"lightning":               {0, 1, "thunderbolt", 10.5, 0, nil, false},
		"fired just now":          {0, 1, "rocket launcher", 10.5, 9.75, nil, false},
		"fired long enough ago":   {0, 1, "rocket launcher", 10.5, 9.65, nil, true},
		"in the air":              {0, 1, "rocket launcher", 10.5, 0, flies(1, 10), false},
		"somebody's in the air":   {0, 1, "rocket launcher", 10.5, 0, flies(0, 10), false},
		"the other's in the air":  {0, 1, "rocket launcher", 10.5, 0, flies(2, 10), true},
		"one that burst long ago": {0, 1, "rocket launcher", 10.5, 0, flies(1, 9.8), true},
		"it has come":             {0, 1, "rocket launcher", 9.9, 0, nil, false},
	} {
		m := fightMoment([]vec{{}, {500, 0, 0}}, 180)
		m.World.Effects.Trails, m.World.FrameClock = c.trails, 10
		if c.fired > 0 {
			m.World.Players[0].Fired = world.Timestamp{Clock: c.fired, Known: true}
		}
		names := [...]string{"a", "b"}
		kill := timeline.Event{Kind: world.EventKill, Clock: c.at, Player: c.by, Other: c.who, PlayerName: names[c.by],
			OtherName: names[c.who], Weapon: weapon.Named(c.weapon)}
		s.Build(m, EyeCamera(m.Eye, 90), View{640, 480, 1}, &Options{FirstPerson: true, Follow: 0,
			Kills: []timeline.Event{kill}})
		if unfired := s.Kill.Signs&story.SignUnfired != 0; !s.Kill.Known || unfired != c.want {
			t.Errorf("%s: known %v, unfired %v, want %v", what, s.Kill.Known, unfired, c.want)
		}
	}
}

// TestKillUnfiredRockets: who has no rocket left has fired the rocket already that kills at 10.5.
func TestKillUnfiredRockets(t *testing.T) {
	s := New()
	for _, c := range []struct {
		rockets int32
		known   bool
		want    bool
	}{{5, true, true}, {0, true, false}, {0, false, true}} {
		m := fightMoment([]vec{{}, {500, 0, 0}}, 180)
		m.World.Game, m.World.FrameClock = world.QuakeWorld, 10
		m.World.Players[0].Stats = &world.Stats{}
		if c.known {
			m.World.Players[0].Stats.Set(world.StatRockets, c.rockets)
		}
		kill := timeline.Event{Kind: world.EventKill, Clock: 10.5, Player: 0, Other: 0, PlayerName: "a", OtherName: "a",
			Weapon: weapon.RocketLauncher}
		s.Build(m, EyeCamera(m.Eye, 90), View{640, 480, 1}, &Options{FirstPerson: true, Follow: 0,
			Kills: []timeline.Event{kill}})
		if (s.Kill.Signs&story.SignUnfired != 0) != c.want {
			t.Errorf("%+v: unfired %v", c, (s.Kill.Signs&story.SignUnfired != 0))
		}
	}
}

// TestSignColor: black becomes a gray of 0.7, and no color is darker than that; white stays.
func TestSignColor(t *testing.T) {
	for _, c := range []draw.Color{draw.RGB(0), draw.RGB(0x402010), draw.RGB(0x0000ff), draw.RGB(0xffffff)} {
		got := signColor(c)
		if l := luminance(got); l < 0.69 || l > 0.71 && luminance(c) < 0.5 || got.A != 1 {
			t.Errorf("%v becomes %v, as bright as %v", c, got, l)
		}
	}
}

// TestKillFades: it comes in 0.15 seconds and goes in 0.15. It has come as soon as the states know of it, whose clock
// is 10.05 here, or the victim is dead in them, though the event is some milliseconds ahead.
func TestKillFades(t *testing.T) {
	s := New()
	for _, c := range []struct {
		clock     float64
		dead      bool
		in, alpha float32
	}{{10.7, false, 0.7, 0}, {10.625, false, 0.625, 0.5}, {10.5, false, 0.5, 1}, {10.1, false, 0.1, 1},
		{10.1, true, -0.001, 1}, {10.05, false, -0.001, 1}, {10.06, false, 0.06, 1}, {9.5, true, -0.5, 1},
		{9.075, true, -0.925, 0.5}} {
		m := fightMoment([]vec{{}, {500, 0, 0}}, 180)
		m.World.Players[1].Dead, m.World.Clock = c.dead, 10.05
		kill := timeline.Event{Kind: world.EventKill, Clock: c.clock, Player: 0, Other: 1, PlayerName: "a",
			OtherName: "b"}
		s.Build(m, EyeCamera(m.Eye, 90), View{640, 480, 1}, &Options{FirstPerson: true, Follow: 0,
			Kills: []timeline.Event{kill}})
		if k := &s.Kill; abs(k.In-c.in) > 1e-4 || abs(k.Alpha-c.alpha) > 1e-3 {
			t.Errorf("a kill at %v: in %v, alpha %v, want %v and %v", c.clock, k.In, k.Alpha, c.in, c.alpha)
		}
	}
}

// TestKillWeapon: who is about to kill has the weapon of the kill at his name, in the duel and as one of
// the two, whatever the demo says he holds; then that again.
func TestKillWeapon(t *testing.T) {
	s := New()
	for _, c := range []struct {
		clock  float64
		weapon string
		want   weapon.Kind
	}{{10.5, "thunderbolt", weapon.LightningGun}, {10.5, "falling", weapon.None},
		{9.9, "thunderbolt", weapon.None}} {
		m := fightMoment([]vec{{}, {500, 0, 0}}, 180)
		kill := timeline.Event{Kind: world.EventKill, Clock: c.clock, Player: 1, Other: 0, PlayerName: "a",
			OtherName: "b", Weapon: weapon.Named(c.weapon)}
		s.Build(m, EyeCamera(m.Eye, 90), View{640, 480, 1}, &Options{FirstPerson: true, Follow: 0,
			Kills: []timeline.Event{kill}})
		want := c.want
		if len(s.Labels) != 1 || s.Labels[0].Weapon != want || s.Kill.Sides[0].Weapon != want ||
			s.Matchup.Sides[1].Weapon != want || s.Matchup.Sides[0].Weapon != 0 {
			t.Errorf("%v %s: labels %+v, kill %+v, duel %+v, want %v", c.clock, c.weapon, s.Labels, s.Kill,
				s.Matchup.Sides, c.want)
		}
	}
}

// TestKillFalls: who is killed by what has no word while he falls by more than 600 units a second dies of the fall;
// of a trap, too, and another word of the game's stays. It is said alike before and after, whatever the
// victim, or what is left of him, does then.
func TestKillFalls(t *testing.T) {
	s := New()
	for _, c := range []struct {
		game   world.Game
		weapon string
		fall   float32
		want   string
		falls  bool
	}{
		{world.Quake3, "trap", 700, "fall out of the map", true}, {world.Quake, "trap", 700, "deadly fall", true},
		{world.Quake3, "suicide", 700, "suicide", true},
		{world.Quake3, "unknown", 700, "fall", true}, {world.Quake, "", 700, "fall", true},
		{world.Quake, "", 500, "", false},
		{world.Quake, "falling", 0, "fall", true}, {world.Quake3, "trap", 500, "map trap", false},
		{world.Quake3, "trap", 0, "map trap", false}, {world.Quake2, "trap", 500, "trap", false},
		{world.Quake2, "railgun", 700, "railgun", false}, {world.QuakeWorld, "void", 0, "fall out of the map", true},
	} {
		for _, clock := range [...]float64{10.6, 10.1, 9.7} {
			for _, speed := range [...]float32{0, -900} {
				m := fightMoment([]vec{{}, {500, 0, 0}}, 180)
				m.World.Game = c.game
				m.Poses[1].Velocity, m.Poses[1].VelocityKnown = vec{0, 0, speed}, true
				kill := timeline.Event{Kind: world.EventKill, Clock: clock, Player: 0, Other: 1, PlayerName: "a",
					OtherName: "b", Weapon: weapon.Named(c.weapon), Fall: c.fall}
				s.Build(m, EyeCamera(m.Eye, 90), View{640, 480, 1}, &Options{FirstPerson: true, Follow: 0,
					Kills: []timeline.Event{kill}})
				if s.Kill.Means != c.want || s.Kill.Falls != c.falls {
					t.Errorf("%s at %v, %v: %q, %v, want %q, %v", c.weapon, c.fall, clock, s.Kill.Means, s.Kill.Falls,
						c.want, c.falls)
				}
			}
		}
	}
}

// TestKillDuelStays: the two of a kill are those of the duel from 0.7 seconds before it until 0.45 after it,
// the watched first, also if nobody knows where the other is; who has been killed has no health.
func TestKillDuelStays(t *testing.T) {
	s := New()
	for what, c := range map[string]struct {
		clock  float64
		by     int
		seen   bool
		foe    string
		zero   int // whose health is 0, a bit each
		unseen bool
	}{
		"before it":              {10.5, 0, true, "b", 0, false},
		"before it, not in view": {10.5, 0, false, "b", 0, true},
		"after it":               {9.6, 0, false, "b", 2, true},
		"after it, the watched":  {9.6, 1, true, "b", 1, false},
		"long after it":          {9.5, 0, false, "", 0, false},
	} {
		m := fightMoment([]vec{{}, {500, 0, 0}}, 90)
		m.World.Players[1].Visible, m.World.Clock = c.seen, 10
		m.World.Players[0].Name, m.World.Players[1].Name = "a", "b"
		kill := timeline.Event{Kind: world.EventKill, Clock: c.clock, Player: c.by, Other: 1 - c.by, PlayerName: "x",
			OtherName: "y", Weapon: weapon.Railgun}
		s.Build(m, EyeCamera(m.Eye, 90), View{640, 480, 1}, &Options{FirstPerson: true, Follow: 0,
			Kills: []timeline.Event{kill}})
		zero := 0
		for i := range s.Matchup.Sides {
			if l := &s.Matchup.Sides[i]; l.HealthKnown && l.Health == 0 {
				zero |= 1 << i
			}
		}
		if d := &s.Matchup; d.Sides[1].Text != c.foe || d.Sides[1].Unseen != c.unseen || zero != c.zero {
			t.Errorf("%s: %q, unseen %v, without health %b", what, d.Sides[1].Text, d.Sides[1].Unseen, zero)
		}
	}
}

// TestDim: from half a second before a kill of the watched on, what has no part in it is at 0.4; the shots of who
// kills stay, lightning only if it strikes the victim, who does not see with his own eyes.
func TestDim(t *testing.T) {
	s := New()
	for _, c := range []struct {
		clock            float64
		by, victim, slot int
		bolt             bool
		strikes          int
		want             float32
	}{
		{10.4, 0, 1, 2, false, 0, 0.28}, {10.4, 0, 1, -1, false, 0, 0.28}, {10.4, 0, 1, 1, false, 0, 0.28},
		{10.4, 0, 1, 0, false, 0, 1},
		{10.4, 0, 1, 0, true, 0, 0.28}, {10.4, 0, 1, 0, true, 2, 1}, {10.4, 1, 0, 1, true, 1, 0.28},
		{10.4, 1, 0, 1, false, 0, 1},
		{10.6, 0, 1, 2, false, 0, 1}, {9.9, 0, 1, 2, false, 0, 1}, {10.4, 1, 2, 0, false, 0, 1},
	} {
		m := fightMoment([]vec{{}, {500, 0, 0}, {500, 100, 0}}, 180)
		m.World.Clock = 10
		kill := timeline.Event{Kind: world.EventKill, Clock: c.clock, Player: c.by, Other: c.victim, PlayerName: "a",
			OtherName: "b", Weapon: weapon.Thunderbolt}
		s.Build(m, EyeCamera(m.Eye, 90), View{640, 480, 1}, &Options{FirstPerson: true, Follow: 0,
			Kills: []timeline.Event{kill}})
		s.sight.bolts[c.by] = uint8(c.strikes)
		if got := s.frame.dim(c.slot, c.bolt); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

// TestKillOfTiny: at 90 degrees and 480 lines, 240 of which are a tangent of 0.75, a body of 56 units is
// lower than 20 lines, and in the inset, from 896 units on.
func TestKillOfTiny(t *testing.T) {
	s := New()
	for _, c := range []struct {
		away float32
		want int
	}{{880, world.Nobody}, {910, 1}} {
		m := fightMoment([]vec{{}, {c.away, 0, 0}}, 180)
		kill := timeline.Event{Kind: world.EventKill, Clock: 10.3, Player: 0, Other: 1, PlayerName: "a", OtherName: "b",
			Weapon: weapon.Railgun}
		s.Build(m, EyeCamera(m.Eye, 90), View{640, 480, 1}, &Options{FirstPerson: true, Follow: 0, Opponent: true,
			Kills: []timeline.Event{kill}})
		if s.Story.Opponent != c.want {
			t.Errorf("%v units away: %d, want %d", c.away, s.Story.Opponent, c.want)
		}
	}
}

// TestVeilsKilled: what lies over somebody who is about to be killed, or less than 96 units behind him, is
// faint; the eye is at 0 0 22, he is 300 units ahead, and his body is 15 units wide to each side.
func TestVeilsKilled(t *testing.T) {
	s := New()
	kill := timeline.Event{Kind: world.EventKill, Clock: 10.3, Player: 0, Other: 1, PlayerName: "a", OtherName: "b",
		Weapon: weapon.Railgun}
	for _, c := range []struct {
		what  string
		at    vec
		kills []timeline.Event
		want  bool
	}{
		{"before him", vec{200, 0, 0}, []timeline.Event{kill}, true},
		{"behind him", vec{390, 0, 0}, []timeline.Event{kill}, true},
		{"far behind him", vec{400, 0, 0}, []timeline.Event{kill}, false},
		{"beside him", vec{300, 50, 0}, []timeline.Event{kill}, false},
		{"a little beside him", vec{300, 40, 0}, []timeline.Event{kill}, true},
		{"behind the camera", vec{-200, 0, 0}, []timeline.Event{kill}, false},
		{"while no kill comes", vec{200, 0, 0}, nil, false},
	} {
		m := fightMoment([]vec{{}, {300, 0, 0}}, 180)
		s.Build(m, EyeCamera(m.Eye, 90), View{640, 480, 1}, &Options{FirstPerson: true, Follow: 0, Kills: c.kills})
		if got := s.sight.coversKill(c.at, 28); got != c.want {
			t.Errorf("%s: %v", c.what, got)
		}
	}
}

// TestKillTakes: a kill is as hard as its last blow, whatever the victim's health is until then, the same before it
// has come and after: the damage where the demo tells it, else the health that it takes. Where only what was
// left before the last blow is told it is the victim's health for 0.3 seconds, in place of a cry that is as old.
func TestKillTakes(t *testing.T) {
	s := New()
	for _, c := range []struct {
		name        string
		clock       float64
		had, left   int16
		known       bool
		health      int32 // of the victim's stats, 0 for none
		told        float64
		damage      int32
		takes, last int
		label       int
	}{
		{"one blow", 10.3, 74, -20, true, 74, 0, 0, 94, 0, 74},
		{"two blows", 10.3, 30, -80, true, 100, 0, 0, 110, 0, 100},
		{"healed since", 10.3, 50, -10, true, 25, 0, 0, 60, 0, 25},
		{"it has come", 9.9, 30, -80, true, 100, 0, 0, 110, 0, 100},
		{"its damage is told", 10.3, 30, -80, true, 100, 0, 56, 0, 0, 100},
		{"its damage is told, and it has come", 9.9, 30, -80, true, 100, 0, 56, 0, 0, 100},
		{"not told", 10.2, 0, 0, false, 0, 0, 0, 0, 0, 0},
		{"only the last", 10.2, 17, 0, false, 0, 0, 0, 0, 17, 17},
		{"only the last, of a fresh cry", 10.2, 17, 0, false, 0, 9.9, 0, 0, 17, 62},
		{"only the last, of an old cry", 10.2, 17, 0, false, 0, 9, 0, 0, 17, 17},
		{"only the last, far ahead", 10.5, 17, 0, false, 0, 9, 0, 0, 17, 62},
	} {
		m := fightMoment([]vec{{}, {300, 0, 0}}, 180)
		m.World.Clock = 9.95
		v := &m.World.Players[1]
		if v.Stats = nil; c.health != 0 {
			v.Stats = new(world.Stats)
			v.Stats.Set(world.StatHealth, c.health)
		}
		if c.told != 0 {
			v.HealthEstimate = world.HealthEstimate{Clock: c.told, Least: 62, Most: 62, Known: true}
		}
		kill := timeline.Event{Kind: world.EventKill, Clock: c.clock, Player: 0, Other: 1, PlayerName: "a",
			OtherName: "b", Weapon: weapon.Railgun, Had: c.had, Left: c.left, LeftKnown: c.known, Damage: c.damage}
		s.Build(m, EyeCamera(m.Eye, 90), View{640, 480, 1}, &Options{FirstPerson: true, Follow: 0,
			Kills: []timeline.Event{kill}})
		if s.Kill.Damage != int(c.damage) || s.Kill.HealthLost != c.takes || s.Kill.HealthBefore != c.last ||
			len(s.Labels) == 0 || s.Labels[0].Health != c.label || s.Kill.Signs&story.SignQuad != 0 {
			t.Errorf("%s: %+v, %+v", c.name, s.Kill, s.Labels)
		}
	}
}

// TestNameOfKilledByFollowed: the name of a victim of the followed player has the signs of the kill.
func TestNameOfKilledByFollowed(t *testing.T) {
	s, m := New(), fightMoment([]vec{{}, {300, 0, 0}}, 180)
	m.World.Players[1].Dead = true
	s.Build(m, EyeCamera(m.Eye, 90), View{640, 480, 1}, &Options{FirstPerson: true, Follow: 0,
		Kills: []timeline.Event{{Kind: world.EventKill, Clock: 9.5, Player: 0, Other: 1, PlayerName: "a",
			OtherName: "b", TeamKill: true}}})
	if len(s.Labels) != 1 || !s.Labels[0].KilledByFollowed || s.Labels[0].Signs != story.SignTeamKill {
		t.Errorf("%+v", s.Labels)
	}
}
