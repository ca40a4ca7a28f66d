package render

import (
	"encoding/binary"
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

// build builds the scene of a moment for a picture of a size, as a camera sees it. One point of the screen is scale
// pixels of the picture.
func (t *thumbnail) build(size image.Point, m *player.Moment, g *scene.Geometry, c scene.Camera, scale float32,
	o *scene.Options) {
	t.scene.SetGeometry(g)
	t.scene.Build(m, c, scene.View{Width: thumbnailFine * float32(size.X), Height: thumbnailFine * float32(size.Y),
		Scale: thumbnailFine * scale}, o)
}

// paint draws the scene that was built into to, which has the size that it was built for.
func (t *thumbnail) paint(to *image.RGBA) {
	size := to.Rect.Size().Mul(thumbnailFine)
	t.large.Resize(size.X, size.Y)
	t.large.Fill(background)
	t.large.Draw(&t.scene.World, nil)
	t.large.Draw(&t.scene.Overlay, nil)
	shrink(to, t.large.Image())
}

// drawWhole draws a moment into to, as [thumbnail.build] has it, with the models that o has: it waits for them until
// stop, which is called after each try, returns true. It returns false if some did not come.
func (t *thumbnail) drawWhole(to *image.RGBA, m *player.Moment, g *scene.Geometry, c scene.Camera, scale float32,
	o *scene.Options, stop func() bool) (whole bool) {
	for ; ; time.Sleep(indexPoll) {
		t.build(to.Rect.Size(), m, g, c, scale, o)
		if whole = o.Models == nil || !o.Models.Waiting(); whole || stop() {
			t.paint(to)
			return whole
		}
	}
}

// shrink makes each pixel of to the mean of the four of from that it stands for.
func shrink(to, from *image.RGBA) {
	const even = 0x00ff00ff00ff00ff // every second byte: red and blue
	w, h := to.Rect.Dx(), to.Rect.Dy()
	for y := range h {
		upper := from.Pix[thumbnailFine*y*from.Stride:][:4*thumbnailFine*w]
		lower := from.Pix[(thumbnailFine*y+1)*from.Stride:][:4*thumbnailFine*w]
		row := to.Pix[y*to.Stride:][:4*w]
		for len(row) >= 4 && len(upper) >= 8 && len(lower) >= 8 {
			a, b := binary.LittleEndian.Uint64(upper), binary.LittleEndian.Uint64(lower)
			first, second := a&even+b&even, a>>8&even+b>>8&even // two sums of 16 bits for each of two pixels
			first, second = (first+first>>32)>>2&0xff00ff, (second+second>>32)>>2&0xff00ff
			binary.LittleEndian.PutUint32(row, uint32(first|second<<8))
			upper, lower, row = upper[8:], lower[8:], row[4:]
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
