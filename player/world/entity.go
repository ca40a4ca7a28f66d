package world

import (
	"github.com/go-gl/mathgl/mgl32"

	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// The flags of an entity.
const (
	// FlagNoLerp marks a jump. The position must not be interpolated.
	FlagNoLerp uint8 = 1 << iota
	// FlagStep marks a monster that moves in steps.
	FlagStep
	// FlagTransparent marks Nehahra's transparency. Alpha is set.
	FlagTransparent
)

// Entity is the state of one entity with all deltas applied. Places are in Quake units, and angles
// in degrees (pitch, yaw, roll). Fields that a game does not have are zero.
type Entity struct {
	Number    int32
	Origin    mgl32.Vec3
	Angles    mgl32.Vec3
	OldOrigin mgl32.Vec3 // Quake II: other end of a beam, or place to interpolate from
	Model     [4]uint16  // model indices, 0 for none; only Quake II uses more than the first
	Frame     uint16
	Sound     uint16 // looping sound index
	Skin      int32
	Effects   uint32
	RenderFX  uint32
	Solid     int32
	Colormap  uint8 // slot + 1 of the player whose colors it has; Quake III: of the owner of the hook
	Event     uint8 // Quake II: lasts one frame
	Alpha     uint8 // 0 default, 1 invisible, 255 opaque (protocols 666 and 999)
	Scale     uint8 // 0 default, 16 is 1.0
	// LerpFinish is when the move ends, in 1/255 s after the frame (protocols 666 and 999), or 0 if
	// unknown.
	LerpFinish uint8
	Fatness    uint8
	ColorMod   [3]uint8
	Flags      uint8
	// Type is Quake III's eType. Weapon is Quake III's weapon: the one in hand, or the one that
	// fired the missile.
	Type, Weapon uint8
}

// Missile reports whether the entity is a missile of Quake III.
func (e *Entity) Missile() bool { return e.Type == quake3Missile }

// Modelless reports whether the entity is one of Quake III that is not drawn, whatever its Model
// is: a speaker or a trigger.
func (e *Entity) Modelless() bool { return e.Type >= quake3Speaker && e.Type <= quake3Invisible }

// Values of eType: a missile, and the first and last type without a model.
const (
	quake3Missile   = 3
	quake3Speaker   = 7
	quake3Invisible = 10
)

// Apply applies a delta whose coordinates and angles are in units u. Flags, Event and LerpFinish
// last one frame, so their previous values are cleared.
func (e *Entity) Apply(d *message.EntityDelta, u wire.Units) {
	e.Number = d.Number
	e.Flags = 0
	e.Event = 0
	e.LerpFinish = 0
	m := d.Mask
	if m&message.FieldOrigin != 0 {
		e.applyOrigin(d, u)
	}
	if m&message.FieldAngles != 0 {
		if m&message.FieldPitch != 0 {
			e.Angles[0] = u.Degrees(d.Angles[0])
		}
		if m&message.FieldYaw != 0 {
			e.Angles[1] = u.Degrees(d.Angles[1])
		}
		if m&message.FieldRoll != 0 {
			e.Angles[2] = u.Degrees(d.Angles[2])
		}
	}
	if m&message.FieldFrame != 0 {
		e.Frame = e.Frame&^0xff | uint16(d.Frame)
		if m&message.FieldFrameHigh == 0 {
			e.Frame = uint16(d.Frame)
		}
	}
	if m&^(message.FieldOrigin|message.FieldAngles|message.FieldFrame) != 0 {
		e.applyRare(d, u)
	}
}

func (e *Entity) applyOrigin(d *message.EntityDelta, u wire.Units) {
	for i := range e.Origin {
		if d.Mask&(message.FieldOriginX<<i) == 0 {
			continue
		}
		v := u.Units(d.Origin[i])
		if d.Difference&(message.FieldOriginX<<i) != 0 {
			v += e.Origin[i]
		}
		e.Origin[i] = v
	}
}

// usualFields are the fields, besides place and frame, that servers of all games change now and
// then. The others belong to extended protocols or to few entities.
const usualFields = message.FieldModel | message.FieldColormap | message.FieldSkin | message.FieldEffects |
	message.FieldRenderFX | message.FieldOldOrigin | message.FieldSound | message.FieldEvent | message.FieldSolid

// applyRare applies the fields that most deltas lack.
func (e *Entity) applyRare(d *message.EntityDelta, u wire.Units) {
	m := d.Mask
	if m&message.FieldModel != 0 {
		e.Model[0] = uint16(d.Model)
	}
	if m&message.FieldColormap != 0 {
		e.Colormap = uint8(d.Colormap)
	}
	if m&message.FieldSkin != 0 {
		e.Skin = d.Skin
	}
	if m&message.FieldEffects != 0 {
		e.Effects = uint32(d.Effects)
	}
	if m&message.FieldRenderFX != 0 {
		e.RenderFX = uint32(d.RenderFX)
	}
	if m&message.FieldOldOrigin != 0 {
		e.OldOrigin = u.Vec(d.OldOrigin)
	}
	if m&message.FieldSound != 0 {
		e.Sound = uint16(d.Sound)
	}
	if m&message.FieldEvent != 0 {
		e.Event = uint8(d.Event)
	}
	if m&message.FieldSolid != 0 {
		e.Solid = d.Solid
	}
	if m&^(usualFields|message.FieldOrigin|message.FieldAngles|message.FieldFrame) != 0 {
		e.applyRarest(d)
	}
}

// applyRarest applies the fields that are not in usualFields.
func (e *Entity) applyRarest(d *message.EntityDelta) {
	m := d.Mask
	if m&message.FieldFrameHigh != 0 {
		e.Frame = e.Frame&0xff | uint16(d.FrameHigh)<<8
	}
	if m&message.FieldModelHigh != 0 {
		e.Model[0] = e.Model[0]&0xff | uint16(d.ModelHigh)<<8
	}
	if m&message.FieldModel2 != 0 {
		e.Model[1] = uint16(d.Model2)
	}
	if m&message.FieldModel3 != 0 {
		e.Model[2] = uint16(d.Model3)
	}
	if m&message.FieldModel4 != 0 {
		e.Model[3] = uint16(d.Model4)
	}
	if m&message.FieldAlpha != 0 {
		e.Alpha = d.Alpha
	}
	if m&message.FieldScale != 0 {
		e.Scale = d.Scale
	}
	if m&message.FieldLerpFinish != 0 {
		e.LerpFinish = d.LerpFinish
	}
	if m&message.FieldFatness != 0 {
		e.Fatness = d.Fatness
	}
	if m&message.FieldColorMod != 0 {
		e.ColorMod = d.ColorMod
	}
	if m&message.FieldTransparency != 0 {
		e.Flags |= FlagTransparent
		e.Alpha = alphaByte(d.Transparency[1])
	}
	if m&message.FieldNoLerp != 0 {
		e.Flags |= FlagNoLerp
	}
	if m&message.FieldStep != 0 {
		e.Flags |= FlagStep
	}
}

// alphaByte converts Nehahra's alpha, 0 to 1, to the byte of protocol 666. In both, 0 means opaque.
// Negative values are invisible.
func alphaByte(a float32) uint8 {
	switch {
	case a < 0:
		return 1
	case !(a > 0): // NaN too
		return 0
	case a >= 1:
		return 255
	}
	return uint8(a*254) + 1
}

// Replace applies a replacement delta to an entity with the given baseline.
func (e *Entity) Replace(d *message.ReplacementUpdate, baseline *Entity, r *Replacing) {
	if d.Bits&message.ReplaceReset != 0 {
		*e = *baseline
	}
	u := r.Units
	if d.Bits&message.ReplacePrediction != 0 && !r.Predicts {
		u.Angle = wire.AngleShort
	}
	e.Apply(&d.EntityDelta, u)
	if d.Mask&message.FieldAlpha != 0 {
		e.Alpha = replacedAlpha(d.Alpha)
	}
}

// replacedAlpha converts the alpha of a replacement delta, from 0 (invisible) to 255, to that of
// [Entity].
func replacedAlpha(alpha uint8) uint8 { return alpha + 1 }

// ReplacedState converts a baseline or static entity in the form of a replacement delta to an
// ordinary delta.
func ReplacedState(d message.EntityDelta) message.EntityDelta {
	d.Alpha = replacedAlpha(d.Alpha)
	return d
}

// Effects of Quake II players carrying a flag (DM2 3.15).
const (
	Quake2EffectRedFlag  = 0x00040000
	Quake2EffectBlueFlag = 0x00080000
)
