package camera

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/bsp"
	"demoscope/player"
	"demoscope/render/scene"
)

// vecNear reports whether two vectors are the same but for rounding.
func vecNear(a, b mgl32.Vec3, within float32) bool { return a.Sub(b).Len() <= within }

// flown returns how far a camera flies in two seconds, looking along y.
func flown(pitch float32, frames int, wish mgl32.Vec3, fast bool) mgl32.Vec3 {
	c := New()
	c.StartFree(scene.Camera{Origin: mgl32.Vec3{1, 2, 3}, Angles: mgl32.Vec3{pitch, 90, 30}})
	for range frames {
		c.Fly(wish, fast, 2/float64(frames))
	}
	return c.Origin.Sub(mgl32.Vec3{1, 2, 3})
}

// Two seconds at 400 units a second, less the start, are 771 units.
func TestFlying(t *testing.T) {
	for _, c := range []struct {
		name  string
		pitch float32
		wish  mgl32.Vec3
		fast  bool
		want  mgl32.Vec3
	}{
		{"forward", 0, mgl32.Vec3{1, 0, 0}, false, mgl32.Vec3{0, 771, 0}},
		{"back", 0, mgl32.Vec3{-1, 0, 0}, false, mgl32.Vec3{0, -771, 0}},
		{"right", 0, mgl32.Vec3{0, 1, 0}, false, mgl32.Vec3{771, 0, 0}},
		{"left", 0, mgl32.Vec3{0, -1, 0}, false, mgl32.Vec3{-771, 0, 0}},
		{"up", 0, mgl32.Vec3{0, 0, 1}, false, mgl32.Vec3{0, 0, 771}},
		{"down", 0, mgl32.Vec3{0, 0, -1}, false, mgl32.Vec3{0, 0, -771}},
		{"up, looking down", 60, mgl32.Vec3{0, 0, 1}, false, mgl32.Vec3{0, 0, 771}},
		{"forward, looking down", 30, mgl32.Vec3{1, 0, 0}, false, mgl32.Vec3{0, 668, -386}},
		{"back, looking up", -30, mgl32.Vec3{-1, 0, 0}, false, mgl32.Vec3{0, -668, -386}},
		{"slantwise no faster", 0, mgl32.Vec3{1, 1, 0}, false, mgl32.Vec3{545, 545, 0}},
		{"fast", 0, mgl32.Vec3{1, 0, 0}, true, mgl32.Vec3{0, 2314, 0}},
		{"both ways", 0, mgl32.Vec3{0, 0, 0}, false, mgl32.Vec3{}},
		{"nothing", 0, mgl32.Vec3{0, 0, 0}, true, mgl32.Vec3{}},
	} {
		if got := flown(c.pitch, 120, c.wish, c.fast); !vecNear(got, c.want, 12) {
			t.Errorf("%s: flew %v, want %v", c.name, got, c.want)
		}
		if a, b := flown(c.pitch, 400, c.wish, c.fast), flown(c.pitch, 100, c.wish, c.fast); !vecNear(a, b, 18) {
			t.Errorf("%s: at 200 frames a second flew %v, at 50 %v", c.name, a, b)
		}
	}
}

// Without a key the camera comes to rest soon, and wholly.
func TestFlyingStops(t *testing.T) {
	c := Camera{Mode: Free, Velocity: mgl32.Vec3{0, 400, 0}, Speed: flySpeed}
	for range 60 {
		c.Fly(mgl32.Vec3{0, 0, 0}, false, 1./60)
	}
	if c.Velocity != (mgl32.Vec3{}) || c.Origin[1] < 20 || c.Origin[1] > 32 {
		t.Errorf("after a second at %v with %v", c.Origin, c.Velocity)
	}
}

