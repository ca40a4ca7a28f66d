package dem

import (
	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// Message ids (DEM 7.1 to 7.36; 37 to 44 are of protocols 666 and 999).
const (
	svcBad               = 0
	svcNop               = 1
	svcDisconnect        = 2
	svcUpdateStat        = 3
	svcVersion           = 4
	svcSetView           = 5
	svcSound             = 6
	svcTime              = 7
	svcPrint             = 8
	svcStuffText         = 9
	svcSetAngle          = 10
	svcServerInfo        = 11
	svcLightStyle        = 12
	svcUpdateName        = 13
	svcUpdateFrags       = 14
	svcClientData        = 15
	svcStopSound         = 16
	svcUpdateColors      = 17
	svcParticle          = 18
	svcDamage            = 19
	svcSpawnStatic       = 20
	svcSpawnBinary       = 21
	svcSpawnBaseline     = 22
	svcTempEntity        = 23
	svcSetPause          = 24
	svcSignonNum         = 25
	svcCenterPrint       = 26
	svcKilledMonster     = 27
	svcFoundSecret       = 28
	svcSpawnStaticSound  = 29
	svcIntermission      = 30
	svcFinale            = 31
	svcCDTrack           = 32
	svcSellScreen        = 33
	svcCutscene          = 34
	svcSkyBox            = 37
	svcBonusFlash        = 40
	svcFog               = 41
	svcSpawnBaseline2    = 42
	svcSpawnStatic2      = 43
	svcSpawnStaticSound2 = 44
	svcUpdateEntity      = 0x80 // and all above
)

// names are the messages' names by id, for errors.
var names = [...]string{
	svcBad: "bad", svcNop: "nop", svcDisconnect: "disconnect", svcUpdateStat: "updatestat",
	svcVersion: "version", svcSetView: "setview", svcSound: "sound", svcTime: "time",
	svcPrint: "print", svcStuffText: "stufftext", svcSetAngle: "setangle",
	svcServerInfo: "serverinfo", svcLightStyle: "lightstyle", svcUpdateName: "updatename",
	svcUpdateFrags: "updatefrags", svcClientData: "clientdata", svcStopSound: "stopsound",
	svcUpdateColors: "updatecolors", svcParticle: "particle", svcDamage: "damage",
	svcSpawnStatic: "spawnstatic", svcSpawnBinary: "spawnbinary",
	svcSpawnBaseline: "spawnbaseline", svcTempEntity: "temp_entity", svcSetPause: "setpause",
	svcSignonNum: "signonnum", svcCenterPrint: "centerprint", svcKilledMonster: "killedmonster",
	svcFoundSecret: "foundsecret", svcSpawnStaticSound: "spawnstaticsound",
	svcIntermission: "intermission", svcFinale: "finale", svcCDTrack: "cdtrack",
	svcSellScreen: "sellscreen", svcCutscene: "cutscene", svcSkyBox: "skybox",
	svcBonusFlash: "bonusflash", svcFog: "fog", svcSpawnBaseline2: "spawnbaseline2",
	svcSpawnStatic2: "spawnstatic2", svcSpawnStaticSound2: "spawnstaticsound2",
}

// nameOf returns the name of a message id.
func nameOf(id uint8) string {
	switch {
	case id >= svcUpdateEntity:
		return "updateentity"
	case int(id) < len(names) && names[id] != "":
		return names[id]
	}
	return "unknown"
}

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

// updateFields are the fields that the flags of updateentity stand for, by
// bit; updateNoLerp and updateExtend1 differ by protocol and are not here.
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

// fieldTable gives the fields of a byte of flags at once.
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

// baselineFields are what every baseline has.
const baselineFields = message.FieldModel | message.FieldFrame | message.FieldColormap |
	message.FieldSkin | message.FieldOrigin | message.FieldAngles

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

// What clientdata means where it leaves a field out (DEM 7.16).
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

// What sound means where it leaves a field out.
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

// tempShape is what follows a temporary entity's type on the wire.
type tempShape uint8

const (
	tempUnknown tempShape = iota
	tempPoint             // a place
	tempLine              // an entity and two places
	tempColors            // a place and a range of colours
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

// units returns how a protocol 999 with these flags writes places and
// directions; the order of the tests is the engines'.
func units(flags uint32) wire.Units {
	var u wire.Units
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
