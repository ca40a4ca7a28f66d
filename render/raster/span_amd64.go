package raster

// smoothSpan is [plainSmoothSpan], four pixels at a time.
//
//go:noescape
func smoothSpan(to []uint32, first, add *channels)

// blendSpan is [plainBlendSpan], two pixels at a time.
//
//go:noescape
func blendSpan(to []uint32, first, add *channels)
