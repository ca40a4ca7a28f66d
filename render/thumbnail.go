package render

import (
	"encoding/binary"
	"image"
	"math"
	"time"

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
	scaleX, scaleY := float32(from.Dx())/float32(size.X), float32(from.Dy())/float32(size.Y)
	for y := range size.Y {
		rows := newSpan(y, scaleY, from.Dy())
		for x := range size.X {
			var sum [4]float32
			columns, total := newSpan(x, scaleX, from.Dx()), float32(0)
			for i, h := rows.first, rows.share(rows.first); h > 0; i, h = i+1, rows.share(i+1) {
				for k, w := columns.first, columns.share(columns.first); w > 0; k, w = k+1, columns.share(k+1) {
					total += w * h
					for c, v := range m.Pix[m.PixOffset(from.Min.X+k, from.Min.Y+i):][:4] {
						sum[c] += w * h * float32(v)
					}
				}
			}
			for c, v := range sum {
				to.Pix[to.PixOffset(x, y)+c] = uint8(v/total + 0.5)
			}
		}
	}
	return to
}

// span are the pixels of one row or column of a picture that a pixel of a picture in another size is the mean of. Each
// counts by how near it is to the middle.
type span struct {
	middle, reach float32
	first         int
	size          int
}

// newSpan returns the pixels of size for pixel i of a picture that is scale times smaller.
func newSpan(i int, scale float32, size int) span {
	s := span{middle: (float32(i)+0.5)*scale - 0.5, reach: max(1, scale), size: size}
	s.first = max(0, int(math.Floor(float64(s.middle-s.reach)))+1)
	return s
}

// share returns how much pixel i counts; nothing behind the last one.
func (s *span) share(i int) float32 {
	if i >= s.size {
		return 0
	}
	return 1 - min(1, float32(math.Abs(float64(float32(i)-s.middle)))/s.reach)
}
