package scene

import (
	"bytes"
	"image"
	imagedraw "image/draw"
	"image/png"
	"math"
	"path/filepath"
	"testing"

	"demoscope/bsp"
	"demoscope/internal/corpus"
	"demoscope/internal/golden"
)

// reference reads one of the pictures that another engine drew.
func reference(t *testing.T, name string) image.Image {
	t.Helper()
	m, err := png.Decode(bytes.NewReader(corpus.Read(t, filepath.Join(corpus.Sample, "reference", name+".png"))))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// whiteLines marks the pixels of a picture on which the engine drew the edges
// of its triangles.
func whiteLines(m image.Image) [][]bool {
	b := m.Bounds()
	white := make([][]bool, b.Dy())
	for y := range white {
		white[y] = make([]bool, b.Dx())
		for x := range white[y] {
			r, g, bl, _ := m.At(x, y).RGBA()
			white[y][x] = r > 0xf000 && g > 0xf000 && bl > 0xf000
		}
	}
	return white
}

// samples are points on the edges of the faces that look at the camera, one
// every four pixels, in pixels.
func samples(s *Scene) [][2]float32 {
	var list [][2]float32
	seen := make(map[uint32]bool)
	for _, k := range s.level.order {
		if k < 0 {
			continue
		}
		f := &s.frame.g.faces[k]
		if f.kind == bsp.KindWater || f.kind == bsp.KindSky || f.kind == bsp.KindTeleport {
			continue // the engine cuts these up, or draws them later
		}
		for _, e := range s.frame.g.sides[f.firstSide : f.firstSide+f.numSides] {
			if seen[e] {
				continue
			}
			seen[e] = true
			p, q := s.level.point(s.frame.g.edges[e].v[0]), s.level.point(s.frame.g.edges[e].v[1])
			a, b, ok := s.frame.clipLine(corner{p.x, p.y, p.w, 1}, corner{q.x, q.y, q.w, 1}, -6)
			if !ok {
				continue
			}
			x0, y0 := s.frame.screen(&a)
			x1, y1 := s.frame.screen(&b)
			l := math.Hypot(float64(x1-x0), float64(y1-y0))
			for d := 2.0; d < l; d += 4 {
				f := float32(d / l)
				list = append(list, [2]float32{x0 + (x1-x0)*f, y0 + (y1-y0)*f})
			}
		}
	}
	return list
}

// hits is the part of the points, moved, that have a white pixel within
// radius pixels.
func hits(white [][]bool, points [][2]float32, dx, dy float32, radius int) float64 {
	n := 0
	for _, p := range points {
		x, y := int(math.Floor(float64(p[0]+dx))), int(math.Floor(float64(p[1]+dy)))
		found := false
		for j := y - radius; j <= y+radius && !found; j++ {
			for i := x - radius; i <= x+radius && !found; i++ {
				found = j >= 0 && i >= 0 && j < len(white) && i < len(white[0]) && white[j][i]
			}
		}
		if found {
			n++
		}
	}
	return float64(n) / float64(max(1, len(points)))
}

// TestLinesAreWhereTheEngineHasThem lays the edges over pictures of the same
// places by QuakeSpasm with the edges of its triangles. Nearly every point of
// ours must have one of theirs within two pixels, and no shift may fit better.
func TestLinesAreWhereTheEngineHasThem(t *testing.T) {
	s := New()
	s.SetGeometry(Prepare(loadMap(t, "demoscope1.bsp")))
	for _, p := range poses {
		white := whiteLines(reference(t, p.name+"-tris"))
		s.Build(nil, sent(p.camera), View{640, 480, 1}, &Options{Mode: Wire})
		points := samples(s)
		if len(points) < 500 {
			t.Fatalf("%s: only %d points to compare", p.name, len(points))
		}
		near := hits(white, points, 0, 0, 2)
		best, bestX, bestY := -1.0, 0, 0
		for dy := -6; dy <= 6; dy++ {
			for dx := -6; dx <= 6; dx++ {
				if h := hits(white, points, float32(dx), float32(dy), 0); h > best {
					best, bestX, bestY = h, dx, dy
				}
			}
		}
		away := max(hits(white, points, 4, 0, 0), hits(white, points, -4, 0, 0),
			hits(white, points, 0, 4, 0), hits(white, points, 0, -4, 0))
		t.Logf("%s: %d points, %.2f%% within 2 pixels; exactly on a line %.1f%% at shift %d,%d (4 pixels away %.1f%%)",
			p.name, len(points), 100*near, 100*best, bestX, bestY, 100*away)
		if near < 0.99 {
			t.Errorf("%s: only %.1f%% of the points lie within 2 pixels", p.name, 100*near)
		}
		if bestX < -1 || bestX > 1 || bestY < -1 || bestY > 1 {
			t.Errorf("%s: the lines fit best when moved by %d,%d", p.name, bestX, bestY)
		}
		if away > 0.8*best {
			t.Errorf("%s: the comparison does not tell: %.2f here, %.2f four pixels away", p.name, best, away)
		}
		overlay(t, s, p.name)
	}
}

// overlay writes the engine's picture with our lines in red over it.
func overlay(t *testing.T, s *Scene, pose string) {
	for _, kind := range []string{"-tris", ""} {
		m := reference(t, pose+kind)
		cv := newPage(m.Bounds().Dx(), m.Bounds().Dy(), Background)
		imagedraw.Draw(cv.Image(), m.Bounds(), m, m.Bounds().Min, imagedraw.Src)
		lines := s.World
		for i := range lines.Vertices {
			v := &lines.Vertices[i]
			v.R, v.G, v.B = v.A, 0, 0
		}
		cv.draw(&lines)
		golden.Save(t, "overlay-"+pose+kind, cv.image())
	}
}

// corners of the level and where they are in the engine's pictures, read off
// them by eye.
var corners = map[string][]struct {
	at   vec
	x, y float32
}{
	"pose1": {
		{vec{-240, 102, 8}, 187, 356.5}, {vec{-240, -102, 0}, 249.5, 424}, {vec{-102, -240, 0}, 391, 424},
		{vec{102, -240, 8}, 454, 356.5}, {vec{-64, -320, 192}, 479.5, 305},
	},
	"pose2": {
		{vec{64, 320, 192}, 497, 226.5}, {vec{-102, 240, 0}, 462, 310}, {vec{102, 240, 0}, 413, 354},
	},
	"pose3": {
		{vec{56, -889, 16}, 216, 374.5}, {vec{23, -856, 0}, 268, 450}, {vec{-23, -856, 0}, 373, 450},
		{vec{-56, -889, 16}, 425, 373.5}, {vec{224, -1088, 256}, 105, 53}, {vec{-224, -1088, 256}, 535, 53.5},
	},
	"pose4": {
		{vec{-102, 240, 8}, 93, 357}, {vec{240, 102, 8}, 299, 210}, {vec{102, -240, 8}, 464, 402},
		{vec{64, 320, 0}, 130, 237.5}, {vec{64, 320, 192}, 30, 176.5},
	},
}

func TestCornersAreWhereTheEngineHasThem(t *testing.T) {
	g := Prepare(loadMap(t, "demoscope1.bsp"))
	for _, p := range poses {
		for _, c := range corners[p.name] {
			// The corners measured are rounded; the map's own are meant.
			v, found := c.at, false
			for _, w := range g.vertices {
				d := w.Sub(c.at)
				if abs(d[0]) < 1 && abs(d[1]) < 1 && abs(d[2]) < 1 {
					v, found = w, true
				}
			}
			if !found {
				t.Errorf("the map has no corner at %v", c.at)
			}
			x, y, _, ok := sent(p.camera).project(View{640, 480, 1}, v)
			if !ok || abs(x-c.x) > 2 || abs(y-c.y) > 2 {
				t.Errorf("%s: corner %v is at %.1f %.1f, the engine has it at %v %v", p.name, c.at, x, y, c.x, c.y)
			}
		}
	}
}
