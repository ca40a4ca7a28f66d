package quake3_test

import (
	"path/filepath"
	"slices"
	"testing"

	"demoscope/formats/dm3"
	"demoscope/formats/message"
	"demoscope/formats/wire"
	"demoscope/internal/corpus"
	"demoscope/player/world/rules"
)

// BenchmarkSymbolsDM3 is the yardstick of the others: all bits of the largest Quake III demo of
// the corpus as Huffman symbols, of which each waits for the length of the one before.
func BenchmarkSymbolsDM3(b *testing.B) {
	data := corpus.Read(b, filepath.Join(corpus.Dir(b), "dm3", "udt_p68_cpma_ctfs_ojfc09.dm_68"))
	d := dm3.NewDecoder(data, dm3.Options{Protocol: 68})
	var records [][]byte
	for {
		p, err := d.NextPacket()
		if err != nil || p.Kind != message.PacketServer {
			break
		}
		records = append(records, data[p.Offset+8:p.Offset+int64(p.Size)])
	}
	if len(records) < 20_000 {
		b.Fatal(len(records), "records")
	}
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		symbols = allSymbols(records)
	}
}

// allSymbols reads records as symbols and returns their sum. It is a function of its own because
// the variables of a loop over [testing.B.Loop] are kept in memory.
func allSymbols(records [][]byte) (sum uint16) {
	var r wire.BitReader
	for _, record := range records {
		if err := r.Reset(record, true); err != nil {
			panic(err)
		}
		end := r.End()
		for w, have, at := r.Begin(); at*8-have < end; {
			w, have, at = r.Refill(w, have, at)
			for range 5 {
				e := wire.Huffman[w&wire.HuffmanMask]
				w >>= e >> 8 & 63
				have -= uint(e >> 8)
				sum += e
			}
		}
	}
	return sum
}

// symbols keeps the loop above from being left out.
var symbols uint16

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

// BenchmarkWorldDM3 drives a world by messages that were decoded before: what decoding and world would
// take if decoding took nothing.
func BenchmarkWorldDM3(b *testing.B) {
	data := corpus.Read(b, filepath.Join(corpus.Dir(b), "dm3", "udt_p68_cpma_ctfs_ojfc09.dm_68"))
	type packet struct {
		message.Packet
		messages []message.Message
	}
	var packets []packet
	d := dm3.NewDecoder(data, dm3.Options{Protocol: 68})
	for {
		p, err := d.NextPacket()
		if err != nil {
			break
		}
		k := packet{Packet: *p}
		for {
			m, err := d.NextMessage()
			if err != nil {
				break
			}
			k.messages = append(k.messages, cloned(m))
		}
		packets = append(packets, k)
	}
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		w := rules.New(dm3.Name)
		w.Defer = true
		for i := range packets {
			w.Begin(&packets[i].Packet)
			for _, m := range packets[i].messages {
				w.Apply(m)
			}
			w.End()
		}
	}
}

// cloned returns a copy of a message that stays when the decoder goes on.
func cloned(m message.Message) message.Message {
	switch m := m.(type) {
	case *message.Snapshot:
		c := *m
		c.AreaMask, c.Entities, c.Changes = slices.Clone(m.AreaMask), slices.Clone(m.Entities), slices.Clone(m.Changes)
		return &c
	case *message.ServerCommand:
		c := *m
		c.Text = slices.Clone(m.Text)
		return &c
	case *message.GameState:
		c := *m
		c.ConfigStrings, c.Baselines, c.Changes = slices.Clone(m.ConfigStrings), slices.Clone(m.Baselines),
			slices.Clone(m.Changes)
		for i := range c.ConfigStrings {
			c.ConfigStrings[i].Text = slices.Clone(c.ConfigStrings[i].Text)
		}
		return &c
	}
	return m
}
