package picture

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"image/jpeg"
	"image/png"
	"io"
	"slices"
)

// readPCX reads a PCX with a plane of run-length encoded indices, and its palette at the end. Index 255 is transparent
// in sprites, and keeps its color.
func readPCX(data []byte) (*image.NRGBA, error) {
	const header, paletteSize, paletteMark = 128, 768, 12
	const runMark, runLength, clearIndex = 0xc0, 0x3f, 255
	if len(data) < header+1+paletteSize {
		return nil, errEnds
	}
	word := func(at int) int { return int(binary.LittleEndian.Uint16(data[at:])) }
	if data[3] != 8 || data[65] != 1 {
		return nil, fmt.Errorf("unsupported %d bits in %d planes (supported: 8 in 1)", data[3], data[65])
	}
	p, err := sized(word(8)-word(4)+1, word(10)-word(6)+1)
	if err != nil {
		return nil, err
	}
	line, width := word(66), p.Rect.Dx()
	if line < width {
		return nil, fmt.Errorf("lines of %d bytes for %d pixels", line, width)
	}
	palette := data[len(data)-paletteSize:]
	if data[len(data)-paletteSize-1] != paletteMark {
		return nil, errors.New("no palette at the end")
	}
	packed := data[header : len(data)-paletteSize-1]
	for y := range p.Rect.Dy() {
		// Runs may continue past the end of a line, where there are no pixels.
		for x := 0; x < line; {
			if len(packed) == 0 {
				return nil, errEnds
			}
			index, n := packed[0], 1
			packed = packed[1:]
			if index >= runMark {
				if len(packed) == 0 {
					return nil, errEnds
				}
				index, n, packed = packed[0], int(index&runLength), packed[1:]
			}
			for end := x + n; x < end; x++ {
				if x < width {
					to := p.Pix[4*(y*width+x):][:4]
					copy(to[:3], palette[3*int(index):])
					if index == clearIndex {
						to[3] = 0
					}
				}
			}
		}
	}
	return p, nil
}

// Indices reads the pixels of a PCX as indices of its palette, row by row from the top. Errors are a *[FormatError].
func Indices(data []byte) (pix []byte, width, height int, err error) {
	gray := slices.Clone(data)
	for i := range gray[max(0, len(gray)-3*256):] {
		gray[max(0, len(gray)-3*256)+i] = byte(i / 3)
	}
	p, err := readPCX(gray)
	if err != nil {
		return nil, 0, 0, &FormatError{"PCX", err}
	}
	for i := 0; i < len(p.Pix); i += 4 {
		pix = append(pix, p.Pix[i])
	}
	return pix, p.Rect.Dx(), p.Rect.Dy(), nil
}

// The kinds of TGA, without the bit for run-length encoding.
const (
	tgaMapped, tgaColor, tgaGray, tgaRuns = 1, 2, 3, 8
)

// tga is a TGA being read.
type tga struct {
	kind     byte
	size     int    // bytes of a pixel
	palette  []byte // of entries of entry bytes
	first    int    // index of the first entry
	entry    int
	data     []byte
	run      int // remaining pixels of a run
	repeated bool
	pixel    []byte
}

