// Package dem reads and writes .dem, the recordings of Quake's clients (protocol
// 15), of Nehahra (250) and of later engines (protocols 666 and 999).
//
// A .dem is a line with a CD track and then blocks: a 32-bit size of the messages,
// three floats with the recorder's view angles in degrees, and the messages. The
// "DEM format description" 1.0.9 is cited as DEM; where real files differ from it,
// they win.
//
// Files by job: track.go finds the first block and container.go all others,
// decode.go reads messages, encode.go writes them; messages.go has the table of
// all messages with the functions that read and write them, entity.go, client.go
// and sound.go those that are written by hand for each direction, items.go finds
// out which form clientdata has; tables.go has the numbers that both directions
// use.
//
// No input makes it panic, read beyond the packet, or allocate by a number that has
// not been checked. What cannot be read is a [message.Damage], and the next packet that
// can be found follows. A block has at most maxBlock bytes.
package dem

import (
	"demoscope/formats/internal/coding"
	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// Name is the name of the format.
const Name = "dem"

// maxBlock limits the size of a block's messages in bytes. The original engine
// stops at 8,000, real files of its protocol reach 9,748, and later engines go to
// 64,000; a size of more than four times that is certainly damage.
const maxBlock = 256_000

// Options are the choices of a decoder and an encoder. There are none.
type Options struct{}

// Protocols that this package knows.
const (
	protocolQuake   = 15  // Quake 0.91 to 1.09, and Nehahra
	protocolNehahra = 250 // Nehahra, if it does not say 15
	protocolFitz    = 666 // FitzQuake and its children
	protocolRMQ     = 999 // 666 with a flags word that widens coordinates and angles
)

// protocol is what messages are coded with: everything that a decoder or encoder
// must remember from message to message.
type protocol struct {
	wire.Codec
	version
	items   items
	begun   bool // the beginning of a serverinfo was coded
	unsized bool // a message had a length that only a mod's own program knows
}

// version is what decides the layout of messages: the protocol, its flags, and the bits of the extensions FTEX and
// FTE2.
type version struct {
	number    int32
	flags     uint32
	fte, fte2 uint32
}

// items says whether clientdata always has its items (Quake 1.07 and later) or only
// if the mask says so (DEM 7.16).
type items uint8

const (
	itemsUnknown items = iota // read as itemsAlways until a block decides it
	itemsAlways
	itemsMasked
)

// set makes p the protocol that a serverinfo announces. The choice of items
// belongs to the engine that recorded, so it survives a new level.
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

// state sets what the state of a mark has of the version.
func (v *version) state(s *[6]uint32) {
	s[stateNumber], s[stateFlags], s[stateFTE] = uint32(v.number), v.flags, v.fte
	s[stateItems] |= v.fte2 << stateItemsBits
}

// versionIn returns the version in the state of a mark.
func versionIn(s *[6]uint32) version {
	return version{int32(s[stateNumber]), s[stateFlags], s[stateFTE], s[stateItems] >> stateItemsBits}
}

// replacing reports whether entities are replacement deltas of FTE's.
func (v *version) replacing() bool { return v.fte2&message.FTE2Replacement != 0 }

// extended reports whether it has the masks of protocols 666 and 999.
func (v *version) extended() bool { return v.number == protocolFitz || v.number == protocolRMQ }

// New returns a new message of the type that has that name in a .dem, nil if there
// is none.
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
