package render

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/hajimehoshi/ebiten/v2"

	"demoscope/bsp"
	"demoscope/player"
	"demoscope/player/world"
	"demoscope/render/hud"
	"demoscope/render/scene"
)

// vecNear reports whether two vectors are the same but for rounding.
func vecNear(a, b [3]float32, within float32) bool {
	return mgl32.Vec3(a).Sub(mgl32.Vec3(b)).Len() <= within
}

// flown returns how far a camera flies in two seconds, looking along y.
func flown(pitch float32, frames int, h held) mgl32.Vec3 {
	c := newCamera()
	c.takeOff(scene.Camera{Origin: mgl32.Vec3{1, 2, 3}, Angles: mgl32.Vec3{pitch, 90, 30}})
	for range frames {
		c.fly(&h, 2/float64(frames))
	}
	return c.origin.Sub(mgl32.Vec3{1, 2, 3})
}

// Two seconds at 400 units a second, less the start, are 771 units.
func TestFlying(t *testing.T) {
	for _, c := range []struct {
		name  string
		pitch float32
		held  held
		want  mgl32.Vec3
	}{
		{"forward", 0, held{forward: true}, mgl32.Vec3{0, 771, 0}},
		{"back", 0, held{back: true}, mgl32.Vec3{0, -771, 0}},
		{"right", 0, held{right: true}, mgl32.Vec3{771, 0, 0}},
		{"left", 0, held{left: true}, mgl32.Vec3{-771, 0, 0}},
		{"up", 0, held{up: true}, mgl32.Vec3{0, 0, 771}},
		{"down", 0, held{down: true}, mgl32.Vec3{0, 0, -771}},
		{"up, looking down", 60, held{up: true}, mgl32.Vec3{0, 0, 771}},
		{"forward, looking down", 30, held{forward: true}, mgl32.Vec3{0, 668, -386}},
		{"back, looking up", -30, held{back: true}, mgl32.Vec3{0, -668, -386}},
		{"slantwise no faster", 0, held{forward: true, right: true}, mgl32.Vec3{545, 545, 0}},
		{"fast", 0, held{forward: true, fast: true}, mgl32.Vec3{0, 2314, 0}},
		{"both ways", 0, held{forward: true, back: true, left: true, right: true, up: true, down: true}, mgl32.Vec3{}},
		{"nothing", 0, held{fast: true, playBack: true}, mgl32.Vec3{}},
	} {
		if got := flown(c.pitch, 120, c.held); !vecNear(got, c.want, 12) {
			t.Errorf("%s: flew %v, want %v", c.name, got, c.want)
		}
		if a, b := flown(c.pitch, 400, c.held), flown(c.pitch, 100, c.held); !vecNear(a, b, 18) {
			t.Errorf("%s: at 200 frames a second flew %v, at 50 %v", c.name, a, b)
		}
	}
}

// Without a key the camera comes to rest soon, and wholly.
func TestFlyingStops(t *testing.T) {
	c := camera{mode: freeFly, velocity: mgl32.Vec3{0, 400, 0}, speed: flySpeed}
	for range 60 {
		c.fly(&held{}, 1./60)
	}
	if c.velocity != (mgl32.Vec3{}) || c.origin[1] < 20 || c.origin[1] > 32 {
		t.Errorf("after a second at %v with %v", c.origin, c.velocity)
	}
}

