package formats

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"demoscope/formats/internal/container"
	"demoscope/formats/message"
	"demoscope/internal/corpus"
)

// mutate damages data in one to three ways: bits and bytes, runs of bytes that are
// exchanged, lost, repeated or new, numbers that are as large as can be, a cut end.
func mutate(rng *rand.Rand, data []byte) []byte {
	data = bytes.Clone(data)
	at := func(n int) int { return rng.IntN(max(len(data)-n, 1)) }
	for range 1 + rng.IntN(3) {
		if len(data) < 64 {
			return data
		}
		switch rng.IntN(9) {
		case 0, 1, 2:
			for range 1 + rng.IntN(8) {
				data[at(0)] ^= 1 << rng.IntN(8)
			}
		case 3:
			extremes := [...]byte{0, 1, 0x7f, 0x80, 0xfe, 0xff}
			for range 1 + rng.IntN(8) {
				data[at(0)] = extremes[rng.IntN(len(extremes))]
			}
		case 4:
			value := [...]uint32{0xffffffff, 0x80000000, 0x7fffffff, 0x7fc00001, 0xff800001, 1}[rng.IntN(6)]
			i := at(4)
			for k := range 4 {
				data[i+k] = byte(value >> (8 * k))
			}
		case 5:
			n := 1 + rng.IntN(16)
			i, j := at(n), at(n)
			copy(data[i:i+n], bytes.Clone(data[j:j+n]))
		case 6:
			i := at(32)
			data = append(data[:i], data[i+1+rng.IntN(32):]...)
		case 7:
			i := at(0)
			b := make([]byte, 1+rng.IntN(32))
			for k := range b {
				b[k] = byte(rng.Uint32())
			}
			data = append(data[:i], append(b, data[i:]...)...)
		case 8:
			data = data[:at(0)]
		}
	}
	return data
}

// heads returns files of a format as far as their packets end in so many bytes.
func heads(t testing.TB, format *Format, files []string, size int) map[string][]byte {
	t.Helper()
	list := map[string][]byte{}
	for _, file := range files {
		data := corpus.Read(t, file)
		d := format.Open(filepath.Base(file), data).Decoder()
		end := int64(0)
		for n := 0; ; n++ {
			if _, err := d.NextPacket(); err != nil || n > 3 && d.Mark().Offset > int64(size) {
				break
			}
			end = d.Mark().Offset
		}
		list[filepath.Base(file)] = data[:end]
	}
	return list
}

// mutants is how many mutants of each format are tried, of the sample and of the corpus.
var mutants = flag.Int("mutants", 150, "damaged demos of each format that are taken over text")

// headSize is how many bytes of a demo are damaged: enough for a level to begin, and
// few, because many mutants find more than large ones.
const headSize = 6 << 10

// TestMutants damages demos at random and demands that what is read of them is what is
// written, message by message and over text.
func TestMutants(t *testing.T) {
	for i := range table {
		format := &table[i]
		t.Run(format.Name, func(t *testing.T) {
			var files []string
			for name, f := range samples {
				if f == format.Name {
					files = append(files, filepath.Join(corpus.Sample, name))
				}
			}
			checkMutants(t, format, files)
		})
	}
}

func TestCorpusMutants(t *testing.T) {
	for i := range table {
		format := &table[i]
		t.Run(format.Name, func(t *testing.T) { checkMutants(t, format, corpus.Demos(t, format.Name)) })
	}
}

// TestLengths puts numbers where a length may stand that an int of 32 bits cannot hold,
// or not with a header added, everywhere in the beginnings of the sample.
func TestLengths(t *testing.T) {
	for name, format := range samples {
		head := sample(t, name)[:1200]
		for _, value := range []uint32{0x7fffffff, 0x7ffffff0, 0x80000000, 0xfffffff8} {
			for at := 0; at+4 <= len(head); at += 1 + at/16 {
				data := bytes.Clone(head)
				binary.LittleEndian.PutUint32(data[at:], value)
				if _, _, err := rewrite(Lookup(format).Open(name, data)); err != nil {
					t.Errorf("%s: %#x at %d: %v", name, value, at, err)
				}
			}
		}
	}
}

func checkMutants(t *testing.T, format *Format, files []string) {
	tried, damaged, exact := 0, 0, 0
	for name, head := range heads(t, format, files, headSize) {
		rng := rand.New(rand.NewPCG(uint64(len(head)), 7))
		for n := range 1 + *mutants/len(files) {
			d := format.Open(name, mutate(rng, head))
			lost, bytewise, err := rewrite(d)
			if err := cmp.Or(err, overText(d)); err != nil {
				t.Errorf("%s, mutant %d: %v", name, n, err)
			}
			tried++
			if lost > 0 {
				damaged++
			}
			if bytewise > 0 {
				exact++
			}
		}
	}
	if tried == 0 || damaged == 0 {
		t.Fatalf("%d mutants, %d of them damaged", tried, damaged)
	}
	t.Logf("%d mutants of %d files: %d with damage, %d with packets that are kept as bytes", tried, len(files),
		damaged, exact)
}

// overText dumps a demo and compiles that, which must give the same bytes.
func overText(d *Demo) error {
	compiled, _, err := recompile(d)
	return cmp.Or(err, differ("text", compiled, d.Data()))
}

// rewrite writes what is read of a demo, which must give the same bytes. It returns
// how many damages the demo has and how many packets that are kept as bytes.
func rewrite(d *Demo) (damages, exact int, err error) {
	e := d.Encoder(d.File)
	r := d.ExactDecoder().(*container.Exact)
	if h := r.Header(); h != nil {
		err = e.Message(h)
	}
	for {
		p, end := r.NextPacket()
		if end == io.EOF {
			break
		}
		if end != nil {
			damages++
			_ = e.Packet(&message.Packet{Kind: message.PacketRaw})
			_ = e.Message(&message.Raw{Data: r.Rest()})
			continue
		}
		_ = e.Packet(p)
		for {
			m, end := r.NextMessage()
			if end == io.EOF {
				break
			}
			if end != nil {
				damages++
				m = &message.Raw{Data: r.Rest()}
			}
			if _, ok := m.(*message.Exact); ok {
				exact++
			}
			_ = e.Message(m) // the bytes of the packet follow
		}
	}
	written, closed := e.Close()
	return damages, exact, cmp.Or(err, closed, differ("messages", written, d.Data()))
}

// differ returns an error if got is not want.
func differ(what string, got, want []byte) error {
	n := 0
	for n < min(len(got), len(want)) && got[n] == want[n] {
		n++
	}
	if n == len(got) && n == len(want) {
		return nil
	}
	return fmt.Errorf("%s: %d bytes became %d, other ones from byte %d on", what, len(want), len(got), n)
}
