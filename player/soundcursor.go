package player

import (
	"math"

	"demoscope/player/scan"
	"demoscope/player/timeline"
	"demoscope/player/world"
)

// SoundLookback is how far, in seconds, before its start a [SoundCursor] looks for sounds. Earlier sounds have ended:
// the longest sounds of the games take about 15 seconds.
const SoundLookback = 20

// SoundCursor reads a demo independently of its [Player] and reports the sounds that start. It is separate because it
// must read all packets in order, including those of the seconds before the target of a seek: a sound that plays at the
// target started earlier. It is used by one goroutine, which need not be the Player's.
//
// If several recordings are played together, it reports each sound once, whichever recordings have it: each recorder
// heard the sounds nearby.
type SoundCursor struct {
	cursor   *scan.Cursor
	index    *timeline.Timeline
	together *together // nil without other recordings
	moment   Moment
	level    int // LevelCount of the last reported sound
	reported []reportedSound
	next     int              // index of the oldest in reported
	own      world.SoundStart // scratch buffer
}

const (
	// sameSound is the longest time in seconds between two reports of the same sound in two recordings, which have
	// different frames.
	sameSound = 0.06
	// reportedSounds is the number of last sounds that are compared with those of other recordings. Fewer sounds start
	// within sameSound.
	reportedSounds = 256
)

// reportedSound is a reported sound.
type reportedSound struct {
	sound world.SoundStart
	path  string
	by    uint32 // recordings that have it, as bits
}

// Listener receives the sounds of a [SoundCursor] in the order of the demo.
type Listener interface {
	// Hear is called for each sound that a packet starts or stops. The sound may start later than the packet. s and w
	// are only valid during the call.
	Hear(s *world.SoundStart, w *world.World)
	// Cut is called when a level ends, at a time in seconds of the viewer's clock. All its sounds stop.
	Cut(clock float64)
}

// NewSoundCursor returns a cursor at the beginning of the player's demo and of the recordings played together with it.
// It uses the player's indexes.
func (p *Player) NewSoundCursor() *SoundCursor {
	e := &SoundCursor{cursor: cursorOf(p.demo), index: p.index,
		together: p.together.again()}
	if e.together != nil {
		e.reported = make([]reportedSound, 0, reportedSounds)
	}
	return e
}

// Seek moves to where the sounds of a moment may have started: back seconds, usually [SoundLookback], before a time of
// the viewer's clock. [SoundCursor.Reach] then reports all sounds from there.
func (e *SoundCursor) Seek(clock, back float64) {
	from := max(0, clock-back)
	toKeyframe(e.cursor, e.index, from)
	e.level = e.cursor.World.LevelCount
	for _, c := range e.together.all() {
		toKeyframe(c.cursor, c.index, from)
	}
}

// toKeyframe moves a cursor to the last keyframe before a time of the viewer's clock, or to the beginning.
func toKeyframe(c *scan.Cursor, index *timeline.Timeline, clock float64) {
	if k, ok := index.Before(clock); ok {
		c.Return(k.Mark, k.World)
	} else {
		c.Rewind()
	}
}

// Reach reads on until it has reported to l every sound that starts before a time of the viewer's clock, and the moment
// at that time can be shown. It never goes back.
func (e *SoundCursor) Reach(clock float64, l Listener) {
	w := e.cursor.World
	// The frames in between are not shown.
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
			e.report(0, &w.Heard[i], w, l)
		}
		e.reachOthers(before, l) // up to before this packet, so that the demo's own sounds come first
	}
	e.reachOthers(clock, l)
	w.Defer = false
	w.Settle()
	for _, c := range e.together.all() {
		c.cursor.World.Defer = false
		c.cursor.World.Settle()
	}
}

// isBefore reports whether a world is too early for the moment at a time of the viewer's clock.
func isBefore(w *world.World, clock float64) bool {
	return w.Clock <= clock || w.FrameClock < clock || !w.Began()
}

// reachOthers is [SoundCursor.Reach] for the other recordings.
func (e *SoundCursor) reachOthers(clock float64, l Listener) {
	for i, c := range e.together.all() {
		w := c.cursor.World
		for isBefore(w, clock) && c.cursor.Next() == nil {
			if !w.SameLevel(e.cursor.World) {
				continue
			}
			for k := range w.Heard {
				e.report(1+i, &w.Heard[k], w, l)
			}
		}
	}
}

// report reports a sound of a recording, 0 for the player's own demo, unless another recording had it. A sound without
// a position, such as the announcer, was only for the recorder.
func (e *SoundCursor) report(recording int, s *world.SoundStart, w *world.World, l Listener) {
	if e.together == nil {
		l.Hear(s, w)
		return
	}
	path, bit := s.Path(w.Level()), uint32(1)<<recording
	flat := s.Flags&world.SoundFlat != 0
	if recording > 0 || !flat { // flat sounds of the demo itself are always reported
		for i := range e.reported {
			if t := &e.reported[i]; t.by&bit == 0 && math.Abs(t.sound.Clock-s.Clock) <= sameSound && t.path == path &&
				s.Like(&t.sound) {
				t.by |= bit
				return
			}
		}
	}
	if len(e.reported) < cap(e.reported) {
		e.reported = append(e.reported, reportedSound{})
	}
	e.reported[e.next] = reportedSound{*s, path, bit}
	e.next = (e.next + 1) % cap(e.reported)
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

// Moment returns the moment at a reached time of the viewer's clock, as a [Player] with this followed player shows it.
// It is valid until the next call of a method.
func (e *SoundCursor) Moment(clock float64, follow int) *Moment {
	w := e.cursor.World
	if e.together != nil {
		w = e.together.combine(w)
	}
	e.moment.Show(w, clock, follow)
	return &e.moment
}

// World returns the world of the player's own demo after the last packet that was read.
func (e *SoundCursor) World() *world.World { return e.cursor.World }

// Ended reports whether the demo has no more packets.
func (e *SoundCursor) Ended() bool { return e.cursor.Ended() }
