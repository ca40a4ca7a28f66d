package sound

import (
	"math"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/bsp"
	"demoscope/player"
	"demoscope/player/world"
	"demoscope/player/world/equipment"
)

// Score is the sound of a demo: it looks up the sounds that a [player.SoundCursor] hears in a [Bank] and mixes them. It
// is used by one goroutine.
type Score struct {
	Bank  *Bank
	Mixer *Mixer
	// Map is the map of the level, for the positions of doors and lifts; nil if there is none.
	Map *bsp.Map
	// Maps, if not nil, finds the map of each new level.
	Maps func(w *world.World) *bsp.Map
	// Follow is the slot of the followed player, [world.Nobody] for the recorder.
	Follow int
	// Tracks are the voice tracks of the demo. Voice selects those that are heard.
	Tracks []*Track
	Voice  VoiceChoice
	// Heard, if not nil, is called for each sound that begins.
	Heard func(s *world.SoundStart, sound *Sound)

	// Started counts the sounds that began in the rendered part, and Nameless those without a name in the demo.
	Started, Nameless int

	level  int   // LevelCount of the level whose map was found
	from   int64 // sounds that begin before this frame are not counted
	cursor *player.SoundCursor
	moment *player.Moment
	at     Ear // ear of the last block
	fixed  bool
	around [len(ambientSounds)]ambient
	part   []float32 // scratch for a track
}

// NewScore returns the score for the sounds that a cursor reports.
func NewScore(cursor *player.SoundCursor, bank *Bank) *Score {
	s := &Score{Bank: bank, cursor: cursor, Follow: world.Nobody}
	s.Mixer = NewMixer(s.cursor.World().Game)
	s.Mixer.Place = s.place
	return s
}

// SeekTo goes to a frame of the demo, where the next block of the Mixer begins. Sounds that began in the back seconds
// before it continue.
func (s *Score) SeekTo(frame int64, back float64) {
	clock := float64(frame) / Rate
	s.Mixer.Clear()
	for _, t := range s.Tracks {
		t.begun = false
	}
	s.around = [len(ambientSounds)]ambient{}
	s.cursor.Seek(clock, back)
	s.cursor.Reach(clock, s)
	s.moment = s.cursor.Moment(clock, s.Follow)
}

// Ended reports whether the demo ends before a frame.
func (s *Score) Ended(frame int64) bool {
	return s.cursor.Ended() && float64(frame)/Rate > s.cursor.World().Clock
}

// Mix mixes a block into left and right; see [Mixer.Mix].
func (s *Score) Mix(left, right []float32, frame int64, span int) {
	clock := float64(frame+int64(span)) / Rate
	s.cursor.Reach(clock, s)
	s.moment = s.cursor.Moment(clock, s.Follow)
	if w := s.cursor.World(); s.Maps != nil && w.LevelCount != s.level {
		s.level, s.Map = w.LevelCount, s.Maps(w)
	}
	s.listen()
	s.loops()
	clear(left)
	clear(right)
	s.Mixer.Mix(left, right, frame, span, &s.at)
	s.mixTracks(left, right, frame, span)
}

// SetEar sets the position of the listener; nil is the view of the player in Follow.
func (s *Score) SetEar(ear *Ear) {
	if s.fixed = ear != nil; s.fixed {
		s.at = *ear
	}
}

// listen updates the position of the listener for the block.
func (s *Score) listen() {
	if s.fixed {
		return
	}
	e := &s.moment.Eye
	if !e.Known {
		s.at.Entity, s.at.Slot = NoEntity, world.Nobody
		return // stay in the same place
	}
	s.at = Through(e)
}

// Through returns the ear for a player's eye.
func Through(e *player.Eye) Ear {
	ear := Ear{Origin: e.Origin, Right: RightOf(e.Angles), Entity: e.Entity, Slot: e.Slot}
	if e.Slot < 0 {
		ear.Entity = NoEntity
	}
	return ear
}

