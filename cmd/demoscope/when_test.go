//go:build !js

package main

import (
	"bytes"
	"encoding/binary"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/player/scan"
)

func TestMoment(t *testing.T) {
	part := span{100, 300}
	for text, want := range map[string]float64{
		"0": 100, "90": 190, "90.25": 190.25, "1:30": 190, "01:05.5": 165.5, "1:02:03": 3823, "90:00": 5500, "0%": 100,
		"50%": 200, "12.5%": 125, "100%": 300,
		"-5": 295, "-0": 300, "-1:30": 210, "-.5": 299.5, "-201": 100, "-1:00:00": 100,
	} {
		var m moment
		if err := m.UnmarshalText([]byte(text)); err != nil {
			t.Errorf("%s: %v", text, err)
		} else if got := part.at(m); got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
	for _, text := range []string{
		"", "-", "--1", "-1:-1", "-50%", "-x", "-Inf", "x", "1:", ":1", "1:60", "1:-1", "1:2:3:4", "101%", "-1%", "%",
		"Inf", "NaN", "NaN%", "1e400",
	} {
		var m moment
		if err := m.UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q was read as %v", text, m)
		}
	}
}

// TestNothingBetween: limits between which no demo can be are refused.
func TestNothingBetween(t *testing.T) {
	for line, want := range map[string]string{
		"--since 2025 --until 2024-12-31":       "--since 2025 is later than --until 2024-12-31",
		"--since 2024-07-01 --until 2024-06":    "--since 2024-07-01 is later than --until 2024-06",
		"--longer 2:00 --shorter 90":            "--longer is more than --shorter",
		"--since 2024-06-30 --until 2024-06":    "",
		"--since 2024 --until 2024-06":          "",
		"--since 2024-06-16 --until 2024-06-16": "",
		"--longer 90 --shorter 1:30":            "",
	} {
		var out, said bytes.Buffer
		args := append(strings.Fields(line), "sample:demoscope1.qwd")
		status := run(append([]string{"info"}, args...), &streams{out: &out, err: &said})
		wanted := exitOK
		if want != "" {
			wanted = exitUsage
		}
		if status != wanted || !strings.Contains(said.String(), want) {
			t.Errorf("%s: %d, %q", line, status, &said)
		}
	}
}

// TestSpan: without a level, times in seconds do not wait for the index.
func TestSpan(t *testing.T) {
	whole, err := levelFlag{}.span(nil, nil, &moment{value: 5})
	if err != nil || whole.start != 0 || !math.IsInf(whole.end, 1) {
		t.Error(whole, err)
	}
	demo, err := openDemo("sample:demoscope1.qwd")
	if err != nil {
		t.Fatal(err)
	}
	index, err := index(demo)
	if err != nil {
		t.Fatal(err)
	}
	if whole, err := (levelFlag{}).span(index, &moment{value: 0.5, percent: true}); err != nil ||
		math.Abs(whole.end-60) > 0.01 {
		t.Error(whole, err)
	}
	if whole, err := (levelFlag{}).span(index, &moment{value: -5, fromEnd: true}); err != nil ||
		math.Abs(whole.end-60) > 0.01 {
		t.Error(whole, err)
	}
	if level, err := (levelFlag{Level: 1}).span(index); err != nil || math.Abs(level.end-60) > 0.01 {
		t.Error(level, err)
	}
	if _, err := (levelFlag{Level: 2}).span(index); err == nil {
		t.Error("a level that is not there")
	}
}

// A seek by the demo's own clock lands where it does without damage, although one time
// was changed to any other. A clock that really goes back has the place that comes last.
func TestServerTimeDamaged(t *testing.T) {
	const timeID = 7 // of the message, which begins a block
	whole := corpus.Read(t, filepath.Join(corpus.Sample, "demoscope1_p15.dem"))
	var times []int // offsets of the blocks' times
	for at := bytes.IndexByte(whole, '\n') + 1; at < len(whole); at += 16 +
		int(binary.LittleEndian.Uint32(whole[at:])) {
		if whole[at+16] == timeID {
			times = append(times, at+17)
		}
	}
	n := len(times)
	landed := func(change map[int]float32, to float64) int {
		t.Helper()
		data := bytes.Clone(whole)
		for i, seconds := range change {
			binary.LittleEndian.PutUint32(data[times[i]:], math.Float32bits(seconds))
		}
		demo, err := formats.Open("time.dem", data)
		if err != nil {
			t.Fatal(err)
		}
		c := stateCmd{ServerTime: true, At: &moment{value: to}}
		return c.lastBefore(scan.NewCursor(demo.Format.Name, demo.Decoder()), to)
	}
	want := landed(nil, 20)
	if first := landed(nil, 2); want < 100 || first >= want || want >= n*3/4 {
		t.Fatalf("20 s are block %d, 2 s block %d of %d", want, first, n)
	}
	for _, wrong := range []float32{0, 2, 19.9, -1e9, 1e9, 300} {
		for _, at := range []int{n / 8, n * 3 / 4, n - 2, n - 1} {
			if got := landed(map[int]float32{at: wrong}, 20); got != want {
				t.Errorf("with time %d of %d as %v: block %d, not %d", at, n, wrong, got, want)
			}
		}
	}
	again := map[int]float32{}
	for i := n * 3 / 4; i < n; i++ {
		again[i] = 19 + float32(i-n*3/4)/8
	}
	if got := landed(again, 20); got < want+n/8 {
		t.Errorf("the clock goes back and on from there: block %d", got)
	}
}
