package scene

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	figures "demoscope/assets/figure"
	models "demoscope/assets/model"
	"demoscope/player"
	"demoscope/player/weapon"
	"demoscope/player/world"
)

// runner is a moment through the eye of a player who runs along y at 400 units a second.
func runner(g world.Game, time float64) *player.Moment {
	m := momentOf(vec{0, 0, 0})
	m.World.Game, m.Time, m.Clock, m.Lerp = g, time, time, 0.5
	m.Eye.Slot, m.Eye.Known = 0, true
	m.Poses[0].Velocity, m.Poses[0].VelocityKnown = mgl32.Vec3{0, 400, 0}, true
	return m
}

// gunOf returns where the weapon is and how it is turned before a camera at 10, 0, 0 that
// looks along x.
func gunOf(m *player.Moment) (origin, forward mgl32.Vec3) {
	s := New()
	s.begin(nil, Camera{Origin: vec{10, 0, 0}, FOV: 90}, View{400, 300, 1}, &Options{FirstPerson: true})
	at := s.bodies.gunAt(m, 0)
	return at.Origin, at.Axis.Col(0)
}

func near(a, b mgl32.Vec3) bool { return a.Sub(b).Len() < 0.01 }

// TestQuakesWeaponBobs: 8 units at that speed, of which 0.3 are steady and 0.7 swing in 0.6 s,
// from -7 to 4; 0.4 of that is along the view. Recoil turns the view and not the weapon.
func TestQuakesWeaponBobs(t *testing.T) {
	for time, want := range map[float64]float32{0: 0.4 * 2.4, 0.15: 0.4 * 4, 0.45: 0.4 * -3.2, 600.45: 0.4 * -3.2,
		0.3: 0.4 * 2.4} {
		if at, forward := gunOf(runner(world.Quake, time)); !near(at, mgl32.Vec3{10 + want, 0, 0}) ||
			!near(forward, mgl32.Vec3{1, 0, 0}) {
			t.Errorf("at %v s the weapon is at %v along %v, want %v before the eye", time, at, forward, want)
		}
	}
	m := runner(world.QuakeWorld, 0)
	m.World.View.Known, m.World.View.Punch, m.World.Recorder = true, mgl32.Vec3{-30, 0, 0}, 0
	if _, forward := gunOf(m); !near(forward, mgl32.Vec3{0.866, 0, -0.5}) {
		t.Errorf("a recoil of 30 degrees turns the weapon to %v", forward)
	}
}

// TestQuake2sWeaponIsHeld as the server says, between its frames.
func TestQuake2sWeaponIsHeld(t *testing.T) {
	m := runner(world.Quake2, 0)
	p := &m.World.Players[0]
	p.Gun = world.Gun{Known: true, Offset: mgl32.Vec3{0, 2, 4}, Angles: mgl32.Vec3{0, 60, 0}}
	if at, forward := gunOf(m); !near(at, mgl32.Vec3{10, 2, 4}) || !near(forward, mgl32.Vec3{0.5, 0.866, 0}) {
		t.Errorf("the first: %v along %v", at, forward)
	}
	p.WasGun = world.Gun{Known: true}
	if at, forward := gunOf(m); !near(at, mgl32.Vec3{10, 1, 2}) || !near(forward, mgl32.Vec3{0.866, 0.5, 0}) {
		t.Errorf("half of the way: %v along %v", at, forward)
	}
	// A gun that cannot be drawn stays before the camera.
	bad := float32(math.NaN())
	for _, gun := range []world.Gun{{Known: true, Offset: mgl32.Vec3{0, bad, 4}},
		{Known: true, Angles: mgl32.Vec3{0, 60, bad}}} {
		p.Gun, p.WasGun = gun, gun
		if at, forward := gunOf(m); !near(at, mgl32.Vec3{10, 0, 0}) || !near(forward, mgl32.Vec3{1, 0, 0}) {
			t.Errorf("%+v: %v along %v", gun, at, forward)
		}
	}
}

// TestQuake3sWeaponSways by 0.01 degrees of yaw for each unit a second in the middle of a
// step, to the other side for the other foot, and drifts.
func TestQuake3sWeaponSways(t *testing.T) {
	for _, c := range []struct {
		was, bob uint8
		want     mgl32.Vec3
	}{
		{64, 64, mgl32.Vec3{2, 4, 2}}, {192, 192, mgl32.Vec3{2, -4, -2}}, {0, 0, mgl32.Vec3{}},
		{32, 96, mgl32.Vec3{2, 4, 2}},
		{250, 6, mgl32.Vec3{}}, // over the end of the cycle
	} {
		m := runner(world.Quake3, 0)
		m.World.Players[0].WasGun, m.World.Players[0].Gun = world.Gun{Known: true, Bob: c.was},
			world.Gun{Known: true, Bob: c.bob}
		if got := quake3Sway(m, 0); !near(got, c.want) {
			t.Errorf("from %d to %d: %v, want %v", c.was, c.bob, got, c.want)
		}
	}
	// sin 1.5708 is 1: 0.01 * (400 + 40).
	if got := quake3Sway(runner(world.Quake3, 1.5708), 0); !near(got, mgl32.Vec3{4.4, 4.4, 4.4}) {
		t.Errorf("the drift is %v", got)
	}
}

