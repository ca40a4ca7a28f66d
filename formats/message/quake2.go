package message

import "demoscope/formats/wire"

// Messages of Quake II (.dm2, and inside .mvd2). The file multiview.go has those of multi-view recordings.

// Quake2ServerData begins a level (DM2 3.13).
type Quake2ServerData struct {
	Protocol int32  `json:"serverversion"`
	Key      int32  `json:"key"`
	IsDemo   uint8  `json:"isdemo"` // 0 network, 1 client, 2 server, 0x80 Relay
	GameDir  []byte `json:"game"`   // empty means baseq2
	Client   int16  `json:"client"` // the recorder's slot, -1 for none
	MapName  []byte `json:"mapname"`
	// Units are the units of entities. The protocol implies them; they are not on the wire.
	Units wire.Units `json:"units,omitempty"`

	// Only the re-release's protocols have the following fields.

	Rate    uint8   `json:"framerate,omitempty"` // frames a second
	Players []int16 `json:"players,omitempty"`   // slots of a split screen, whose Client is -2
	Minor   uint16  `json:"minor,omitempty"`     // minor version (1038)
	State   uint8   `json:"state,omitempty"`     // of the server (1038)
	Flags   uint16  `json:"flags,omitempty"`     // of the protocol (1038)
}

// Name returns "serverdata".
func (*Quake2ServerData) Name() string { return "serverdata" }

// ConfigString sets one text of the level (DM2 3.14): name, models, sounds, players' skins, status bar and so on, by
// ranges of the index.
type ConfigString struct {
	Index uint16 `json:"index"`
	Text  []byte `json:"string"`
}

// Name returns "configstring".
func (*ConfigString) Name() string { return "configstring" }

// Quake2MuzzleFlash is a shot, or another effect, of a player (DM2 3.2) or a
// monster (DM2 3.3).
type Quake2MuzzleFlash struct {
	Monster bool   `json:"monster,omitempty"`
	Wide    bool   `json:"wide,omitempty"` // a monster's with a value of 16 bits
	Entity  int32  `json:"entity"`
	Value   uint16 `json:"value"` // which weapon; 128 is added if a player's is silenced
}

// Name returns "muzzleflash" for a player, and "muzzleflash2" or, if wide, "muzzleflash3" for a monster.
func (m *Quake2MuzzleFlash) Name() string {
	if m.Wide {
		return "muzzleflash3"
	}
	if m.Monster {
		return "muzzleflash2"
	}
	return "muzzleflash"
}

// Quake2TempEntity is an effect that ends by itself (DM2 3.4). Type determines the fields on the wire; the others are
// zero.
type Quake2TempEntity struct {
	Type    uint8         `json:"entitytype"`
	Entity  int16         `json:"entity,omitempty"`
	Dest    int16         `json:"dest_entity,omitempty"`
	NextID  int16         `json:"nextid,omitempty"` // of steam; -1 is the last of a chain
	Kind    int16         `json:"type,omitempty"`   // of a widow's beam-out
	Count   int16         `json:"count,omitempty"`
	Start   [3]wire.Coord `json:"start,omitempty"`
	Origin  [3]wire.Coord `json:"origin,omitempty"` // of lightning: its start
	End     [3]wire.Coord `json:"trace_endpos,omitempty"`
	Pos1    [3]wire.Coord `json:"pos1,omitempty"`
	Pos2    [3]wire.Coord `json:"pos2,omitempty"`
	Pos3    [3]wire.Coord `json:"pos3,omitempty"`
	Pos4    [3]wire.Coord `json:"pos4,omitempty"`
	MoveDir uint8         `json:"movedir,omitempty"` // one of 162 directions
	Style   uint8         `json:"style,omitempty"`   // color, or kind of splash
	Flags   int16         `json:"plat2flags,omitempty"`
	Wait    int32         `json:"wait,omitempty"` // milliseconds
}

// Name returns "temp_entity".
func (*Quake2TempEntity) Name() string { return "temp_entity" }

