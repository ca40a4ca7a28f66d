// Package thumbnail draws small pictures of moments with the CPU, and finds the moment and the camera for the best
// picture of a demo. It needs no window.
package thumbnail

import (
	"encoding/binary"
	"image"
	"math"
	"time"

	"demoscope/bsp"
	"demoscope/player"
	"demoscope/render/raster"
	"demoscope/render/scene"
)

// Level is a level that can be drawn.
type Level struct {
	Map      *bsp.Map
	Geometry *scene.Geometry
}

// Drawer draws small pictures of moments. Only one goroutine may use it at a time. It reuses its memory for the next
// picture.
type Drawer struct {
	scene *scene.Scene
	large *raster.Picture
}

// oversampling is how many times wider and higher a picture is drawn than it becomes, which smooths edges.
const oversampling = 2

// modelPoll is the time between two checks for the models that a picture waits for.
const modelPoll = 5 * time.Millisecond

// NewDrawer returns a drawer.
func NewDrawer() *Drawer { return &Drawer{scene.New(), raster.New(1, 1)} }

// Draw draws a moment into to, as seen by camera c, and waits for the models in o. scale is the size of a screen point
// in pixels of the picture. After each try Draw calls stop, and gives up if that returns true. It reports whether all
// models were loaded.
func (d *Drawer) Draw(to *image.RGBA, m *player.Moment, g *scene.Geometry, c scene.Camera, scale float32,
	o *scene.Options, stop func() bool) (whole bool) {
	size := to.Rect.Size().Mul(oversampling)
	view := scene.View{Width: float32(size.X), Height: float32(size.Y), Scale: oversampling * scale}
	d.scene.SetGeometry(g)
	for ; ; time.Sleep(modelPoll) {
		d.scene.Build(m, c, view, o)
		if whole = o.Models == nil || !o.Models.Waiting(); whole || stop() {
			break
		}
	}
	d.large.Resize(size.X, size.Y)
	d.large.Fill(scene.Background.Opaque())
	d.large.Draw(&d.scene.World, nil)
	d.large.Draw(&d.scene.Overlay, nil)
	shrink(to, d.large.Image())
	return whole
}

// shrink sets each pixel of to to the mean of the four pixels of from that it covers.
func shrink(to, from *image.RGBA) {
	const even = 0x00ff00ff00ff00ff // every second byte: red and blue
	w, h := to.Rect.Dx(), to.Rect.Dy()
	for y := range h {
		upper := from.Pix[oversampling*y*from.Stride:][:4*oversampling*w]
		lower := from.Pix[(oversampling*y+1)*from.Stride:][:4*oversampling*w]
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

// topCrop is the part of a picture's surplus height that is cut off at the top. A player in the chase camera is below
// the middle.
const topCrop = 0.65

// Fit returns a picture in another size. It cuts off the surplus width or height.
func Fit(m *image.RGBA, size image.Point) *image.RGBA {
	from := m.Rect
	if w := from.Dy() * size.X / max(1, size.Y); w < from.Dx() {
		from.Min.X += (from.Dx() - w) / 2
		from.Max.X = from.Min.X + w
	} else if h := from.Dx() * size.Y / max(1, size.X); h < from.Dy() {
		from.Min.Y += int(topCrop * float32(from.Dy()-h))
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

// span is the range of pixels in one row or column of a picture whose weighted mean becomes a pixel of a picture in
// another size. Pixels near the middle have more weight.
type span struct {
	middle, reach float32
	first         int
	size          int
}

// newSpan returns the span of pixel i of a picture that is scale times smaller. size is the number of source pixels.
func newSpan(i int, scale float32, size int) span {
	s := span{middle: (float32(i)+0.5)*scale - 0.5, reach: max(1, scale), size: size}
	s.first = max(0, int(math.Floor(float64(s.middle-s.reach)))+1)
	return s
}

// share returns the weight of pixel i, 0 after the last one.
func (s *span) share(i int) float32 {
	if i >= s.size {
		return 0
	}
	return 1 - min(1, float32(math.Abs(float64(float32(i)-s.middle)))/s.reach)
}
