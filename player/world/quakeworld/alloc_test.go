package quakeworld_test

import (
	"path/filepath"
	"strings"
	"testing"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/internal/corpus"
	"demoscope/internal/made"
	"demoscope/player/world/rules"
)

// TestQuakeWorldAllocations plays the last half of our own recordings again
// and again: in the steady state nothing is allocated.
func TestQuakeWorldAllocations(t *testing.T) {
	for _, name := range []string{"demoscope1.qwd", "demoscope1.mvd", "made.qwd", "made.mvd"} {
		var data []byte
		if format, ok := strings.CutPrefix(name, "made."); ok {
			data = made.Replacing(t, format, 200)
		} else {
			data = corpus.Read(t, filepath.Join(corpus.Sample, name))
		}
		demo, err := formats.Open(name, data)
		if err != nil {
			t.Fatal(err)
		}
		d := demo.Decoder()
		w := rules.New(demo.Name)
		play := func(until int64) {
			for d.Mark().Offset < until {
				p, err := d.NextPacket()
				if err != nil {
					return
				}
				w.Begin(p)
				for {
					m, err := d.NextMessage()
					if err != nil {
						break
					}
					// User and server infos are strings, which change seldom.
					switch m.(type) {
					case *message.QWSetInfo, *message.QWServerInfo, *message.QWUpdateUserInfo:
						continue
					}
					w.Apply(m)
				}
				w.End()
			}
		}
		half := int64(len(data) / 2)
		play(half)
		mark, start := d.Mark(), w.Clone()
		again := func() {
			d.Return(mark)
			w.CopyFrom(start)
			play(int64(len(data)))
		}
		again()
		// The copy shares its two frames for good: they cannot come back to
		// the pool, and two new ones take their place.
		const copied = 2 * 2
		if n := testing.AllocsPerRun(3, again); n > copied {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}
