package hud

import (
	"image"
	"image/color"

	"demoscope/render/raster"
)

// picture returns what h has drawn over a plain ground.
func picture(h built, s Screen) *image.RGBA {
	p := raster.New(int(s.Width), int(s.Height))
	p.Fill(color.RGBA{22, 26, 32, 255})
	p.Draw(h.Buffer(), h.glyphs().Image)
	return p.Image()
}
