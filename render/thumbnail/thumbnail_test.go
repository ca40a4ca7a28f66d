package thumbnail

import (
	"image"
	"image/color"
	"math/rand/v2"
	"testing"

	"golang.org/x/image/draw"
)

// TestFit compares pictures in other sizes with those of a general package.
func TestFit(t *testing.T) {
	from := image.NewRGBA(image.Rect(3, 5, 103, 65))
	random := rand.New(rand.NewPCG(1, 2))
	for i := range from.Pix {
		if i%4 == 3 {
			from.Pix[i] = 0xff
		} else {
			from.Pix[i] = byte(random.IntN(256))
		}
	}
	for _, size := range []image.Point{{50, 30}, {37, 22}, {100, 60}, {150, 90}, {1, 1}} {
		got, want := Fit(from, size), image.NewRGBA(image.Rectangle{Max: size})
		part := from.Rect
		if w := part.Dy() * size.X / size.Y; w < part.Dx() {
			part.Min.X += (part.Dx() - w) / 2
			part.Max.X = part.Min.X + w
		} else if h := part.Dx() * size.Y / size.X; h < part.Dy() {
			part.Min.Y += int(topCrop * float32(part.Dy()-h))
			part.Max.Y = part.Min.Y + h
		}
		draw.BiLinear.Scale(want, want.Rect, from, part, draw.Src, nil)
		for i, v := range want.Pix {
			if d := int(v) - int(got.Pix[i]); d < -2 || d > 2 {
				t.Fatalf("%v: byte %d is %d, want %d", size, i, got.Pix[i], v)
			}
		}
	}
}

// TestShrink: a pixel is the mean of four, each channel for itself.
func TestShrink(t *testing.T) {
	from, to := image.NewRGBA(image.Rect(0, 0, 4, 4)), image.NewRGBA(image.Rect(0, 0, 2, 2))
	for i, c := range []color.RGBA{{255, 0, 1, 255}, {255, 1, 2, 255}, {255, 2, 3, 255}, {255, 4, 6, 255}} {
		from.SetRGBA(2+i%2, i/2, c)
	}
	from.SetRGBA(0, 3, color.RGBA{8, 255, 40, 4})
	shrink(to, from)
	for _, c := range []struct {
		x, y int
		want color.RGBA
	}{
		{0, 0, color.RGBA{}}, {1, 0, color.RGBA{255, 1, 3, 255}},
		{0, 1, color.RGBA{2, 63, 10, 1}}, {1, 1, color.RGBA{}},
	} {
		if got := to.RGBAAt(c.x, c.y); got != c.want {
			t.Errorf("%d, %d: %v, want %v", c.x, c.y, got, c.want)
		}
	}
}
