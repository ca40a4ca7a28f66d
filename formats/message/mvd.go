package message

// Hidden messages of .mvd, which only programs read (mvd facts, section 5). A
// packet for no player holds a row of them. Each has a length, checked against
// its kind: one of another length is a MVDHidden.

// MVDHidden is a hidden message of a kind that has no type of its own here.
// Range counts the 0xFFFF words before Kind.
type MVDHidden struct {
	Range uint16 `json:"range,omitempty"`
	Kind  uint16 `json:"kind"`
	Data  []byte `json:"data"`
}

// Name returns "hidden".
func (*MVDHidden) Name() string { return "hidden" }

// MVDHiddenAntilag tells where the server believed the players to be when it
// computed a shot of Player (kind 0).
type MVDHiddenAntilag struct {
	Player     uint8                `json:"player"`
	Sequence   uint32               `json:"incoming_seq"`
	ServerTime float32              `json:"server_time"`
	TargetTime float32              `json:"target_time"`
	Positions  []MVDAntilagPosition `json:"positions"`
}

// MVDAntilagPosition is one player of MVDHiddenAntilag. Bit 7 of Player tells
// that ClientOrigin is known.
type MVDAntilagPosition struct {
	Player       uint8      `json:"player"`
	Origin       [3]float32 `json:"pos"`
	Msec         uint8      `json:"msec"`
	Model        uint8      `json:"predmodel"`
	ClientOrigin [3]float32 `json:"clientpos"`
}

// Name returns "hidden_antilag".
func (*MVDHiddenAntilag) Name() string { return "hidden_antilag" }

// MVDHiddenCommand is a player's move as the server got it (kind 1).
type MVDHiddenCommand struct {
	Player  uint8      `json:"player"`
	Dropped uint8      `json:"drop"`
	Msec    uint8      `json:"msec"`
	Angles  [3]float32 `json:"angles"` // degrees
	Moves   [3]int16   `json:"moves"`  // forward, side, up: units a second
	Buttons uint8      `json:"buttons"`
	Impulse uint8      `json:"impulse"`
}

// Name returns "hidden_usercmd".
func (*MVDHiddenCommand) Name() string { return "hidden_usercmd" }

// MVDHiddenWeapons tells how a player's weapon was chosen, by the client
// (kind 2) or the server (kind 8).
type MVDHiddenWeapons struct {
	Server bool     `json:"server,omitempty"`
	Player uint8    `json:"player"`
	Items  int32    `json:"items"`
	Ammo   [4]uint8 `json:"ammo"` // shells, nails, rockets, cells
	Result uint8    `json:"result"`
	List   []byte   `json:"list"` // by preference, with what ends it
}

// Name returns "hidden_weapons".
func (*MVDHiddenWeapons) Name() string { return "hidden_weapons" }

// MVDHiddenDemoInfo is a piece of KTX's statistics, JSON in the game's
// charset (kind 3). Pieces are joined in file order; Block is 0 for the last.
type MVDHiddenDemoInfo struct {
	Block uint16 `json:"block_number"`
	Data  []byte `json:"content"`
}

// Name returns "hidden_demoinfo".
func (*MVDHiddenDemoInfo) Name() string { return "hidden_demoinfo" }

// MVDHiddenDamage is one hit (kind 7). Attacker and Target are entities: a
// player's is its slot plus 1.
type MVDHiddenDamage struct {
	Type     uint16 `json:"deathtype"` // bit 15: by splash
	Attacker uint16 `json:"attacker"`
	Target   uint16 `json:"target"`
	Damage   uint16 `json:"damage"` // not bounded by the health that was left
}

// Name returns "hidden_damage".
func (*MVDHiddenDamage) Name() string { return "hidden_damage" }

// MVDHiddenInstruction is a player's order how to choose weapons (kind 9).
type MVDHiddenInstruction struct {
	Player   uint8     `json:"player"`
	Flags    uint8     `json:"flags"`
	Sequence int32     `json:"sequence"`
	Mode     int32     `json:"mode"`
	List     [10]uint8 `json:"weaponlist"`
}

// Name returns "hidden_instruction".
func (*MVDHiddenInstruction) Name() string { return "hidden_instruction" }

// MVDHiddenPause tells the real time that a pause has lasted (kind 10). Bare
// is how servers write it: no length, and nothing else in the packet.
type MVDHiddenPause struct {
	Bare         bool  `json:"bare,omitempty"`
	Milliseconds uint8 `json:"ms"`
}

// Name returns "hidden_pause".
func (*MVDHiddenPause) Name() string { return "hidden_pause" }

// MVDHiddenStart is when the recording began, in milliseconds since 1970
// (kind 11; some servers wrote it as kind 9).
type MVDHiddenStart struct {
	Kind uint16 `json:"kind"`
	Time uint64 `json:"unix_ms"`
}

// Name returns "hidden_start".
func (*MVDHiddenStart) Name() string { return "hidden_start" }