// readTGA reads a TGA of gray, indices, or 24- and 32-bit colors, run-length encoded or not. Transparent pixels keep
// their color.
func readTGA(data []byte) (*image.NRGBA, error) {
	const header, fromTop, fromRight = 18, 0x20, 0x10
	if len(data) < header {
		return nil, errEnds
	}
	word := func(at int) int { return int(binary.LittleEndian.Uint16(data[at:])) }
	f := tga{kind: data[2] &^ tgaRuns, size: int(data[16]) / 8, first: word(3), entry: int(data[7]) / 8}
	colors := func(bits byte) bool { return bits == 24 || bits == 32 }
	switch bits := data[16]; {
	case f.kind == tgaColor && colors(bits), f.kind == tgaGray && bits == 8:
	case f.kind == tgaMapped && bits == 8 && data[1] == 1 && colors(data[7]):
	default:
		return nil, fmt.Errorf("unsupported type %d with %d bits per pixel", data[2], data[16])
	}
	p, err := sized(word(12), word(14))
	if err != nil {
		return nil, err
	}
	at := header + int(data[0])
	if data[1] == 1 {
		end := at + word(5)*((int(data[7])+7)/8)
		if end > len(data) {
			return nil, errEnds
		}
		f.palette, at = data[at:end], end
	}
	if at > len(data) {
		return nil, errEnds
	}
	f.data = data[at:]
	width, height := p.Rect.Dx(), p.Rect.Dy()
	for y := range height {
		row := y
		if data[17]&fromTop == 0 {
			row = height - 1 - y
		}
		for x := range width {
			if !f.next(data[2]&tgaRuns != 0) {
				return nil, errEnds
			}
			if data[17]&fromRight != 0 {
				x = width - 1 - x
			}
			f.paint(p.Pix[4*(row*width+x):])
		}
	}
	return p, nil
}

// next goes to the next pixel, and reports whether there is one.
func (f *tga) next(runs bool) bool {
	if f.run == 0 {
		f.run, f.repeated = 1, false
		if runs {
			if len(f.data) == 0 {
				return false
			}
			f.run, f.repeated = int(f.data[0]&0x7f)+1, f.data[0]&0x80 != 0
			f.data, f.pixel = f.data[1:], nil
		}
	}
	f.run--
	if f.repeated && f.pixel != nil {
		return true
	}
	if len(f.data) < f.size {
		return false
	}
	f.pixel, f.data = f.data[:f.size], f.data[f.size:]
	return true
}

// paint writes the color of the pixel.
func (f *tga) paint(to []byte) {
	c := f.pixel
	switch f.kind {
	case tgaGray:
		to[0], to[1], to[2] = c[0], c[0], c[0]
		return
	case tgaMapped:
		i := f.entry * (int(c[0]) - f.first)
		if i < 0 || i+f.entry > len(f.palette) {
			return // black, like all indices outside the palette
		}
		c = f.palette[i : i+f.entry]
	}
	if to[0], to[1], to[2] = c[2], c[1], c[0]; len(c) == 4 {
		to[3] = c[3]
	}
}

const (
	// maxScans is the maximum number of scans of a JPEG. Progressive JPEGs have some ten; thousands would fit into a
	// small file.
	maxScans = 100
	// maxScanned is the maximum number of pixels in all scans of a JPEG together: each takes time, even if it is empty.
	maxScanned = 48 << 20
)

// readJPEG reads a JPEG.
func readJPEG(data []byte) (*image.NRGBA, error) {
	c, p, err := roomFor(data, jpeg.DecodeConfig)
	if err != nil {
		return nil, err
	}
	switch n := bytes.Count(data, []byte{0xff, 0xda}); {
	case n > maxScans:
		return nil, fmt.Errorf("%d scans, more than %d", n, maxScans)
	case n*c.Width*c.Height > maxScanned:
		return nil, fmt.Errorf("%d scans of %d by %d pixels, which may have %d in all", n, c.Width, c.Height,
			maxScanned)
	}
	from, err := jpeg.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	// The picture is opaque, so both color models are equal, and only this one is fast.
	draw.Draw(&image.RGBA{Pix: p.Pix, Stride: p.Stride, Rect: p.Rect}, p.Rect, from, from.Bounds().Min, draw.Src)
	return p, nil
}

// roomFor returns the head of a picture and an empty picture of its size.
func roomFor(data []byte, head func(io.Reader) (image.Config, error)) (image.Config, *image.NRGBA, error) {
	c, err := head(bytes.NewReader(data))
	if err != nil {
		return c, nil, err
	}
	p, err := sized(c.Width, c.Height)
	return c, p, err
}

// readPNG reads a PNG.
func readPNG(data []byte) (*image.NRGBA, error) {
	_, p, err := roomFor(data, png.DecodeConfig)
	if err != nil {
		return nil, err
	}
	from, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	draw.Draw(p, p.Rect, from, from.Bounds().Min, draw.Src)
	return p, nil
}
