package app

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
	r.Viewing.Display = hud.Analyst
	r.Viewing.Set(setting.KillPreview, false) // somebody else kills Quarry in a moment
	slot := func(name string) int {
		return slices.IndexFunc(r.Demo.Player.Moment().World.Players, func(p world.Player) bool {
			return p.Name == name
		})
	}
	lumen, quarry = slot("Lumen"), slot("Quarry")
	r.Demo.Player.Follow(quarry)
	r.Demo.Player.Seek(53.1)
	r.pass(0)
	return r, lumen, quarry
}

// TestInset: who hits the watched from outside of the picture is in the inset with him, which
// goes with the HUD, the key, and where the camera flies.
func TestInset(t *testing.T) {
	r, lumen, quarry := insetRig(t)
	in := &r.Input.Inset
	if !in.Shown || in.Slot != lumen || r.HUD.Inset().W != 256 || r.HUD.Inset().H != 154 {
		t.Fatalf("%+v, %+v", *in, r.HUD.Inset())
	}
	names := map[int]bool{}
	for i := range in.Labels {
		if l := &in.Labels[i]; l.X > 0 && l.X < 256 && l.Y > 0 && l.Y < 154 {
			names[l.Player-1] = true
		}
	}
	if !names[lumen] || !names[quarry] {
		t.Errorf("the inset has %v, not both %d and %d", names, lumen, quarry)
	}
	for _, key := range []string{"picture-in-picture", "display", "free-camera"} {
		r, _, _ := insetRig(t)
		if r.do(key); r.Input.Inset.Shown && r.HUD.Inset().W > 0 {
			t.Errorf("it is there after %s", key)
		}
	}
	// It is a function of the moment when one comes from elsewhere.
	r.Demo.Player.Seek(2)
	r.pass(0)
	r.Demo.Player.Seek(53.1)
	r.pass(0)
	if !in.Shown || in.Slot != lumen {
		t.Errorf("after a seek: %+v", *in)
	}
	if n := allocations(64, 0, func() { r.App.BuildScene(r.Demo.Player.Moment(), 0) }); n > 0 {
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
		n.slot, n.followed, n.clock = 1, 0, 5
		kill.Sides[0].Player = player
		if n.choose(m, 2, &kill); n.slot != want {
			t.Errorf("a kill by slot %d: %d is in it, want %d", player-1, n.slot, want)
		}
	}
}

// TestInsetIsBrief: the inset is shown for a second, and for another one when the player in it kills or is killed.
func TestInsetIsBrief(t *testing.T) {
	n := newInset()
	n.slot, n.since = 2, 10
	kill := func(killer, victim int, in float32) *anchor.Kill {
		k := &anchor.Kill{Kill: story.Kill{Known: true, In: in}}
		k.Sides[0].Player, k.Sides[1].Player = killer, victim
		return k
	}
	for _, c := range []struct {
		clock float64
		kill  *anchor.Kill
		want  bool
	}{
		{10, &anchor.Kill{}, true}, {10.9, &anchor.Kill{}, true}, {11.1, &anchor.Kill{}, false},
		{12, kill(3, 1, 0.5), false}, {12.5, kill(3, 1, 0), true}, {13.4, kill(3, 1, -0.9), true},
		{13.6, kill(3, 1, -1.1), false}, {20, kill(1, 2, 0), false}, {9, &anchor.Kill{}, true},
	} {
		if got := n.lasts(c.clock, c.kill); got != c.want {
			t.Errorf("at %v: %v", c.clock, got)
		}
	}
}
