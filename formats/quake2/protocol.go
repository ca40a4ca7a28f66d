// Package quake2 reads and writes the messages of Quake II's server, which
// client and server recordings (dm2) and multi-view recordings (mvd2) share.
//
// The sources are the DM2 document 1.0.4 and the facts about real files.
// Where the two differ on what engines read, the engines' way is taken: the
// style of a force wall is one byte.
package quake2

import (
	"fmt"

	"demoscope/formats/message"
)

// Protocol numbers of the demos that are read.
const (
	protocolFirst    = 26   // Quake II 3.05, the first that was sold
	protocolLast     = 34   // 3.18 to 3.20, and all source ports that keep to it
	protocolExtended = 3434 // Q2PRO: more models, sounds, entities
	protocolWide     = 3435 // and coordinates beyond 16 bits
	protocolFog      = 3436 // and fog
)

// What a recording is, by serverdata (DM2 3.13).
const (
	DemoClient = 1
	DemoServer = 2
	DemoRelay  = 0x80
)

// Limits of the numbers that the engines accept.
const (
	maxEntities         = 1024
	maxEntitiesExtended = 8192
)

// Protocol is what decides how messages are laid out.
type Protocol struct {
	Number int32
	IsDemo uint8
	// Server: frames are those of a server recording.
	Server bool
	// Extended: Q2PRO's larger limits. Wide: coordinates of 15 bits that are
	// differences, or 23 bits. Fog: players have fog.
	Extended, Wide, Fog bool
}

// Default is the protocol of a demo that does not begin with its number.
func Default() Protocol { return Protocol{Number: protocolLast, IsDemo: DemoClient} }

// ForDemo returns the protocol that a serverdata announces, or an error that
// names what the demo is.
func ForDemo(d *message.Quake2ServerData) (Protocol, error) {
	p := Protocol{Number: d.Protocol, IsDemo: d.IsDemo}
	switch {
	case d.Protocol >= protocolFirst && d.Protocol <= protocolLast:
		// 3.15 records servers without saying so, but has no player then.
		p.Server = d.IsDemo == DemoServer || d.Protocol == 32 && d.Client == -1
	case d.Protocol >= protocolExtended && d.Protocol <= protocolFog:
		p.Server = d.IsDemo == DemoServer
		p.Extended = true
		p.Wide = d.Protocol >= protocolWide
		p.Fog = d.Protocol >= protocolFog
	default:
		return p, &UnsupportedError{d.Protocol}
	}
	return p, nil
}

// Versions of the multi-view protocol 37.
const (
	MultiViewProtocol = 37
	multiViewFirst    = 2009
	multiViewExtended = 2011
	MultiViewFlags    = 2012 // from here on serverdata has a word of flags
	multiViewFog      = 2013
	multiViewLast     = 2013
)

// Flags of a multi-view recording.
const (
	multiViewExtendedFlag = 4
	multiViewWideFlag     = 8
)

// ForMultiView returns the protocol that a multi-view serverdata announces.
func ForMultiView(protocol int32, version, flags uint16) (Protocol, error) {
	p := Protocol{Number: protocol, IsDemo: DemoServer}
	if protocol != MultiViewProtocol {
		return p, &UnsupportedError{protocol}
	}
	if version < multiViewFirst || version > multiViewLast {
		return p, fmt.Errorf("multi-view version %d; versions %d to %d are known", version, multiViewFirst, multiViewLast)
	}
	p.Extended = version >= multiViewExtended && flags&multiViewExtendedFlag != 0
	p.Wide = p.Extended && version >= MultiViewFlags && flags&multiViewWideFlag != 0
	p.Fog = p.Wide && version >= multiViewFog
	return p, nil
}

// MaxEntities returns the smallest entity number that is too large.
func (p Protocol) MaxEntities() int {
	if p.Extended {
		return maxEntitiesExtended
	}
	return maxEntities
}

// Extensions lists what the protocol adds to 34, for people.
func (p Protocol) Extensions() []string {
	var list []string
	if p.Extended {
		list = append(list, "EXTLIMITS 0x4")
	}
	if p.Wide {
		list = append(list, "EXTLIMITS_2 0x8")
	}
	if p.Fog {
		list = append(list, "PLAYERFOG")
	}
	switch p.IsDemo {
	case DemoRelay:
		list = append(list, "Relay 0x80")
	}
	return list
}

// UnsupportedError names a protocol of the family that is not read.
type UnsupportedError struct{ Protocol int32 }

// unsupported are the known protocols that differ too much.
var unsupported = map[int32]string{
	25:   "Quake II 3.00, the test release of 1997; only that release plays it",
	35:   "R1Q2's network protocol, which no recorder writes to a file; R1Q2 itself records protocol 34",
	36:   "Q2PRO's network protocol, which no recorder writes to a file; Q2PRO itself records protocol 34 or 3434 to 3436",
	38:   "the network protocol of AQtion; its own engine records protocol 34",
	56:   "KMQuake2, whose layout differs; only KMQuake2 plays it",
	1038: "Q2REPRO's network protocol; its own engine plays it",
	2022: "the 2023 re-release of Quake II; only that plays it",
	2023: "the 2023 re-release of Quake II; only that plays it",
}

// Known returns whether a protocol number is of Quake II, read or not.
func Known(protocol int32) bool {
	if protocol >= protocolFirst && protocol <= protocolLast || protocol >= protocolExtended && protocol <= protocolFog {
		return true
	}
	_, ok := unsupported[protocol]
	return ok
}

// Error says what the protocol is and what plays it.
func (e *UnsupportedError) Error() string {
	if s, ok := unsupported[e.Protocol]; ok {
		return fmt.Sprintf("protocol %d is not read: it is that of %s", e.Protocol, s)
	}
	return fmt.Sprintf("protocol %d is not known; %d to %d and %d to %d are read",
		e.Protocol, protocolFirst, protocolLast, protocolExtended, protocolFog)
}
