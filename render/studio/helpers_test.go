package studio

import (
	"testing"

	"demoscope/render/internal/rendertest"
	"demoscope/render/levelmap"
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
func sampleMap(t testing.TB) levelmap.Load { return rendertest.SampleMap(t) }