// RightOf returns the unit vector to the right for angles in degrees.
func RightOf(angles mgl32.Vec3) mgl32.Vec3 {
	const degrees = math.Pi / 180
	sp, cp := math.Sincos(float64(angles[0]) * degrees)
	sy, cy := math.Sincos(float64(angles[1]) * degrees)
	sr, cr := math.Sincos(float64(angles[2]) * degrees)
	return mgl32.Vec3{float32(-sr*sp*cy + cr*sy), float32(-sr*sp*sy - cr*cy), float32(-sr * cp)}
}

// Hear implements [player.Listener].
func (s *Score) Hear(start *world.SoundStart, w *world.World) {
	if start.Flags&world.SoundStops != 0 {
		s.Mixer.Hear(start, nil)
		return
	}
	counts := Frame(start.Clock) >= s.from
	if counts {
		s.Started++
	}
	path := start.Path(w.Level())
	sound := s.Bank.Find(path, modelOf(w, start.Entity, path), false)
	if sound == nil {
		if counts {
			s.Nameless++
		}
		return
	}
	s.Mixer.Hear(start, sound)
	if s.Heard != nil {
		s.Heard(start, sound)
	}
}

// Cut implements [player.Listener].
func (s *Score) Cut(clock float64) { s.Mixer.Cut(clock) }

// modelOf returns the model of the player who makes a sound, if the sound depends on the model.
func modelOf(w *world.World, entity int32, path string) string {
	if !ofModel(w.Game, path) {
		return ""
	}
	slot := slotOf(w, entity)
	if slot < 0 {
		return ""
	}
	name := w.Players[slot].Skin
	if w.Game == world.Quake3 {
		name = w.Players[slot].InfoValue("model")
	}
	name, _, _ = strings.Cut(name, "/")
	return name
}

// place returns the position of an entity.
func (s *Score) place(entity int32) (mgl32.Vec3, bool) { return placeOf(s.moment, s.Map, entity) }

// loopFades is the attenuation of looping sounds in Quake II and III, the same as that of static sounds.
const loopFades = 3

// loops passes the looping sounds to the mixer.
func (s *Score) loops() {
	m := s.Mixer
	m.BeginLoops()
	w := s.moment.World
	for i := range w.Effects.Static {
		t := &w.Effects.Static[i]
		m.Loop(s.Bank.Find(t.Path(w.Level()), "", false), t.Origin, t.Volume, t.Attenuation, &s.at)
	}
	s.ambients(w)
	if w.Game != world.Quake2 && w.Game != world.Quake3 {
		return
	}
	for i := range s.moment.Entities {
		e := &s.moment.Entities[i]
		if path, volume := loopSound(w, e); path != "" {
			sound, at := s.Bank.Find(path, "", true), middleOf(w, s.Map, e)
			if w.Game == world.Quake3 && e.Missile() {
				m.HumFlying(sound, at, e.Number, &s.at)
				continue
			}
			m.Loop(sound, at, volume, loopFades, &s.at)
		}
	}
	for i := range w.Players {
		p := &w.Players[i]
		if !p.Visible || i >= len(s.moment.Poses) {
			continue
		}
		number := int32(i)
		if w.Game == world.Quake2 {
			number++
		}
		at := s.moment.Poses[i].Origin
		for _, path := range [...]string{weaponLoop(w, p), powerupLoop(w, p)} {
			if path != "" {
				m.Loop(s.Bank.Find(path, "", true), at, 1, loopFades, &s.at)
			}
		}
		if e := w.Entity(number); e != nil {
			if path, volume := loopSound(w, e); path != "" {
				m.Loop(s.Bank.Find(path, "", true), at, volume, loopFades, &s.at)
			}
		}
	}
}

// loopSound returns the game path of the looping sound of an entity, and its volume, where 1 is full volume. The path
// is empty if there is none.
func loopSound(w *world.World, e *world.Entity) (path string, volume float32) {
	if r, ok := w.Rules().(world.LoopSounder); ok {
		return r.LoopSoundOf(w.Level(), e)
	}
	if e.Sound == 0 {
		return "", 0
	}
	return w.Level().Sound(e.Sound), 1
}

// weaponLoop returns the game path of the looping sound of a visible player's weapon, or "" if there is none.
func weaponLoop(w *world.World, p *world.Player) string {
	if r, ok := w.Rules().(world.LoopSounder); ok {
		return r.WeaponLoopSoundOf(p)
	}
	return ""
}

