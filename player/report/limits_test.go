package report_test

import (
	"bytes"
	"encoding/binary"
	"slices"
	"testing"

	"demoscope/formats"
	"demoscope/player/report"
)

// A demo with more levels than any real one: those that are not listed are counted.
// The levels are written by hand, 5,000 serverinfos of one player in a block (DEM
// 6.11).
func TestManyLevels(t *testing.T) {
	const level = "\x0b\x0f\x00\x00\x00\x01\x00T\x00maps/a.bsp\x00\x00\x00"
	data := []byte("-1\n")
	for range 5 {
		messages := bytes.Repeat([]byte(level), 1000)
		data = binary.LittleEndian.AppendUint32(data, uint32(len(messages)))
		data = append(append(data, make([]byte, 12)...), messages...)
	}
	for range 5000 { // one in each block
		data = binary.LittleEndian.AppendUint32(data, uint32(len(level)))
		data = append(append(data, make([]byte, 12)...), level...)
	}
	demo, err := formats.Open("levels.dem", data)
	if err != nil {
		t.Fatal(err)
	}
	info := report.Summarize(demo.Format.Name, int64(len(data)), demo.Decoder())
	// Levels are looked at after each block: 5 and 5,000.
	if len(info.Levels) != 4096 || !slices.Equal(info.Notes, []string{"909 more levels are not listed"}) {
		t.Errorf("%d levels, notes %q", len(info.Levels), info.Notes)
	}
	if n := info.Messages["serverinfo"]; n != 10000 {
		t.Errorf("%d serverinfos of %v", n, info.Messages)
	}
}
