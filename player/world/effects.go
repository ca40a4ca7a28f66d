package world

import (
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
)

// EffectKind is the appearance of an effect. The kinds are the same for all games.
type EffectKind uint8

// The kinds of effects. Those from EffectBeam on are beams, which have an End.
const (
	EffectGunshot EffectKind = iota
	EffectSpike
	EffectSuperSpike
	EffectWizSpike
	EffectKnightSpike
	EffectBlood
	EffectSparks
	EffectExplosion
	EffectTarExplosion
	EffectLavaSplash
	EffectTeleport
	EffectParticles // with Count, Color and Velocity
	EffectMuzzleFlash
	EffectItemRespawn
	EffectBFG
	EffectSplash  // water, slime or lava
	EffectShield  // a hit on energy armor
	EffectPlasma  // impact of an energy bolt
	EffectGibs    // a body is gibbed
	EffectSteam   // rising steam or smoke
	EffectFlame   // fire
	EffectJumpPad // a jump pad is used
	EffectNuke    // an explosion that fills a room
	EffectBeam    // the first kind of beam
	EffectLightning
	EffectRail
	EffectBubbles
	EffectGrapple
	EffectLaser
	EffectHeatBeam
	EffectForceWall
	EffectTongue // a parasite's tongue or a medic's cable
	// EffectShotgun stands for Count pellets that fly from a muzzle toward End, each until it hits
	// something. Color is the seed of the game's random numbers.
	EffectShotgun

	// EffectKindCount is the number of kinds.
	EffectKindCount
)

// AfterShot is how many seconds an instant-hit shot and its hits stay in [Effects].List at least,
// even if their Life is shorter. A tenth of a second is too short to see who shot at whom.
const AfterShot = 0.45

// kept returns how many seconds an effect stays in the list.
func (f *Effect) kept() float64 {
	kept := false
	switch f.Kind {
	case EffectGunshot, EffectBlood, EffectSparks, EffectShield:
		kept = true
	case EffectParticles:
		kept = f.Color == quakeBlood
	case EffectMuzzleFlash:
		kept = f.Shot <= ShotPellets && (f.Shot != ShotUnknown || f.Velocity != (mgl32.Vec3{}))
	}
	if kept {
		return max(f.Life, AfterShot)
	}
	return f.Life
}

// Beam reports whether effects of the kind reach from Origin to End.
func (k EffectKind) Beam() bool { return k >= EffectBeam }

// Effect is something visible that ends by itself. Places are in Quake units.
type Effect struct {
	Kind   EffectKind
	Clock  float64 // when it began, in seconds of the viewer's clock
	Life   float64 // seconds
	Origin mgl32.Vec3
	End    mgl32.Vec3
	// Velocity is the velocity of particles in units per second. For a hit it is the direction away
	// from the target. For a player's muzzle flash it is a unit vector in the direction of the
	// player's view, and End is the player's eye; both are zero if unknown.
	Velocity mgl32.Vec3
	Entity   int32 // number of the owning entity, 0 if none
	Count    int32 // of particles, 0 for the kind's default
	// Color is the first palette index of the particles' colors, and Colors the number of colors. 0
	// means the kind's default.
	Color, Colors uint8
	// RGB is a color, 0xRRGGBB, of an effect whose game does not use a palette for it, or 0.
	RGB uint32
	// Shot is the kind of shot that caused a muzzle flash.
	Shot Shot
	// Only is a bit set of the slots of the players who see the effect, or 0 for all players.
	Only uint32
}

// Shot is a kind of shot.
type Shot uint8

// The kinds of shots. Bullets and pellets hit at once, and their hits are effects of the same
// moment.
const (
	ShotUnknown Shot = iota
	ShotBullet
	ShotPellets
	ShotMissile // a visible rocket, grenade or nail
	ShotBolt    // a visible energy bolt
	ShotBeam    // a beam, which is a separate effect
	ShotNone    // only the light
)

// SoundFlags describe how a sound is played.
type SoundFlags uint8

