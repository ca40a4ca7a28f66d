package quake3_test

import (
	"path/filepath"
	"testing"

	"demoscope/formats/dm3"
	"demoscope/internal/corpus"
	"demoscope/player/world/rules"
)

// BenchmarkApplyDM3 decodes the largest Quake III demo of the corpus and
// drives a world by it: as a pass over the demo does, and as a viewer does
// who looks at every snapshot.
func BenchmarkApplyDM3(b *testing.B) {
	path := filepath.Join(corpus.Dir(b), "dm3", "udt_p68_cpma_ctfs_ojfc09.dm_68")
	data := corpus.Read(b, path)
	for _, mode := range []struct {
		name  string
		later bool
	}{{"pass", true}, {"view", false}} {
		b.Run(mode.name, func(b *testing.B) {
			d := dm3.NewDecoder(data, dm3.Options{Protocol: 68})
			start := d.Mark()
			w := rules.New(dm3.Name)
			w.Defer = mode.later
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			packets := 0
			for b.Loop() {
				d.Return(start)
				for {
					p, err := d.NextPacket()
					if err != nil {
						break
					}
					packets++
					w.Begin(p)
					for {
						m, err := d.NextMessage()
						if err != nil {
							break
						}
						w.Apply(m)
					}
					w.End()
				}
			}
			b.ReportMetric(float64(packets)/float64(b.N), "packets/op")
		})
	}
}
