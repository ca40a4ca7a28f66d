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
	"demoscope/internal/made"
)

// FuzzCut: whatever a demo is, a part of it can be read to its end, or is refused.
func FuzzCut(f *testing.F) {
	names := []string{"dem", "dm3", "mvd", "qwd", "dm2", "mvd2"}
	samples := []string{"demoscope1_p666.dem", "demoscope1.dm_71", "demoscope1.mvd", "demoscope1.qwd", "demoscope1.dm2",
		"demoscope1.mvd2"}
	for i, name := range names {
		for _, demo := range []*formats.Demo{smallMVD(f), smallQWD(f)} {
			if demo.Format.Name == name {
				f.Add(uint8(i), uint8(50), uint8(90), demo.Data())
			}
		}
		data := corpus.Read(f, filepath.Join(corpus.Sample, samples[i]))
		f.Add(uint8(i), uint8(10), uint8(20), data[:min(len(data), 24<<10)])
		if name == "dem" || name == "mvd" || name == "qwd" {
			f.Add(uint8(i), uint8(30), uint8(80), made.Replacing(f, name, 20))
		}
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
	if damage := readAll(demo.Format.Open("a."+name, part.Data)); damage != nil {
		t.Fatalf("%s from %d to %d: %v", name, from, to, damage)
	}
	if CheckView(demo.Format) != nil {
		return
	}
	slot := int(from^to) % qwSlots
	view, err := View(demo, slot, whole*float64(from)/100, whole*float64(to)/100)
	if err != nil {
		return
	}
	if damage := readAll(formats.Lookup("qwd").Open("a.qwd", view.Data)); damage != nil {
		t.Fatalf("the view of slot %d from %d to %d: %v", slot, from, to, damage)
	}
}

// readAll reads a demo to its end and returns its first damage.
func readAll(demo *formats.Demo) (first *message.Damage) {
	d := demo.Decoder()
	for {
		_, err := d.NextPacket()
		if err == io.EOF {
			return first
		}
		for err == nil {
			_, err = d.NextMessage()
		}
		if first == nil {
			errors.As(err, &first)
		}
	}
}

// TestMutants: recordings with a few bytes changed.
func TestMutants(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, name := range []string{"demoscope1_p666.dem", "demoscope1.dm_71", "demoscope1.mvd", "demoscope1.qwd",
		"demoscope1.dm2", "demoscope1.mvd2"} {
		demo := open(t, filepath.Join(corpus.Sample, name))
		data := demo.Data()[:min(len(demo.Data()), 64<<10)]
		for range 60 {
			mutant := bytes.Clone(data)
			for range 1 + r.IntN(4) {
				mutant[r.IntN(len(mutant))] ^= 1 << r.IntN(8)
			}
			tryCut(t, demo.Format.Name, uint8(r.IntN(100)), uint8(30+r.IntN(90)), mutant)
		}
	}
}

// FuzzConvert: whatever a demo is, it becomes one of another protocol that can be read to its end, or is refused.
func FuzzConvert(f *testing.F) {
	for i, name := range []string{"demoscope1_p666.dem", "demoscope1_p15.dem", "demoscope1.dm_71"} {
		data := corpus.Read(f, filepath.Join(corpus.Sample, name))
		f.Add(uint8(i), data[:min(len(data), 24<<10)])
	}
	f.Add(uint8(1), made.Replacing(f, "dem", 20))
	f.Add(uint8(7), made.Replacing(f, "mvd", 20))
	f.Add(uint8(8), made.Replacing(f, "qwd", 20))
	f.Fuzz(func(t *testing.T, which uint8, data []byte) { tryConvert(t, which, data) })
}

// tryConvert converts what may be no demo.
func tryConvert(t *testing.T, which uint8, data []byte) {
	t.Helper()
	targets := []struct {
		to           int
		format, name string
	}{{15, "dem", "a.dem"}, {666, "dem", "a.dem"}, {999, "dem", "a.dem"}, {43, "dm3", "a.dm_68"},
		{66, "dm3", "a.dm_68"}, {68, "dm3", "a.dm_68"}, {71, "dm3", "a.dm_68"}, {28, "mvd", "a.mvd"},
		{28, "qwd", "a.qwd"}}
	c := targets[int(which)%len(targets)]
	converted, err := formats.Convert(formats.Lookup(c.format).Open(c.name, data), c.to, c.name, nil)
	if err != nil {
		return // it says what is wrong
	}
	damage := readAll(formats.Lookup(c.format).Open(c.name, converted))
	if c.to == 28 && damage != nil {
		t.Fatal(damage)
	}
}

// FuzzMerge: whatever two recordings are, they are merged to one that can be read, or refused.
func FuzzMerge(f *testing.F) {
	data := corpus.Read(f, filepath.Join(corpus.Sample, "demoscope1.qwd"))
	data = data[:min(len(data), 24<<10)]
	f.Add(data, data)
	f.Add(smallQWD(f).Data(), data)
	f.Fuzz(func(t *testing.T, a, b []byte) { tryMerge(t, a, b) })
}

// tryMerge merges what may be no recordings.
func tryMerge(t *testing.T, a, b []byte) {
	t.Helper()
	qwd := formats.Lookup("qwd")
	merged, err := Merge([]*formats.Demo{qwd.Open("a.qwd", a), qwd.Open("b.qwd", b)})
	if err != nil {
		return // it says what is wrong
	}
	if most := 64 * (len(a) + len(b) + 1<<20); len(merged.Data) > most {
		t.Fatalf("%d and %d bytes became %d", len(a), len(b), len(merged.Data))
	}
	if damage := readAll(formats.Lookup("mvd").Open("a.mvd", merged.Data)); damage != nil {
		t.Fatal(damage)
	}
}

// TestMutantsConvertedAndMerged: recordings with a few bytes changed.
func TestMutantsConvertedAndMerged(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, name := range []string{"demoscope1_p666.dem", "demoscope1.dm_71", "demoscope1.qwd"} {
		data := corpus.Read(t, filepath.Join(corpus.Sample, name))
		data = data[:min(len(data), 64<<10)]
		for range 40 {
			mutant := bytes.Clone(data)
			for range 1 + r.IntN(4) {
				mutant[r.IntN(len(mutant))] ^= 1 << r.IntN(8)
			}
			if name == "demoscope1.qwd" {
				tryMerge(t, mutant, data)
				tryMerge(t, data, mutant)
				continue
			}
			tryConvert(t, uint8(r.IntN(9)), mutant)
		}
	}
}
