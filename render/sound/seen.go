package sound

import (
	"math"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/assets/tone"
	"demoscope/bsp"
	"demoscope/player"
	"demoscope/player/world"
)

// Seen is a sound that began recently, for a visual sound cue.
type Seen struct {
	tone.Sound
	Class tone.Class
	Clock float64 // start, in viewer's seconds
	Age   float64 // seconds since Clock
	// Origin is its current position in Quake units, if Placed is set. A sound without a position is heard on both
	// sides.
	Origin mgl32.Vec3
	Placed bool
	// Slot is the player who makes it, [world.Nobody] if it is not a player's or unknown.
	Slot int
	// Own is set for sounds of the ear's own entity, which are heard from inside.
	Own bool
	// Level is its volume at the ear, from 0 to 1.
	Level float32
}

// Line is a subtitle: one sound, or several with the same words and player.
type Line struct {
	Words string
	Class tone.Class
	// Slot is the player who makes them, [world.Nobody] if unknown or several.
	Slot  int
	Count int // how often the sound began
	// Level is the volume of the loudest. Fresh is the newness of the newest: 1 until it fades out, 0 at the end.
	Level, Fresh float32
	// Origin is the position of the newest, if Placed is set.
	Origin mgl32.Vec3
	Placed bool

	newest float64 // viewer's seconds
}

const (
	// MostLines is the maximum number of subtitles, the most important ones.
	MostLines = 5
	// lineFade is how long a subtitle fades out at the end of [world.SoundKept], in seconds.
	lineFade = 0.7
	// leastLevel is the minimum volume of a sound that gets a visual cue.
	leastLevel = 0.02
	// maxKnown is the maximum number of sound names whose words are cached.
	maxKnown = maxSounds
)

// Sight finds the sounds that are audible at a moment, for visual sound cues. The result is a function of the moment:
// it is the same after playing as after a seek, and needs no device. Its memory is reused from one moment to the
// next.
type Sight struct {
	// List holds the audible sounds, in the order of the demo.
	List []Seen
	// Lines are the subtitles, in the order in which the first sound of each began.
	Lines []Line

	all   []Line // including those that are not important enough
	known map[string]tone.Sound
}

// Look finds the sounds that an ear hears at a moment. m is the map of the level, nil if there is none. off holds the
// kinds that the viewer has turned off.
func (s *Sight) Look(at *player.Moment, m *bsp.Map, ear *Ear, off *[KindCount]bool) {
	s.List = s.List[:0]
	if at == nil || at.World == nil {
		s.Lines = s.Lines[:0]
		return
	}
	w := at.World
	for i := range w.Effects.Sounds {
		start := &w.Effects.Sounds[i]
		age := at.Clock - start.Clock
		if age < 0 || age > world.SoundKept || start.Flags&world.SoundStops != 0 || !heardBy(start.Only, ear) {
			continue
		}
		seen := Seen{Sound: s.of(start.Path(w.Level())), Clock: start.Clock, Age: age, Origin: start.Origin,
			Slot: slotOf(w, start.Entity)}
		if off[seen.Kind%KindCount] || seen.Tone == tone.Silence {
			continue
		}
		seen.Class = seen.Sound.Class()
		seen.Own = start.Entity == ear.Entity
		seen.Level = start.Volume
		if start.Flags&world.SoundFlat == 0 {
			seen.Placed = true
			if start.Flags&world.SoundFollows != 0 {
				if now, ok := placeOf(at, m, start.Entity); ok {
					seen.Origin = now
				}
			}
			if !seen.Own {
				seen.Level *= remains(w.Game, seen.Origin.Sub(ear.Origin).Len(), start.Attenuation)
			}
		} else {
			seen.Slot = world.Nobody // no player for chat and announcers
		}
		if seen.Level = min(1, seen.Level); seen.Level >= leastLevel {
			s.List = append(s.List, seen)
		}
	}
	s.tell()
}

// heardBy reports whether a sound that is only for some slots is for an ear.
func heardBy(only uint32, ear *Ear) bool {
	return only == 0 || ear.Slot >= 0 && ear.Slot < 32 && only>>ear.Slot&1 != 0
}

// of returns the known properties of a sound by its name.
func (s *Sight) of(path string) tone.Sound {
	known, ok := s.known[path]
	if !ok {
		known = tone.Of(path)
		if s.known == nil {
			s.known = map[string]tone.Sound{}
		}
		if len(s.known) < maxKnown {
			s.known[strings.Clone(path)] = known
		}
	}
	return known
}

// tell collects the lines.
func (s *Sight) tell() {
	s.all = s.all[:0]
	for i := range s.List {
		seen := &s.List[i]
		// A viewer in first-person view sees the player shoot and walk.
		if seen.Words == "" || seen.Own && (seen.Class == tone.OfWeapons || seen.Class == tone.OfSteps) {
			continue
		}
		slot := seen.Slot
		if seen.Class == tone.OfSteps {
			slot = world.Nobody // one line for all players who walk, so that it leaves room for others
		}
		l := s.line(seen.Words, slot)
		l.Class = seen.Class
		l.Count++
		l.Level = max(l.Level, seen.Level)
		if seen.Clock >= l.newest {
			l.newest, l.Origin, l.Placed = seen.Clock, seen.Origin, seen.Placed && !seen.Own
			l.Fresh = float32(min(1, (world.SoundKept-seen.Age)/lineFade))
		}
	}
	s.choose()
}

// line returns the line with words and a slot, and adds it if there is none.
func (s *Sight) line(words string, slot int) *Line {
	for i := range s.all {
		if l := &s.all[i]; l.Slot == slot && l.Words == words {
			return l
		}
	}
	s.all = append(s.all, Line{Words: words, Slot: slot, newest: math.Inf(-1)})
	return &s.all[len(s.all)-1]
}

// choose selects the most important lines and keeps their order.
func (s *Sight) choose() {
	s.Lines = s.Lines[:0]
	for i := range s.all {
		better := 0
		for k := range s.all {
			if a, b := s.all[k].weight(), s.all[i].weight(); a > b || a == b && k > i {
				better++
			}
		}
		if better < MostLines {
			s.Lines = append(s.Lines, s.all[i])
		}
	}
}

// weight returns the importance of a line. Loud and new lines are important.
func (l *Line) weight() float32 {
	w := l.Level * l.Fresh
	if l.Class == tone.OfSteps {
		w /= 2
	}
	return w
}
