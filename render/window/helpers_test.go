package window

import (
	"testing"

	"demoscope/render/internal/rendertest"
	"demoscope/render/levelmap"
)

// Helpers under the names that tests call them by.
var (
	sample    = rendertest.Sample
	newPlayer = rendertest.NewPlayer
	gameMap   = rendertest.GameMap
	differing = rendertest.Differing
	near      = rendertest.Near
)

// sampleMap finds the map of our own recordings, whatever the level is.
func sampleMap(t testing.TB) levelmap.Load { return rendertest.SampleMap(t) }

// trackY is where the bar's track is in a window of 1280x720, in pixels.
const trackY = 697
