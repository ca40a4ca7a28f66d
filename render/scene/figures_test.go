package scene

import (
	"image/color"
	"testing"

	"demoscope/assets"
	"demoscope/player"
	"demoscope/player/world"
	"demoscope/player/world/equipment"
	"demoscope/player/world/rules"
	"demoscope/render/draw"
	"demoscope/render/setting"
)

// momentWith returns a moment of a game with entities of models.
func momentWith(format string, models []string, entities ...world.Entity) *player.Moment {
	w := rules.New(format)
	w.Level().Map = "maps/test.bsp"
	w.Level().Models = append([]string{"", "maps/test.bsp"}, models...)
	m := &player.Moment{World: w, Entities: entities}
	m.Eye.Slot = world.Nobody
	return m
}

// lineOf returns the ends of the first line that the moment's things have,
// seen from far away in open space.
func lineOf(t *testing.T, m *player.Moment) (a, b vec) {
	t.Helper()
	s := New()
	s.Build(m, Camera{Origin: vec{-400, 0, 0}}, View{640, 480, 1}, &Options{Follow: -1})
	for _, p := range s.pieces.list {
		if p.shape == shapeLine {
			return s.pieces.points[p.first], s.pieces.points[p.first+1]
		}
	}
	t.Fatal("no line is drawn")
	return a, b
}

// TestProjectilesPointWhereTheyFly: the body of a projectile looks away from its tail, which is
// 40 units behind it. Quake's and QuakeWorld's models look up for a positive pitch,
// Quake II's and Quake III's down, as their engines turn them.
func TestProjectilesPointWhereTheyFly(t *testing.T) {
	const cos30, sin30 = 0.8660254, 0.5
	for _, c := range []struct {
		format, model string
		angles        vec
		tail          vec
	}{
		{"dem", "progs/missile.mdl", vec{30, 0, 0}, vec{-40 * cos30, 0, -40 * sin30}},
		{"dem", "progs/missile.mdl", vec{-30, 0, 0}, vec{-40 * cos30, 0, 40 * sin30}},
		{"qwd", "progs/missile.mdl", vec{30, 0, 0}, vec{-40 * cos30, 0, -40 * sin30}},
		{"mvd", "progs/missile.mdl", vec{30, 90, 0}, vec{0, -40 * cos30, -40 * sin30}},
		{"dm2", "models/objects/rocket/tris.md2", vec{30, 0, 0}, vec{-40 * cos30, 0, 40 * sin30}},
		{"dm2", "models/objects/rocket/tris.md2", vec{-30, 90, 0}, vec{0, -40 * cos30, -40 * sin30}},
		{"mvd2", "models/objects/rocket/tris.md2", vec{30, 0, 0}, vec{-40 * cos30, 0, 40 * sin30}},
		{"dm3", "models/ammo/rocket/rocket.md3", vec{30, 0, 0}, vec{-40 * cos30, 0, 40 * sin30}},
		{"dm3", "models/ammo/rocket/rocket.md3", vec{0, -90, 45}, vec{0, 40, 0}},
	} {
		at := vec{100, 20, 30}
		e := world.Entity{Number: 50, Origin: at, Angles: c.angles}
		e.Model[0] = 2
		s := New()
		s.Build(momentWith(c.format, []string{c.model}, e), Camera{Origin: vec{-400, 0, 0}}, View{640, 480, 1},
			&Options{Follow: -1})
		body := &s.bodies.poser.human[0].at
		if tail := body.Axis.Col(0).Mul(-40); !close(vec(tail), c.tail) || !close(vec(body.Origin), at) {
			t.Errorf("%s at %v: its tail is at %v, want %v", c.format, c.angles, tail, c.tail)
		}
	}
}

// TestNailsPointWhereTheyFly: QuakeWorld's nails are drawn from 12 units behind
// them to 4 before them.
func TestNailsPointWhereTheyFly(t *testing.T) {
	const cos30, sin30 = 0.8660254, 0.5
	for _, c := range []struct{ angles, way vec }{
		{vec{0, 0, 0}, vec{1, 0, 0}}, {vec{0, 90, 0}, vec{0, 1, 0}}, {vec{30, 0, 0}, vec{cos30, 0, sin30}},
		{vec{-30, 180, 0}, vec{-cos30, 0, -sin30}},
	} {
		m := momentWith("qwd", nil)
		at := vec{100, 20, 30}
		m.World.Nails = []world.Nail{{Origin: at, Angles: c.angles}}
		a, b := lineOf(t, m)
		if !close(a, at.Sub(c.way.Mul(12))) || !close(b, at.Add(c.way.Mul(4))) {
			t.Errorf("%v: the nail goes from %v to %v", c.angles, a.Sub(at), b.Sub(at))
		}
	}
}

