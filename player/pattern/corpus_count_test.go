package pattern

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/player/timeline"
	"demoscope/player/world"
)

// Kills and runs are those of a plain count over the index's events, in every demo there is.
func TestKillsAndRunsAreThoseOfTheIndex(t *testing.T) {
	files := corpus.Files(t, corpus.Sample, func(name string) bool { return formats.HasDemoName(name) })
	if dir, ok := corpus.Lookup(); ok {
		for _, format := range []string{"dem", "qwd", "mvd", "dm2", "mvd2", "dm3"} {
			files = append(files, corpus.Files(t, filepath.Join(dir, format), formats.HasDemoName)...)
		}
	}
	kills, runs := 0, 0
	for _, file := range files {
		data := corpus.Read(t, file)
		demo, err := formats.Open(filepath.Base(file), data)
		if err != nil {
			continue // other tests say why
		}
		f := Read(demo.Name, demo.Decoder(), Options{})
		index := timeline.Start(demo.Name, demo.Decoder(), int64(len(data)), timeline.Options{})
		index.Wait()
		events := index.Events()
		if !slices.Equal(events, f.Events) {
			t.Errorf("%s: %d events, the index has %d", file, len(f.Events), len(events))
			continue
		}
		k, r := plainCount(index.Levels(), events)
		kills, runs = kills+len(k), runs+len(r)
		if got := lines(t, f, "kill warmup:yes"); !slices.Equal(got, k) {
			t.Errorf("%s: %d kills, counted are %d", file, len(got), len(k))
		}
		if got := lines(t, f, "run kills>=2 gap<=6 warmup:yes"); !slices.Equal(got, r) {
			t.Errorf("%s: runs %v, counted are %v", file, got, r)
		}
	}
	if kills == 0 || runs == 0 {
		t.Errorf("%d kills and %d runs were compared", kills, runs)
	}
	t.Logf("%d demos, %d kills, %d runs", len(files), kills, runs)
}

// lines lists hits by when they began, whose they are and whom they hit, sorted.
func lines(t *testing.T, f *Facts, query string) (list []string) {
	t.Helper()
	q, err := Parse(query)
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range q.Match(f) {
		list = append(list, fmt.Sprintf("%.3f %d %q %q", h.From, h.Player, h.Name, h.Victims))
	}
	slices.Sort(list)
	return list
}

// plainCount counts kills and runs of two kills and more with at most six seconds between two of
// them and no death of the player.
func plainCount(levels []timeline.Level, events []timeline.Event) (kills, runs []string) {
	type run struct {
		last    float64
		victims []string
		line    string
	}
	open := map[int]run{}
	end := func(slot int) {
		if r := open[slot]; len(r.victims) >= 2 {
			runs = append(runs, fmt.Sprintf("%s %q", r.line, r.victims))
		}
		delete(open, slot)
	}
	level := 0
	for i := range events {
		e := &events[i]
		for level+1 < len(levels) && levels[level+1].Start <= e.Clock {
			level++
			for slot := range 256 {
				end(slot)
			}
		}
		if e.Kind != world.EventKill {
			continue
		}
		end(e.Other)
		if e.Player < 0 || e.Other < 0 || e.Player == e.Other || e.TeamKill {
			continue
		}
		kills = append(kills, fmt.Sprintf("%.3f %d %q %q", e.Clock, e.Player, e.PlayerName, []string{e.OtherName}))
		if r := open[e.Player]; len(r.victims) > 0 && e.Clock-r.last > 6.0005 {
			end(e.Player)
		}
		r := open[e.Player]
		if len(r.victims) == 0 {
			r.line = fmt.Sprintf("%.3f %d %q", e.Clock, e.Player, e.PlayerName)
		}
		r.last, r.victims = e.Clock, append(r.victims, e.OtherName)
		open[e.Player] = r
	}
	for slot := range 256 {
		end(slot)
	}
	slices.Sort(kills)
	slices.Sort(runs)
	return kills, runs
}
