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
	return bsp.Polygon{Corners: []mgl32.Vec3{{x0, y0, z}, {x0, y1, z}, {x1, y1, z}, {x1, y0, z}}, Kind: kind,
		BothSides: true, Texture: -1}
}

// upright returns a wall from one place to another, whose front is to the right of the way.
func upright(x0, y0, x1, y1, low, high float32, kind bsp.Kind) bsp.Polygon {
	return bsp.Polygon{Corners: []mgl32.Vec3{{x0, y0, low}, {x0, y0, high}, {x1, y1, high}, {x1, y1, low}}, Kind: kind,
		Texture: -1}
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
			list = append(list, bsp.Polygon{Corners: []mgl32.Vec3{{x, y, z}, {x, y + 32, z}, {x + 32, y + 32, z + 20},
				{x + 32, y, z + 20}}, BothSides: true})
		}
	}
	return bsp.Build(list, nil)
}

// TestPresumedHidesNobody: the living are drawn over a wall that is only presumed, and names know them as seen; a wall
// that is known hides them. Without signs both hide everybody but the opponent, and in an overhead view nothing hides
// anybody.
func TestPresumedHidesNobody(t *testing.T) {
	for _, c := range []struct {
		kind               bsp.Kind
		dead               bool
		options            Options
		late, hole, unseen bool
	}{
		{bsp.KindPresumed, false, Options{Follow: -1}, true, true, false},
		{bsp.KindPresumed, true, Options{Follow: -1}, false, false, false},
		{bsp.KindSolid, false, Options{Follow: -1}, false, false, true},
		{bsp.KindPresumed, false, Options{Follow: -1, NoSigns: true}, false, false, true},
		{bsp.KindPresumed, false, Options{Follow: 0, NoSigns: true}, true, false, false},
	} {
		floor := levelAt(-256, -256, 512, 256, -24, bsp.KindSolid)
		g := Prepare(bsp.Build([]bsp.Polygon{floor, upright(100, -64, 100, 64, -24, 100, c.kind)}, nil))
		s := New()
		s.SetGeometry(g)
		m := momentOf(vec{200, 0, 0})
		m.World.Players[0].Dead = c.dead
		s.Build(m, Camera{Origin: vec{-100, 0, 20}, FOV: 90}, View{320, 200, 1}, &c.options)
		if late := len(s.things.late) == 1 && s.things.late[0].kind == thingPlayer; late != c.late ||
			len(s.sight.figures) != 1 || s.sight.figures[0].unseen != c.unseen {
			t.Errorf("behind a face that is %v (dead %v): late %v, figures %+v", c.kind, c.dead, late, s.sight.figures)
		}
		// In the hole in what hides the player is haze, around the middle of the body.
		hole := false
		for _, v := range s.World.Vertices {
			hole = hole || abs(v.X-160) < 0.1 && abs(v.Y-107.11) < 0.1 && abs(v.A-0.9) < 1e-3 && v.B > 0.3
		}
		if hole != c.hole {
			t.Errorf("behind a face that is %v (dead %v): a hole %v", c.kind, c.dead, hole)
		}
		overhead := Camera{Origin: vec{200, 0, 500}, Angles: vec{90, 0, 0}, FOV: 90, Near: 300}
		if s.Build(m, overhead, View{320, 200, 1}, &c.options); len(s.things.late) != 1 && !c.dead {
			t.Errorf("an overhead view draws %d players over the level", len(s.things.late))
		}
	}
	s := New()
	if s.frame.opt.NoSigns = true; s.showsPresumed(&thing{kind: thingPlayer, index: 3}) {
		t.Error("without signs somebody who is not the opponent is seen")
	}
	s.Story.Matchup.Known, s.Story.Matchup.Slots[1] = true, 3
	if !s.showsPresumed(&thing{kind: thingPlayer, index: 3}) {
		t.Error("the opponent is not seen")
	}
}

// TestHazeOfRebuilt: in a level that was rebuilt half is seen of what is three tenths of the level's width away, but
// not before 400 units nor beyond 900, and a tenth of what is three times as far; seen from outside by as much more as
// the camera is away. What is on another floor counts as farther, unless it is straight above or below.
func TestHazeOfRebuilt(t *testing.T) {
	s := New()
	for _, c := range []struct {
		half, eye float32 // of the level's width, and the height of the eye
		want      float32
	}{{64, 0, 400}, {1000, 0, 600}, {1000, 300, 900}, {9000, 0, 900}} {
		s.SetGeometry(Prepare(bsp.Build([]bsp.Polygon{levelAt(-c.half, -c.half, c.half, c.half, 0, bsp.KindSolid)},
			nil)))
		s.begin(nil, Camera{Origin: vec{0, 0, c.eye}}, View{640, 480, 1}, nil)
		for far, want := range map[float32]float32{0: 1, 1: 0.5, 3: 0.1} {
			if seen, _ := s.canvas.haze.at(0, 0, far*c.want); abs(seen-want) > 1e-3 {
				t.Errorf("a level %v wide from %v: %v of what is at %v units is seen, want %v", 2*c.half, c.eye, seen,
					far*c.want, want)
			}
		}
	}
	s.SetGeometry(Prepare(bsp.Build([]bsp.Polygon{levelAt(-64, -64, 64, 64, 0, bsp.KindSolid)}, nil)))
	s.begin(nil, Camera{}, View{640, 480, 1}, nil)
	for at, want := range map[vec]float32{
		{300, 0, 100}: 0.6154, {300, 0, 360}: 0.2334, {300, 0, -360}: 0.3252, // as far as 316, 725 and 576 units
		{0, 0, 360}: 0.5525, {0, 300, 360}: 0.2334,
	} {
		x, y, w := s.frame.transform(at)
		if seen, _ := s.canvas.haze.at(x, y, w); abs(seen-want) > 2e-3 {
			t.Errorf("%v of what is at %v is seen, want %v", seen, at, want)
		}
	}
}

