// Package survey reconstructs the shape of a level from a demo alone. It infers floors and walls from where
// players stood, moved, fell and were stopped, where items rested, and where shots ended.
//
// A [Survey] gathers this data for one level, frame by frame from a [demoscope/player/world.World].
// [Survey.Build] turns it into a [Level] at any time, and on any goroutine that has a [Survey.Clone].
// [Survey.Merge] adds surveys of one map.
//
// # Data
//
// Space is divided into columns of 8 by 8 units. For each column, the survey stores the heights of feet
// (footprints) and, in layers of 4 units, where bodies were and nothing is solid. Columns are grouped in chunks
// of 64 by 64 units, 256 high. The survey also stores where players slid along walls (contacts), where shots
// ended (impacts) and flew, where players entered or left liquids (splashes), and where items rested.
//
// No demo makes a survey larger than its [Budget] or the limits such as maxChunks. Data beyond them is dropped.
package survey

import (
	"slices"
	"unsafe"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/world"
)

// Survey gathers what a demo shows of the shape of one level. [New] returns an empty one. A survey is not safe
// for concurrent use.
type Survey struct {
	game   world.Game
	budget *Budget
	walks  bool // gather only the walked area: see Walk

	chunks    []chunk
	directory []int32              // hash table of indices into chunks plus 1
	recent    *[recentChunks]int32 // cache of indices into chunks plus 1, by the low bits of their positions
	prints    []footprint
	contacts  table
	impacts   table
	splashed  table // pieces: see [splash.piece]
	items     []restingItem
	models    []string
	heat      heat

	tracks   []*track // by slot
	itemScan itemScan
	clock    float64 // time of the previous frame
}

// Budget limits the memory of several surveys, in bytes.
type Budget struct{ Used, Most int64 }

// NewBudget returns a budget of most bytes.
func NewBudget(most int64) *Budget { return &Budget{Most: most} }

// take takes n bytes from the budget, and reports whether they were available.
func (b *Budget) take(n int64) bool {
	if n > b.Most-b.Used {
		return false
	}
	b.Used += n
	return true
}

// New returns an empty survey of a level, or nil if the budget is exhausted.
func New(game world.Game, b *Budget) *Survey {
	if !b.take(int64(unsafe.Sizeof(Survey{}))) {
		return nil
	}
	return &Survey{game: game, budget: b}
}

// Clone returns a copy for another goroutine. It can be built and merged, but does not continue the players'
// tracks.
func (s *Survey) Clone() *Survey {
	c := *s
	c.chunks, c.directory, c.prints = slices.Clone(s.chunks), slices.Clone(s.directory), slices.Clone(s.prints)
	c.contacts, c.impacts, c.splashed = s.contacts.clone(), s.impacts.clone(), s.splashed.clone()
	c.items, c.models = slices.Clone(s.items), slices.Clone(s.models)
	c.heat = s.heat.clone()
	c.tracks, c.itemScan, c.recent = nil, itemScan{}, nil
	return &c
}

// Empty reports whether nothing is known of the level.
func (s *Survey) Empty() bool { return len(s.prints) == 0 && len(s.items) == 0 }

// Memory returns the size of the survey in bytes.
func (s *Survey) Memory() int64 {
	return int64(cap(s.chunks))*chunkBytes + int64(cap(s.prints))*printBytes + int64(len(s.directory))*4 +
		s.contacts.memory() + s.impacts.memory() + s.splashed.memory() +
		int64(cap(s.items))*restingItemBytes + int64(cap(s.heat.points))*heatBytes + s.heat.known.memory() +
		int64(len(s.heat.pages))*pageBytes
}

// Frame adds the data of a new frame.
func (s *Survey) Frame(w *world.World) {
	if w.Intermission || w.Paused {
		s.End() // players may be placed anywhere now
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
			continue // most players are still in the same cell
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
		// A spectator passes through walls.
		at := w.View.Origin
		at[2] -= feet
		s.heat.step(s, len(w.Players), s.heat.of(len(w.Players)), at)
	}
	if s.walks {
		return
	}
	s.scanItems(w)
	s.hits(w)
	s.addShotLines(w)
	s.splashes(w)
}

// End ends the tracks of all players: their next positions are unrelated to the last.
func (s *Survey) End() {
	for i := range s.tracks {
		s.cut(i)
	}
}

// Finish ends the survey and frees what is only needed to add frames.
func (s *Survey) Finish() {
	s.End()
	s.tracks, s.itemScan, s.heat.last, s.heat.at, s.recent = nil, itemScan{}, nil, nil, nil
}

// reachable limits coordinates, in units: no map is larger.
const reachable = 1 << 16

// inside reports whether v can be in a map. It returns false for NaN.
func inside(v mgl32.Vec3) bool {
	for _, x := range v {
		if !(x > -reachable && x < reachable) {
			return false
		}
	}
	return true
}
