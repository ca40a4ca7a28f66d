// Package dm2 reads and writes Quake II's demos (.dm2, protocols 26 to 34, Q2PRO's 3434 to 3436, and the re-release's):
// recordings of clients, of servers and of the Relay modification.
//
// The container is a sequence of blocks, each a 32-bit length and that many bytes of messages. Length 0 occurs between
// levels, length -1 ends the demo; bytes after that are a raw message of the last packet.
//
// No input makes it panic, read past the packet, or allocate by an unchecked number. Unreadable bytes are a
// [message.Damage], and reading continues with the next packet it finds. A block has at most maxBlock bytes.
package dm2

import (
	"encoding/binary"
	"errors"

	"demoscope/formats/message"
	"demoscope/formats/quake2"
)

// Name is the name of the format.
const Name = "dm2"

const (
	lengthSize = 4
	// endMark is the length that ends a demo.
	endMark = -1
	// maxBlock is the maximum length of a block in bytes. Engines accept 32 KiB; the largest in real files is 6 KiB.
	// Anything larger is damage.
	maxBlock = 1 << 16
	// maxEmpty is the maximum number of empty blocks that Detect skips.
	maxEmpty = 4

	// unicastBit marks a message for one client in Relay recordings.
	unicastBit = 0x80
)

var errLength = errors.New("the length of a block is negative")

// New returns a new message of the type with that name in a .dm2, nil if there is none.
func New(name string) message.Message {
	if m := new(message.RelayUnicast); m.Name() == name {
		return m
	}
	if m := quake2.Classic.New(name); m != nil {
		return m
	}
	return quake2.Repro.New(name)
}

// Detect reports whether head, the beginning of a file, is that of a .dm2: a block that begins with a serverdata of a
// known protocol. That includes unsupported protocols, so that the decoder can name them.
func Detect(head []byte, _ string) bool {
	for range maxEmpty {
		if len(head) >= lengthSize && binary.LittleEndian.Uint32(head) == 0 {
			head = head[lengthSize:]
		}
	}
	const protocolAt = lengthSize + 1
	if len(head) < protocolAt+5 {
		return false
	}
	size := int32(binary.LittleEndian.Uint32(head))
	protocol := int32(binary.LittleEndian.Uint32(head[protocolAt:]))
	if size < 5 || size > maxBlock {
		return false
	}
	if protocol == protocolTest {
		return true // its message ids differ
	}
	id := head[lengthSize]
	if id&unicastBit != 0 { // Relay: the client's number follows the id
		protocol = int32(binary.LittleEndian.Uint32(head[protocolAt+1:]))
	}
	return id&^unicastBit == quake2.IDServerData && quake2.Known(protocol)
}

// protocolTest is the protocol of the test release 3.00, whose message ids differ.
const protocolTest = 25
