package formats

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"demoscope/formats/message"
)

// foreign is a message that no format has.
type foreign struct{}

func (foreign) Name() string { return "foreign" }

// TestEncodersRefuse: an encoder refuses messages that it can't write and packets that are too large, also at the end.
func TestEncodersRefuse(t *testing.T) {
	types := map[string]uint8{"qwd": 1, "mvd": 6} // of packets from the server
	for name, format := range samples {
		next := message.Packet{Type: types[format]}
		begun := func() message.Encoder {
			e := Lookup(format).Encoder(name)
			if err := e.Packet(&next); err != nil {
				t.Fatal(name, err)
			}
			return e
		}
		if err := begun().Message(foreign{}); err == nil {
			t.Errorf("%s: a message of no format was written", name)
		}
		for what, end := range map[string]func(message.Encoder) error{
			"the next packet": func(e message.Encoder) error { return e.Packet(&next) },
			"a flush":         func(e message.Encoder) error { _, err := e.Flush(); return err },
			"the end":         func(e message.Encoder) error { _, err := e.Close(); return err },
			"an end mark": func(e message.Encoder) error {
				return e.Packet(&message.Packet{Kind: message.PacketEnd})
			},
		} {
			e := begun()
			err := e.Message(&message.Raw{Data: make([]byte, 1<<20)})
			if err == nil {
				err = end(e)
			}
			if !errors.Is(err, message.ErrTooLarge) {
				t.Errorf("%s: a packet of a megabyte before %s: %v", name, what, err)
			}
		}
	}
}

// TestNoMessagesWithoutPackets: after the last packet, or a damaged one, come no messages.
func TestNoMessagesWithoutPackets(t *testing.T) {
	for name := range samples {
		data := sample(t, name)
		for _, cut := range []int{0, 1, 100, len(data) / 2} {
			d, err := Open(name, bytes.Clone(data[:len(data)-cut]))
			if err != nil {
				t.Fatal(name, err)
			}
			decoder := d.Decoder()
			for ended := 0; ended < 3; {
				if _, err := decoder.NextPacket(); err == nil {
					continue
				} else if err == io.EOF {
					ended++
				}
				if m, err := decoder.NextMessage(); err != io.EOF {
					t.Fatalf("%s without %d bytes: %v, %v", name, cut, m, err)
				}
			}
		}
	}
}

// TestEnough: the beginning of a growing demo is enough from the packet on that begins its level or shows its protocol.
func TestEnough(t *testing.T) {
	needs := map[string]int{"mvd2": 1, "dm3": 32} // packets
	for name, format := range samples {
		enough := Lookup(format).enough
		if enough == nil {
			continue
		}
		data := sample(t, name)
		d, err := Open(name, data)
		if err != nil {
			t.Fatal(name, err)
		}
		whole, decoder := 0, d.Decoder()
		for range needs[format] {
			p, err := decoder.NextPacket()
			if err != nil {
				t.Fatal(name, err)
			}
			whole = int(p.Offset) + p.Size
		}
		for n := range whole + 100 {
			if got := enough(data[:n]); got != (n >= whole) {
				t.Fatalf("%s: %d of %d bytes: %v", name, n, whole, got)
			}
		}
	}
}
