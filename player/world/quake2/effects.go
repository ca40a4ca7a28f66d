package quake2

import (
	"demoscope/formats/message"
	"demoscope/formats/quake2"
	"demoscope/internal/directions"
	"demoscope/player/world"
)

// tempEntity is the look and the sound of a temporary entity.
type tempEntity struct {
	kind   world.EffectKind
	life   float64 // seconds
	count  int32   // number of particles; 0 for that of the message or the default of the kind
	color  uint8   // palette index of the particles' first color
	colors uint8   // number of colors; 0 for the default of the kind
	sound  uint8   // index into clientSounds; 0 for none
}

// tempEntities are the types of DM2 3.4 and, from 56 on, of the re-release. Sounds, colors and counts are those of the
// game.
var tempEntities = [...]tempEntity{
	0:  {world.EffectGunshot, 0.3, 40, 0, 8, soundRicochet},
	1:  {world.EffectBlood, 0.5, 60, 0xe8, 8, 0},
	2:  {world.EffectSparks, 0.4, 40, 0xe0, 8, soundLaserHit},
	3:  {world.EffectRail, 1, 0, 0x74, 8, soundRail},
	4:  {world.EffectGunshot, 0.3, 20, 0, 8, 0},
	5:  {world.EffectExplosion, 0.6, 256, 0xe0, 8, soundRocketExplodes},
	6:  {world.EffectExplosion, 0.6, 256, 0xe0, 8, soundGrenadeExplodes},
	7:  {world.EffectExplosion, 0.6, 256, 0xe0, 8, soundRocketExplodes},
	8:  {world.EffectExplosion, 0.6, 256, 0xe0, 8, soundGrenadeExplodes},
	9:  {world.EffectSparks, 0.3, 6, 0xe0, 8, 0},
	10: {world.EffectSplash, 0.5, 0, 0, 8, 0}, // see splashColors
	11: {world.EffectBubbles, 1, 0, 4, 8, 0},
	12: {world.EffectShield, 0.3, 40, 0xd0, 8, soundLaserHit},
	13: {world.EffectShield, 0.3, 40, 0xb0, 8, soundLaserHit},
	14: {world.EffectSparks, 0.3, 6, 0xe0, 8, soundRicochet},
	15: {world.EffectSparks, 0.3, 0, 0, 1, 0}, // see styled
	16: {world.EffectTongue, 0.2, 0, 0, 0, 0},
	17: {world.EffectExplosion, 0.6, 256, 0xe0, 8, soundExplodesInWater},
	18: {world.EffectExplosion, 0.6, 256, 0xe0, 8, soundExplodesInWater},
	19: {world.EffectTongue, 0.2, 0, 0, 0, 0},
	20: {world.EffectBFG, 0.6, 0, 0xd0, 8, 0},
	21: {world.EffectBFG, 1, 256, 0xd0, 8, 0},
	22: {world.EffectTeleport, 1, 0, 0, 0, soundBigTeleport},
	23: {world.EffectLaser, 0.1, 0, 0xd0, 4, 0},
	24: {world.EffectGrapple, 0.2, 0, 0, 0, 0},
	25: {world.EffectSparks, 0.3, 0, 0, 1, 0}, // see styled
	26: {world.EffectBlood, 0.5, 30, 0xdf, 1, 0},
	27: {world.EffectSparks, 0.4, 40, 0xe0, 8, 0}, // its end is a direction
	28: {world.EffectExplosion, 0.6, 256, 0xe0, 8, soundRocketExplodes},
	29: {world.EffectSparks, 0.3, 0, 0, 1, 0}, // see styled
	30: {world.EffectSparks, 0.4, 40, 0xd0, 8, soundLaserHit},
	31: {world.EffectRail, 1, 0, 0x74, 8, soundRail},
	32: {world.EffectFlame, 0.3, 0, 0xe0, 8, 0},
	33: {world.EffectLightning, 0.2, 0, 0, 0, soundTesla},
	34: {world.EffectLaser, 1, 0, 0x74, 8, 0},
	35: {world.EffectExplosion, 0.6, 0, 0, 0, soundRocketExplodes},
	36: {world.EffectMuzzleFlash, 0.1, 0, 0, 0, 0},
	37: {world.EffectForceWall, 0.3, 0, 0, 1, 0}, // see styled
	38: {world.EffectHeatBeam, 0.2, 0, 0xd8, 8, 0},
	39: {world.EffectHeatBeam, 0.2, 0, 0xd8, 8, 0},
	40: {world.EffectSteam, 0.5, 0, 0, 8, 0}, // see styled
	41: {world.EffectBubbles, 1, 0, 4, 8, soundLaserHit},
	42: {world.EffectBlood, 0.5, 250, 0xe8, 8, 0},
	43: {world.EffectSteam, 0.3, 50, 8, 8, soundLaserHit},
	44: {world.EffectSteam, 0.3, 20, 0xe0, 8, soundLaserHit},
	45: {world.EffectSteam, 0.3, 20, 0, 8, 0},
	46: {world.EffectSparks, 0.3, 40, 0x75, 8, soundLaserHit},
	47: {world.EffectExplosion, 0.6, 128, 0, 1, soundDisruptorHit},
	48: {world.EffectTeleport, 0.6, 0, teleportColor, 8, 0},
	49: {world.EffectTeleport, 0.6, 0, teleportColor, 8, 0},
	50: {world.EffectTeleport, 0.6, 0, 0, 0, 0},
	51: {world.EffectNuke, 1, 700, 110, 7, 0},
	52: {world.EffectExplosion, 0.6, 256, 0, 0, 0},
	53: {world.EffectExplosion, 0.6, 0, 0, 0, soundRocketExplodes},
	54: {world.EffectExplosion, 0.6, 0, 0, 0, soundRocketExplodes},
	55: {world.EffectSparks, 0.4, 40, 0x6f, 8, soundLaserHit},
	56: {world.EffectSparks, 0.4, 40, 0xb0, 8, soundLaserHit},
	57: {world.EffectLaser, 0.1, 0, 0xd0, 4, 0},
	58: {world.EffectSparks, 0.4, 0, 0, 0, 0},
	59: {world.EffectGrapple, 0.2, 0, 0, 0, 0},
	60: {world.EffectShield, 0.4, 0, 0xb0, 8, 0},
	61: {world.EffectLightning, 0.2, 0, 0, 0, 0},
	62: {world.EffectExplosion, 0.6, 256, 0xe0, 8, soundRocketExplodes},
	63: {world.EffectExplosion, 0.6, 256, 0xe0, 8, soundGrenadeExplodes},
}

