package studio

import (
	"testing"

	"demoscope/render/app"
	"demoscope/render/internal/rendertest"
)

// Helpers under the names that tests call them by.
var (
	sample       = rendertest.Sample
	newPlayer    = rendertest.NewPlayer
	newUnindexed = rendertest.NewUnindexed
	gameMap      = rendertest.GameMap
	differing    = rendertest.Differing
	allocations  = rendertest.Allocations
	near         = rendertest.Near
)

// sampleMap finds the map of our own recordings, whatever the level is.
func sampleMap(t testing.TB) app.Maps { return rendertest.SampleMap(t) }
