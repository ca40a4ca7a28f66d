package app

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

// Background is the color of scene.Background.
var Background = color.RGBA{
	uint8(scene.Background.R*255 + 0.5), uint8(scene.Background.G*255 + 0.5), uint8(scene.Background.B*255 + 0.5), 255,
}

// Canvas is what a picture is drawn on.
type Canvas interface {
	// Fill fills with a color what is bare, and may leave the rest as it is.
	Fill(c color.RGBA, b raster.Bare)
	// Draw draws triangles with the glyphs of the HUD. What is in b afterwards is not said.
	Draw(b *draw.Buffer)
	// Open begins a picture within a part of this one: until Shut, what is drawn is drawn there. No other is opened
	// meanwhile.
	Open(part int, r image.Rectangle)
	Shut()
	// Show draws a picture that is ready, with its upper left corner at a place.
	Show(part int, p *Shown, at image.Point)
}

// Card is an image that the graphics card draws on.
type Card interface {
	Canvas
	// Bounds returns the size of the image, in pixels.
	Bounds() image.Point
	// Glyphs uploads what is new in the glyphs of the HUD. It is called before they are drawn.
	Glyphs(a *hud.Atlas)
	// Put replaces the image with pixels of its size, 4 bytes for each.
	Put(pix []byte)
}

// Offscreen is a card whose image nobody sees, but which is read back.
type Offscreen interface {
	Card
	// Largest returns the longest side that an image can have, in pixels; 0 if that is not known.
	Largest() int
	// Begin begins an image of a size.
	Begin(size image.Point)
	// Read reads the image into pix, 4 bytes for each pixel.
	Read(pix []byte)
}

// ErrTooLarge is in the error of a picture that the graphics card cannot draw.
var ErrTooLarge = errors.New("is larger than this graphics card can draw")

// WindowError is the error of what needs a window if none can be opened.
type WindowError struct{ Err error }

func (e *WindowError) Error() string { return "can't open a window: " + e.Err.Error() }

func (e *WindowError) Unwrap() error { return e.Err }

// CheckCard refuses a size that the graphics card cannot draw; what says what has it.
func CheckCard(c Offscreen, what string, width, height int) error {
	if largest := c.Largest() - imageMargin; largest > 0 && max(width, height) > largest {
		return fmt.Errorf("%s of %dx%d %w: %dx%d", what, width, height, ErrTooLarge, largest, largest)
	}
	return nil
}

// Game is what a window shows.
type Game interface {
	// Update advances by one frame. It returns ErrEnd to close the window.
	Update() error
	// Draw draws what Update has built; it may leave what is there.
	Draw(to Card)
	// Layout is told the size of the window in device-independent pixels, the pixels to each, and the longest side
	// that an image can have, in pixels. It returns the size of the picture in pixels.
	Layout(width, height, scale float64, largest int) (float64, float64)
	// Place says in a few words what is shown: the file and the time. It may be called
	// after a panic.
	Place() string
	// Survive gives up what met a mistake in this program and goes on with something else;
	// false if it cannot.
	Survive(*fault.Error) bool
}

// Parts of a picture that are pictures of their own: the panes by their numbers, the inset, the picture of a
// demo's best moment, and that of the moment at the pointer.
const (
	insetPart = MaxViews + iota
	bestPart
	previewPart
	PartCount
)

// Shown is a picture that was drawn elsewhere. It does not change.
type Shown struct {
	Picture *raster.Picture
	Size    image.Point
	Number  uint64 // no other picture has it
}

// shownCount counts pictures.
var shownCount atomic.Uint64

// newShown returns a picture to be shown, whose pixels are copied.
func newShown(m *image.RGBA) *Shown {
	s := &Shown{Picture: raster.New(m.Rect.Dx(), m.Rect.Dy()), Size: m.Rect.Size(), Number: shownCount.Add(1)}
	to := s.Picture.Pix()
	for y := range s.Size.Y {
		copy(to[4*y*s.Size.X:4*(y+1)*s.Size.X], m.Pix[y*m.Stride:])
	}
	return s
}

// Software is the canvas of the processor.
type Software struct {
	Picture *raster.Picture
	Glyphs  *image.RGBA // of the HUD

	part  *raster.Picture
	whole *raster.Picture // while a part of it is drawn
	place image.Point     // of that
}

// NewSoftware returns a canvas of one pixel.
func NewSoftware() *Software { return &Software{Picture: raster.New(1, 1), part: raster.New(1, 1)} }

// begin sets the size of the picture, and the glyphs for it.
func (s *Software) begin(size image.Point, a *hud.Atlas) {
	s.Picture.Resize(size.X, size.Y)
	s.Glyphs = a.Image
}

func (s *Software) Fill(c color.RGBA, b raster.Bare) { s.Picture.FillBare(c, b) }

func (s *Software) Draw(b *draw.Buffer) { s.Picture.Draw(b, s.Glyphs) }

func (s *Software) Open(_ int, r image.Rectangle) {
	s.whole, s.place = s.Picture, r.Min
	s.part.Resize(r.Dx(), r.Dy())
	s.Picture = s.part
}

func (s *Software) Show(_ int, p *Shown, at image.Point) { s.Picture.Put(p.Picture, at) }

func (s *Software) Shut() {
	s.Picture = s.whole
	s.Picture.Put(s.part, s.place)
}
