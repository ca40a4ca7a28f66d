package message

// Messages of FTE's second set of extensions. FTE2 0x8 replaces the messages with entities and players: a replacement
// delta changes the last sent state of its entity, not its state in a frame.

// UpdateEntities is the changes of entities, players included, since the last such message (id 86, FTE2 0x8). Other
// entities stay as they are.
type UpdateEntities struct {
	// Acknowledge is the number of the recorder's last move received by the server (.dem, FTE2 0x20).
	Acknowledge uint16              `json:"acknowledge,omitempty"`
	Time        float32             `json:"time"` // server's, in seconds
	Entities    []ReplacementUpdate `json:"entities" units:"entity"`
}

// Name returns "updateentities".
func (*UpdateEntities) Name() string { return "updateentities" }

// ReplacementUpdate is one entity of [UpdateEntities]. Removing entity 0 removes all entities.
type ReplacementUpdate struct {
	EntityDelta
	FTE Replacement `json:"fte,omitempty"`
}

// Bits of a replacement delta, as in EntityDelta.Bits. The bits between them announce another byte of bits.
const (
	ReplaceFrame = 1 << iota
	ReplaceOriginXY
	ReplaceOriginZ
	ReplaceAngleXZ
	ReplaceAngleY
	ReplaceEffects
	ReplacePrediction
	ReplaceMore
	ReplaceReset // the entity starts from its baseline
	ReplaceWide  // 16-bit frame and models; with FTE2 0x400 the end of a move instead
	ReplaceModel
	ReplaceSkin
	ReplaceColormap
	ReplaceSolid
	ReplaceFlags
	ReplaceMore2
	ReplaceAlpha
	ReplaceScale
	ReplaceBones
	ReplaceDrawFlags
	ReplaceTag
	ReplaceLight
	ReplaceTrail
	ReplaceMore3
	ReplaceColorMod
	ReplaceGlow
	ReplaceFatness
	ReplaceModel2
	ReplaceGravity
	ReplaceEffectsHigh // alone 16 bits, with ReplaceEffects 32
)

// Bits of [Replacement.Predicted].
const (
	PredictForward = 1 << iota
	PredictSide
	PredictUp
	PredictMoveType
	PredictVelocityXY
	PredictVelocityZ
	PredictMsec
	PredictView // the view's angles with FTE2 0x20, otherwise the frame of the view weapon
)

// ReplacementOnGround is the bit of Replacement.Flags for an entity that stands on something.
const ReplacementOnGround = 0x80

// Replacement has the fields that only replacement deltas have. Fields without a bit in the delta are zero.
type Replacement struct {
	Predicted   uint8    `json:"mask_predicted,omitempty"` // the fields up to WeaponFrame on the wire
	Moves       [3]int16 `json:"moves,omitempty"`          // forward, side, up: units a second
	MoveType    uint8    `json:"movetype,omitempty"`
	Velocity    [3]int16 `json:"velocity,omitempty"` // units a second, times 8
	Msec        uint8    `json:"msec,omitempty"`     // duration of the last move
	View        [3]int16 `json:"view_angles,omitempty" angle:"short"`
	WeaponFrame uint16   `json:"weaponframe,omitempty"`
	LerpEnd     uint32   `json:"lerp_end,omitempty"` // end of the move, in milliseconds from now
	// SolidKind is the encoding of the size with FTE2 0x40: 16 or 32 bits, or 0 to 3 for that value itself.
	SolidKind   uint8     `json:"solid_kind,omitempty"`
	Flags       uint32    `json:"flags,omitempty"`
	Bones       []byte    `json:"bones,omitempty"` // as on the wire
	DrawFlags   uint8     `json:"drawflags,omitempty"`
	AbsLight    uint8     `json:"abslight,omitempty"`
	Tag         int32     `json:"tag_entity,omitempty"`
	TagIndex    uint32    `json:"tag_index,omitempty"`
	Light       [4]int16  `json:"light,omitempty"` // red, green, blue, radius
	LightStyle  uint32    `json:"light_style,omitempty"`
	LightFlags  uint8     `json:"light_flags,omitempty"`
	Trail       [2]uint32 `json:"traileffect,omitempty"`
	GlowSize    uint8     `json:"glow_size,omitempty"`
	GlowColor   uint8     `json:"glow_color,omitempty"`
	GlowMod     [3]uint8  `json:"glow_mod,omitempty"`
	GravityTurn [2]uint8  `json:"gravity_turn,omitempty"` // a circle is 256
}