// Layout is a text in the layout control language, drawn over the screen while the stat "layouts" requests it (DM2
// 3.5).
type Layout struct {
	Text []byte `json:"text"`
}

// Name returns "layout".
func (*Layout) Name() string { return "layout" }

// Inventory is the number of each item that the recorder carries (DM2 3.6).
type Inventory struct {
	Items [256]int16 `json:"inventory"`
}

// Name returns "inventory".
func (*Inventory) Name() string { return "inventory" }

// Reconnect asks the client to connect again (DM2 3.9).
type Reconnect struct{}

// Name returns "reconnect".
func (*Reconnect) Name() string { return "reconnect" }

// Quake2Download is a piece of a file from the server (DM2 3.17). Demoscope displays it but never saves it.
type Quake2Download struct {
	Size    int16  `json:"size"` // of Data; -1 means that there is no such file
	Percent uint8  `json:"percent"`
	Data    []byte `json:"downloadbuffer"` // empty before protocol 32
}

// Name returns "download".
func (*Quake2Download) Name() string { return "download" }

// DeltaPacketEntities is never legal, but has an id (DM2 3.20).
type DeltaPacketEntities struct{}

// Name returns "deltapacketentities".
func (*DeltaPacketEntities) Name() string { return "deltapacketentities" }

// Quake2Frame begins a frame (DM2 3.21). The players and entities that follow are
// deltas against frame Delta.
type Quake2Frame struct {
	// Server is set in recordings of a server, where Sequence is the only field and entities are not deltas against a
	// frame.
	Server     bool   `json:"server,omitempty"`
	Sequence   int32  `json:"seq1"`
	Delta      int32  `json:"seq2"`  // zero or less for a full frame
	Suppressed uint8  `json:"uk_b1"` // packets that the server skipped before this one; not in protocol 26
	Areas      []byte `json:"areas"` // bit per visible area of the map
	// Connected are the slots of the clients (Relay recordings).
	Connected []byte `json:"connected,omitempty"`
	// PlayerFlags are additional flags of the following playerinfo (protocol 1038).
	PlayerFlags uint8 `json:"player_flags,omitempty"`
}

// Name returns "frame".
func (*Quake2Frame) Name() string { return "frame" }

// RelayUnicast says that the next message is for one client only (Relay
// recordings, DM2 2.5).
type RelayUnicast struct {
	Client uint8 `json:"client"`
}

// Name returns "unicast".
func (*RelayUnicast) Name() string { return "unicast" }

// PlayerField is the set of a player's fields that a message changes. Its bits are the same for all protocols; the
// wire's own flags are in [Quake2PlayerInfo.Bits].
type PlayerField uint32

// The fields of a player.
const (
	PlayerType PlayerField = 1 << iota
	PlayerOriginX
	PlayerOriginY
	PlayerOriginZ
	PlayerVelocityX
	PlayerVelocityY
	PlayerVelocityZ
	PlayerTime
	PlayerFlags
	PlayerGravity
	PlayerDeltaAngles
	PlayerViewOffset
	PlayerViewAngles // pitch and yaw
	PlayerViewRoll
	PlayerKickAngles
	PlayerGunIndex
	PlayerGunFrame
	PlayerGunOffset
	PlayerGunAngles
	PlayerBlend
	PlayerFog
	PlayerFOV
	PlayerRDFlags
)

var playerFieldNames = []string{
	"Type", "OriginX", "OriginY", "OriginZ", "VelocityX", "VelocityY", "VelocityZ", "Time",
	"Flags", "Gravity", "DeltaAngles", "ViewOffset", "ViewAngles", "ViewRoll", "KickAngles",
	"GunIndex", "GunFrame", "GunOffset", "GunAngles", "Blend", "Fog", "FOV", "RDFlags",
}

// Names returns the names of the bits from bit 0, as used in mask tags.
func (PlayerField) Names() []string { return playerFieldNames }

