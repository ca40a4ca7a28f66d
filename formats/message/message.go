// Package message defines the messages and packets of all demo formats, and the interfaces of their decoders and
// encoders.
//
// A message has exactly the content of the wire: entity numbers, a mask of the changed fields, raw values, strings as
// bytes. Package player/world combines messages into the state of the game.
//
// The json tag of a field is its name in the format documents. A field with a mask tag is on the wire only if one of
// those bits of the message's Mask is set.
package message

import (
	"io"
	"iter"
)

// Message is a message of a demo: a pointer to one of the structs of this package. The message and all slices in it
// belong to the [Decoder], which reuses them: they are valid until the decoder's next call.
type Message interface {
	// Name returns the message's name in the document of its format.
	Name() string
}

// Decoder reads a demo, packet by packet, message by message. It keeps only what it needs to parse (the protocol number
// and its flags), no game state.
//
// The errors of NextPacket and NextMessage are [io.EOF] at the end, and [*Damage] where the file violates its format.
// After a Damage of NextMessage the rest of that packet is lost, and NextPacket continues with the next one, because
// the container says where that begins. After a Damage of NextPacket the container itself is broken: the next call
// continues with the next packet it finds, or returns io.EOF if there is none.
type Decoder interface {
	// NextPacket goes to the next packet and skips the unread rest of this one.
	NextPacket() (*Packet, error)
	// NextMessage returns the next message of the packet.
	NextMessage() (Message, error)
	// Mark returns the position of the next packet.
	Mark() Mark
	// Return goes back, or forward, to a position returned by Mark of this decoder or of another one of the same file.
	Return(Mark)
}

// Rest returns the unread messages of the packet. It ends after an error.
func Rest(d Decoder) iter.Seq2[Message, error] {
	return func(yield func(Message, error) bool) {
		for {
			m, err := d.NextMessage()
			if err == io.EOF || !yield(m, err) || err != nil {
				return
			}
		}
	}
}

// Encoder writes a demo: the inverse of a [Decoder]. The bytes of a packet are complete when the next one begins, or at
// Flush or Close. After an error of Packet or Message, an [Exact] can still complete the packet.
type Encoder interface {
	// Packet begins a packet. Fields that the container does not have are ignored.
	Packet(*Packet) error
	// Message adds a message to the packet. It is an error if the format does not have the message.
	Message(Message) error
	// Adopt sets the protocol to that in the State of a [Mark] and reports whether that changed it.
	Adopt(state [6]uint32) bool
	// Flush ends the packet and returns the bytes written since the last Flush. The Encoder then forgets them: they are
	// valid until the next call.
	Flush() ([]byte, error)
	// Close ends the last packet and returns the bytes of the demo, or those since the last Flush.
	Close() ([]byte, error)
}

// Write writes packets with the same header, one for each list of messages. It stops at the first error of e.
func Write(e Encoder, p *Packet, lists ...[]Message) error {
	for _, list := range lists {
		if err := e.Packet(p); err != nil {
			return err
		}
		for _, m := range list {
			if err := e.Message(m); err != nil {
				return err
			}
		}
	}
	return nil
}

// Mark is a position between two packets, with the state of a [Decoder] there. Marks are plain values: they can be
// stored, compared and copied.
type Mark struct {
	Offset int64     // bytes from the beginning of the file
	Block  int       // number of the next packet, from 0
	Time   int64     // milliseconds of the container's clock, if it has one
	State  [6]uint32 // protocol number, flags and other choices, by format
	// Memory is what the decoder must also know of earlier packets; empty in most formats.
	Memory string
}

// MemoryMarker is a [Decoder] whose marks have a Memory that is expensive to make.
type MemoryMarker interface {
	// Place is Mark without Memory.
	Place() Mark
}

// PacketKind is the kind of a container's packet.
type PacketKind uint8

const (
	PacketServer   PacketKind = iota // messages of the server
	PacketCommand                    // a client's own move (QuakeWorld)
	PacketSequence                   // sets the sequence numbers (QuakeWorld)
	PacketEnd                        // the end mark of a container that has one
	PacketRaw                        // bytes that are not a record: one Raw, no header
)

var packetKinds = [...]string{"server", "command", "sequence", "end", "raw"}

// String returns the kind's name.
func (k PacketKind) String() string {
	if int(k) < len(packetKinds) {
		return packetKinds[k]
	}
	return "?"
}

// ParsePacketKind is the inverse of String.
func ParsePacketKind(name string) (PacketKind, bool) {
	for i, n := range packetKinds {
		if n == name {
			return PacketKind(i), true
		}
	}
	return 0, false
}

// Packet is a record of a container (a "block" in the documents), without its messages. Fields that a container lacks
// are zero.
type Packet struct {
	Kind   PacketKind `json:"-"`
	Block  int        `json:"block"`            // number of the record in the file, from 0
	Offset int64      `json:"offset,omitempty"` // bytes from the beginning of the file
	Size   int        `json:"size,omitempty"`   // bytes in the file, header included
	// Missing is the number of bytes of the record beyond the end of the file.
	Missing int `json:"missing,omitempty"`

	Time   float64    `json:"time,omitempty"`   // seconds by the container's own clock (qwd, mvd, mvd2)
	Angles [3]float32 `json:"angles,omitempty"` // the recorder's view in degrees (dem)

	Type         uint8 `json:"type,omitempty"`         // the record's type byte, target bits included (qwd, mvd)
	Milliseconds uint8 `json:"milliseconds,omitempty"` // since the record before (mvd)
	// bit per player slot that the record is for, all bits for all players (mvd)
	Targets uint32 `json:"targets,omitempty"`
	RawTime uint32 `json:"rawtime,omitempty"` // bits of the float time (qwd)

	Sequence    int32 `json:"sequence,omitempty"`    // of the message (dm3), outgoing of the server (qwd)
	Acknowledge int32 `json:"acknowledge,omitempty"` // the other number of the netchan header (qwd)
	Headerless  bool  `json:"headerless,omitempty"`  // too short for a netchan header (qwd)
}

// Raw holds bytes of a packet that are not a message: damage, or leftovers of the recorder. They are kept so that a
// demo can be reproduced byte by byte.
type Raw struct {
	Data []byte `json:"data"`
}

// Name returns "raw".
func (*Raw) Name() string { return "raw" }

// Exact holds all bytes of a packet, including its header, if the messages before it do not reproduce them: a damaged
// packet can have bits that no field has. An [Encoder] writes it in place of the packet, whose messages only set the
// protocol for the following packets. It is the last message of its packet. Only the dump, which compares bytes, makes
// it; decoders do not return it.
type Exact struct {
	Data []byte `json:"data"`
}

// Name returns "exact".
func (*Exact) Name() string { return "exact" }

// Protocol sets the protocol of the messages after it to that in the State of a [Mark], where damage hid the message
// that states it. Only the dump makes it; decoders do not return it.
type Protocol struct {
	State [6]uint32 `json:"state"`
}

// Name returns "protocol".
func (*Protocol) Name() string { return "protocol" }