// TestWeaponsAreChangedAndFired: our figures go down and back by the frames of the games.
func TestWeaponsAreChangedAndFired(t *testing.T) {
	for _, c := range []struct {
		game          world.Game
		frame         uint16
		since         float64
		low, recoiled float32
	}{
		{world.Quake, 0, 0, 0, 0}, {world.Quake, 1, 0, 0, 1}, {world.QuakeWorld, 2, 0.05, 0, 0.4},
		{world.Quake, 5, 0, 0, 0},
		// The railgun is drawn in frames 0 to 3, fired from 4 on, put away from 57 to 61.
		{world.Quake2, 0, 0, 1, 0}, {world.Quake2, 1, 0.1, 0.5, 0}, {world.Quake2, 4, 0, 0, 1},
		{world.Quake2, 5, 0.025, 0, 0.5}, {world.Quake2, 30, 5, 0, 0},
		{world.Quake2, 59, 0, 0.5, 0}, {world.Quake2, 61, 0.1, 1, 0},
		{world.Quake3, models.TorsoDrop, 0.1, 0.5, 0}, {world.Quake3, 128 | models.TorsoRaise, 0.125, 0.5, 0},
		{world.Quake3, models.TorsoRaise, 3, 0, 0},
		{world.Quake3, 128 | models.TorsoAttack, 0.125, 0, 0.5}, {world.Quake3, models.TorsoAttack2, 0, 0, 1},
		{world.Quake3, models.TorsoStand, 0, 0, 0},
	} {
		m := runner(c.game, 100)
		p := &m.World.Players[0]
		p.WeaponFrame, p.WeaponFrameClock = c.frame, 100-c.since
		low, recoiled := lowered(m, p, weapon.Railgun), recoil(m, p, weapon.Railgun)
		if abs(low-c.low) > 0.001 || abs(recoiled-c.recoiled) > 0.001 {
			t.Errorf("%v, frame %d for %v s: lowered by %v, recoil %v, want %v and %v", c.game, c.frame, c.since, low,
				recoiled, c.low, c.recoiled)
		}
	}
}

// TestHandPoses: 1 to 6 while it fires, 6 to 14 from where the weapon is put away until the
// next one is drawn, 0 otherwise, as in Quake III.
func TestHandPoses(t *testing.T) {
	list := make([]models.Animation, models.TorsoRaise+1)
	list[models.TorsoAttack], list[models.TorsoAttack2] = models.Animation{First: 100, Count: 6},
		models.Animation{First: 106, Count: 6}
	list[models.TorsoDrop], list[models.TorsoRaise] = models.Animation{First: 112, Count: 5},
		models.Animation{First: 117, Count: 4}
	for torso, want := range map[int]int{100: 1, 105: 6, 106: 1, 111: 6, 112: 6, 117: 11, 120: 14, 121: 0, 99: 0} {
		if got := handPose(list, torso); got != want {
			t.Errorf("for pose %d of the torso it is %d, want %d", torso, got, want)
		}
	}
	if got := handPose(nil, 0); got != 0 {
		t.Errorf("without animations it is %d", got)
	}
}

// TestGameWeaponsAreSmaller: a model of 20 units before the eye is drawn at 0.7 of its size
// toward a place 24 units ahead and 22 below.
func TestGameWeaponsAreSmaller(t *testing.T) {
	at := shrunk(&world.World{Game: world.Quake2}, bodyOf(mgl32.Vec3{100, 0, 50}, mgl32.Vec3{0, 90, 0}, 1)) // along y
	if got := at.Apply(mgl32.Vec3{20, 0, -8}); !near(got, mgl32.Vec3{100, 21.2, 50 - 12.2}) {
		t.Errorf("the muzzle is at %v", got)
	}
}

// TestMuzzleBeforeTheEye: what leaves the eye's own gun begins at the muzzle that is drawn.
func TestMuzzleBeforeTheEye(t *testing.T) {
	m := momentOf(vec{0, 0, 0})
	withRocketLauncher(m, 0)
	m.Eye = player.Eye{Slot: 0, Entity: 1, Known: true}
	m.Eye.Origin = mgl32.Vec3{0, 0, 22}
	s := New()
	s.Build(m, Camera{Origin: vec{0, 0, 22}, FOV: 90}, View{640, 480, 1}, &Options{FirstPerson: true, Follow: 0})
	at, ok := s.bodies.muzzle(m, 1)
	drawn := s.bodies.poser.human[0].at.Apply(figures.Get("rocket_launcher").Tag("tag_flash", 0, 0, 0).Origin)
	if !ok || !near(at, drawn) || at[0] < 15 || at[0] > 30 || at[2] > 22-5 {
		t.Errorf("the muzzle is at %v, drawn at %v", at, drawn)
	}
}