// markerOf returns the marker that an entity gets, nil if it gets none.
func markerOf(m *player.Moment, c Camera, o Options) *marker {
	s := New()
	o.Follow = -1
	s.Build(m, c, View{640, 480, 1}, &o)
	if len(s.markers.list) == 0 {
		return nil
	}
	return &s.markers.list[0]
}

// TestWhereMarkersStand: Quake's items have their origin on the floor, or in the
// corner of their box.
func TestWhereMarkersStand(t *testing.T) {
	at := vec{200, 10, 20}
	for _, c := range []struct {
		format, model string
		want          vec
		spins         bool
	}{
		{"dem", "progs/g_rock.mdl", vec{200, 10, 34}, true}, {"qwd", "progs/armor.mdl", vec{200, 10, 34}, true},
		{"dem", "maps/b_bh25.bsp", vec{216, 26, 30}, true}, {"mvd", "maps/b_shell1.bsp", vec{216, 26, 30}, true},
		{"dem", "progs/backpack.mdl", vec{200, 10, 34}, false}, {"dem", "progs/missile.mdl", at, false},
		{"dem", "progs/ogre.mdl", at, false},
		{"dem", "progs/h_ogre.mdl", at, false}, {"dem", "progs/flag.mdl", vec{200, 10, 34}, true},
		{"dem", "progs/w_s_key.mdl", vec{200, 10, 34}, true},
		{"dm2", "models/weapons/g_rail/tris.md2", at, true}, {"dm2", "players/male/flag2.md2", at, true},
		{"dm3", "models/powerups/instant/quad.md3", at, true},
	} {
		e := world.Entity{Number: 50, Origin: at}
		e.Model[0] = 2
		m := momentWith(c.format, []string{c.model}, e)
		m.Clock = 4 // 400 degrees
		k := markerOf(m, Camera{}, Options{})
		if k == nil {
			t.Errorf("%s: no marker", c.model)
			continue
		}
		spin := float32(0)
		if c.spins {
			spin = 40
		}
		if k.origin != c.want || abs(k.spin-spin) > 1e-3 {
			t.Errorf("%s %s stands at %v turned by %v, want %v by %v", c.format, c.model, k.origin, k.spin,
				c.want, spin)
		}
	}
}

// TestWhichEntitiesGetMarkers: not those that are invisible, far away, hidden
// behind the camera or the eye itself.
func TestWhichEntitiesGetMarkers(t *testing.T) {
	for _, c := range []struct {
		name   string
		model  string
		change func(m *player.Moment, e *world.Entity)
		option Options
		want   bool
	}{
		{"near", "progs/g_rock.mdl", nil, Options{}, true},
		{"markers are hidden", "progs/g_rock.mdl", nil, Options{Switches: setting.Items}, false},
		{"invisible", "progs/g_rock.mdl", func(_ *player.Moment, e *world.Entity) { e.Alpha = 1 }, Options{}, false},
		{"nearly invisible", "progs/g_rock.mdl", func(_ *player.Moment, e *world.Entity) {
			e.Alpha = 2
		}, Options{}, true},
		{"item at 5990", "progs/g_rock.mdl", func(_ *player.Moment, e *world.Entity) {
			e.Origin = vec{5990, 0, 0}
		}, Options{}, true},
		{"item at 6010", "progs/g_rock.mdl", func(_ *player.Moment, e *world.Entity) {
			e.Origin = vec{6010, 0, 0}
		}, Options{}, false},
		{"monster at 9000", "progs/ogre.mdl", func(_ *player.Moment, e *world.Entity) {
			e.Origin = vec{9000, 0, 0}
		}, Options{}, true},
		{"behind", "progs/g_rock.mdl", func(_ *player.Moment, e *world.Entity) {
			e.Origin = vec{-200, 0, 0}
		}, Options{}, false},
		{"a hand", "progs/v_rock.mdl", nil, Options{}, false},
		{"the map", "maps/test.bsp", nil, Options{}, false},
		{"the eye", "progs/player.mdl", func(m *player.Moment, e *world.Entity) {
			m.Eye.Entity = 50
		}, Options{FirstPerson: true}, false},
		{"the eye from outside", "progs/player.mdl", func(m *player.Moment, e *world.Entity) {
			m.Eye.Entity = 50
		}, Options{}, true},
		{"no eye", "progs/player.mdl", func(m *player.Moment, e *world.Entity) {
			e.Number = 0
		}, Options{FirstPerson: true}, true},
	} {
		e := world.Entity{Number: 50, Origin: vec{200, 0, 0}}
		e.Model[0] = 2
		m := momentWith("dem", []string{c.model}, e)
		if c.change != nil {
			c.change(m, &m.Entities[0])
		}
		if got := markerOf(m, Camera{}, c.option) != nil; got != c.want {
			t.Errorf("%s: drawn is %v", c.name, got)
		}
	}
}

