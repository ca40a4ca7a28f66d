// Package world holds the state of a demo at one moment: the level, all entities with their deltas
// applied, the players, stats, printed text, effects, sounds, and the recorder's view.
//
// Feed a [World] the packets and messages of a decoder in file order: call [World.Begin], then
// [World.Apply] for each message, then [World.End]. A World never looks at the file, so the same
// packets always produce the same state, whether it starts at the beginning or continues from a
// copy (see [World.CopyFrom]). In the steady state it does not allocate.
//
// Everything a World stores is bounded, whatever a demo repeats. The limits are somewhat above
// those of the engines: 256 effects, 128 sounds, 4096 static entities, 4096 static sounds, 32 lines
// of 1024 bytes, 256 players, 256 results, 256 scores per result, and 32768 baselines. The
// constants document the reasons, and [World.Memory] reports the memory in use. No message causes a
// panic: invalid entities, players and slots are ignored.
//
// The [Rules] of a game interpret its messages. Packages quake, quakeworld, quake2 and quake3
// implement them and do not depend on each other. Package [demoscope/player/world/rules] selects
// the rules for a format. All other packages only read a World.
package world

import (
	"math/bits"

	"demoscope/formats/message"
)

// Game is the game family of a demo.
type Game uint8

// The game families.
const (
	Quake Game = iota
	QuakeWorld
	Quake2
	Quake3
)

// String returns the name of the game in lower case, such as "quakeworld".
func (g Game) String() string {
	return [...]string{"quake", "quakeworld", "quake2", "quake3"}[g&3]
}

// State is the part of a [World] that is copied by assignment. It has no slices, maps or pointers.
type State struct {
	// Time is the demo's own clock in seconds.
	Time float64
	// Clock is the viewer's clock in seconds. It starts at 0, continues across levels and never
	// goes back.
	Clock float64
	// FrameClock is the Clock of the current frame (Entities and Players), and PrevFrameClock that
	// of the previous frame (PrevEntities and the Was fields of players). Viewers interpolate
	// between the two.
	FrameClock, PrevFrameClock float64
	// Block is the number of the last applied packet, or -1 before the first one.
	Block int
	// LevelCount is the number of levels that have begun.
	LevelCount int
	// Snapshots is the number of applied snapshots (Quake III).
	Snapshots int

	// Stats are the recorder's stats, by the game's own indices.
	Stats Stats
	View  View
	// Recorder is the slot of the player whose view was recorded: the recording player, or the
	// player that a recording spectator follows. It is [Nobody] if there is none.
	Recorder int
	// Intermission is set during the intermission, when the result of the level is on screen.
	// IntermissionTime is when it began, in seconds of the demo's clock.
	Intermission     bool
	IntermissionTime float64
	Single           Single
	Paused           bool
	Match            Match
	// MatchStats holds the statistics that KTX adds to a server's recording at the end of a match.
	// It is JSON in the game's charset, and empty until then.
	MatchStats string
	// Date is the recording date, taken from the first date in the demo's texts. Its form is
	// "2022-01-04T09:15:39", in the server's local time, or with a final Z if it is UTC. It is
	// empty if the texts have no date. The value is not validated.
	Date string
	// LastDate is the last date in the demo's texts, in the same form. KTX prints a date before
	// each match.
	LastDate string
	// Quake2HUD is what Quake II's server draws over the view of the recorder, or of all players.
	// See [World.Quake2HUDOf].
	Quake2HUD Quake2HUD
	// LacksLevelStart is set in a level that began without the usual messages, because the
	// recording continued across a map change. Quake II's server-side recordings do that.
	LacksLevelStart bool
	// Uncertain says which parts of the state may be wrong because a part of the demo was lost.
	Uncertain Uncertain

	timeKnown   bool
	levelBegan  bool // a level began, and its first time has not arrived yet
	frameBegan  bool // a frame has begun since the level began or the last cut
	levelFramed bool // a frame has begun since the level began
	leap        leap
}

// World is the state of a demo at one moment. It may be read between packets. Its slices and
// strings are valid until the next packet. Only its [Rules] write to it.
type World struct {
	Game Game

	State

	Frames
	// Statics are the static entities. They never change and have no number.
	Statics []Entity
	Players []Player // by slot
	Nails   []Nail

	Notices Notices
	Effects Effects

	level       cow[Level]
	lightStyles cow[LightStyles]
	baselines   cow[baselines]
	results     cow[results]

	// Defer makes [World.End] skip work that only viewers need until [World.Settle] is called.
	// Until then Entities, PrevEntities and the Visible, Dead, Pose and Was fields of Players may
	// be those of an earlier packet. Set it to skip many packets quickly. It is not part of the
	// state.
	Defer bool

	// Since is a time in seconds of the viewer's clock. Before it, packets add nothing to Heard,
	// nor to the List, Sounds, Trails and Projectiles of Effects, so they are applied faster. These
	// fields are complete [Fleeting] seconds after Since. It is not part of the state.
	Since float64

	// ConfirmTime makes the viewer's clock wait for the next time in the demo before it follows a
	// step of more than 5 seconds. Such a step may be damage, after which the demo's clock returns
	// to its earlier course. It is not part of the state.
	ConfirmTime bool

	// Offsets holds, for each level, by how many seconds the viewer's clock is ahead of the demo's
	// clock when the level begins. A level without an entry, or whose entry is NaN, begins without
	// an offset. Offsets put the clocks of several recordings of one game on a common axis. They
	// are not part of the state.
	Offsets []float64

	LastPacket

	driver
	kept        bool // w is a Clone, to which no packets are applied
	numbers     numbers
	trailModels trailModels
	trailHints  trailHints
	posed       [MaxPlayers / 64]uint64 // one bit per player that is, or was, Visible or Out
	combined    combined
}