// teleportColor is the first color of a teleport's particles.
const teleportColor = 7

// styled reports whether the style of a temporary entity is its color, as for sparks of lasers, welding and tunnels,
// force walls and steam.
func styled(kind uint8) bool {
	switch kind {
	case 15, 25, 29, 37, 40:
		return true
	}
	return false
}

// hits reports whether a temporary entity has the direction that the hit surface faces.
func hits(kind uint8) bool {
	switch kind {
	case 0, 1, 2, 4, 9, 10, 12, 13, 14, 15, 25, 26, 29, 30, 40, 42, 43, 44, 46, 55, 56:
		return true
	}
	return false
}

// Types with special handling.
const (
	tempSplash      = 10
	tempBigTeleport = 22
	tempPlasmaTrail = 26 // green blood from protocol 32 on
	tempOldBlood    = 27 // blue hyperblaster from protocol 32 on
	tempLightning   = 33
	tempFlashlight  = 36
	tempPowerSplash = 60
	tempDamage      = 128 // Q2PRO: damage done by the recorder
)

// splashSparks is the style of a splash of sparks.
const splashSparks = 1

// splashColors are the first colors of the styles of a splash (DM2 3.4): unknown, sparks, blue water, brown water,
// slime, lava, blood. Other styles are unknown, too.
var splashColors = [...]uint8{0x00, 0xe0, 0xb0, 0x50, 0xd0, 0xe0, 0xe8}

// effect starts the effect or sound of a message.
func (q *base) effect(w world.Edit, m message.Message) {
	switch m := m.(type) {
	case *message.Quake2TempEntity:
		q.tempEntity(w, m)
	case *message.Quake2MuzzleFlash:
		q.muzzleFlash(w, m)
	case *message.Sound:
		q.sound(w, m)
		heardItem(w, m)
	}
}

func (q *base) tempEntity(w world.Edit, m *message.Quake2TempEntity) {
	kind := m.Type
	if kind == tempDamage {
		w.Event(world.Event{Kind: world.EventDamage, Player: w.Recorder, Other: world.Nobody, Value: int32(m.Count)})
		return
	}
	if q.protocol.Number < 32 {
		switch kind {
		case tempPlasmaTrail:
			kind = tempOldBlood
		case tempOldBlood:
			kind = tempPlasmaTrail
		}
	}
	if int(kind) >= len(tempEntities) {
		return
	}
	t := &tempEntities[kind]
	e := world.Effect{
		Kind: t.kind, Life: t.life, Origin: q.units.Vec(m.Origin), End: q.units.Vec(m.End),
		Entity: int32(m.Entity), Count: t.count, Color: t.color, Colors: t.colors,
	}
	switch {
	case kind == tempSplash && int(m.Style) < len(splashColors):
		e.Color = splashColors[m.Style]
	case styled(kind):
		e.Color = m.Style
	}
	if e.Count == 0 {
		e.Count = int32(m.Count)
	}
	if hits(kind) {
		e.Velocity = directions.Of(m.MoveDir)
	}
	if kind == tempFlashlight {
		e.Shot = world.ShotNone
	}
	if kind == tempPowerSplash {
		e.Origin = q.place(w, int32(m.Entity))
	}
	q.addEffect(w, e)
	start := world.SoundStart{Origin: e.Origin, Volume: 1, Attenuation: 1}
	sound := t.sound
	switch {
	case t.kind == world.EffectRail:
		start.Origin = e.End
	case kind == tempLightning:
		start.Entity, start.Channel = int32(m.Entity), weaponChannel
	case kind == tempBigTeleport:
		start.Attenuation = 0
	case kind == tempSplash && m.Style == splashSparks:
		sound, start.Attenuation = sparks[w.Pick(0, 4)], 3
	}
	q.ownSound(w, start, sound, 0)
}

