package quakeworld_test

import (
	"fmt"
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"

	"demoscope/formats/internal/container"
	"demoscope/formats/message"
	"demoscope/formats/quakeworld"
	"demoscope/formats/wire"
)

// extensions are sets of extension words that change the wire.
var extensions = map[string][]message.QWExtension{
	"plain":      nil,
	"fte":        {{Tag: tag("FTEX"), Bits: 0x21487008}, {Tag: tag("FTE2"), Bits: 3}},
	"scale":      {{Tag: tag("FTEX"), Bits: 0x0148710a}},
	"hexen2":     {{Tag: tag("FTEX"), Bits: 0x80287902}},
	"floats":     {{Tag: tag("FTEX"), Bits: 0x0148f008}},
	"mvdfloats":  {{Tag: tag("FTEX"), Bits: 0x21407000}, {Tag: tag("FTE2"), Bits: 2}, {Tag: tag("MVD1"), Bits: 1}},
	"prediction": {{Tag: tag("MVD1"), Bits: 0x1a0}},
	"replaced":   {{Tag: tag("FTE2"), Bits: 0x6f}},
	"repeated":   {{Tag: tag("MVD1"), Bits: 1}, {Tag: tag("MVD1"), Bits: 0x20}},
}

func tag(s string) uint32 {
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
}

func words(s ...string) [][]byte {
	var b [][]byte
	for _, w := range s {
		b = append(b, []byte(w))
	}
	return b
}

func serverData(protocol int32, mvd bool, x []message.QWExtension) *message.QWServerData {
	m := &message.QWServerData{
		Extensions: x, Protocol: protocol, Age: -3, GameDir: []byte("ctf"), MapName: []byte("The Bad\x0ePlace"),
	}
	if mvd {
		m.ServerTime = 12.5
	} else {
		m.Client = 0x85
	}
	for i := range m.MoveVars {
		m.MoveVars[i] = float32(i) + 0.5
	}
	if protocol < 25 {
		m.MoveVars = [10]float32{}
	}
	return m
}

// packet makes d read a payload: a file with nothing around it.
func packet(d *quakeworld.Decoder, payload []byte) *container.Reader {
	f := &container.Reader{Data: payload, Clock: func() float64 { return 0 }}
	d.Reset(f.Take(0, len(payload)))
	return f
}

// TestEveryMessage writes and reads one of each message with extreme values,
// in each protocol version, both containers' forms and all extensions.
func TestEveryMessage(t *testing.T) {
	for version := int32(24); version <= 28; version++ {
		for _, mvd := range []bool{false, true} {
			for name, x := range extensions {
				t.Run(fmt.Sprintf("%d/mvd=%v/%s", version, mvd, name), func(t *testing.T) {
					begin := serverData(version, mvd, x)
					var e quakeworld.Encoder
					e.Init(mvd)
					var w wire.Writer
					if err := e.Message(&w, begin); err != nil {
						t.Fatal(err)
					}
					for _, m := range everyMessage(&e.Protocol) {
						roundTrip(t, begin, mvd, m)
					}
				})
			}
		}
	}
}

