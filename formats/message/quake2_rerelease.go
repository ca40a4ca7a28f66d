package message

import "demoscope/formats/wire"

// Messages and fields of the protocols of Quake II's re-release: 2022 and 2023, and 1038 of q2repro.

// RereleaseField is the set of a player's fields that a message changes, of those that the re-release encodes
// differently from Quake II.
type RereleaseField uint32

// The fields of a player.
const (
	RereleaseViewOffset RereleaseField = 1 << iota
	RereleaseViewHeight
	RereleaseKickAngles
	RereleaseGunFrame
	RereleaseGunOffsetX
	RereleaseGunOffsetY
	RereleaseGunOffsetZ
	RereleaseGunPitch
	RereleaseGunYaw
	RereleaseGunRoll
	RereleaseGunRate
	RereleaseTeam
	RereleaseClient
)

var rereleaseFieldNames = []string{
	"ViewOffset", "ViewHeight", "KickAngles", "GunFrame", "GunOffsetX", "GunOffsetY", "GunOffsetZ",
	"GunPitch", "GunYaw", "GunRoll", "GunRate", "Team", "Client",
}

// Names returns the names of the bits from bit 0, as used in mask tags.
func (RereleaseField) Names() []string { return rereleaseFieldNames }

// Quake2RereleasePlayer has the fields of a playerinfo that the re-release encodes differently from Quake II, or adds.
// The eye is at the player's origin plus ViewOffset plus ViewHeight.
type Quake2RereleasePlayer struct {
	Mask       RereleaseField `json:"-"`
	ViewOffset [3]int16       `json:"viewoffset" mask:"ViewOffset"`  // 16ths of a unit
	ViewHeight int8           `json:"viewheight" mask:"ViewHeight"`  // units
	KickAngles [3]int16       `json:"kick_angles" mask:"KickAngles"` // 1024ths of a degree
	GunFrame   uint16         `json:"gunframe" mask:"GunFrame"`      // 9 bits; in 2022 and 2023, flags above
	// GunOffset is in units and GunAngles in degrees.
	GunOffset [3]float32 `json:"gunoffset" mask:"GunOffsetX,GunOffsetY,GunOffsetZ"`
	GunAngles [3]float32 `json:"gunangles" mask:"GunPitch,GunYaw,GunRoll"`
	GunRate   uint8      `json:"gunrate" mask:"GunRate"` // frames a second, 0 for 10
	Team      uint8      `json:"team" mask:"Team"`
	Client    int16      `json:"clientnum" mask:"Client"`
}

func (p *Quake2RereleasePlayer) merge(d *Quake2RereleasePlayer) {
	m := d.Mask
	take(m, RereleaseViewOffset, &p.ViewOffset, d.ViewOffset)
	take(m, RereleaseViewHeight, &p.ViewHeight, d.ViewHeight)
	take(m, RereleaseKickAngles, &p.KickAngles, d.KickAngles)
	take(m, RereleaseGunFrame, &p.GunFrame, d.GunFrame)
	for i := range p.GunOffset {
		take(m, RereleaseGunOffsetX<<i, &p.GunOffset[i], d.GunOffset[i])
		take(m, RereleaseGunPitch<<i, &p.GunAngles[i], d.GunAngles[i])
	}
	take(m, RereleaseGunRate, &p.GunRate, d.GunRate)
	take(m, RereleaseTeam, &p.Team, d.Team)
	take(m, RereleaseClient, &p.Client, d.Client)
	p.Mask |= m
}

// Quake2Areas has the areas that another player of a split screen can see. The playerinfo of that player follows.
type Quake2Areas struct {
	Areas []byte `json:"areas"`
}

// Name returns "areas".
func (*Quake2Areas) Name() string { return "areas" }

// Quake2SplitClient names the split-screen player that the following messages are for.
type Quake2SplitClient struct {
	Player uint8 `json:"player"` // counted from 1
}

// Name returns "splitclient".
func (*Quake2SplitClient) Name() string { return "splitclient" }

// Quake2Packed holds the compressed bytes of a message and their uncompressed length. Without bytes, an encoder
// compresses the message itself.
type Quake2Packed struct {
	Packed []byte `json:"packed,omitempty"`
	Plain  uint16 `json:"plain,omitempty"`
}

// Quake2ConfigStrings holds several config strings: compressed in 2022 and 2023, as a stream in 1038.
type Quake2ConfigStrings struct {
	Stream  bool           `json:"stream,omitempty"`
	Strings []ConfigString `json:"configstrings"`
	Quake2Packed
}

// Name returns "configblast" or "configstringstream".
func (m *Quake2ConfigStrings) Name() string {
	if m.Stream {
		return "configstringstream"
	}
	return "configblast"
}

// Quake2Baselines holds several baselines: compressed in 2022 and 2023, as a stream in 1038.
type Quake2Baselines struct {
	Stream   bool          `json:"stream,omitempty"`
	Entities []EntityDelta `json:"baselines" units:"entity"`
	Quake2Packed
}

// Name returns "spawnbaselineblast" or "baselinestream".
func (m *Quake2Baselines) Name() string {
	if m.Stream {
		return "baselinestream"
	}
	return "spawnbaselineblast"
}