// TestBodies: a player's model in a frame of dying is a body (Quake's frames 41
// to 102), and in Quake II model 255 is a player's.
func TestBodies(t *testing.T) {
	s := New()
	for frame, want := range map[uint16]Kind{0: kindPlayer, 40: kindPlayer, 41: kindCorpse, 102: kindCorpse,
		103: kindPlayer} {
		e := world.Entity{Frame: frame}
		e.Model[0] = 2
		m := momentWith("dem", []string{"progs/player.mdl"}, e)
		if c := s.wardrobe.class(m.World, &e); c == nil || c.kind != want {
			t.Errorf("frame %d is %+v, want %v", frame, c, want)
		}
	}
	e := world.Entity{}
	e.Model[0] = 255
	if c := s.wardrobe.class(rules.New("dm2"), &e); c == nil || c.kind != kindCorpse || c.size != 1.5 {
		t.Errorf("in Quake II model 255 is %+v", c)
	}
}

// TestColorsOfMarkers: opacity by the byte of protocol 666, a blue flag by its
// skin, those of Quake II's capture the flag by their names, which lie among players' models.
func TestColorsOfMarkers(t *testing.T) {
	for _, c := range []struct {
		format, model string
		skin          int32
		alpha         uint8
		want          draw.Color
	}{
		{"dem", "progs/flag.mdl", 0, 0, draw.RGB(0xf04838)}, {"dem", "progs/flag.mdl", 1, 0, draw.RGB(0x4c78ff)},
		{"dem", "progs/bflag.mdl", 0, 0, draw.RGB(0x4c78ff)},
		{"dem", "progs/armor.mdl", 1, 0, draw.RGB(0xf0d040)}, {"dem", "progs/quaddama.mdl", 0, 255, draw.RGB(0x4c78ff)},
		{"dem", "progs/quaddama.mdl", 0, 128, draw.RGB(0x4c78ff).Alpha(0.5)},
		{"dm2", "players/male/flag1.md2", 0, 0, draw.RGB(0xf04838)}, {"dm2", "players/male/flag2.md2", 0, 0,
			draw.RGB(0x4c78ff)},
	} {
		e := world.Entity{Number: 50, Origin: vec{200, 0, 0}, Skin: c.skin, Alpha: c.alpha}
		e.Model[0] = 2
		s := New()
		s.Build(momentWith(c.format, []string{c.model}, e), Camera{}, View{640, 480, 1}, nil)
		found := false
		for _, p := range s.pieces.list {
			// A face of the color, as bright as the light on it makes it.
			bright := max(p.color.R, p.color.G, p.color.B) / max(c.want.R, c.want.G, c.want.B)
			if p.shape == shapeFill && bright > 0.3 && bright <= 1 {
				shaded := c.want.Dim(bright)
				found = found || abs(p.color.R-shaded.R)+abs(p.color.G-shaded.G)+abs(p.color.B-shaded.B) < 0.01 &&
					abs(p.color.A-c.want.A) < 0.01
			}
		}
		if !found {
			t.Errorf("%s with skin %d: no face in %+v", c.model, c.skin, c.want)
		}
	}
	if colorAlpha(draw.RGB(0xffffff), 0).A != 1 || colorAlpha(draw.RGB(0xffffff), 1).A != 0 ||
		colorAlpha(draw.RGB(0xffffff), 255).A != 1 {
		t.Error("opacity 0 is that of the default, 1 none, 255 full")
	}
}

