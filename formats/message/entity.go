package message

import "demoscope/formats/wire"

// Field is the set of an entity's fields that a message changes. Its bits are the
// same for all games; the wire's own flags are in [EntityDelta.Bits].
type Field uint64

// The fields of an entity. High bytes have their own bits, because the low byte may still come from the base (protocol
// 666, FTE).
const (
	FieldOriginX Field = 1 << iota
	FieldOriginY
	FieldOriginZ
	FieldPitch
	FieldYaw
	FieldRoll
	FieldModel
	FieldModel2
	FieldModel3
	FieldModel4
	FieldModelHigh
	FieldFrame
	FieldFrameHigh
	FieldColormap
	FieldSkin
	FieldEffects
	FieldRenderFX
	FieldAlpha
	FieldScale
	FieldLerpFinish
	FieldOldOrigin
	FieldSound
	FieldEvent
	FieldSolid
	FieldColorMod
	FieldFatness
	FieldNoLerp       // no value: do not interpolate (Quake, protocol 15)
	FieldStep         // no value: moves in steps (Quake, protocol 666 and 999)
	FieldTransparency // Nehahra's two or three floats (Quake, protocol 15)
	FieldMoreEffects  // high part of the effects (Quake II extended, FTE)
	FieldAttenuation  // loop attenuation (Quake II extended)
	FieldVolume       // loop volume (Quake II extended)
	FieldFrameLow     // an 8-bit frame before the 16-bit one, which wins (Quake II)
	FieldDrawFlags    // FTE, with the next four
	FieldAbsLight
	FieldDPFlags
	FieldTag
	FieldLight
	FieldHidden // Quake II 2022, with the next two
	FieldOwner
	FieldOldFrame
)

// FieldOrigin and FieldAngles are the three coordinates and angles together.
const (
	FieldOrigin = FieldOriginX | FieldOriginY | FieldOriginZ
	FieldAngles = FieldPitch | FieldYaw | FieldRoll
)

var fieldNames = []string{
	"OriginX", "OriginY", "OriginZ", "Pitch", "Yaw", "Roll",
	"Model", "Model2", "Model3", "Model4", "ModelHigh", "Frame", "FrameHigh",
	"Colormap", "Skin", "Effects", "RenderFX", "Alpha", "Scale", "LerpFinish",
	"OldOrigin", "Sound", "Event", "Solid", "ColorMod", "Fatness",
	"NoLerp", "Step", "Transparency", "MoreEffects", "Attenuation", "Volume", "FrameLow",
	"DrawFlags", "AbsLight", "DPFlags", "Tag", "Light",
	"Hidden", "Owner", "OldFrame",
}

// Names returns the names of the bits from bit 0, as used in mask tags.
func (Field) Names() []string { return fieldNames }

// EntityDelta is an entity as a delta against its base: its baseline, or the entity in an earlier frame, depending on
// the game. Only the fields in Mask are valid; the others hold leftovers of earlier messages.
type EntityDelta struct {
	Number int32  `json:"entity"`
	Bits   uint64 `json:"mask"` // the wire's own flags, all bytes together
	Mask   Field  `json:"-"`
	Remove bool   `json:"remove,omitempty"`
	// Difference has the origin bits of the axes whose value is added to the base's instead of replacing it (Quake II
	// extended protocol).
	Difference Field `json:"difference,omitempty"`

	Model       int32         `json:"modelindex" mask:"Model"`
	Model2      int32         `json:"modelindex2" mask:"Model2"`
	Model3      int32         `json:"modelindex3" mask:"Model3"`
	Model4      int32         `json:"modelindex4" mask:"Model4"`
	ModelHigh   uint8         `json:"modelindex_high" mask:"ModelHigh"`
	Frame       int32         `json:"frame" mask:"Frame"`
	FrameHigh   uint8         `json:"frame_high" mask:"FrameHigh"`
	FrameLow    uint8         `json:"frame_low" mask:"FrameLow"`
	Colormap    int32         `json:"colormap" mask:"Colormap"`
	Skin        int32         `json:"skin" mask:"Skin"`
	Effects     int32         `json:"effects" mask:"Effects"`
	MoreEffects int32         `json:"more_effects" mask:"MoreEffects"`
	RenderFX    int32         `json:"renderfx" mask:"RenderFX"`
	Origin      [3]wire.Coord `json:"origin" mask:"OriginX,OriginY,OriginZ"`
	Angles      [3]wire.Angle `json:"angles" mask:"Pitch,Yaw,Roll"`
	OldOrigin   [3]wire.Coord `json:"old_origin" mask:"OldOrigin"`
	Sound       int32         `json:"sound" mask:"Sound"`
	Event       int32         `json:"event" mask:"Event"`
	Solid       int32         `json:"solid" mask:"Solid"`
	Alpha       uint8         `json:"alpha" mask:"Alpha"`
	Scale       uint8         `json:"scale" mask:"Scale"`
	LerpFinish  uint8         `json:"lerpfinish" mask:"LerpFinish"`
	Quake2Fields
	Transparency [3]float32 `json:"transparency" mask:"Transparency"`
	FTEFields
}