// Quake2GameState has all config strings and all baselines (1038).
type Quake2GameState struct {
	Strings  []ConfigString `json:"configstrings"`
	Entities []EntityDelta  `json:"baselines" units:"entity"`
}

// Name returns "gamestate".
func (*Quake2GameState) Name() string { return "gamestate" }

// Quake2LevelRestart restarts the level, with the config strings that differ.
type Quake2LevelRestart struct {
	Strings []ConfigString `json:"configstrings"`
}

// Name returns "level_restart".
func (*Quake2LevelRestart) Name() string { return "level_restart" }

// Quake2Zip announces compressed messages, which follow it one by one up to a [Quake2ZipEnd] (1038).
type Quake2Zip struct{ Quake2Packed }

// Name returns "zpacket".
func (*Quake2Zip) Name() string { return "zpacket" }

// Quake2ZipEnd ends the messages of a [Quake2Zip]. It is not on the wire.
type Quake2ZipEnd struct{}

// Name returns "zpacket_end".
func (*Quake2ZipEnd) Name() string { return "zpacket_end" }

// Quake2ZipDownload is a compressed piece of a file from the server (1038). Demoscope displays it but never saves it.
type Quake2ZipDownload struct {
	Size    int16  `json:"size"` // of Data; negative if there is no such file
	Percent uint8  `json:"percent"`
	Data    []byte `json:"downloadbuffer"`
}

// Name returns "zdownload".
func (*Quake2ZipDownload) Name() string { return "zdownload" }

// Quake2Setting changes a setting of the connection (1038).
type Quake2Setting struct {
	Index int32 `json:"index"`
	Value int32 `json:"value"`
}

// Name returns "setting".
func (*Quake2Setting) Name() string { return "setting" }

// Quake2Damage reports how hard the recorder was hit, and from where.
type Quake2Damage struct {
	Hits []Quake2Hit `json:"hits"`
}

// Name returns "damage".
func (*Quake2Damage) Name() string { return "damage" }

// Quake2Hit is one hit of [Quake2Damage].
type Quake2Hit struct {
	// Damage is a third of the damage in the low five bits, and a bit each for health, armor and power shield that took
	// it.
	Damage    uint8 `json:"damage"`
	Direction uint8 `json:"dir"` // one of 162 directions
}

// Quake2LocPrint is a print whose text is a key of the game's texts, with arguments, which may be keys, too.
type Quake2LocPrint struct {
	Level uint8    `json:"level"` // like [Print]; 8 for everybody, 16 not in the notify area
	Base  []byte   `json:"base"`
	Args  [][]byte `json:"args"`
}

// Name returns "locprint".
func (*Quake2LocPrint) Name() string { return "locprint" }

// Quake2FogChange changes the fog of the level. Bits has the fields on the wire, in their order; bit 7 says that Bits
// has 16 bits there.
type Quake2FogChange struct {
	Bits          uint16   `json:"mask"`
	Density       float32  `json:"density"`    // bit 0
	SkyFactor     uint8    `json:"sky_factor"` // bit 0
	Color         [3]uint8 `json:"color"`      // bits 1 to 3
	Time          uint16   `json:"time"`       // milliseconds; bit 4
	HeightFalloff float32  `json:"height_falloff"`
	HeightDensity float32  `json:"height_density"`
	StartColor    [3]uint8 `json:"height_start_color"` // bits 8 to 10
	StartDistance int32    `json:"height_start_dist"`
	EndColor      [3]uint8 `json:"height_end_color"` // bits 12 to 14
	EndDistance   int32    `json:"height_end_dist"`
}

// Name returns "fog".
func (*Quake2FogChange) Name() string { return "fog" }

// Quake2Waiting is the number of players still missing before the game begins.
type Quake2Waiting struct {
	Players uint8 `json:"players"`
}

// Name returns "waitingforplayers".
func (*Quake2Waiting) Name() string { return "waitingforplayers" }

// Quake2BotChat is a line of a bot, by its key.
type Quake2BotChat struct {
	Bot    []byte `json:"bot"`
	Client int16  `json:"client"` // recipient, 256 for nobody
	Key    []byte `json:"key"`
}

// Name returns "bot_chat".
func (*Quake2BotChat) Name() string { return "bot_chat" }

// Quake2Point is a point of interest on the screen.
type Quake2Point struct {
	Key    uint16        `json:"key"`  // nonzero keys replace the point with the same key
	Time   uint16        `json:"time"` // milliseconds; 0 forever, 65535 removes it
	Origin [3]wire.Coord `json:"origin"`
	Image  uint16        `json:"image"`
	Color  uint8         `json:"color"`
	Flags  uint8         `json:"flags"` // 1: hidden when aimed at
}

// Name returns "poi".
func (*Quake2Point) Name() string { return "poi" }

// Quake2HelpPath is a point of the path to the goal.
type Quake2HelpPath struct {
	First   uint8         `json:"first"` // 1 if it is the first of a new path
	Origin  [3]wire.Coord `json:"origin"`
	MoveDir uint8         `json:"movedir"`
}

// Name returns "help_path".
func (*Quake2HelpPath) Name() string { return "help_path" }

// Quake2Achievement names an achievement of the recorder.
type Quake2Achievement struct {
	ID []byte `json:"id"`
}

// Name returns "achievement".
func (*Quake2Achievement) Name() string { return "achievement" }
