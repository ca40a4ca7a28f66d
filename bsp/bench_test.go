package bsp

import (
	"os"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// largest returns the largest map below a folder.
func largest(b *testing.B, dir string) mapFile {
	var best mapFile
	for _, f := range mapsIn(b, dir) {
		if len(f.data) > len(best.data) {
			best = f
		}
	}
	return best
}

func benchLoad(b *testing.B, f mapFile) {
	b.Logf("%s, %d bytes", f.name, len(f.data))
	b.SetBytes(int64(len(f.data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Load(f.data); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLoadSample(b *testing.B) {
	for _, name := range []string{"demoscope1.bsp", "demoscope1_bsp2.bsp", "q2/demoscope1.bsp", "q3/demoscope1.bsp"} {
		b.Run(name, func(b *testing.B) {
			data, err := os.ReadFile(sampleDir + name)
			if err != nil {
				b.Fatal(err)
			}
			benchLoad(b, mapFile{name, data})
		})
	}
}

func BenchmarkLoadLargestOfCorpus(b *testing.B) { benchLoad(b, largest(b, corpusDir(b))) }

func BenchmarkLoadLargestOfOpenArena(b *testing.B) {
	if _, err := os.Stat(openArenaDir); err != nil {
		b.Skip("no ", openArenaDir)
	}
	benchLoad(b, largest(b, openArenaDir))
}

func BenchmarkLeafAtAndVisible(b *testing.B) {
	data, err := os.ReadFile(sampleDir + "demoscope1.bsp")
	if err != nil {
		b.Fatal(err)
	}
	m := load(b, data)
	b.ReportAllocs()
	bits, i := uint64(0), 0
	for b.Loop() {
		i++
		p := mgl32.Vec3{float32(i*37%2000) - 1000, float32(i*91%2000) - 1000, float32(i % 300)}
		if row := m.Visibility.Visible(int(m.Leaves[m.LeafAt(p)].Cluster)); row != nil {
			bits += row[0]
		}
	}
	if bits == 0 {
		b.Log("no cluster saw anything")
	}
}
