// Package mvd2 reads and writes Q2PRO's multi-view demos of Quake II (.mvd2,
// versions 2009 to 2013): every player and every entity of a server.
//
// The container is "MVD2", then blocks of a 16-bit length and that many
// bytes, ended by length 0. There is no clock: each frame is a tenth of a
// second, and each block holds one (mvd facts, section 7).
package mvd2

import (
	"bytes"

	"demoscope/formats/message"
	"demoscope/formats/quake2"
)

// Name is the name of the format.
const Name = "mvd2"

var magic = []byte("MVD2")

const (
	lengthSize = 2
	// maxBlock is what Q2PRO accepts; the largest seen is 8 KiB.
	maxBlock = 1 << 15
	// frameRate is how many frames are a second.
	frameRate = 10
)

// Commands: the low five bits of a byte; the high three belong to it.
const (
	cmdNop          = 1
	cmdServerData   = 4
	cmdConfigString = 5
	cmdFrame        = 6
	cmdUnicast      = 8
	cmdUnicastR     = 9
	cmdMulticast    = 10 // all, PHS, PVS, and the same reliable
	cmdMulticastR   = 13
	cmdMulticastEnd = 15
	cmdSound        = 16
	cmdPrint        = 17

	cmdBits = 5
	cmdMask = 1<<cmdBits - 1
)

// names are those of Q2PRO's list of commands.
var names = [...]string{
	"bad", "nop", "disconnect", "reconnect", "serverdata", "configstring", "frame", "frame_nodelta",
	"unicast", "unicast_r", "multicast_all", "multicast_phs", "multicast_pvs",
	"multicast_all_r", "multicast_phs_r", "multicast_pvs_r", "sound", "print", "stufftext",
}

func name(cmd uint8) string {
	if int(cmd) < len(names) {
		return names[cmd]
	}
	return names[0]
}

// Options changes how a demo is read. There are none yet that a caller must
// set.
type Options struct{}

// Detect reports whether head is the beginning of an .mvd2.
func Detect(head []byte, _ string) bool { return bytes.HasPrefix(head, magic) }

// New returns a new message of the type that has a name in this format, nil
// if there is none.
func New(name string) message.Message {
	switch name {
	case "serverdata":
		return new(message.MultiViewData)
	case "frame":
		return new(message.MultiViewFrame)
	}
	for cmd := uint8(cmdUnicast); cmd <= cmdMulticastEnd; cmd++ {
		if names[cmd] == name {
			c := new(message.MultiViewCast)
			setTarget(c, cmd)
			return c
		}
	}
	return quake2.New(name)
}

// setTarget sets whom a cast command is for.
func setTarget(c *message.MultiViewCast, cmd uint8) {
	switch {
	case cmd <= cmdUnicastR:
		c.To, c.Reliable = message.CastClient, cmd == cmdUnicastR
	case cmd < cmdMulticastR:
		c.To, c.Reliable = message.CastAll+message.CastTarget(cmd-cmdMulticast), false
	default:
		c.To, c.Reliable = message.CastAll+message.CastTarget(cmd-cmdMulticastR), true
	}
}

// command is the inverse of setTarget.
func command(c *message.MultiViewCast) uint8 {
	switch {
	case c.To == message.CastClient && c.Reliable:
		return cmdUnicastR
	case c.To == message.CastClient:
		return cmdUnicast
	case c.Reliable:
		return cmdMulticastR + uint8(c.To-message.CastAll)
	}
	return cmdMulticast + uint8(c.To-message.CastAll)
}