// TestGlow: the colors of powerups. Two of them together have one of their own.
func TestGlow(t *testing.T) {
	const blue, red, purple, green, pink, yellow, gold, none = 0x4c78ff, 0xf04838, 0xb068ff, 0x58c850, 0xe88a96,
		0xf0d040, 0xf0c848, 0
	for carried, want := range map[equipment.Carried]uint32{
		0: none, equipment.Quad: blue, equipment.Glowing: blue, equipment.Pentagram: red,
		equipment.Quad | equipment.Pentagram: purple, equipment.BattleSuit: green, equipment.BioSuit: green,
		equipment.Regeneration: pink, equipment.RuneRegeneration: pink, equipment.Haste: yellow,
		equipment.RuneHaste: yellow,
		equipment.Flight:    purple, equipment.RuneResistance: gold,
		equipment.RuneStrength: blue, equipment.Haste | equipment.Quad: blue, equipment.FlagRed: none,
		equipment.Ring: none, equipment.Firing |
			equipment.Talking: none,
	} {
		got, ok := glowOf(carried)
		if ok != (want != none) || ok && got != draw.RGB(want) {
			t.Errorf("%b: %+v %v, want %06x", carried, got, ok, want)
		}
	}
}

// TestColorsOfPlayers: by shirt and trousers where the game has them (rows 4 and
// 13 of Quake's palette), by team, else by slot.
func TestColorsOfPlayers(t *testing.T) {
	var palette assets.Palette
	palette[4*16+11] = color.RGBA{0x10, 0x20, 0x30, 255} // row 4 grows lighter
	palette[13*16+4] = color.RGBA{0x40, 0x50, 0x60, 255} // row 13 grows darker
	s := New()
	s.begin(nil, Camera{}, View{640, 480, 1}, &Options{Palette: &palette})
	shirt, pants := s.colors.player(rules.New("qwd"), &world.Player{Shirt: 4, Pants: 13})
	if shirt != draw.RGB(0x102030) || pants != draw.RGB(0x405060) {
		t.Errorf("shirt 4 is %+v and trousers 13 are %+v", shirt, pants)
	}
	for _, c := range []struct {
		format string
		player world.Player
		want   uint32
	}{
		{"dm3", world.Player{Slot: 1}, 0x4cc9f0}, {"dm3", world.Player{Slot: 1, Team: "Red"}, 0xf04838},
		{"dm3", world.Player{Slot: 1, Team: "BLUE"}, 0x4c78ff},
		{"dm2", world.Player{Slot: 2, Skin: "male/ctf_r"}, 0xf04838},
		{"dm2", world.Player{Slot: 2, Skin: "female/ctf_b"}, 0x4c78ff},
		{"dm2", world.Player{Slot: 2, Skin: "male/grunt"}, 0x7ae582},
	} {
		shirt, pants := s.colors.player(rules.New(c.format), &c.player)
		if shirt != draw.RGB(c.want) || !sameColor(pants, draw.RGB(c.want).Dim(0.7)) {
			t.Errorf("%+v is in %+v and %+v, want %06x", c.player, shirt, pants, c.want)
		}
	}
}

// TestNamesOfTeams: in Quake and QuakeWorld a name has the color of the trousers, which
// a team has in common: here shirts are red and trousers blue.
func TestNamesOfTeams(t *testing.T) {
	var palette assets.Palette
	palette[4*16+11] = color.RGBA{200, 10, 10, 255}
	palette[13*16+4] = color.RGBA{10, 10, 200, 255}
	s := New()
	s.Build(momentOf(vec{500, 0, 0}), Camera{}, View{640, 480, 1}, &Options{Follow: -1, Palette: &palette})
	if len(s.Labels) != 1 || s.Labels[0].Color.B < s.Labels[0].Color.R+0.2 {
		t.Errorf("names %+v", s.Labels)
	}
}

// TestNamesFade: whole up to 600 units, gone from 3000 on but for the followed
// player, fainter behind walls.
func TestNamesFade(t *testing.T) {
	for _, c := range []struct {
		x      float32
		follow int
		dead   bool
		want   float32 // opacity, 0 is no name
	}{
		{500, -1, false, 1}, {600, -1, false, 1}, {1800, -1, false, 0.5}, {2990, -1, false, 0.25}, {3010, -1, false, 0},
		{3010, 0, false, 0.25},
		{500, -1, true, 0}, {500, 0, true, 1},
	} {
		s := New()
		m := momentOf(vec{c.x, 0, 0})
		m.World.Players[0].Dead = c.dead
		s.Build(m, Camera{}, View{640, 480, 1}, &Options{Follow: c.follow})
		if len(s.Labels) == 0 {
			if c.want != 0 {
				t.Errorf("%+v: no name", c)
			}
			continue
		}
		l := s.Labels[0]
		// 36 units above the origin, 6 below that of a player who lies.
		high := float32(36)
		if c.dead {
			high = -6
		}
		if y := 240 - 320*high/c.x; abs(l.Color.A-c.want) > 0.01 || abs(l.X-320) > 0.1 || abs(l.Y-y) > 0.1 {
			t.Errorf("%+v: the name is %+v, want it at 320 %v", c, l, y)
		}
	}
}

