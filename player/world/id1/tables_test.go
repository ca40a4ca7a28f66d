package id1

import (
	"strconv"
	"testing"

	"demoscope/internal/corpus"
)

// TestTempEntities: the particles of temporary entities are those of the game.
func TestTempEntities(t *testing.T) {
	_, rows := corpus.Table(t, "testdata/temp-entities.csv")
	if len(rows) != len(tempEntities) {
		t.Fatalf("%d rows for %d types", len(rows), len(tempEntities))
	}
	for n, row := range rows {
		e := &tempEntities[n]
		for i, got := range []int{0: n, 2: int(e.count), 3: int(e.color), 4: int(e.colors)} {
			if i != 1 && row[i] != "-" && row[i] != strconv.Itoa(got) {
				t.Errorf("row %q, column %d: %d", row, i, got)
			}
		}
	}
}
