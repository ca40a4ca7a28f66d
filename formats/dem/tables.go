package dem

import (
	"demoscope/formats/internal/coding"
	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// Flags of updateentity (DEM 7.36). The first byte is the message's id.
const (
	updateMore       = 1 << 0
	updateOriginX    = 1 << 1
	updateOriginY    = 1 << 2
	updateOriginZ    = 1 << 3
	updateYaw        = 1 << 4
	updateNoLerp     = 1 << 5 // 15: do not interpolate; later: moves in steps
	updateFrame      = 1 << 6
	updatePitch      = 1 << 8
	updateRoll       = 1 << 9
	updateModel      = 1 << 10
	updateColormap   = 1 << 11
	updateSkin       = 1 << 12
	updateEffects    = 1 << 13
	updateLong       = 1 << 14 // the entity's number is a short
	updateExtend1    = 1 << 15 // one more byte of flags; in 15: Nehahra's transparency
	updateAlpha      = 1 << 16
	updateFrameHigh  = 1 << 17
	updateModelHigh  = 1 << 18
	updateLerpFinish = 1 << 19
	updateScale      = 1 << 20
	updateExtend2    = 1 << 23 // one more byte of flags
)

// updateFields are the fields for the flags of updateentity. It leaves out updateNoLerp and updateExtend1, which differ
// between protocols.
var updateFields = map[uint32]message.Field{
	updateOriginX:    message.FieldOriginX,
	updateOriginY:    message.FieldOriginY,
	updateOriginZ:    message.FieldOriginZ,
	updatePitch:      message.FieldPitch,
	updateYaw:        message.FieldYaw,
	updateRoll:       message.FieldRoll,
	updateModel:      message.FieldModel,
	updateFrame:      message.FieldFrame,
	updateColormap:   message.FieldColormap,
	updateSkin:       message.FieldSkin,
	updateEffects:    message.FieldEffects,
	updateAlpha:      message.FieldAlpha,
	updateFrameHigh:  message.FieldFrameHigh,
	updateModelHigh:  message.FieldModelHigh,
	updateLerpFinish: message.FieldLerpFinish,
	updateScale:      message.FieldScale,
}

// fieldTable maps a byte of flags to fields with one lookup.
type fieldTable [3][256]message.Field

var fieldsQuake, fieldsExtended = fieldTables()

func fieldTables() (quake, extended *fieldTable) {
	quake, extended = new(fieldTable), new(fieldTable)
	for n := range quake {
		for b := range quake[n] {
			flags := uint32(b) << (8 * n)
			for bit, f := range updateFields {
				if flags&bit == 0 {
					continue
				}
				extended[n][b] |= f
				if bit < updateExtend1 {
					quake[n][b] |= f
				}
			}
			if flags&updateNoLerp != 0 {
				quake[n][b] |= message.FieldNoLerp
				extended[n][b] |= message.FieldStep
			}
			if flags&updateExtend1 != 0 {
				quake[n][b] |= message.FieldTransparency
			}
		}
	}
	return quake, extended
}

// Flags of spawnbaseline2 and spawnstatic2.
const (
	baselineLongModel = 1 << 0
	baselineLongFrame = 1 << 1
	baselineAlpha     = 1 << 2
	baselineScale     = 1 << 3
)

// Flags of clientdata (DEM 7.16).
const (
	clientViewHeight      = 1 << 0
	clientIdealPitch      = 1 << 1
	clientPunch           = 1 << 2 // and the next two
	clientVelocity        = 1 << 5 // and the next two
	clientItems           = 1 << 9
	clientWeaponFrame     = 1 << 12
	clientArmor           = 1 << 13
	clientWeapon          = 1 << 14
	clientExtend1         = 1 << 15 // one more byte of flags (666, 999)
	clientWeaponHigh      = 1 << 16
	clientArmorHigh       = 1 << 17
	clientAmmoHigh        = 1 << 18
	clientShellsHigh      = 1 << 19
	clientNailsHigh       = 1 << 20
	clientRocketsHigh     = 1 << 21
	clientCellsHigh       = 1 << 22
	clientExtend2         = 1 << 23 // one more byte of flags
	clientWeaponFrameHigh = 1 << 24
	clientWeaponAlpha     = 1 << 25

	clientHigh = clientWeaponHigh | clientArmorHigh | clientAmmoHigh | clientShellsHigh |
		clientNailsHigh | clientRocketsHigh | clientCellsHigh | clientWeaponFrameHigh | clientWeaponAlpha
)

// Default values of clientdata's fields (DEM 7.16).
const (
	defaultViewHeight = 22
	defaultItems      = 0x4001
)

// Flags of sound (DEM 7.7).
const (
	soundVolume      = 1 << 0
	soundAttenuation = 1 << 1
	soundLongEntity  = 1 << 3 // short entity and byte channel (666, 999)
	soundLongNumber  = 1 << 4 // short sound number (666, 999)
)

// Default values of a sound's fields.
const (
	defaultVolume      = 255
	defaultAttenuation = 64
)

// Temporary entities (DEM 7.24).
const (
	teSpike        = 0
	teSuperSpike   = 1
	teGunshot      = 2
	teExplosion    = 3
	teTarExplosion = 4
	teLightning1   = 5
	teLightning2   = 6
	teWizSpike     = 7
	teKnightSpike  = 8
	teLightning3   = 9
	teLavaSplash   = 10
	teTeleport     = 11
	teExplosion2   = 12 // since 1.08
	teBeam         = 13 // since 1.08
)

// tempShape is the data after a temporary entity's type on the wire.
type tempShape uint8

const (
	tempUnknown tempShape = iota
	tempPoint             // a position
	tempLine              // an entity and two positions
	tempColors            // a position and a range of colors
)

var tempShapes = [256]tempShape{
	teSpike: tempPoint, teSuperSpike: tempPoint, teGunshot: tempPoint, teExplosion: tempPoint,
	teTarExplosion: tempPoint, teWizSpike: tempPoint, teKnightSpike: tempPoint,
	teLavaSplash: tempPoint, teTeleport: tempPoint,
	teLightning1: tempLine, teLightning2: tempLine, teLightning3: tempLine, teBeam: tempLine,
	teExplosion2: tempColors,
}

// Flags of protocol 999.
const (
	flagAngleShort = 0x02
	flagAngleFloat = 0x04
	flagCoord24    = 0x08
	flagCoordFloat = 0x10
	flagCoordLong  = 0x80
)

// units returns the encodings of coordinates and angles. The order of the tests is the engines'.
func (v *version) units() wire.Units {
	u := unitsOf(v.number, v.flags)
	if v.fte&coding.FTEFloatCoords != 0 {
		u.Coord = wire.CoordFloat
		if u.Angle == wire.AngleByte {
			u.Angle = wire.AngleShort
		}
	}
	return u
}

// unitsOf returns the encodings of a protocol without extensions.
func unitsOf(number int32, flags uint32) wire.Units {
	var u wire.Units
	if number != protocolRMQ {
		return u
	}
	switch {
	case flags&flagCoordFloat != 0:
		u.Coord = wire.CoordFloat
	case flags&flagCoordLong != 0:
		u.Coord = wire.CoordLong
	case flags&flagCoord24 != 0:
		u.Coord = wire.Coord24
	}
	switch {
	case flags&flagAngleFloat != 0:
		u.Angle = wire.AngleFloat
	case flags&flagAngleShort != 0:
		u.Angle = wire.AngleShort
	}
	return u
}