// LastPacket describes what the last packet did. It is not part of the state.
type LastPacket struct {
	// Events are the events of the packet.
	Events []Event

	// Heard are the sounds that the packet started, including those with a short delay, and those
	// that it stopped. The sounds audible at a moment follow from what was heard before it.
	Heard []SoundStart

	// Ended lists the players present when the packet ended a level. It is nil if no level ended or
	// if nobody was present during the whole level.
	Ended *Present

	// Missing says what the demo lacks before the packet, although the file itself is readable.
	Missing Missing
}

// driver holds the rules, and the same rules as each optional interface, or nil if they do not
// implement it.
type driver struct {
	rules        Rules
	keeper       FrameKeeper
	settler      Settler
	trailSettler TrailSettler
	trailer      Trailer
	newRules     func() Rules
}

// newDriver returns a driver with the rules returned by the function.
func newDriver(rules func() Rules) driver {
	d := driver{rules: rules(), newRules: rules}
	d.keeper, _ = d.rules.(FrameKeeper)
	d.settler, _ = d.rules.(Settler)
	d.trailSettler, _ = d.rules.(TrailSettler)
	d.trailer, _ = d.rules.(Trailer)
	return d
}

// New returns the world of a demo before its first packet. The rules function returns new rules for
// the demo's format. Most callers should use [demoscope/player/world/rules.New], which supports
// every format.
func New(game Game, rules func() Rules) *World {
	w := &World{Game: game, driver: newDriver(rules)}
	w.pool.baselines = &w.baselines
	w.Block = -1
	w.results.fresh()
	w.resetLevel()
	w.LevelCount = 0
	w.levelBegan = false
	return w
}

// forget clears what the last packet did. The texts of events point into the packet, and so into a
// large piece of the file. Events that are merely truncated from the slice would keep that memory
// alive.
func (l *LastPacket) forget() {
	for i := range l.Events {
		l.Events[i].Text = nil
	}
	l.Events, l.Heard, l.Missing, l.Ended = l.Events[:0], l.Heard[:0], NothingMissing, nil
}

// Begin starts a packet.
func (w *World) Begin(p *message.Packet) {
	w.Block = p.Block
	w.LastPacket.forget()
	w.moved = false
	w.numbers.begin(&w.Single)
	if w.LevelCount > 0 {
		w.Notices.beginPacket()
	}
	w.rules.Begin(Edit{w}, p)
}

// Apply applies one message of the packet. Messages that the game does not know change nothing.
func (w *World) Apply(m message.Message) {
	if _, nothing := m.(*message.Nop); nothing {
		return // a demo can have a hundred million in a row
	}
	w.rules.Apply(Edit{w}, m)
}

// End ends the packet.
func (w *World) End() {
	w.rules.End(Edit{w})
	w.aimShots()
	if w.Fleeting() && w.moved {
		w.trailsOfFrame()
	}
	if !w.Defer {
		w.Settle()
	}
	if w.Effects.trailsMayEnd(w.Clock) {
		w.settleTrails()
		w.Effects.expireTrails(w.Clock)
	}
	w.Effects.expire(w.Clock)
}

// Fleeting is the maximum duration of effects, sounds, trails and projectiles, in seconds. A
// grenade flies for 3 seconds, and a rocket for less than 10 even on the largest maps.
const Fleeting = 10.0

// Fleeting reports whether packets currently add effects, sounds, trails and projectiles. See
// [World].Since.
func (w *World) Fleeting() bool { return w.Clock >= w.Since }

// Settle does the work that [World.End] has deferred. See [World].Defer.
func (w *World) Settle() {
	w.settleEntities()
	if w.settler != nil {
		w.settler.Settle(Edit{w})
	}
	w.settleTrails()
}

// settleTrails extends the trails to the current frame.
func (w *World) settleTrails() {
	if w.trailSettler != nil && !w.kept { // CopyFrom has settled the trails of a copy
		w.trailSettler.SettleTrails(Edit{w})
	}
}

// Level returns the current level. It is shared and must not be modified.
func (w *World) Level() *Level { return w.level.get() }

// LightStyles returns the patterns of the light styles. They are shared and must not be modified.
func (w *World) LightStyles() *LightStyles { return w.lightStyles.get() }

// Baselines returns the number of entities that have a baseline.
func (w *World) Baselines() int { return w.baselines.get().count }

