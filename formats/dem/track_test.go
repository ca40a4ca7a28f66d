package dem

import (
	"encoding/binary"
	"testing"

	"demoscope/formats/internal/decodertest"
	"demoscope/formats/message"
)

// sized returns a demo without a CD track of two blocks, the first with
// messages of n bytes.
func sized(t *testing.T, n int) []byte {
	t.Helper()
	info := message.ServerInfo{Protocol: protocolQuake, Models: [][]byte{[]byte("maps/a.bsp")}}
	e := NewEncoder()
	for i, m := range []message.Message{&info, &message.Nop{}} {
		if err := e.Packet(&message.Packet{Angles: [3]float32{0, 90, 0}}); err != nil {
			t.Fatal(err)
		}
		if err := e.Message(m); err != nil {
			t.Fatal(err)
		}
		for i == 0 && len(e.w.Data) < headerSize+n { // the first block only
			if err := e.Message(&message.Nop{}); err != nil {
				t.Fatal(err)
			}
		}
	}
	data, err := e.Close()
	if err != nil {
		t.Fatal(err)
	}
	if got := binary.LittleEndian.Uint32(data); int(got) != n {
		t.Fatalf("the first block has %d bytes, not %d", got, n)
	}
	return data
}

// TestCDTrack reads all that may stand before the first block. Where the size
// of that block looks like white space, the readings disagree.
func TestCDTrack(t *testing.T) {
	for _, size := range []int{100, '\n' + 256, ' ' + 256, '\r' + 512, '-' + 256, '2' + 256} {
		demo := sized(t, size)
		for _, line := range []string{"-1\n", "2\n", "0\n", "12\n", "\n", "2 \n", " 2\n", "2\r\n", "-1 ", "2\t",
			"2\n\n", "2\n \r\n\n", ""} {
			data := append([]byte(line), demo...)
			d := NewDecoder(data)
			got := ""
			if h, ok := d.Header().(*message.CDTrackLine); ok {
				got = string(h.Text)
			}
			if got != line {
				t.Errorf("%q before a block of %d bytes is read as %q", line, size, got)
				continue
			}
			if !Detect(data, "") {
				t.Errorf("%q: not detected", line)
			}
			if count, damages := drain(t, data); count == 0 || len(damages) != 0 {
				t.Errorf("%q: %d messages, %v", line, count, damages)
			}
			rewrite(t, data)
		}
	}
}

// TestMaskedItems reads clientdata as Quake up to 1.06 writes it, and as later
// ones do with the bit left out.
func TestMaskedItems(t *testing.T) {
	block := func(has bool, more ...message.Message) []message.Message {
		c := &message.ClientData{Bits: clientArmor, ViewHeight: 22, Items: defaultItems, Armor: 50, Health: 100,
			Shells: 25, HasItems: has}
		if has {
			c.Items = 0x1105
		}
		list := append([]message.Message{&message.Time{Time: 1}, c}, more...)
		for len(list) < 10 { // encode puts ten in each block
			list = append(list, &message.UpdateEntity{EntityDelta: message.EntityDelta{
				Bits: svcUpdateEntity | updateOriginX | updateFrame, Number: int32(len(list)), Frame: 3,
			}})
		}
		return list
	}
	for _, has := range []bool{false, true} {
		var list []message.Message
		for range 3 {
			list = append(list, block(has)...)
		}
		data := encode(t, "-1\n", list)
		d := NewDecoder(data)
		var marks []message.Mark
		n := 0
		read := func() {
			decodertest.Walk(t, d, func(mark message.Mark, _ *message.Packet) {
				marks = append(marks, mark)
			}, func(m message.Message) {
				c, ok := m.(*message.ClientData)
				if !ok {
					return
				}
				n++
				if c.HasItems != has || c.Health != 100 || c.Armor != 50 || c.Shells != 25 {
					t.Errorf("items %v: %+v", has, c)
				}
			})
		}
		read()
		if n != 3 {
			t.Errorf("%d clientdata", n)
		}
		want := uint32(itemsAlways)
		if !has {
			want = uint32(itemsMasked)
		}
		if marks[0].State[2] != uint32(itemsUnknown) || marks[1].State[2] != want {
			t.Errorf("items %v: %v", has, marks[:2])
		}
		// From any mark on it is the same.
		d.Return(marks[1])
		n = 0
		read()
		if n != 2 {
			t.Errorf("%d clientdata after a return", n)
		}
		rewrite(t, data)
	}
}

// TestLevels reads a demo with two levels of different protocols, the second
// of which begins its time again, from every mark.
func TestLevels(t *testing.T) {
	var list []message.Message
	for _, info := range []message.ServerInfo{{Protocol: protocolRMQ, Flags: flagCoordFloat | flagAngleFloat},
		{Protocol: protocolQuake}} {
		list = append(list, everything(info)...)
	}
	data := encode(t, "2\n", list)
	r := decodertest.Drain(t, Name, data, NewDecoder(data))
	if r.Messages() != len(list) || len(r.Damages) != 0 {
		t.Fatalf("%d messages of %d, %v", r.Messages(), len(list), r.Damages)
	}
	decodertest.Marks(t, NewDecoder(data))
}
