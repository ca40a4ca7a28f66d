package player

import (
	"math"

	"demoscope/player/scan"
	"demoscope/player/timeline"
	"demoscope/player/world"
)

// EarBack is how many seconds an [Ear] listens back from where it begins: what began before
// that is not heard any more. The longest sounds of the games take some 15 seconds.
const EarBack = 20

// Ear goes through a demo beside its [Player] and tells what begins to sound. It is apart
// from the Player because it must hear every packet in its order, also of the seconds before
// a moment that was sought: what sounds then is what began before. It is used by one
// goroutine, which need not be the Player's.
//
// Of recordings that are watched as one it tells what any of them has, once: each recorder heard what sounded near him.
type Ear struct {
	cursor   *scan.Cursor
	index    *timeline.Timeline
	together *together // nil without other recordings
	moment   Moment
	level    int // LevelCount of what was told last
	told     []toldSound
	next     int              // which of told is the oldest
	own      world.SoundStart // scratch
}

const (
	// sameSound is within how many seconds two recordings tell the same sound: each has its own frames.
	sameSound = 0.06
	// toldSounds is how many of the last sounds are compared with those of other recordings: more than begin
	// in that time.
	toldSounds = 256
)

// toldSound is a sound that was told.
type toldSound struct {
	sound world.SoundStart
	path  string
	by    uint32 // the recordings that have it, one bit each
}

// Listener is told what an [Ear] hears, in the order of the demo.
type Listener interface {
	// Hear is called for each sound of a packet that begins, at or after the packet, or
	// stops. What s and w point to is valid for the call.
	Hear(s *world.SoundStart, w *world.World)
	// Cut is called where a level ends, at a viewer's time: nothing of it sounds on.
	Cut(clock float64)
}

// NewEar returns an ear at the beginning of the player's demo, and of all that is watched as one with it. It
// finds its way by the player's indexes.
func (p *Player) NewEar() *Ear {
	e := &Ear{cursor: cursorOf(p.demo), index: p.index,
		together: p.together.again()}
	if e.together != nil {
		e.told = make([]toldSound, 0, toldSounds)
	}
	return e
}

// Seek goes back, or ahead, to where a moment's sounds may have begun: [EarBack] seconds
// before a viewer's time, or any other number of seconds. [Ear.Reach] then tells all since.
func (e *Ear) Seek(clock, back float64) {
	from := max(0, clock-back)
	toKeyframe(e.cursor, e.index, from)
	e.level = e.cursor.World.LevelCount
	for _, c := range e.together.all() {
		toKeyframe(c.cursor, c.index, from)
	}
}

// toKeyframe goes to the last keyframe before a viewer's time, or to the beginning.
func toKeyframe(c *scan.Cursor, index *timeline.Timeline, clock float64) {
	if k, ok := index.Before(clock); ok {
		c.Return(k.Mark, k.World)
	} else {
		c.Rewind()
	}
}

// Reach goes on until everything that begins before a viewer's time has been told to l, and
// the moment at that time can be shown. It never goes back.
func (e *Ear) Reach(clock float64, l Listener) {
	w := e.cursor.World
	// Nobody looks at the frames in between.
	w.Defer = true
	for _, c := range e.together.all() {
		c.cursor.World.Defer = true
	}
	for isBefore(w, clock) {
		before := w.Clock
		if e.cursor.Next() != nil {
			break
		}
		if w.LevelCount != e.level {
			e.level = w.LevelCount
			l.Cut(w.Clock)
		}
		for i := range w.Heard {
			e.tell(0, &w.Heard[i], w, l)
		}
		e.reachOthers(before, l) // one packet beyond that, which is this one, so that the demo's own comes first
	}
	e.reachOthers(clock, l)
	w.Defer = false
	w.Settle()
	for _, c := range e.together.all() {
		c.cursor.World.Defer = false
		c.cursor.World.Settle()
	}
}

// isBefore reports whether a world is too early for the moment at a viewer's time.
func isBefore(w *world.World, clock float64) bool {
	return w.Clock <= clock || w.FrameClock < clock || !w.Began()
}

// reachOthers is [Ear.Reach] for the other recordings.
func (e *Ear) reachOthers(clock float64, l Listener) {
	for i, c := range e.together.all() {
		w := c.cursor.World
		for isBefore(w, clock) && c.cursor.Next() == nil {
			if !w.SameLevel(e.cursor.World) {
				continue
			}
			for k := range w.Heard {
				e.tell(1+i, &w.Heard[k], w, l)
			}
		}
	}
}

// tell tells a sound of one of the recordings, 0 for the player's own demo, unless another one had it. What
// has no place, such as the voice that praises a shot, another recorder heard for himself.
func (e *Ear) tell(recording int, s *world.SoundStart, w *world.World, l Listener) {
	if e.together == nil {
		l.Hear(s, w)
		return
	}
	path, bit := s.Path(w.Level()), uint32(1)<<recording
	flat := s.Flags&world.SoundFlat != 0
	if recording > 0 || !flat { // the demo's own are for everybody
		for i := range e.told {
			if t := &e.told[i]; t.by&bit == 0 && math.Abs(t.sound.Clock-s.Clock) <= sameSound && t.path == path &&
				s.Like(&t.sound) {
				t.by |= bit
				return
			}
		}
	}
	if len(e.told) < cap(e.told) {
		e.told = append(e.told, toldSound{})
	}
	e.told[e.next] = toldSound{*s, path, bit}
	e.next = (e.next + 1) % cap(e.told)
	if recording > 0 && flat && s.Only == 0 {
		if w.Recorder < 0 || w.Recorder >= 32 {
			return
		}
		e.own = *s
		e.own.Only = 1 << w.Recorder
		s = &e.own
	}
	l.Hear(s, w)
}

// Moment returns the moment at a viewer's time that was reached, as a [Player] shows it that
// follows somebody. It is valid until the next call of a method.
func (e *Ear) Moment(clock float64, follow int) *Moment {
	w := e.cursor.World
	if e.together != nil {
		w = e.together.lay(w)
	}
	e.moment.Show(w, clock, follow)
	return &e.moment
}

// World returns the world after the last packet that was told, of the player's own demo.
func (e *Ear) World() *world.World { return e.cursor.World }

// Ended reports whether the demo has no more packets.
func (e *Ear) Ended() bool { return e.cursor.Ended() }