// TestNamesBehindWalls: the name of a player in a leaf that is hidden, or behind a wall, has 0.35 of
// its opacity.
func TestNamesBehindWalls(t *testing.T) {
	s := New()
	g := Prepare(loadMap(t, "demoscope1.bsp"))
	s.SetGeometry(g)
	tried := 0
	for _, c := range insideCameras(g, 30) {
		for l := range g.source.Leaves {
			lf := &g.source.Leaves[l]
			at := lf.Mins.Add(lf.Maxs).Mul(0.5)
			_, _, depth, ok := c.project(View{640, 480, 1}, at)
			if !ok || lf.Cluster < 0 || depth > 500 {
				continue
			}
			s.Build(momentOf(at), c, View{640, 480, 1}, &Options{Follow: -1})
			if len(s.sight.figures) == 0 || !s.sight.figures[0].hidden || len(s.Labels) == 0 {
				continue
			}
			tried++
			if a := s.Labels[0].Color.A; abs(a-0.5) > 0.01 {
				t.Fatalf("from %v the name of a player behind walls, %v away, has opacity %v", c.Origin, depth, a)
			}
		}
	}
	if tried < 5 {
		t.Errorf("%d names behind walls: nothing was tested", tried)
	}
}

// TestPlayersPitch: what a player carries of the eye's pitch is a third of it the other way
// round in Quake. Of a look 30 degrees down the torso does three quarters, and the head, which
// stands on it, the rest. A pitch of 350 is 10 up.
func TestPlayersPitch(t *testing.T) {
	const cos30, sin30 = 0.8660254, 0.5
	for _, c := range []struct {
		format      string
		pitch       float32
		torso, head float32
	}{
		{"dem", -10, 22.5, 7.5}, {"qwd", 30, 22.5, 7.5}, {"mvd", 30, 22.5, 7.5}, {"dm3", 30, 22.5, 7.5},
		{"mvd", 350, -7.5, -2.5}, {"mvd", -90, -66.75, -22.25},
	} {
		s := New()
		m := momentOf(vec{200, 0, 0})
		m.World = rules.New(c.format)
		m.World.Players = []world.Player{{InUse: true, Visible: true}}
		if c.format == "dm3" {
			m.World.Players[0].Frame, m.World.Players[0].WeaponFrame = 22, 11 // stands
		}
		m.Poses[0].Angles = vec{c.pitch, 0, 0}
		st := stanceOf(s.frame.g, m, 0, fallbackHuman().list)
		if abs(st.torsoPitch-c.torso) > 1e-3 || abs(st.headPitch-c.head) > 1e-3 {
			t.Errorf("%s: a pitch of %v turns the torso by %v and the head by %v, want %v and %v", c.format, c.pitch,
				st.torsoPitch, st.headPitch, c.torso, c.head)
		}
		if c.torso != 22.5 {
			continue
		}
		s.Build(m, Camera{}, View{640, 480, 1}, &Options{Follow: -1})
		looks := s.bodies.poser.human[2].at.Axis.Col(0)
		if looks.Sub(vec{cos30, 0, -sin30}).Len() > 2e-2 {
			t.Errorf("%s: the head looks along %v", c.format, looks)
		}
	}
}

