package message

// Info is what a decoder knows about its demo besides the messages. It grows
// while the demo is decoded.
type Info struct {
	Protocol int
	// Extensions are the protocol's extensions, with their bits, if any, in hexadecimal: "FTEX 0x21407000".
	Extensions []string
	Bits       []NamedBits // the bits of the extension families by name
	// Notes describe contradictions in the file, such as between its extension and its content.
	Notes []string
}

// ProtocolGuesser is a [Decoder] that can deduce the protocol of a demo with a damaged beginning.
type ProtocolGuesser interface {
	// Assumed returns a message of the kind that begins a level, with nothing but the deduced protocol and its units.
	// It is nil if the demo itself states its protocol.
	Assumed() Message
}

// Localizer is a [Decoder] of a demo that may contain text keys in place of texts. GameTexts maps the text keys of the
// game's data to texts, nil if unknown. The decoder does not use them: it carries them to the demo's readers.
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

// Informer is a [Decoder] that describes its demo. All decoders do.
type Informer interface {
	Info() Info
}

// Headed is a [Decoder] of a format that may have a header before the first packet (the CD track of a .dem). Header
// returns nil if the file has none. An [Encoder] takes the header before the first packet.
type Headed interface {
	Header() Message
}

// LostBytes is a [Decoder] that can return the bytes that it could not read. After a [Damage] of NextMessage these are
// the rest of the packet from the damaged message on. After a Damage of NextPacket they are the bytes up to the next
// packet it finds, or to the end of the file.
type LostBytes interface {
	Rest() []byte
}

// Placer is implemented by decoders of packed demos. Place returns the approximate offset in the file of an offset in
// the unpacked demo. The offsets of a [Damage] are those of the file.
type Placer interface {
	Place(offset int64) int64
}
