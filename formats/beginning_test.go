package formats

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"demoscope/formats/internal/container"
	"demoscope/formats/message"
	"demoscope/internal/corpus"
)

// ownDemos are this project's own recordings, one of each format.
var ownDemos = []string{"demoscope1_p15.dem", "demoscope1.qwd", "demoscope1.mvd", "demoscope1.dm2", "demoscope1.mvd2",
	"demoscope1.dm_71"}

// beginning returns the first bytes of a sample, and its name.
func beginning(t *testing.T, name string) []byte {
	data := corpus.Read(t, filepath.Join(corpus.Sample, name))
	return data[:min(len(data), 48_000)]
}

// readable returns how many bytes of packets can be read without damage, and where the
// last of them ends.
func readable(d *Demo) (size, end int) {
	walk(d.Decoder(), func(p placed) bool {
		if p.good {
			size += p.size
			end = p.offset + p.size
		}
		return true
	})
	return size, end
}

// TestDamagedBeginnings turns a bit of each of the first 120 bytes of a demo over, and
// cuts beginnings off: all open and are read to the end.
func TestDamagedBeginnings(t *testing.T) {
	for _, name := range ownDemos {
		t.Run(name, func(t *testing.T) {
			whole := beginning(t, name)
			d, err := Open(name, whole)
			if err != nil {
				t.Fatal(err)
			}
			size, end := readable(d)
			check := func(what string, at int, data []byte, lost int) {
				t.Helper()
				got, err := Open(name, data)
				if err != nil || got.Format != d.Format {
					t.Errorf("%s at %d: %v", what, at, err)
					return
				}
				// Half of the first packets may be lost.
				n, last := readable(got)
				if shift := len(data) - len(whole); last != end+shift || n < (size-lost)/2 {
					t.Errorf("%s at %d: %d of %d bytes can be read, up to %d of %d", what, at, n, size, last, end+shift)
				}
			}
			rng := rand.New(rand.NewPCG(12, 120))
			for at := range 120 {
				bad := bytes.Clone(whole)
				bad[at] ^= 1 << rng.IntN(8)
				check("flip", at, bad, 0)
			}
			for range 6 {
				n := 1 + rng.IntN(len(whole)/2)
				check("cut", n, whole[n:], n)
			}
		})
	}
}

// TestDamagedThird takes 100 bytes out at a third of each sample, or puts them in: what
// is behind is read to the end, and the text of it compiles to the same bytes.
func TestDamagedThird(t *testing.T) {
	for _, name := range ownDemos {
		t.Run(name, func(t *testing.T) {
			whole := beginning(t, name)
			d, err := Open(name, whole)
			if err != nil {
				t.Fatal(err)
			}
			size, end := readable(d)
			for i, kind := range []string{"lost", "inserted", "end mark"} {
				h := corpus.NewHarm(kind, len(whole)/3, uint64(i))
				data, _, _ := h.Do(d.Format.Name, whole)
				got, err := Open(name, data)
				if err != nil {
					t.Fatalf("%v: %v", h, err)
				}
				if n, last := readable(got); n < size*9/10 || last != end+len(data)-len(whole) {
					t.Errorf("%v: %d of %d bytes can be read, up to %d of %d", h, n, size, last, len(data))
				}
				if err := overText(got); err != nil {
					t.Errorf("%v: %v", h, err)
				}
			}
		})
	}
}

// TestDamagedText does a hundred harms to each sample: its text compiles to the same
// bytes.
func TestDamagedText(t *testing.T) {
	for _, name := range ownDemos {
		t.Run(name, func(t *testing.T) {
			whole := beginning(t, name)[:24_000]
			rng := rand.New(rand.NewPCG(100, 6))
			format := Lookup(strings.TrimPrefix(filepath.Ext(name), "."))
			if format == nil {
				format = Lookup("dm3")
			}
			opened := 0
			for n := range 100 {
				h := corpus.NewHarm(corpus.HarmKinds[n%len(corpus.HarmKinds)], rng.IntN(len(whole)), uint64(n))
				data, _, _ := h.Do(format.Name, whole)
				d, err := Open(name, data)
				if err != nil {
					continue
				}
				opened++
				if err := overText(d); err != nil {
					t.Errorf("%v: %v", h, err)
				}
			}
			if opened < 95 {
				t.Errorf("%d of 100 open", opened)
			}
		})
	}
}

