package scene

import (
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	figures "demoscope/assets/figure"
	"demoscope/player"
	"demoscope/player/weapon"
	"demoscope/player/world"
	"demoscope/player/world/equipment"
	"demoscope/render/draw"
	"demoscope/render/setting"
)

// withRocketLauncher gives a player stats and a rocket launcher.
func withRocketLauncher(m *player.Moment, slot int) *world.Player {
	m.World.Level().Models = []string{"", "maps/test.bsp", "progs/v_rock2.mdl"}
	p := &m.World.Players[slot]
	p.Stats = &world.Stats{}
	p.Stats.Set(world.StatWeapon, 2)
	p.Frame = 12 // stands with a gun
	return p
}

// TestNamesTell: what stands at a name. 100 health and 200 armor are full bars.
func TestNamesTell(t *testing.T) {
	m := momentOf(vec{300, 0, 0}, vec{300, 200, 0})
	p := withRocketLauncher(m, 0)
	p.Stats.Set(world.StatHealth, 45)
	p.Stats.Set(world.StatArmor, 150)
	p.Stats.Set(world.StatItems, world.ItemYellowArmor|world.ItemQuad)
	s := New()
	s.Build(m, Camera{}, View{640, 480, 1}, nil)
	if len(s.Labels) != 2 {
		t.Fatalf("%d names, want 2", len(s.Labels))
	}
	l := s.Labels[0]
	if l.Health != 45 || !l.HealthKnown || l.Armor != 150 || !l.ArmorKnown || l.ArmorColor != draw.RGB(0xf0d040) {
		t.Errorf("health %v %v, armor %v %v in %+v", l.Health, l.HealthKnown, l.Armor, l.ArmorKnown, l.ArmorColor)
	}
	if l.Weapon != weapon.RocketLauncher || l.Carried&equipment.Quad == 0 {
		t.Errorf("weapon %v, carried %b", l.Weapon, l.Carried)
	}
	if l := s.Labels[1]; l.HealthKnown || l.ArmorKnown {
		t.Errorf("of a player without stats is known: %+v", l)
	}
	// Nothing stands at the name of the dead.
	p.Dead = true
	s.Build(m, Camera{}, View{640, 480, 1}, &Options{Follow: 0})
	if l := s.Labels[0]; l.Text != p.Name || l.HealthKnown || l.Weapon != 0 {
		t.Errorf("the dead: %+v", l)
	}
}

// TestFlagsAreCarried: red and blue by QuakeWorld's bits 0x20000000 and 0x40000000, on the back.
func TestFlagsAreCarried(t *testing.T) {
	for carried, want := range map[equipment.Carried]draw.Color{equipment.FlagRed: colorRed,
		equipment.FlagBlue: colorBlue, equipment.FlagWhite: colorWhite, equipment.Quad: {}} {
		s := New()
		look := paint{}
		look.carry(carried)
		list := withFlag(s.bodies.poser.human[:1], bodyOf(mgl32.Vec3{100, 0, 0}, mgl32.Vec3{0, 90, 0}, 1), look)
		if look.flag != want || len(list) != 1 && want.A == 0 || len(list) != 2 && want.A != 0 {
			t.Fatalf("%b: a flag in %+v, %d models, want %+v", carried, look.flag, len(list), want)
		}
		if want.A == 0 {
			continue
		}
		// He looks along y, so that behind him is less y.
		if at := list[1].at.Origin; !close(vec(at), vec{100, -8, 10}) || list[1].paint.accent != want ||
			list[1].model != figures.Get("flag_carried").Model {
			t.Errorf("%b: the flag is at %v", carried, at)
		}
	}
}

// TestHitsByFramesOfPain: a hit is seen for 0.3 s from the first frame of pain on, and never on the body itself. 35 is
// Quake's first of a player with a gun, 29 with the axe, 54 Quake II's.
func TestHitsByFramesOfPain(t *testing.T) {
	for _, c := range []struct {
		game  world.Game
		frame uint16
		since float64
		want  float32
	}{
		{world.Quake, 35, 0, 1}, {world.Quake, 29, 0, 1}, {world.QuakeWorld, 36, 0.05, 0.5},
		{world.QuakeWorld, 38, 0.05, 0}, {world.Quake, 28, 0, 0}, {world.Quake, 41, 0, 0},
		{world.Quake2, 54, 0.15, 0.5}, {world.Quake2, 35, 0, 0}, {world.Quake3, 35, 0, 0},
	} {
		m := momentOf(vec{200, 0, 0})
		m.World.Game, m.Clock = c.game, 10
		m.World.Players[0].Frame, m.World.Players[0].FrameClock = c.frame, 10-c.since
		if got := New().sight.hitOf(m, 0); abs(got-c.want) > 1e-3 {
			t.Errorf("%v, frame %d for %v s: %v of a hit is left, want %v", c.game, c.frame, c.since, got, c.want)
		}
	}
	m := momentOf(vec{200, 0, 0})
	m.Clock = 10
	s, hit := New(), New()
	s.Build(m, Camera{}, View{640, 480, 1}, nil)
	m.World.Players[0].Hurt = world.Timestamp{Clock: 9.95, Known: true}
	hit.Build(m, Camera{}, View{640, 480, 1}, nil)
	if !slices.Equal(s.World.Vertices, hit.World.Vertices) {
		t.Error("a hit changes the body")
	}
}