const (
	// SoundFollows is set if the sound moves with its entity. Origin is where it began.
	SoundFollows SoundFlags = 1 << iota
	// SoundFlat is set if the sound has no place. It is equally loud everywhere and centered.
	SoundFlat
	// SoundStops is set in [World.Heard] for an entry that ends what the entity plays on the
	// channel, or on all its channels if the channel is [AllChannels].
	SoundStops
	// SoundQueues is set for announcer sounds, which are played one after another.
	SoundQueues
)

// AllChannels stands for all channels of an entity when sounds are stopped.
const AllChannels = 255

// SoundStart is a sound that began recently, or an ambient sound.
type SoundStart struct {
	Clock       float64 // seconds of the viewer's clock
	Origin      mgl32.Vec3
	Entity      int32
	Sound       uint16 // index into Level.Sounds, if Own is 0
	Own         uint8  // index into Level.ClientSounds, 0 for none
	Channel     uint8
	Flags       SoundFlags
	Volume      float32 // 1 is full volume
	Attenuation float32 // with distance: 0 is none, 1 is normal
	// Only is a bit set of the slots of the players who hear the sound, or 0 for all players.
	Only uint32
}

// Like reports whether s and t are the same sound, provided that they have the same path and come
// from two recordings of one game at about the same time.
func (s *SoundStart) Like(t *SoundStart) bool {
	if s.Entity != t.Entity || s.Channel != t.Channel || s.Only != t.Only || s.Flags != t.Flags {
		return false
	}
	return s.Entity > 0 || s.Origin.Sub(t.Origin).Len() <= sameEffectPlace // entity 0 may have several sounds at once
}

// Path returns the game path of the sound, or "" if it is unknown. A path that begins with an
// asterisk is relative to the player model.
func (s *SoundStart) Path(l *Level) string {
	if s.Own != 0 {
		if int(s.Own) < len(l.ClientSounds) {
			return l.ClientSounds[s.Own]
		}
		return ""
	}
	return l.Sound(s.Sound)
}

const (
	// maxEffects bounds the stored effects. Engines keep at most 64 of a kind. The oldest are
	// dropped first.
	maxEffects = 256
	maxSounds  = 128 // bounds the stored sounds.
	// maxStaticSounds bounds the ambient sounds of a level. It is more than any engine accepts.
	maxStaticSounds = 4096
)

// SoundKept is how many seconds a sound stays in [Effects].Sounds after it began, whatever its
// length: long enough to read a caption.
const SoundKept = 2.5

// Effects are the effects and sounds of the moment.
type Effects struct {
	List []Effect
	// Sounds began in the last [SoundKept] seconds, or will begin after a short delay. They are in
	// the order of the demo. A sound stays if another one replaces it, but not if it is stopped.
	Sounds []SoundStart
	// Trails are the paths of projectiles in the last seconds.
	Trails []Trail
	// Projectiles are the projectiles in flight, and those that were until a moment ago.
	Projectiles []Projectile
	// Static are ambient sounds, which last as long as the level.
	Static []SoundStart

	// lookTrails is when to look next for trails that have ended, in seconds of the viewer's clock.
	lookTrails float64
	// soonest and soonestSound are times of the viewer's clock before which no entry of List or
	// Sounds ends.
	soonest, soonestSound float64
}

// add begins an effect. See [Edit.AddEffect].
func (e *Effects) add(f Effect) {
	if len(e.List) == 0 {
		e.soonest = math.Inf(1)
	}
	e.soonest = min(e.soonest, f.Clock+f.kept())
	if f.Entity != 0 && (f.Kind == EffectMuzzleFlash || f.Kind.Beam() && f.Kind != EffectRail &&
		f.Kind != EffectBubbles) {
		for i := range e.List {
			old := &e.List[i]
			if old.Kind != f.Kind || old.Entity != f.Entity {
				continue
			}
			if old.Clock >= f.Clock {
				*old = f
				return
			}
			// The old effect is still visible between the previous frame and this one.
			old.Life = min(old.Life, f.Clock-old.Clock)
			e.soonest = min(e.soonest, old.Clock+old.kept())
		}
	}
	if len(e.List) >= maxEffects {
		e.List = e.List[:copy(e.List, e.List[1:])]
	}
	e.List = append(e.List, f)
}