// Timed reports whether a packet has set the time.
func (s *State) Timed() bool { return s.timeKnown }

// Began reports whether a frame has begun since the level began or since the last cut.
func (s *State) Began() bool { return s.frameBegan }

// Framed reports whether a frame has begun since the level began.
func (s *State) Framed() bool { return s.levelFramed }

// Shown reports whether the current frame belongs to this level, is at the current clock and has an
// entity or a player. The first frame may come long after the level was named. Until then the clock
// may still be that of the previous level's last frame.
func (w *World) Shown() bool {
	return w.frameBegan && w.FrameClock == w.Clock && (len(w.Entities)+len(w.Players) > 0 || w.late)
}

// PlayerOf returns the slot of the player that an entity of the current frame represents, or
// [Nobody] if it represents no visible player.
func (w *World) PlayerOf(e *Entity) int {
	slot := w.playerSlot(e)
	if slot == Nobody || !w.Players[slot].Visible {
		return Nobody
	}
	return slot
}

// WasPlayerOf is [World.PlayerOf] for an entity of the previous frame.
func (w *World) WasPlayerOf(e *Entity) int {
	slot := w.playerSlot(e)
	if slot == Nobody || !w.Players[slot].WasVisible {
		return Nobody
	}
	return slot
}

// playerSlot returns the slot of the player with the entity's number, or [Nobody] if there is none.
func (w *World) playerSlot(e *Entity) int { return w.slotOfNumber(e.Number) }

// slotOfNumber is playerSlot for an entity number.
func (w *World) slotOfNumber(number int32) int {
	slot := int(number) - 1
	if w.Game == Quake3 {
		slot = int(number)
	}
	if slot < 0 || slot >= len(w.Players) {
		return Nobody
	}
	return slot
}

// ModelOf returns the model of an entity: a game path, or "*1" and so on for an inline model of the
// map. It is empty if the entity has no model. In Quake III it depends on the entity's Type.
func (w *World) ModelOf(e *Entity) string {
	if r, ok := w.rules.(Presenter); ok {
		return r.ModelOf(w.Level(), e)
	}
	return w.Level().Model(e.Model[0])
}

// SentPose returns the pose of an entity of the current frame as the server sent it, or false if
// there is no such entity. In Quake III this is the base of the entity's trajectories, with the
// velocity. In all other games it is the entity's pose, without a velocity.
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

// stepFrame begins a frame at the current time. It returns false if that frame has already begun.
func (w *World) stepFrame() bool {
	if w.frameBegan && w.FrameClock == w.Clock {
		return false
	}
	if w.LevelCount == 0 && !w.levelFramed {
		w.Missing = MissingBeginning
		w.Lost()
	}
	w.PrevFrameClock, w.FrameClock = w.FrameClock, w.Clock
	if !w.frameBegan {
		w.PrevFrameClock = w.Clock
	}
	w.frameBegan, w.levelFramed = true, true
	w.View.rotate()
	return true
}

// LacksBeginning reports whether a frame came before any level. In such a demo, anything that no
// packet has reported since is unknown.
func LacksBeginning(w *World) bool { return w.LevelCount == 0 && w.levelFramed }

// rotate turns the current entities and players into those of the previous frame.
func (w *World) rotate() {
	w.current.Retain()
	w.previous.Release()
	w.previous, w.PrevEntities = w.current, w.Entities
	for i := range w.posed {
		for set := w.posed[i]; set != 0; set &= set - 1 {
			p := &w.Players[i*64+bits.TrailingZeros64(set)]
			if p.rotate(); !p.Visible && !p.Out {
				w.posed[i] &^= set & -set
			}
		}
	}
}

// resetLevel clears everything except the clocks and counts.
func (w *World) resetLevel() {
	Edit{w}.SealResult()
	if w.peopled() {
		w.Ended = w.present()
	}
	w.State = State{
		Time: w.Time, Clock: w.Clock, FrameClock: w.FrameClock, PrevFrameClock: w.PrevFrameClock,
		timeKnown: w.timeKnown,
		Block:     w.Block, Snapshots: w.Snapshots, Date: w.Date, LastDate: w.LastDate,
		LevelCount: w.LevelCount + 1, Recorder: Nobody, levelBegan: true,
	}
	w.numbers.begin(&w.Single)
	var texts map[string]string
	if l := w.level.get(); l != nil {
		texts = l.GameTexts
	}
	*w.level.fresh() = Level{GameTexts: texts}
	*w.lightStyles.fresh() = LightStyles{}
	*w.baselines.fresh() = baselines{}
	w.previous.Release()
	w.previous, w.PrevEntities = nil, nil
	w.setEntities(w.pool.take())
	w.Statics = nil // not truncated: copies may share the memory
	w.Players, w.posed = w.Players[:0], [len(w.posed)]uint64{}
	w.Nails = w.Nails[:0]
	w.Notices.beginLevel()
	w.Effects.Clear()
}

// EntityIn returns the entity with the given number in a list sorted by number, or nil if there is
// none.
func EntityIn(list []Entity, number int32) *Entity {
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
