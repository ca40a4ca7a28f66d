package dem

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"demoscope/formats/internal/decodertest"
	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// TestPartialServerInfo: what stands before the damage in a serverinfo that names a map is
// handed out with the damage.
func TestPartialServerInfo(t *testing.T) {
	const head, models = "0b 0f000000 08 01 'X' 00 ", "'maps/x.bsp' 00 'progs/a.mdl' 00 "
	type lists struct{ Models, Sounds []string }
	for _, test := range []struct {
		what, bytes string
		want        *lists // nil if nothing can be believed
	}{
		{"in the sounds", head + models + "00 'a.wav' 00 'b.wa'", &lists{[]string{"maps/x.bsp", "progs/a.mdl"},
			[]string{"a.wav"}}},
		{"in the models", head + models + "'progs/b'", &lists{[]string{"maps/x.bsp", "progs/a.mdl"}, nil}},
		{"a sound that cannot be", head + models + "00 'a.wav' 00 'b' 03 00 'c.wav' 00",
			&lists{[]string{"maps/x.bsp", "progs/a.mdl"}, []string{"a.wav"}}},
		{"a model that cannot be", head + models + "'b' e7 00 00 'a.wav' 00",
			&lists{[]string{"maps/x.bsp", "progs/a.mdl"}, nil}},
		{"no map yet", head + "'maps/x.b'", nil},
		{"a map that cannot be", head + "'progs/a.mdl' 00", nil},
		{"another protocol", "0b 9a020000 08 01 'X' 00 " + models, &lists{[]string{"maps/x.bsp", "progs/a.mdl"}, nil}},
		{"no protocol", "0b 10000000 08 01 'X' 00 " + models, nil},
	} {
		messages := decodertest.Hex(t, test.bytes)
		data := append([]byte{byte(len(messages)), 15: 0}, messages...)
		d := newDecoder(data)
		d.p.set(version{number: 15})
		if _, err := d.NextPacket(); err != nil {
			t.Fatal(err)
		}
		_, err := d.NextMessage()
		var damage *message.Damage
		if !errors.As(err, &damage) {
			t.Errorf("%s: %v", test.what, err)
			continue
		}
		m, _ := damage.Partial.(*message.ServerInfo)
		if m == nil || test.want == nil {
			if damage.Partial != nil || test.want != nil {
				t.Errorf("%s: there is %+v, want %+v", test.what, damage.Partial, test.want)
			}
			continue
		}
		got := new(lists)
		for _, s := range m.Models {
			got.Models = append(got.Models, string(s))
		}
		for _, s := range m.Sounds {
			got.Sounds = append(got.Sounds, string(s))
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got)\n%s", test.what, diff)
		}
		if m.MaxClients != 8 || string(m.MapName) != "X" ||
			m.Units != (wire.Units{Coord: wire.CoordShort, Angle: wire.AngleByte}) {
			t.Errorf("%s: %+v", test.what, m)
		}
	}
}
