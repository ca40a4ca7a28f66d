package raster

import (
	"math/rand/v2"
	"syscall"
	"testing"
	"unsafe"

	"demoscope/render/draw"
)

// TestNothingIsReadFurtherBehind: of what is behind a picture no more is read or written than it has there.
// Behind that is memory here that nobody may touch.
func TestNothingIsReadFurtherBehind(t *testing.T) {
	const seed, most = 3, 40
	r := rand.New(rand.NewPCG(seed, seed))
	page := syscall.Getpagesize()
	size := (4*(most*most+beyond) + page - 1) / page * page
	memory, err := syscall.Mmap(-1, 0, size+page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|
		syscall.MAP_PRIVATE)
	if err != nil {
		t.Skip(err)
	}
	defer syscall.Munmap(memory)
	if err := syscall.Mprotect(memory[size:], syscall.PROT_NONE); err != nil {
		t.Skip(err)
	}
	pix := unsafe.Slice((*uint32)(unsafe.Pointer(unsafe.SliceData(memory))), size/4)
	for range 3_000 {
		width, height := 1+r.IntN(most), 1+r.IntN(most)
		p := New(width, height)
		p.pix = pix[len(pix)-beyond-width*height : len(pix)-beyond]
		p.Fill(background)
		color := func() draw.Color {
			return draw.RGB(r.Uint32() & 0xffffff).Alpha(
				[]float32{1, r.Float32()}[r.IntN(2)])
		}
		var b draw.Buffer
		one, other := color(), color()
		x, y := r.Float32()*float32(width), r.Float32()*float32(height)
		b.Rect(x, y, most, most, one)
		b.RectGradient(x, 0, most, most, one, other)
		b.Line(x, y, most, most, 3, other)
		b.Triangle(most, y, most, most, x, most, other)
		b.Vertices[len(b.Vertices)-1].R = 0
		p.Draw(&b, nil)
	}
}