// flashSounds are the sounds of players' muzzle flashes (DM2 3.2).
var flashSounds = [...]uint8{
	0:  soundBlaster,
	1:  soundMachineGun,
	2:  soundShotgun,
	3:  soundMachineGun,
	4:  soundMachineGun,
	5:  soundMachineGun,
	6:  soundRail,
	7:  soundRocketLauncher,
	8:  soundGrenadeLauncher,
	9:  soundGrenadeLauncher, // login
	10: soundGrenadeLauncher, // logout
	11: soundGrenadeLauncher, // respawn
	12: soundBFG,
	13: soundSuperShotgun,
	14: soundHyperBlaster,
	16: soundRipper,
	17: soundHyperBlaster,
	18: soundPhalanx,
	30: soundNailgun,
	32: soundShotgun2,
	34: soundBlaster,
	35: soundDisintegrator,
}

const (
	flashSilenced = 128
	// silencedVolume is the volume of a silenced weapon.
	silencedVolume = 0.2
	// flashLife is the duration of a flash in seconds.
	flashLife = 0.1
)

func (q *base) muzzleFlash(w world.Edit, m *message.Quake2MuzzleFlash) {
	at := q.place(w, m.Entity)
	e := flashOf(m, at)
	if m.Monster && q.protocol.Edition != quake2.Classic && m.Value > rereleaseFlashes[0].upTo {
		f := rereleaseFlash(m.Value)
		e.Shot, e.RGB = f.shot, f.rgb
	}
	q.addEffect(w, e)
	q.flashSound(w, m, at)
}

func (q *base) sound(w world.Edit, m *message.Sound) {
	s := world.SoundStart{
		Entity: m.Entity, Sound: uint16(m.Sound), Channel: m.Channel,
		Volume: float32(m.Volume) / 255, Attenuation: float32(m.Attenuation) / 64,
	}
	if quake2.HasOrigin(m) {
		s.Origin = q.units.Vec(m.Origin)
	} else {
		s.Origin, s.Flags = q.place(w, m.Entity), world.SoundFollows
	}
	q.startSound(w, s, float64(m.TimeOffset)/1000)
	w.Event(world.Event{Kind: world.EventSound, Player: int(m.Entity) - 1, Other: world.Nobody, Value: m.Sound})
}

// Events of entities (DM2 3.15; 7 is Q2PRO's).
const (
	eventItemRespawn = 1
	eventTeleport    = 6
	eventOther       = 7 // a teleport without an effect
)

// eventSounds are the sounds of events, with their channel and attenuation.
var eventSounds = [...]struct {
	sound, channel uint8
	attenuation    float32
}{
	eventItemRespawn: {soundItemRespawn, weaponChannel, 2},
	2:                {soundStep, bodyChannel, 1},
	3:                {soundLand, autoChannel, 1},
	4:                {soundFall, autoChannel, 1},
	5:                {soundFallFar, autoChannel, 1},
	eventTeleport:    {soundTeleport, weaponChannel, 2},
}

// entityEvents applies the events of the entities in a frame, and reports whether there are any.
func (q *base) entityEvents(w world.Edit, changes []message.EntityDelta) (any bool) {
	for i := range changes {
		d := &changes[i]
		if d.Mask&message.FieldEvent == 0 || d.Remove {
			continue
		}
		e := w.Entity(d.Number)
		if e == nil {
			continue
		}
		any = true
		switch e.Event {
		case eventItemRespawn:
			q.addEffect(w, world.Effect{Kind: world.EffectItemRespawn, Life: 0.5, Origin: e.Origin, Entity: e.Number,
				Count: 64, Color: 0xd4, Colors: 4})
		case eventTeleport, eventOther:
			jump(w, e.Number)
			if e.Event == eventTeleport {
				q.addEffect(w, world.Effect{Kind: world.EffectTeleport, Life: 0.6, Origin: e.Origin, Entity: e.Number,
					Color: teleportColor, Colors: 8})
			}
		}
		if int(e.Event) < len(eventSounds) {
			t := &eventSounds[e.Event]
			q.ownSound(w, world.SoundStart{
				Origin: e.Origin, Entity: e.Number, Channel: t.channel, Volume: 1, Attenuation: t.attenuation,
				Flags: world.SoundFollows,
			}, t.sound, 0)
		}
	}
	return any
}

// jump marks an entity of the current frame as one that is not interpolated.
func jump(w world.Edit, number int32) {
	if e := w.Entity(number); e != nil {
		e.Flags |= world.FlagNoLerp
	}
	if slot := int(number) - 1; slot >= 0 && slot < len(w.Players) {
		w.Players[slot].NoLerp = true
		if slot == w.Recorder {
			w.View.NoLerp = true
		}
	}
}
