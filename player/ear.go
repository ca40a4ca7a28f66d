package player

import (
	"demoscope/formats"
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
type Ear struct {
	cursor *timeline.Cursor
	index  *timeline.Timeline
	moment Moment
	level  int // LevelCount of what was told last
}

// Listener is told what an [Ear] hears, in the order of the demo.
type Listener interface {
	// Hear is called for each sound of a packet that begins, at or after the packet, or
	// stops. What s and w point to is valid for the call.
	Hear(s *world.SoundStart, w *world.World)
	// Cut is called where a level ends, at a viewer's time: nothing of it sounds on.
	Cut(clock float64)
}

// NewEar returns an ear at the beginning of a demo, which finds its way by the index of the
// demo's player.
func NewEar(demo *formats.Demo, index *timeline.Timeline) *Ear {
	return &Ear{cursor: timeline.NewCursor(demo.Format.Name, demo.Decoder()), index: index}
}

// Seek goes back, or ahead, to where a moment's sounds may have begun: [EarBack] seconds
// before a viewer's time, or any other number of seconds. [Ear.Reach] then tells all since.
func (e *Ear) Seek(clock, back float64) {
	from := max(0, clock-back)
	if k, ok := e.index.Before(from); ok {
		e.cursor.Return(k.Mark, k.World)
	} else {
		e.cursor.Rewind()
	}
	e.level = e.cursor.World.LevelCount
}

// Reach goes on until everything that begins before a viewer's time has been told to l, and
// the moment at that time can be shown. It never goes back.
func (e *Ear) Reach(clock float64, l Listener) {
	w := e.cursor.World
	// Nobody looks at the frames in between.
	w.Defer = true
	for w.Clock <= clock || w.FrameClock < clock || !w.Began() {
		if e.cursor.Next() != nil {
			break
		}
		if w.LevelCount != e.level {
			e.level = w.LevelCount
			l.Cut(w.Clock)
		}
		for i := range w.Heard {
			l.Hear(&w.Heard[i], w)
		}
	}
	w.Defer = false
	w.Settle()
}

// Moment returns the moment at a viewer's time that was reached, as a [Player] shows it that
// follows somebody. It is valid until the next call of a method.
func (e *Ear) Moment(clock float64, follow int) *Moment {
	e.moment.Show(e.cursor.World, clock, follow)
	return &e.moment
}

// World returns the world after the last packet that was told.
func (e *Ear) World() *world.World { return e.cursor.World }

// Ended reports whether the demo has no more packets.
func (e *Ear) Ended() bool { return e.cursor.Ended() }
