package scene

import (
	"math"
	"slices"
	"testing"

	"demoscope/player"
	"demoscope/player/timeline"
	"demoscope/player/world"
	"demoscope/render/setting"
)

// pathsOf returns the lines that are placed for a moment beyond those without trails and aim
// lines: their ends, and how opaque they are.
func pathsOf(s *Scene, m *player.Moment, o Options) (ends [][2]vec, alpha []float32) {
	o.Follow = -1
	o.Set(setting.Items, false)
	s.Build(m, Camera{Origin: vec{-400, 0, 300}}, View{640, 480, 1}, &o)
	s.pieces.begin()
	s.pieces.group, s.pieces.grouping = s.pieces.group[:0], true // nothing cuts them
	s.paths.place(m)
	for _, p := range s.pieces.group {
		if p.shape == shapeLine {
			at := s.pieces.points[p.first:]
			ends, alpha = append(ends, [2]vec{at[0], at[1]}), append(alpha, p.color.A)
		}
	}
	return ends, alpha
}

// TestTrails: of five samples, the second leads on from the first, the third is behind a
// teleporter, the fourth leads on; a line leads from the last to the player. The older, the
// fainter: a second ago two thirds are left of 0.75, beside 0.15.
func TestTrails(t *testing.T) {
	m := momentOf(vec{140, 0, 24})
	m.Clock = 10
	trail := Trail{0, []timeline.Sample{
		{Clock: 8, Origin: vec{0, 0, 24}, Begins: true}, {Clock: 9, Origin: vec{40, 0, 24}},
		{Clock: 9.5, Origin: vec{100, 500, 24}, Begins: true}, {Clock: 9.9, Origin: vec{130, 0, 24}},
	}}
	ends, alpha := pathsOf(New(), m, Options{Trails: []Trail{trail}})
	want := [][2]vec{{{0, 0, 12}, {40, 0, 12}}, {{100, 500, 12}, {130, 0, 12}}, {{130, 0, 12}, {140, 0, 12}}}
	near := func(a, b float32) bool { return abs(a-b) < 1e-3 }
	if !slices.Equal(ends, want) || !slices.EqualFunc(alpha, []float32{0.65, 0.875, 0.9}, near) {
		t.Errorf("lines %v, %v opaque; want %v", ends, alpha, want)
	}
	nan := float32(math.NaN())
	for _, bad := range []Trail{{Slot: 7, Samples: trail.Samples}, {Slot: -1, Samples: trail.Samples},
		{Samples: []timeline.Sample{{Clock: 9.9, Origin: vec{nan}}, {Clock: 9.95, Origin: vec{1e30}}}}} {
		if ends, _ := pathsOf(New(), m, Options{Trails: []Trail{bad}}); len(ends) != 0 {
			t.Errorf("%+v is drawn as %v", bad, ends)
		}
	}
}

// TestAimLines: a player at the origin looks along x, from 22 units above it; the line begins
// 20 units before the eye. It ends at another player, or where the level ends.
func TestAimLines(t *testing.T) {
	m := momentOf(vec{0, 0, 0}, vec{500, 0, 20})
	m.World.Players[1].Dead = true
	ends, _ := pathsOf(New(), m, Options{Switches: setting.AimLines})
	if len(ends) != 1 || ends[0] != [2]vec{{20, 0, 22}, {3000, 0, 22}} {
		t.Errorf("over a dead player: %v", ends)
	}
	m.World.Players[1].Dead = false
	m.Poses[1].Angles[1] = 90
	ends, _ = pathsOf(New(), m, Options{Switches: setting.AimLines})
	if len(ends) != 2 || ends[0] != [2]vec{{20, 0, 22}, {500, 0, 22}} {
		t.Errorf("at a player: %v", ends)
	}
	m.Eye = player.Eye{Known: true, Slot: 0}
	if ends, _ = pathsOf(New(), m, Options{Switches: setting.AimLines, FirstPerson: true}); len(ends) != 1 {
		t.Errorf("from the eyes of who aims: %v", ends)
	}
	s := New()
	s.SetGeometry(Prepare(loadMap(t, "demoscope1.bsp")))
	m = momentOf(vec{-300, -300, 24})
	ends, _ = pathsOf(s, m, Options{Switches: setting.AimLines})
	if len(ends) == 0 || ends[len(ends)-1][1][0] > 2000 {
		t.Errorf("a wall does not stop %v", ends)
	}
}

// TestCameraPath: points within 24 units of the camera, at -400 0 300, are omitted. A look is 48 units long.
func TestCameraPath(t *testing.T) {
	nan := float32(math.NaN())
	a, b, c, near := vec{0, 0, 300}, vec{100, 0, 300}, vec{100, 200, 300}, vec{-400, 20, 300}
	o := Options{Path: []vec{a, b, near, c, a, {nan}, b},
		Looks: []Look{{a, vec{0, 90, 0}}, {near, vec{}}, {b, vec{nan}}, {vec{-400, 30, 300}, vec{90, 0, 0}}}}
	m := momentOf(vec{140, 0, 24})
	ends, alpha := pathsOf(New(), m, o)
	want := [][2]vec{{a, b}, {c, a}, {a, {0, 48, 300}}, {{-400, 30, 300}, {-400, 30, 252}}}
	same := func(a, b [2]vec) bool { return a[0].Sub(b[0]).Len()+a[1].Sub(b[1]).Len() < 1e-3 }
	if !slices.EqualFunc(ends, want, same) || !slices.Equal(alpha, []float32{0.8, 0.8, 1, 1}) {
		t.Errorf("lines %v, %v opaque; want %v", ends, alpha, want)
	}
}

// TestCorpseColors: Quake and Quake II name a player by 1 + slot in the colormap, Quake III by slot in the skin.
func TestCorpseColors(t *testing.T) {
	m := momentOf(vec{}, vec{}, vec{})
	m.World.Players[0].Pants, m.World.Players[1].Pants, m.World.Players[2].InUse = 5, 6, false
	s := New()
	s.Build(m, Camera{}, View{640, 480, 1}, &Options{Follow: world.Nobody})
	for n, want := range []uint8{0, 5, 6, 0, 0} {
		for game, body := range map[world.Game]marker{
			world.Quake: {colormap: uint8(n), skin: 1}, world.Quake2: {colormap: uint8(n), skin: 1},
			world.Quake3: {colormap: 1, skin: int32(n) - 1}} {
			m.World.Game = game
			if look := s.colors.corpse(m.World, &body); look.rows[1] != want || !look.dead {
				t.Errorf("%v, body %d: trousers %d, want %d", game, n, look.rows[1], want)
			}
		}
	}
}
