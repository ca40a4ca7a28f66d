// Package world is the state of a demo at one moment: the level, every entity
// with its deltas applied, players, stats, prints, effects and the recorder's view.
//
// A [World] is driven by the packets and messages of a decoder, in file order:
// [World.Begin], [World.Apply] for each message, [World.End]. It never looks at
// the file, so that the same packets always give the same world, from the
// beginning or from a copy made on the way ([World.CopyFrom]). In the steady
// state it does not allocate.
//
// What a World keeps is bounded, whatever a demo repeats: by what engines keep, and a
// little more (256 effects, 128 sounds, 4096 static entities and sounds, 32 lines of 1024
// bytes, 256 players, results and scores, 32768 baselines). The constants have their
// reasons. [World.Memory] counts it. No message makes it panic: entities, players and slots
// that cannot be are left out.
//
// The [Rules] of a game interpret its messages. They are in packages of their own,
// which do not know each other: quake, quakeworld, quake2 and quake3. Package
// [demoscope/player/world/rules] picks those of a format. All other packages only
// read a World.
package world

import (
	"math/bits"

	"demoscope/formats/message"
)

// Game is the game family that a demo belongs to.
type Game uint8

// The games.
const (
	Quake Game = iota
	QuakeWorld
	Quake2
	Quake3
)

// String returns the name as the program prints it, such as "quakeworld".
func (g Game) String() string {
	return [...]string{"quake", "quakeworld", "quake2", "quake3"}[g&3]
}

// State is the part of a World that is copied by assignment: plain values,
// without slices, maps and pointers.
type State struct {
	// Time is the demo's own clock in seconds.
	Time float64
	// Clock is the viewer's clock in seconds at Time: it begins at 0,
	// goes on across levels and never goes back.
	Clock float64
	// FrameClock is the Clock of Entities and Players, and PrevFrameClock that
	// of PrevEntities and the players' Was: the two moments between which to
	// interpolate.
	FrameClock, PrevFrameClock float64
	// Block is the number of the packet applied last, -1 before the first.
	Block int
	// LevelCount is how many levels have begun.
	LevelCount int
	// Snapshots is how many snapshots have been applied (Quake III).
	Snapshots int

	// Stats are the recorder's, by the game's own numbers.
	Stats Stats
	View  View
	// Recorder is the slot of the player whose view was recorded, or of the
	// player that the recorder follows; [Nobody] if the demo has none.
	Recorder int
	// Intermission is set while the result of a level is on the screen, and
	// IntermissionTime is when it began, in seconds of the demo's own clock.
	Intermission     bool
	IntermissionTime float64
	Single           Single
	Paused           bool
	Match            Match
	// MatchStats are the statistics that KTX adds to a server's recording at the
	// end of a match: JSON in the game's charset, empty before that.
	MatchStats string
	// Date is when the demo was recorded by the first date that its texts tell, as "2022-01-04T09:15:39" in
	// the server's own time, with a Z behind it if that is UTC. It is empty if they tell none, and checked by nobody.
	Date string
	// LastDate is the last date that they tell, in the same form: KTX says one before each match.
	LastDate string
	// Quake2HUD is what Quake II's server draws over the recorder's view, or over
	// everybody's: see [World.Quake2HUDOf].
	Quake2HUD Quake2HUD
	// Unheaded is set in a level that began without the messages that begin one: the recording has gone on
	// over a change of the map, as servers' own of Quake II do.
	Unheaded bool
	// Uncertain says what of this may be wrong because a part of the demo was lost.
	Uncertain Uncertain

	timeKnown   bool
	levelBegan  bool // a level began, and no time has come since
	frameBegan  bool // a frame began since the level or the last cut
	levelFramed bool // a frame began since the level
	leap        leap
}

