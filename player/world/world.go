// Package world is what is true at one moment of a demo: the level, every
// entity after delta, players, stats, prints, effects and the recorder's view.
//
// A [World] is driven by the packets and messages of a decoder, in file order:
// [World.Begin], [World.Apply] for each message, [World.End]. It never looks at
// the file, so that the same packets always give the same world, from the
// beginning or from a copy made on the way ([World.CopyFrom]). In the steady
// state it does not allocate.
//
// What a message means is for the [Rules] of the game that recorded it, in the
// rooms below this one: quake, quakeworld, quake2 and quake3, which do not know
// each other. Package rules picks those of a format. Everybody else only reads.
package world

import (
	"math"

	"demoscope/formats/message"
)

// Game is the family whose rules a demo follows.
type Game uint8

// The games.
const (
	Quake Game = iota
	QuakeWorld
	Quake2
	Quake3
)

// String returns the name used in the program's output.
func (g Game) String() string {
	return [...]string{"quake", "quakeworld", "quake2", "quake3"}[g&3]
}

// maxGap is the longest step of a demo's clock, in seconds, that a viewer is
// made to wait for; a longer one is a cut in the recording, or damage.
const maxGap = 60

// cutStep is how long, in seconds, the viewer's clock takes over a cut: a new
// level, a clock that goes back, a gap. It is more than nothing so that every
// frame has a time of its own to seek to.
const cutStep = 0.1

// State is the part of a World that is copied by assignment: plain values,
// without slices, maps and pointers.
type State struct {
	// Time is the demo's own clock in seconds.
	Time float64
	// Clock is the viewer's clock in seconds at Time: it begins at 0,
	// goes on across levels and never goes back.
	Clock float64
	// FrameClock is the Clock at which Entities and Players were true, and
	// PrevFrameClock that of PrevEntities and the players' Was: the two
	// moments between which to interpolate.
	FrameClock, PrevFrameClock float64
	// Block is the number of the packet applied last, -1 before the first.
	Block int
	// LevelCount is how many levels have begun.
	LevelCount int
	// Snapshots is how many snapshots the demo has had, without those whose
	// base was not there (Quake III).
	Snapshots int

	// Stats are the recorder's, by the game's own numbers.
	Stats Stats
	View  View
	// Recorder is the slot of the player whose view was recorded, or of the
	// player that the recorder follows; [Nobody] if the demo has none.
	Recorder int
	// Intermission is set while the result of a level is shown.
	Intermission bool
	Paused       bool
	Match        Match
	// MatchStats are the statistics of the match that a server's recording
	// carries, JSON in the game's charset; empty until they come (KTX).
	MatchStats string
	// Quake2HUD is what Quake II's server draws over the recorder's view.
	Quake2HUD Quake2HUD

	timeKnown  bool
	levelBegan bool // no time has come since
	frameBegan bool // since the level or the last cut
}

// World is one moment. Read it freely between packets; lists and strings
// belong to it and are valid until the next packet. Only its [Rules] write.
type World struct {
	Game Game

	State

	// Entities are those of the current frame, rising by number, and
	// PrevEntities those of the frame before, at PrevFrameClock.
	Entities, PrevEntities []Entity
	// Statics never change and have no number.
	Statics []Entity
	Players []Player // by slot
	Nails   []Nail

	Notices Notices
	Effects Effects

	level       cow[Level]
	lightStyles cow[LightStyles]
	baselines   cow[baselines]

	// Defer lets End leave the work that only a viewer needs to Settle:
	// until then Entities, PrevEntities and the Visible, Dead, Pose and Was
	// of Players may be those of an earlier packet. It is for passing over
	// many packets quickly, and no part of the state.
	Defer bool

	// Events are what happened in the last packet, for whoever makes an
	// index. They are not part of the state.
	Events []Event

	current, previous *List // of Entities and PrevEntities
	pool              pool
	rules             Rules
	newRules          func() Rules
	kept              bool // a Clone, which is not driven
}

// New returns the world of a demo before its first packet. Rules returns new
// rules of the demo's format; most callers want the package rules, which knows
// those of each.
func New(game Game, rules func() Rules) *World {
	w := &World{Game: game, rules: rules(), newRules: rules}
	w.Block = -1
	w.resetLevel()
	w.LevelCount = 0
	w.levelBegan = false
	return w
}

// Begin starts a packet.
func (w *World) Begin(p *message.Packet) {
	w.Block = p.Block
	w.Events = w.Events[:0]
	w.rules.Begin(Edit{w}, p)
}

// Apply applies one message of the packet. Messages that the game does not
// know change nothing.
func (w *World) Apply(m message.Message) { w.rules.Apply(Edit{w}, m) }

// End ends the packet.
func (w *World) End() {
	w.rules.End(Edit{w})
	if !w.Defer {
		w.Settle()
	}
	w.Effects.expire(w.Clock)
}

