package survey_test

import (
	"cmp"
	"fmt"
	"hash/crc32"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/internal/golden"
	"demoscope/internal/made"
	"demoscope/player/scan"
	"demoscope/player/survey"
	"demoscope/player/timeline"
)

// TestSamples compares the levels that are built of our own recordings, and of those in which more happens, with a
// document: of each kind the number of faces and a sum of their corners in whole units, and all items.
func TestSamples(t *testing.T) {
	var out strings.Builder
	for _, name := range []string{"demoscope1_p666.dem", "demoscope1.qwd", "demoscope1.mvd", "demoscope1.dm2",
		"demoscope1.mvd2", "demoscope1.dm_71"} {
		own := corpus.Read(t, filepath.Join(corpus.Sample, name))
		for _, data := range [][]byte{own, made.Eventful(t, name, own)} {
			demo, err := formats.Open(name, data)
			if err != nil {
				t.Fatal(err)
			}
			s := timeline.NewSurveyor(demo.Size())
			levels := scan.Read(demo.Format.Name, demo.Decoder(), s).World.LevelCount
			s.Finish()
			for count := 1; count <= levels; count++ {
				l := s.Of(count).Build()
				fmt.Fprintf(&out, "%s, level %d of %d, from %.0f to %.0f\n", name, count, levels, l.Box[0], l.Box[1])
				var faces [survey.KindCount][]string
				for _, f := range l.Faces {
					text := ""
					for _, c := range f.Corners {
						text += fmt.Sprintf(" %.0f", [3]float64{math.Round(float64(c[0])), math.Round(float64(c[1])),
							math.Round(float64(c[2]))})
					}
					faces[f.Kind] = append(faces[f.Kind], text)
				}
				for kind, list := range faces {
					slices.SortFunc(list, cmp.Compare[string])
					fmt.Fprintf(&out, "  %v: %d faces, %08x\n", survey.Kind(kind), len(list),
						crc32.ChecksumIEEE([]byte(strings.Join(list, "\n"))))
				}
				for _, i := range l.Items {
					fmt.Fprintf(&out, "  %s at %.0f over %.0f\n", i.Model, i.Origin, i.Floor)
				}
			}
		}
	}
	golden.Document(t, "testdata/samples.txt", out.String())
}