// Quake2Fields are the fields of an [EntityDelta] that only newer protocols of Quake II have: the first two in Q2PRO,
// all of them in the re-release.
type Quake2Fields struct {
	Attenuation uint8  `json:"attenuation" mask:"Attenuation"` // of the looping sound
	Volume      uint8  `json:"volume" mask:"Volume"`           // of the looping sound
	Hidden      uint8  `json:"hidden" mask:"Hidden"`           // bit per split-screen player who can't see it
	Owner       uint16 `json:"owner" mask:"Owner"`
	OldFrame    uint16 `json:"oldframe" mask:"OldFrame"` // to interpolate from
}

// FTEFields are the fields of an [EntityDelta] that FTE's extensions add to QuakeWorld's.
type FTEFields struct {
	Fatness    uint8    `json:"fatness" mask:"Fatness"`
	ColorMod   [3]uint8 `json:"colormod" mask:"ColorMod"`
	DrawFlags  uint8    `json:"drawflags" mask:"DrawFlags"`
	AbsLight   uint8    `json:"abslight" mask:"AbsLight"`
	DPFlags    uint8    `json:"dpflags" mask:"DPFlags"`
	LightStyle uint8    `json:"light_style" mask:"Light"`
	LightFlags uint8    `json:"light_flags" mask:"Light"`
	Tag        [2]int16 `json:"tag" mask:"Tag"`     // the entity it is attached to, and where
	Light      [4]int16 `json:"light" mask:"Light"` // red, green, blue, radius
}

