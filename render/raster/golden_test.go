package raster

import (
	"testing"

	"demoscope/internal/golden"
	"demoscope/render/draw"
)

// TestShapesAreDrawnAsLookedAt compares something of everything with a picture, to the
// last bit on every processor. Pictures of demos are in package scene.
func TestShapesAreDrawnAsLookedAt(t *testing.T) {
	var b draw.Buffer
	shapes(&b)
	p := New(320, 180)
	p.Fill(background)
	p.Draw(golden.Recorded(t, "shapes", &b), letter())
	golden.Save(t, "shapes", p.Image())
	golden.Exact(t, "shapes", p.Image())
}