// start begins a sound. See [Edit.StartSound].
func (e *Effects) start(s SoundStart) {
	if len(e.Sounds) == 0 {
		e.soonestSound = math.Inf(1)
	}
	e.soonestSound = min(e.soonestSound, s.Clock+SoundKept)
	if len(e.Sounds) >= maxSounds {
		e.Sounds = e.Sounds[:copy(e.Sounds, e.Sounds[1:])]
	}
	e.Sounds = append(e.Sounds, s)
}

// stop drops what an entity plays on a channel.
func (e *Effects) stop(entity int32, channel uint8) {
	e.Sounds = slices.DeleteFunc(e.Sounds, func(s SoundStart) bool {
		return s.Entity == entity && (s.Channel == channel || channel == AllChannels)
	})
}

// AddStatic adds an ambient sound, which lasts as long as the level.
func (e *Effects) AddStatic(s SoundStart) {
	if len(e.Static) < maxStaticSounds {
		e.Static = append(e.Static, s)
	}
}

// expire drops the effects and sounds that have ended by the given time of the viewer's clock.
// Usually none have, so the lists are only scanned when an entry may have ended.
func (e *Effects) expire(clock float64) {
	if len(e.List) > 0 && clock >= e.soonest {
		e.expireList(clock)
	}
	if len(e.Sounds) > 0 && clock >= e.soonestSound {
		e.expireSounds(clock)
	}
}

func (e *Effects) expireList(clock float64) {
	e.soonest = math.Inf(1)
	n := 0
	for i := range e.List {
		f := &e.List[i]
		kept := f.kept()
		if clock-f.Clock > kept {
			continue
		}
		e.soonest = min(e.soonest, f.Clock+kept)
		if n != i {
			e.List[n] = *f
		}
		n++
	}
	e.List = e.List[:n]
}

func (e *Effects) expireSounds(clock float64) {
	ended := func(s SoundStart) bool { return clock-s.Clock > SoundKept }
	oldest := func(list []SoundStart) float64 {
		clock := math.Inf(1)
		for i := range list {
			if c := list[i].Clock; c < clock { // min would also check for NaN
				clock = c
			}
		}
		return clock
	}
	// Ended sounds are usually at the front.
	n := 0
	for n < len(e.Sounds) && ended(e.Sounds[n]) {
		n++
	}
	e.Sounds = e.Sounds[:copy(e.Sounds, e.Sounds[n:])]
	first := oldest(e.Sounds)
	if clock-first > SoundKept {
		e.Sounds = slices.DeleteFunc(e.Sounds, ended)
		first = oldest(e.Sounds)
	}
	e.soonestSound = first + SoundKept
}

// Clear removes all effects and sounds.
func (e *Effects) Clear() {
	// Static is not truncated: copies may share its memory.
	*e = Effects{List: e.List[:0], Sounds: e.Sounds[:0], Trails: e.Trails[:0], Projectiles: e.Projectiles[:0],
		Static: nil}
}

// copyFrom makes e equal to src. It shares the static sounds.
func (e *Effects) copyFrom(src *Effects) {
	own := *e
	*e = *src
	e.List = append(own.List[:0], src.List...)
	e.Sounds = append(own.Sounds[:0], src.Sounds...)
	e.Trails = append(own.Trails[:0], src.Trails...)
	e.Projectiles = append(own.Projectiles[:0], src.Projectiles...)
	// Only live worlds append to Static. Limiting the capacity of the copy makes it immutable.
	e.Static = src.Static[:len(src.Static):len(src.Static)]
}

// memory returns the number of bytes in the lists, without what they share with before.
func (e *Effects) memory(before *Effects) int64 {
	return sizeOf[Effect](cap(e.List)) + sizeOf[SoundStart](cap(e.Sounds)) + sizeOf[Trail](cap(e.Trails)) +
		sizeOf[Projectile](cap(e.Projectiles)) + appendedSize(e.Static, before.Static)
}
