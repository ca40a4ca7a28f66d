package message

import "demoscope/formats/wire"

// Messages of QuakeWorld (.qwd and .mvd, protocols 24 to 28 and the public extensions). "qwfacts" below are facts
// measured on real files, which take precedence over the QWD document.

// QWExtension is a pair of 32-bit words before the protocol number: a family of extensions (the letters "FTEX", "FTE2"
// or "MVD1") and its bits.
type QWExtension struct {
	Tag  uint32 `json:"tag"`
	Bits uint32 `json:"bits"`
	// Key and Data are the name and value of a "vlen" extension, which has no bits.
	Key  []byte `json:"name,omitempty"`
	Data []byte `json:"data,omitempty"`
}

// The families of extensions, as little-endian words. The last has a name and a value instead of bits.
const (
	TagFTE    = 'F' | 'T'<<8 | 'E'<<16 | 'X'<<24
	TagFTE2   = 'F' | 'T'<<8 | 'E'<<16 | '2'<<24
	TagMVD1   = 'M' | 'V'<<8 | 'D'<<16 | '1'<<24
	TagLength = 'v' | 'l'<<8 | 'e'<<16 | 'n'<<24
)

// Bits of FTE2 that change the encoding of messages. With the first, entities and players come as replacement deltas,
// and entity numbers may have more than 16 bits. With the second, deltas of players have view angles.
const (
	FTE2Replacement = 0x8
	FTE2Prediction  = 0x20
)

// ExtensionBits returns the bits of a family of extensions, 0 if the list lacks it.
func ExtensionBits(list []QWExtension, tag uint32) (bits uint32) {
	for _, x := range list {
		if x.Tag == tag {
			bits = x.Bits
		}
	}
	return bits
}

// Equal reports whether two extensions are the same.
func (x QWExtension) Equal(o QWExtension) bool {
	return x.Tag == o.Tag && x.Bits == o.Bits && string(x.Key) == string(o.Key) && string(x.Data) == string(o.Data)
}

// QWServerData begins a level (QWD 5.12). MoveVars are gravity, stopspeed, maxspeed, spectatormaxspeed, accelerate,
// airaccelerate, wateraccelerate, friction, waterfriction and entgravity; protocol 24 has none of them.
type QWServerData struct {
	Extensions []QWExtension `json:"extensions"`
	Protocol   int32         `json:"serverversion"`
	Age        int32         `json:"age"` // number of the level since the server started
	GameDir    []byte        `json:"game"`
	// Client is the recorder's slot, with bit 7 for a spectator; .mvd has the server's time in seconds instead.
	Client     uint8   `json:"client"`
	ServerTime float32 `json:"server_time"`
	// Slots are the server's slots, and Seats the number of players on the recorder's client, with bit 7 for spectators
	// (FTE2 0x10). Players are their slots, or with FTEX 0x100000 alone, those of all seats but the first.
	Slots    uint8       `json:"slots,omitempty"`
	Seats    uint8       `json:"seats,omitempty"`
	Players  []byte      `json:"players,omitempty"`
	MapName  []byte      `json:"mapname"` // the title, not the file
	MoveVars [10]float32 `json:"movevars"`

	// Units are the units of all messages except entity deltas and players, which have their own.
	Units       wire.Units `json:"units"`
	EntityUnits wire.Units `json:"entity_units"`
	PlayerUnits wire.Units `json:"player_units"`
}

// Name returns "serverdata".
func (*QWServerData) Name() string { return "serverdata" }

// QWList is a part of the precache list of models or sounds (QWD 5.46, 5.47; ids 60 and 56 for indices from 256). The
// first of Names has the number First+1. Next is the First of the next part, 0 after the last; up to protocol 25 the
// list has one part and both are 0.
type QWList struct {
	Kind  QWListKind `json:"kind"`
	First uint16     `json:"first"`
	Names [][]byte   `json:"names"`
	Next  uint8      `json:"next"`
}

// QWListKind distinguishes the list messages.
type QWListKind uint8

// The lists.
const (
	QWModelList QWListKind = iota
	QWSoundList
	QWModelListShort // First has 16 bits
	QWSoundListShort
)