// World is the state of a demo at one moment. It may be read between packets, and
// its lists and strings are valid until the next packet. Only its [Rules] write to
// it.
type World struct {
	Game Game

	State

	Frames
	// Statics are the static entities, which never change and have no number.
	Statics []Entity
	Players []Player // by slot
	Nails   []Nail

	Notices Notices
	Effects Effects

	level       cow[Level]
	lightStyles cow[LightStyles]
	baselines   cow[baselines]
	results     cow[results]

	// Defer makes [World.End] put off the work that only a viewer needs until
	// [World.Settle]: until then Entities, PrevEntities and the Visible, Dead,
	// Pose and Was of Players may be those of an earlier packet. It is for
	// skipping many packets quickly, and not part of the state.
	Defer bool

	// Since is the viewer's time in seconds before which packets add nothing to Heard, nor to the List, Sounds,
	// Trails and Projectiles of Effects, and so are applied faster. [Fleeting] seconds after it these are complete.
	// It is not part of the state.
	Since float64

	// Wary makes the viewer's clock wait for the next time of the demo before it
	// follows a step of more than 5 seconds: that may be damage, after which the
	// demo's clock is back where it was. It is not part of the state.
	Wary bool

	// Offsets are, by level, what the viewer's clock is ahead of the demo's own where the level begins, in
	// seconds; levels beyond them, and those of which it is not a number, begin as if there were none. It is
	// for recordings of one game, whose clocks lie on one axis, and not part of the state.
	Offsets []float64

	LastPacket

	driver
	kept        bool // w is a Clone, which is not driven
	numbers     numbers
	trailModels trailModels
	trailHints  trailHints
	posed       [MaxPlayers / 64]uint64 // a bit per player who is, or was, Visible or Out
	laid        laid
}

// LastPacket is what the last packet did. It is not part of the state.
type LastPacket struct {
	// Events are what happened in it.
	Events []Event

	// Heard are the sounds that began in it, or will in a moment, and those
	// that it stopped: what sounds at a moment is what was heard before it.
	Heard []SoundStart

	// Ended is who was there when a level ended with it, nil if none has or nobody was there in
	// all of it.
	Ended *Present

	// Missing is what it shows to be missing before it, although the file can be read.
	Missing Missing
}

// driver is the rules, and what else they are: nil if they are not.
type driver struct {
	rules        Rules
	keeper       FrameKeeper
	settler      Settler
	trailSettler TrailSettler
	trailer      Trailer
	newRules     func() Rules
}

// newDriver returns the driver with the rules that a function makes.
func newDriver(rules func() Rules) driver {
	d := driver{rules: rules(), newRules: rules}
	d.keeper, _ = d.rules.(FrameKeeper)
	d.settler, _ = d.rules.(Settler)
	d.trailSettler, _ = d.rules.(TrailSettler)
	d.trailer, _ = d.rules.(Trailer)
	return d
}

// New returns the world of a demo before its first packet. The function returns
// new rules for the demo's format. Most callers want
// [demoscope/player/world/rules.New], which knows those of every format.
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

// forget empties what the last packet did. The texts of events lie in the packet, and with it in a large piece of the
// file, which an event that is only left behind the end of the list would keep in memory.
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

// Apply applies one message of the packet. Messages that the game does not
// know change nothing.
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

// Fleeting is how many seconds effects, sounds, trails and projectiles last at most: a grenade flies for 3, and a
// rocket in the largest maps for less than 10.
const Fleeting = 10.0

// Fleeting reports whether packets now add effects, sounds, trails and projectiles: see Since.
func (w *World) Fleeting() bool { return w.Clock >= w.Since }

// Settle does the work that [World.End] has put off: see Defer.
func (w *World) Settle() {
	w.settleEntities()
	if w.settler != nil {
		w.settler.Settle(Edit{w})
	}
	w.settleTrails()
}

// settleTrails makes the trails as long as they are now.
func (w *World) settleTrails() {
	if w.trailSettler != nil && !w.kept { // of a copy they were when it was made
		w.trailSettler.SettleTrails(Edit{w})
	}
}

