package timeline_test

import (
	"path/filepath"
	"testing"

	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/player/scan"
	"demoscope/player/timeline"
)

// Where times are differences, what a stretch of zeros takes away is told by the bytes:
// it is near what the demo lacks, and said to be an estimate. Where times are absolute,
// they tell it.
func TestCorpusLostSeconds(t *testing.T) {
	runs, wrong := 0, 0
	for _, format := range []string{"mvd2", "mvd"} {
		for _, path := range corpus.Demos(t, format) {
			name := filepath.Base(path)
			whole, err := formats.Open(name, corpus.Read(t, path))
			if err != nil {
				t.Fatal(err)
			}
			if len(whole.Data()) > 3<<20 {
				continue
			}
			index := func(d *formats.Demo) (*timeline.Timeline, float64) {
				x := timeline.Start(d.Name, d.Decoder(), int64(len(d.Data())), timeline.Options{})
				x.Wait()
				seconds, _ := x.Duration()
				return x, seconds
			}
			x, is := index(whole)
			if losses := lossesOf(x); losses.Estimated || losses.Lost != 0 {
				t.Errorf("%s, whole: %+v", name, losses)
			}
			for _, percent := range []int{1, 10, 30} {
				data := append([]byte(nil), whole.Data()...)
				size := len(data) * percent / 100
				at := len(data) * 45 / 100
				clear(data[at : at+size])
				part, err := formats.Open(name, data)
				if err != nil {
					t.Fatal(err)
				}
				x, left := index(part)
				losses, lacks := lossesOf(x), is-left
				runs++
				off := losses.Lost - lacks
				if off > 1+lacks/3 || off < -1-lacks/3 {
					wrong++
				}
				t.Logf("%s, %d %%: %.1f s lacking, %.1f s said, estimate %v", name, percent, lacks, losses.Lost,
					losses.Estimated)
				if !losses.Estimated || losses.Lost < lacks/3-1 || losses.Lost > 3*lacks+3 {
					t.Errorf("%s, %d %%: %.1f s are lacking: %+v", name, percent, lacks, losses)
				}
			}
		}
	}
	if wrong*10 > runs {
		t.Errorf("%d of %d estimates are off by more than a third", wrong, runs)
	}
}

func lossesOf(x *timeline.Timeline) scan.Losses {
	_, losses := x.Gaps()
	return losses
}
