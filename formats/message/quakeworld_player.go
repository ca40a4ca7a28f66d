package message

import "demoscope/formats/wire"

// QWClientBlock is the recorder's own move (QWD 3.1, corrected by qwfacts 0.1).
type QWClientBlock struct {
	Msec       uint8      `json:"msec"` // duration of the move
	Pad        [3]uint8   `json:"pad"`
	Angles     [3]float32 `json:"angles"` // of the move, degrees
	Moves      [3]int16   `json:"speed"`  // forward, right, up: units a second
	Buttons    uint8      `json:"flag"`   // 1 fire, 2 jump
	Impulse    uint8      `json:"impulse"`
	ViewAngles [3]float32 `json:"uk_angles"` // of the view, degrees
}

// Name returns "client_block".
func (*QWClientBlock) Name() string { return "client_block" }

// QWUserCommand is a player's last move. Fields without a bit in Bits are zero. Angles have 16 bits, a circle is 65536.
type QWUserCommand struct {
	Bits    uint8    `json:"mask2"`
	Angles  [3]int16 `json:"angles" angle:"short"`
	Moves   [3]int16 `json:"speed"` // forward, side, up: units a second; 8 bits each up to protocol 26
	Buttons uint8    `json:"flag"`
	Impulse uint8    `json:"impulse"`
	Msec    uint8    `json:"load"`
}

// Bits of QWUserCommand.
const (
	QWCommandPitch = 1 << iota
	QWCommandRoll
	QWCommandForward
	QWCommandSide
	QWCommandUp
	QWCommandButtons
	QWCommandImpulse
	QWCommandYaw // the milliseconds up to protocol 26
)

// QWPlayerInfo is a player at the packet's time (QWD 5.43). It is not a delta: fields without a bit in Bits are zero,
// and model 0 is the default player model. Bits 16 to 23 are the third byte of FTEX 0x2, 0x8, 0x100 or 0x800.
type QWPlayerInfo struct {
	Player      uint8         `json:"player"`
	Bits        uint32        `json:"mask"`
	Origin      [3]wire.Coord `json:"origin" units:"player"`
	Frame       uint8         `json:"frame"`
	Msec        uint8         `json:"ping"` // age of the command in milliseconds
	Command     QWUserCommand `json:"command"`
	Velocity    [3]int16      `json:"cspeed"` // units a second
	Model       uint8         `json:"model"`
	Skin        uint8         `json:"uk_byte6"`
	Effects     uint8         `json:"weapon"`
	WeaponFrame uint8         `json:"weaponframe"`
	// Prediction follows WeaponFrame with MVD1 0x80: a byte, and 22 more if it is not zero.
	Prediction []byte   `json:"prediction,omitempty"`
	Scale      uint8    `json:"scale,omitempty"`
	Alpha      uint8    `json:"alpha,omitempty"`
	Fatness    uint8    `json:"fatness,omitempty"`
	Hull       uint8    `json:"hull,omitempty"`
	ColorMod   [3]uint8 `json:"colormod,omitempty"`
}

// Name returns "playerinfo".
func (*QWPlayerInfo) Name() string { return "playerinfo" }

// Bits of QWPlayerInfo.
const (
	QWPlayerMsec = 1 << iota
	QWPlayerCommand
	QWPlayerVelocityX
	QWPlayerVelocityY
	QWPlayerVelocityZ
	QWPlayerModel
	QWPlayerSkin
	QWPlayerEffects
	QWPlayerWeaponFrame
	QWPlayerDead
	QWPlayerGib
	QWPlayerOnGround = 1 << 14 // if the server's info enables it: bit 64 of *z_ext
	QWPlayerExtra    = 1 << 15 // with FTEX 0x2, 0x8, 0x100 or 0x800: a third byte of bits follows
	QWPlayerScale    = 1 << 16
	QWPlayerAlpha    = 1 << 17
	QWPlayerFatness  = 1 << 18
	QWPlayerColorMod = 1 << 19
	// With FTEX 0x800, bit 14 announces a byte with the size of the player's box, and bit 22 replaces it for
	// QWPlayerOnGround.
	QWPlayerHull         = QWPlayerOnGround
	QWPlayerOnGroundHull = 1 << 22
)

// MVDPlayerInfo is a player of an .mvd as a delta against its last state (mvd facts, section 3). Fields without a bit
// in Bits are zero here and keep their value in the game; the dead and gib bits are only valid until the next message.
// Angles have 16 bits, a circle is 65536.
type MVDPlayerInfo struct {
	Player      uint8         `json:"player"`
	Bits        uint16        `json:"mask"`
	Frame       uint8         `json:"frame"`
	Origin      [3]wire.Coord `json:"origin" units:"player"`
	Angles      [3]int16      `json:"angles" angle:"short"`
	Model       uint8         `json:"model"`
	Skin        uint8         `json:"skinnum"`
	Effects     uint8         `json:"effects"`
	WeaponFrame uint8         `json:"weaponframe"`
}

// Name returns "playerinfo".
func (*MVDPlayerInfo) Name() string { return "playerinfo" }

// Bits of MVDPlayerInfo.
const (
	MVDPlayerOriginX = 1 << iota
	MVDPlayerOriginY
	MVDPlayerOriginZ
	MVDPlayerPitch
	MVDPlayerYaw
	MVDPlayerRoll
	MVDPlayerEffects
	MVDPlayerSkin
	MVDPlayerDead
	MVDPlayerGib
	MVDPlayerWeaponFrame
	MVDPlayerModel
)
