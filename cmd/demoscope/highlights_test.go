//go:build !js

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestHighlights: the moments of our samples, without a film. That Quarry killed four in 3.3 seconds from 0:27.3 on the
// independent decoder says, too.
func TestHighlights(t *testing.T) {
	for _, c := range []struct {
		args string
		want []string // scores and titles
	}{
		{"--length 10 sample:demoscope1.mvd", []string{"62.5 Quarry: 4 kills in 3.3 s · demoscope1"}},
		{"--length 8 run sample:demoscope1.mvd", nil}, // the only run takes 8.3 s
		{"direct sample:demoscope1.mvd", []string{"8.48 Quarry: a direct hit, Vesper, rocket launcher · demoscope1"}},
		// a copy is none
		{"run sample:demoscope1.mvd sample:demoscope1.mvd", []string{"55 Quarry: 4 kills in 3.3 s · demoscope1"}},
	} {
		var out, said bytes.Buffer
		if status := run(append([]string{"highlights", "--json"}, strings.Fields(c.args)...),
			&streams{out: &out, err: &said}); status != exitOK {
			t.Fatalf("%s: %s", c.args, &said)
		}
		var got []string
		for _, line := range strings.Split(strings.TrimSpace(out.String()), "\n") {
			var m highlightJSON
			if line != "" {
				if err := json.Unmarshal([]byte(line), &m); err != nil {
					t.Fatal(err)
				}
				got = append(got, fmt.Sprint(m.Score, " ", m.Title))
			}
		}
		if strings.Join(got, "\n") != strings.Join(c.want, "\n") {
			t.Errorf("%s: %q, not %q", c.args, got, c.want)
		}
	}
}

// TestHighlightsTooShort: that moments are longer than the film may be is said, with a length that one of
// them fits into.
func TestHighlightsTooShort(t *testing.T) {
	say := func(args ...string) (status int, said string) {
		var out bytes.Buffer
		status = run(append([]string{"highlights"}, args...), &streams{out: &out, err: &out})
		return status, out.String()
	}
	status, said := say("--length", "1", "-o", filepath.Join(t.TempDir(), "a.gif"), "sample:demoscope1.mvd")
	parts := regexp.MustCompile(
		`no moment fits into 1\.0 s; the shortest needs ([0-9.]+) s`).FindStringSubmatch(
		said)
	if status != exitFailed || parts == nil {
		t.Fatalf("status %d, %s", status, said)
	}
	if status, said := say("--length", "1", "--list", "sample:demoscope1.mvd"); status != exitOK ||
		!strings.Contains(said, parts[0]) {
		t.Errorf("the list: status %d, %s", status, said)
	}
	least, err := strconv.ParseFloat(parts[1], 64)
	if err != nil {
		t.Fatal(err)
	}
	if _, said := say("--length", parts[1], "--list", "sample:demoscope1.mvd"); !strings.Contains(said, "1 moment,") {
		t.Errorf("with %s s: %s", parts[1], said)
	}
	if _, said := say("--length", fmt.Sprintf("%.1f", least-0.1), "--list", "sample:demoscope1.mvd"); !strings.Contains(
		said, "0 moments") {
		t.Errorf("with less than %s s: %s", parts[1], said)
	}
}

// TestHighlightsRefuse: what cannot be made is said before anything is read.
func TestHighlightsRefuse(t *testing.T) {
	for _, c := range []struct {
		args   string
		status int
		said   string
	}{
		{"sample:", exitUsage, "missing -o FILE"},
		{"--length 601 --list sample:", exitUsage, "at most 600 seconds"},
		{"--length -5 --list sample:", exitUsage, "invalid length"},
		{"--size 641x360 -o DIR/a.mp4 sample:", exitUsage, "even number"},
		{"--list run>3 sample:", exitUsage, "run>3"},
		{"-o DIR/a.gif pent sample:demoscope1.mvd", exitFailed, "no highlights"},
	} {
		var said bytes.Buffer
		args := strings.Fields("highlights " + strings.ReplaceAll(c.args, "DIR", filepath.ToSlash(t.TempDir())))
		if status := run(args, &streams{out: &said, err: &said}); status != c.status ||
			!strings.Contains(said.String(), c.said) {
			t.Errorf("%s: status %d, %s", c.args, status, &said)
		}
	}
}
