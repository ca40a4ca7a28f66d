//go:build !amd64

package raster

func smoothSpan(to []uint32, first, add *channels) { plainSmoothSpan(to, first, add) }

func blendSpan(to []uint32, first, add *channels) { plainBlendSpan(to, first, add) }