// flightLoop is the looping sound of Quake III's flight powerup.
const flightLoop = "sound/items/flight.wav"

// powerupLoop returns the game path of the looping sound of a visible player's powerup, or "" if there is none.
func powerupLoop(w *world.World, p *world.Player) string {
	if w.Game == world.Quake3 && !p.Dead && p.Powerups != 0 && equipment.Carries(w, p)&equipment.Flight != 0 {
		return flightLoop
	}
	return ""
}

// ambients passes the volumes of Quake's water and wind sounds at the ear to the mixer. The map has them for each of
// its leaves.
func (s *Score) ambients(w *world.World) {
	if w.Game != world.Quake && w.Game != world.QuakeWorld {
		return
	}
	var here [len(ambientSounds)]uint8
	if s.Map != nil && world.Drawable(s.at.Origin) {
		levels := s.Map.Leaves[s.Map.LeafAt(s.at.Origin)].Ambient
		for i := range here {
			if here[i] = levels[i]; here[i] < leastAmbient {
				here[i] = 0
			}
		}
	}
	for i, name := range ambientSounds {
		if level := s.around[i].next(here[i]); level > 0 {
			s.Mixer.addLoop(s.Bank.Find(name, "", false), noEntity, ambientVolume*level, ambientVolume*level)
		}
	}
}

// ambientSounds are the sounds that Quake plays for a leaf's levels of water and sky. It plays none for slime and
// lava.
var ambientSounds = [...]string{"ambience/water1.wav", "ambience/wind2.wav"}

const (
	// ambientVolume is the volume of a leaf at full level. leastAmbient is the lowest level that is heard: a volume
	// of 8 of 255.
	ambientVolume, leastAmbient = 0.3, 27
	// ambientFade is the number of blocks over which an ambient sound fades: from silence to full volume at 99 of 255
	// per second. In Quake it is 100.
	ambientFade = 77
)

// ambient holds the levels of an ambient sound in the last blocks. Their mean depends on nothing earlier.
type ambient struct {
	last  [ambientFade]uint8
	at    int
	sum   int
	known bool
}

// next adds a level and returns the mean of the last ones, from 0 to 1.
func (a *ambient) next(level uint8) float32 {
	if !a.known {
		a.known = true
		for i := range a.last {
			a.last[i] = level
		}
		a.sum = ambientFade * int(level)
	}
	a.sum += int(level) - int(a.last[a.at])
	a.last[a.at] = level
	a.at = (a.at + 1) % ambientFade
	return float32(a.sum) / (255 * ambientFade)
}

// master is the gain of the mix, because several sounds play at once.
const master = 0.35

// Render mixes a part of the demo, beginning at a frame that must be a multiple of [Block]. It passes the limited
// blocks to each until that returns false or the demo ends. The output does not depend on the start.
func (s *Score) Render(frame int64, each func(left, right []float32) bool) {
	s.RenderBlocks(func(block int64) int64 { return frame + block*Block }, nil, each)
}

// RenderBlocks is Render for blocks that need not cover as much of the demo as they are long. at returns the frame of
// the demo where a block begins. The first block is 0; blocks with negative numbers come before it. before, if not
// nil, is called for each block before it is mixed.
func (s *Score) RenderBlocks(at func(block int64) int64, before func(block int64),
	each func(left, right []float32) bool) {
	var limiter Limiter
	var left, right [Block]float32
	block := -int64(max(warmUp, ambientFade+1))
	for block < 0 && at(block) < 0 {
		block++
	}
	s.from = at(0)
	s.SeekTo(at(block), player.SoundLookback)
	for first := block; !s.Ended(at(block)); block++ {
		if before != nil {
			before(block)
		}
		from := at(block)
		s.Mix(left[:], right[:], from, max(1, int(at(block+1)-from)))
		for i := range left {
			left[i] *= master
			right[i] *= master
		}
		if limiter.Next(left[:], right[:]) && block > 0 && block > first {
			if !each(left[:], right[:]) {
				return
			}
		}
	}
}