// TestHitsAreBrief: hits, blood and explosions are gone after 0.3 s, and have no lines but sparks.
func TestHitsAreBrief(t *testing.T) {
	pieces := func(k world.EffectKind, age float64) (n, lines int) {
		s, m := New(), momentOf()
		m.Clock = 10
		m.World.Effects.List = []world.Effect{{Kind: k, Clock: 10 - age, Life: 1, Origin: vec{300, 0, 0}, Count: 200}}
		s.Build(m, Camera{}, View{640, 480, 1}, nil)
		for _, p := range s.pieces.list {
			if p.shape == shapeLine {
				lines++
			}
		}
		return len(s.pieces.list), lines
	}
	for _, k := range []world.EffectKind{world.EffectGunshot, world.EffectSpike, world.EffectSuperSpike,
		world.EffectBlood, world.EffectSparks, world.EffectExplosion, world.EffectTarExplosion, world.EffectPlasma} {
		if n, lines := pieces(k, 0.15); n == 0 || lines > maxStreaks {
			t.Errorf("effect %d has %d pieces, of which %d are lines", k, n, lines)
		}
		if n, _ := pieces(k, 0.31); n > 0 {
			t.Errorf("effect %d: %d pieces are left", k, n)
		}
	}
}

// TestEffectsFade: particles that are opaque at first are half so in the middle, and nearly gone at the end; rings
// stay longer.
func TestEffectsFade(t *testing.T) {
	for kind, want := range map[world.EffectKind][3]float32{
		world.EffectParticles: {1, 0.5, 0.25}, world.EffectSplash: {1, 0.5, 0.25}, world.EffectBFG: {1, 0.5, 0.25},
		world.EffectGrapple: {1, 1, 1}, world.EffectTongue: {1, 1, 1}, world.EffectLaser: {1, 0.75, 0.625},
	} {
		for i, age := range [...]float64{0, 0.5, 0.75} {
			s, m := New(), momentOf()
			m.Clock = 10
			m.World.Effects.List = []world.Effect{{Kind: kind, Clock: 10 - age, Life: 1, Origin: vec{300, -60, 0},
				End: vec{300, 60, 0}, Count: 20, Colors: 1, Color: 0x4b}}
			s.Build(m, Camera{}, View{640, 480, 1}, nil)
			most := float32(0)
			for _, p := range s.pieces.list {
				most = max(most, p.color.A)
			}
			if abs(most-want[i]) > 1e-3 {
				t.Errorf("effect %d after %v: opacity %v, want %v", kind, age, most, want[i])
			}
		}
	}
}

// TestEffectsOwnColors: an effect with colors of its own is drawn in them, a third of
// the way to white, and has as many particles as it says, up to
// maxDots.
func TestEffectsOwnColors(t *testing.T) {
	p := new(assets.Palette)
	for i := range p {
		p[i] = color.RGBA{uint8(i), 0, 255, 255}
	}
	for _, c := range []struct {
		effect      world.Effect
		dots, lines int
		colors      int // different ones
	}{
		{world.Effect{Kind: world.EffectBlood, Count: 20, Color: 0xd0, Colors: 1}, 20, 0, 1},
		{world.Effect{Kind: world.EffectBlood, Count: 60, Color: 0xe8, Colors: 8}, 24, 0, 6},
		{world.Effect{Kind: world.EffectGunshot, Count: 97, Color: 0xfe, Colors: 4}, 24, 0, 4}, // 254, 255, 0, 1
		{world.Effect{Kind: world.EffectSparks, Color: 0xe0, Colors: 2}, 0, 5, 2},
		{world.Effect{Kind: world.EffectSparks, Count: -7, Color: 0xe0, Colors: 1}, 0, 5, 1},
		{world.Effect{Kind: world.EffectLavaSplash, Count: 1024, Color: 224, Colors: 8}, 0, 108, 8},
		{world.Effect{Kind: world.EffectTeleport, Count: 896, Color: 7, Colors: 8}, 14, 0, 5},
		{world.Effect{Kind: world.EffectLaser, Color: 0xd0, Colors: 4}, 0, 2, 1},
		{world.Effect{Kind: world.EffectBubbles, Color: 4, Colors: 8}, 0, 84, 5},
		{world.Effect{Kind: world.EffectParticles, Count: 40, Color: 72, Colors: 8}, 24, 0, 7},
	} {
		e := c.effect
		e.Clock, e.Life, e.Origin, e.End = 9.85, 1, vec{300, -60, 0}, vec{300, 60, 0}
		s, m := New(), momentOf()
		m.Clock = 10
		m.World.Effects.List = []world.Effect{e}
		s.Build(m, Camera{}, View{640, 480, 1}, &Options{Palette: p, Follow: -1})
		dots, lines := 0, 0
		found := map[int]bool{}
		for _, piece := range s.pieces.list {
			switch piece.shape {
			case shapeDot:
				dots++
			case shapeLine:
				lines++
			}
			got := piece.color.Alpha(1 / piece.color.A)
			for i := range int(e.Colors) {
				k := (int(e.Color) + i) % 256
				if want := (draw.Color{R: float32(k)/255*0.7 + 0.3*colorWhite.R, G: 0.3 * colorWhite.G,
					B: 0.7 + 0.3*colorWhite.B, A: 1}); sameColor(got, want) {
					found[k] = true
				}
			}
		}
		if dots != c.dots || lines != c.lines || len(found) < c.colors {
			t.Errorf("%+v: %d dots, %d lines in %d colors, want %d, %d in %d", c.effect, dots, lines, len(found),
				c.dots, c.lines, c.colors)
		}
	}
	// The muzzle flash of the entity whose eye is seen through is not seen.
	for _, c := range []struct {
		kind        world.EffectKind
		entity      int32
		firstPerson bool
		want        int
	}{
		{world.EffectMuzzleFlash, 3, true, 0}, {world.EffectMuzzleFlash, 4, true, 2}, {world.EffectMuzzleFlash, 3,
			false, 2}, {world.EffectSparks, 3, true, 5},
	} {
		s, m := New(), momentOf()
		m.Clock, m.Eye.Known, m.Eye.Entity = 10, true, 3
		m.World.Effects.List = []world.Effect{{Kind: c.kind, Clock: 9.85, Life: 1, Origin: vec{300, 0, 0},
			Entity: c.entity}}
		s.Build(m, Camera{}, View{640, 480, 1}, &Options{Follow: -1, FirstPerson: c.firstPerson})
		if n := len(s.pieces.list); n != c.want {
			t.Errorf("%+v: %d pieces", c, n)
		}
	}
	// For one player alone.
	for slot, want := range map[int]int{0: 0, 1: 5, -1: 0} {
		s, m := New(), momentOf()
		m.Clock, m.Eye.Slot = 10, slot
		m.World.Effects.List = []world.Effect{{Kind: world.EffectSparks, Clock: 9.85, Life: 1, Origin: vec{300, 0, 0},
			Only: 1 << 1}}
		s.Build(m, Camera{}, View{640, 480, 1}, &Options{Follow: -1})
		if n := len(s.pieces.list); n != want {
			t.Errorf("as player %d: %d pieces, want %d", slot, n, want)
		}
	}
}

