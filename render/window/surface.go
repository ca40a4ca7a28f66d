package window

import (
	_ "embed"
	"image"

	"github.com/hajimehoshi/ebiten/v2"

	"demoscope/render/draw"
)

//go:embed textured.kage
var texturedKage []byte

// surface draws textured faces.
type surface struct {
	shader  *ebiten.Shader
	of      *image.RGBA // contents of the image
	added   int         // number of rectangles that were added to it
	part    []byte      // pixels of one rectangle
	time    []float32
	lift    []float32
	fog     []float32
	most    []float32
	options ebiten.DrawTrianglesShaderOptions
}

// use prepares the shader and the image for a buffer.
func (s *surface) use(b *draw.Buffer) {
	if s.shader == nil {
		shader, err := ebiten.NewShader(texturedKage)
		if err != nil {
			panic(err) // the shader is built in
		}
		s.shader, s.time, s.lift = shader, make([]float32, 1), make([]float32, 2)
		s.fog, s.most = make([]float32, 4), make([]float32, 2)
		s.options.Uniforms = map[string]any{"Time": s.time, "Lift": s.lift, "Fog": s.fog, "Most": s.most,
			"Size": make([]float32, 2)}
	}
	if s.of != b.Textures.Image {
		if s.options.Images[0] != nil {
			s.options.Images[0].Deallocate()
		}
		s.of, s.added = b.Textures.Image, len(b.Textures.Added)
		size := s.of.Rect
		s.options.Images[0] = ebiten.NewImageWithOptions(size, &ebiten.NewImageOptions{Unmanaged: true})
		s.options.Images[0].WritePixels(s.of.Pix)
		s.options.Uniforms["Size"] = []float32{float32(size.Dx()), float32(size.Dy())}
	}
	for ; s.added < len(b.Textures.Added); s.added++ {
		r := b.Textures.Added[s.added]
		s.part = appendPixels(s.part[:0], s.of, r)
		s.options.Images[0].SubImage(r).(*ebiten.Image).WritePixels(s.part)
	}
	s.time[0], s.lift[0], s.lift[1] = b.Time, b.Lift.Least, b.Lift.Power
	copy(s.fog, b.Fog.Color[:])
	s.fog[3], s.most[0], s.most[1] = b.Fog.Density, b.Fog.Most, b.Fog.Sky
}
