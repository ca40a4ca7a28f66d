package timeline_test

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/internal/made"
	"demoscope/internal/sums"
	"demoscope/player/timeline"
	"demoscope/player/world"
)

// TestMade compares the indexes of made demos, in which much happens, with their document.
func TestMade(t *testing.T) {
	for _, name := range []string{"demoscope1_p15.dem", "demoscope1_p666.dem", "demoscope1.qwd", "demoscope1.mvd",
		"demoscope1.dm2", "demoscope1.mvd2", "demoscope1.dm_71"} {
		data := corpus.Read(t, filepath.Join(corpus.Sample, name))
		for what, data := range map[string][]byte{"sample": data, "eventful": made.Eventful(t, name, data)} {
			t.Run(what+"_"+name, func(t *testing.T) {
				demo, err := formats.Open(name, data)
				if err != nil {
					t.Fatal(err)
				}
				index(t, demo, timeline.Options{})
			})
		}
	}
}

// indexed are the texts of the indexes of a test.
var indexed = struct {
	sync.Mutex
	tests map[string][]string
}{tests: map[string][]string{}}

// record compares sums of the parts of an index with those of the same test in testdata/indexes.txt. Indexes that are
// cut to fit in memory depend on the sizes of types.
func record(t testing.TB, x *timeline.Timeline) {
	if name := t.Name(); !strings.HasPrefix(name, "Test") || strings.Contains(name, "Memory") ||
		strings.Contains(name, "Hostile") {
		return
	}
	var s strings.Builder
	add := func(part string, v any) { fmt.Fprintf(&s, " %s %08x", part, sums.Sum(v)) }
	duration, complete := x.Duration()
	names, recorder := x.Tracked()
	gaps, losses := x.Gaps()
	fmt.Fprintf(&s, "%.3f s, %v, recorder %d", duration, complete, recorder)
	add("levels", x.Levels())
	add("events", x.Events())
	add("names", names)
	add("teams", x.Teams())
	add("gaps", gaps)
	add("losses", losses)
	var items []timeline.Items
	for level := range x.Levels() {
		if list := x.Items(level); list != nil {
			items = append(items, *list)
		}
	}
	add("items", items)
	var tracks [][]timeline.Sample
	var runs [][]timeline.Run
	var plays []bool
	for slot := -1; slot < world.MaxPlayers; slot++ {
		plays = append(plays, x.Plays(slot))
		tracks = append(tracks, x.Track(slot, 0, math.Inf(1)), x.Track(slot, duration/4, duration/3))
		runs = append(runs, x.Runs(slot, true), x.Runs(slot, false))
	}
	add("plays", plays)
	add("tracks", tracks)
	add("runs", runs)
	var at []any
	const moments = 20
	for i := -1; i <= moments; i++ {
		clock := duration * float64(i) / moments
		next, ok1 := x.NextFrame(clock)
		prev, ok2 := x.PrevFrame(clock)
		start, ok3 := x.MatchStart(clock)
		at = append(at, fmt.Sprint(next, ok1, prev, ok2, start, ok3, x.LevelAt(clock)))
	}
	add("moments", fmt.Sprint(at))
	indexed.Lock()
	defer indexed.Unlock()
	if indexed.tests[t.Name()] == nil {
		t.Cleanup(func() {
			indexed.Lock()
			defer indexed.Unlock()
			slices.Sort(indexed.tests[t.Name()])
			if !t.Failed() && !t.Skipped() {
				for i, text := range indexed.tests[t.Name()] {
					sums.Entry(t, "testdata/indexes.txt", fmt.Sprintf("%s %d", t.Name(), i), text)
				}
			}
			delete(indexed.tests, t.Name())
		})
	}
	indexed.tests[t.Name()] = append(indexed.tests[t.Name()], s.String())
}