// TestMuzzleIsAtTheWeapon: the muzzle of a player's rocket launcher is as far before him as
// it reaches, and follows where he looks.
func TestMuzzleIsAtTheWeapon(t *testing.T) {
	for yaw, ahead := range map[float32]vec{0: {1, 0, 0}, 90: {0, 1, 0}, 180: {-1, 0, 0}} {
		m := momentOf(vec{200, 0, 0})
		withRocketLauncher(m, 0)
		m.Poses[0].Angles = mgl32.Vec3{0, yaw, 0}
		s := New()
		s.Build(m, Camera{}, View{640, 480, 1}, nil)
		at, ok := s.bodies.muzzle(m, 1)
		d := at.Sub(mgl32.Vec3{200, 0, 0})
		if !ok || d.Dot(mgl32.Vec3(ahead)) < 20 || d.Dot(mgl32.Vec3(ahead)) > 50 || d[2] < 0 || d[2] > 24 {
			t.Errorf("looking to %v the muzzle is at %v of him, %v", yaw, d, ok)
		}
		if gun := s.bodies.poser.human[3].at; d.Sub(gun.Apply(figures.Get("rocket_launcher").Tag("tag_flash", 0, 0,
			0).Origin).Sub(mgl32.Vec3{200, 0, 0})).Len() > 1e-3 {
			t.Errorf("looking to %v the muzzle is not that of what is drawn", yaw)
		}
	}
}

// TestWeaponBeforeTheEye: it is drawn last, low and to the right, only through a living player's eye, also where items
// are hidden.
func TestWeaponBeforeTheEye(t *testing.T) {
	build := func(change func(m *player.Moment, o *Options)) (left, right float32, n int) {
		m := momentOf(vec{0, 0, 0})
		withRocketLauncher(m, 0)
		m.Eye = player.Eye{Known: true, Slot: 0, Origin: mgl32.Vec3{0, 0, 22}}
		o := Options{FirstPerson: true, Follow: -1}
		if change != nil {
			change(m, &o)
		}
		s := New()
		s.Build(m, Camera{Origin: vec{0, 0, 22}}, View{640, 480, 1}, &o)
		without := New()
		m.Eye.Slot = -1
		without.Build(m, Camera{Origin: vec{0, 0, 22}}, View{640, 480, 1}, &o)
		first := len(without.World.Vertices)
		for _, v := range s.World.Vertices[min(first, len(s.World.Vertices)):] {
			if v.Y < 240 {
				t.Errorf("it reaches above the middle: %v %v", v.X, v.Y)
				break
			}
			if v.X < 320 {
				left++
			} else {
				right++
			}
		}
		return left, right, len(s.World.Vertices) - first
	}
	if left, right, n := build(nil); n < 50 || right < 10*left {
		t.Errorf("%d vertices, %v left of the middle and %v right of it", n, left, right)
	}
	if _, _, n := build(func(_ *player.Moment, o *Options) { o.Set(setting.Items, false) }); n < 50 {
		t.Errorf("where items are hidden it has %d vertices", n)
	}
	for name, change := range map[string]func(*player.Moment, *Options){
		"dead":         func(m *player.Moment, _ *Options) { m.World.Players[0].Dead = true },
		"third person": func(m *player.Moment, _ *Options) { m.Eye.ThirdPerson = true },
		"flying": func(_ *player.Moment,
			o *Options) {
			o.FirstPerson = false
		},
		"intermission": func(m *player.Moment, _ *Options) { m.World.Intermission = true },
		"cutscene": func(m *player.Moment, _ *Options) {
			m.World.Recorder, m.World.View.Known, m.World.View.Fixed = 0, true, true
		},
	} {
		if _, _, n := build(change); n > 0 {
			t.Errorf("%s: %d vertices", name, n)
		}
	}
	for name, want := range map[string]bool{"progs/v_rock2.mdl": true, "models/weapons/v_rail/tris.md2": true,
		"models/weapons2/shotgun/shotgun.md3": false, "#w_bfg.md2": false, "progs/g_rock2.mdl": false} {
		if isViewModel(name) != want {
			t.Errorf("%s is one that is held before the eye: %v", name, !want)
		}
	}
}
