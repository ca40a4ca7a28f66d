// Package dem reads and writes .dem, the recordings of Quake's clients (protocol 15), of Nehahra (250) and of later
// engines (protocols 666 and 999).
//
// A .dem is a line with a CD track followed by blocks: a 32-bit size of the messages, three floats with the recorder's
// view angles in degrees, and the messages. The "DEM format description" 1.0.9 is cited as DEM; where real files differ
// from it, the package follows them.
//
// The files: track.go finds the first block and container.go all others, decode.go reads messages, encode.go writes
// them. messages.go has the table of all messages with the functions that read and write them; entity.go, client.go and
// sound.go have separate functions for each direction. items.go determines the form of clientdata; tables.go has the
// numbers for both directions.
//
// No input makes it panic, read past the packet, or allocate by an unchecked number. Unreadable bytes are a
// [message.Damage], and reading continues with the next packet it finds. A block has at most maxBlock bytes.
package dem

import (
	"demoscope/formats/internal/coding"
	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// Name is the name of the format.
const Name = "dem"

// maxBlock is the maximum size of a block's messages in bytes. The original engine stops at 8,000, real files of its
// protocol reach 9,748, and later engines go to 64,000; a size of more than four times that is certainly damage.
const maxBlock = 256_000

// Supported protocols.
const (
	protocolQuake   = 15  // Quake 0.91 to 1.09, and Nehahra
	protocolNehahra = 250 // Nehahra, if it does not say 15
	protocolFitz    = 666 // FitzQuake and its descendants
	protocolRMQ     = 999 // 666 with a flags word that widens coordinates and angles
)

// protocol is the coding of messages: all that a decoder or encoder must remember from message to message.
type protocol struct {
	wire.Codec
	version
	items   items
	begun   bool // part of a serverinfo was coded
	unsized bool // there was a message with a length that only a mod's own program knows
}

// version determines the layout of messages: the protocol, its flags, and the bits of the extensions FTEX and FTE2.
type version struct {
	number    int32
	flags     uint32
	fte, fte2 uint32
}

// items says whether clientdata always has its items (Quake 1.07 and later) or only if the mask says so (DEM 7.16).
type items uint8

const (
	itemsUnknown items = iota // read as itemsAlways until a block decides it
	itemsAlways
	itemsMasked
)

// set makes p the protocol of a serverinfo. The form of the items depends on the recording engine, so it survives a new
// level.
func (p *protocol) set(v version) {
	if v.number == 0 {
		v.number = protocolQuake
	}
	p.version = v
	p.Units = v.units()
}

// versionOf returns the version of a serverinfo.
func versionOf(m *message.ServerInfo) version {
	return version{m.Protocol, m.Flags, message.ExtensionBits(m.Extensions, message.TagFTE),
		message.ExtensionBits(m.Extensions, message.TagFTE2)}
}

// Indices into [message.Mark.State]. The last word is the container's.
const (
	stateNumber = iota
	stateFlags
	stateItems // in the low byte; above it are the bits of FTE2
	stateTime
	stateFTE

	stateItemsBits = 8
)

// state stores the version in the state of a mark.
func (v *version) state(s *[6]uint32) {
	s[stateNumber], s[stateFlags], s[stateFTE] = uint32(v.number), v.flags, v.fte
	s[stateItems] |= v.fte2 << stateItemsBits
}

// versionIn returns the version in the state of a mark.
func versionIn(s *[6]uint32) version {
	return version{int32(s[stateNumber]), s[stateFlags], s[stateFTE], s[stateItems] >> stateItemsBits}
}

// replacing reports whether entities are FTE's replacement deltas.
func (v *version) replacing() bool { return v.fte2&message.FTE2Replacement != 0 }

// extended reports whether the version has the masks of protocols 666 and 999.
func (v *version) extended() bool { return v.number == protocolFitz || v.number == protocolRMQ }

// New returns a new message of the type with that name in a .dem, nil if there is none.
func New(name string) message.Message {
	if line := new(message.CDTrackLine); name == line.Name() {
		return line
	}
	for _, t := range [...]*coding.Table[*protocol]{messages, nehahraMessages, fteMessages} {
		if m := t.New(name); m != nil {
			return m
		}
	}
	return nil
}