// Sounds reports whether the list is one of sounds.
func (l *QWList) Sounds() bool { return l.Kind == QWSoundList || l.Kind == QWSoundListShort }

// Name returns "modellist", "soundlist", "fte_modellist_short" or "soundlistshort".
func (l *QWList) Name() string {
	switch l.Kind {
	case QWSoundList:
		return "soundlist"
	case QWModelListShort:
		return "fte_modellist_short"
	case QWSoundListShort:
		return "soundlistshort"
	}
	return "modellist"
}

// QWNail is one of [QWNails]. It is six bytes on the wire: 12 bits each for x, y and z (in steps of two units, plus
// 2048), 4 for the pitch and 8 for the yaw.
type QWNail struct {
	Number uint8 `json:"number"` // only in nails2
	X      int16 `json:"x"`      // units divided by 2
	Y      int16 `json:"y"`
	Z      int16 `json:"z"`
	Pitch  int8  `json:"angle_1"` // a circle is 16
	Yaw    int8  `json:"angle_2"` // a circle is 256
}

// QWNails are all nails in flight (QWD 5.44; id 54, .mvd only, with numbers).
type QWNails struct {
	Numbered bool     `json:"numbered,omitempty"`
	Nails    []QWNail `json:"nails"`
}

// Name returns "nails" or "nails2".
func (n *QWNails) Name() string {
	if n.Numbered {
		return "nails2"
	}
	return "nails"
}

// QWChoke is the number of packets that the server held back (QWD 5.45).
type QWChoke struct {
	Count uint8 `json:"choke"`
}

// Name returns "choke".
func (*QWChoke) Name() string { return "choke" }

// QWKick jerks the view, like the recoil of a shot (QWD 5.35, 5.36).
type QWKick struct {
	Big bool `json:"big,omitempty"`
}

// Name returns "smallkick" or "bigkick".
func (k *QWKick) Name() string {
	if k.Big {
		return "bigkick"
	}
	return "smallkick"
}

// QWUpdatePing sets a player's ping in milliseconds (QWD 5.37).
type QWUpdatePing struct {
	Player uint8 `json:"player"`
	Ping   int16 `json:"ping"`
}

// Name returns "updateping".
func (*QWUpdatePing) Name() string { return "updateping" }

// QWUpdatePL sets the percentage of a player's lost packets (QWD 5.54).
type QWUpdatePL struct {
	Player uint8 `json:"player"`
	Loss   uint8 `json:"loss"`
}

// Name returns "updatepl".
func (*QWUpdatePL) Name() string { return "updatepl" }

// QWUpdateEnterTime reports how many seconds ago a player entered (QWD 5.38).
type QWUpdateEnterTime struct {
	Player uint8   `json:"player"`
	Time   float32 `json:"entertime"`
}

// Name returns "updateentertime".
func (*QWUpdateEnterTime) Name() string { return "updateentertime" }

// QWMuzzleFlash is the muzzle flash of a shooting entity (QWD 5.40).
type QWMuzzleFlash struct {
	Entity int32 `json:"entity"`
}

// Name returns "muzzleflash".
func (*QWMuzzleFlash) Name() string { return "muzzleflash" }

// QWUpdateUserInfo replaces all of a player's user info, \key\value pairs; an empty one means that the player left (QWD
// 5.41).
type QWUpdateUserInfo struct {
	Player uint8  `json:"player"`
	User   int32  `json:"user"`
	Text   []byte `json:"text"`
}

// Name returns "updateuserinfo".
func (*QWUpdateUserInfo) Name() string { return "updateuserinfo" }

// QWSetInfo sets one key of a player's user info (QWD 5.52).
type QWSetInfo struct {
	Player uint8  `json:"player"`
	Key    []byte `json:"name"`
	Value  []byte `json:"string"`
}

// Name returns "setinfo".
func (*QWSetInfo) Name() string { return "setinfo" }

// QWServerInfo sets one key of the server info (QWD 5.53).
type QWServerInfo struct {
	Key   []byte `json:"name"`
	Value []byte `json:"string"`
}

// Name returns "serverinfo".
func (*QWServerInfo) Name() string { return "serverinfo" }

