package film

import (
	"bytes"
	"image"
	"image/color"
	"math/rand/v2"
	"reflect"
	"testing"
)

// TestYUV: colors as BT.709 has them in the range of television.
func TestYUV(t *testing.T) {
	for _, c := range []struct {
		color   color.RGBA
		y, u, v byte
	}{
		{color.RGBA{0, 0, 0, 255}, 16, 128, 128},
		{color.RGBA{255, 255, 255, 255}, 235, 128, 128},
		{color.RGBA{128, 128, 128, 255}, 126, 128, 128},
		{color.RGBA{255, 0, 0, 255}, 63, 102, 240},
		{color.RGBA{0, 255, 0, 255}, 173, 42, 26},
		{color.RGBA{0, 0, 255, 255}, 32, 240, 118},
	} {
		const width = 20 // what a processor has for a row, and the rest
		m := image.NewRGBA(image.Rect(0, 0, width, 2))
		for x := range width {
			for y := range 2 {
				m.SetRGBA(x, y, c.color)
			}
		}
		out := make([]byte, yuvSize(width, 2))
		yuv420(out, m)
		for i, got := range out {
			want := c.y
			if i >= 2*width+width/2 {
				want = c.v
			} else if i >= 2*width {
				want = c.u
			}
			if got != want {
				t.Errorf("%v: byte %d is %d, not %d", c.color, i, got, want)
			}
		}
	}
}

// TestYUVPlaces: where in a film's picture the brightness of each pixel lies, and the colors of each square.
func TestYUVPlaces(t *testing.T) {
	red, green, blue := color.RGBA{255, 0, 0, 255}, color.RGBA{0, 255, 0, 255}, color.RGBA{0, 0, 255, 255}
	black, white := color.RGBA{0, 0, 0, 255}, color.RGBA{255, 255, 255, 255}
	m := image.NewRGBA(image.Rect(0, 0, 4, 4))
	for y, row := range [4][4]color.RGBA{
		{red, red, green, green},
		{red, red, green, green},
		{blue, blue, black, white},
		{blue, blue, white, white},
	} {
		for x, c := range row {
			m.SetRGBA(x, y, c)
		}
	}
	out := make([]byte, yuvSize(4, 4))
	yuv420(out, m)
	want := []byte{
		63, 63, 173, 173,
		63, 63, 173, 173,
		32, 32, 16, 235,
		32, 32, 235, 235,
		102, 42, 240, 128, // u
		240, 26, 118, 128, // v
	}
	if !bytes.Equal(out, want) {
		t.Errorf("%d, not %d", out, want)
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

// TestYUVRows compares what processors have for rows with plain Go, of all lengths, and what goes beyond a row's end.
func TestYUVRows(t *testing.T) {
	const seed, rows, longest, beyond = 7, 2_000, 40, 4
	r := rand.New(rand.NewPCG(seed, seed))
	for n := range rows {
		length := r.IntN(longest + 1)
		above, below := make([]uint64, length), make([]uint64, length)
		for i := range above {
			above[i], below[i] = r.Uint64(), r.Uint64()
			if n%2 == 0 { // the ends of all channels
				above[i], below[i] = ends(above[i]), ends(below[i])
			}
		}
		convert := func(by func(upper, lower []uint16, u, v []byte, above, below []uint64)) (bright [2][]uint16,
			colors [2][]byte) {
			for i := range 2 {
				bright[i], colors[i] = make([]uint16, length+beyond), make([]byte, length+beyond)
			}
			by(bright[0][:length], bright[1][:length], colors[0][:length], colors[1][:length], above, below)
			return bright, colors
		}
		bright, colors := convert(twoRows)
		wantBright, wantColors := convert(plainTwoRows)
		if !reflect.DeepEqual(bright, wantBright) || !reflect.DeepEqual(colors, wantColors) {
			t.Fatalf("%x above %x are %x and %x, not %x and %x", above, below, bright, colors, wantBright, wantColors)
		}
	}
}

// TestEveryColor compares the same of every color, above others, since a sum is rarely where it is rounded
// the other way.
func TestEveryColor(t *testing.T) {
	const length, scatter = 1 << 12, 0x9e3779b1 // odd, so that every color is below as well
	above, below := make([]uint64, length), make([]uint64, length)
	var bright, wantBright [2][]uint16
	var colors, wantColors [2][]byte
	for i := range 2 {
		bright[i], wantBright[i] = make([]uint16, length), make([]uint16, length)
		colors[i], wantColors[i] = make([]byte, length), make([]byte, length)
	}
	for first := uint64(0); first < 1<<24; first += 2 * length {
		for i := range uint64(length) {
			n := first + 2*i
			above[i] = n | (n+1)<<32
			below[i] = n*scatter&0xffffff | (n+1)*scatter&0xffffff<<32
		}
		twoRows(bright[0], bright[1], colors[0], colors[1], above, below)
		plainTwoRows(wantBright[0], wantBright[1], wantColors[0], wantColors[1], above, below)
		if !reflect.DeepEqual(bright, wantBright) || !reflect.DeepEqual(colors, wantColors) {
			t.Fatalf("the colors from %06x on are not those of plain Go", first)
		}
	}
}

// ends makes each byte 0 or 255.
func ends(bits uint64) uint64 { return bits >> 7 & 0x0101_0101_0101_0101 * 255 }
