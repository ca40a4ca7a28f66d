package render

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"sync/atomic"

	"demoscope/internal/fault"
	"demoscope/render/draw"
	"demoscope/render/hud"
	"demoscope/render/raster"
	"demoscope/render/scene"
)

// Renderer is what draws pictures.
type Renderer uint8

// The renderers. Both draw the same buffers, and their pictures differ by rounding.
const (
	// Auto is the graphics card in a window. A picture is drawn by the processor if no
	// window can be opened for it, or if it is too large for the graphics card.
	Auto Renderer = iota
	GPU           // the graphics card, through Ebitengine
	CPU           // the processor: see [demoscope/render/raster]
)

// Renderers are the names of the renderers.
var Renderers = [...]string{Auto: "auto", GPU: "gpu", CPU: "cpu"}

// background is the color of scene.Background.
var background = color.RGBA{
	uint8(scene.Background.R*255 + 0.5), uint8(scene.Background.G*255 + 0.5), uint8(scene.Background.B*255 + 0.5), 255,
}

// canvas is what a picture is drawn on.
type canvas interface {
	// fill fills with a color what is bare, and may leave the rest as it is.
	fill(c color.RGBA, b raster.Bare)
	// draw draws triangles with the glyphs of the HUD. What is in b afterwards is not said.
	draw(b *draw.Buffer)
	// open begins a picture of its own within a part of this one: what is drawn then is drawn
	// there, until shut. No other is opened meanwhile.
	open(part int, r image.Rectangle)
	shut()
	// show draws a picture that is ready, with its upper left corner at a place.
	show(part int, p *shown, at image.Point)
}

// card is an image that the graphics card draws on.
type card interface {
	canvas
	// bounds returns the size of the image, in pixels.
	bounds() image.Point
	// glyphs uploads what is new in the glyphs of the HUD. It is called before they are drawn.
	glyphs(a *hud.Atlas)
	// put replaces the image with pixels of its size, 4 bytes for each.
	put(pix []byte)
}

// offscreen is a card whose image nobody sees, but which is read back.
type offscreen interface {
	card
	// largest returns the longest side that an image can have, in pixels; 0 if that is not known.
	largest() int
	// begin begins an image of a size.
	begin(size image.Point)
	// read reads the image into pix, 4 bytes for each pixel.
	read(pix []byte)
}

// errTooLarge is in the error of a picture that the graphics card cannot draw.
var errTooLarge = errors.New("is larger than this graphics card can draw")

// WindowError is the error of [Run], [Shot], [Film] and [Timedemo] if no window can be opened.
type WindowError struct{ Err error }

func (e *WindowError) Error() string { return "can't open a window: " + e.Err.Error() }

func (e *WindowError) Unwrap() error { return e.Err }

// checkCard refuses a size that the graphics card cannot draw; what says what has it.
func checkCard(c offscreen, what string, width, height int) error {
	if largest := c.largest() - imageMargin; largest > 0 && max(width, height) > largest {
		return fmt.Errorf("%s of %dx%d %w: %dx%d", what, width, height, errTooLarge, largest, largest)
	}
	return nil
}

// Game is what a window shows.
type Game interface {
	// Update advances by one frame. It returns ErrEnd to close the window.
	Update() error
	// Draw draws what Update has built; it may leave what is there.
	Draw(to card)
	// Layout is told the size of the window in device-independent pixels, the pixels to each, and the longest side
	// that an image can have, in pixels. It returns the size of the picture in pixels.
	Layout(width, height, scale float64, largest int) (float64, float64)
	// place says in a few words what is shown: the file and the time. It may be called
	// after a panic.
	place() string
	// survive gives up what met a mistake in this program and goes on with something else;
	// false if it cannot.
	survive(*fault.Error) bool
}

// Parts of a picture that are pictures of their own: the panes by their numbers, the inset, the picture of a
// demo's best moment, and that of the moment at the pointer.
const (
	insetPart = MaxViews + iota
	bestPart
	previewPart
	partCount
)

// shown is a picture that was drawn elsewhere. It does not change.
type shown struct {
	picture *raster.Picture
	size    image.Point
	number  uint64 // no other picture has it
}

// shownCount counts pictures.
var shownCount atomic.Uint64

// newShown returns a picture to be shown, whose pixels are copied.
func newShown(m *image.RGBA) *shown {
	s := &shown{picture: raster.New(m.Rect.Dx(), m.Rect.Dy()), size: m.Rect.Size(), number: shownCount.Add(1)}
	to := s.picture.Pix()
	for y := range s.size.Y {
		copy(to[4*y*s.size.X:4*(y+1)*s.size.X], m.Pix[y*m.Stride:])
	}
	return s
}

// software is the canvas of the processor.
type software struct {
	picture *raster.Picture
	glyphs  *image.RGBA // of the HUD

	part  *raster.Picture
	whole *raster.Picture // while a part of it is drawn
	place image.Point     // of that
}

// newSoftware returns a canvas of one pixel.
func newSoftware() *software { return &software{picture: raster.New(1, 1), part: raster.New(1, 1)} }

// begin sets the size of the picture, and the glyphs for it.
func (s *software) begin(size image.Point, a *hud.Atlas) {
	s.picture.Resize(size.X, size.Y)
	s.glyphs = a.Image
}

func (s *software) fill(c color.RGBA, b raster.Bare) { s.picture.FillBare(c, b) }

func (s *software) draw(b *draw.Buffer) { s.picture.Draw(b, s.glyphs) }

func (s *software) open(_ int, r image.Rectangle) {
	s.whole, s.place = s.picture, r.Min
	s.part.Resize(r.Dx(), r.Dy())
	s.picture = s.part
}

func (s *software) show(_ int, p *shown, at image.Point) { s.picture.Put(p.picture, at) }

func (s *software) shut() {
	s.picture = s.whole
	s.picture.Put(s.part, s.place)
}
