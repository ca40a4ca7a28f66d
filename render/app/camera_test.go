package app

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/world"
	"demoscope/render/camera"
	"demoscope/render/control"
	"demoscope/render/hud"
)

// vecNear reports whether two vectors are the same but for rounding.
func vecNear(a, b [3]float32, within float32) bool {
	return mgl32.Vec3(a).Sub(mgl32.Vec3(b)).Len() <= within
}

// In a real level, at every moment of a recording, the camera from behind is
// not in a wall, and often one is in its way.
func TestFromBehindIsNeverInAWall(t *testing.T) {
	r := newRig(t)
	m := r.Demo.Maps.Map()
	r.press("C")
	nearer := 0
	for clock := range 60 {
		for slot := range 4 {
			r.Demo.Player.Follow(slot)
			r.seek(float64(clock))
			eye := r.Demo.Player.Moment().Eye
			if !eye.Known {
				continue
			}
			v := r.Active.View
			if m.Leaves[m.LeafAt(v.Origin)].Cluster < 0 {
				t.Errorf("at %v s the camera behind player %d is in a wall: %v", clock, slot, v.Origin)
			}
			head := mgl32.Vec3(eye.Origin).Add(mgl32.Vec3{0, 0, 16})
			d := mgl32.Vec3(v.Origin).Sub(head).Len()
			if d > 120.01 {
				t.Errorf("at %v s the camera is %v behind player %d", clock, d, slot)
			}
			if d < 119 {
				nearer++
			}
		}
	}
	if nearer < 20 {
		t.Errorf("only %d times a wall was in the way", nearer)
	}
}

// Flying begins where the picture was taken from, and the keys move it: in a second by 371 units, along the view's
// angles of 5.235 degrees down and 57.185 degrees to the right.
func TestKeysFly(t *testing.T) {
	for _, c := range []struct {
		keys []string
		want mgl32.Vec3 // in a second
	}{
		{[]string{"W"}, mgl32.Vec3{200, -310, -34}},
		{[]string{"S"}, mgl32.Vec3{-200, 310, 34}},
		{[]string{"D"}, mgl32.Vec3{-312, -201, 0}},
		{[]string{"A"}, mgl32.Vec3{312, 201, 0}},
		{[]string{"E"}, mgl32.Vec3{0, 0, 371}},
		{[]string{"Q"}, mgl32.Vec3{0, 0, -371}},
		{[]string{"W", "Shift"}, mgl32.Vec3{601, -931, -102}},
	} {
		r := newRig(t)
		r.run(64) // until the camera behind the dead player stands still
		start := mgl32.Vec3(r.Active.View.Origin)
		if k := c.keys[0]; k == "E" || k == "Q" { // which do not take off
			r.press("G")
		}
		for _, k := range c.keys {
			r.input.down[r.chord(k).Key] = true
		}
		r.run(64)
		if got := r.Active.Camera.Origin.Sub(start); !vecNear(got, c.want, 20) {
			t.Errorf("%v: flew %v, want %v", c.keys, got, c.want)
		}
		if v := r.Active.View; mgl32.Vec3(v.Origin) != r.Active.Camera.Origin ||
			!near(float64(v.Angles[1]), -57.185, 0.1) {
			t.Errorf("%v: the picture is taken by %+v", c.keys, v)
		}
	}
}

