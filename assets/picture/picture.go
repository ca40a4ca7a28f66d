// Package picture reads the pictures of skins and textures: PCX of Quake II, TGA, JPEG and PNG of Quake III. Bodies
// colored by triangle instead of by pixel need a small version of each.
package picture

import (
	"bytes"
	"errors"
	"fmt"
	"image"
)

const (
	// maxSide is the maximum width and height of a picture in pixels; the largest skin known has 1,024.
	maxSide = 2048
	// keptSide is the largest side of a stored picture in pixels, and skinSide that of a skin.
	keptSide = 128
	skinSide = 512
)

// Picture is a picture, reduced by averaging squares of its pixels. It must not be changed after [Load] or [LoadSkin].
type Picture struct {
	Width, Height int    // in pixels, at least 1
	Pix           []byte // red, green and blue, row by row from the top
	// Opacity is that of each pixel, of a picture read by [LoadSkin] that is not opaque; nil for others.
	Opacity []byte
}

// Memory returns the approximate memory of the picture in bytes.
func (p *Picture) Memory() int64 { return int64(len(p.Pix)+len(p.Opacity)) + 64 }

// At returns the color at texture coordinates: 0, 0 is the upper left corner, 1, 1 the lower right one. Beyond that the
// picture repeats.
func (p *Picture) At(u, v float32) (red, green, blue uint8) {
	x, y := wrap(u, p.Width), wrap(v, p.Height)
	c := p.Pix[3*(y*p.Width+x):]
	return c[0], c[1], c[2]
}

// wrap returns the index of the pixel, of n, at a texture coordinate.
func wrap(u float32, n int) int {
	const far = 1 << 20 // beyond it, the fractions of a float32 are too coarse
	if !(u > -far && u < far) {
		return 0
	}
	u -= float32(int32(u))
	if u < 0 {
		u++
	}
	return min(n-1, int(u*float32(n)))
}

// Mean returns the mean color of the picture.
func (p *Picture) Mean() (red, green, blue uint8) {
	mean := appendMean(nil, p.Pix, 3, p.Width, image.Rect(0, 0, p.Width, p.Height))
	return mean[0], mean[1], mean[2]
}

// FormatError is the reason why a picture can't be read.
type FormatError struct {
	Format string // "PCX", "TGA", "JPEG", "PNG"
	Err    error
}

// Error returns the format with the cause.
func (e *FormatError) Error() string { return e.Format + ": " + e.Err.Error() }

// Unwrap returns the cause.
func (e *FormatError) Unwrap() error { return e.Err }

var errEnds = errors.New("truncated image")

// Load decodes a picture like [Decode], and reduces it. Errors are those of Decode.
func Load(data []byte) (*Picture, error) {
	p, err := Decode(data)
	if err != nil {
		return nil, err
	}
	return reduced(p, keptSide), nil
}

// LoadSkin is [Load] at a higher resolution, with the opacity of the pixels.
func LoadSkin(data []byte) (*Picture, error) {
	p, err := Decode(data)
	if err != nil {
		return nil, err
	}
	small := reduced(p, skinSide)
	if !p.Opaque() {
		small.Opacity = opacity(p, small)
	}
	return small, nil
}

// Decode reads a picture at its full size. PCX, JPEG and PNG files are recognized by their first bytes. Any other file
// is read as TGA, which has no such bytes. Errors are a *[FormatError].
func Decode(data []byte) (*image.NRGBA, error) {
	format, read := "TGA", readTGA
	switch {
	case len(data) > 2 && data[0] == 0xff && data[1] == 0xd8 && data[2] == 0xff:
		format, read = "JPEG", readJPEG
	case len(data) > 2 && data[0] == 10 && data[1] <= 5 && data[2] == 1:
		format, read = "PCX", readPCX
	case bytes.HasPrefix(data, []byte("\x89PNG")):
		format, read = "PNG", readPNG
	}
	p, err := read(data)
	if err != nil {
		return nil, &FormatError{format, err}
	}
	return p, nil
}

// sized returns an opaque black picture.
func sized(width, height int) (*image.NRGBA, error) {
	if width < 1 || height < 1 || width > maxSide || height > maxSide {
		return nil, fmt.Errorf("%d by %d pixels, more than %d per side", width, height, maxSide)
	}
	p := image.NewNRGBA(image.Rect(0, 0, width, height))
	for i := 3; i < len(p.Pix); i += 4 {
		p.Pix[i] = 255
	}
	return p, nil
}

// stepOf returns the side of the squares that become one pixel each, so that the sides of a picture have at most side
// pixels.
func stepOf(p *image.NRGBA, side int) int { return (max(p.Rect.Dx(), p.Rect.Dy()) + side - 1) / side }

// reduced returns a picture whose sides have at most side pixels.
func reduced(p *image.NRGBA, side int) *Picture {
	width, height := p.Rect.Dx(), p.Rect.Dy()
	step := stepOf(p, side)
	small := &Picture{Width: (width + step - 1) / step, Height: (height + step - 1) / step}
	small.Pix = make([]byte, 0, 3*small.Width*small.Height)
	for y := 0; y < height; y += step {
		for x := 0; x < width; x += step {
			square := image.Rect(x, y, min(x+step, width), min(y+step, height))
			small.Pix = appendMean(small.Pix, p.Pix, 4, width, square)
		}
	}
	return small
}

// opacity returns the opacity of each pixel of a reduced picture.
func opacity(p *image.NRGBA, small *Picture) []byte {
	list := make([]byte, 0, small.Width*small.Height)
	width, height := p.Rect.Dx(), p.Rect.Dy()
	step := stepOf(p, skinSide)
	for y := 0; y < height; y += step {
		for x := 0; x < width; x += step {
			list = append(list, p.Pix[4*(y*width+x)+3])
		}
	}
	return list
}

// appendMean appends the mean color of a rectangle of pixels of size bytes each, in rows of width.
func appendMean(to, pix []byte, size, width int, r image.Rectangle) []byte {
	var sum [3]int
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			for k, c := range pix[size*(y*width+x):][:3] {
				sum[k] += int(c)
			}
		}
	}
	n := r.Dx() * r.Dy()
	return append(to, byte(sum[0]/n), byte(sum[1]/n), byte(sum[2]/n))
}
