package scene

import (
	"image"
	"image/color"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/render/draw"
)

// vec is short for tables of tests.
type vec = mgl32.Vec3

// canvas draws buffers as a graphics card does, for tests that look.
type canvas struct {
	w, h int
	pix  []vec
}

func newCanvas(w, h int, c draw.Color) *canvas {
	cv := &canvas{w, h, make([]vec, w*h)}
	for i := range cv.pix {
		cv.pix[i] = vec{c.R, c.G, c.B}
	}
	return cv
}

// draw fills the triangles whose middle of a pixel they cover, colours
// interpolated and blended over what is there.
func (cv *canvas) draw(b *draw.Buffer) {
	for i := 0; i+2 < len(b.Indices); i += 3 {
		p, q, r := &b.Vertices[b.Indices[i]], &b.Vertices[b.Indices[i+1]], &b.Vertices[b.Indices[i+2]]
		area := float64(q.X-p.X)*float64(r.Y-p.Y) - float64(q.Y-p.Y)*float64(r.X-p.X)
		if area == 0 {
			continue
		}
		x0 := max(0, int(math.Floor(float64(min(p.X, q.X, r.X))-0.5)))
		x1 := min(cv.w-1, int(math.Ceil(float64(max(p.X, q.X, r.X)))))
		y0 := max(0, int(math.Floor(float64(min(p.Y, q.Y, r.Y))-0.5)))
		y1 := min(cv.h-1, int(math.Ceil(float64(max(p.Y, q.Y, r.Y)))))
		for y := y0; y <= y1; y++ {
			for x := x0; x <= x1; x++ {
				fx, fy := float64(x)+0.5, float64(y)+0.5
				a := ((float64(q.X)-fx)*(float64(r.Y)-fy) - (float64(q.Y)-fy)*(float64(r.X)-fx)) / area
				c := ((float64(r.X)-fx)*(float64(p.Y)-fy) - (float64(r.Y)-fy)*(float64(p.X)-fx)) / area
				d := 1 - a - c
				if a < 0 || c < 0 || d < 0 {
					continue
				}
				f, g, h := float32(a), float32(c), float32(d)
				px := &cv.pix[y*cv.w+x]
				alpha := 1 - (f*p.A + g*q.A + h*r.A)
				px[0] = px[0]*alpha + f*p.R + g*q.R + h*r.R
				px[1] = px[1]*alpha + f*p.G + g*q.G + h*r.G
				px[2] = px[2]*alpha + f*p.B + g*q.B + h*r.B
			}
		}
	}
}

func (cv *canvas) image() *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, cv.w, cv.h))
	for i, p := range cv.pix {
		b := func(f float32) uint8 { return uint8(255*max(0, min(1, f)) + 0.5) }
		m.SetRGBA(i%cv.w, i/cv.w, color.RGBA{b(p[0]), b(p[1]), b(p[2]), 255})
	}
	return m
}

// picture draws a scene as it is.
func (s *Scene) picture(w, h int) *canvas {
	cv := newCanvas(w, h, Background)
	cv.draw(&s.World)
	cv.draw(&s.Overlay)
	return cv
}