// The pointer turns a flying camera, and one from behind while the right button
// is down.
func TestPointerTurns(t *testing.T) {
	r := newRig(t)
	r.press("G")
	r.move(740, 350)
	if v := r.Active.View; !vecNear(v.Angles, [3]float32{10.735, -68.185, 0}, 1e-3) || r.Input.MouseKnown {
		t.Errorf("flying, turned to %v; there is a pointer: %v", v.Angles, r.Input.MouseKnown)
	}
	r.press("H")
	r.press("Esc")
	if r.Viewing.help || !r.window.captured {
		t.Errorf("the page of keys is open: %v; the pointer is captured: %v", r.Viewing.help, r.window.captured)
	}
	r.press("Esc") // gives the pointer back
	if !r.Input.MouseKnown || r.Input.MouseX != 740 || r.Input.MouseY != 350 {
		t.Errorf("the pointer is at %v, %v", r.Input.MouseX, r.Input.MouseY)
	}
	r.move(640, 300)
	if v := r.Active.View; !vecNear(v.Angles, [3]float32{10.735, -68.185, 0}, 1e-3) {
		t.Errorf("without the pointer, turned to %v", v.Angles)
	}
	r.click(hud.Rect{X: 100, Y: 100})
	if !r.window.captured {
		t.Error("a click does not go on with flying")
	}

	r = newRig(t)
	r.press("C")
	r.run(64)
	r.move(100, 100)
	r.move(200, 150)
	if v := r.Active.View; !vecNear(v.Angles, [3]float32{0, 141.636, 0}, 1e-3) {
		t.Errorf("without a button, turned to %v", v.Angles)
	}
	r.hit(control.MouseRight)
	r.move(300, 200)
	if v := r.Active.View; !vecNear(v.Angles, [3]float32{5.5, 130.636, 0}, 1e-3) {
		t.Errorf("with the right button, turned to %v", v.Angles)
	}
	r.Active.Camera.Set(camera.Chase)
	r.run(64)
	if v := r.Active.View; !vecNear(v.Angles, [3]float32{0, 141.636, 0}, 1e-3) {
		t.Errorf("behind the player again, turned to %v", v.Angles)
	}

	r = newRig(t)
	r.Size.Scale = 2
	r.press("G")
	r.move(740, 350)
	if v := r.Active.View; !vecNear(v.Angles, [3]float32{7.985, -62.685, 0}, 1e-3) {
		t.Errorf("on a dense screen, turned to %v", v.Angles)
	}
}

// The wheel changes the camera's speed, or how far behind it is.
func TestWheel(t *testing.T) {
	r := newRig(t)
	r.turn(1)
	r.press("C")
	r.turn(1)
	r.press("G")
	r.turn(-1)
	if c := &r.Active.Camera; c.Speed != 320 || !near(float64(c.Distance), 96, 1e-3) {
		t.Errorf("speed %v, distance %v", c.Speed, c.Distance)
	}
}

// Through a player's eyes, and only there, what shakes the view is added if the
// viewer wants it: at 25 s the watched player strafes to the left at 360 units a
// second, which is a roll of -2 degrees.
func TestViewKick(t *testing.T) {
	r := newRig(t)
	r.seek(25)
	roll := func() float64 { return round4(float64(r.Active.View.Angles[2])) }
	if roll() != 0 {
		t.Errorf("at first the roll is %v", roll())
	}
	if r.do("view-shake"); roll() != -2 {
		t.Errorf("the roll is %v", roll())
	}
	if r.press("C"); roll() != 0 {
		t.Errorf("from behind the roll is %v", roll())
	}
	r.press("C")
	if r.do("view-shake"); roll() != 0 {
		t.Errorf("in the end the roll is %v", roll())
	}
}

// Flying begins outside of the body: at no moment of a recording is the camera in the
// player whose eyes it was, nor in a wall, unless there is no room.
func TestFlyingBeginsOutside(t *testing.T) {
	r := newRig(t)
	m := r.Demo.Maps.Map()
	flights := 0
	for clock := range 60 {
		r.seek(float64(clock))
		eye := r.Demo.Player.Moment().Eye
		if !eye.Known {
			continue
		}
		r.press("G")
		at := r.Active.Camera.Origin
		if d := at.Sub(eye.Origin).Len(); d < 16 || d > 80 && !eye.ThirdPerson || d > 300 {
			t.Errorf("at %v s flying begins %v from the eye", clock, d)
		}
		if m.Leaves[m.LeafAt(at)].Cluster < 0 {
			t.Errorf("at %v s flying begins in a wall", clock)
		}
		flights++
		r.press("G")
	}
	if flights < 50 {
		t.Errorf("only %d flights", flights)
	}
}

