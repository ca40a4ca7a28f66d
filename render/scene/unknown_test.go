package scene

import (
	"slices"
	"testing"

	"demoscope/render/draw"
)

// TestUnknownLevel: a level of which nothing is known is a haze in all modes, and not black.
func TestUnknownLevel(t *testing.T) {
	s := New()
	s.SetGeometry(Unknown)
	for _, mode := range []Mode{Lit, Shaded, HiddenLine, Wire} {
		o := DefaultOptions()
		o.Mode = mode
		s.Build(nil, Camera{FOV: 90}, View{Width: 640, Height: 360, Scale: 1}, &o)
		if !slices.ContainsFunc(s.World.Vertices, func(v draw.Vertex) bool { return v.R > 1.5*Background.R }) {
			t.Errorf("mode %v: %d vertices, none brighter than the background", mode, len(s.World.Vertices))
		}
	}
}