func TestTakeOffAndLand(t *testing.T) {
	c := newCamera()
	c.velocity = mgl32.Vec3{9, 9, 9}
	c.toggleChase()
	c.takeOff(scene.Camera{Origin: mgl32.Vec3{1, 2, 3}, Angles: mgl32.Vec3{100, 90, 30}})
	if c.mode != freeFly || c.origin != (mgl32.Vec3{1, 2, 3}) || c.angles != (mgl32.Vec3{89, 90, 0}) || c.velocity != (mgl32.Vec3{}) {
		t.Errorf("took off to %+v", c)
	}
	c.takeOff(scene.Camera{})
	if c.origin != (mgl32.Vec3{1, 2, 3}) {
		t.Error("it took off while flying")
	}
	if v := c.view(player.Eye{Origin: mgl32.Vec3{7, 7, 7}, Known: true, FOV: 110}, nil); v.Origin != (mgl32.Vec3{1, 2, 3}) || v.Angles != (mgl32.Vec3{89, 90, 0}) || v.FOV != 90 {
		t.Errorf("flying it sees from %+v", v)
	}
	for pitch, want := range map[float32]float32{350: -10, 271: -89, 269: -89, 10: 10, 370: 10, -350: 10, 95: 89, 265: -89} {
		c := newCamera()
		if c.takeOff(scene.Camera{Angles: mgl32.Vec3{pitch, 0, 0}}); c.angles[0] != want {
			t.Errorf("a pitch of %v flies with %v, want %v", pitch, c.angles[0], want)
		}
	}
	c.land()
	if c.mode != chase {
		t.Errorf("landed as %v", c.mode)
	}
	c.land()
	if c.mode != chase {
		t.Errorf("landed twice as %v", c.mode)
	}
}

// A hundred device-independent pixels are 11 degrees; to the right and down is
// a smaller yaw and a larger pitch.
func TestTurning(t *testing.T) {
	for _, c := range []struct {
		mode       cameraMode
		dx, dy     float32
		angles     mgl32.Vec3
		turn       mgl32.Vec2
		wantAngles mgl32.Vec3
		wantTurn   mgl32.Vec2
	}{
		{freeFly, 100, 50, mgl32.Vec3{0, 90, 0}, mgl32.Vec2{}, mgl32.Vec3{5.5, 79, 0}, mgl32.Vec2{}},
		{freeFly, -100, -50, mgl32.Vec3{0, 175, 0}, mgl32.Vec2{}, mgl32.Vec3{-5.5, -174, 0}, mgl32.Vec2{}},
		{freeFly, 0, 1e4, mgl32.Vec3{}, mgl32.Vec2{}, mgl32.Vec3{89, 0, 0}, mgl32.Vec2{}},
		{freeFly, 0, -1e4, mgl32.Vec3{}, mgl32.Vec2{}, mgl32.Vec3{-89, 0, 0}, mgl32.Vec2{}},
		{chase, 100, 50, mgl32.Vec3{}, mgl32.Vec2{1, 2}, mgl32.Vec3{}, mgl32.Vec2{6.5, -9}},
		{chase, 0, 1e4, mgl32.Vec3{}, mgl32.Vec2{}, mgl32.Vec3{}, mgl32.Vec2{80, 0}},
		{chase, 0, -1e4, mgl32.Vec3{}, mgl32.Vec2{}, mgl32.Vec3{}, mgl32.Vec2{-80, 0}},
		{firstPerson, 100, 50, mgl32.Vec3{}, mgl32.Vec2{}, mgl32.Vec3{}, mgl32.Vec2{}},
	} {
		got := camera{mode: c.mode, angles: c.angles, turn: c.turn}
		got.turnBy(c.dx, c.dy)
		if !vecNear(got.angles, c.wantAngles, 1e-3) || got.turn.Sub(c.wantTurn).Len() > 1e-3 {
			t.Errorf("mode %v by %v, %v: angles %v, turn %v, want %v, %v", c.mode, c.dx, c.dy, got.angles, got.turn, c.wantAngles, c.wantTurn)
		}
	}
}

// The wheel up is faster, or nearer, by a quarter a notch.
func TestScrolling(t *testing.T) {
	for _, c := range []struct {
		mode            cameraMode
		notches         float32
		speed, distance float32
	}{
		{freeFly, 1, 500, 120}, {freeFly, -1, 320, 120}, {freeFly, 2, 625, 120}, {freeFly, 99, 6400, 120}, {freeFly, -99, 25, 120},
		{chase, 1, 400, 96}, {chase, -1, 400, 150}, {chase, 99, 400, 40}, {chase, -99, 400, 1200},
		{firstPerson, 3, 400, 120},
	} {
		got := newCamera()
		got.mode = c.mode
		got.scroll(c.notches)
		if !mgl32.FloatEqualThreshold(got.speed, c.speed, 1e-4) || !mgl32.FloatEqualThreshold(got.distance, c.distance, 1e-4) {
			t.Errorf("mode %v, %v notches: speed %v, distance %v, want %v, %v", c.mode, c.notches, got.speed, got.distance, c.speed, c.distance)
		}
	}
}