// Turning the camera from behind with the right button changes the player neither
// when it goes down nor when it goes up; a click without a movement does.
func TestTurningKeepsThePlayer(t *testing.T) {
	r := newRig(t)
	r.Demo.Player.Follow(2)
	r.press("C")
	r.move(600, 300)
	r.hit(control.MouseRight)
	if got := r.Demo.Player.Following(); got != 2 {
		t.Errorf("the press watches %d", got)
	}
	for x := range 20 {
		r.move(600+float32(x)*5, 300)
	}
	r.move(600, 300) // and back to where it began
	turned := r.Active.Camera.ChaseTurn
	r.lift(control.MouseRight)
	r.pass(0.1)
	if got := r.Demo.Player.Following(); got != 2 || r.Active.Camera.Mode != camera.Chase {
		t.Errorf("turning watches %d, mode %v", got, r.Active.Camera.Mode)
	}
	r.move(700, 350)
	if r.Active.Camera.ChaseTurn != turned {
		t.Error("it turns without the button")
	}
	r.hit(control.MouseRight)
	r.move(702, 351)
	r.lift(control.MouseRight)
	r.pass(0)
	if got := r.Demo.Player.Following(); got != 1 {
		t.Errorf("a click watches %d, want the player before", got)
	}
}

// TestTurningInFirstPerson: the right button turns the view as a chase camera, and changes no player.
func TestTurningInFirstPerson(t *testing.T) {
	r := newRig(t)
	r.Demo.Player.Follow(2)
	r.move(600, 300)
	r.hit(control.MouseRight)
	if c := &r.Active.Camera; r.Demo.Player.Following() != 2 || c.Mode != camera.Eyes {
		t.Errorf("the press follows %d, mode %v", r.Demo.Player.Following(), c.Mode)
	}
	r.move(650, 300)
	r.lift(control.MouseRight)
	if c := &r.Active.Camera; r.Demo.Player.Following() != 2 || c.Mode != camera.Chase || c.ChaseTurn[1] == 0 {
		t.Errorf("dragging follows %d, mode %v, turned by %v", r.Demo.Player.Following(), c.Mode, c.ChaseTurn)
	}
	if says := r.see().Says; says != "Camera: chase" {
		t.Errorf("it says %q", says)
	}
}

// A watched player who is out of sight for more than two seconds of playing is left
// for somebody who can be seen. Meanwhile the picture stays where it was.
func TestLostPlayerIsHandedOver(t *testing.T) {
	r := newRigOf(t, "demoscope1.dm2", sample(t, "demoscope1.dm2"))
	lostAt, slot := firstLoss(t, r)
	r.Demo.Player.Follow(slot)
	r.seek(lostAt - 0.5)
	if !r.Demo.Player.Moment().Eye.Known {
		t.Fatalf("player %d is not seen at %v s", slot, lostAt-0.5)
	}
	// Paused, nothing is lost.
	r.seek(lostAt + 0.1)
	r.run(64 * 4)
	if got := r.Demo.Player.Following(); got != slot {
		t.Fatalf("paused, it watches %d", got)
	}
	r.seek(lostAt - 0.5)
	r.Demo.Player.SetPaused(false)
	r.run(32 + 4)
	view := r.Active.View
	for range 64 * 3 / 2 {
		r.pass(1. / 64)
		if r.Demo.Player.Following() != slot || r.Active.View != view || r.see().View != "out of sight" {
			t.Fatalf("after %v s it watches %d, %s, from %+v", r.Active.lost.since, r.Demo.Player.Following(),
				r.see().View, r.Active.View)
		}
	}
	r.run(64)
	s := r.see()
	name := r.Demo.Player.Moment().World.Players[slot].Name
	recorder := r.Demo.Player.Moment().World.Players[r.Demo.Player.Moment().World.Recorder].Name
	if s.Follow != world.Nobody || s.View != "recorder's view" || s.Says != name+" is out of sight; following "+
		recorder {
		t.Errorf("after the two seconds: %+v", s)
	}
}

// firstLoss returns when, in viewer's seconds, a player other than the recorder gets
// out of sight for three seconds after having been seen for one.
func firstLoss(t *testing.T, r *rig) (clock float64, slot int) {
	const step = 0.25
	seen, gone := map[int]int{}, map[int]int{}
	d, _ := r.Demo.Player.Duration()
	for clock := step; clock < d; clock += step {
		r.seek(clock)
		w := r.Demo.Player.Moment().World
		for i := range w.Players {
			p := &w.Players[i]
			switch {
			case i == w.Recorder:
			case p.Visible && gone[i] == 0:
				seen[i]++
			case p.Visible:
				seen[i], gone[i] = 1, 0
			case seen[i] >= 4:
				if gone[i]++; gone[i] == 13 {
					return clock - 12*step, i
				}
			default:
				seen[i] = 0
			}
		}
	}
	t.Fatal("nobody gets out of sight for three seconds")
	return 0, 0
}