// The eyes' view is the eyes', with the demo's field of view, or 90 degrees.
func TestEyes(t *testing.T) {
	c := New()
	eye := player.Eye{Origin: mgl32.Vec3{100, 0, 50}, Angles: mgl32.Vec3{40, 0, 7}, FOV: 110, Known: true}
	if v := c.View(eye, nil); v.Origin != eye.Origin || v.Angles != eye.Angles || v.FOV != 110 {
		t.Errorf("the eyes see from %+v", v)
	}
	eye.FOV = 0
	if v := c.View(eye, nil); v.FOV != 90 {
		t.Errorf("without a field of view it is %v", v.FOV)
	}
	c.FOV = 75
	for _, mode := range []Mode{Eyes, Chase, Free} {
		c.Mode = mode
		if v := c.View(eye, nil); v.FOV != 75 {
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
		cam := Camera{Mode: Chase, ChaseTurn: c.turn, Distance: c.distance}
		v := cam.View(player.Eye{Origin: mgl32.Vec3{100, 0, 50}, Angles: c.angles, Known: true, FOV: 110}, nil)
		if !vecNear(v.Origin, c.origin, 0.01) || !vecNear(v.Angles, c.want, 1e-4) || v.FOV != 90 {
			t.Errorf("angles %v, turn %v: %+v, want from %v by %v", c.angles, c.turn, v, c.origin, c.want)
		}
	}
}

// The view of a dead player looks at the killer, keeps its direction when the killer and the body move, comes gently
// from the eye, and turns away from a wall.
func TestDeathLooksAtTheKiller(t *testing.T) {
	cam := New()
	eye := player.Eye{Origin: mgl32.Vec3{200, 0, 50}, Angles: mgl32.Vec3{30, 0, 0}, Known: true}
	before := cam.Move(eye, nil, 0.02)
	eye.ThirdPerson, eye.Angles = true, mgl32.Vec3{0, 0, 80}
	cam.Death = Death{At: eye.Origin, Known: true, Killer: mgl32.Vec3{200, 300, 50}, KillerKnown: true}
	if v := cam.Move(eye, nil, 0.02); v.Origin.Sub(before.Origin).Len() > 10 {
		t.Errorf("at the death the camera jumps from %v to %v", before.Origin, v.Origin)
	}
	for range 100 {
		cam.Death.Killer[0] += 5
		eye.Angles[1] += 3
		cam.Move(eye, nil, 0.02)
	}
	if v := cam.Move(eye, nil, 0.02); v.Angles[1] != 90 || v.Angles[2] != 0 ||
		!vecNear(v.Origin, mgl32.Vec3{200, -110, 98}, 0.01) {
		t.Errorf("two seconds later it is %+v", v)
	}
	at := eye.Origin
	eye.Origin = at.Add(mgl32.Vec3{0, 0, -100})
	if v := cam.Move(eye, nil, 0.02); v.Origin[2] < 90 {
		t.Errorf("the camera falls with the body to %v", v.Origin)
	}
	cam = New()
	eye.Origin, eye.Angles = mgl32.Vec3{60, 0, 50}, mgl32.Vec3{}
	if v := cam.View(eye, wall()); v.Origin.Sub(eye.Origin).Len() < minDeathDistance || v.Origin[0] < 36 {
		t.Errorf("before a wall the camera is at %v", v.Origin)
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

// The camera from behind stays 6 units before the wall.
func TestFromBehindStopsAtWalls(t *testing.T) {
	for _, c := range []struct {
		eye, yaw, distance, want float32
	}{
		{100, 0, 120, 36},    // 70 units back is the wall
		{100, 180, 120, 220}, // the wall is before the player
		{100, 0, 40, 60},     // nearer than the wall
		{100, 0, 66, 36},     // just nearer, but not by 6
		{36.5, 0, 120, 36},   // nearly no room at all
		{400, 0, 120, 280},
	} {
		cam := Camera{Mode: Chase, Distance: c.distance}
		v := cam.View(player.Eye{Origin: mgl32.Vec3{c.eye, 0, 50}, Angles: mgl32.Vec3{0, c.yaw, 0}, Known: true},
			wall())
		if !vecNear(v.Origin, [3]float32{c.want, 0, 66}, 0.01) {
			t.Errorf("eye at %v, yaw %v: the camera is at %v, want x %v", c.eye, c.yaw, v.Origin, c.want)
		}
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
		{"intermission first", &bsp.Map{Entities: []bsp.Entity{start, quake3, end}}, mgl32.Vec3{4, 5, 6},
			mgl32.Vec3{20, 30, 0}},
		{"Quake III's then", &bsp.Map{Entities: []bsp.Entity{start, quake3}}, mgl32.Vec3{-4, -5, -6},
			mgl32.Vec3{10, 20, 30}},
		{"eyes of who starts", &bsp.Map{Entities: []bsp.Entity{deathmatch, start}}, mgl32.Vec3{1, 2, 25},
			mgl32.Vec3{0, 90, 0}},
		{"of a deathmatch", &bsp.Map{Entities: []bsp.Entity{deathmatch}}, mgl32.Vec3{7, 8, 31}, mgl32.Vec3{0, 180, 0}},
		{"no entities", &bsp.Map{Models: room}, mgl32.Vec3{100, 25, 20}, mgl32.Vec3{25, 45, 0}},
		{"half a place", &bsp.Map{Entities: []bsp.Entity{entity("classname", "info_intermission", "origin", "4 five")}},
			mgl32.Vec3{4, 0, 0}, mgl32.Vec3{}},
	} {
		cam := New()
		if v := cam.View(player.Eye{}, c.m); v.Origin != c.origin || v.Angles != c.angles || v.FOV != 90 {
			t.Errorf("%s: %+v, want from %v by %v", c.name, v, c.origin, c.angles)
		}
	}
}

// However steeply a player looks, flying begins 64 units behind the eyes and 16 above
// them, and looks the same way.
func TestFlyingBeginsBehindOnTheLevel(t *testing.T) {
	for _, pitch := range []float32{0, 293, -67, 80} {
		got := Outside(scene.Camera{Origin: mgl32.Vec3{100, 0, 50}, Angles: mgl32.Vec3{pitch, 90, 80}}, nil)
		if !vecNear(got.Origin, [3]float32{100, -64, 66}, 0.01) || got.Angles != [3]float32{pitch, 90, 80} {
			t.Errorf("pitch %v: flying begins at %+v", pitch, got)
		}
	}
}

// Under a low ceiling the camera from behind is not in it.
func TestFromBehindStaysBelowCeilings(t *testing.T) {
	ceiling := wall() // solid where z is more than 70
	ceiling.Planes[0] = bsp.Plane{Normal: [3]float32{0, 0, -1}, Dist: -70, Type: bsp.PlaneOblique}
	for z, want := range map[float32]float32{20: 36, 40: 56, 50: 62, 60: 62} {
		cam := Camera{Mode: Chase, Distance: 40}
		v := cam.View(player.Eye{Origin: mgl32.Vec3{0, 0, z}, Known: true}, ceiling)
		if !vecNear(v.Origin, [3]float32{-40, 0, want}, 0.01) {
			t.Errorf("eye at %v: the camera is at %v, want z %v", z, v.Origin, want)
		}
	}
}

// Everybody is in the middle of what is not covered of the picture, 220 units from its sides at
// least, with the longer side of where the items are along that of the picture.
func TestEverybodyFillsThePicture(t *testing.T) {
	level := func(x, y string) *bsp.Map {
		item := func(class, origin string) bsp.Entity {
			return bsp.Entity{{Key: "classname", Value: class}, {Key: "origin", Value: origin}}
		}
		return &bsp.Map{
			Models: []bsp.Model{{Maxs: [3]float32{9000, 9000, 500}}},
			Entities: []bsp.Entity{item("item_health", "0 0 0"), item("weapon_nailgun", x+" "+y+" 0"),
				item("light", "8000 4000 0")},
		}
	}
	for _, c := range []struct {
		name            string
		m               *bsp.Map
		aspect, covered float32
		origin          mgl32.Vec3
		yaw             float32
	}{
		{"no map", nil, 0, 0, mgl32.Vec3{500, 1000, 1726.67}, 90},
		{"a level as wide as high", level("1000", "1100"), 16. / 9, 0, mgl32.Vec3{500, 1000, 1726.67}, 90},
		{"a high level", level("1000", "2000"), 16. / 9, 0, mgl32.Vec3{500, 1000, 1060}, 0},
		{"above a bar", level("1000", "2000"), 16. / 9, 0.2, mgl32.Vec3{320, 1000, 1300}, 0},
		{"a wide level in a high picture", level("3000", "2000"), 0.5, 0, mgl32.Vec3{500, 1000, 3353.33}, 0},
		{"a high level in a high picture", level("1000", "2000"), 0.5, 0, mgl32.Vec3{500, 1000, 2020}, 90},
	} {
		cam := New()
		cam.Staged, cam.Aspect, cam.Covered = OverviewStage, c.aspect, c.covered
		cam.LivingEyes = []mgl32.Vec3{{0, 0, 0}, {1000, 0, 0}, {0, 2000, 100}}
		if v := cam.View(player.Eye{}, c.m); !vecNear(v.Origin, c.origin, 0.02) ||
			v.Angles != (mgl32.Vec3{90, c.yaw, 0}) || v.Near <= 0 {
			t.Errorf("%s: %+v, want from %v, yaw %v", c.name, v, c.origin, c.yaw)
		}
	}
}

// Who is seen from above is in the middle of what is not covered, at every height.
func TestAboveABar(t *testing.T) {
	for height, want := range map[float32][3]float32{640: {10, 20 - 96, 690}, 1000: {10, 20 - 150, 1050}} {
		cam := New()
		cam.Mode, cam.Covered, cam.Height = Overhead, 0.2, height
		if v := cam.View(player.Eye{Origin: mgl32.Vec3{10, 20, 50}, Known: true}, nil); !vecNear(v.Origin, want, 0.01) {
			t.Errorf("from %v units: %+v, want from %v", height, v, want)
		}
	}
}
