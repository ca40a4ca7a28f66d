package render

import (
	"slices"
	"testing"

	"demoscope/player"
	"demoscope/player/story"
	"demoscope/player/world"
	"demoscope/render/anchor"
	"demoscope/render/hud"
	"demoscope/render/setting"
)

// insetRig is at a moment of our own match at which Lumen hits Quarry, who looks the other way.
func insetRig(t testing.TB) (r *rig, lumen, quarry int) {
	t.Helper()
	r = newRig(t)
	r.viewing.display = hud.Analyst
	r.viewing.Set(setting.KillPreview, false) // somebody else kills Quarry in a moment
	slot := func(name string) int {
		return slices.IndexFunc(r.demo.player.Moment().World.Players, func(p world.Player) bool {
			return p.Name == name
		})
	}
	lumen, quarry = slot("Lumen"), slot("Quarry")
	r.demo.player.Follow(quarry)
	r.demo.player.Seek(53.1)
	r.pass(0)
	return r, lumen, quarry
}

// TestInset: who hits the watched from outside of the picture is in the inset with him, which
// goes with the HUD, the key, and where the camera flies.
func TestInset(t *testing.T) {
	r, lumen, quarry := insetRig(t)
	in := &r.hudIn.Inset
	if !in.Shown || in.Slot != lumen || r.hud.Inset().W != 410 || r.hud.Inset().H != 246 {
		t.Fatalf("%+v, %+v", *in, r.hud.Inset())
	}
	names := map[int]bool{}
	for i := range in.Labels {
		if l := &in.Labels[i]; l.X > 0 && l.X < 410 && l.Y > 0 && l.Y < 246 {
			names[l.Player-1] = true
		}
	}
	if !names[lumen] || !names[quarry] {
		t.Errorf("the inset has %v, not both %d and %d", names, lumen, quarry)
	}
	for _, key := range []string{"picture-in-picture", "display", "free-camera"} {
		r, _, _ := insetRig(t)
		if r.do(key); r.hudIn.Inset.Shown && r.hud.Inset().W > 0 {
			t.Errorf("it is there after %s", key)
		}
	}
	// It is a function of the moment when one comes from elsewhere.
	r.demo.player.Seek(2)
	r.pass(0)
	r.demo.player.Seek(53.1)
	r.pass(0)
	if !in.Shown || in.Slot != lumen {
		t.Errorf("after a seek: %+v", *in)
	}
	if n := allocations(64, 0, func() { r.game.buildScene(r.demo.player.Moment(), 0) }); n > 0 {
		t.Errorf("%v allocations a picture", n)
	}
}

// TestInsetStays: who is shown stays for 0.8 seconds, and gives way when he is dead, and to who has
// part in a kill.
func TestInsetStays(t *testing.T) {
	m := &player.Moment{World: &world.World{}, Poses: make([]world.Pose, 3)}
	m.World.Players = make([]world.Player, 3)
	for i := range m.World.Players {
		m.World.Players[i].Slot, m.World.Players[i].Visible = i, true
	}
	m.Eye = player.Eye{Known: true, Slot: 0}
	n := newInset()
	for _, step := range []struct {
		clock float64
		found int
		dead  bool // slot 1
		want  int
	}{
		{1, world.Nobody, false, world.Nobody}, {2, 1, false, 1}, {2.5, world.Nobody, false, 1}, {2.6, 2, false, 1},
		{2.9, world.Nobody, false, world.Nobody}, {3, 1, false, 1}, {3.1, 2, true, 2}, {3.2, 2, false, 2},
		{2.1, world.Nobody, false, world.Nobody},
	} {
		m.Clock, m.World.Players[1].Dead = step.clock, step.dead
		if n.choose(m, step.found, &anchor.Kill{}); n.slot != step.want {
			t.Errorf("at %v with %d: %d, want %d", step.clock, step.found, n.slot, step.want)
		}
	}
	// Of who has died in it nothing is shown when he lives again, nor of the victim of a kill who has come back.
	for i, step := range []struct {
		dead, back bool
		victim     int
		want       int
	}{{true, false, 2, 1}, {true, false, 2, 1}, {false, false, 2, world.Nobody}, {false, false, 2, 1},
		{false, true, 3, 1}, {false, true, 2, world.Nobody}} {
		if i == 0 || i == 3 {
			m.Clock, m.World.Players[1].Dead = 4.5, false
			n.choose(m, 1, &anchor.Kill{})
		}
		kill := anchor.Kill{Kill: story.Kill{Known: true, In: -0.3, Back: step.back}}
		kill.Sides[1].Player = step.victim
		m.Clock, m.World.Players[1].Dead = 4.6, step.dead
		if n.choose(m, world.Nobody, &kill); n.slot != step.want {
			t.Errorf("step %d: %d is in it, want %d", i, n.slot, step.want)
		}
	}
	m.Clock = 5.1
	kill := anchor.Kill{Kill: story.Kill{Known: true}}
	for player, want := range map[int]int{4: 1, 3: 2} { // of slot 2 it is the kill, of slot 3 not
		n.slot, n.watched, n.clock = 1, 0, 5
		kill.Sides[0].Player = player
		if n.choose(m, 2, &kill); n.slot != want {
			t.Errorf("a kill by slot %d: %d is in it, want %d", player-1, n.slot, want)
		}
	}
}

// TestInsetLarge: the inset is 1.18 times as large, 483 pixels for 410, while it shows one of the two of a kill,
// until 0.45 seconds after it, unless an overlay is there.
func TestInsetLarge(t *testing.T) {
	n := newInset()
	n.slot = 2
	for _, c := range []struct {
		killer, victim int // players, 1 + the slots
		in             float32
		crowded, want  bool
	}{
		{3, 1, 0.5, false, true}, {1, 3, 0.5, false, true}, {1, 2, 0.5, false, false}, {3, 1, -0.4, false, true},
		{3, 1, -0.5, false, false}, {3, 1, 0.5, true, false},
	} {
		kill := anchor.Kill{Kill: story.Kill{Known: true, In: c.in}}
		kill.Sides[0].Player, kill.Sides[1].Player = c.killer, c.victim
		if got := n.large(&kill, c.crowded); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
	for large, want := range map[bool][2]float32{false: {410, 246}, true: {483, 290}} {
		if w, h := hud.InsetSize(hud.Screen{Width: 1280, Height: 720, Scale: 1}, large); w != want[0] || h != want[1] {
			t.Errorf("large %v: %v x %v", large, w, h)
		}
	}
}
