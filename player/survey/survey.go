// Package survey rebuilds the shape of a level from a demo alone: where players stood,
// passed, were stopped and fell, where things lay and shots ended say where floors and walls
// are.
//
// A [Survey] gathers that of one level, frame by frame of a [demoscope/player/world.World].
// [Survey.Build] makes a [Level] of it at any time, on any goroutine that has a
// [Survey.Clone]. Surveys of one map add up: [Survey.Merge].
//
// # What is kept
//
// Space is divided into columns of 8 by 8 units. Of each the survey keeps at which heights
// feet were (a print), and in layers of 4 units where bodies were: there is nothing solid.
// Columns lie in chunks of 64 by 64 units, 256 high. Beside them are the places where players
// slid along something upright (contacts), where shots ended (impacts), where they flew, where
// somebody got into a liquid (splashes), and what lay still.
//
// No demo makes a survey larger than its [Budget], nor than maxChunks and the other limits:
// what comes later is left out.
package survey

import (
	"slices"
	"unsafe"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/world"
)

// Survey gathers what a demo tells of the shape of one level. [New] makes one. It is for one
// goroutine.
type Survey struct {
	game   world.Game
	budget *Budget
	walks  bool // only the walked ground is gathered: see Walk

	chunks    []chunk
	directory []int32              // hash table of indices into chunks and 1 more
	recent    *[recentChunks]int32 // of indices into chunks and 1 more, by the last bits of their places
	prints    []footprint
	contacts  table
	impacts   table
	splashed  table // pieces: see [splash.piece]
	lying     []lying
	models    []string
	heat      heat

	tracks []*track // by slot
	still  stills
	clock  float64 // of the frame before
}

// Budget is how many bytes surveys may hold together, and how many they do.
type Budget struct{ Used, Most int64 }

// NewBudget returns a budget of some bytes.
func NewBudget(most int64) *Budget { return &Budget{Most: most} }

// take reports whether there are n more bytes, and takes them.
func (b *Budget) take(n int64) bool {
	if n > b.Most-b.Used {
		return false
	}
	b.Used += n
	return true
}

// New returns the empty survey of a level of a game, nil if there is no room for one.
func New(game world.Game, b *Budget) *Survey {
	if !b.take(int64(unsafe.Sizeof(Survey{}))) {
		return nil
	}
	return &Survey{game: game, budget: b}
}

// Clone returns a copy for another goroutine, which can be built and merged, and which knows
// of no player who is on his way.
func (s *Survey) Clone() *Survey {
	c := *s
	c.chunks, c.directory, c.prints = slices.Clone(s.chunks), slices.Clone(s.directory), slices.Clone(s.prints)
	c.contacts, c.impacts, c.splashed = s.contacts.clone(), s.impacts.clone(), s.splashed.clone()
	c.lying, c.models = slices.Clone(s.lying), slices.Clone(s.models)
	c.heat = s.heat.clone()
	c.tracks, c.still, c.recent = nil, stills{}, nil
	return &c
}

// Empty reports whether nothing is known of the level.
func (s *Survey) Empty() bool { return len(s.prints) == 0 && len(s.lying) == 0 }

// Memory returns how many bytes a survey holds.
func (s *Survey) Memory() int64 {
	return int64(cap(s.chunks))*chunkBytes + int64(cap(s.prints))*printBytes + int64(len(s.directory))*4 +
		s.contacts.memory() + s.impacts.memory() + s.splashed.memory() +
		int64(cap(s.lying))*lyingBytes + int64(cap(s.heat.points))*heatBytes + s.heat.known.memory() +
		int64(len(s.heat.pages))*pageBytes
}

// Frame adds what a new frame of the level shows.
func (s *Survey) Frame(w *world.World) {
	if w.Intermission || w.Paused {
		s.End() // who is seen now may stand anywhere
		return
	}
	if w.FrameClock < s.clock {
		s.End()
	}
	s.clock = w.FrameClock
	for i := range w.Players {
		p := &w.Players[i]
		if !p.Visible || p.Spectator {
			continue
		}
		now, at := s.heat.of(i), p.Pose.Origin
		at[2] -= feet
		if s.walks && w.FrameClock-now.followed < walkFinest && !p.NoLerp && !p.Dead && now.box.has(&at) {
			continue // most are where they were
		}
		if !inside(p.Pose.Origin) {
			s.cut(i)
			continue
		}
		s.heat.step(s, i, now, at)
		if p.Dead {
			s.cut(i)
			continue
		}
		s.follow(i, p, w.FrameClock)
	}
	if w.Recorder < 0 && w.View.Known && inside(w.View.Origin) {
		// An eye without a body goes through walls.
		at := w.View.Origin
		at[2] -= feet
		s.heat.step(s, len(w.Players), s.heat.of(len(w.Players)), at)
	}
	if s.walks {
		return
	}
	s.rest(w)
	s.hits(w)
	s.flights(w)
	s.splashes(w)
}

// End ends the ways of all players: nothing joins where they were to where they will be.
func (s *Survey) End() {
	for i := range s.tracks {
		s.cut(i)
	}
}

// Finish ends the survey: nothing is added any more, and what only that needs is let go.
func (s *Survey) Finish() {
	s.End()
	s.tracks, s.still, s.heat.last, s.heat.at, s.recent = nil, stills{}, nil, nil, nil
}

// reachable bounds coordinates, in units: no map is larger.
const reachable = 1 << 16

// inside reports whether a place can be in a map. NaN is not.
func inside(v mgl32.Vec3) bool {
	for _, x := range v {
		if !(x > -reachable && x < reachable) {
			return false
		}
	}
	return true
}