// TestDropsFlyAndFall: after a quarter of a second dots of 55 units a second, from at most 3 away, are at most 16.75
// away in each direction, less a fall of 210 times a sixteenth: 13.125 units.
func TestDropsFlyAndFall(t *testing.T) {
	s := New()
	m := momentOf()
	m.Clock = 10
	m.World.Effects.List = []world.Effect{{Kind: world.EffectBlood, Clock: 9.75, Life: 1, Origin: vec{300, 0, 0},
		Count: 24, Colors: 1}}
	s.Build(m, Camera{}, View{640, 480, 1}, nil)
	low, high := vec{1e9, 1e9, 1e9}, vec{-1e9, -1e9, -1e9}
	for _, p := range s.pieces.list {
		if p.shape == shapeDot {
			d := s.pieces.points[p.first].Sub(vec{300, 0, 0})
			for k := range d {
				low[k], high[k] = min(low[k], d[k]), max(high[k], d[k])
			}
		}
	}
	for k, drop := range [...]float32{0, 0, 13.125} {
		if low[k] < -16.75-drop || low[k] > -11-drop || high[k] > 16.75-drop || high[k] < 11-drop {
			t.Errorf("along axis %d the drops are from %v to %v", k, low[k], high[k])
		}
	}
}

// TestPickPrefersTheNearest of two figures under the pointer.
func TestPickPrefersTheNearest(t *testing.T) {
	s := New()
	s.Build(momentOf(vec{600, 0, 0}, vec{300, 5, 0}, vec{500, 250, 0}), Camera{}, View{640, 480, 1}, nil)
	// Figures are 32 wide and 56 high, 4 above their origin: the third is 20.5
	// pixels wide and 35.8 high around 160 237.4.
	for _, c := range []struct {
		x, y, radius float32
		want         int
	}{
		{316, 236, 5, 1}, {160, 237, 5, 2}, {175, 237.4, 5, 2}, {175.6, 237.4, 5, -1}, {160, 260, 5, 2},
		{160, 260.8, 5, -1}, {20, 20, 5, -1},
	} {
		if got := s.Pick(c.x, c.y, c.radius); got != c.want {
			t.Errorf("at %v %v player %d, want %d", c.x, c.y, got, c.want)
		}
	}
}

