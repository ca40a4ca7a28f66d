// Package quakeworld reads and writes the server messages of QuakeWorld in .qwd and .mvd: protocols 24 to 28 with the
// public extensions (QWD document, section 5; the fact sheets of real files take precedence over it).
//
// It reads the payloads of packets; packages qwd and mvd read the containers.
//
// No payload makes it panic, read past its end, or allocate by an unchecked number: [MaxPayload] and maxEntities bound
// the content.
package quakeworld

import (
	"demoscope/formats/internal/coding"
	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// Bits of the FTEX word that change the encoding.
const (
	fteSetView          = 0x1
	fteScale            = 0x2
	fteTrans            = 0x8
	fteFatness          = 0x100
	fteHullSize         = 0x800
	fteModelDouble      = 0x1000
	fteEntityDouble     = 0x2000
	fteEntityDouble2    = 0x4000
	fteFloatCoords      = coding.FTEFloatCoords
	fteColorMod         = 0x80000
	fteSplitScreen      = 0x100000
	fteHexen2           = 0x200000
	fteChunkedDownloads = 0x20000000
	fteDPFlags          = 0x80000000

	// fteMoreBits are the bits that allow entities more than two bytes of bits.
	fteMoreBits = fteScale | fteTrans | fteFatness | fteModelDouble | fteEntityDouble | fteEntityDouble2 | fteColorMod |
		fteHexen2 | fteDPFlags
)

// Bits of the MVD1 word.
const (
	mvdFloatCoords      = 0x1 // only for players (.qwd) and entities
	mvdSetAngleReason   = 0x2 // .qwd only
	mvdHiddenMessages   = 0x20
	mvdWeaponPrediction = 0x80
)

// The range of protocols that were ever in use (QWD table 8).
const (
	oldestProtocol = 24
	newestProtocol = 28
)

// Protocol determines the layout of messages: the version, and the bits of the extensions FTEX, FTE2 and MVD1.
type Protocol struct {
	Version int32
	FTE     uint32
	FTE2    uint32
	MVD1    uint32
	// MVD selects the layout of .mvd.
	MVD bool
}

// Hidden reports whether packets for no player hold hidden messages (.mvd).
func (p *Protocol) Hidden() bool { return p.MVD1&mvdHiddenMessages != 0 }

// Units returns the encodings of coordinates and angles in all messages except entity deltas and players.
func (p *Protocol) Units() wire.Units {
	if p.FTE&fteFloatCoords != 0 {
		return wire.Units{Coord: wire.CoordFloat, Angle: wire.AngleShort}
	}
	return wire.Units{Coord: wire.CoordShort, Angle: wire.AngleByte}
}

// EntityUnits returns the encodings of coordinates and angles in entity deltas.
func (p *Protocol) EntityUnits() wire.Units {
	u := p.Units()
	if p.MVD1&mvdFloatCoords != 0 {
		u.Coord = wire.CoordFloat
	}
	return u
}

// PlayerUnits returns the encodings of players' origins and angles. In .mvd the MVD1 bit for float coordinates does not
// apply to them. Their angles always have 16 bits.
func (p *Protocol) PlayerUnits() wire.Units {
	u := p.EntityUnits()
	if p.MVD {
		u = p.Units()
	}
	u.Angle = wire.AngleShort
	return u
}

// begin sets p from the first message of a level.
func (p *Protocol) begin(m *message.QWServerData) {
	*p = Protocol{Version: m.Protocol, MVD: p.MVD}
	p.FTE = message.ExtensionBits(m.Extensions, message.TagFTE)
	p.FTE2 = message.ExtensionBits(m.Extensions, message.TagFTE2)
	p.MVD1 = message.ExtensionBits(m.Extensions, message.TagMVD1)
}

// clients returns the maximum number of players.
func (p *Protocol) clients() uint8 {
	if p.FTE2&coding.FTE2MaxPlayers != 0 {
		return maxFTEClients
	}
	return maxClients
}

// replacing reports whether entities and players are replacement deltas.
func (p *Protocol) replacing() bool { return p.FTE2&message.FTE2Replacement != 0 }

// replacements returns the coding of replacement deltas.
func (p *Protocol) replacements() coding.Replacements {
	return coding.Replacements{FTE2: p.FTE2, Units: p.EntityUnits()}
}

// State returns the protocol for [message.Mark.State].
func (p *Protocol) State() [6]uint32 {
	return [6]uint32{uint32(p.Version), p.FTE, p.FTE2, p.MVD1}
}

// withState returns the protocol for a state returned by State, in the same kind of recording.
func (p Protocol) withState(s [6]uint32) Protocol {
	return Protocol{Version: int32(s[0]), FTE: s[1], FTE2: s[2], MVD1: s[3], MVD: p.MVD}
}

// Info returns the protocol and its extensions, for people.
func (p *Protocol) Info() message.Info {
	info := message.Info{Protocol: int(p.Version)}
	info.AddFamilies(p.FTE, p.FTE2, p.MVD1)
	return info
}
