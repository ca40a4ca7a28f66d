package message

// Hidden messages of .mvd carry data that the game does not display (mvd facts, section 5). A packet for no player
// holds a sequence of them. A message whose length does not fit its kind is read as an MVDHidden.

// MVDHidden is a hidden message of an unknown kind, or with a length that does not fit its kind. Range is the number of
// 0xFFFF words before Kind.
type MVDHidden struct {
	Range uint16 `json:"range,omitempty"`
	Kind  uint16 `json:"kind"`
	Data  []byte `json:"data"`
}

// Name returns "hidden".
func (*MVDHidden) Name() string { return "hidden" }

// MVDHiddenAntilag holds the positions that the server assumed for the players when it computed a shot of Player (kind
// 0). Times are in seconds.
type MVDHiddenAntilag struct {
	Player     uint8                `json:"player"`
	Sequence   uint32               `json:"incoming_seq"`
	ServerTime float32              `json:"server_time"`
	TargetTime float32              `json:"target_time"`
	Positions  []MVDAntilagPosition `json:"positions"`
}

// MVDAntilagPosition is one player of [MVDHiddenAntilag]. Bit 7 of Player says that ClientOrigin is known. Origins are
// in Quake units.
type MVDAntilagPosition struct {
	Player       uint8      `json:"player"`
	Origin       [3]float32 `json:"pos"`
	Msec         uint8      `json:"msec"`
	Model        uint8      `json:"predmodel"`
	ClientOrigin [3]float32 `json:"clientpos"`
}

// Name returns "hidden_antilag".
func (*MVDHiddenAntilag) Name() string { return "hidden_antilag" }

// MVDHiddenCommand is a player's move as the server received it (kind 1).
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

// MVDHiddenWeapons records how the client (kind 2) or the server (kind 8) chose a player's weapon.
type MVDHiddenWeapons struct {
	Server bool     `json:"server,omitempty"`
	Player uint8    `json:"player"`
	Items  int32    `json:"items"`
	Ammo   [4]uint8 `json:"ammo"` // shells, nails, rockets, cells
	Result uint8    `json:"result"`
	List   []byte   `json:"list"` // weapons by preference, with the terminator
}

// Name returns "hidden_weapons".
func (*MVDHiddenWeapons) Name() string { return "hidden_weapons" }

// MVDHiddenDemoInfo is a piece of KTX's statistics, JSON in the game's charset (kind 3). The pieces are joined in file
// order; Block is 0 for the last.
type MVDHiddenDemoInfo struct {
	Block uint16 `json:"block_number"`
	Data  []byte `json:"content"`
}

// Name returns "hidden_demoinfo".
func (*MVDHiddenDemoInfo) Name() string { return "hidden_demoinfo" }

// MVDHiddenDamage is a hit (kind 7). Attacker and Target are entity numbers: a player's is its slot plus 1.
type MVDHiddenDamage struct {
	Type     uint16 `json:"deathtype"` // bit 15: by splash
	Attacker uint16 `json:"attacker"`
	Target   uint16 `json:"target"`
	Damage   uint16 `json:"damage"` // may exceed the target's health
}

// Name returns "hidden_damage".
func (*MVDHiddenDamage) Name() string { return "hidden_damage" }

// MVDHiddenInstruction records a player's wish how to choose weapons (kind 9).
type MVDHiddenInstruction struct {
	Player   uint8     `json:"player"`
	Flags    uint8     `json:"flags"`
	Sequence int32     `json:"sequence"`
	Mode     int32     `json:"mode"`
	List     [10]uint8 `json:"weaponlist"`
}

// Name returns "hidden_instruction".
func (*MVDHiddenInstruction) Name() string { return "hidden_instruction" }

// MVDHiddenPause is how long a pause has lasted in real time (kind 10). If Bare is set, it has no length and is alone
// in its packet, as servers write it.
type MVDHiddenPause struct {
	Bare         bool  `json:"bare,omitempty"`
	Milliseconds uint8 `json:"ms"`
}

// Name returns "hidden_pause".
func (*MVDHiddenPause) Name() string { return "hidden_pause" }

// MVDHiddenStart is the time when the recording began, in milliseconds since 1970 (kind
// 11; some servers write it as kind 9).
type MVDHiddenStart struct {
	Kind uint16 `json:"kind"`
	Time uint64 `json:"unix_ms"`
}

// Name returns "hidden_start".
func (*MVDHiddenStart) Name() string { return "hidden_start" }
