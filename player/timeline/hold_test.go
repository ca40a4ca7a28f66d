package timeline_test

import (
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/internal/yield"
	"demoscope/player/timeline"
)

// A pass that is to begin later begins when it is told, or after a while, and who stops it before does not wait.
func TestPassThatIsHeld(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		defer timeline.Patience(time.Hour)()
		demo, err := formats.Open("demoscope1.mvd", corpus.Read(t, filepath.Join(corpus.Sample, "demoscope1.mvd")))
		if err != nil {
			t.Fatal(err)
		}
		start := func(begin <-chan struct{}) *timeline.Timeline {
			return timeline.Start(demo.Format.Name, demo.Decoder(), demo.Size(), timeline.Options{Begin: begin})
		}
		begin := make(chan struct{})
		index := start(begin)
		synctest.Wait()
		if n := len(index.Levels()); n > 0 {
			t.Errorf("%d levels were read before it was to begin", n)
		}
		close(begin)
		index.Wait()
		if n := len(index.Levels()); n != 1 {
			t.Errorf("there are %d levels", n)
		}
		start(make(chan struct{})).Stop()
		start(make(chan struct{})).Wait() // who waits for all of it wants it now

		defer timeline.Patience(time.Millisecond)()
		index = start(make(chan struct{}))
		index.Wait()
		if _, complete := index.Duration(); !complete {
			t.Error("a pass that nobody begins reads nothing")
		}
	})
}

// Passes that take turns come to the same end, together with others, and keep no turn, also where they are stopped.
func TestPassesThatTakeTurns(t *testing.T) {
	demo, err := formats.Open("demoscope1.mvd", corpus.Read(t, filepath.Join(corpus.Sample, "demoscope1.mvd")))
	if err != nil {
		t.Fatal(err)
	}
	undo := yield.Needed()
	var all []*timeline.Timeline
	for range 3 {
		index := timeline.Start(demo.Format.Name, demo.Decoder(), demo.Size(), timeline.Options{Surveys: demo.Decoder})
		index.BeginSurveys()
		all = append(all, index)
	}
	all[0].Stop()
	for _, index := range all[1:] {
		index.Wait()
		if _, complete := index.Duration(); !complete {
			t.Error("a pass has not come to the end")
		}
		index.WaitSurveys()
		if _, whole := index.Surveyed(0); !whole {
			t.Error("the survey is not whole")
		}
		index.Stop()
	}
	if undo() {
		t.Error("a pass has kept its turn")
	}
}
