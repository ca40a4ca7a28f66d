package scene

import (
	"math"
	"testing"
)

// depths is a picture of depths: what the order of the list leaves on top,
// and what is nearest.
type depths struct {
	w, h         int
	top, nearest []float32
}

func newDepths(w, h int) *depths {
	d := &depths{w, h, make([]float32, w*h), make([]float32, w*h)}
	for i := range d.top {
		d.top[i], d.nearest[i] = math.MaxFloat32, math.MaxFloat32
	}
	return d
}

// add draws a convex polygon in the view space, cut to the picture.
func (d *depths) add(s *Scene, polygon []corner, pl plane) {
	if len(polygon) < 3 {
		return
	}
	type xy struct{ x, y float64 }
	points := make([]xy, len(polygon))
	low, high := math.Inf(1), math.Inf(-1)
	left, right := math.Inf(1), math.Inf(-1)
	area := 0.0
	for i := range polygon {
		x, y := s.frame.screen(&polygon[i])
		points[i] = xy{float64(x), float64(y)}
		low, high = min(low, float64(y)), max(high, float64(y))
		left, right = min(left, float64(x)), max(right, float64(x))
	}
	for i := range points {
		p, q := points[i], points[(i+1)%len(points)]
		area += p.x*q.y - p.y*q.x
	}
	if math.Abs(area) < 1e-3 {
		return
	}
	for y := max(0, int(low)); y <= min(d.h-1, int(high)); y++ {
		for x := max(0, int(left)); x <= min(d.w-1, int(right)); x++ {
			fx, fy := float64(x)+0.5, float64(y)+0.5
			inside := true
			for i := range points {
				p, q := points[i], points[(i+1)%len(points)]
				if ((q.x-p.x)*(fy-p.y)-(q.y-p.y)*(fx-p.x))*area < 0 {
					inside = false
					break
				}
			}
			if !inside {
				continue
			}
			// The depth at which the ray through the pixel meets the plane.
			ray := s.frame.forward.Add(s.frame.right.Mul((float32(fx) - s.frame.centerX) / s.frame.focal).Add(
				s.frame.up.Mul((s.frame.centerY - float32(fy)) / s.frame.focal)))

			w := (pl.dist - pl.normal.Dot(s.frame.origin)) / pl.normal.Dot(ray)
			d.top[y*d.w+x] = w
			d.nearest[y*d.w+x] = min(d.nearest[y*d.w+x], w)
		}
	}
}

// wrong is the part of the pixels where something lies on top that is farther
// away than what is nearest, beyond rounding.
func (d *depths) wrong() float64 {
	n := 0
	for i := range d.top {
		if d.top[i] > d.nearest[i]*1.01+0.5 {
			n++
		}
	}
	return float64(n) / float64(len(d.top))
}

// addFace draws a face of the scene.
func (d *depths) addFace(s *Scene, f *face) {
	s.canvas.polygon = s.canvas.polygon[:0]
	for _, v := range s.frame.g.cornersOf(f) {
		p := s.level.point(v)
		s.canvas.polygon = append(s.canvas.polygon, corner{p.x, p.y, p.w, 1})
	}
	d.add(s, s.canvas.clip(), f.plane)
}

// addSource draws the faces of the world as the map has them, whatever their
// order, as far as they can be seen.
func (d *depths) addSource(s *Scene) {
	b := newBuilder(s.frame.g.source)
	for _, p := range b.modelPolygons(&s.frame.g.source.Models[0]) {
		if !s.visible.face(p.source) || p.plane.normal.Dot(s.frame.origin) <= p.plane.dist {
			continue
		}
		s.canvas.polygon = s.canvas.polygon[:0]
		for _, v := range p.corners {
			c := corner{light: 1}
			c.x, c.y, c.w = s.frame.transform(b.g.vertices[v])
			s.canvas.polygon = append(s.canvas.polygon, c)
		}
		d.add(s, s.canvas.clip(), p.plane)
	}
}

// TestNearerFacesComeLater draws the faces of every map in the order of the
// walk and with a depth buffer: both must show the same, and the same as the
// faces of the map itself. The order turned around must not pass.
func TestNearerFacesComeLater(t *testing.T) {
	for _, name := range benchMaps {
		t.Run(name, func(t *testing.T) { checkOrder(t, Prepare(loadMap(t, name))) })
	}
	t.Run("built", func(t *testing.T) { checkOrder(t, Prepare(builtMap(700))) })
}

// checkOrder checks that nearer faces come later, from places all over a map.
func checkOrder(t *testing.T, g *Geometry) {
	t.Helper()
	s := New()
	s.SetGeometry(g)
	var wrong, turned, lost, empty float64
	cameras := insideCameras(s.frame.g, 24)
	for _, c := range cameras {
		s.Build(nil, c, View{160, 120, 1}, nil)
		d, back, source := newDepths(160, 120), newDepths(160, 120), newDepths(160, 120)
		for i := range s.level.order {
			if k := s.level.order[i]; k >= 0 {
				d.addFace(s, &s.frame.g.faces[k])
			}
			if k := s.level.order[len(s.level.order)-1-i]; k >= 0 {
				back.addFace(s, &s.frame.g.faces[k])
			}
		}
		source.addSource(s)
		wrong += d.wrong()
		turned += back.wrong()
		for i := range d.nearest {
			if d.nearest[i] == math.MaxFloat32 {
				empty++
			}
			if abs(d.nearest[i]-source.nearest[i]) > 0.01*source.nearest[i]+0.5 {
				lost++
			}
		}
	}
	n := float64(len(cameras))
	pixels := n * 160 * 120
	t.Logf("%d places: %.4f%% of the pixels wrong (%.1f%% in the order turned around), %.4f%% not as in the map, "+
		"%.2f%% empty",
		len(cameras), 100*wrong/n, 100*turned/n, 100*lost/pixels, 100*empty/pixels)
	if wrong/n > 0.0001 {
		t.Errorf("%.3f%% of the pixels show something that lies behind something else", 100*wrong/n)
	}
	if lost/pixels > 0.001 {
		t.Errorf("%.3f%% of the pixels show another face than the map has there", 100*lost/pixels)
	}
	if turned/n < 0.05 {
		t.Error("even the order turned around looks right: nothing was tested")
	}
}
