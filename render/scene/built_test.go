package scene

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/bsp"
	"demoscope/render/draw"
)

// levelAt returns a level rectangle that is seen from both sides.
func levelAt(x0, y0, x1, y1, z float32, kind bsp.Kind) bsp.Polygon {
	return bsp.Polygon{Corners: []mgl32.Vec3{{x0, y0, z}, {x0, y1, z}, {x1, y1, z}, {x1, y0, z}}, Kind: kind, BothSides: true, Texture: -1}
}

// upright returns a wall from one place to another, whose front is to the right of the way.
func upright(x0, y0, x1, y1, low, high float32, kind bsp.Kind) bsp.Polygon {
	return bsp.Polygon{Corners: []mgl32.Vec3{{x0, y0, low}, {x0, y0, high}, {x1, y1, high}, {x1, y1, low}}, Kind: kind, Texture: -1}
}

// builtMap returns a map of n rectangles and slopes on a grid, across one another.
func builtMap(n int) *bsp.Map {
	r := rand.New(rand.NewPCG(5, 6))
	at := func(size int) float32 { return float32(8 * r.IntN(size)) }
	size := int(8 * math.Sqrt(float64(n)))
	var list []bsp.Polygon
	for len(list) < n {
		x, y, z := at(size), at(size), at(48)
		w, h := 16+at(20), 16+at(20)
		switch k := r.IntN(20); {
		case k < 9:
			list = append(list, levelAt(x, y, x+w, y+h, z, bsp.KindSolid))
		case k < 11:
			list = append(list, levelAt(x, y, x+w, y+h, z, bsp.KindPresumed))
		case k < 14:
			list = append(list, upright(x, y, x+w, y, z, z+48, bsp.KindSolid))
		case k < 18:
			list = append(list, upright(x, y, x, y+h, z, z+96, bsp.KindSolid))
		default:
			list = append(list, bsp.Polygon{Corners: []mgl32.Vec3{{x, y, z}, {x, y + 32, z}, {x + 32, y + 32, z + 20}, {x + 32, y, z + 20}}, BothSides: true})
		}
	}
	return bsp.Build(list, nil)
}

// TestPresumedHidesNobody: the living are drawn over a wall that is only presumed, and names
// know them as seen; a wall that is known hides them.
func TestPresumedHidesNobody(t *testing.T) {
	for _, c := range []struct {
		kind         bsp.Kind
		dead         bool
		late, unseen bool
	}{
		{bsp.KindPresumed, false, true, false}, {bsp.KindPresumed, true, false, false}, {bsp.KindSolid, false, false, true},
	} {
		floor := levelAt(-256, -256, 512, 256, -24, bsp.KindSolid)
		g := Prepare(bsp.Build([]bsp.Polygon{floor, upright(100, -64, 100, 64, -24, 100, c.kind)}, nil))
		s := New()
		s.SetGeometry(g)
		m := momentOf(vec{200, 0, 0})
		m.World.Players[0].Dead = c.dead
		s.Build(m, Camera{Origin: vec{-100, 0, 20}, FOV: 90}, View{320, 200, 1}, nil)
		if late := len(s.things.late) == 1 && s.things.late[0].kind == thingPlayer; late != c.late || len(s.figures) != 1 || s.figures[0].unseen != c.unseen {
			t.Errorf("behind a face that is %v (dead %v): late %v, figures %+v", c.kind, c.dead, late, s.figures)
		}
		// The hole in what hides him is as dark as the background, around his middle.
		hole := false
		for _, v := range s.World.Vertices {
			hole = hole || abs(v.X-160) < 0.1 && abs(v.Y-107.11) < 0.1 && abs(v.A-0.85) < 1e-3
		}
		if hole != c.late {
			t.Errorf("behind a face that is %v (dead %v): a hole %v", c.kind, c.dead, hole)
		}
	}
}

// TestBuiltFog: in a level that was rebuilt faces are halfway to the background by 700 units, and
// nine tenths by 2100;
// seen from outside by as much more as the camera is away, but not by more than in others.
func TestBuiltFog(t *testing.T) {
	s := New()
	s.SetGeometry(Prepare(bsp.Build([]bsp.Polygon{levelAt(-64, -64, 64, 64, 0, bsp.KindSolid)}, nil)))
	for height, want := range map[float32]float32{0: 700, 300: 1000, 9000: 1400} {
		s.begin(Camera{Origin: vec{0, 0, height}}, View{}, nil)
		if near, far := s.haze(want/7), s.haze(3*want); abs(near-0.98) > 1e-3 || abs(far-0.1) > 1e-3 {
			t.Errorf("seen from %v, of what is at %v and %v units %v and %v are seen", height, want/7, 3*want, near, far)
		}
		if got := s.fog(draw.Color{R: 1}, draw.Color{B: 1}, want); !sameColor(got, draw.Color{R: 0.5, B: 0.5}) {
			t.Errorf("seen from %v, a face at %v units is %+v", height, want, got)
		}
	}
}

// rebuiltGeometry is the first level of a demo as it is rebuilt.
func rebuiltGeometry(t testing.TB, name string) *Geometry {
	t.Helper()
	p := openPlayer(t, name, 0)
	waitForIndex(p)
	p.Timeline().WaitSurveys()
	return Prepare(p.Timeline().Survey(0).Build().Map())
}

// TestPresumedThinsOut: what is upright and only presumed is as opaque as it has light, up to
// nothing, in all modes and also where it is clipped; its end without light has no line. What is
// level or known does not.
func TestPresumedThinsOut(t *testing.T) {
	for _, c := range []struct {
		kind  bsp.Kind
		mode  Mode
		y     float32 // half the width of the wall
		top   float32 // how opaque it is there
		lines int
	}{
		{bsp.KindPresumed, Lit, 64, 0, 3}, {bsp.KindPresumed, HiddenLine, 64, 0, 3}, {bsp.KindPresumed, Lit, 4096, 0, 3}, {bsp.KindSolid, Lit, 64, 1, 4},
	} {
		wall := upright(100, c.y, 100, -c.y, -24, 100, c.kind)
		wall.Light = []uint8{120, 0, 0, 120}
		s := New()
		s.SetGeometry(Prepare(bsp.Build([]bsp.Polygon{wall}, nil)))
		s.Build(momentOf(), Camera{Origin: vec{0, 0, 20}, FOV: 90}, View{320, 200, 1}, &Options{Mode: c.mode})
		s.World.Reset()
		g := s.g
		s.fillFace(&g.faces[0])
		if len(g.faces) != 1 || int(g.faces[0].numSides) != c.lines {
			t.Fatalf("%v: %d faces, the first with %d lines, want %d", c.kind, len(g.faces), g.faces[0].numSides, c.lines)
		}
		lowest, highest := float32(1), float32(0)
		for _, v := range s.World.Vertices[:4] { // before the lines on it
			lowest, highest = min(lowest, v.A), max(highest, v.A)
		}
		if highest < 0.99 || abs(lowest-c.top) > 0.06 {
			t.Errorf("%v in mode %v: it is from %v to %v opaque", c.kind, c.mode, lowest, highest)
		}
	}
}