// Merge sets e to the combined effect of e and, after it, d, whose fields win. It also combines the wire's own flags.
// If one of these determines how another is written, the protocol has to adjust them.
func (e *EntityDelta) Merge(d *EntityDelta) {
	m := d.Mask
	for axis := range e.Origin {
		f := FieldOriginX << axis
		switch {
		case m&f == 0:
		case d.Difference&f == 0:
			e.Origin[axis] = d.Origin[axis]
			e.Difference &^= f
		case e.Mask&f != 0:
			e.Origin[axis] += d.Origin[axis]
		default:
			e.Origin[axis] = d.Origin[axis]
			e.Difference |= f
		}
		take(m, FieldPitch<<axis, &e.Angles[axis], d.Angles[axis])
	}
	take(m, FieldModel, &e.Model, d.Model)
	take(m, FieldModel2, &e.Model2, d.Model2)
	take(m, FieldModel3, &e.Model3, d.Model3)
	take(m, FieldModel4, &e.Model4, d.Model4)
	take(m, FieldFrame, &e.Frame, d.Frame)
	take(m, FieldColormap, &e.Colormap, d.Colormap)
	take(m, FieldSkin, &e.Skin, d.Skin)
	take(m, FieldEffects, &e.Effects, d.Effects)
	take(m, FieldMoreEffects, &e.MoreEffects, d.MoreEffects)
	take(m, FieldRenderFX, &e.RenderFX, d.RenderFX)
	take(m, FieldSound, &e.Sound, d.Sound)
	take(m, FieldEvent, &e.Event, d.Event)
	take(m, FieldSolid, &e.Solid, d.Solid)
	take(m, FieldModelHigh, &e.ModelHigh, d.ModelHigh)
	take(m, FieldFrameHigh, &e.FrameHigh, d.FrameHigh)
	take(m, FieldFrameLow, &e.FrameLow, d.FrameLow)
	take(m, FieldAlpha, &e.Alpha, d.Alpha)
	take(m, FieldScale, &e.Scale, d.Scale)
	take(m, FieldLerpFinish, &e.LerpFinish, d.LerpFinish)
	take(m, FieldFatness, &e.Fatness, d.Fatness)
	take(m, FieldAttenuation, &e.Attenuation, d.Attenuation)
	take(m, FieldVolume, &e.Volume, d.Volume)
	take(m, FieldHidden, &e.Hidden, d.Hidden)
	take(m, FieldOwner, &e.Owner, d.Owner)
	take(m, FieldOldFrame, &e.OldFrame, d.OldFrame)
	take(m, FieldOldOrigin, &e.OldOrigin, d.OldOrigin)
	take(m, FieldColorMod, &e.ColorMod, d.ColorMod)
	take(m, FieldTransparency, &e.Transparency, d.Transparency)
	take(m, FieldDrawFlags, &e.DrawFlags, d.DrawFlags)
	take(m, FieldAbsLight, &e.AbsLight, d.AbsLight)
	take(m, FieldDPFlags, &e.DPFlags, d.DPFlags)
	take(m, FieldTag, &e.Tag, d.Tag)
	if m&FieldLight != 0 {
		e.Light, e.LightStyle, e.LightFlags = d.Light, d.LightStyle, d.LightFlags
	}
	e.Number, e.Remove = d.Number, d.Remove
	e.Mask |= m
	e.Bits |= d.Bits
}

// take copies a field if mask has it.
func take[M ~uint8 | ~uint32 | ~uint64, T any](mask, field M, to *T, from T) {
	if mask&field != 0 {
		*to = from
	}
}

// UpdateEntity is one entity as a delta against its baseline (Quake; DEM 7.36).
type UpdateEntity struct{ EntityDelta }

// Name returns "updateentity".
func (*UpdateEntity) Name() string { return "updateentity" }

// SpawnBaseline sets an entity's baseline (DEM 7.23; DM2 spawnbaseline). Kind distinguishes the message ids.
type SpawnBaseline struct {
	Kind BaselineKind `json:"kind"`
	EntityDelta
	FTE Replacement `json:"fte,omitempty"`
}

// BaselineKind is how a baseline or static entity is written.
type BaselineKind uint8

const (
	BaselinePlain BaselineKind = iota
	BaselineFlags              // ids 42 and 43 of protocols 666 and 999: a flags byte first
	BaselineDelta              // FTE's ids 66 and 21: written as an entity delta, with FTE2 0x8 as a replacement delta
)

// Name returns the name of the message id.
func (b *SpawnBaseline) Name() string {
	switch b.Kind {
	case BaselineFlags:
		return "spawnbaseline2"
	case BaselineDelta:
		return "fte_spawnbaseline2"
	}
	return "spawnbaseline"
}

// SpawnStatic creates an entity that never changes and has no number (DEM 7.21). Its Number is 0.
type SpawnStatic struct {
	Kind BaselineKind `json:"kind"`
	EntityDelta
	FTE Replacement `json:"fte,omitempty"`
}

// Name returns the name of the message id.
func (s *SpawnStatic) Name() string {
	switch s.Kind {
	case BaselineFlags:
		return "spawnstatic2"
	case BaselineDelta:
		return "fte_spawnstatic2"
	}
	return "spawnstatic"
}

// PacketEntities is a frame's set of entities as deltas, sorted by number: all entities, or those that the recorder can
// see (QWD packetentities and deltapacketentities, DM2 packetentities).
type PacketEntities struct {
	Delta    bool          `json:"delta"`
	From     uint8         `json:"from"` // low byte of the base frame's sequence number (QuakeWorld)
	Entities []EntityDelta `json:"entities" units:"entity"`
}

// Name returns "packetentities" or "deltapacketentities".
func (p *PacketEntities) Name() string {
	if p.Delta {
		return "deltapacketentities"
	}
	return "packetentities"
}
