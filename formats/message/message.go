// Package message is the vocabulary that all demo formats speak: what a
// packet is, what a message in it says, and how a decoder hands them out.
//
// A message carries what the wire carries and nothing else: entity numbers, a
// mask of the fields that change, raw values, strings as bytes. What they mean
// together (which entity is where) is decided in player/world.
//
// The json tag of a field is its name in the format documents. A field with a
// mask tag is on the wire only if one of those bits of the message's Mask is set.
package message

// Message is one message of a demo: a pointer to one of the structs of this
// package. It and all slices in it belong to the [Decoder], which reuses them:
// they are valid until the decoder's next call.
type Message interface {
	// Name returns the message's name in the document of its format.
	Name() string
}

// Decoder reads one demo, packet by packet, message by message. It keeps only
// what is needed to parse (the protocol number and its flags), never a state
// of the game.
//
// Errors of NextPacket and NextMessage are [io.EOF] at the end, and [*Damage]
// where the file does not hold what its format requires. After a Damage of
// NextMessage the rest of that packet is lost, and NextPacket continues with the
// next one, because the container says where that begins. After a Damage of
// NextPacket the container itself is broken: the next call goes on with the next
// packet that can be found, or returns io.EOF if there is none.
type Decoder interface {
	// NextPacket goes to the next packet, skipping what was not read of this one.
	NextPacket() (*Packet, error)
	// NextMessage returns the next message of the packet.
	NextMessage() (Message, error)
	// Mark returns the position of the next packet.
	Mark() Mark
	// Return goes back, or forward, to a position that Mark of this decoder, or
	// of another one of the same file, returned.
	Return(Mark)
}

// Encoder writes one demo: the inverse of a [Decoder]. The bytes of a packet
// are complete when the next one begins, or Flush or Close is called. After an
// error of Packet or Message, an [Exact] can still complete the packet.
type Encoder interface {
	// Packet begins a packet. Only those of its fields count that the container
	// has on the wire.
	Packet(*Packet) error
	// Message adds a message to the packet. A message that the format does not
	// have is an error.
	Message(Message) error
	// Adopt sets the protocol to that in the State of a [Mark] and reports whether it
	// was another one before.
	Adopt(state [6]uint32) bool
	// Flush ends the packet and returns the bytes that were written since the last
	// Flush, which the Encoder then forgets: they are valid until the next call.
	Flush() ([]byte, error)
	// Close ends the last packet and returns the bytes of the demo, or those since
	// the last Flush.
	Close() ([]byte, error)
}

// Write writes packets with the same header, one for each list of messages. It ends with the first error of e.
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

// Mark is a position between two packets, with the state of a [Decoder] there.
// Marks are plain values: they can be kept, compared and copied.
type Mark struct {
	Offset int64     // bytes from the beginning of the file
	Block  int       // number of the next packet, from 0
	Time   int64     // milliseconds of the container's clock, if it has one
	State  [6]uint32 // protocol number, flags and other choices, by format
	// Memory is what the decoder must know of earlier packets beside State; empty in most formats.
	Memory string
}

// Rememberer is a [Decoder] whose marks have a Memory, which it costs something to make.
type Rememberer interface {
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
	PacketRaw                        // bytes of the file that are not a record: one Raw, no header
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

// Packet is one record of a container (a "block" in the documents), without
// its messages. Fields that a container lacks are zero.
type Packet struct {
	Kind   PacketKind `json:"-"`
	Block  int        `json:"block"`            // number of the record in the file, from 0
	Offset int64      `json:"offset,omitempty"` // bytes from the beginning of the file
	Size   int        `json:"size,omitempty"`   // bytes in the file, header included
	// Missing is how many bytes of the record are missing because the file ends
	// inside it.
	Missing int `json:"missing,omitempty"`

	Time   float64    `json:"time,omitempty"`   // seconds by the container's own clock (qwd, mvd, mvd2)
	Angles [3]float32 `json:"angles,omitempty"` // the recorder's view in degrees (dem)

	Type         uint8 `json:"type,omitempty"`         // the record's type byte, target bits included (qwd, mvd)
	Milliseconds uint8 `json:"milliseconds,omitempty"` // since the record before (mvd)
	// bit per player slot that the record is for, all ones for all players (mvd)
	Targets uint32 `json:"targets,omitempty"`
	RawTime uint32 `json:"rawtime,omitempty"` // bits of the float time (qwd)

	Sequence    int32 `json:"sequence,omitempty"`    // of the message (dm3), outgoing of the server (qwd)
	Acknowledge int32 `json:"acknowledge,omitempty"` // the other number of the netchan header (qwd)
	Headerless  bool  `json:"headerless,omitempty"`  // without a netchan header, for which it is too short (qwd)
}

// Raw holds bytes of a packet that are not a message: damage, or leftovers of the
// recorder. They are kept so that a demo can be written back byte by byte.
type Raw struct {
	Data []byte `json:"data"`
}

// Name returns "raw".
func (*Raw) Name() string { return "raw" }

// Exact holds all bytes of a packet, its header included, for which the messages
// before it do not stand: a damaged packet can have bits that no field has. An
// [Encoder] writes it in place of the packet, whose messages only set the protocol
// of what follows. It is the last message of its packet. Decoders do not return it,
// only the dump, which compares.
type Exact struct {
	Data []byte `json:"data"`
}

// Name returns "exact".
func (*Exact) Name() string { return "exact" }

// Protocol sets the protocol of the messages after it to that in the State of a
// [Mark], where damage hid the message that says so. Decoders do not return it, only
// the dump.
type Protocol struct {
	State [6]uint32 `json:"state"`
}

// Name returns "protocol".
func (*Protocol) Name() string { return "protocol" }
