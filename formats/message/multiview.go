package message

import "demoscope/formats/wire"

// Messages of Quake II's multi-view recordings (.mvd2, by Q2PRO).

// MultiViewData begins a level. It holds all config strings and the frame that the next one is a delta against.
type MultiViewData struct {
	Protocol    int32  `json:"protocol"` // 37
	Version     uint16 `json:"version"`  // 2009 to 2013
	Flags       uint16 `json:"flags"`    // 1 no messages, 2 single view, 4 extended limits, 8 more of them
	Extra       uint8  `json:"extra"`    // high three bits of the command; the flags before 2012
	ServerCount int32  `json:"servercount"`
	GameDir     []byte `json:"gamedir"`
	// Client is the slot of the server's own observer, which is not a player; -1 if there is none.
	Client int16 `json:"dummy_client"`
	// Units are the units of entities. The protocol implies them; they are not on the wire.
	Units         wire.Units     `json:"units,omitempty"`
	ConfigStrings []ConfigString `json:"configstrings"`
	Frame         MultiViewFrame `json:"frame"`
}

// Name returns "serverdata".
func (*MultiViewData) Name() string { return "serverdata" }

// MultiViewFrame is a frame, a tenth of a second: players and entities as deltas against their own last state.
type MultiViewFrame struct {
	Portals  []byte             `json:"portals"` // bit per area portal that is open
	Players  []Quake2PlayerInfo `json:"players"`
	Entities []EntityDelta      `json:"entities"`
}

// Name returns "frame".
func (*MultiViewFrame) Name() string { return "frame" }

// MultiViewCast holds messages of the server for a client, for all clients, or for those that can see or hear a leaf.
type MultiViewCast struct {
	To       CastTarget `json:"to"`
	Reliable bool       `json:"reliable"`
	Client   uint8      `json:"client"` // slot, of a unicast
	Leaf     uint16     `json:"leaf"`   // of the map; not for CastAll and CastClient
	// Messages are Quake II's own; the last may be a [Raw] with bytes that are not a message.
	Messages []Message `json:"messages"`
}

// CastTarget says which clients a [MultiViewCast] is for.
type CastTarget uint8

// The targets.
const (
	CastClient CastTarget = iota // one client
	CastAll                      // all clients
	CastPHS                      // clients that can hear the leaf (potentially hearable set)
	CastPVS                      // clients that can see the leaf (potentially visible set)
)

// castNames are the names in Q2PRO's list of commands.
var castNames = [2][4]string{
	{"unicast", "multicast_all", "multicast_phs", "multicast_pvs"},
	{"unicast_r", "multicast_all_r", "multicast_phs_r", "multicast_pvs_r"},
}

// Name returns "unicast", "multicast_all", "multicast_phs" or "multicast_pvs",
// with "_r" if it is reliable.
func (c *MultiViewCast) Name() string {
	reliable := 0
	if c.Reliable {
		reliable = 1
	}
	return castNames[reliable][c.To&3]
}
