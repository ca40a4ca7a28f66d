package window

import (
	"image"
	"image/color"
	"math"
	"testing"

	"demoscope/render/draw"
	"demoscope/render/raster"
)

// TestAddedTextures: a texture that is added while others are shown is drawn by the graphics card as by the processor,
// in fog, too.
func TestAddedTextures(t *testing.T) {
	h := realWindow(t)
	img := image.NewRGBA(image.Rect(0, 0, 128, 128))
	textures := &draw.Textures{Image: img}
	to := &screen{}
	size := image.Pt(160, 120)
	for i := range 3 {
		next := *textures
		x := draw.Texture{X: 30 * i, Y: 4 + 40*i, Width: 20 + 4*i, Height: 30, Levels: 1}
		next.List = append(next.List, x)
		for v := range x.Height {
			for u := range x.Width {
				img.SetRGBA(x.X+u, x.Y+v, color.RGBA{uint8(7 * (u + 3*v)), uint8(80 * i), uint8(8 * v), 255})
			}
		}
		copy(img.Pix[4*4*i:], []byte{uint8(x.X), 0, uint8(x.Y), 0, uint8(x.Width), 0, uint8(x.Height), 0, 0, 1})
		next.Added = append(next.Added, image.Rect(x.X, x.Y, x.X+x.Width, x.Y+x.Height), image.Rect(0, 0, 128, 1))
		textures = &next
		b := &draw.Buffer{Textures: textures}
		if i == 2 {
			b.Fog = draw.Fog{Color: [3]float32{0.2, 0.4, 0.9}, Density: 0.7, Most: 0.8}
		}
		for k, c := range [][2]float32{{10, 10}, {150, 10}, {150, 110}, {10, 110}} {
			v := draw.Vertex{X: c[0], Y: c[1], R: 1.5, G: float32(k) / 3, B: 1, A: 1}
			v.Textured(int32(i), false, 1+c[0]/100, float32(x.Width)*(c[0]-10)/140, 30*(c[1]-10)/100, 0, 0)
			b.Vertices = append(b.Vertices, v)
		}
		b.Indices = []uint32{0, 1, 2, 0, 2, 3}
		ours := raster.New(size.X, size.Y)
		ours.Draw(b, nil)
		cards := image.NewRGBA(image.Rectangle{Max: size})
		h.on(func() {
			to.Begin(size)
			to.Fill(color.RGBA{A: 255}, raster.Bare{})
			to.Draw(b)
			to.Read(cards.Pix)
		})
		off, most := 0.0, 0
		for n, c := range ours.Pix() {
			off += math.Abs(float64(c) - float64(cards.Pix[n]))
			if n%4 < 3 {
				most = max(most, int(c))
			}
		}
		if off /= float64(len(cards.Pix)); off > 1.5 || most < 100 {
			t.Errorf("texture %d differs by %.2f of 255 in the mean", i, off)
		}
	}
}