// TestRefusals: what is no demo is refused in plain words.
func TestRefusals(t *testing.T) {
	noise := make([]byte, 100_000)
	rng := rand.New(rand.NewPCG(9, 9))
	for i := range noise {
		noise[i] = uint8(rng.Uint32())
	}
	text := []byte(strings.Repeat("This is a text about demos, and no demo.\r\n", 2000))
	for _, data := range [][]byte{noise, noise[:100], text, make([]byte, 100_000), {0}} {
		for _, name := range append([]string{"x", "x.txt"}, ownDemos...) {
			d, err := Open(name, data)
			if !errors.Is(err, ErrUnknown) {
				t.Fatalf("%s: %v, %v", name, d, err)
			}
			if want := name + ": not a Quake demo"; err.Error() != want {
				t.Errorf("the error is %q, want %q", err, want)
			}
		}
	}
	if _, err := Open("x.dem", nil); err == nil || err.Error() != "x.dem: empty file" {
		t.Error(err)
	}
	// It does not matter how long the noise is.
	if _, err := Open("x.dem", bytes.Repeat(noise, 40)); !errors.Is(err, ErrUnknown) {
		t.Error(err)
	}
}

// TestOtherKinds: what begins as a picture or the like is no demo, though what is packed in it can look like
// blocks of one, unless its name says that it is one.
func TestOtherKinds(t *testing.T) {
	// As in a PNG of a dark picture, behind a few kilobytes.
	blocks := "????" + strings.Repeat("\x06\x00\x0b\x03\x02", 100)
	if d, err := Open("x.bin", []byte(blocks)); err != nil || d.Format.Name != "mvd" {
		t.Fatalf("these are no blocks of a demo: %v", err)
	}
	for _, magic := range []string{
		"\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR", "\xff\xd8\xff\xe0\x00\x10JFIF", "GIF89a\x40\x01", "GIF87a\x40\x01",
		"RIFF\x10\x00\x01\x00WAVE",
		"OggS\x00\x02", "\x00\x00\x00\x20ftypisom", "\x1a\x45\xdf\xa3\x01", "glTF\x02\x00\x00\x00", "PAR1\x15",
	} {
		data := []byte(magic + blocks)
		for _, name := range []string{"x.png", "x"} {
			if err := CheckHead(name, data); !errors.Is(err, ErrUnknown) {
				t.Errorf("%q: the head of %s: %v", magic, name, err)
			}
			if _, err := Open(name, data); !errors.Is(err, ErrUnknown) {
				t.Errorf("%q: %s: %v", magic, name, err)
			}
		}
		if _, err := Open("x.mvd", data); err != nil {
			t.Errorf("%q: %v", magic, err)
		}
	}
	for _, short := range []string{"", "x", "\x89PN", "\x00\x00\x00\x20fty"} {
		if isOther([]byte(short)) {
			t.Errorf("%q", short)
		}
	}
}

// TestStartOnce: the start of a damaged demo is searched for when it is opened, and all
// decoders know it.
func TestStartOnce(t *testing.T) {
	for _, name := range ownDemos {
		d, err := Open(name, beginning(t, name)[2000:])
		if err != nil {
			t.Fatal(err)
		}
		i, ok := d.Decoder().(message.Informer)
		if !ok || !strings.Contains(strings.Join(i.Info().Notes, ";"), "was found out by reading") {
			t.Errorf("%s: %v", name, i.Info())
		}
		// A search allocates the decoder that tries, and what it reads.
		if n := testing.AllocsPerRun(10, func() { d.Decoder() }); n > 8 {
			t.Errorf("%s: a decoder costs %v allocations", name, n)
		}
	}
}

// TestLikelyIsRead: what a format takes for the header of a record is read as one, of
// that size. So records are where their headers say, and need not be looked for twice.
func TestLikelyIsRead(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 70))
	for _, name := range ownDemos {
		whole := beginning(t, name)
		for at := 3000; at < len(whole); at += 1 + rng.IntN(400) {
			whole[at] = uint8(rng.Uint32())
		}
		d, err := Open(name, whole)
		if err != nil {
			t.Fatal(err)
		}
		format := d.Decoder().(container.Format)
		trial, file := format.Trial()
		mark := format.Mark()
		likely := 0
		for at := range whole {
			size := format.Likely(at)
			if size == 0 {
				continue
			}
			likely++
			mark.Offset = int64(at)
			trial.Return(mark)
			p, err := trial.NextPacket()
			if err == nil && p.Kind == message.PacketEnd {
				continue
			}
			if err != nil || p.Size != min(size, len(whole)-at) || file.Pos != at+p.Size {
				// Only a record of a fixed size must be there as a whole.
				if !errors.Is(err, message.ErrTruncated) || at+size <= len(whole) {
					t.Errorf("%s at %d: %d bytes, but %+v, %v", name, at, size, p, err)
				}
			}
		}
		if likely < 100 {
			t.Errorf("%s: %d likely headers", name, likely)
		}
	}
}
