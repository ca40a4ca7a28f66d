package scene

import (
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/assets"
	figures "demoscope/assets/figure"
	models "demoscope/assets/model"
	"demoscope/player/world"
	"demoscope/render/draw"
)

// boxOf is a surface of a model for a test: a box from lo to hi, colored by its name.
type boxOf struct {
	name   string
	lo, hi vec
}

// boxes returns a model of boxes.
func boxes(t *testing.T, list ...boxOf) *models.Model {
	t.Helper()
	d := models.Draft{Poses: []models.DraftPose{{Name: "one"}}}
	for _, b := range list {
		for i := range 8 { // bit 0 is x, 1 is y, 2 is z
			p := b.lo
			for k := range 3 {
				if i>>k&1 == 1 {
					p[k] = b.hi[k]
				}
			}
			d.Poses[0].Points = append(d.Poses[0].Points, mgl32.Vec3(p))
		}
		s := models.DraftSurface{Name: b.name, Vertices: 8}
		// Clockwise as seen from outside: back, front, right, left, low, high.
		for _, q := range [][4]int{{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}} {
			s.Triangles = append(s.Triangles, [3]int{q[0], q[2], q[1]}, [3]int{q[0], q[3], q[2]})
		}
		d.Surfaces = append(d.Surfaces, s)
	}
	m, err := models.New(&d)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// bodyOn returns a scene in open space with a body, seen from a camera.
func bodyOn(c Camera, o *Options, list ...posed) *Scene {
	s := New()
	s.begin(nil, c, View{640, 480, 1}, o)
	s.visible.update(s.frame.origin)
	s.bodies.poser.put(list)
	return s
}

var (
	testRed  = draw.RGB(0xff0000)
	testBlue = draw.RGB(0x0000ff)
	redBlue  = paint{shirt: testRed, trousers: testBlue, accent: draw.RGB(0x00ff00)}
)

// TestBodiesCoverThemselves: of two boxes the farther one is drawn first, whether they are
// one model or two and however they are listed.
func TestBodiesCoverThemselves(t *testing.T) {
	front, back := boxOf{"shirt", vec{-20, -5, -5}, vec{-10, 5, 5}}, boxOf{"trousers", vec{10, -5, -5}, vec{20, 5, 5}}
	one := func(b ...boxOf) posed { return posed{model: boxes(t, b...), at: models.Unit, paint: redBlue} }
	for name, list := range map[string][]posed{
		"one model": {one(front, back)}, "the other way round": {one(back, front)}, "two models": {one(front),
			one(back)}, "two, the other way round": {one(back), one(front)},
	} {
		for _, c := range []struct {
			camera Camera
			first  draw.Color
		}{{Camera{Origin: vec{-100, 30, 0}}, testBlue}, {Camera{Origin: vec{100, 30, 0}, Angles: vec{0, 180, 0}},
			testRed}} {
			s := bodyOn(c.camera, nil, list...)
			var order []bool // red?
			for _, p := range s.pieces.list {
				if p.shape == shapeFill {
					order = append(order, p.color.R > p.color.B)
				}
			}
			red := c.first == testRed
			// Seen from the side in front of them each box shows two faces: four triangles.
			if want := []bool{red, red, red, red, !red, !red, !red, !red}; !slices.Equal(order, want) {
				t.Errorf("%s from %v: red in order %v, want %v", name, c.camera.Origin, order, want)
			}
		}
	}
}

// TestLinesOfABody: a box of which three faces are seen has six triangles, six lines around
// it and three within, and those only where it is not small. A line comes after its faces.
func TestLinesOfABody(t *testing.T) {
	box := posed{model: boxes(t, boxOf{"shirt", vec{-10, -10, -10}, vec{10, 10, 10}}), at: models.Unit, paint: redBlue}
	for _, c := range []struct {
		name         string
		mode         Mode
		at           vec
		clear        float32
		faces, lines int
	}{
		{"near", Lit, vec{-100, -60, 60}, 0, 6, 9}, {"far", Lit, vec{-1000, -600, 600}, 0, 6, 6},
		{"of lines", HiddenLine, vec{-100, -60, 60}, 0, 6, 9},
		{"from before it", Lit, vec{-100, 0, 0}, 0, 2, 4}, {"half clear", Lit, vec{-100, -60, 60}, 0.5, 6, 9},
		{"clear", Lit, vec{-100, -60, 60}, 1, 0, 9},
	} {
		body := box
		body.paint.clear = c.clear
		s := bodyOn(Camera{Origin: c.at, Angles: vec{27, 31, 0}}, &Options{Mode: c.mode, Follow: -1}, body)
		faces, lines, after := 0, 0, true
		for _, p := range s.pieces.list {
			switch p.shape {
			case shapeFill:
				faces++
				after = after && lines == 0 // one convex surface: all its lines come last
				if want := 1 - c.clear; abs(p.color.A-want) > 1e-6 {
					t.Errorf("%s: a face's opacity is %v, want %v", c.name, p.color.A, want)
				}
			case shapeLine:
				lines++
				if want := 1 - 0.6*c.clear; p.color.A > want+1e-6 {
					t.Errorf("%s: a line's opacity is %v, want %v at most", c.name, p.color.A, want)
				}
			}
		}
		if faces != c.faces || lines != c.lines || !after {
			t.Errorf("%s: %d triangles and %d lines, want %d and %d; lines come last is %v", c.name, faces, lines,
				c.faces, c.lines, after)
		}
	}
}

// TestRolesHaveTheirColors: a face that looks to the sun has 1.0 of its color in lit
// pictures; what glows has it from all sides.
func TestRolesHaveTheirColors(t *testing.T) {
	for name, want := range map[string]draw.Color{
		"shirt": testRed, "trousers": testBlue, "accent": draw.RGB(0x00ff00), "metal": draw.RGB(0x9aa4b0),
		"glow": draw.RGB(0xffe48a), "skin": draw.RGB(0xc89878),
	} {
		m := boxes(t, boxOf{name, vec{-10, -10, -10}, vec{10, 10, 10}})
		// From below no face looks to the sun, which stands at (0.35, 0.6, 1).
		s := bodyOn(Camera{Origin: vec{0, 0, -100}, Angles: vec{-90, 0, 0}}, nil, posed{model: m, at: models.Unit,
			paint: redBlue})
		light := float32(0.68 - 0.32*0.8212) // the sun's height is 1 of a length of 1.2176
		if name == "glow" {
			light = 1
		}
		c := s.pieces.list[0].color
		if abs(c.R-want.R*light)+abs(c.G-want.G*light)+abs(c.B-want.B*light) > 0.01 {
			t.Errorf("%s is %+v, want %+v dimmed by %v", name, c, want, light)
		}
	}
}

// TestBodiesGoToTheirLeaves: a body that sinks as a whole is in the same leaves, with as
// much area and as long lines in each, as its pieces that sink one by one.
func TestBodiesGoToTheirLeaves(t *testing.T) {
	s := New()
	s.SetGeometry(Prepare(loadMap(t, "demoscope1.bsp")))
	measure := func() map[int32][2]float32 {
		out := make(map[int32][2]float32)
		for l := range s.frame.g.leaves {
			if s.pieces.stamp[l] != s.frame.number {
				continue
			}
			var sum [2]float32
			for i := s.pieces.head[l]; i >= 0; i = s.pieces.list[i].next {
				p := &s.pieces.list[i]
				v := s.pieces.points[p.first:][:p.count]
				if p.shape == shapeLine {
					sum[1] += v[1].Sub(v[0]).Len()
					continue
				}
				for k := 2; k < len(v); k++ {
					sum[0] += v[k-1].Sub(v[0]).Cross(v[k].Sub(v[0])).Len() / 2
				}
			}
			out[int32(l)] = sum
		}
		return out
	}
	several, compared := 0, 0
	for i := range 60 {
		at := vec{float32(i%10)*97 - 480, float32(i/10)*131 - 380, float32(i%7)*30 - 20}
		h := figures.Human()
		list := []posed{
			{model: h.Upper, at: bodyOf(mgl32.Vec3(at), mgl32.Vec3{0, float32(i) * 37, 0}, 1), paint: redBlue},
			{model: h.Lower, at: bodyOf(mgl32.Vec3(at), mgl32.Vec3{0, float32(i) * 37, 0}, 1), paint: redBlue},
		}
		camera := Camera{Origin: at.Add(vec{-150, 20, 60}), Angles: vec{20, -8, 0}}
		begin := func() {
			s.begin(nil, camera, View{640, 480, 1}, nil)
			s.visible.update(s.frame.origin)
		}
		begin()
		s.bodies.poser.put(list)
		whole := measure()
		begin()
		s.bodies.poser.poseParts(list)
		s.bodies.poser.listFacets(list)
		for _, f := range s.bodies.poser.facets {
			if f.index >= 0 {
				s.bodies.poser.triangle(&list[f.model], &s.bodies.poser.parts[f.model], int(f.index))
			} else {
				s.bodies.poser.edge(&list[f.model], &s.bodies.poser.parts[f.model], int(^f.index))
			}
		}
		single := measure()
		for l := range s.frame.g.leaves {
			a, b := whole[int32(l)], single[int32(l)]
			if abs(a[0]-b[0]) > 0.5+0.01*b[0] || abs(a[1]-b[1]) > 0.5+0.01*b[1] {
				t.Errorf("at %v, leaf %d: %v together, %v one by one", at, l, a, b)
			}
		}
		if compared += len(single); len(single) > 1 {
			several++
		}
	}
	if several < 10 || compared < 40 {
		t.Errorf("only %d bodies in several leaves, %d leaves in all: little was tested", several, compared)
	}
}

// TestFacetsAreSorted: by key, and otherwise in their order.
func TestFacetsAreSorted(t *testing.T) {
	s := New()
	s.bodies.poser.facets = []facet{{700, 0, 5}, {3, 0, 1}, {65535, 1, -9}, {3, 1, 2}, {256, 0, 7}, {255, 0, 8},
		{3, 0, -2}, {3, 0, -1}}
	s.bodies.poser.sortFacets()
	want := []facet{{3, 0, 1}, {3, 1, 2}, {3, 0, -2}, {3, 0, -1}, {255, 0, 8}, {256, 0, 7}, {700, 0, 5}, {65535, 1, -9}}
	if !slices.Equal(s.bodies.poser.facets, want) {
		t.Errorf("%v, want %v", s.bodies.poser.facets, want)
	}
}

// TestTriangleColors: a triangle's color is the mean of the pixels in it, of which a player's shirt
// and trousers are those of rows 16 and 96.
func TestTriangleColors(t *testing.T) {
	m := &models.Model{
		Format: models.MDL, TexCoords: []mgl32.Vec2{{0, 0}, {1, 0}, {0, 1}, {1, 1}},
		Triangles: []models.Triangle{{V: [3]uint32{0, 1, 2}, UV: [3]uint32{0, 1, 2}}},
		Surfaces: []models.Surface{{NumTriangles: 1, Skins: []models.Image{{Width: 2, Height: 2},
			{Width: 2, Height: 2}}}},
	}
	const gray, shirt, trousers = 8, 20, 100
	m.Surfaces[0].Skins[0].Pixels = [][]byte{{gray, shirt, trousers, 0}}
	m.Surfaces[0].Skins[1].Pixels = [][]byte{{gray, gray, gray, gray}}
	p := testPalette()
	p[gray].R, p[gray].G, p[gray].B = 60, 90, 120
	p[shirt].R, p[trousers].B = 200, 200
	s := New()
	s.frame.opt.Palette = p
	of := func(m *models.Model, skin int, player bool) *triangleColors {
		return s.wardrobe.triangleColors(m, skinChoice{skin: skin, player: player}, nil)
	}
	// Of the seven places that are looked at five are in the pixel at 0, 0, one is to its
	// right and one below it.
	if got, want := (*of(m, 0, true))[0], (triangleColor{60, 90, 120, 36, 36}); got != want {
		t.Errorf("a player's triangle is %+v, want %+v", got, want)
	}
	// 5*60/7 + 200/7 and so on: for others the rows are colors as all are.
	if got, want := (*of(m, 0, false))[0], (triangleColor{71, 64, 114, 0, 0}); got != want {
		t.Errorf("another's is %+v, want %+v", got, want)
	}
	if a, b := of(m, 0, true), of(m, -3, true); a != b || of(m, 2, true) != a || of(m, 1, true) == a {
		t.Error("a skin that is not there is the first, and each is made once")
	}
	color := of(m, 0, true).at(0, testRed, testBlue)
	// 1.5 times the gray, then 36/255 of red, then as much of blue.
	want := draw.Color{R: (0.3529*0.8588 + 0.1412) * 0.8588, G: 0.5294 * 0.8588 * 0.8588, B: 0.7059*0.8588*0.8588 +
		0.1412, A: 1}
	if abs(color.R-want.R)+abs(color.G-want.G)+abs(color.B-want.B) > 0.01 || color.A != 1 {
		t.Errorf("the color is %+v, want %+v", color, want)
	}
	if of(&models.Model{}, 0, false) != nil || of(boxes(t, boxOf{"shirt", vec{}, vec{1, 1, 1}}), 0, false) != nil {
		t.Error("a model without pixels has triangle colors")
	}
	// A file may have a skin without width, or without height.
	for _, size := range [][2]int{{0, 2}, {2, 0}, {0, 0}} {
		empty := *m
		empty.Surfaces = []models.Surface{m.Surfaces[0]}
		empty.Surfaces[0].Skins = []models.Image{{Width: size[0], Height: size[1], Pixels: [][]byte{{}}}}
		if of(&empty, 0, false) != nil {
			t.Errorf("a skin of %d x %d pixels has triangle colors", size[0], size[1])
		}
	}
}

// TestStances are what the frames and the speed of a player make of his legs and torso.
func TestStances(t *testing.T) {
	const (
		run, back, walk, idle, jump = models.LegsRun, models.LegsBack, models.LegsWalk, models.LegsIdle, models.LegsJump
		crouched, crouches          = models.LegsIdleCrouched, models.LegsWalkCrouched
		stand, axe, attack, swing   = models.TorsoStand, models.TorsoStand2, models.TorsoAttack, models.TorsoAttack2
	)
	for _, c := range []struct {
		game        world.Game
		frame       uint16
		velocity    vec
		legs, torso int
	}{
		{world.Quake, 6, vec{320, 0, 0}, run, stand}, {world.Quake, 0, vec{320, 0, 0}, run, axe},
		{world.Quake, 12, vec{0, 0, 0}, idle, stand},
		{world.Quake, 17, vec{29, 0, 0}, idle, axe}, {world.Quake, 28, vec{31, 0, 0}, walk, axe},
		{world.Quake, 12, vec{-320, 10, 0}, back, stand},
		{world.QuakeWorld, 12, vec{0, 320, 0}, run, stand}, {world.QuakeWorld, 12, vec{0, 159, 0}, walk, stand},
		{world.QuakeWorld, 12, vec{300, 0, 270}, jump, stand},
		{world.Quake, 12, vec{300, 0, -161}, jump, stand}, {world.Quake, 103, vec{}, idle, attack},
		{world.Quake, 112, vec{320, 0, 0}, run, attack},
		{world.Quake, 118, vec{}, idle, attack}, {world.Quake, 119, vec{}, idle, swing},
		{world.Quake, 142, vec{}, idle, swing},
		{world.Quake, 41, vec{320, 0, 0}, models.BothDeath1, models.BothDeath1},
		{world.Quake, 60, vec{}, models.BothDeath1, models.BothDeath1},
		{world.Quake, 61, vec{}, models.BothDeath2, models.BothDeath2}, {world.Quake, 84, vec{}, models.BothDeath3,
			models.BothDeath3}, {world.Quake, 102, vec{}, models.BothDeath3, models.BothDeath3},
		{world.Quake, 35, vec{}, idle, stand}, {world.Quake, 9999, vec{}, idle, stand},
		{world.Quake2, 0, vec{}, idle, stand}, {world.Quake2, 46, vec{}, idle, attack}, {world.Quake2, 66, vec{}, jump,
			stand}, {world.Quake2, 72, vec{}, idle, models.TorsoGesture},
		{world.Quake2, 135, vec{}, crouched, stand}, {world.Quake2, 154, vec{200, 0, 0}, crouches, stand},
		{world.Quake2, 160, vec{}, crouched, attack},
		{world.Quake2, 178, vec{}, models.BothDeath1, models.BothDeath1}, {world.Quake2, 184, vec{}, models.BothDeath2,
			models.BothDeath2}, {world.Quake2, 197, vec{}, models.BothDeath3, models.BothDeath3},
	} {
		m := momentOf(vec{200, 0, 0})
		m.World.Game = c.game
		m.World.Players[0].Frame = c.frame
		m.Poses[0].Velocity, m.Poses[0].VelocityKnown = mgl32.Vec3(c.velocity), true
		st := stanceOf(openSpace, m, 0, fallbackHuman().list)
		if st.legs.animation != c.legs || st.torso.animation != c.torso {
			t.Errorf("%v, frame %d at %v: legs %d and torso %d, want %d and %d", c.game, c.frame, c.velocity,
				st.legs.animation, st.torso.animation, c.legs, c.torso)
		}
	}
	// A second after its beginning an animation of 16 steps a second is at step 16; bit 128 is
	// no part of its number.
	m := momentOf(vec{200, 0, 0})
	m.World.Game, m.Clock = world.Quake3, 11
	p := &m.World.Players[0]
	p.Frame, p.FrameClock, p.WeaponFrame, p.WeaponFrameClock = 128|15, 10, 128|7, 10.9
	st := stanceOf(openSpace, m, 0, fallbackHuman().list)
	if st.legs != (motion{15, 16}) || st.torso.animation != 7 || abs(st.torso.step-1.5) > 1e-3 {
		t.Errorf("legs %+v, torso %+v, want run at 16 and attack at 1.5", st.legs, st.torso)
	}
	p.Frame, p.Dead = 22, true
	if st := stanceOf(openSpace, m, 0, fallbackHuman().list); st.legs.animation != models.BothDead1 {
		t.Errorf("the dead are at %+v", st.legs)
	}
	p.Frame, p.WeaponFrame, p.Dead = 127, 127, false
	if st := stanceOf(openSpace, m, 0, fallbackHuman().list); st.legs.animation != idle || st.torso.animation != stand {
		t.Errorf("animations that there are not are %+v and %+v", st.legs, st.torso)
	}
}

// TestModelsLean: a player's model leans by a third of the view, the short way: angles run
// from 0 to 360 in .mvd. What it does with 9 degrees up is that of 3: its z leans to -x.
func TestModelsLean(t *testing.T) {
	for pitch, want := range map[float32]mgl32.Vec3{
		351: {-0.05234, 0, 0.99863}, -9: {-0.05234, 0, 0.99863}, 9: {0.05234, 0, 0.99863},
	} {
		m := momentOf(vec{100, 0, 0})
		m.World.Game = world.QuakeWorld
		m.Poses[0].Angles = mgl32.Vec3{pitch, 0, 0}
		s := New()
		s.begin(nil, Camera{FOV: 90}, View{400, 300, 1}, &Options{Follow: -1})
		s.visible.update(s.frame.origin)
		s.bodies.putSingle(m, 0, boxes(t, boxOf{"body", vec{-1, -1, -1}, vec{1, 1, 1}}), nil, redBlue)
		if got := s.bodies.poser.human[0].at.Axis.Col(2); got.Sub(want).Len() > 1e-4 {
			t.Errorf("with a pitch of %v its z is %v, want %v", pitch, got, want)
		}
	}
}

// TestLegsTurnToWhereTheyGo: up to 45 degrees, and the torso a quarter of that.
func TestLegsTurnToWhereTheyGo(t *testing.T) {
	for _, c := range []struct {
		yaw       float32
		velocity  vec
		legs, own float32
	}{
		{0, vec{320, 0, 0}, 0, 0}, {0, vec{320, 320, 0}, 45, 11.25}, {0, vec{0, 320, 0}, 45, 11.25},
		{90, vec{320, 320, 0}, 45, 78.75},
		{350, vec{320, 0, 0}, 360, 352.5}, {0, vec{-320, -320, 0}, 45, 11.25}, {0, vec{10, 10, 300}, 0, 0},
		{-170, vec{-320, 0, 0}, -180, -172.5},
	} {
		st := stance{yaw: c.yaw, legsYaw: c.yaw}
		st.turn(mgl32.Vec3(c.velocity), models.LegsRun)
		if abs(halfTurn(st.legsYaw-c.legs)) > 1e-3 || abs(halfTurn(st.yaw-c.own)) > 1e-3 {
			t.Errorf("at %v with %v: legs at %v, torso at %v, want %v and %v", c.yaw, c.velocity, st.legsYaw, st.yaw,
				c.legs, c.own)
		}
	}
}

// TestMotions are the poses of steps: a loop goes on, what is done once stays at its end.
func TestMotions(t *testing.T) {
	list := []models.Animation{{First: 10, Count: 4, Loop: 4, Rate: 10}, {First: 20, Count: 3, Rate: 10}}
	for _, c := range []struct {
		m        motion
		from, to int
		t        float32
	}{
		{motion{0, 0}, 10, 11, 0}, {motion{0, 1.25}, 11, 12, 0.25}, {motion{0, 3.5}, 13, 10, 0.5},
		{motion{0, 9}, 11, 12, 0},
		{motion{1, 0.5}, 20, 21, 0.5}, {motion{1, 2}, 22, 22, 0}, {motion{1, 70.75}, 22, 22, 0.75},
		{motion{5, 1}, 0, 0, 0},
	} {
		if from, to, f := c.m.poses(list); from != c.from || to != c.to || abs(f-c.t) > 1e-6 {
			t.Errorf("%+v: %d to %d at %v, want %d to %d at %v", c.m, from, to, f, c.from, c.to, c.t)
		}
	}
	if from, to, f := cycle(&list[0], 0.95); from != 11 || to != 12 || abs(f-0.5) > 1e-3 {
		t.Errorf("0.95 s into a cycle of 0.4 s: %d to %d at %v", from, to, f)
	}
	if m := running(list, 0, 3600*5+0.2); abs(m.step-2) > 1e-3 {
		t.Errorf("after hours: %+v", m)
	}
	if m := running(list, 1, -3); m.step != 0 {
		t.Errorf("before its beginning: %+v", m)
	}
}

func testPalette() *assets.Palette { return &assets.Palette{} }

// TestBareSurfacesAreLeftOut: of a missile what has no picture is not drawn, unless nothing has one.
func TestBareSurfacesAreLeftOut(t *testing.T) {
	triangle := []mgl32.Vec3{{0, -8, -8}, {0, 8, 8}, {0, -8, 8}}
	g, err := models.New(&models.Draft{
		Surfaces: []models.DraftSurface{{Name: "flare", Vertices: 3, Triangles: [][3]int{{0, 1, 2}}},
			{Name: "rocket", Vertices: 3, Triangles: [][3]int{{0, 1, 2}}}},
		Poses: []models.DraftPose{{Points: append(triangle[:3:3], triangle...)}},
	})
	if err != nil {
		t.Fatal(err)
	}
	painted := &triangleColors{noPicture, {r: 90, g: 80, b: 70}}
	for _, c := range []struct {
		bare   bool
		colors *triangleColors
		want   []bool
	}{{false, painted, []bool{true, true}}, {true, painted, []bool{false, true}}, {true, nil, []bool{true, true}}} {
		s := New()
		s.Build(nil, Camera{Origin: vec{-100, 0, 0}}, View{640, 480, 1}, &Options{Follow: -1})
		s.bodies.poser.poseParts([]posed{{model: g, at: models.Tag{Axis: mgl32.Ident3()},
			paint: paint{bare: c.bare, triangleColors: c.colors}}})
		if got := s.bodies.poser.facing; !slices.Equal(got, c.want) {
			t.Errorf("bare %v with triangle colors %v: %v", c.bare, c.colors != nil, got)
		}
	}
}
