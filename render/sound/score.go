package sound

import (
	"math"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/bsp"
	"demoscope/player"
	"demoscope/player/world"
)

// Score is the sound of a demo: what the [player.Ear] hears is found in the [Bank] and mixed.
// It is used by one goroutine.
type Score struct {
	Bank  *Bank
	Mixer *Mixer
	// Map is the map of the level, for the places of doors and lifts; nil if there is none.
	Map *bsp.Map
	// Maps finds the map of each level that begins, if it is not nil.
	Maps func(w *world.World) *bsp.Map
	// Follow is the slot of who is followed, [world.Nobody] for the recorder.
	Follow int
	// Tracks are the voice tracks of the demo, and Talk says which of them are heard.
	Tracks []*Track
	Talk   Talk
	// Heard is told of each sound that begins, if it is not nil.
	Heard func(s *world.SoundStart, sound *Sound)

	// Started counts the sounds that began in what was rendered, and Nameless those that the
	// demo does not name.
	Started, Nameless int

	level  int   // LevelCount of the one whose map was found
	from   int64 // what begins before this frame is not counted
	ear    *player.Ear
	moment *player.Moment
	at     Ear // of the last block
	fixed  bool
	around [len(ambientSounds)]ambient
	part   []float32 // scratch, of a track
}

// NewScore returns the score of what an ear hears.
func NewScore(ear *player.Ear, bank *Bank) *Score {
	s := &Score{Bank: bank, ear: ear, Follow: world.Nobody}
	s.Mixer = NewMixer(s.ear.World().Game)
	s.Mixer.Place = s.place
	return s
}

// SeekTo goes to a frame of the demo: what began in the seconds before it sounds on. The Mixer's
// next block begins there.
func (s *Score) SeekTo(frame int64, back float64) {
	clock := float64(frame) / Rate
	s.Mixer.Clear()
	for _, t := range s.Tracks {
		t.begun = false
	}
	s.around = [len(ambientSounds)]ambient{}
	s.ear.Seek(clock, back)
	s.ear.Reach(clock, s)
	s.moment = s.ear.Moment(clock, s.Follow)
}

// Ended reports whether the demo ends before a frame.
func (s *Score) Ended(frame int64) bool {
	return s.ear.Ended() && float64(frame)/Rate > s.ear.World().Clock
}

// Mix mixes a block into left and right: see [Mixer.Mix].
func (s *Score) Mix(left, right []float32, frame int64, span int) {
	clock := float64(frame+int64(span)) / Rate
	s.ear.Reach(clock, s)
	s.moment = s.ear.Moment(clock, s.Follow)
	if w := s.ear.World(); s.Maps != nil && w.LevelCount != s.level {
		s.level, s.Map = w.LevelCount, s.Maps(w)
	}
	s.listen()
	s.hums()
	clear(left)
	clear(right)
	s.Mixer.Mix(left, right, frame, span, &s.at)
	s.mixTracks(left, right, frame, span)
}

// SetEar says from where the demo is heard; nil is through the eyes of whom Follow says.
func (s *Score) SetEar(ear *Ear) {
	if s.fixed = ear != nil; s.fixed {
		s.at = *ear
	}
}

// listen sets from where the block is heard.
func (s *Score) listen() {
	if s.fixed {
		return
	}
	e := &s.moment.Eye
	if !e.Known {
		s.at.Entity, s.at.Slot = NoEntity, world.Nobody
		return // where it was
	}
	s.at = Through(e)
}

// Through returns the ear of who sees through an eye.
func Through(e *player.Eye) Ear {
	ear := Ear{Origin: e.Origin, Right: RightOf(e.Angles), Entity: e.Entity, Slot: e.Slot}
	if e.Slot < 0 {
		ear.Entity = NoEntity
	}
	return ear
}

// RightOf returns the direction to the right for angles in degrees.
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

// modelOf returns the model of the player who makes a sound that is another for each.
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

// place returns where an entity is.
func (s *Score) place(entity int32) (mgl32.Vec3, bool) { return placeOf(s.moment, s.Map, entity) }

// Of what sounds all the time Quake II's and III's fades as static sounds do; humFades is that.
const humFades = 3

// hums tells the mixer what sounds all the time.
func (s *Score) hums() {
	m := s.Mixer
	m.BeginHums()
	w := s.moment.World
	for i := range w.Effects.Static {
		t := &w.Effects.Static[i]
		m.Hum(s.Bank.Find(t.Path(w.Level()), "", false), t.Origin, t.Volume, t.Attenuation, &s.at)
	}
	s.ambients(w)
	if w.Game != world.Quake2 && w.Game != world.Quake3 {
		return
	}
	for i := range s.moment.Entities {
		e := &s.moment.Entities[i]
		if path, volume := w.HumOf(e); path != "" {
			sound, at := s.Bank.Find(path, "", true), middleOf(w, s.Map, e)
			if w.Game == world.Quake3 && e.Missile() {
				m.HumFlying(sound, at, e.Number, &s.at)
				continue
			}
			m.Hum(sound, at, volume, humFades, &s.at)
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
		for _, path := range [...]string{w.WeaponHumOf(p), w.PowerupHumOf(p)} {
			if path != "" {
				m.Hum(s.Bank.Find(path, "", true), at, 1, humFades, &s.at)
			}
		}
		if e := w.Entity(number); e != nil {
			if path, volume := w.HumOf(e); path != "" {
				m.Hum(s.Bank.Find(path, "", true), at, volume, humFades, &s.at)
			}
		}
	}
}

// ambients tells the mixer how loud Quake's water and wind are where the ear is, as the map has it
// for each of its leaves.
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
			s.Mixer.addHum(s.Bank.Find(name, "", false), noEntity, ambientVolume*level, ambientVolume*level)
		}
	}
}

// ambientSounds are those that Quake plays by a leaf's levels of water and sky; of those of slime
// and lava it plays none.
var ambientSounds = [...]string{"ambience/water1.wav", "ambience/wind2.wav"}

const (
	// ambientVolume is how loud a leaf's full level is, and leastAmbient the least level that
	// is heard: 8 of 255 behind that.
	ambientVolume, leastAmbient = 0.3, 27
	// ambientFade is over how many blocks an ambient sound fades: from nothing to full by
	// 99 of 255 a second; in Quake it is 100.
	ambientFade = 77
)

// ambient is how loud an ambient sound was in the last blocks. Its mean depends on nothing that
// was before.
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

// master is how loud the mix of sounds at full loudness is: several sound at once.
const master = 0.35

// Render mixes a part of the demo from a frame on, which must be a multiple of [Block], and
// gives it block by block, limited, to each until that returns false or the demo ends. It is
// the same wherever it begins.
func (s *Score) Render(frame int64, each func(left, right []float32) bool) {
	s.RenderBlocks(func(block int64) int64 { return frame + block*Block }, nil, each)
}

// RenderBlocks is Render where a block of sound need not be as long as what it is of: at says at which
// frame of the demo a block begins, of which the first is 0, and those with negative numbers come before it. Before
// is told of each block before it is mixed, if it is not nil.
func (s *Score) RenderBlocks(at func(block int64) int64, before func(block int64),
	each func(left, right []float32) bool) {
	var limiter Limiter
	var left, right [Block]float32
	block := -int64(max(warmUp, ambientFade+1))
	for block < 0 && at(block) < 0 {
		block++
	}
	s.from = at(0)
	s.SeekTo(at(block), player.EarBack)
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
