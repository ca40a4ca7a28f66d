package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"demoscope/assets"
	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/player/library"
	"demoscope/player/scan"
)

// TestPasses counts how often commands read a demo: the packets that all cursors apply, as a part of its own.
func TestPasses(t *testing.T) {
	const name = "demoscope1.mvd"
	data, err := assets.ReadSample(name)
	if err != nil {
		t.Fatal(err)
	}
	demo, err := formats.Open(name, data)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", filepath.Join(dir, "cache")) // where reconstructed maps would be found
	t.Setenv("LOCALAPPDATA", filepath.Join(dir, "cache"))
	t.Setenv("HOME", dir)
	whole := packetsOf(demo)
	var n atomic.Int64
	scan.CountPackets(&n)
	t.Cleanup(func() { scan.CountPackets(nil) })
	count := func(what string, most float64, do func()) {
		t.Helper()
		n.Store(0)
		do()
		passes := float64(n.Load()) / float64(whole)
		t.Logf("%s: %.2f passes", what, passes)
		if passes > most {
			t.Errorf("%s reads the demo %.2f times, at most %v are allowed", what, passes, most)
		}
		if passes < 1 {
			t.Errorf("%s reads %.2f of the demo", what, passes)
		}
	}
	const (
		part     = 0.15 // what lies between keyframes and pictures
		pictures = 0.5  // [world.Fleeting] before each picture, in a demo of a minute and a half
	)
	for _, c := range []struct {
		command string
		most    float64
	}{
		{"info", 1}, {"info --json", 1}, {"events", 1}, {"tracks", 1}, {"export-stats", 1}, {"find kill", 1},
		{"report --highlights 0 -o -", 1 + part}, {"report -o -", 1 + part + pictures},
		{"report --rebuild -o -", 1 + part + pictures},
	} {
		count(c.command, c.most, func() {
			var out, errors bytes.Buffer
			status := run(append(strings.Fields(c.command), sampleName+name), &streams{out: &out, err: &errors})
			if status != exitOK {
				t.Fatalf("%s: exit status %d: %s", c.command, status, &errors)
			}
		})
	}
	folder := filepath.Join(dir, "demos")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, name), data, 0o600); err != nil {
		t.Fatal(err)
	}
	count("a scan of the library", 1, func() {
		l, err := library.Open(library.Options{Dir: filepath.Join(dir, "kept"),
			Folders: filepath.Join(dir, "folders.toml"), Source: &librarySource{}})
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		if err := l.Add(folder); err != nil {
			t.Fatal(err)
		}
		if err := l.Scan(t.Context()); err != nil {
			t.Fatal(err)
		}
	})
}

// TestCorpusPassesOfQuake2: a match that begins one frame before the demo says so needs no second reading.
func TestCorpusPassesOfQuake2(t *testing.T) {
	name := filepath.Join(corpus.Dir(t), "dm2", "testduel.dm2")
	demo, err := formats.Open(name, corpus.Read(t, name))
	if err != nil {
		t.Fatal(err)
	}
	var n atomic.Int64
	scan.CountPackets(&n)
	t.Cleanup(func() { scan.CountPackets(nil) })
	var out, errors bytes.Buffer
	status := run([]string{"report", "--highlights", "0", "-o", "-", name}, &streams{out: &out, err: &errors})
	scan.CountPackets(nil)
	if status != exitOK {
		t.Fatalf("exit status %d: %s", status, &errors)
	}
	if whole := int64(packetsOf(demo)); n.Load() > whole+whole/10 { // the game folder is looked for in its beginning
		t.Errorf("%d packets are read of a demo of %d", n.Load(), whole)
	}
}

// BenchmarkReport is a report of the sample, as how many times the time of info.
func BenchmarkReport(b *testing.B) {
	var report, info time.Duration
	timed := func(args ...string) time.Duration {
		begun := time.Now()
		var out, errors bytes.Buffer
		status := run(append(args, sampleName+"demoscope1.mvd"), &streams{out: &out, err: &errors})
		if status != exitOK {
			b.Fatalf("exit status %d: %s", status, &errors)
		}
		return time.Since(begun)
	}
	for b.Loop() {
		report += timed("report", "-o", "-")
		info += timed("info")
	}
	b.ReportMetric(report.Seconds()/info.Seconds(), "of-info's")
}

// packetsOf returns how many packets a demo has.
func packetsOf(demo *formats.Demo) (n int) {
	for c := scan.NewCursor(demo.Format.Name, demo.Decoder()); c.Next() == nil; n++ {
	}
	return n
}
