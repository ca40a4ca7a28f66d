package timeline_test

import (
	"path/filepath"
	"testing"
	"time"

	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/player/timeline"
)

// A pass that is to begin later begins when it is told, and who stops it before does not wait.
func TestPassThatIsHeld(t *testing.T) {
	demo, err := formats.Open("demoscope1.mvd", corpus.Read(t, filepath.Join(corpus.Sample, "demoscope1.mvd")))
	if err != nil {
		t.Fatal(err)
	}
	begin := make(chan struct{})
	index := timeline.Start(demo.Format.Name, demo.Decoder(), demo.Size(), timeline.Options{Begin: begin})
	time.Sleep(30 * time.Millisecond)
	if n := len(index.Levels()); n > 0 {
		t.Errorf("%d levels were read before it was to begin", n)
	}
	close(begin)
	index.Wait()
	if n := len(index.Levels()); n != 1 {
		t.Errorf("there are %d levels", n)
	}
	index = timeline.Start(demo.Format.Name, demo.Decoder(), demo.Size(), timeline.Options{Begin: make(chan struct{})})
	begun := time.Now()
	index.Stop()
	if took := time.Since(begun); took > 500*time.Millisecond {
		t.Errorf("a pass that has not begun is stopped after %v", took)
	}
}
