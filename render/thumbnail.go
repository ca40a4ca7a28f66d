package render

import (
	"image"
	"time"

	"golang.org/x/image/draw"

	"demoscope/player"
	"demoscope/render/raster"
	"demoscope/render/scene"
)

// thumbnail draws small pictures of moments by the processor, beside the window. It is used by one
// goroutine. Its memory is reused from one picture to the next.
type thumbnail struct {
	scene *scene.Scene
	large *raster.Picture
}

// thumbnailFine is how many times larger a picture is drawn than it becomes: so edges are smooth.
const thumbnailFine = 2

func newThumbnail() *thumbnail { return &thumbnail{scene.New(), raster.New(1, 1)} }

// draw draws a moment into to, as a camera sees it. One point of the screen is scale pixels of to.
func (t *thumbnail) draw(to *image.RGBA, m *player.Moment, g *scene.Geometry, c scene.Camera, scale float32,
	o *scene.Options) {
	size := to.Rect.Size().Mul(thumbnailFine)
	t.scene.SetGeometry(g)
	t.scene.Build(m, c, scene.View{Width: float32(size.X), Height: float32(size.Y), Scale: scale * thumbnailFine}, o)
	t.large.Resize(size.X, size.Y)
	t.large.Fill(background)
	t.large.Draw(&t.scene.World, nil)
	t.large.Draw(&t.scene.Overlay, nil)
	shrink(to, t.large.Image())
}

// drawWhole is draw with the models that o has, for which it waits until stop, which is called after each
// try, returns true. It returns false if some did not come.
func (t *thumbnail) drawWhole(to *image.RGBA, m *player.Moment, g *scene.Geometry, c scene.Camera, scale float32,
	o *scene.Options, stop func() bool) bool {
	for ; ; time.Sleep(indexPoll) {
		t.draw(to, m, g, c, scale, o)
		if o.Models == nil || !o.Models.Waiting() {
			return true
		}
		if stop() {
			return false
		}
	}
}

// shrink makes each pixel of to the mean of those of from that it stands for; from is thumbnailFine times as
// large.
func shrink(to, from *image.RGBA) {
	const n = thumbnailFine
	w, h := to.Rect.Dx(), to.Rect.Dy()
	for y := range h {
		row := to.Pix[y*to.Stride:][:4*w]
		for x := range w {
			var sum [4]uint32
			for dy := range n {
				p := from.Pix[(y*n+dy)*from.Stride+x*n*4:][:4*n]
				for i, v := range p {
					sum[i&3] += uint32(v)
				}
			}
			for i := range sum {
				row[4*x+i] = uint8(sum[i] / (n * n))
			}
		}
	}
}

// cutAbove is how much of what a picture is too high is cut off above: who is seen from behind stands below its
// middle.
const cutAbove = 0.65

// fitted returns a picture in another size. What it is too wide or too high for that is cut off.
func fitted(m *image.RGBA, size image.Point) *image.RGBA {
	from := m.Rect
	if w := from.Dy() * size.X / max(1, size.Y); w < from.Dx() {
		from.Min.X += (from.Dx() - w) / 2
		from.Max.X = from.Min.X + w
	} else if h := from.Dx() * size.Y / max(1, size.X); h < from.Dy() {
		from.Min.Y += int(cutAbove * float32(from.Dy()-h))
		from.Max.Y = from.Min.Y + h
	}
	to := image.NewRGBA(image.Rectangle{Max: size})
	draw.BiLinear.Scale(to, to.Rect, m, from, draw.Src, nil)
	return to
}
