//go:build !js

package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"demoscope/internal/corpus"
)

// Each row of both tables has the date that the demo's texts tell, from the first on.
func TestCorpusTablesHaveTheDate(t *testing.T) {
	demo := filepath.Join(corpus.Dir(t), "mvd", "2on2_sf_vs_red[frobodm2]220104-0915.mvd")
	for _, table := range []string{"events", "tracks"} {
		var out, errors bytes.Buffer
		if status := run([]string{table, demo}, &streams{out: &out, err: &errors}); status != exitOK ||
			errors.Len() > 0 {
			t.Fatalf("%s: exit status %d: %s", table, status, &errors)
		}
		lines := strings.Split(strings.TrimSpace(out.String()), "\n")
		for _, line := range lines {
			if !strings.Contains(line, `"day":"2022-01-04"`) ||
				!strings.Contains(line, `"date":"2022-01-04T09:15:39+01:00"`) {
				t.Fatalf("%s: %.200s", table, line)
			}
		}
		if len(lines) < 100 {
			t.Errorf("%s: %d rows", table, len(lines))
		}
	}
}

// TestDamagedTables: of damaged demos the tables have what can be read, and say what can't, as info does. That is no
// failure, unless nothing can be read.
func TestDamagedTables(t *testing.T) {
	t.Chdir(withLibrary(t))
	for _, made := range [][]string{
		{"patch", "harmed.mvd", "sample:demoscope1.mvd", "9000", "ffffffffffffffffffffffffffffffffffffffff"},
		{"gzip", "cut.dem.gz", "sample:demoscope1_p15.dem"}, {"copy", "whole.dm2", "sample:demoscope1.dm2"},
		{"cut", "cut.dem.gz", "cut.dem.gz", "20000"}, {"copy", "gone.mvd", "sample:demoscope1.mvd"},
		{"fill", "gone.mvd", "gone.mvd", "0", "5000", "ff"},
	} {
		if err := makeFile(made); err != nil {
			t.Fatal(err)
		}
	}
	demos := []string{"harmed.mvd", "cut.dem.gz", "whole.dm2"}
	for _, command := range []string{"events", "tracks --rate 1", "export-stats", "info --json"} {
		for _, to := range []string{"-o rows.ndjson --summary sum.json", "--partition -o PARTS --summary sum.json"} {
			var said bytes.Buffer
			args := append(strings.Fields(command+" "+strings.ReplaceAll(to, "PARTS", strings.Fields(command)[0])),
				demos...)
			if status := run(args, &streams{out: &said, err: &said}); status != exitOK {
				t.Errorf("%v: %d: %s", args, status, &said)
			}
			var sum struct {
				Done    int
				Damaged []struct{ Demo, Damage string }
				Failed  []any
			}
			data, err := os.ReadFile("sum.json")
			if err == nil {
				err = json.Unmarshal(data, &sum)
			}
			if err != nil || sum.Done != 3 || len(sum.Failed) > 0 || len(sum.Damaged) != 2 ||
				sum.Damaged[0].Demo != "harmed.mvd" || sum.Damaged[1].Demo != "cut.dem.gz" ||
				sum.Damaged[0].Damage !=
					"2 damaged places: 89 bytes unreadable; the first at byte 8985: deltapacketentities: truncated" ||
				!strings.Contains(sum.Damaged[1].Damage, "the gzip ends early: what follows 0:") {
				t.Errorf("%v: %v: %s", args, err, data)
			}
			for _, d := range sum.Damaged {
				line := "demoscope: " + d.Demo + ": " + d.Damage + "\n"
				if !strings.Contains(said.String(), line) && (command != "info --json" || args[2] == "--partition") {
					t.Errorf("%v: %s lacks %q", args, &said, line)
				}
				if !strings.Contains(runs(t, exitOK, "info", "--fresh", d.Demo, "whole.dm2"), d.Damage) {
					t.Errorf("info does not say %q", d.Damage)
				}
			}
		}
		args := append(strings.Fields(command), "--summary", "sum.json", "-o", "rows.ndjson", "gone.mvd")
		runs(t, exitFailed, args...)
		if data, err := os.ReadFile("sum.json"); err != nil || !strings.Contains(string(data), `"done":0`) {
			t.Errorf("%v: %s", args, data)
		}
	}
}
