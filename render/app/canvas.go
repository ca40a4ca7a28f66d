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

// Renderer selects what draws pictures.
type Renderer uint8

// The renderers. Both draw the same buffers; their pictures differ only by rounding.
const (
	// Auto uses the graphics card in a window. Other pictures use the CPU if no window can be opened, or if they are
	// too large for the graphics card.
	Auto Renderer = iota
	GPU           // the graphics card, through Ebitengine
	CPU           // the CPU: see [demoscope/render/raster]
)

// Renderers are the names of the renderers.
var Renderers = [...]string{Auto: "auto", GPU: "gpu", CPU: "cpu"}

// Background is the color of scene.Background.
var Background = scene.Background.Opaque()

// Canvas is a surface to draw a picture on.
type Canvas interface {
	// Fill fills the bare pixels with a color. It may fill or keep the others.
	Fill(c color.RGBA, b raster.Bare)
	// Draw draws triangles and the glyphs of the HUD. The contents of b are undefined afterwards.
	Draw(b *draw.Buffer)
	// Open directs drawing to a rectangle of the picture, until Close. Only one rectangle is open at a time.
	Open(part int, r image.Rectangle)
	Close()
	// Show draws a finished picture with its upper left corner at a point.
	Show(part int, p *Bitmap, at image.Point)
}

// Card is an image that the graphics card draws on.
type Card interface {
	Canvas
	// Bounds returns the size of the image, in pixels.
	Bounds() image.Point
	// Glyphs uploads new glyphs of the HUD. It is called before they are drawn.
	Glyphs(a *hud.Atlas)
	// Put replaces the image with pixels of the same size, 4 bytes each.
	Put(pix []byte)
}

// Offscreen is a card with an image that is never shown, only read back.
type Offscreen interface {
	Card
	// Largest returns the maximum length of an image's side in pixels, or 0 if it is unknown.
	Largest() int
	// Begin starts an image of the given size.
	Begin(size image.Point)
	// Read copies the image to pix, 4 bytes per pixel.
	Read(pix []byte)
}

// ErrTooLarge is wrapped by the error for a picture too large for the graphics card.
var ErrTooLarge = errors.New("is larger than this graphics card can draw")

// WindowError is the error if no window can be opened for something that needs one.
type WindowError struct{ Err error }

func (e *WindowError) Error() string { return "can't open a window: " + e.Err.Error() }

func (e *WindowError) Unwrap() error { return e.Err }

// CheckCard returns an error if the graphics card can't draw a picture of this size. what names the picture in the
// error.
func CheckCard(c Offscreen, what string, width, height int) error {
	if largest := c.Largest() - imageMargin; largest > 0 && max(width, height) > largest {
		return fmt.Errorf("%s of %dx%d %w: %dx%d", what, width, height, ErrTooLarge, largest, largest)
	}
	return nil
}

// Game is the contents of a window.
type Game interface {
	// Update advances by one frame. It returns ErrEnd to close the window.
	Update() error
	// Draw draws what Update has built. It may keep what is already drawn.
	Draw(to Card)
	// Layout takes the size of the window in device-independent pixels, the number of pixels per device-independent
	// pixel, and the maximum length of an image's side in pixels. It returns the size of the picture in pixels.
	Layout(width, height, scale float64, largest int) (float64, float64)
	// Describe describes in a few words what is shown: the file and the time. It may be called after a panic.
	Describe() string
	// Recover drops whatever caused a panic and continues with something else. It returns false if it can't.
	Recover(*fault.Error) bool
}

// Parts of a picture that are separate pictures. The panes come first, by index. Then follow the picture-in-picture,
// the picture of a demo's best moment, and the preview at the pointer's time on the timeline.
const (
	insetPart = MaxViews + iota
	bestMomentPart
	previewPart
	PartCount
)

// Bitmap is a finished picture. It is immutable.
type Bitmap struct {
	Picture *raster.Picture
	Size    image.Point
	Number  uint64 // unique among all pictures
}

// bitmapCount is the Number of the newest picture.
var bitmapCount atomic.Uint64

// newBitmap returns a picture with a copy of m's pixels.
func newBitmap(m *image.RGBA) *Bitmap {
	s := &Bitmap{Picture: raster.New(m.Rect.Dx(), m.Rect.Dy()), Size: m.Rect.Size(), Number: bitmapCount.Add(1)}
	to := s.Picture.Pix()
	for y := range s.Size.Y {
		copy(to[4*y*s.Size.X:4*(y+1)*s.Size.X], m.Pix[y*m.Stride:])
	}
	return s
}

// Software is a canvas drawn by the CPU.
type Software struct {
	Picture *raster.Picture
	Glyphs  *image.RGBA // of the HUD

	part  *raster.Picture
	outer *raster.Picture // the whole picture, while a part of it is open
	place image.Point     // position of the open part
}

// NewSoftware returns a canvas of one pixel.
func NewSoftware() *Software { return &Software{Picture: raster.New(1, 1), part: raster.New(1, 1)} }

// begin sets the size of the picture and the glyphs for it.
func (s *Software) begin(size image.Point, a *hud.Atlas) {
	s.Picture.Resize(size.X, size.Y)
	s.Glyphs = a.Image
}

func (s *Software) Fill(c color.RGBA, b raster.Bare) { s.Picture.FillBare(c, b) }

func (s *Software) Draw(b *draw.Buffer) { s.Picture.Draw(b, s.Glyphs) }

func (s *Software) Open(_ int, r image.Rectangle) {
	s.outer, s.place = s.Picture, r.Min
	s.part.Resize(r.Dx(), r.Dy())
	s.Picture = s.part
}

func (s *Software) Show(_ int, p *Bitmap, at image.Point) { s.Picture.Put(p.Picture, at) }

func (s *Software) Close() {
	s.Picture = s.outer
	s.Picture.Put(s.part, s.place)
}
