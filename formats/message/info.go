package message

// Info is what a decoder knows about its demo besides the messages. It grows
// while the demo is decoded.
type Info struct {
	Protocol int
	// Extensions are the protocol's extensions, with their bits in hexadecimal if
	// they have any: "FTEX 0x21407000".
	Extensions []string
	Bits       []NamedBits // the bits of the families among them by name
	// Notes say in words what is contradictory in the file, such as its extension
	// and its content.
	Notes []string
}

// Assumer is a [Decoder] that can find out the protocol of a demo whose beginning is
// damaged.
type Assumer interface {
	// Assumed returns a message of the kind that begins a level, which says nothing but
	// the protocol with its units: the one that was found out for what follows. It is
	// nil if the demo says its protocol itself.
	Assumed() Message
}

// Localizer is a [Decoder] of a demo that may have keys in the place of texts. GameTexts are the
// texts of the game's data by their keys, nil if they are not known. The decoder does not use
// them: it carries them to what reads the demo.
type Localizer interface {
	GameTexts() map[string]string
	Localize(texts map[string]string)
}

// Localized implements [Localizer].
type Localized struct{ texts map[string]string }

// GameTexts implements [Localizer].
func (l *Localized) GameTexts() map[string]string { return l.texts }

// Localize implements [Localizer].
func (l *Localized) Localize(texts map[string]string) { l.texts = texts }

// Informer is a [Decoder] that tells about its demo. All decoders do.
type Informer interface {
	Info() Info
}

// Headed is a [Decoder] of a format that may have a header before the first packet
// (the CD track of a .dem). Header returns nil if the file has none. An [Encoder]
// takes the header before the first packet.
type Headed interface {
	Header() Message
}

// Rester is a [Decoder] that can return the bytes that it could not read. After a
// [Damage] of NextMessage these are the rest of the packet from the damaged
// message on; after a Damage of NextPacket, those up to the next packet that can be
// found, or to the end of the file.
type Rester interface {
	Rest() []byte
}

// Placer is implemented by decoders of demos whose packets have other places than in the file, because it is packed:
// Place returns about where in the file a byte of the demo is. The offsets of a [Damage] are those of the file.
type Placer interface {
	Place(offset int64) int64
}
