package report

import (
	"encoding/json"
	"strings"
	"testing"

	"demoscope/internal/golden"
)

// TestFilled compares all outputs of a summary, each of whose fields has a value of its own, with a file: as JSON, as a
// page and as a row.
func TestFilled(t *testing.T) {
	var info Info
	next := 0
	golden.Fill(&info, &next)
	info.Format, info.Packing = "dm2", []string{"zip", "gz"}
	data, err := json.MarshalIndent(&info, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(data), "\n")
	lines = append(lines, strings.Split(info.String(), "\n")...)
	for i, cell := range info.Row() {
		lines = append(lines, RowHead()[i]+" "+cell)
	}
	golden.Lines(t, "filled", lines, golden.Equal)
}