// Merge sets e to the combined effect of e and, after it, d, whose fields win.
func (e *ReplacementUpdate) Merge(d *ReplacementUpdate) {
	if d.Remove || d.Bits&ReplaceReset != 0 || e.Remove {
		*e = *d
		return
	}
	e.EntityDelta.Merge(&d.EntityDelta)
	x, y, bits := &e.FTE, &d.FTE, d.Bits
	if bits&ReplacePrediction != 0 {
		p := y.Predicted
		x.Predicted = x.Predicted&PredictMoveType | p
		take(p, PredictMoveType, &x.MoveType, y.MoveType)
		if p&PredictView != 0 {
			x.WeaponFrame = y.WeaponFrame
			if bits&ReplaceAngleXZ != 0 {
				x.View[0], x.View[2] = y.View[0], y.View[2]
			}
			if bits&ReplaceAngleY != 0 {
				x.View[1] = y.View[1]
			}
		}
	}
	// These are zero if they are not sent.
	x.Moves, x.Velocity, x.Msec = y.Moves, y.Velocity, y.Msec
	x.LerpEnd = y.LerpEnd
	take(bits, ReplaceSolid, &x.SolidKind, y.SolidKind)
	take(bits, ReplaceFlags, &x.Flags, y.Flags)
	take(bits, ReplaceBones, &x.Bones, y.Bones)
	if bits&ReplaceDrawFlags != 0 {
		x.DrawFlags, x.AbsLight = y.DrawFlags, y.AbsLight
	}
	if bits&ReplaceTag != 0 {
		x.Tag, x.TagIndex = y.Tag, y.TagIndex
	}
	if bits&ReplaceLight != 0 {
		x.Light, x.LightStyle, x.LightFlags = y.Light, y.LightStyle, y.LightFlags
	}
	take(bits, ReplaceTrail, &x.Trail, y.Trail)
	if bits&ReplaceGlow != 0 {
		x.GlowSize, x.GlowColor, x.GlowMod = y.GlowSize, y.GlowColor, y.GlowMod
	}
	take(bits, ReplaceGravity, &x.GravityTurn, y.GravityTurn)
}

// Precache numbers a model, a particle effect or a sound after the level has begun (QuakeWorld's id 77, 54 of .dem).
// The two highest bits of Index are the kind: see its methods.
type Precache struct {
	Index uint16 `json:"index"`
	Text  []byte `json:"name"`
}

// Name returns "precache".
func (*Precache) Name() string { return "precache" }

// The kinds of [Precache].
const (
	PrecacheModel = iota
	PrecacheParticles
	PrecacheSound
)

// Kind returns the kind of the resource: one of the constants.
func (p *Precache) Kind() int { return int(p.Index >> 14) }

// Number returns the number.
func (p *Precache) Number() int { return int(p.Index & (1<<14 - 1)) }

// SoundExtension has the fields of a sound that only FTE's form has (id 55; FTE2 0x8 in .dem).
type SoundExtension struct {
	Pitch      uint8    `json:"pitch,omitempty"` // percent
	TimeOffset int16    `json:"time_offset,omitempty"`
	Velocity   [3]int16 `json:"velocity,omitempty"` // units a second, times 8
	Speed      uint16   `json:"speed,omitempty"`    // 4000 is normal
}

// FTEUnused is a message of FTE's extensions that does not change the picture. ID is its number in QuakeWorld, and Data
// its content.
type FTEUnused struct {
	ID   uint8  `json:"id"`
	Data []byte `json:"data"`
}

// unusedNames are FTE's names of the messages, from id 57.
var unusedNames = [...]string{"lightstylecol", 5: "setportalstate", 6: "particle2", 7: "particle3", 8: "particle4",
	10: "customtempent", 11: "choosesplitclient", 12: "showpic", 13: "hidepic", 14: "movepic", 15: "updatepic",
	17: "effect", 18: "effect2", 19: "csqcentities", 21: "updatestatstring", 23: "trailparticles",
	24: "pointparticles", 25: "pointparticles1", 26: "cgamepacket", 28: "setangledelta", 30: "brushedit",
	32: "setinfoblob", 33: "cgamepacket_sized", 34: "temp_entity_sized", 35: "csqcentities_sized",
	36: "setanglebase"}

// Name returns FTE's name of the message, "" for other ids.
func (m *FTEUnused) Name() string {
	if m.ID == 25 {
		return "splitscreenconfig"
	}
	if i := int(m.ID) - 57; i >= 0 && i < len(unusedNames) {
		return unusedNames[i]
	}
	return ""
}
