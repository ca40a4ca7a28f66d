package decodertest

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"demoscope/formats/message"
)

// Record is a packet to write, with its messages.
type Record struct {
	Packet   message.Packet
	Messages []message.Message
}

// NewRecord returns a record.
func NewRecord(p message.Packet, messages ...message.Message) Record { return Record{p, messages} }

// Write returns the file of records that e writes.
func Write(t testing.TB, e message.Encoder, list []Record) []byte {
	t.Helper()
	for i := range list {
		if err := message.Write(e, &list[i].Packet, list[i].Messages); err != nil {
			t.Fatal(err)
		}
	}
	data, err := e.Close()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// RestDecoder is a decoder that can return unreadable bytes.
type RestDecoder interface {
	message.Decoder
	message.LostBytes
}

// Encode writes everything that d reads with e, and unreadable parts as raw bytes.
func Encode(d RestDecoder, e message.Encoder) ([]byte, error) {
	e.Adopt(d.Mark().State) // damage may hide it
	if h, ok := d.(message.Headed); ok && h.Header() != nil {
		if err := e.Message(h.Header()); err != nil {
			return nil, err
		}
	}
	for {
		p, err := d.NextPacket()
		if err == io.EOF {
			return e.Close()
		}
		broken := err != nil
		if broken {
			p = &message.Packet{Kind: message.PacketRaw}
		}
		if err := e.Packet(p); err != nil {
			return nil, err
		}
		if broken {
			if err := e.Message(&message.Raw{Data: d.Rest()}); err != nil {
				return nil, err
			}
			continue
		}
		for {
			m, err := d.NextMessage()
			if err == io.EOF {
				break
			}
			if err != nil {
				m = &message.Raw{Data: d.Rest()}
			}
			if err := e.Message(m); err != nil {
				return nil, err
			}
			if disbelieved(d, m) {
				e.Adopt(d.Mark().State)
			}
		}
	}
}

// disbelieved reports whether d continues with another protocol than that of m, because damage changed m. An encoder
// does not notice that.
func disbelieved(d RestDecoder, m message.Message) bool {
	switch m.(type) {
	case *message.ServerInfo, *message.QWServerData, *message.Quake2ServerData, *message.MultiViewData:
		i, ok := d.(message.Informer)
		return ok && len(i.Info().Notes) > 0
	}
	return false
}

// Rewrite requires that e reproduces data, damaged or not, byte by byte from d's messages.
func Rewrite(t testing.TB, data []byte, d RestDecoder, e message.Encoder) {
	t.Helper()
	got, err := Encode(d, e)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, data) {
		at := 0
		for at < min(len(got), len(data)) && got[at] == data[at] {
			at++
		}
		t.Fatalf("%d bytes are written as %d, other ones from byte %d on", len(data), len(got), at)
	}
}

// Writable requires that e can write d's messages for any bytes. The result may differ from bytes that no server
// writes, and may be refused as too large.
func Writable(t testing.TB, d RestDecoder, e message.Encoder) {
	t.Helper()
	if _, err := Encode(d, e); err != nil && !errors.Is(err, message.ErrTooLarge) {
		t.Fatalf("what was read cannot be written: %v", err)
	}
}
