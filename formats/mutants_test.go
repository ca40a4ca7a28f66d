package formats

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"testing"

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
		d := format.decoder(data, filepath.Base(file))
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

const headSize = 6 << 10

func TestMeasureMutants(t *testing.T) {
	rounds, _ := strconv.Atoi(os.Getenv("ROUNDS"))
	for i := range table {
		format := &table[i]
		if only := os.Getenv("ONLY"); only != "" && only != format.Name {
			continue
		}
		t.Run(format.Name, func(t *testing.T) {
			var files []string
			for name, f := range samples {
				if f == format.Name {
					files = append(files, filepath.Join(corpus.Sample, name))
				}
			}
			if os.Getenv("DEMOSCOPE_CORPUS") != "" {
				files = append(files, corpus.Demos(t, format.Name)...)
			}
			bad, withExact, total := 0, 0, 0
			kinds := map[string]int{}
			for name, head := range heads(t, format, files, headSize) {
				rng := rand.New(rand.NewPCG(7, uint64(len(head))))
				for n := range rounds / len(files) {
					data := mutate(rng, head)
					d := &Demo{Format: format, File: name, Data: data}
					total++
					compiled, _, err := recompile(d)
					if err != nil || !bytes.Equal(compiled, data) {
						bad++
						if bad < 10 {
							t.Errorf("%s %d: %d bytes became %d: %v", name, n, len(data), len(compiled), err)
						}
					}
					if k := firstExact(d); k != "" {
						withExact++
						kinds[k]++
					}
				}
			}
			fmt.Printf("%s: %d files, %d mutants, %d with exact packets, %d bad\n", format.Name, len(files), total, withExact, bad)
			for k, n := range kinds {
				if n*100 > withExact {
					fmt.Println("   ", n, k)
				}
			}
		})
	}
}

// firstExact tells the message that is written otherwise.
func firstExact(d *Demo) string {
	x := d.ExactDecoder()
	e := d.Encoder(d.name())
	for {
		_, err := x.NextPacket()
		if err != nil {
			if x.Mark().Offset >= int64(len(d.Data)) {
				return ""
			}
			continue
		}
		var list []string
		for {
			m, err := x.NextMessage()
			if err != nil {
				if _, ok := err.(*message.Damage); ok {
					continue
				}
				break
			}
			if _, ok := m.(*message.Exact); ok {
				_ = e
				if len(list) > 3 {
					list = list[len(list)-3:]
				}
				return fmt.Sprint(list)
			}
			list = append(list, m.Name())
		}
	}
}