// The eyes' view is the eyes', with the demo's field of view, or 90 degrees.
func TestEyes(t *testing.T) {
	c := newCamera()
	eye := player.Eye{Origin: mgl32.Vec3{100, 0, 50}, Angles: mgl32.Vec3{40, 0, 7}, FOV: 110, Known: true}
	if v := c.view(eye, nil); v.Origin != eye.Origin || v.Angles != eye.Angles || v.FOV != 110 {
		t.Errorf("the eyes see from %+v", v)
	}
	eye.FOV = 0
	if v := c.view(eye, nil); v.FOV != 90 {
		t.Errorf("without a field of view it is %v", v.FOV)
	}
	c.fov = 75
	for _, mode := range []cameraMode{firstPerson, chase, freeFly} {
		c.mode = mode
		if v := c.view(eye, nil); v.FOV != 75 {
			t.Errorf("mode %v: a field of view of 75 is %v", mode, v.FOV)
		}
	}
}

// From behind: 16 units above the eye and 120 behind it, half as steep as the
// player looks.
func TestFromBehind(t *testing.T) {
	for _, c := range []struct {
		angles   mgl32.Vec3
		turn     mgl32.Vec2
		distance float32
		origin   mgl32.Vec3
		want     mgl32.Vec3 // angles
	}{
		{mgl32.Vec3{0, 0, 0}, mgl32.Vec2{}, 120, mgl32.Vec3{-20, 0, 66}, mgl32.Vec3{0, 0, 0}},
		{mgl32.Vec3{0, 90, 5}, mgl32.Vec2{}, 200, mgl32.Vec3{100, -200, 66}, mgl32.Vec3{0, 90, 0}},
		{mgl32.Vec3{60, 0, 0}, mgl32.Vec2{}, 120, mgl32.Vec3{-3.92, 0, 126}, mgl32.Vec3{30, 0, 0}},
		{mgl32.Vec3{0, 0, 0}, mgl32.Vec2{30, 90}, 120, mgl32.Vec3{100, -103.92, 126}, mgl32.Vec3{30, 90, 0}},
		{mgl32.Vec3{350, 0, 0}, mgl32.Vec2{}, 120, mgl32.Vec3{-19.54, 0, 55.54}, mgl32.Vec3{-5, 0, 0}}, // 10 degrees up
		{mgl32.Vec3{300, 0, 0}, mgl32.Vec2{}, 120, mgl32.Vec3{-3.92, 0, 6}, mgl32.Vec3{-30, 0, 0}},
		{mgl32.Vec3{80, 0, 0}, mgl32.Vec2{80, 0}, 100, mgl32.Vec3{91.28, 0, 165.62}, mgl32.Vec3{85, 0, 0}},
		{mgl32.Vec3{-80, 0, 0}, mgl32.Vec2{-80, 0}, 100, mgl32.Vec3{91.28, 0, -33.62}, mgl32.Vec3{-85, 0, 0}},
	} {
		cam := camera{mode: chase, turn: c.turn, distance: c.distance}
		v := cam.view(player.Eye{Origin: mgl32.Vec3{100, 0, 50}, Angles: c.angles, Known: true, FOV: 110}, nil)
		if !vecNear(v.Origin, c.origin, 0.01) || !vecNear(v.Angles, c.want, 1e-4) || v.FOV != 90 {
			t.Errorf("angles %v, turn %v: %+v, want from %v by %v", c.angles, c.turn, v, c.origin, c.want)
		}
	}
}

