package message

// Info is what a decoder knows about its demo besides the messages, as far as
// it has read: it grows while the demo is decoded.
type Info struct {
	Protocol int
	// Extensions are names with their bits in hexadecimal, as the wire gave
	// them: "FTEX 0x21407000".
	Extensions []string
	// Notes are sentences about what contradicts itself in the file: its name
	// and its content, for example.
	Notes []string
}

// Informer is a [Decoder] that knows the protocol, as all do.
type Informer interface {
	Info() Info
}

// Headed is a [Decoder] of a format in which something stands before the first
// packet (the CD track of a .dem). Header returns nil if there is nothing. An
// [Encoder] takes it before the first packet.
type Headed interface {
	Header() Message
}

// Rester is a [Decoder] that can give the bytes it could not read. After a
// [Damage] of NextMessage these are the bytes of the packet from the damaged
// message on, after a Damage of NextPacket the bytes of the file from there
// on.
type Rester interface {
	Rest() []byte
}
