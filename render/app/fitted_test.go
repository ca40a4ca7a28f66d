package app

import (
	"image"
	"math/rand/v2"
	"testing"

	"golang.org/x/image/draw"
)

// TestFitted compares pictures in other sizes with those of a general package.
func TestFitted(t *testing.T) {
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
		got, want := fitted(from, size), image.NewRGBA(image.Rectangle{Max: size})
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