// A dead player is shown from 110 units behind and 48 above the eye, looking at a point 512
// units before it.
func TestThirdPerson(t *testing.T) {
	for _, c := range []struct {
		angles, origin, want mgl32.Vec3
	}{
		{mgl32.Vec3{0, 0, 0}, mgl32.Vec3{-10, 0, 98}, mgl32.Vec3{4.413, 0, 0}}, // atan(48/622)
		{mgl32.Vec3{0, 90, 40}, mgl32.Vec3{100, -110, 98}, mgl32.Vec3{4.413, 90, 0}},
		{mgl32.Vec3{60, 180, 0}, mgl32.Vec3{195.26, 0, 153}, mgl32.Vec3{45.48, 180, 0}}, // the point is 45 degrees down at most
		{mgl32.Vec3{340, 0, 0}, mgl32.Vec3{-8.33, 0, 78.90}, mgl32.Vec3{-13.93, 0, 0}},
	} {
		cam := newCamera()
		v := cam.view(player.Eye{Origin: mgl32.Vec3{100, 0, 50}, Angles: c.angles, Known: true, ThirdPerson: true, FOV: 110}, nil)
		if !vecNear(v.Origin, c.origin, 0.01) || !vecNear(v.Angles, c.want, 0.01) || v.FOV != 110 {
			t.Errorf("angles %v: %+v, want from %v by %v", c.angles, v, c.origin, c.want)
		}
	}
}

// wall is a map that is solid where x is less than 30.
func wall() *bsp.Map {
	return &bsp.Map{
		Planes: []bsp.Plane{{Normal: [3]float32{1, 0, 0}, Dist: 30}},
		Nodes:  []bsp.Node{{Plane: 0, Children: [2]int32{^1, ^0}, Parent: -1}},
		Leaves: []bsp.Leaf{{Contents: bsp.ContentsSolid, Cluster: -1}, {Cluster: 0}},
		Models: []bsp.Model{{HeadNode: 0}},
	}
}

// The camera from behind stays before the wall: it is looked for every 8 units
// and kept 12 away from.
func TestFromBehindStopsAtWalls(t *testing.T) {
	for _, c := range []struct {
		eye, yaw, distance, want float32
	}{
		{100, 0, 120, 48},    // 72 units back is the wall, 52 are free
		{100, 180, 120, 220}, // the wall is before the player
		{100, 0, 40, 60},     // nearer than the wall
		{100, 0, 60, 48},     // just nearer, but not by 12
		{35, 0, 120, 35},     // no room at all
		{400, 0, 120, 280},
	} {
		cam := camera{mode: chase, distance: c.distance}
		v := cam.view(player.Eye{Origin: mgl32.Vec3{c.eye, 0, 50}, Angles: mgl32.Vec3{0, c.yaw, 0}, Known: true}, wall())
		if !vecNear(v.Origin, [3]float32{c.want, 0, 66}, 0.01) {
			t.Errorf("eye at %v, yaw %v: the camera is at %v, want x %v", c.eye, c.yaw, v.Origin, c.want)
		}
	}
}

