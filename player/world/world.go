// Package world is what is true at one moment of a demo: the level, every
// entity after delta, players, stats, prints, effects and the recorder's view.
//
// A World is driven by the packets and messages of a decoder, in file order.
// It never looks at the file, so that the same packets always give the same
// world, from the beginning or from a copy made on the way (see CopyFrom).
// In the steady state it does not allocate.
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

// World is one moment. Read it freely between packets; lists and strings
// belong to it and are valid until the next packet.
type World struct {
	Game Game

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

	// Entities are those of the current frame, rising by number, and
	// PrevEntities those at PrevTime.
	Entities, PrevEntities []Entity
	// Statics never change and have no number.
	Statics []Entity
	Players []Player
	Nails   []Nail

	// Stats are the recorder's, by the game's own numbers.
	Stats Stats
	View  View
	// Recorder is the slot of the player whose view was recorded, or whom
	// he follows; -1 if the demo has none.
	Recorder int
	// Intermission is set while the result of a level is shown.
	Intermission bool
	Paused       bool
	Match        Match

	Notices Notices
	Effects Effects

	// MatchStats are the statistics of the match that a server's recording
	// carries, JSON in the game's charset; empty until they come (KTX).
	MatchStats string

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

	current, previous *list[Entity]
	frames            frames[Entity]
	rules             rules
	format            string
	timeKnown         bool
	kept              bool // a Clone: nobody drives it
	levelBegan        bool
	frameBegan        bool // since the level or the last cut
}

// Match is what the game says of a match as a whole: Start in QuakeWorld and
// Quake III, the rest in Quake III.
type Match struct {
	// Start is the demo's clock, in seconds, at which the match's own began;
	// 0 if there is no match.
	Start float64
	// Teams says whose Scores are: the red and the blue team's, or those of
	// the first and the second player. NoScore stands for nobody.
	Teams  bool
	Scores [2]int32
	Known  bool // there are Scores
}

// NoScore is the score of a place that nobody has.
const NoScore = -9999

// rules is what only one game means. Its own state lives behind it.
type rules interface {
	// begin is called before the messages of a packet.
	begin(w *World, p *message.Packet)
	apply(w *World, m message.Message)
	// end is called after them, also if the packet was damaged.
	end(w *World)
	// copyFrom makes the state that of another rules of the same type; whole
	// says that the frames which deltas refer to are to be copied too.
	copyFrom(src rules, whole bool)
	// hash adds the state to a world's hash.
	hash(h *hasher)
}

// New returns the world of a demo before its first packet. Format is the name
// of a package under formats.
func New(format string) *World {
	w := &World{Block: -1, Recorder: -1, format: format}
	w.rules, w.Game = newRules(format)
	w.resetLevel()
	w.LevelCount = 0
	w.levelBegan = false
	return w
}

// Begin starts a packet.
func (w *World) Begin(p *message.Packet) {
	w.Block = p.Block
	w.Events = w.Events[:0]
	w.frames.baseUsed = false
	w.rules.begin(w, p)
}

// Settle makes everything true that End left for later: see Defer.
func (w *World) Settle() {
	if r, ok := w.rules.(settler); ok {
		r.settle(w)
	}
}

// settler are rules that make what is only looked at when it is asked for.
type settler interface {
	settle(w *World)
}

// Apply applies one message of the packet. Messages that the game does not
// know change nothing.
func (w *World) Apply(m message.Message) { w.rules.apply(w, m) }

// End ends the packet.
func (w *World) End() {
	w.rules.end(w)
	if !w.Defer {
		w.Settle()
	}
	w.Effects.expire(w.Clock)
}

// Level returns the current level. It is shared: do not change it.
func (w *World) Level() *Level { return w.level.get() }

// LightStyles returns the patterns of the light styles. They are shared: do
// not change them.
func (w *World) LightStyles() *LightStyles { return w.lightStyles.get() }

// Baselines returns how many entities have a baseline.
func (w *World) Baselines() int { return w.baselines.get().count }

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

// beginFrame makes what is current the previous frame, before the entities
// and players of a new one are applied. A second call at the same time does
// nothing, so that each part of a frame may call it.
func (w *World) beginFrame() {
	if w.stepFrame() {
		w.rotate()
		w.View.rotate()
	}
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
	return true
}

// rotate makes the current entities and players those of the previous frame.
func (w *World) rotate() {
	w.frames.retain(w.current)
	w.frames.release(w.previous)
	w.previous, w.PrevEntities = w.current, w.Entities
	for i := range w.Players {
		if p := &w.Players[i]; p.Visible || p.WasVisible {
			p.rotate()
		}
	}
}

// setEntities makes l the current list; l carries a reference for it.
func (w *World) setEntities(l *list[Entity]) {
	w.frames.release(w.current)
	w.current = l
	w.Entities = l.items
}

// resetLevel forgets everything that belongs to a level. Players keep their
// places but not their poses.
func (w *World) resetLevel() {
	w.LevelCount++
	w.levelBegan, w.frameBegan = true, false
	*w.level.fresh() = Level{}
	*w.lightStyles.fresh() = LightStyles{}
	*w.baselines.fresh() = baselines{}
	w.frames.clear()
	w.frames.release(w.previous)
	w.previous = nil
	w.setEntities(w.frames.take())
	w.PrevEntities = nil
	w.Statics = w.Statics[:0]
	w.Players = w.Players[:0]
	w.Nails = w.Nails[:0]
	w.Stats = Stats{}
	w.View = View{}
	w.Recorder = -1
	w.Intermission, w.Paused = false, false
	w.Match = Match{}
	w.Notices.clear()
	w.Effects.clear()
}

// Timed reports whether the demo has told a time yet.
func (w *World) Timed() bool { return w.timeKnown }

// Began reports whether the level, or what follows a cut, has a frame yet.
func (w *World) Began() bool { return w.frameBegan }

// PlayerOf returns the slot of the player that an entity of the current frame
// is, -1 if it is none that is Visible.
func (w *World) PlayerOf(e *Entity) int {
	slot := int(e.Number) - 1
	if w.Game == Quake3 {
		slot = int(e.Number)
	}
	if slot < 0 || slot >= len(w.Players) || !w.Players[slot].Visible {
		return -1
	}
	return slot
}

// Entity returns the entity with a number in the current frame, or nil.
func (w *World) Entity(number int32) *Entity { return find(w.Entities, number) }

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
