package film

import (
	"image"
	"image/color"
	"testing"
)

// TestYUV: colours as BT.709 has them in the range of television.
func TestYUV(t *testing.T) {
	for _, c := range []struct {
		colour  color.RGBA
		y, u, v byte
	}{
		{color.RGBA{0, 0, 0, 255}, 16, 128, 128},
		{color.RGBA{255, 255, 255, 255}, 235, 128, 128},
		{color.RGBA{128, 128, 128, 255}, 126, 128, 128},
		{color.RGBA{255, 0, 0, 255}, 63, 102, 240},
		{color.RGBA{0, 255, 0, 255}, 173, 42, 26},
		{color.RGBA{0, 0, 255, 255}, 32, 240, 118},
	} {
		m := image.NewRGBA(image.Rect(0, 0, 4, 2))
		for x := range 4 {
			for y := range 2 {
				m.SetRGBA(x, y, c.colour)
			}
		}
		out := make([]byte, yuvSize(4, 2))
		yuv420(out, m)
		for i, got := range out {
			want := c.y
			if i >= 10 {
				want = c.v
			} else if i >= 8 {
				want = c.u
			}
			if got != want {
				t.Errorf("%v: byte %d is %d, not %d", c.colour, i, got, want)
			}
		}
	}
}

func BenchmarkYUV(b *testing.B) {
	m := image.NewRGBA(image.Rect(0, 0, 1280, 720))
	out := make([]byte, yuvSize(1280, 720))
	b.ReportAllocs()
	for b.Loop() {
		yuv420(out, m)
	}
}
