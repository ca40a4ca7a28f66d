package container

import (
	"bytes"
	"io"

	"demoscope/formats/message"
)

// Exact is a decoder that ends each packet with a [message.Exact] if an encoder would not reproduce its bytes: damage
// can set bits that no field holds and no game writes. So any file can be reproduced.
type Exact struct {
	message.Decoder
	encoder message.Encoder // gets everything that is read
	data    []byte

	end     int64 // end of the part of the file that was read, in bytes
	open    bool  // the packet's bytes have not been compared
	doubt   bool  // the encoder may not have the decoder's protocol
	adopt   bool  // the protocol is the next message
	refused bool  // the encoder returned an error in this packet
	rest    []byte

	exact    message.Exact
	protocol message.Protocol
}

var (
	_ message.Headed    = (*Exact)(nil)
	_ message.LostBytes = (*Exact)(nil)
)

// NewExact returns a decoder of the file data; d is a decoder at its beginning. e is a new encoder of d's format for
// the exclusive use of the result. Return must not be called.
func NewExact(d message.Decoder, e message.Encoder, data []byte) *Exact {
	x := &Exact{Decoder: d, encoder: e, data: data, doubt: true}
	if m := x.Header(); m != nil {
		_ = e.Message(m) // a header is the bytes before the first packet
	}
	header, _ := e.Flush()
	x.end = int64(len(header))
	return x
}

// Header returns the header of the file, nil if it has none.
func (x *Exact) Header() message.Message {
	if h, ok := x.Decoder.(message.Headed); ok {
		return h.Header()
	}
	return nil
}

// Rest returns the bytes lost by the last damage.
func (x *Exact) Rest() []byte { return x.rest }

// NextPacket goes to the next packet.
func (x *Exact) NextPacket() (*message.Packet, error) {
	for x.open { // the encoder must see what the caller skips
		if _, err := x.NextMessage(); err == io.EOF {
			break
		}
	}
	p, err := x.Decoder.NextPacket()
	if err == nil {
		x.open, x.refused = true, x.encoder.Packet(p) != nil
		if x.doubt {
			x.protocol.State = x.Mark().State
			x.doubt, x.adopt = false, x.encoder.Adopt(x.protocol.State)
		}
		return p, nil
	}
	if err != io.EOF {
		x.doubt = true
		x.rest = x.source()
		_ = x.encoder.Packet(&message.Packet{Kind: message.PacketRaw})
		_ = x.encoder.Message(&message.Raw{Data: x.rest})
		_, _ = x.encoder.Flush()
	}
	return nil, err
}

// NextMessage returns the next message of the packet.
func (x *Exact) NextMessage() (message.Message, error) {
	if x.adopt {
		x.adopt = false
		return &x.protocol, nil
	}
	m, err := x.Decoder.NextMessage()
	switch {
	case err == nil:
		x.write(m)
	case err != io.EOF:
		x.rest, x.doubt = nil, true
		if r, ok := x.Decoder.(message.LostBytes); ok {
			x.rest = r.Rest()
		}
		x.write(&message.Raw{Data: x.rest})
	case x.open:
		x.open = false
		if x.differs() {
			x.doubt = true
			return &x.exact, nil
		}
	}
	return m, err
}

func (x *Exact) write(m message.Message) {
	if x.encoder.Message(m) != nil {
		x.refused = true
	}
}

// source goes to the end of the packet, or of the bytes lost by damage, and returns the bytes of the file from the
// previous end on.
func (x *Exact) source() []byte {
	begin := x.end
	x.end = min(max(x.Mark().Offset, begin), int64(len(x.data)))
	return x.data[begin:x.end]
}

// differs completes the packet and reports whether the encoder wrote other bytes than the file has. It sets exact to
// the file's bytes.
func (x *Exact) differs() bool {
	x.exact.Data = x.source()
	written, err := x.encoder.Flush()
	return err != nil || x.refused || !bytes.Equal(written, x.exact.Data)
}
