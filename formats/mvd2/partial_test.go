package mvd2

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"demoscope/formats/internal/decodertest"
	"demoscope/formats/message"
)

// TestPartialServerData: what stands before the damage in a serverdata that names a map is
// handed out with the damage, without the frame.
func TestPartialServerData(t *testing.T) {
	const head = "04 25000000 da07 07000000 00 ffff "
	const title, mapName, name = "0000 'X' 00 ", "2100 'maps/x.bsp' 00 ", "2005 'A' 5c 'male/grunt' 00 "
	edge := message.ConfigString{Text: []byte("X")}
	place := message.ConfigString{Index: 33, Text: []byte("maps/x.bsp")}
	player := message.ConfigString{Index: 1312, Text: []byte(`A\male/grunt`)}
	for _, test := range []struct {
		what, bytes string
		reason      error
		want        []message.ConfigString // nil if nothing can be believed
	}{
		{"an index beyond the last", head + title + mapName + name + "2108 'Y' 00", message.ErrRange,
			[]message.ConfigString{edge, place, player}},
		{"the end of the block", head + title + mapName + "2005 'A' 5c", message.ErrTruncated, []message.ConfigString{
			edge, place, {Index: 1312, Text: []byte(`A\`)}}},
		{"an index that goes back", head + title + mapName + "0100 'B' 00 2108", message.ErrRange,
			[]message.ConfigString{edge, place}},
		{"in the frame", head + title + mapName + name + "2008 00 00 0100", message.ErrTruncated,
			[]message.ConfigString{edge, place, player}},
		{"no map yet", head + title + "2108 'Y' 00", message.ErrRange, nil},
		{"a map that cannot be", head + title + "2100 'maps-x.bsp' 00 2108", message.ErrRange, nil},
		{"another version", "04 25000000 ff07 07000000 00 ffff " + title + mapName + name + "2108", nil, nil},
	} {
		block := decodertest.Hex(t, test.bytes)
		d := newDecoder(append([]byte{'M', 'V', 'D', '2', byte(len(block)), 0}, block...))
		if _, err := d.NextPacket(); err != nil {
			t.Fatal(err)
		}
		_, err := d.NextMessage()
		var damage *message.Damage
		if !errors.As(err, &damage) || test.reason != nil && !errors.Is(err, test.reason) {
			t.Errorf("%s: %v", test.what, err)
			continue
		}
		m, _ := damage.Partial.(*message.MultiViewData)
		if m == nil || test.want == nil {
			if damage.Partial != nil || test.want != nil {
				t.Errorf("%s: there is %+v, want %v", test.what, damage.Partial, test.want)
			}
			continue
		}
		if diff := cmp.Diff(test.want, m.ConfigStrings); diff != "" {
			t.Errorf("%s (-want +got)\n%s", test.what, diff)
		}
		if m.Version != 2010 || m.ServerCount != 7 || m.Client != -1 || len(m.Frame.Players)+len(m.Frame.Entities)+
			len(m.Frame.Portals) > 0 {
			t.Errorf("%s: %+v", test.what, m)
		}
	}
}

// TestPartialOtherProtocol: a serverdata whose flags say that strings have other numbers
// than those of the blocks behind it cannot be believed.
func TestPartialOtherProtocol(t *testing.T) {
	block := decodertest.Hex(t, "04 25000000 dc07 0400 07000000 00 ffff 3f00 'maps/x.bsp' 00 ffff")
	for extended, want := range map[bool]bool{true: true, false: false} {
		d := newDecoder(append([]byte{'M', 'V', 'D', '2', byte(len(block)), 0}, block...))
		state := [6]uint32{stateKnown: 1, stateVersion: 2010}
		if extended {
			state = [6]uint32{stateKnown: 1, stateVersion: 2012, stateFlags: 4}
		}
		d.SetProtocol(state)
		if _, err := d.NextPacket(); err != nil {
			t.Fatal(err)
		}
		_, err := d.NextMessage()
		var damage *message.Damage
		if !errors.As(err, &damage) || (damage.Partial != nil) != want {
			t.Errorf("known to be extended %v: %v with %+v", extended, err, damage.Partial)
		}
	}
}
