package main

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"demoscope/assets"
	"demoscope/internal/corpus"
	"demoscope/internal/made"
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
	if len(d.Cuts) < 6 || watched != 1 || killed < 1 {
		t.Errorf("%d cuts, %d to test, %d for the death of test", len(d.Cuts), watched, killed)
	}
}

// directed writes a demo and returns what direct makes of it, for programs and for people.
func directed(t *testing.T, name string, data []byte) (d direction, page string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
	var out, text, errs bytes.Buffer
	if code := run([]string{"direct", "--json", file}, &streams{out: &out, err: &errs}); code != 0 {
		t.Fatalf("%d: %s", code, &errs)
	}
	if err := json.Unmarshal(out.Bytes(), &d); err != nil {
		t.Fatal(err)
	}
	if code := run([]string{"direct", file}, &streams{out: &text, err: &errs}); code != 0 {
		t.Fatalf("%d: %s", code, &errs)
	}
	return d, text.String()
}

// Kills and cuts are counted in the same time as their numbers in a minute: here in our recording of 1:24,
// twice one after the other.
func TestDirectCountsInTheWholeDemo(t *testing.T) {
	once, err := assets.ReadSample("demoscope1.dm2")
	if err != nil {
		t.Fatal(err)
	}
	d, page := directed(t, "a.dm2", append(bytes.TrimSuffix(bytes.Clone(once), []byte{0xff, 0xff, 0xff, 0xff}),
		once...))
	if d.Kills == nil || *d.Kills == 0 || len(d.Cuts) < 2 {
		t.Fatalf("%+v", d)
	}
	for what, c := range map[string]struct {
		count int
		rate  float64
	}{"kills": {*d.Kills, *d.KillsPerMinute}, "cuts": {len(d.Cuts) - 1, d.CutsPerMinute}} {
		if back := c.rate * d.Seconds / 60; d.Seconds < 160 || d.Seconds > 175 ||
			math.Abs(back-float64(c.count)) > 0.01 {
			t.Errorf("%d %s, %v a minute in %v s", c.count, what, c.rate, d.Seconds)
		}
	}
	if strings.Count(page, " in 2:4") != 2 {
		t.Errorf("the time is not said of both:\n%s", page)
	}
}

// A server's own recording of Quake II has no lines: who is seen to die was killed by nobody knows whom, and
// not 0 times.
func TestDirectKnowsNoKillsWithoutLines(t *testing.T) {
	d, page := directed(t, "a.dm2", made.Quake2Server(t, [2]made.Body{}, [2]made.Body{{}, {Frame: made.Dies}},
		[2]made.Body{{}, {Frame: made.Dies + 5}}, [2]made.Body{{Frame: 1}, {}}))
	if d.Kills != nil || d.KillsPerMinute != nil || !strings.Contains(page, "\nkills            unknown: ") {
		t.Errorf("%+v\n%s", d, page)
	}
}