// TestMarkersInTheCamera: what the camera is in, or nearly in, is not drawn. A rocket
// reaches 16 units from its middle and is left out from 28 on; a boss, four times as
// large, from 76 on.
func TestMarkersInTheCamera(t *testing.T) {
	for _, c := range []struct {
		model string
		x     float32
		want  bool
	}{
		{"progs/missile.mdl", 10, false}, {"progs/missile.mdl", 27, false}, {"progs/missile.mdl", 29, true},
		{"progs/boss.mdl", 75, false}, {"progs/boss.mdl", 77, true}, {"progs/spike.mdl", 21, false},
		{"progs/spike.mdl", 22, true}, {"progs/flame2.mdl", 20, true},
	} {
		e := world.Entity{Number: 50, Origin: vec{c.x, 0, 0}}
		e.Model[0] = 2
		if got := markerOf(momentWith("dem", []string{c.model}, e), Camera{}, Options{}) != nil; got != c.want {
			t.Errorf("%s at %v: drawn is %v", c.model, c.x, got)
		}
	}
}

// TestHiddenMarkersLeaveBodies: players, monsters and what is left of them are drawn
// when things are hidden.
func TestHiddenMarkersLeaveBodies(t *testing.T) {
	for model, want := range map[string]bool{
		"progs/ogre.mdl": true, "progs/gib1.mdl": true, "progs/h_player.mdl": true, "progs/player.mdl": true,
		"progs/missile.mdl": false, "progs/armor.mdl": false, "progs/flame.mdl": false, "progs/backpack.mdl": false,
	} {
		e := world.Entity{Number: 50, Origin: vec{200, 0, 0}}
		e.Model[0] = 2
		if got := markerOf(momentWith("dem", []string{model}, e), Camera{}, Options{Switches: setting.Items}) !=
			nil; got != want {
			t.Errorf("%s: drawn is %v", model, got)
		}
	}
	m := momentOf(vec{200, 0, 0})
	m.World.Nails = []world.Nail{{Origin: vec{100, 0, 0}}}
	s := New()
	for _, hide := range []bool{false, true} {
		o := Options{Follow: -1}
		o.Set(setting.Items, !hide)
		s.Build(m, Camera{}, View{640, 480, 1}, &o)
		players, nails := 0, 0
		for _, k := range s.things.list {
			switch k.kind {
			case thingPlayer:
				players++
			case thingNail:
				nails++
			}
		}
		if players != 1 || (nails == 1) == hide {
			t.Errorf("hidden %v: %d players, %d nails", hide, players, nails)
		}
	}
}

// TestPlayersThatAreNotDrawn: without a model, and with the camera in their bodies,
// which are 32 wide and reach from 24 below the origin to 32 above it; dead ones lie.
func TestPlayersThatAreNotDrawn(t *testing.T) {
	for _, c := range []struct {
		name   string
		at     vec
		change func(p *world.Player)
		want   bool
	}{
		{"before the camera", vec{200, 0, 0}, func(*world.Player) {}, true},
		{"no model", vec{200, 0, 0}, func(p *world.Player) { p.NoModel = true }, false},
		{"around the camera", vec{0, 0, -22}, func(*world.Player) {}, false},
		{"touching it", vec{25, 0, -22}, func(*world.Player) {}, false},
		{"a step away", vec{32, 0, -22}, func(*world.Player) {}, true},
		{"on the head", vec{0, 0, -38}, func(*world.Player) {}, false},
		{"well below", vec{30, 0, -80}, func(*world.Player) {}, true},
		{"lying around it", vec{20, 0, 16}, func(p *world.Player) { p.Dead = true }, false},
		{"lying at the feet", vec{20, 0, -22}, func(p *world.Player) { p.Dead = true }, true},
	} {
		m := momentOf(c.at)
		c.change(&m.World.Players[0])
		s := New()
		s.Build(m, Camera{}, View{640, 480, 1}, &Options{Follow: 0, Switches: setting.XRay})
		if got := s.frame.drawsPlayer(m, 0); got != c.want {
			t.Errorf("%s: drawn is %v", c.name, got)
		}
		if !c.want && (len(s.things.list) > 0 || len(s.Labels) > 0 || s.Pick(320, 240, 1000) >= 0) {
			t.Errorf("%s: %d things, labels %v", c.name, len(s.things.list), s.Labels)
		}
	}
}
