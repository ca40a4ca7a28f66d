package survey_test

import (
	"path/filepath"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/bsp"
	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/player/scan"
)

// Two demos of the corpus contradict their map, which is the right one: bodies are where the map
// is solid, so no rule can make their levels as true as others are. One is a film, cut with bodies
// and cameras put anywhere; the other comes from a proxy that guessed where the opponent would be.
// Whoever the game itself moved is never there.
func TestSomeBodiesAreInSolid(t *testing.T) {
	m := newMapFinder(t)
	for _, c := range []struct {
		file        string
		slot        int
		least, most float64 // percent of the frames
	}{
		{"dem/qwtf_demo1.dem", 0, 5, 100}, {"qwd/qwz_demo31.qwd", 1, 5, 100},
		{"qwd/qwz_demo31.qwd", 0, 0, 0.1}, {"qwd/qwz_demo22.qwd", 0, 0, 0.1}, {"qwd/qwz_demo22.qwd", 1, 0, 0.1},
		{"dem/osm_demo1.dem", 0, 0, 0.1},
	} {
		file := filepath.Join(corpus.Dir(t), c.file)
		demo, err := formats.Open(file, corpus.Read(t, file))
		if err != nil {
			t.Fatal(err)
		}
		cursor := scan.NewCursor(demo.Name, demo.Decoder())
		all, solid, frame := 0, 0, -1.
		for cursor.Next() == nil {
			w := cursor.World
			real := m.find(w)
			if real == nil || w.FrameClock == frame || c.slot >= len(w.Players) {
				continue
			}
			frame = w.FrameClock
			p := &w.Players[c.slot]
			if !p.Visible || p.Dead {
				continue
			}
			all++
			// The soles of all four corners, less what the wire rounds: who stands has room there.
			low := p.Pose.Origin.Sub(mgl32.Vec3{0, 0, 22})
			for _, d := range [...]mgl32.Vec3{{-15, -15, 0}, {-15, 15, 0}, {15, -15, 0}, {15, 15, 0}} {
				if real.Leaves[real.LeafAt(low.Add(d))].Contents&bsp.ContentsSolid != 0 {
					solid++
					break
				}
			}
		}
		if share := 100 * float64(solid) / float64(all); all < 500 || share < c.least || share > c.most {
			t.Errorf(
				"%s, slot %d: in %d of %d frames, %.1f %%, a corner of the body is in what is solid, want %v to %v",
				c.file, c.slot, solid, all, share, c.least, c.most)
		}
	}
}