// PlayerOrigin and PlayerVelocity are the three coordinates together.
const (
	PlayerOrigin   = PlayerOriginX | PlayerOriginY | PlayerOriginZ
	PlayerVelocity = PlayerVelocityX | PlayerVelocityY | PlayerVelocityZ
)

// Quake2PlayerInfo is a player as a delta: against the recorder in the frame [Quake2Frame.Delta] (DM2 3.18), or in
// .mvd2 against the last state of the same slot. Only the fields in Mask are valid; the others hold leftovers of
// earlier messages. The angles have 16 bits; offsets and kick are in quarters of a unit or degree.
type Quake2PlayerInfo struct {
	Number uint8 `json:"player"` // slot (mvd2)
	Quake2PlayerRare
	Bits uint32      `json:"mask"` // the wire's own flags
	Mask PlayerField `json:"-"`
	// Difference has the bits of the coordinates whose value is added to the base's instead of replacing it (extended
	// protocol).
	Difference PlayerField `json:"difference,omitempty"`

	Type        uint8         `json:"pm_type" mask:"Type"` // 0 normal, 1 spectator, 2 dead, 3 gib, 4 freeze
	Origin      [3]wire.Coord `json:"origin" mask:"OriginX,OriginY,OriginZ"`
	Velocity    [3]wire.Coord `json:"velocity" mask:"VelocityX,VelocityY,VelocityZ"`
	Time        uint16        `json:"pm_time" mask:"Time"` // in units of 8 milliseconds
	Flags       uint16        `json:"pm_flags" mask:"Flags"`
	Gravity     int16         `json:"gravity" mask:"Gravity"`
	DeltaAngles [3]wire.Angle `json:"delta_angles" mask:"DeltaAngles" angle:"short"`
	ViewOffset  [3]int8       `json:"viewoffset" mask:"ViewOffset"`
	ViewAngles  [3]wire.Angle `json:"viewangles" mask:"ViewAngles,ViewAngles,ViewRoll" angle:"short"`
	KickAngles  [3]int8       `json:"kick_angles" mask:"KickAngles"`
	GunIndex    uint16        `json:"gunindex" mask:"GunIndex"`
	GunFrame    uint8         `json:"gunframe" mask:"GunFrame"`
	GunOffset   [3]int8       `json:"gunoffset" mask:"GunOffset"`
	GunAngles   [3]int8       `json:"gunangles" mask:"GunAngles"`
	// BlendBits has a bit for each byte on the wire: of Blend in the low four, of DamageBlend in the high four
	// (extended protocol; otherwise all of Blend).
	BlendBits   uint8     `json:"blend_mask" mask:"Blend"`
	Blend       [4]uint8  `json:"blend" mask:"Blend"` // red, green, blue, alpha; 255 is 1
	DamageBlend [4]uint8  `json:"damage_blend" mask:"Blend"`
	Fog         Quake2Fog `json:"fog" mask:"Fog"`
	FOV         uint8     `json:"fov" mask:"FOV"` // degrees, horizontal
	RDFlags     uint8     `json:"rdflags" mask:"RDFlags"`
	StatBits    uint64    `json:"mask2"` // bit per stat that changes
	Stats       []int16   `json:"stats"` // the values of the stats in StatBits, in order
}

// Quake2PlayerRare has the rare fields of a [Quake2PlayerInfo].
type Quake2PlayerRare struct {
	Remove    bool                  `json:"remove,omitempty"` // the player has left (mvd2)
	Rerelease Quake2RereleasePlayer `json:"rerelease,omitempty"`
}

// Name returns "playerinfo".
func (*Quake2PlayerInfo) Name() string { return "playerinfo" }

