// Package mvd2 reads and writes Q2PRO's multi-view demos of Quake II (.mvd2, versions 2009 to 2013): every player and
// every entity of a server.
//
// The container is "MVD2", then blocks of a 16-bit length and that many bytes, ended by length 0. There is no clock:
// each frame is a tenth of a second, and each block holds one (mvd facts, section 7).
//
// No input makes it panic, read past the packet, or allocate by an unchecked number. Unreadable bytes are a
// [message.Damage], and reading continues with the next packet it finds. A block has at most maxBlock bytes.
package mvd2

import (
	"bytes"

	"demoscope/formats/internal/coding"
	"demoscope/formats/message"
	"demoscope/formats/quake2"
	"demoscope/formats/wire"
)

// Name is the name of the format.
const Name = "mvd2"

var magic = []byte("MVD2")

const (
	lengthSize = 2
	// maxBlock is the maximum size of a block in bytes, as in Q2PRO; the largest seen is 8 KiB.
	maxBlock = 1 << 15
	// frameRate is the number of frames per second.
	frameRate = 10
)

// Commands used outside the table. They are the low five bits of a byte; the high three are data of the message.
const (
	cmdServerData   = 4
	cmdFrame        = 6
	cmdUnicast      = 8
	cmdMulticastEnd = 15
	cmdSound        = 16

	cmdBits = 5
	cmdMask = 1<<cmdBits - 1
)

// coder is the state for coding messages.
type coder struct {
	wire.Codec
	p *quake2.Protocol
}

// messages are the messages of Q2PRO's list of commands. Frames, casts and sounds have separate code for each
// direction: see decoder.go and encoder.go.
var messages = coding.NewTable("bad",
	coding.Bad[*coder](0, "bad"),
	coding.Shared[*coder](1, coding.Empty[*message.Nop]),
	coding.Bad[*coder](2, "disconnect"),
	coding.Bad[*coder](3, "reconnect"),
	coding.Handwritten[*coder, message.MultiViewData](cmdServerData),
	coding.Simple(5, codeConfigString),
	coding.Handwritten[*coder, message.MultiViewFrame](cmdFrame),
	coding.Bad[*coder](7, "frame_nodelta"),
	castRow(cmdUnicast, message.CastClient, false),
	castRow(9, message.CastClient, true),
	castRow(10, message.CastAll, false),
	castRow(11, message.CastPHS, false),
	castRow(12, message.CastPVS, false),
	castRow(13, message.CastAll, true),
	castRow(14, message.CastPHS, true),
	castRow(cmdMulticastEnd, message.CastPVS, true),
	coding.Handwritten[*coder, message.Sound](cmdSound),
	coding.Shared[*coder](17, coding.Print),
	coding.Bad[*coder](18, "stufftext"),
)

func castRow(cmd uint8, to message.CastTarget, reliable bool) coding.Row[*coder] {
	return coding.HandwrittenVariety[*coder](cmd, func() *message.MultiViewCast {
		return &message.MultiViewCast{To: to, Reliable: reliable}
	})
}

// codeConfigString codes an index, which must exist in the protocol, and a text.
func codeConfigString(c *coder, m *message.ConfigString) {
	c.p.CodeConfigString(&c.Codec, m)
}

// Detect reports whether head is the beginning of an .mvd2.
func Detect(head []byte, _ string) bool { return bytes.HasPrefix(head, magic) }

// New returns a new message of the type with that name in this format or among the messages in casts; nil if there is
// none.
func New(name string) message.Message {
	if m := messages.New(name); m != nil {
		return m
	}
	return quake2.Classic.New(name)
}
