package director_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/internal/golden"
	"demoscope/internal/made"
	"demoscope/player/director"
	"demoscope/player/timeline"
)

// TestPlans compares the plans for our own recordings, and for those in which more happens, with a document: for whole
// levels, and for live games whose next five seconds are known.
func TestPlans(t *testing.T) {
	var out strings.Builder
	for _, name := range []string{"demoscope1.mvd", "demoscope1.mvd2", "demoscope1.qwd", "demoscope1.dm_71"} {
		own := corpus.Read(t, filepath.Join(corpus.Sample, name))
		for what, data := range [][]byte{own, made.Eventful(t, name, own)} {
			demo, err := formats.Open(name, data)
			if err != nil {
				t.Fatal(err)
			}
			x := timeline.Start(demo.Format.Name, demo.Decoder(), demo.Size(), timeline.Options{})
			x.Wait()
			for i, l := range x.Levels() {
				const ahead = 5
				live := director.Make(x, i, director.Options{Until: l.Start + ahead})
				for now := l.Start; now < l.End; now += 0.5 {
					live = live.Renew(x, now, director.Options{Until: now + ahead})
				}
				for _, p := range []*director.Plan{director.Make(x, i, director.Options{}), live} {
					fmt.Fprintf(&out, "%s %d, level %d, %.2f to %.2f, whole %v, quiet %.2f\n", name, what, p.Level,
						p.Begin, p.End, p.Whole, p.Quiet)
					for _, c := range p.Cuts {
						fmt.Fprintf(&out, "  %.2f slot %d camera %d reason %d, %d %s at %.2f\n", c.Clock, c.Slot,
							c.Camera, c.Reason, c.Other, c.Item, c.At)
					}
				}
			}
		}
	}
	golden.Document(t, "testdata/plans.txt", out.String())
}