// Merge sets m to the combined effect of m and, after it, d, whose fields win. It does not merge the wire's own flags,
// nor the stats, whose number depends on StatBits.
func (m *Quake2PlayerInfo) Merge(d *Quake2PlayerInfo) {
	mask := d.Mask
	for i := range m.Origin {
		m.move(d, PlayerOriginX<<i, &m.Origin[i], d.Origin[i])
		m.move(d, PlayerVelocityX<<i, &m.Velocity[i], d.Velocity[i])
	}
	take(mask, PlayerType, &m.Type, d.Type)
	take(mask, PlayerTime, &m.Time, d.Time)
	take(mask, PlayerFlags, &m.Flags, d.Flags)
	take(mask, PlayerGravity, &m.Gravity, d.Gravity)
	take(mask, PlayerDeltaAngles, &m.DeltaAngles, d.DeltaAngles)
	take(mask, PlayerViewOffset, &m.ViewOffset, d.ViewOffset)
	take(mask, PlayerViewAngles, &m.ViewAngles[0], d.ViewAngles[0])
	take(mask, PlayerViewAngles, &m.ViewAngles[1], d.ViewAngles[1])
	take(mask, PlayerViewRoll, &m.ViewAngles[2], d.ViewAngles[2])
	take(mask, PlayerKickAngles, &m.KickAngles, d.KickAngles)
	take(mask, PlayerGunIndex, &m.GunIndex, d.GunIndex)
	take(mask, PlayerGunFrame, &m.GunFrame, d.GunFrame)
	take(mask, PlayerGunOffset, &m.GunOffset, d.GunOffset)
	take(mask, PlayerGunAngles, &m.GunAngles, d.GunAngles)
	take(mask, PlayerFOV, &m.FOV, d.FOV)
	take(mask, PlayerRDFlags, &m.RDFlags, d.RDFlags)
	if mask&PlayerBlend != 0 {
		for i := range m.Blend {
			if d.BlendBits&(1<<i) != 0 {
				m.Blend[i] = d.Blend[i]
			}
			if d.BlendBits&(0x10<<i) != 0 {
				m.DamageBlend[i] = d.DamageBlend[i]
			}
		}
		m.BlendBits |= d.BlendBits
	}
	if mask&PlayerFog != 0 {
		m.Fog.merge(&d.Fog)
	}
	m.Number, m.Remove = d.Number, d.Remove
	m.Mask |= mask
	m.Rerelease.merge(&d.Rerelease)
}

// move merges a coordinate, which d may have as a difference.
func (m *Quake2PlayerInfo) move(d *Quake2PlayerInfo, field PlayerField, to *wire.Coord, from wire.Coord) {
	switch {
	case d.Mask&field == 0:
	case d.Difference&field == 0:
		*to = from
		m.Difference &^= field
	case m.Mask&field != 0:
		*to += from
	default:
		*to = from
		m.Difference |= field
	}
}

// Quake2Fog is the fog of the extended protocols 3436 and MVD 2013. Bits has the fields on the wire.
type Quake2Fog struct {
	Bits          uint8         `json:"mask"`
	Color         [3]uint8      `json:"color"`
	Density       uint16        `json:"density"`
	SkyFactor     uint16        `json:"sky_factor"`
	HeightDensity uint16        `json:"height_density"`
	HeightFalloff uint16        `json:"height_falloff"`
	StartColor    [3]uint8      `json:"height_start_color"`
	EndColor      [3]uint8      `json:"height_end_color"`
	Distance      [2]wire.Coord `json:"height_dist"` // start and end
}

// merge takes the fields of d; the bits are in the order of the fields.
func (f *Quake2Fog) merge(d *Quake2Fog) {
	take(d.Bits, 1, &f.Color, d.Color)
	take(d.Bits, 1<<1, &f.Density, d.Density)
	take(d.Bits, 1<<1, &f.SkyFactor, d.SkyFactor)
	take(d.Bits, 1<<2, &f.HeightDensity, d.HeightDensity)
	take(d.Bits, 1<<3, &f.HeightFalloff, d.HeightFalloff)
	take(d.Bits, 1<<4, &f.StartColor, d.StartColor)
	take(d.Bits, 1<<5, &f.EndColor, d.EndColor)
	take(d.Bits, 1<<6, &f.Distance[0], d.Distance[0])
	take(d.Bits, 1<<7, &f.Distance[1], d.Distance[1])
	f.Bits |= d.Bits
}
