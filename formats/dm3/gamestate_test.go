package dm3

import (
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"demoscope/formats/message"
	"demoscope/internal/corpus"
)

// What no server writes is said, though it can be read.
func TestGameStateDoubts(t *testing.T) {
	type strs = []message.GameStateString
	server := message.GameStateString{Text: []byte(`\sv_maxclients\8\mapname\q3dm7`)}
	say := func(index int, text string) message.GameStateString {
		return message.GameStateString{Index: uint16(index), Text: []byte(text)}
	}
	for _, test := range []struct {
		name      string
		strings   strs
		baselines []uint16
		client    int32
		behind    string // bytes behind the end of the record's messages
		want      string // nothing if it is right
	}{
		{name: "right", strings: strs{server, say(1, `\sv_pure\1`), say(3, ""), say(624, "Hallway \xe4"),
			say(1023, "x")}, baselines: []uint16{2, 3, 1022}, client: 63},
		{name: "no strings", want: "no map is named"},
		{name: "no map", strings: strs{say(0, `\mapnam\q3dm7`)}, want: "no map is named"},
		{name: "a map that cannot be", strings: strs{say(0, "\\mapname\\q3d\xed7")},
			want: "the map's name has characters that no map's has"},
		{name: "a key without a value", strings: strs{say(0, `\mapname\q3dm7\dmflags`)},
			want: "configstring 0 is not a list of keys and values"},
		{name: "system info", strings: strs{server, say(1, `sv_pure\1`)},
			want: "configstring 1 is not a list of keys and values"},
		{name: "a string that swallowed another", strings: strs{server, say(624, "Hallwa.\x03q\x02Back Hallway")},
			want: "configstring 624 has control characters"},
		{name: "twice", strings: strs{server, say(40, "a"), say(40, "b")}, want: "configstring 40 comes behind 40"},
		{name: "back", strings: strs{server, say(289, "a"), say(33, "b")}, want: "configstring 33 comes behind 289"},
		{name: "baselines", strings: strs{server}, baselines: []uint16{7, 5},
			want: "the baseline of entity 5 comes behind that of 7"},
		{name: "recorder", strings: strs{server}, client: 64, want: "the recorder has the slot 64"},
		{name: "bytes left over", strings: strs{server}, behind: "four",
			want: "record 0 has 5 bytes behind its messages"},
	} {
		demo := newDemo(t, 68)
		g := &message.GameState{Protocol: 68, ConfigStrings: test.strings, ClientNum: test.client}
		for _, n := range test.baselines {
			g.Baselines = append(g.Baselines, message.SnapshotEntity{Number: n, Kind: message.SnapshotDelta})
		}
		demo.packet(g)
		data := demo.close()
		size := int(binary.LittleEndian.Uint32(data[4:]))
		binary.LittleEndian.PutUint32(data[4:], uint32(size+len(test.behind)))
		data = slices.Insert(data, headerSize+size, []byte(test.behind)...)
		d := NewDecoder(data, Options{Protocol: 68})
		if _, damages := names(t, d); len(damages) > 0 {
			t.Errorf("%s: %v", test.name, damages)
		}
		want := ""
		if test.want != "" {
			want = "probably damaged: " + test.want
		}
		if got := strings.Join(d.Info().Notes, "; "); got != want {
			t.Errorf("%s: noted %q, want %q", test.name, got, want)
		}
	}
}

// One wrong bit in the gamestate of a real demo never takes the map away, nor two
// strings, without a word. What changes within one string is data.
func TestCorpusGameStateFlips(t *testing.T) {
	random := rand.New(rand.NewPCG(27, 720))
	flips, said := 0, 0
	for _, path := range corpus.Demos(t, Name) {
		data := corpus.Read(t, path)
		if len(data) > 250_000 {
			continue
		}
		option := Options{Protocol: Extension(filepath.Base(path))}
		read := func(data []byte) (mapName string, texts map[uint16]string, damaged bool, notes []string) {
			d := NewDecoder(data, option)
			texts = map[uint16]string{}
			for range 8 {
				if _, err := d.NextPacket(); err != nil {
					break
				}
				for {
					m, err := d.NextMessage()
					var damage *message.Damage
					damaged = damaged || errors.As(err, &damage)
					if err != nil {
						break
					}
					if m, ok := m.(*message.GameState); ok {
						for _, s := range m.ConfigStrings {
							texts[s.Index] = string(s.Text)
							if s.Index == 0 {
								mapName = string(infoValue(s.Text, "mapname"))
							}
						}
					}
				}
			}
			return mapName, texts, damaged, d.Info().Notes
		}
		name, texts, damaged, notes := read(data)
		if damaged || len(notes) > 0 || name == "" {
			t.Errorf("%s, whole: map %q, damaged %v, noted %q", path, name, damaged, notes)
		}
		d := NewDecoder(data, option)
		p, err := d.NextPacket()
		if err != nil {
			t.Fatal(err)
		}
		end := p.Size
		for range 40 {
			at, bit := headerSize+random.IntN(end-headerSize), random.IntN(8)
			bad := append([]byte(nil), data...)
			bad[at] ^= 1 << bit
			now, nowTexts, damaged, notes := read(bad)
			flips++
			if damaged || len(notes) > 0 {
				said++
				continue
			}
			different := 0
			for i, s := range texts {
				if nowTexts[i] != s {
					different++
				}
			}
			if now != name && len(now) != len(name) || different > 1 {
				t.Errorf("%s: bit %d of byte %d: map %q, %d other strings, and nothing says so", path, bit, at,
					now, different)
			}
		}
	}
	t.Logf("%d of %d flips are said", said, flips)
}