// roundTrip writes a beginning of a level and one message, and reads both.
func roundTrip(t *testing.T, begin *message.QWServerData, mvd bool, m message.Message) {
	t.Helper()
	var e quakeworld.Encoder
	e.Init(mvd)
	var w wire.Writer
	for _, m := range []message.Message{begin, m} {
		if err := e.Message(&w, m); err != nil {
			t.Fatalf("%s: %v", m.Name(), err)
		}
	}
	var d quakeworld.Decoder
	d.Init(mvd)
	f := packet(&d, w.Data)
	got, err := d.Next(f)
	if err != nil {
		t.Fatal(err)
	}
	begun := *begin
	begun.Units, begun.EntityUnits, begun.PlayerUnits = d.Protocol.Units(), d.Protocol.EntityUnits(),
		d.Protocol.PlayerUnits()
	if diff := cmp.Diff(&begun, got); diff != "" {
		t.Fatal(diff)
	}
	state := d.Protocol.State()
	got, err = d.Next(f)
	if err != nil {
		t.Fatalf("%s: %v", m.Name(), err)
	}
	if diff := cmp.Diff(m, got); diff != "" {
		t.Errorf("%s (-written +read)\n%s", m.Name(), diff)
	}
	if m, err := d.Next(f); err != io.EOF {
		t.Errorf("behind %s: %v, %v", got.Name(), m, err)
	}
	if n := quakeworld.New(mvd, m.Name()); fmt.Sprintf("%T", n) != fmt.Sprintf("%T", m) {
		t.Errorf("New(%q) is a %T, not a %T", m.Name(), n, m)
	}
	if d.SetState(state); d.Protocol.State() != state {
		t.Error("a state does not survive")
	}
	// Every prefix is damage, or ends between the messages.
	step := 1 + len(w.Data)/30 // of long ones thirty
	for n := 0; n < len(w.Data); n += step {
		d.Init(mvd)
		f := packet(&d, w.Data[:n])
		for {
			_, err := d.Next(f)
			if err == io.EOF {
				break
			}
			if damage, ok := err.(*message.Damage); err != nil && (!ok || damage.Err != message.ErrTruncated ||
				len(f.Rest()) == 0) {
				t.Fatalf("%s cut at %d: %v, rest %q", m.Name(), n, err, f.Rest())
			}
			if err != nil {
				break
			}
		}
	}
}

// TestGarbage reads what no message begins with, and numbers out of range.
func TestGarbage(t *testing.T) {
	for _, c := range []struct {
		payload string
		name    string
		err     error
	}{
		{"\x00", "bad", message.ErrUnknown},
		{"\x04\x01\x02\x03\x04", "bad (version)", message.ErrUnknown},
		{"\xff", "unknown message", message.ErrUnknown},
		{"\x65abc", "deltapacketsprojectiles", message.ErrUnknown},
		{"\x0e\x20\x00\x00", "updatefrags", message.ErrRange},
		{"\x0c\x40\x00", "lightstyle", message.ErrRange},
		{"\x17\x0e", "temp_entity", message.ErrRange},
		{"\x0b\x1d\x00\x00\x00", "serverdata", message.ErrRange},
		{"\x08\x01no end", "print", message.ErrTruncated},
		{"\x54\x00\x00\x00\xff\xff", "voice", message.ErrTruncated},
		{"\x2a\x20\x00\x00", "playerinfo", message.ErrTruncated},
	} {
		var d quakeworld.Decoder
		d.Init(false)
		f := packet(&d, []byte("\x01"+c.payload))
		if _, err := d.Next(f); err != nil {
			t.Fatal(err)
		}
		_, err := d.Next(f)
		damage, ok := err.(*message.Damage)
		if !ok || damage.Message != c.name || damage.Err != c.err || damage.Offset != 1 {
			t.Errorf("%q: %v", c.payload, err)
		}
		if string(f.Rest()) != c.payload {
			t.Errorf("%q: the rest is %q", c.payload, f.Rest())
		}
	}
}

// TestTooManyEntities stops where no number can be left.
func TestTooManyEntities(t *testing.T) {
	payload := []byte{47}
	for range 2049 {
		payload = append(payload, 1, 0)
	}
	var d quakeworld.Decoder
	d.Init(false)
	if _, err := d.Next(packet(&d, append(payload, 0, 0))); err == nil ||
		err.(*message.Damage).Err != message.ErrTooLarge {
		t.Error(err)
	}
}

// TestUnwritable refuses what has no form on the wire.
func TestUnwritable(t *testing.T) {
	var e quakeworld.Encoder
	e.Init(false)
	for _, m := range []message.Message{
		&message.PacketEntities{Entities: []message.EntityDelta{{}}},
		&message.PacketEntities{Entities: []message.EntityDelta{{Number: 2048, Bits: 1 << 9}}},
		&message.TempEntity{Type: 22}, &message.TempEntity{Type: 19},
		&message.QWNails{Nails: make([]message.QWNail, 256)},
		&message.Version{},
	} {
		var w wire.Writer
		if e.Message(&w, m) == nil {
			t.Errorf("%s was written as %q", m.Name(), w.Data)
		}
	}
}
