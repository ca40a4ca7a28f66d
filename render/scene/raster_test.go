package scene

import (
	"image"
	"image/color"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/render/draw"
	"demoscope/render/raster"
)

// vec is short for tables of tests.
type vec = mgl32.Vec3

// page is a picture for tests that look.
type page struct {
	*raster.Picture
	w, h int
}

func newPage(w, h int, c draw.Color) *page {
	cv := &page{raster.New(w, h), w, h}
	b := func(f float32) uint8 { return uint8(255*f + 0.5) }
	cv.Fill(color.RGBA{b(c.R), b(c.G), b(c.B), 255})
	return cv
}

func (cv *page) draw(b *draw.Buffer) { cv.Draw(b, nil) }

// image returns a copy.
func (cv *page) image() *image.RGBA {
	m := *cv.Image()
	m.Pix = slices.Clone(m.Pix)
	return &m
}

// at returns red, green and blue of a pixel, 0 to 1.
func (cv *page) at(x, y int) vec {
	c := cv.Image().RGBAAt(x, y)
	return vec{float32(c.R), float32(c.G), float32(c.B)}.Mul(1. / 255)
}

// differ counts the pixels that are farther than least from a color.
func (cv *page) differ(c draw.Color, least float32) (n int) {
	for y := range cv.h {
		for x := range cv.w {
			if cv.at(x, y).Sub(vec{c.R, c.G, c.B}).Len() > least {
				n++
			}
		}
	}
	return n
}

// picture draws a scene as it is.
func (s *Scene) picture(w, h int) *page {
	cv := newPage(w, h, Background)
	cv.draw(&s.World)
	cv.draw(&s.Overlay)
	return cv
}

// together returns all that a scene draws in one buffer.
func (s *Scene) together() *draw.Buffer {
	b := &draw.Buffer{Vertices: slices.Clone(s.World.Vertices), Indices: slices.Clone(s.World.Indices)}
	first := uint32(len(b.Vertices))
	b.Vertices = append(b.Vertices, s.Overlay.Vertices...)
	for _, i := range s.Overlay.Indices {
		b.Indices = append(b.Indices, first+i)
	}
	return b
}
