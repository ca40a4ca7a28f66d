//go:build !amd64

package raster

func smoothSpan(to []uint32, first, add *channels) { plainSmoothSpan(to, first, add) }

func blendSpan(to []uint32, first, add *channels) { plainBlendSpan(to, first, add) }

func firstColor(to *channels, c *colors, x, y float64, most *[4]float64, parts float64) {
	plainFirstColor(to, c, x, y, most, parts)
}
