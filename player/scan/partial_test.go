package scan_test

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"demoscope/formats"
	"demoscope/formats/dm3"
	"demoscope/formats/message"
	"demoscope/internal/corpus"
	"demoscope/player/scan"
)

// beginning is the first message of a demo that begins a level: where its packet lies, and
// where in the file the map's name and the players' names in it end.
type beginning struct {
	from, to int
	mapEnd   int
	names    map[int]int // by slot
}

// beginningOf finds the beginning of a demo's first level, and the ends of its strings: in
// Quake II they are searched for in the bytes, in Quake III a gamestate that has only the
// strings before is written.
func beginningOf(t *testing.T, demo *formats.Demo) beginning {
	t.Helper()
	d := demo.Decoder()
	for {
		p, err := d.NextPacket()
		if err != nil {
			t.Fatal(err)
		}
		b := beginning{from: int(p.Offset), to: int(p.Offset) + p.Size, names: map[int]int{}}
		for {
			m, err := d.NextMessage()
			if err != nil {
				break
			}
			switch m := m.(type) {
			case *message.MultiViewData:
				at := b.from
				for _, s := range m.ConfigStrings {
					raw := append(append(binary.LittleEndian.AppendUint16(nil, s.Index), s.Text...), 0)
					at += bytes.Index(demo.Data()[at:], raw) + len(raw)
					switch i := int(s.Index); {
					case bytes.HasPrefix(s.Text, []byte("maps/")) && b.mapEnd == 0:
						b.mapEnd = at
					case bytes.Contains(s.Text, []byte(`\`)):
						skins := 1312
						if i > 2080 {
							skins = 12862
						}
						b.names[i-skins] = at
					}
				}
				return b
			case *message.GameState:
				for i, s := range m.ConfigStrings {
					player := int(s.Index) - 544
					if m.Protocol >= 73 {
						player = int(s.Index) - 529
					}
					if s.Index != 0 && (player < 0 || player >= 64) {
						continue
					}
					part := *m
					part.ConfigStrings, part.Baselines = m.ConfigStrings[:i+1], nil
					e := dm3.NewEncoder(dm3.Options{Protocol: int(m.Protocol)})
					if err := e.Packet(p); err != nil {
						t.Fatal(err)
					}
					if err := e.Message(&part); err != nil {
						t.Fatal(err)
					}
					data, err := e.Flush()
					if err != nil {
						t.Fatal(err)
					}
					if s.Index == 0 {
						b.mapEnd = b.from + len(data)
					} else {
						b.names[player] = b.from + len(data)
					}
				}
				return b
			}
		}
	}
}

// A bit that flips in the message that begins a level takes nothing away that stands before
// it, and nothing is wrong without a word. What cannot be noticed is data, and not counted.
func TestCorpusDamagedBeginnings(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 10))
	for _, format := range []string{"mvd2", "dm3"} {
		runs, noticed, right, wrong := 0, 0, 0, 0
		var maps, names struct{ before, kept int }
		for _, path := range corpus.Demos(t, format) {
			demo, err := formats.Open(filepath.Base(path), corpus.Read(t, path))
			if err != nil {
				t.Fatal(err)
			}
			b := beginningOf(t, demo)
			was := begin(demo, b.to).World
			if was.Level().Map == "" || len(b.names) == 0 || b.mapEnd == 0 {
				t.Fatalf("%s begins with %+v", path, b)
			}
			for range map[string]int{"mvd2": 200, "dm3": 40}[format] {
				at := b.from + random.IntN(b.to-b.from)
				data := bytes.Clone(demo.Data())
				data[at] ^= 1 << random.IntN(8)
				runs++
				other, err := formats.Open(filepath.Base(path), data)
				if err != nil {
					t.Errorf("%s, a bit at %d: %v", path, at, err)
					continue
				}
				c := begin(other, b.to)
				if c.Damage == nil {
					continue
				}
				noticed++
				is := c.World
				mapKept := is.Level().Map == was.Level().Map
				if mapKept {
					right++
				}
				if at >= b.mapEnd {
					maps.before++
					if mapKept {
						maps.kept++
					}
				}
				if !mapKept && is.Level().Map != "" {
					wrong++
					t.Logf("%s, a bit at %d: the map is %q", path, at, is.Level().Map)
				}
				for slot, end := range b.names {
					name := ""
					if slot < len(is.Players) {
						name = is.Players[slot].Name
					}
					kept := name == was.Players[slot].Name
					if at >= end {
						names.before++
						if kept {
							names.kept++
						}
					}
					if !kept && name != "" {
						wrong++
						t.Logf("%s, a bit at %d: a name is %q", path, at, name)
					}
				}
				if !is.Uncertain.Texts {
					t.Errorf("%s, a bit at %d: nothing says that texts may be wrong", path, at)
				}
			}
		}
		t.Logf("%-4s %d bits, %d noticed: %d have the map; of %d maps before the bit %d are kept, of %d names %d; "+
			"%d are wrong, and said to be uncertain",
			format, runs, noticed, right, maps.before, maps.kept, names.before, names.kept, wrong)
		if maps.before < 20 || maps.kept < maps.before || names.before < 20 || names.kept < names.before {
			t.Errorf("%s: of %d maps before the bit %d are kept, of %d names %d", format, maps.before, maps.kept,
				names.before, names.kept)
		}
	}
}

// Bytes that are put into the list of models or sounds of a .dem leave its map and title:
// they push the end of the list out of the block.
func TestCorpusDamagedServerInfo(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 10))
	runs, kept := 0, 0
	for _, path := range corpus.Demos(t, "dem") {
		demo, err := formats.Open(filepath.Base(path), corpus.Read(t, path))
		if err != nil {
			t.Fatal(err)
		}
		name := bytes.Index(demo.Data()[:4096], []byte("maps/"))
		if name < 0 {
			t.Fatalf("%s names no map", path)
		}
		from := name + bytes.IndexByte(demo.Data()[name:], 0) + 1
		was := begin(demo, from).World.Level()
		for range 10 {
			h := corpus.NewHarm("inserted", from+random.IntN(500), random.Uint64())
			harmed, _, _ := h.Do(demo.Name, demo.Data())
			other, err := formats.Open(filepath.Base(path), harmed)
			if err != nil {
				t.Errorf("%s, %s: %v", path, h, err)
				continue
			}
			c := begin(other, from)
			is := c.World.Level()
			runs++
			if is.Map == was.Map && is.Title == was.Title {
				kept++
			}
			if c.Damage == nil || !c.World.Uncertain.Texts || is.Map != "" && is.Map != was.Map {
				t.Errorf("%s, %s: the map is %q, %+v", path, h, is.Map, c.World.Uncertain)
			}
		}
	}
	t.Logf("of %d demos with damaged lists %d have map and title", runs, kept)
	if runs < 100 || kept*100 < runs*95 {
		t.Errorf("of %d demos with damaged lists %d have map and title", runs, kept)
	}
}

// begin plays a demo up to an offset.
func begin(demo *formats.Demo, to int) *scan.Cursor {
	c := scan.NewCursor(demo.Name, demo.Decoder())
	for c.Mark().Offset < int64(to) && c.Next() == nil {
	}
	return c
}
