package cut

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/internal/corpus"
)

// FuzzCut: whatever a demo is, a part of it can be read to its end, or is refused.
func FuzzCut(f *testing.F) {
	names := []string{"dem", "dm3", "mvd", "qwd", "dm2", "mvd2"}
	samples := []string{"demoscope1_p666.dem", "demoscope1.dm_71", "demoscope1.mvd", "demoscope1.qwd", "demoscope1.dm2", "demoscope1.mvd2"}
	for i, name := range names {
		for _, demo := range []*formats.Demo{smallMVD(f), smallQWD(f)} {
			if demo.Format.Name == name {
				f.Add(uint8(i), uint8(50), uint8(90), demo.Data)
			}
		}
		data := corpus.Read(f, filepath.Join(corpus.Sample, samples[i]))
		f.Add(uint8(i), uint8(10), uint8(20), data[:min(len(data), 24<<10)])
	}
	f.Fuzz(func(t *testing.T, which, from, to uint8, data []byte) {
		tryCut(t, names[int(which)%len(names)], from, to, data)
	})
}

// tryCut cuts a part out of what may be no demo, from and to in percent of its length.
func tryCut(t *testing.T, name string, from, to uint8, data []byte) {
	t.Helper()
	demo := formats.Lookup(name).Open("a."+name, data)
	whole := length(demo)
	part, err := Cut(demo, whole*float64(from)/100, whole*float64(to)/100)
	if err != nil {
		return // it says what is wrong
	}
	d := demo.Format.Open("a."+name, part.Data).Decoder()
	for {
		_, err := d.NextPacket()
		if err == io.EOF {
			return
		}
		for err == nil {
			_, err = d.NextMessage()
		}
		var damage *message.Damage
		if errors.As(err, &damage) {
			t.Fatalf("%s from %d to %d: %v", name, from, to, damage)
		}
	}
}

// TestMutants: recordings with a few bytes changed.
func TestMutants(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, name := range []string{"demoscope1_p666.dem", "demoscope1.dm_71", "demoscope1.mvd", "demoscope1.qwd", "demoscope1.dm2", "demoscope1.mvd2"} {
		demo := open(t, filepath.Join(corpus.Sample, name))
		data := demo.Data[:min(len(demo.Data), 64<<10)]
		for range 60 {
			mutant := bytes.Clone(data)
			for range 1 + r.IntN(4) {
				mutant[r.IntN(len(mutant))] ^= 1 << r.IntN(8)
			}
			tryCut(t, demo.Format.Name, uint8(r.IntN(100)), uint8(30+r.IntN(90)), mutant)
		}
	}
}
