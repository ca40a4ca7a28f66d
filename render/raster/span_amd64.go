package raster

// firstColor is [plainFirstColor].
//
//go:noescape
func firstColor(to *channels, c *colors, x, y float64, most *[4]float64, parts float64)

// smoothSpan is [plainSmoothSpan], four pixels at a time.
//
//go:noescape
func smoothSpan(to []uint32, first, add *channels)

// blendSpan is [plainBlendSpan], two pixels at a time.
//
//go:noescape
func blendSpan(to []uint32, first, add *channels)
