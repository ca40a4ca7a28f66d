package main

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"testing"

	"demoscope/internal/corpus"
)

// Players have the names that they have at the cut: "test" leaves that match before its end.
func TestDirectNamesWhoLeaves(t *testing.T) {
	file := filepath.Join(corpus.Dir(t), "mvd", "ffa_5[dm4]20240501-1229.mvd")
	var out, errs bytes.Buffer
	if code := run([]string{"direct", "--json", file}, &streams{out: &out, err: &errs}); code != 0 {
		t.Fatalf("%d: %s", code, errs.String())
	}
	var d direction
	if err := json.Unmarshal(out.Bytes(), &d); err != nil {
		t.Fatal(err)
	}
	watched, killed := 0, 0
	for _, c := range d.Cuts {
		if c.Player == "" {
			t.Errorf("nobody's name at %v s", c.Clock)
		}
		if c.Player == "test" {
			watched++
		}
		if c.Victim == "test" {
			killed++
		}
	}
	if len(d.Cuts) < 10 || watched != 1 || killed < 1 {
		t.Errorf("%d cuts, %d to test, %d for the death of test", len(d.Cuts), watched, killed)
	}
}
