package quake

import (
	"testing"

	"demoscope/player/world/internal/fields"
	"demoscope/player/world/internal/worldtest"
	"demoscope/player/world/prints"
)

func TestStateIsWhole(t *testing.T) {
	q := &rules{}
	fields.Fill(q)
	q.text.lines = prints.Pieces{}
	q.text.lines.Add([]byte("Ann was"), nil)
	worldtest.ExpectWhole(t, q, New(), map[string]string{
		"text.plain": "scratch",
		"building":   "nil between packets",
		"unsorted":   "set with building",
		"timed":      "set in a packet",
		"last":       "set with building",
	})
}
