package dm3

import (
	"demoscope/formats/internal/coding"
	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// Ids used outside the table.
const (
	svcBad          = 0 // ends a message of the early protocols
	svcGameState    = 2
	svcConfigString = 3 // 3 and 4 only inside a gamestate
	svcBaseline     = 4
	svcSnapshot     = 7
	svcEnd          = 8  // ends a message of the later protocols
	svcSpeex        = 9  // speech in one codec, only in the later protocols
	svcOpus         = 10 // speech in another codec
)

// messages are the server's messages by id (facts, section 3). Gamestates and snapshots, which are nearly all of a
// demo, have separate code for each direction: see gamestate.go, fields.go and encode_fields.go.
var messages = coding.NewTable("unknown",
	coding.Bad[*coder](svcBad, "bad"),
	coding.Simple(1, codeNop),
	coding.Handwritten[*coder, message.GameState](svcGameState),
	coding.Bad[*coder](svcConfigString, "configstring"),
	coding.Bad[*coder](svcBaseline, "baseline"),
	coding.Simple(5, codeServerCommand),
	coding.Simple(6, codeDownload),
	coding.Handwritten[*coder, message.Snapshot](svcSnapshot),
	coding.Bad[*coder](svcEnd, "end"),
	coding.Simple(svcSpeex, codeVoice),
	coding.Bad[*coder](svcOpus, "voip"), // uses the row of svcSpeex, see rowOf
)

// rowOf returns the row of an id, nil if the protocol has none. Speech has two ids but one name.
func (p *protocol) rowOf(id uint8) *coding.Row[*coder] {
	switch {
	case id < svcSpeex:
		return messages.ID(id)
	case id > svcOpus || !p.huffman:
		return nil
	}
	return messages.ID(svcSpeex)
}

// coder codes messages bit by bit, like a [wire.Codec] byte by byte.
type coder struct {
	r    *wire.BitReader
	w    *wire.BitWriter
	text *[]byte // holds the strings read
}

func (c *coder) bits(v uint32, n uint) uint32 {
	if c.r != nil {
		return c.r.Bits(n)
	}
	c.w.Bits(v, n)
	return v
}

func (c *coder) byte(v *uint8) { *v = uint8(c.bits(uint32(*v), 8)) }

func (c *coder) short(v *int16) { *v = int16(c.bits(uint32(*v), 16)) }

func (c *coder) long(v *int32) { *v = int32(c.bits(uint32(*v), 32)) }

func (c *coder) string(v *[]byte) {
	if c.r == nil {
		c.w.String(*v)
		return
	}
	*c.text = c.r.AppendString(*c.text)
	*v = *c.text
}

// bytes reads n bytes, or writes all of v.
func (c *coder) bytes(v *[]byte, n int) {
	if c.r == nil {
		c.w.Bytes(*v)
		return
	}
	*c.text = c.r.AppendBytes(*c.text, n)
	*v = *c.text
}

func codeNop(*coder, *message.Nop) {}

func codeServerCommand(c *coder, m *message.ServerCommand) {
	c.long(&m.Sequence)
	c.string(&m.Text)
}

func codeDownload(c *coder, m *message.DownloadBlock) {
	m.Block = uint16(c.bits(uint32(m.Block), 16))
	if m.Block == 0 {
		if c.long(&m.Size); m.Size < 0 {
			c.string(&m.Data)
			return
		}
	} else if c.r != nil {
		m.Size = 0
	}
	c.bytes(&m.Data, int(c.bits(uint32(len(m.Data)), 16)))
}

func codeVoice(c *coder, m *message.Voice) {
	c.short(&m.Sender)
	c.byte(&m.Generation)
	c.long(&m.Sequence)
	c.byte(&m.Frames)
	size := int(c.bits(uint32(len(m.Data)), 16))
	m.Flags = uint8(c.bits(uint32(m.Flags), 2))
	c.bytes(&m.Data, size)
}
