package quake3_test

import (
	"bytes"
	"io"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"demoscope/formats/dm3"
	"demoscope/formats/message"
	"demoscope/internal/corpus"
	"demoscope/player/world"
	"demoscope/player/world/rules"
)

// step drives a world by one packet; false at the end.
func step(t *testing.T, d *dm3.Decoder, w *world.World) bool {
	t.Helper()
	p, err := d.NextPacket()
	if err == io.EOF {
		return false
	}
	if err != nil {
		t.Fatal(err)
	}
	w.Begin(p)
	for {
		m, err := d.NextMessage()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		w.Apply(m)
	}
	w.End()
	return true
}

// TestQuake3Seek: a world that is looked at after every packet, one that is
// passed over many, and one that goes on from a copy are the same world.
func TestQuake3Seek(t *testing.T) {
	files := []string{filepath.Join(corpus.Sample, "demoscope1.dm_71")}
	if dir, ok := corpus.Lookup(); ok {
		for _, name := range []string{"oa_ctf2_player.dm_71", "udt_p68_36kills.dm_68", "udt_dm3_duel.dm3",
			"udt_p90_campgrounds.dm_90", "udt_p68_baseq3_2matches.dm_68"} {
			files = append(files, filepath.Join(dir, "dm3", name))
		}
	}
	for _, path := range files {
		t.Run(filepath.Base(path), func(t *testing.T) {
			data := corpus.Read(t, path)
			seekDM3(t, data, dm3.Extension(path))
		})
	}
}

func seekDM3(t *testing.T, data []byte, protocol int) {
	random := rand.New(rand.NewPCG(7, 7))
	seen := dm3.NewDecoder(data, dm3.Options{Protocol: protocol})
	passed := dm3.NewDecoder(data, dm3.Options{Protocol: protocol})
	a, b := rules.New(dm3.Name), rules.New(dm3.Name)
	b.Defer = true
	type keyframe struct {
		mark message.Mark
		w    *world.World
		hash uint64
	}
	var frames, fresh []keyframe
	for step(t, seen, a) {
		step(t, passed, b)
		if key, ok := b.Base(); ok {
			for _, k := range fresh {
				k.w.AddBase(b, key)
			}
		}
		if random.IntN(50) == 0 {
			if a.Hash() != b.Hash() {
				t.Fatalf("block %d: passed over, it is another world", a.Block)
			}
		}
		if random.IntN(400) == 0 {
			k := keyframe{passed.Mark(), b.Clone(), b.Hash()}
			if k.w.Hash() != k.hash {
				t.Fatalf("block %d: the copy is another world", a.Block)
			}
			frames, fresh = append(frames, k), append(fresh, k)
		}
	}
	end := a.Hash()
	if len(frames) == 0 {
		t.Fatal("no keyframes")
	}
	c := rules.New(dm3.Name)
	for _, i := range random.Perm(len(frames))[:min(len(frames), 6)] {
		k := frames[i]
		if k.w.Hash() != k.hash {
			t.Fatalf("the copy of block %d has changed", k.w.Block)
		}
		seen.Return(k.mark)
		c.CopyFrom(k.w)
		for step(t, seen, c) {
			for _, other := range frames {
				if other.w.Block == c.Block && c.Hash() != other.hash {
					t.Fatalf("from block %d to %d it is another world", k.w.Block, c.Block)
				}
			}
		}
		if c.Hash() != end {
			t.Fatalf("from block %d to the end it is another world", k.w.Block)
		}
	}
}

// TestQuake3Flips drives worlds by our recording with bits turned over: what
// can be read is applied, and nothing breaks.
func TestQuake3Flips(t *testing.T) {
	sample := corpus.Read(t, filepath.Join(corpus.Sample, "demoscope1.dm_71"))
	random := rand.New(rand.NewPCG(8, 8))
	for range 40 {
		data := bytes.Clone(sample)
		for range 1 + random.IntN(40) {
			data[random.IntN(len(data))] ^= 1 << random.IntN(8)
		}
		d := dm3.NewDecoder(data, dm3.Options{Protocol: 71})
		w := rules.New(dm3.Name)
		for {
			p, err := d.NextPacket()
			if err == io.EOF {
				break
			}
			if err != nil {
				continue
			}
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
		if w.Clone().Hash() != w.Hash() {
			t.Fatal("the copy is another world")
		}
	}
}