// TestHazeFillsTheUnknown: where nothing is known of a rebuilt level is haze, in all modes, brightest at the horizon,
// and faces that are far have its color there. Things do not fade into it. In an overhead view it has one color, and
// what is low lies in it. A true map has none.
func TestHazeFillsTheUnknown(t *testing.T) {
	built := Prepare(bsp.Build([]bsp.Polygon{levelAt(-64, -64, 64, 64, -24, bsp.KindSolid)}, nil))
	color := draw.Color{R: 0.7, G: 0.7, B: 0.7, A: 0.5}
	for mode := range modes {
		s := New()
		s.SetGeometry(built)
		s.Build(nil, Camera{FOV: 90}, View{640, 480, 1}, &Options{Mode: mode})
		light := map[float32]float32{}
		left, right := false, false
		for _, v := range s.World.Vertices[:hazeTestCorners] {
			if light[v.Y] = v.B; v.A != 1 {
				t.Fatalf("mode %v: the haze lets something through: %+v", mode, v)
			}
			left, right = left || v.X == 0, right || v.X == 640
		}
		if !left || !right || !(light[240] > light[0] && light[240] > light[480]) || light[0] == 0 || light[480] == 0 {
			t.Errorf("mode %v: blue by height in the picture is %v, left end %v, right %v", mode, light, left, right)
		}
		far := s.canvas.faceFog(color, 0, 0, 1e6)
		if abs(far.B-light[240]) > 1e-3 || far.A != 0.5 {
			t.Errorf("mode %v: a face far away is %+v where the haze is %v", mode, far, light[240])
		}
		if thing := fog(color, fogDepth); abs(thing.R-(0.7+Background.R)/2) > 1e-3 {
			t.Errorf("mode %v: a thing at fogDepth is %+v", mode, thing)
		}
	}
	overhead := New()
	overhead.SetGeometry(built)
	overhead.Build(nil, Camera{Origin: vec{0, 0, 4000}, Angles: vec{90, 0, 0}, FOV: 10, Near: 3000},
		View{640, 480, 1}, nil)
	for _, v := range overhead.World.Vertices[:hazeTestCorners] {
		if (draw.Color{R: v.R, G: v.G, B: v.B, A: v.A}) != hazeGround {
			t.Fatalf("the haze of an overhead view has a corner %+v", v)
		}
	}
	if got := overhead.canvas.faceFog(color, 0, 0, 3300); got != color {
		t.Errorf("a high face in an overhead view is %+v", got)
	}
	if got := overhead.canvas.faceFog(color, 0, 0, 4320); abs(got.R-(color.R+hazeGround.R)/2) > 1e-3 {
		t.Errorf("a face 1000 units deep in the haze of an overhead view is %+v", got)
	}
	none := New()
	none.Build(nil, Camera{}, View{640, 480, 1}, nil)
	if none.canvas.haze.on {
		t.Error("no level has haze")
	}
}

// hazeTestCorners is how many corners the haze has, 9 across and 13 down.
const hazeTestCorners = 117

// rebuiltGeometry is the first level of a demo as it is rebuilt.
func rebuiltGeometry(t testing.TB, name string) *Geometry {
	t.Helper()
	p := openPlayer(t, name, 0)
	p.Timeline().Wait()
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
		{bsp.KindPresumed, Lit, 64, 0, 3}, {bsp.KindPresumed, HiddenLine, 64, 0, 3}, {bsp.KindPresumed, Lit, 4096, 0,
			3}, {bsp.KindSolid, Lit, 64, 1, 4},
	} {
		wall := upright(100, c.y, 100, -c.y, -24, 100, c.kind)
		wall.Light = []uint8{120, 0, 0, 120}
		s := New()
		s.SetGeometry(Prepare(bsp.Build([]bsp.Polygon{wall}, nil)))
		s.Build(momentOf(), Camera{Origin: vec{0, 0, 20}, FOV: 90}, View{320, 200, 1}, &Options{Mode: c.mode})
		s.World.Reset()
		g := s.frame.g
		s.level.fillFace(&g.faces[0])
		if len(g.faces) != 1 || int(g.faces[0].numSides) != c.lines {
			t.Fatalf("%v: %d faces, the first with %d lines, want %d", c.kind, len(g.faces), g.faces[0].numSides,
				c.lines)
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

// TestEdgesFadeInHaze: of an edge as much is seen as of what is there, and one that is hardly seen is not drawn.
func TestEdgesFadeInHaze(t *testing.T) {
	s := New()
	s.SetGeometry(Prepare(bsp.Build([]bsp.Polygon{
		upright(100, 20, 100, -20, -20, 20, bsp.KindSolid), upright(900, 20, 900, -20, -20, 20, bsp.KindSolid),
		upright(9000, 20, 9000, -20, -20, 20, bsp.KindSolid),
	}, nil)))
	// from 100 units outside: half of what is 1000 away is seen
	s.Build(nil, Camera{FOV: 90}, View{640, 480, 1}, &Options{Mode: Wire})
	for i := range s.frame.g.edges {
		e := &s.frame.g.edges[i]
		s.World.Reset()
		s.level.drawEdge(e)
		most := float32(0)
		for _, v := range s.World.Vertices {
			most = max(most, v.A)
		}
		want := map[float32]float32{100: 0.99, 900: 0.552, 9000: 0}[s.frame.g.vertices[e.v[0]][0]]
		if abs(most-want) > 0.01 {
			t.Errorf("an edge at %v is %v opaque, want %v", s.frame.g.vertices[e.v[0]], most, want)
		}
	}
}