// In a real level, at every moment of a recording, the camera from behind is
// not in a wall, and often one is in its way.
func TestFromBehindIsNeverInAWall(t *testing.T) {
	r := newRig(t)
	m := r.demo.currentMap()
	r.press("C")
	nearer := 0
	for clock := range 60 {
		for slot := range 4 {
			r.demo.player.Follow(slot)
			r.seek(float64(clock))
			eye := r.demo.player.Moment().Eye
			if !eye.Known {
				continue
			}
			v := r.demo.view
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

// Without eyes the level is seen from where the map says, or from its middle.
func TestOverview(t *testing.T) {
	entity := func(pairs ...string) (e bsp.Entity) {
		for i := 0; i < len(pairs); i += 2 {
			e = append(e, bsp.Entity{{Key: pairs[i], Value: pairs[i+1]}}...)
		}
		return e
	}
	start := entity("classname", "info_player_start", "origin", "1 2 3", "angle", "90")
	deathmatch := entity("classname", "info_player_deathmatch", "origin", "7 8 9", "angle", "180")
	end := entity("classname", "info_intermission", "origin", "4 5 6", "mangle", "20 30 0")
	quake3 := entity("classname", "info_player_intermission", "origin", "-4 -5 -6", "angles", "10 20 30")
	room := []bsp.Model{{Mins: [3]float32{-100, 0, 10}, Maxs: [3]float32{300, 50, 30}}}
	for _, c := range []struct {
		name           string
		m              *bsp.Map
		origin, angles mgl32.Vec3
	}{
		{"no map", nil, mgl32.Vec3{-256, -256, 192}, mgl32.Vec3{25, 45, 0}},
		{"intermission first", &bsp.Map{Entities: []bsp.Entity{start, quake3, end}}, mgl32.Vec3{4, 5, 6}, mgl32.Vec3{20, 30, 0}},
		{"Quake III's then", &bsp.Map{Entities: []bsp.Entity{start, quake3}}, mgl32.Vec3{-4, -5, -6}, mgl32.Vec3{10, 20, 30}},
		{"eyes of who starts", &bsp.Map{Entities: []bsp.Entity{deathmatch, start}}, mgl32.Vec3{1, 2, 25}, mgl32.Vec3{0, 90, 0}},
		{"of a deathmatch", &bsp.Map{Entities: []bsp.Entity{deathmatch}}, mgl32.Vec3{7, 8, 31}, mgl32.Vec3{0, 180, 0}},
		{"no entities", &bsp.Map{Models: room}, mgl32.Vec3{100, 25, 20}, mgl32.Vec3{25, 45, 0}},
		{"half a place", &bsp.Map{Entities: []bsp.Entity{entity("classname", "info_intermission", "origin", "4 five")}}, mgl32.Vec3{4, 0, 0}, mgl32.Vec3{}},
	} {
		cam := newCamera()
		if v := cam.view(player.Eye{}, c.m); v.Origin != c.origin || v.Angles != c.angles || v.FOV != 90 {
			t.Errorf("%s: %+v, want from %v by %v", c.name, v, c.origin, c.angles)
		}
	}
}

// Flying begins where the picture was taken from, and the keys move it: after
// a second by 371 units.
func TestKeysFly(t *testing.T) {
	// Behind the dead player whose eye is at 20.875, 304, 8: 110 units back along
	// 141.636 degrees and 48 up, looking 4.413 degrees down.
	start := mgl32.Vec3{20.875 + 86.249, 304 - 68.273, 56}
	for _, c := range []struct {
		keys []string
		want mgl32.Vec3 // in a second
	}{
		{[]string{"W"}, mgl32.Vec3{-290, 229, -29}},
		{[]string{"S"}, mgl32.Vec3{290, -229, 29}},
		{[]string{"D"}, mgl32.Vec3{230, 291, 0}},
		{[]string{"A"}, mgl32.Vec3{-230, -291, 0}},
		{[]string{"E"}, mgl32.Vec3{0, 0, 371}},
		{[]string{"Q"}, mgl32.Vec3{0, 0, -371}},
		{[]string{"W", "Shift"}, mgl32.Vec3{-870, 689, -86}},
	} {
		r := newRig(t)
		for _, k := range c.keys {
			r.input.down[r.chord(k).Key] = true
		}
		r.run(64)
		if got := r.viewing.camera.origin.Sub(start); !vecNear(got, c.want, 20) {
			t.Errorf("%v: flew %v, want %v", c.keys, got, c.want)
		}
		if v := r.demo.view; mgl32.Vec3(v.Origin) != r.viewing.camera.origin || !near(float64(v.Angles[1]), 141.636, 1e-3) {
			t.Errorf("%v: the picture is taken by %+v", c.keys, v)
		}
	}
}

// The pointer turns a flying camera, and one from behind while the right button
// is down.
func TestPointerTurns(t *testing.T) {
	r := newRig(t)
	r.press("F")
	r.move(740, 350)
	if v := r.demo.view; !vecNear(v.Angles, [3]float32{9.913, 130.636, 0}, 1e-3) || r.hudIn.MouseKnown {
		t.Errorf("flying, turned to %v; there is a pointer: %v", v.Angles, r.hudIn.MouseKnown)
	}
	r.press("Esc") // gives the pointer back
	if !r.hudIn.MouseKnown || r.hudIn.MouseX != 740 || r.hudIn.MouseY != 350 {
		t.Errorf("the pointer is at %v, %v", r.hudIn.MouseX, r.hudIn.MouseY)
	}
	r.move(640, 300)
	if v := r.demo.view; !vecNear(v.Angles, [3]float32{9.913, 130.636, 0}, 1e-3) {
		t.Errorf("without the pointer, turned to %v", v.Angles)
	}
	r.click(hud.Rect{X: 100, Y: 100})
	if !r.window.captured {
		t.Error("a click does not go on with flying")
	}

	r = newRig(t)
	r.press("C")
	r.move(100, 100)
	r.move(200, 150)
	if v := r.demo.view; !vecNear(v.Angles, [3]float32{0, 141.636, 0}, 1e-3) {
		t.Errorf("without a button, turned to %v", v.Angles)
	}
	r.input.buttons[ebiten.MouseButtonRight] = true
	r.move(300, 200)
	if v := r.demo.view; !vecNear(v.Angles, [3]float32{5.5, 130.636, 0}, 1e-3) {
		t.Errorf("with the right button, turned to %v", v.Angles)
	}
	r.press("C")
	r.press("C")
	if v := r.demo.view; !vecNear(v.Angles, [3]float32{0, 141.636, 0}, 1e-3) {
		t.Errorf("behind the player again, turned to %v", v.Angles)
	}

	r = newRig(t)
	r.size.Scale = 2
	r.press("F")
	r.move(740, 350)
	if v := r.demo.view; !vecNear(v.Angles, [3]float32{7.163, 136.136, 0}, 1e-3) {
		t.Errorf("on a dense screen, turned to %v", v.Angles)
	}
}

// The wheel changes the camera's speed, or how far behind it is.
func TestWheel(t *testing.T) {
	r := newRig(t)
	r.turn(1)
	r.press("C")
	r.turn(1)
	r.press("F")
	r.turn(-1)
	if c := &r.viewing.camera; c.speed != 320 || !near(float64(c.distance), 96, 1e-3) {
		t.Errorf("speed %v, distance %v", c.speed, c.distance)
	}
}

// Through a player's eyes, and only there, what shakes the view is added if the
// viewer wants it: at 25 s the watched player strafes to the left at 360 units a
// second, which is a roll of -2 degrees.
func TestViewKick(t *testing.T) {
	r := newRig(t)
	r.seek(25)
	roll := func() float64 { return round4(float64(r.demo.view.Angles[2])) }
	if roll() != 0 {
		t.Errorf("at first the roll is %v", roll())
	}
	if r.press("Z"); roll() != -2 {
		t.Errorf("the roll is %v", roll())
	}
	if r.press("C"); roll() != 0 {
		t.Errorf("from behind the roll is %v", roll())
	}
	r.press("C")
	if r.press("Z"); roll() != 0 {
		t.Errorf("in the end the roll is %v", roll())
	}
}

// Flying begins outside of the body: at no moment of a recording is the camera in the
// player whose eyes it was, nor in a wall, unless there is no room.
func TestFlyingBeginsOutside(t *testing.T) {
	r := newRig(t)
	m := r.demo.currentMap()
	flights := 0
	for clock := range 60 {
		r.seek(float64(clock))
		eye := r.demo.player.Moment().Eye
		if !eye.Known {
			continue
		}
		r.press("F")
		at := r.viewing.camera.origin
		if d := at.Sub(eye.Origin).Len(); d < 16 || d > 80 && !eye.ThirdPerson || d > 130 {
			t.Errorf("at %v s flying begins %v from the eye", clock, d)
		}
		if m.Leaves[m.LeafAt(at)].Cluster < 0 {
			t.Errorf("at %v s flying begins in a wall", clock)
		}
		flights++
		r.press("F")
	}
	if flights < 50 {
		t.Errorf("only %d flights", flights)
	}
}

// However steeply a player looks, flying begins 64 units behind the eyes and 16 above
// them, and looks the same way.
func TestFlyingBeginsBehindOnTheLevel(t *testing.T) {
	for _, pitch := range []float32{0, 293, -67, 80} {
		got := outside(scene.Camera{Origin: mgl32.Vec3{100, 0, 50}, Angles: mgl32.Vec3{pitch, 90, 80}}, nil)
		if !vecNear(got.Origin, [3]float32{100, -64, 66}, 0.01) || got.Angles != [3]float32{pitch, 90, 80} {
			t.Errorf("pitch %v: flying begins at %+v", pitch, got)
		}
	}
}

// Under a low ceiling the camera from behind is not in it.
func TestFromBehindStaysBelowCeilings(t *testing.T) {
	ceiling := wall() // solid where z is more than 70
	ceiling.Planes[0] = bsp.Plane{Normal: [3]float32{0, 0, -1}, Dist: -70, Type: bsp.PlaneOblique}
	for z, want := range map[float32]float32{20: 36, 40: 56, 50: 54, 60: 60} {
		cam := camera{mode: chase, distance: 40}
		v := cam.view(player.Eye{Origin: mgl32.Vec3{0, 0, z}, Known: true}, ceiling)
		if !vecNear(v.Origin, [3]float32{-40, 0, want}, 0.01) {
			t.Errorf("eye at %v: the camera is at %v, want z %v", z, v.Origin, want)
		}
	}
}

// Turning the camera from behind with the right button changes the player neither
// when it goes down nor when it goes up; a click without a movement does.
func TestTurningKeepsThePlayer(t *testing.T) {
	r := newRig(t)
	r.demo.player.Follow(2)
	r.press("C")
	r.move(600, 300)
	r.hit(ebiten.MouseButtonRight)
	if got := r.demo.player.Following(); got != 2 {
		t.Errorf("the press watches %d", got)
	}
	for x := range 20 {
		r.move(600+float32(x)*5, 300)
	}
	r.move(600, 300) // and back to where it began
	turned := r.viewing.camera.turn
	r.lift(ebiten.MouseButtonRight)
	r.pass(0.1)
	if got := r.demo.player.Following(); got != 2 || r.viewing.camera.mode != chase {
		t.Errorf("turning watches %d, mode %v", got, r.viewing.camera.mode)
	}
	r.move(700, 350)
	if r.viewing.camera.turn != turned {
		t.Error("it turns without the button")
	}
	r.hit(ebiten.MouseButtonRight)
	r.move(702, 351)
	r.lift(ebiten.MouseButtonRight)
	r.pass(0)
	if got := r.demo.player.Following(); got != 1 {
		t.Errorf("a click watches %d, want the player before", got)
	}
}

// A watched player who is out of sight for more than two seconds of playing is left
// for somebody who can be seen. Meanwhile the picture stays where it was.
func TestLostPlayerIsHandedOver(t *testing.T) {
	r := newRigOf(t, "demoscope1.dm2", sample(t, "demoscope1.dm2"))
	lostAt, slot := firstLoss(t, r)
	r.demo.player.Follow(slot)
	r.seek(lostAt - 0.5)
	if !r.demo.player.Moment().Eye.Known {
		t.Fatalf("player %d is not seen at %v s", slot, lostAt-0.5)
	}
	// Paused, nothing is lost.
	r.seek(lostAt + 0.1)
	r.run(64 * 4)
	if got := r.demo.player.Following(); got != slot {
		t.Fatalf("paused, it watches %d", got)
	}
	r.seek(lostAt - 0.5)
	r.demo.player.SetPaused(false)
	r.run(32 + 4)
	view := r.demo.view
	for range 64 * 3 / 2 {
		r.pass(1. / 64)
		if r.demo.player.Following() != slot || r.demo.view != view || r.see().View != "out of sight" {
			t.Fatalf("after %v s it watches %d, %s, from %+v", r.demo.lost.since, r.demo.player.Following(), r.see().View, r.demo.view)
		}
	}
	r.run(64)
	s := r.see()
	name := r.demo.player.Moment().World.Players[slot].Name
	recorder := r.demo.player.Moment().World.Players[r.demo.player.Moment().World.Recorder].Name
	if s.Follow != world.Nobody || s.View != "recorder's view" || s.Says != name+" is out of sight: watching "+recorder {
		t.Errorf("after the two seconds: %+v", s)
	}
}

// firstLoss returns when, in viewer's seconds, a player other than the recorder gets
// out of sight for three seconds after having been seen for one.
func firstLoss(t *testing.T, r *rig) (clock float64, slot int) {
	const step = 0.25
	seen, gone := map[int]int{}, map[int]int{}
	d, _ := r.demo.player.Duration()
	for clock := step; clock < d; clock += step {
		r.seek(clock)
		w := r.demo.player.Moment().World
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
