package player

import (
	"math"
	"slices"
	"time"

	"demoscope/formats"
	"demoscope/player/timeline"
	"demoscope/player/world"
)

// Alignment is how the times of two demos are aligned.
type Alignment uint8

const (
	// ByStart shows both at the same time after the start, see [timeline.Run].
	ByStart Alignment = iota
	// ByPlace shows the ghost when it passed the place where the followed player is.
	ByPlace
	alignments
)

// String returns the name of the alignment.
func (a Alignment) String() string { return [...]string{"start", "place"}[a%alignments] }

// Next returns the alignment after a.
func (a Alignment) Next() Alignment { return (a + 1) % alignments }

// GhostState says whether a ghost is visible, or why not.
type GhostState uint8

// The states of a ghost. Only GhostShown has something to draw.
const (
	GhostShown     GhostState = iota
	GhostReading              // one of the demos is not completely indexed
	GhostSeeking              // the ghost's demo has not reached the moment
	GhostOtherGame            // the ghost's demo is of another game
	GhostOtherMap             // the ghost's demo never has this map
	GhostNobody               // one of the demos has no player
	GhostBefore               // the ghost has not started
	GhostOver                 // the ghost has finished
	GhostElsewhere            // aligned by place: the ghost never comes near the followed player
	GhostStates
)

// GhostView is the state of a ghost for a moment of the played demo.
type GhostView struct {
	State GhostState
	// Moment is that of the ghost's demo, and Slot its compared player. Both are valid if State is [GhostShown].
	Moment *Moment
	Slot   int
	// Late is how many seconds later than the ghost the followed player reached this place, each since their own start.
	// It is valid if LateKnown is set.
	Late      float64
	LateKnown bool
	// Distance is the distance between the two in units, negative if unknown.
	Distance float32
}

const (
	// ghostBudget is how long a frame may decode for the ghost, in addition to the budget of the played demo.
	ghostBudget = 6 * time.Millisecond
	// ghostSearch is the longest time in seconds between the followed player and the ghost at the same place.
	ghostSearch = 600
)

// Ghost is a second demo that is shown together with the played one. It has no clock: the moment of the played demo
// determines what it shows. Like a [Player], it is for one goroutine.
type Ghost struct {
	player *Player
	view   GhostView

	// pair holds the result of match for the last moment, which is valid for many moments.
	pair struct {
		of          *timeline.Timeline
		watched     int
		name        string // of the followed player
		slot        int
		mine, other []timeline.Run
	}
}

// NewGhost returns the ghost of a demo and starts indexing it. [Ghost.Close] ends both.
func NewGhost(demo *formats.Demo, o Options) *Ghost {
	if o.Budget <= 0 {
		o.Budget = ghostBudget
	}
	g := &Ghost{player: New(demo, o)}
	g.player.SetPaused(true)
	return g
}

// Close is [Player.Close] of the ghost's demo.
func (g *Ghost) Close() { g.player.Close() }

// Timeline returns the index of the ghost's demo.
func (g *Ghost) Timeline() *timeline.Timeline { return g.player.Timeline() }

// Update returns the state of the ghost for a moment of the demo with index t, whose followed player is in the slot
// watched, or [world.Nobody]. The result is valid until the next call.
func (g *Ghost) Update(m *Moment, t *timeline.Timeline, watched int, by Alignment) *GhostView {
	b := &g.view
	*b = GhostView{Slot: world.Nobody, Distance: -1}
	b.State = g.find(b, m, t, watched, by)
	if b.State != GhostShown {
		return b
	}
	b.Moment = g.player.Moment()
	if p := &b.Moment.World.Players[b.Slot]; p.Visible && m.World.Players[watched].Visible {
		if d := b.Moment.Poses[b.Slot].Origin.Sub(m.Poses[watched].Origin).Len(); d >= 0 && d <= math.MaxFloat32 {
			b.Distance = d
		}
	}
	return b
}

// find fills in b except for the moment and the distance, and moves the ghost's player there.
func (g *Ghost) find(b *GhostView, m *Moment, t *timeline.Timeline, watched int, by Alignment) GhostState {
	own := g.player.Timeline()
	_, whole := t.Duration()
	if _, read := own.Duration(); !whole || !read {
		return GhostReading
	}
	if !sameGame(m.World.Game, g.player.Moment().World.Game) {
		return GhostOtherGame
	}
	if watched < 0 || watched >= len(m.Poses) {
		return GhostNobody
	}
	if !g.match(m.World, t, watched) {
		return GhostNobody
	}
	b.Slot = g.pair.slot
	mine := timeline.RunAt(g.pair.mine, m.Clock)
	if mine < 0 {
		return GhostOtherMap
	}
	other := timeline.Counterpart(g.pair.mine, mine, g.pair.other)
	if other < 0 {
		return GhostOtherMap
	}
	run, theirs := &g.pair.mine[mine], &g.pair.other[other]
	since := run.Since(m.Clock)
	clock := theirs.Start + since

	place := 0.0
	if p := &m.World.Players[watched]; p.Visible {
		track := own.Track(b.Slot, max(theirs.Begin, clock-ghostSearch), min(theirs.End, clock+ghostSearch))
		place, b.LateKnown = timeline.Passing(track, m.Poses[watched].Origin, m.Velocity(watched), clock)
	}
	if b.LateKnown {
		b.Late = since - theirs.Since(place)
	}
	switch {
	case by == ByPlace && !b.LateKnown:
		return GhostElsewhere
	case by == ByPlace:
		clock = place
	case clock < theirs.Begin:
		return GhostBefore
	case clock > theirs.End:
		return GhostOver
	}
	if clock != g.player.Clock() || g.player.Behind() {
		g.player.Seek(clock)
		g.player.Update(0)
	}
	switch shown := g.player.Moment(); {
	case g.player.Behind():
		return GhostSeeking
	case b.Slot >= len(shown.Poses):
		return GhostNobody
	}
	return GhostShown
}

// match finds the compared player and the runs of both demos. It returns false if there is no player.
func (g *Ghost) match(w *world.World, t *timeline.Timeline, watched int) bool {
	k := &g.pair
	name := w.Players[watched].Name
	if k.of == t && k.watched == watched && k.name == name {
		return k.slot >= 0
	}
	k.of, k.watched, k.name = t, watched, name
	own := g.player.Timeline()
	k.slot = counterpart(own, name)
	if k.slot < 0 {
		return false
	}
	k.mine, k.other = t.Runs(watched, true), own.Runs(k.slot, true)
	if !slices.ContainsFunc(k.mine, isMatch) || !slices.ContainsFunc(k.other, isMatch) {
		k.mine, k.other = t.Runs(watched, false), own.Runs(k.slot, false)
	}
	return true
}

func isMatch(r timeline.Run) bool { return r.Match }

// counterpart returns the slot of the ghost's player to compare: the recorder, the player with the given name, or the
// first player. It returns [world.Nobody] if nobody plays.
func counterpart(t *timeline.Timeline, name string) int {
	names, recorder := t.Tracked()
	if recorder >= 0 {
		return recorder
	}
	first := world.Nobody
	for slot := range names {
		if !t.Plays(slot) {
			continue
		}
		if names[slot] == name {
			return slot
		}
		if first < 0 {
			first = slot
		}
	}
	return first
}

// sameGame reports whether two games have the same levels.
func sameGame(a, b world.Game) bool {
	quake := func(g world.Game) bool { return g == world.Quake || g == world.QuakeWorld }
	return a == b || quake(a) && quake(b)
}