// Settle makes everything true that End left for later: see Defer.
func (w *World) Settle() {
	if r, ok := w.rules.(Settler); ok {
		r.Settle(Edit{w})
	}
}

// Level returns the current level. It is shared: do not change it.
func (w *World) Level() *Level { return w.level.get() }

// LightStyles returns the patterns of the light styles. They are shared: do
// not change them.
func (w *World) LightStyles() *LightStyles { return w.lightStyles.get() }

// Baselines returns how many entities have a baseline.
func (w *World) Baselines() int { return w.baselines.get().count }

// Timed reports whether the demo has had a time yet.
func (w *World) Timed() bool { return w.timeKnown }

// Began reports whether the level, or what follows a cut, has a frame yet.
func (w *World) Began() bool { return w.frameBegan }

// PlayerOf returns the slot of the player that an entity of the current frame
// is, [Nobody] if it is none that is Visible.
func (w *World) PlayerOf(e *Entity) int {
	slot := int(e.Number) - 1
	if w.Game == Quake3 {
		slot = int(e.Number)
	}
	if slot < 0 || slot >= len(w.Players) || !w.Players[slot].Visible {
		return Nobody
	}
	return slot
}

// Entity returns the entity with a number in the current frame, or nil.
func (w *World) Entity(number int32) *Entity { return find(w.Entities, number) }

// ModelOf returns the model that an entity shows: a game path, "*1" for a
// model of the map, empty if it shows none. In Quake III that depends on what
// kind of entity it is.
func (w *World) ModelOf(e *Entity) string {
	if r, ok := w.rules.(Presenter); ok {
		return r.ModelOf(w.Level(), e)
	}
	return w.Level().Model(e.Model[0])
}

// SentPose returns where the stream puts an entity of the current frame, before
// any motion since: the bases of its trajectories, with the velocity. In all
// games but Quake III that is where it is. False if there is no such entity.
func (w *World) SentPose(number int32) (Pose, bool) {
	if r, ok := w.rules.(Presenter); ok {
		return r.SentPose(number)
	}
	e := w.Entity(number)
	if e == nil {
		return Pose{}, false
	}
	return Pose{Origin: e.Origin, Angles: e.Angles}, true
}

// setTime steps the clock to t seconds.
func (w *World) setTime(t float64) {
	if math.IsNaN(t) || math.IsInf(t, 0) || (w.timeKnown && t == w.Time) {
		return
	}
	step := t - w.Time
	switch {
	case !w.timeKnown:
		step = 0
	case w.levelBegan || step < 0 || step > maxGap:
		step = cutStep
		w.frameBegan = false
	}
	w.Time = t
	w.Clock += step
	w.timeKnown, w.levelBegan = true, false
}

// stepFrame begins a frame at the current time; false if it has begun.
func (w *World) stepFrame() bool {
	if w.frameBegan && w.FrameClock == w.Clock {
		return false
	}
	w.PrevFrameClock, w.FrameClock = w.FrameClock, w.Clock
	if !w.frameBegan {
		w.PrevFrameClock = w.Clock
	}
	w.frameBegan = true
	w.View.rotate()
	return true
}

// rotate makes the current entities and players those of the previous frame.
func (w *World) rotate() {
	w.current.Retain()
	w.previous.Release()
	w.previous, w.PrevEntities = w.current, w.Entities
	for i := range w.Players {
		if p := &w.Players[i]; p.Visible || p.WasVisible {
			p.rotate()
		}
	}
}

// setEntities makes l, with a reference for it, the current list.
func (w *World) setEntities(l *List) {
	w.current.Release()
	w.current = l
	w.Entities = l.Items
}

// resetLevel forgets everything that belongs to a level: all but the clocks
// and counts.
func (w *World) resetLevel() {
	w.State = State{
		Time: w.Time, Clock: w.Clock, FrameClock: w.FrameClock, PrevFrameClock: w.PrevFrameClock, timeKnown: w.timeKnown,
		Block: w.Block, Snapshots: w.Snapshots,
		LevelCount: w.LevelCount + 1, Recorder: Nobody, levelBegan: true,
	}
	*w.level.fresh() = Level{}
	*w.lightStyles.fresh() = LightStyles{}
	*w.baselines.fresh() = baselines{}
	w.previous.Release()
	w.previous, w.PrevEntities = nil, nil
	w.setEntities(w.pool.take())
	w.Statics = w.Statics[:0]
	w.Players = w.Players[:0]
	w.Nails = w.Nails[:0]
	w.Notices.clear()
	w.Effects.clear()
}

// find returns the entity with a number in a rising list, or nil.
func find(list []Entity, number int32) *Entity {
	lo, hi := 0, len(list)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if list[mid].Number < number {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo < len(list) && list[lo].Number == number {
		return &list[lo]
	}
	return nil
}
