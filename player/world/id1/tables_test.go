package id1

import (
	"encoding/csv"
	"os"
	"strconv"
	"testing"
)

// TestTempEntities: the particles of temporary entities are those of the game.
func TestTempEntities(t *testing.T) {
	f, err := os.Open("testdata/temp-entities.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comment = '#'
	rows, err := r.ReadAll()
	if err != nil || len(rows) != 1+len(tempEntities) {
		t.Fatalf("%d rows for %d types, %v", len(rows)-1, len(tempEntities), err)
	}
	for n, row := range rows[1:] {
		e := &tempEntities[n]
		for i, got := range []int{0: n, 2: int(e.count), 3: int(e.color), 4: int(e.colors)} {
			if i != 1 && row[i] != "-" && row[i] != strconv.Itoa(got) {
				t.Errorf("row %q, column %d: %d", row, i, got)
			}
		}
	}
}
