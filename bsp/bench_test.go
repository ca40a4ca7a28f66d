package bsp

import (
	"demoscope/internal/corpus"
	"os"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// largest returns the largest map below a folder.
func largest(b *testing.B, dir string) corpus.GameFile {
	return slices.MaxFunc(corpus.Maps(b, dir), func(a, b corpus.GameFile) int { return len(a.Data) - len(b.Data) })
}

func benchLoad(b *testing.B, f corpus.GameFile) {
	b.Logf("%s, %d bytes", f.Name, len(f.Data))
	b.SetBytes(int64(len(f.Data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Load(f.Data); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLoadSample(b *testing.B) {
	for _, name := range []string{"demoscope1.bsp", "demoscope1_bsp2.bsp", "q2/demoscope1.bsp", "q3/demoscope1.bsp"} {
		b.Run(name, func(b *testing.B) {
			benchLoad(b, corpus.GameFile{Name: name, Data: sample(b, name)})
		})
	}
}

func BenchmarkLoadLargestOfCorpus(b *testing.B) { benchLoad(b, largest(b, game(b))) }

func BenchmarkLoadLargestOfOpenArena(b *testing.B) {
	if _, err := os.Stat(openArenaDir); err != nil {
		b.Skip("no ", openArenaDir)
	}
	benchLoad(b, largest(b, openArenaDir))
}

func BenchmarkLeafAtAndVisible(b *testing.B) {
	m := load(b, sample(b, "demoscope1.bsp"))
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
