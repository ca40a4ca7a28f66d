package dm3

import (
	"errors"
	"testing"

	"demoscope/formats/internal/decodertest"
	"demoscope/formats/message"
)

// TestPartialGameState: what stands before the damage in a gamestate that names a map is
// handed out with the damage: all strings but the last, of which the last value may be
// wrong already, and all baselines but the last. Both kinds of wire are written by hand.
func TestPartialGameState(t *testing.T) {
	const server = `\mapname\q3dm7\sv_fps\20\x\1`
	type text struct {
		index uint32
		text  string
	}
	strings := func(list ...text) func(b *decodertest.Bits) {
		return func(b *decodertest.Bits) {
			for _, s := range list {
				b.Number(3, 8)
				b.Number(s.index, 16)
				b.Text(s.text)
			}
		}
	}
	baselines := func(numbers ...uint32) func(b *decodertest.Bits) {
		return func(b *decodertest.Bits) {
			for _, n := range numbers {
				b.Number(4, 8)
				b.Number(n, 10)
				b.Flags("00") // a change without changes
			}
		}
	}
	unknown := func(b *decodertest.Bits) { b.Number(99, 8) }
	for _, test := range []struct {
		what      string
		parts     []func(b *decodertest.Bits)
		want      []text // nothing if nothing can be believed
		baselines []uint16
	}{
		{"behind a string", []func(b *decodertest.Bits){
			strings(text{0, server}, text{3, "a title"}, text{544, `n\Sarge\t\0\model\sa`})},
			[]text{{0, server}, {3, "a title"}, {544, `n\Sarge\t\0`}}, nil},
		{"behind the server's", []func(b *decodertest.Bits){
			strings(text{0, server})}, []text{{0, `\mapname\q3dm7\sv_fps\20`}}, nil},
		{"behind a string without values", []func(b *decodertest.Bits){strings(text{0, server}, text{3, "a title"})},
			[]text{{0, server}}, nil},
		{"behind baselines", []func(b *decodertest.Bits){
			strings(text{0, server}, text{3, "a title"}), baselines(5, 9, 12)}, []text{{0, server}, {3, "a title"}},
			[]uint16{5, 9}},
		{"baselines that fall", []func(b *decodertest.Bits){strings(text{0, server}), baselines(5, 9, 7, 11)},
			[]text{{0, server}}, []uint16{5}},
		{"a string that goes back", []func(b *decodertest.Bits){
			strings(text{0, server}, text{9, "a"}, text{8, "b"}, text{10, "c"}), baselines(5, 9)},
			[]text{{0, server}, {9, "a"}}, nil},
		{"control characters", []func(b *decodertest.Bits){
			strings(text{0, server}, text{544, "n\\Sarge\\t\\0\\model\\s\x03q"}, text{545, `n\Doom\t\0`}),
			baselines(5, 9)},
			[]text{{0, server}, {544, `n\Sarge\t\0`}}, nil},
		{"no map", []func(b *decodertest.Bits){strings(text{0, `\sv_fps\20\x\1`}, text{3, "a title"}, text{4, "b"})},
			nil, nil},
		{"a map that may be cut", []func(b *decodertest.Bits){strings(text{0, `\sv_fps\20\mapname\q3d`})}, nil, nil},
		{"another string first", []func(b *decodertest.Bits){strings(text{1, server}, text{2, "a"}, text{3, "b"})}, nil,
			nil},
	} {
		for _, d := range wireDialects(t) {
			r := newDecoder(d.record(func(b *decodertest.Bits) {
				b.Number(2, 8)
				b.Number(7, 32)
				for _, part := range test.parts {
					part(b)
				}
				unknown(b)
			}), Options{})
			r.restart(lookUp(d.number))
			if _, err := r.NextPacket(); err != nil {
				t.Fatal(err)
			}
			_, err := r.NextMessage()
			var damage *message.Damage
			if !errors.As(err, &damage) {
				t.Errorf("%d %s: %v", d.number, test.what, err)
				continue
			}
			m, _ := damage.Partial.(*message.GameState)
			if m == nil {
				m = new(message.GameState)
			} else if m.ClientNum != -1 || m.CommandSequence != 7 || int(m.Protocol) != d.number {
				t.Errorf("%d %s: %+v", d.number, test.what, m)
			}
			same := len(m.ConfigStrings) == len(test.want) && len(m.Baselines) == len(test.baselines) &&
				(damage.Partial == nil) == (test.want == nil)
			for i := range min(len(test.want), len(m.ConfigStrings)) {
				same = same && uint32(m.ConfigStrings[i].Index) == test.want[i].index &&
					string(m.ConfigStrings[i].Text) == test.want[i].text
			}
			for i := range min(len(test.baselines), len(m.Baselines)) {
				same = same && m.Baselines[i].Number == test.baselines[i]
			}
			if !same {
				t.Errorf("%d %s: %v with %d baselines, want %v with %v", d.number, test.what, m.ConfigStrings,
					len(m.Baselines), test.want, test.baselines)
			}
		}
	}
}

// A demo whose only gamestate is damaged behind its map's name is one, whatever its name;
// and what the gamestate says of the protocol is not noted beside the damage.
func TestPartialGameStateIsDetected(t *testing.T) {
	for _, d := range wireDialects(t) {
		file := func(server string) []byte {
			return d.record(func(b *decodertest.Bits) {
				b.Number(2, 8)
				b.Number(7, 32)
				for i, s := range []string{server, "", "", "a title"} {
					b.Number(3, 8)
					b.Number(uint32(i), 16)
					b.Text(s)
				}
				b.Number(99, 8)
				b.Number(0, 32)
			})
		}
		if !Detect(file(`\mapname\q3dm7\protocol\1234`), "a.bin") {
			t.Errorf("%d: a demo with a map was not known", d.number)
		}
		if Detect(file(`\mapnam\q3dm7\protocol\1234`), "a.bin") {
			t.Errorf("%d: what names no map was taken for a demo", d.number)
		}
	}
}

// TestClaimBesideDamage: the protocol that a gamestate names is not told beside the damage
// of that gamestate, because it contradicts the one that the demo is read with.
func TestClaimBesideDamage(t *testing.T) {
	for title, want := range map[string]string{
		"a title":     "configstring 0 says protocol 66",
		"a \x01title": "probably damaged: configstring 3 has control characters",
	} {
		demo := newDemo(t, 68)
		demo.packet(&message.GameState{Protocol: 68, ConfigStrings: []message.GameStateString{
			{Text: []byte(`\mapname\q3dm7\protocol\66`)}, {Index: 3, Text: []byte(title)},
		}})
		d := NewDecoder(demo.close(), Options{Protocol: 68})
		_, _ = names(t, d)
		if notes := d.Info().Notes; len(notes) != 1 || notes[0] != want {
			t.Errorf("%q: noted %q, want %q", title, notes, want)
		}
	}
}