// QWMaxSpeed sets the recorder's maximum speed in units a second (QWD 5.50).
type QWMaxSpeed struct {
	Speed float32 `json:"maxspeed"`
}

// Name returns "maxspeed".
func (*QWMaxSpeed) Name() string { return "maxspeed" }

// QWEntGravity sets the recorder's gravity, 1 is normal (QWD 5.51).
type QWEntGravity struct {
	Gravity float32 `json:"gravity"`
}

// Name returns "entgravity".
func (*QWEntGravity) Name() string { return "entgravity" }

// QWDownload is a piece of a file from the server (QWD 5.42). Demoscope displays it but never saves it. With chunked
// downloads (FTEX 0x20000000) Chunk is the number of the piece. If it is negative, the message has no data but the
// file's name and Size, its length or a reason for failure.
type QWDownload struct {
	Chunked bool  `json:"chunked,omitempty"`
	Chunk   int32 `json:"chunk,omitempty"`
	// Large is the file length if Size is too small for it: the low and the high half.
	Large   [2]uint32 `json:"large,omitempty"`
	Size    int32     `json:"size"` // -1 if the server lacks the file
	Percent uint8     `json:"percent"`
	File    []byte    `json:"file,omitempty"`
	Data    []byte    `json:"downloadbuffer"`
}

// Name returns "download".
func (*QWDownload) Name() string { return "download" }

// QWQizmoVoice is a piece of speech added by the proxy Qizmo (id 83): two bytes of header and 32 of sound.
type QWQizmoVoice struct {
	Data []byte `json:"data"`
}

// Name returns "qizmovoice".
func (*QWQizmoVoice) Name() string { return "qizmovoice" }

// QWVoice is a piece of a player's speech (id 84, FTE2 0x2).
type QWVoice struct {
	Player     uint8  `json:"player"`
	Generation uint8  `json:"generation"`
	Sequence   uint8  `json:"sequence"`
	Data       []byte `json:"data"`
}

// Name returns "voice".
func (*QWVoice) Name() string { return "voice" }

// QWStatFloat sets one of a player's stats to a number that an updatestat can't hold (id 79, FTE).
type QWStatFloat struct {
	Index uint8   `json:"index"`
	Value float32 `json:"value"`
}

// Name returns "updatestatfloat".
func (*QWStatFloat) Name() string { return "updatestatfloat" }

// QWProjectile is one of [QWProjectiles]. Bits has the fields on the wire: 0x200 origin and velocity, 1 angles, 4 model
// and owner, 0x800 age. If bit 15 of Word is set, the projectile is removed and has no other fields.
type QWProjectile struct {
	Word     uint16        `json:"entity"`
	Bits     uint16        `json:"mask"`
	Origin   [3]float32    `json:"origin"`
	Velocity [3]float32    `json:"velocity"`
	Angles   [3]wire.Angle `json:"angles"`
	Model    int16         `json:"modelindex"`
	Owner    int16         `json:"owner"`
	Age      uint8         `json:"time_offset"`
}

// QWProjectiles are projectiles in flight whose path the client computes (id 100, MVD1 0x100).
type QWProjectiles struct {
	Frame       int32          `json:"frame"`
	Projectiles []QWProjectile `json:"projectiles"`
}

// Name returns "packetsprojectiles".
func (*QWProjectiles) Name() string { return "packetsprojectiles" }

// QWConnectionless is a packet outside the connection's sequence (QWD 4): ID 2 disconnect, 'B' client_command, 'c'
// challenge, 'j' connect, 'k' ping, 'n' console. If Open is set, the zero byte after Text is missing.
type QWConnectionless struct {
	ID   uint8  `json:"connless_id"`
	Kind []byte `json:"kind"` // name of ID in the document, empty if it has none
	Text []byte `json:"text,omitempty"`
	Open bool   `json:"open,omitempty"`
}

// Name returns "connectionless".
func (*QWConnectionless) Name() string { return "connectionless" }

// QWSequence is a frame block (QWD 3.3): the sequence numbers from which the packets continue.
type QWSequence struct {
	Outgoing int32 `json:"seq1"`
	Incoming int32 `json:"seq2"`
}

// Name returns "frame_block".
func (*QWSequence) Name() string { return "frame_block" }
