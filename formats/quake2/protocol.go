// Package quake2 reads and writes the messages of Quake II's server, which client and server recordings (dm2) and
// multi-view recordings (mvd2) share.
//
// The sources are the DM2 document 1.0.4 and the facts about real files. Where they contradict each other, the package
// does what the engines do: the style of a force wall, for example, is one byte.
//
// No payload makes it panic, read past its end, or allocate by an unchecked number: the protocol bounds the numbers of
// entities and config strings.
package quake2

import (
	"fmt"

	"demoscope/formats/message"
)

// Protocol numbers of supported demos.
const (
	protocolFirst    = 26   // Quake II 3.05, the first version that was sold
	protocolLast     = 34   // 3.18 to 3.20, and compatible source ports
	protocolExtended = 3434 // Q2PRO: more models, sounds and entities
	protocolWide     = 3435 // like 3434, with coordinates of more than 16 bits
	protocolFog      = 3436 // like 3435, with fog
)

// Kinds of recordings: values of [message.Quake2ServerData.IsDemo] (DM2 3.13).
const (
	DemoClient = 1
	DemoServer = 2
	DemoRelay  = 0x80
)

// The engines' limits.
const (
	// maxEntities is the number of entities in the classic protocols.
	maxEntities = 1024
	// maxEntitiesExtended is the number of entities in the extended protocols and the re-release's.
	maxEntitiesExtended = 8192
)

// Protocol determines the layout of messages.
type Protocol struct {
	Number int32
	IsDemo uint8 // DemoClient, DemoServer or DemoRelay
	// Server marks frames of a server's recording.
	Server bool
	// Extended applies Q2PRO's larger limits, Wide makes coordinates differences of 15 bits or values of 23, and Fog
	// adds fog to players.
	Extended, Wide, Fog bool

	// Edition is the layout of the re-release; Library the library whose config strings it has; Rate the frames per
	// second, 0 for 10; Split the number of split-screen players, 0 for no split screen.
	Edition Edition
	Library Library
	Rate    uint8
	Split   uint8
}

// Default returns the protocol for a demo that does not begin with a serverdata.
func Default() Protocol { return Protocol{Number: protocolLast, IsDemo: DemoClient} }

// ForDemo returns the protocol of a serverdata, or an [*UnsupportedError].
func ForDemo(d *message.Quake2ServerData) (Protocol, error) {
	p := Protocol{Number: d.Protocol, IsDemo: d.IsDemo}
	switch {
	case p.rerelease(d):
	case d.Protocol >= protocolFirst && d.Protocol <= protocolLast:
		// 3.15 does not mark recordings of servers, but they have no client.
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
	MultiViewFlags    = 2012 // the first version whose serverdata has a word of flags
	multiViewFog      = 2013
	multiViewLast     = 2013
)

// Flags of a multi-view recording.
const (
	multiViewExtendedFlag = 4
	multiViewWideFlag     = 8
)

// ForMultiView returns the protocol of a multi-view serverdata. It is an error if the protocol or version is unknown.
func ForMultiView(protocol int32, version, flags uint16) (Protocol, error) {
	p := Protocol{Number: protocol, IsDemo: DemoServer}
	if protocol != MultiViewProtocol {
		return p, &UnsupportedError{protocol}
	}
	if version < multiViewFirst || version > multiViewLast {
		return p, fmt.Errorf("unsupported multi-view version %d (supported: %d to %d)", version, multiViewFirst,
			multiViewLast)
	}
	p.Extended = version >= multiViewExtended && flags&multiViewExtendedFlag != 0
	p.Wide = p.Extended && version >= MultiViewFlags && flags&multiViewWideFlag != 0
	p.Fog = p.Wide && version >= multiViewFog
	return p, nil
}

// MaxEntities returns the exclusive limit of entity numbers.
func (p Protocol) MaxEntities() int {
	if p.Extended || p.Edition != Classic {
		return maxEntitiesExtended
	}
	return maxEntities
}

// Extensions lists the protocol's additions to 34, for people.
func (p Protocol) Extensions() []string {
	var list []string
	if p.Edition.kex() {
		list = append(list, "experimental") // not tested with a file of the game yet
	}
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

// UnsupportedError is the error for an unsupported protocol of Quake II.
type UnsupportedError struct{ Protocol int32 }

// unread are the known but unsupported protocols, and whether files have them. Package formats has their names.
var unread = map[int32]bool{25: true, 35: false, 36: false, 38: false, 56: true}

// Known reports whether a number is a protocol of Quake II, supported or not.
func Known(protocol int32) bool {
	if protocol >= protocolFirst && protocol <= protocolLast || protocol >= protocolExtended &&
		protocol <= protocolFog || protocol == protocolRepro || protocol == protocolDemo || protocol == protocolNet {
		return true
	}
	_, ok := unread[protocol]
	return ok
}

// Recorded reports whether files have an unsupported protocol; others only occur in files by damage.
func Recorded(protocol int32) bool { return unread[protocol] }

// Error lists the supported protocols.
func (e *UnsupportedError) Error() string {
	return fmt.Sprintf("unsupported protocol %d (supported: %d to %d, %d, %d, %d, and %d to %d)", e.Protocol,
		protocolFirst, protocolLast, protocolRepro, protocolDemo, protocolNet, protocolExtended, protocolFog)
}
