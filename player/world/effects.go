package world

import (
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
)

// EffectKind is what an effect looks like, the same for all games.
type EffectKind uint8

// The kinds. Beams have an End.
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
	EffectShield  // a hit on armor of energy
	EffectPlasma  // a bolt of energy hits
	EffectGibs    // a body bursts
	EffectSteam   // rises, and so does smoke
	EffectFlame   // burns
	EffectJumpPad // throws somebody up
	EffectNuke    // an explosion that fills a room
	EffectBeam    // the first beam; all that follow are beams
	EffectLightning
	EffectRail
	EffectBubbles
	EffectGrapple
	EffectLaser
	EffectHeatBeam
	EffectForceWall
	EffectTongue // a parasite's, or a medic's cable
	// EffectShotgun are pellets, Count of them: from a muzzle toward End, each until it
	// hits. Color is where the game's dice begin.
	EffectShotgun

	// EffectKindCount is how many kinds there are.
	EffectKindCount
)

// AfterShot is for how many seconds from its beginning on a shot that hits at once stays in
// [Effects].List, with its hits, even if its Life is over: a tenth of a second is too short to
// see who shot at whom.
const AfterShot = 0.45

// kept returns for how many seconds an effect stays in the list.
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
	Clock  float64 // viewer's seconds when it began
	Life   float64 // seconds
	Origin mgl32.Vec3
	End    mgl32.Vec3
	// Velocity is that of particles, in units a second; of a hit the direction away from what was
	// hit. Of a player's muzzle flash it is where he looked, a unit long, and End his eye; both are
	// zero if that is not known.
	Velocity mgl32.Vec3
	Entity   int32 // number of its owner, 0 if it has none
	Count    int32 // of particles, 0 for what is usual for the kind
	// Color is the first index into the palette of the particles' colors, and
	// Colors how many there are; 0 for what is usual for the kind.
	Color, Colors uint8
	// RGB is a color, 0xRRGGBB, of an effect whose game has none in a palette; 0 for
	// none.
	RGB uint32
	// Shot is what made a muzzle flash.
	Shot Shot
	// Only are the slots whose players alone see it, one bit each; 0 for
	// everybody.
	Only uint32
}

// Shot is what an entity has fired.
type Shot uint8

// The kinds of shots. Bullets and pellets hit at once: their hits are effects of the same
// moment.
const (
	ShotUnknown Shot = iota
	ShotBullet
	ShotPellets
	ShotMissile // rockets, grenades, nails: they can be seen
	ShotBolt    // energy that can be seen
	ShotBeam    // a beam, which is an effect of its own
	ShotNone    // light alone
)

// SoundFlags say how a sound is heard.
type SoundFlags uint8

const (
	// SoundFollows is set if the sound goes where its entity goes; Origin is where it
	// began.
	SoundFollows SoundFlags = 1 << iota
	// SoundFlat is set if the sound has no place: it is as loud everywhere, on both sides.
	SoundFlat
	// SoundStops is set in [World.Heard] for what is no sound: what the entity plays on
	// the channel ends. Entities with SoundStops and channel [AllChannels] end all theirs.
	SoundStops
	// SoundQueues is set for what an announcer says: one after another.
	SoundQueues
)

// AllChannels stands for all channels of an entity where sounds end.
const AllChannels = 255

// SoundStart is a sound that began a short while ago, or an ambient one.
type SoundStart struct {
	Clock       float64 // viewer's seconds
	Origin      mgl32.Vec3
	Entity      int32
	Sound       uint16 // index into Level.Sounds, if Own is 0
	Own         uint8  // index into Level.ClientSounds, 0 for none
	Channel     uint8
	Flags       SoundFlags
	Volume      float32 // 1 is full
	Attenuation float32 // with distance: 0 is none, 1 the usual
	// Only are the slots whose players alone hear it, one bit each; 0 for
	// everybody.
	Only uint32
}

// Like reports whether s and t, of two recordings of one game at about the same time, are the same sound if
// they have the same path.
func (s *SoundStart) Like(t *SoundStart) bool {
	if s.Entity != t.Entity || s.Channel != t.Channel || s.Only != t.Only || s.Flags != t.Flags {
		return false
	}
	return s.Entity > 0 || s.Origin.Sub(t.Origin).Len() <= sameEffectPlace // of nobody there may be several at once
}

// Path returns the game path of the sound, empty if it is not known. A path that
// begins with an asterisk is relative to the player's own model.
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
	// maxEffects bounds the effects kept; engines keep 64 or fewer of a
	// kind. The oldest go first.
	maxEffects = 256
	maxSounds  = 128 // the sounds kept
	// maxStaticSounds is more than any engine accepts.
	maxStaticSounds = 4096
)

// SoundKept is for how many seconds a sound that began stays in [Effects].Sounds, however long
// it is: as long as it takes to read what was heard.
const SoundKept = 2.5

// Effects are the effects and sounds of the moment.
type Effects struct {
	List []Effect
	// Sounds began in the last [SoundKept] seconds, or will in a moment, in the order of the
	// demo. One that another has replaced stays; one that was stopped does not.
	Sounds []SoundStart
	// Trails are the ways of projectiles of the last seconds.
	Trails []Trail
	// Projectiles are those that fly, and those that did until a moment ago.
	Projectiles []Projectile
	// Static sounds last as long as the level.
	Static []SoundStart

	// lookTrails is the viewer's time from which on to look whether trails have ended.
	lookTrails float64
	// soonest and soonestSound are viewer's times before which nothing of List and Sounds ends.
	soonest, soonestSound float64
}

// add begins an effect: see [Edit.AddEffect].
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
			// Between the frame before and this one the old one is still seen.
			old.Life = min(old.Life, f.Clock-old.Clock)
			e.soonest = min(e.soonest, old.Clock+old.kept())
		}
	}
	if len(e.List) >= maxEffects {
		e.List = e.List[:copy(e.List, e.List[1:])]
	}
	e.List = append(e.List, f)
}

// start begins a sound: see [Edit.StartSound].
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

// expire drops the effects and sounds that have ended at a viewer's time. Mostly nothing has, and lists are only looked
// through when something of them may.
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
			if c := list[i].Clock; c < clock { // not min, which looks for NaN
				clock = c
			}
		}
		return clock
	}
	// Those that ended are mostly the first ones.
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

// Clear ends all effects and sounds.
func (e *Effects) Clear() {
	// which copies may share
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
	// Sounds are only added, by a live world alone: a copy has no room for more.
	e.Static = src.Static[:len(src.Static):len(src.Static)]
}

// memory returns how many bytes the lists hold, without what they share with before.
func (e *Effects) memory(before *Effects) int64 {
	return sizeOf[Effect](cap(e.List)) + sizeOf[SoundStart](cap(e.Sounds)) + sizeOf[Trail](cap(e.Trails)) +
		sizeOf[Projectile](cap(e.Projectiles)) + appendedSize(e.Static, before.Static)
}