// Level returns the current level. It is shared: do not change it.
func (w *World) Level() *Level { return w.level.get() }

// LightStyles returns the patterns of the light styles. They are shared: do
// not change them.
func (w *World) LightStyles() *LightStyles { return w.lightStyles.get() }

// Baselines returns how many entities have a baseline.
func (w *World) Baselines() int { return w.baselines.get().count }

// Timed reports whether a packet has set the time yet.
func (w *World) Timed() bool { return w.timeKnown }

// Began reports whether a frame has begun since the level began or the last cut.
func (w *World) Began() bool { return w.frameBegan }

// Framed reports whether a frame has begun since the level began.
func (w *World) Framed() bool { return w.levelFramed }

// Shown reports whether a frame of the level stands at the clock, with something or somebody in it. The first
// one may come long after the level was named, and until then the clock may stand at the last frame of the
// level before.
func (w *World) Shown() bool {
	return w.frameBegan && w.FrameClock == w.Clock && (len(w.Entities)+len(w.Players) > 0 || w.late)
}

// PlayerOf returns the slot of the player that an entity of the current frame
// represents, [Nobody] if it represents no visible player.
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

// playerSlot returns the slot of the player whose number an entity has, [Nobody] if there
// is none.
func (w *World) playerSlot(e *Entity) int { return w.slotOfNumber(e.Number) }

// slotOfNumber is playerSlot for the number of an entity.
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

// ModelOf returns the model of an entity: a game path, "*1" for an inline model of
// the map, empty if it has none. In Quake III it depends on the entity's Type.
func (w *World) ModelOf(e *Entity) string {
	if r, ok := w.rules.(Presenter); ok {
		return r.ModelOf(w.Level(), e)
	}
	return w.Level().Model(e.Model[0])
}

// SentPose returns the pose of an entity of the current frame as it was sent; false
// if there is no such entity. In Quake III it is the base of the entity's
// trajectories, with the velocity; in all other games the entity's pose, without
// a velocity.
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

// HumOf returns the game path of what an entity sounds like as long as it is there, and how
// loud: 1 is full. The path is empty for none.
func (w *World) HumOf(e *Entity) (path string, volume float32) {
	if r, ok := w.rules.(Hummer); ok {
		return r.HumOf(w.Level(), e)
	}
	if e.Sound == 0 {
		return "", 0
	}
	return w.Level().Sound(e.Sound), 1
}

// WeaponHumOf returns the game path of what the weapon of a visible player sounds like all
// the time, empty for none.
func (w *World) WeaponHumOf(p *Player) string {
	if r, ok := w.rules.(Hummer); ok {
		return r.WeaponHumOf(p)
	}
	return ""
}

// flightHum is what Quake III's powerup sounds like that lets a player fly.
const flightHum = "sound/items/flight.wav"

// PowerupHumOf returns the game path of what a powerup of a visible player sounds like all the
// time, empty for none.
func (w *World) PowerupHumOf(p *Player) string {
	if w.Game == Quake3 && !p.Dead && p.Powerups != 0 && w.Carries(p)&Flight != 0 {
		return flightHum
	}
	return ""
}

// stepFrame begins a frame at the current time; false if it has begun already.
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

// LacksBeginning reports whether a frame came before any level: what no packet has told since then is unknown.
func LacksBeginning(w *World) bool { return w.LevelCount == 0 && w.levelFramed }

// rotate makes the current entities and players those of the previous frame.
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

// resetLevel forgets everything except for the clocks and counts.
func (w *World) resetLevel() {
	w.sealResult()
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
	w.Statics = nil // which copies may share
	w.Players, w.posed = w.Players[:0], [len(w.posed)]uint64{}
	w.Nails = w.Nails[:0]
	w.Notices.beginLevel()
	w.Effects.Clear()
}

// EntityIn returns the entity with a number in a list that rises by number, nil if there is none.
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
