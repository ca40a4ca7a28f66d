package timeline

import (
	"bytes"
	"cmp"
	"math"
	"slices"
	"strings"
	"unsafe"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/scan"
	"demoscope/player/weapon"
	"demoscope/player/world"
)

// Event is something that a viewer may want to jump to. Names and texts are bytes
// in the game's charset; names are those of that moment.
//
// If the recorder's health falls to 0 without an obituary, the event is a
// [world.EventKill] of the recorder by nobody, without a weapon.
type Event struct {
	Clock  float64 // viewer's seconds
	Block  int     // number of the packet
	Kind   world.EventKind
	Player int // slot, or world.Nobody
	Other  int // slot, or world.Nobody
	Value  int32
	// Mine is set if Player or Other was the recorder, or the player that the
	// recorder followed.
	Mine bool
	// TeamKill is set for the kill of a team mate. A suicide has Player and Other the
	// same, a death by the world or by a monster no Player.
	TeamKill bool
	// Idle is set for a death that the game does not count, between the rounds of a match.
	Idle bool
	// Blow is how the missile of a kill hit, as far as the demo tells it.
	Blow world.Blow
	// Had is the health of a victim before the last blow, 0 if the demo does not tell it. Left is what was left
	// after it, at most 0, if LeftKnown is set. Both are none where others than the killer have part in it.
	Had, Left int16
	LeftKnown bool
	// Damage is the damage of the last hit to health and armor together, 0 if the demo does not contain it.
	Damage int32
	// Fall is how fast the victim of a kill fell just before, in units a second, 0 for a victim who did not fall or if
	// that is not known.
	Fall float32
	// Killer and Victim are the two players of a kill.
	Killer, Victim Fighter
	// PlayerName and OtherName are empty for [world.Nobody].
	PlayerName, OtherName string
	Weapon                weapon.Kind
	Monster               string // what killed, if Weapon is [weapon.Monster]
	Item                  string // by the game's name; a monster's kind, too
	// Text is the printed line, the text of the mark or the chat, the title of the
	// level, or what was counted in a level against monsters, without the line end.
	// Texts and names are cut to 256 bytes.
	Text string
}

// Fighter is what the demo contains of a player of a kill, in the frame before it.
type Fighter struct {
	// At is where the player was, in units, if Placed is set.
	At     mgl32.Vec3
	Placed bool
	// Carried is what the player carried at the kill. The dead carry nothing.
	Carried world.Carried
}

// Of reports whether Player or Other is the player of a slot.
func (e *Event) Of(slot int) bool {
	return slot >= 0 && (e.Player == slot || e.Other == slot)
}

// Suicide reports whether the killer of a kill is the victim.
func (e *Event) Suicide() bool { return e.Player >= 0 && e.Player == e.Other }

// TakesFlag reports whether a flag was taken.
func (e *Event) TakesFlag() bool { return e.Kind == world.EventItem && weapon.ItemNamed(e.Item).Flag() }

const (
	// maxEvents bounds the events of a demo, to twenty times those of the
	// longest matches and some ten megabytes. Later ones are left out.
	maxEvents = 1 << 16
	// maxEventText bounds a text and a name, in bytes: more than the list of events
	// shows.
	maxEventText = 256
)

// kept says which kinds of events an index keeps; the others happen many
// times a second.
var kept = [...]bool{
	world.EventChat:         true,
	world.EventKill:         true,
	world.EventItem:         true,
	world.EventLevel:        true,
	world.EventIntermission: true,
	world.EventPause:        true,
	world.EventSecret:       true,
	world.EventMonster:      true,
	world.EventCapture:      true,
	world.EventMatchStart:   true,
	world.EventMatchEnd:     true,
	world.EventMark:         true,
	world.EventFlagLost:     true,
	world.EventFlagReturned: true,
}

// gatherer collects the events of the pass.
type gatherer struct {
	list        []Event           // not yet taken
	count       int               // of all events so far
	bytes, most int64             // that all events take, and may take
	names       map[string]string // of players: events of a player share one
	// tentative is the index in list of a death that only the recorder's health
	// shows, and whose obituary may still come; -1 if there is none.
	tentative int
	// begins is the index in list of the event of a level that may begin later than so far known; -1 if there is none.
	begins int
	start  scan.Beginning // of that level
	clock  float64        // viewer's time of the last packet
	falls  Falls
	sunk   [world.MaxPlayers]sinking
	sunkOf telling
	hurts  []hurt // of the last hurtKept seconds, the oldest first
}

// hurt is damage that somebody took.
type hurt struct {
	clock  float64
	by, of int // slots, by may be [world.Nobody]
	weapon weapon.Kind
	value  int32
	told   bool // by whom it was, and how
	blow   world.Blow
}

const (
	// hurtKept is for how many seconds damage is remembered: a kill of a team mate may be named so much later.
	hurtKept = deathSlack
	// maxHurts is how much of it at the most: what a server of 32 players deals out in a second, and more.
	maxHurts = 256
	// certainDeath is what damage at least is no measure of a blow, but kills whatever the health is, as a telefrag.
	certainDeath = 5000
)

// telling is what decides, besides the numbers, of whom a world tells the health.
type telling struct {
	level, players, recorder int
	intermission             bool
}

// sinking is how the health of a player fell to 0 or below.
type sinking struct {
	health    int16   // after the last packet; 0 if unknown
	had, left int16   // before it fell, and after that
	clock     float64 // viewer's time of that
}

// sunkSlack is how many seconds at most are between that and the obituary.
const sunkSlack = 0.3

// leastHealth is below which the games let no health be: it does not tell of how much a blow was.
var leastHealth = [...]int{world.Quake: -99, world.QuakeWorld: -99, world.Quake2: -999, world.Quake3: -999}

// deathSlack is how many seconds may lie between the recorder's health falling to 0
// and the obituary: the two may come in different packets.
const deathSlack = 1

// newGatherer returns a gatherer of events that take as many bytes at most.
func newGatherer(most int64) gatherer {
	return gatherer{most: most, tentative: -1, begins: -1, falls: Falls{recorder: world.Nobody}}
}

// Gatherer collects the events of a demo as the index has them, for a pass of another kind
// over it.
type Gatherer struct {
	g    gatherer
	list []Event
}

// NewGatherer returns a gatherer of events that take as many bytes at most.
func NewGatherer(most int64) *Gatherer { return &Gatherer{g: newGatherer(most)} }

// Packet adds the events of the packet that was applied last.
func (g *Gatherer) Packet(w *world.World) {
	g.g.packet(w)
	if w.Block%publishEvery == 0 { // what the index has published is not completed any more
		g.list = g.g.take(g.list, false)
	}
}

// Events returns all events in order of time. It ends the gathering.
func (g *Gatherer) Events() []Event {
	g.list = g.g.take(g.list, true)
	return g.list
}

// full reports whether later events are left out.
func (g *gatherer) full() bool { return g.count >= maxEvents || g.bytes >= g.most }

// packet adds the events of the packet that was applied last.
func (g *gatherer) packet(w *world.World) {
	g.clock = w.Clock
	g.begin(w)
	blows := false
	for i := range w.Events {
		e := &w.Events[i]
		switch e.Kind {
		case world.EventNamed:
			g.named(w, e)
			blows = true
			continue
		case world.EventDamage:
			g.hurt(w, e)
			blows = true
			continue
		case world.EventKill:
			blows = true
		case world.EventLevel:
			g.levelNamed(w, e)
			continue
		}
		if int(e.Kind) >= len(kept) || !kept[e.Kind] {
			continue
		}
		if e.Kind == world.EventKill && e.Other >= 0 && e.Other == w.Recorder && g.falls.Told(w) {
			g.drop()
		}
		g.add(w, e)
	}
	g.watch(w)
	if blows {
		g.blows(w)
	}
	g.sink(w)
}

// levelNamed adds that a level begins, which may still turn out to be later.
func (g *gatherer) levelNamed(w *world.World, e *world.Event) {
	if g.begins = -1; g.full() {
		return
	}
	g.start = scan.Beginning{}
	g.start.Packet(w)
	if g.add(w, e); !g.start.Shown {
		g.begins = len(g.list) - 1
	}
}

// begin puts the event of the last level where the level begins by the last packet: behind all that came
// before that time, and before all else.
func (g *gatherer) begin(w *world.World) {
	i := g.begins
	if i < 0 || slices.ContainsFunc(w.Events, func(e world.Event) bool { return e.Kind == world.EventLevel }) {
		return
	}
	if g.start.Packet(w) {
		e := g.list[i]
		e.Clock, e.Block = g.start.Clock, w.Block
		for ; i+1 < len(g.list) && g.list[i+1].Clock < e.Clock; i++ {
			if g.list[i] = g.list[i+1]; g.tentative == i+1 {
				g.tentative = i
			}
		}
		g.list[i] = e
		g.begins = i
	}
	if g.start.Shown {
		g.begins = -1
	}
}

// hurt remembers damage.
func (g *gatherer) hurt(w *world.World, e *world.Event) {
	if e.Other < 0 {
		return
	}
	old := 0
	for old < len(g.hurts) && (w.Clock-g.hurts[old].clock > hurtKept || len(g.hurts)-old >= maxHurts) {
		old++
	}
	g.hurts = append(g.hurts[:0], g.hurts[old:]...)
	g.hurts = append(g.hurts, hurt{w.Clock, e.Player, e.Other, e.Weapon, e.Value, e.Weapon != weapon.None ||
		e.Blow != world.BlowUnknown, e.Blow})
}

// blows tells the kills that are not yet taken of the killer's last blow: with what it was, if the obituary does not
// say it, and how hard.
func (g *gatherer) blows(w *world.World) {
	if len(g.hurts) == 0 {
		return
	}
	for i := len(g.list) - 1; i >= 0 && w.Clock-g.list[i].Clock <= hurtKept; i-- {
		if e := &g.list[i]; e.Kind == world.EventKill && e.Other >= 0 && i != g.tentative {
			g.blow(e)
		}
	}
}

// blow tells a kill of the killer's last blow. The damage is told at the moment of the obituary, and all of a
// moment with one weapon is one blow.
func (g *gatherer) blow(e *Event) {
	with, found, how := weapon.None, false, world.BlowUnknown
	for i := range g.hurts {
		if h := &g.hurts[i]; h.of == e.Other && h.by == e.Player && h.clock == e.Clock && h.told &&
			!(found && with == e.Weapon && e.Weapon != weapon.None) {
			with, found, how = h.weapon, true, h.blow
		}
	}
	if !found {
		return
	}
	if e.Weapon == weapon.None {
		e.Weapon = with
	}
	if e.Blow == world.BlowUnknown {
		e.Blow = how
	}
	sum := int64(0)
	for i := range g.hurts {
		if h := &g.hurts[i]; h.of == e.Other && h.by == e.Player && h.clock == e.Clock && h.told && h.weapon == with {
			sum += int64(h.value)
		}
	}
	if e.Damage = 0; sum > 0 && sum < certainDeath {
		e.Damage = int32(sum)
	}
}

// shared reports whether it is not known that the killer alone has dealt what the victim of a kill lost at a
// time: he has not by what the demo tells of each blow, or there were several of which it does not tell whose
// they were.
func (g *gatherer) shared(e *Event, clock float64) bool {
	others, unknown := 0, 0
	for i := range g.hurts {
		switch h := &g.hurts[i]; {
		case h.of != e.Other || h.clock != clock && h.clock != e.Clock:
		case !h.told:
			unknown++
		case h.by != e.Player:
			others++
		}
	}
	return others > 0 || unknown > 1
}

// sink finds whose health has fallen to 0 or below, and tells of it the kills that are not yet taken.
func (g *gatherer) sink(w *world.World) {
	if w.Level() == nil {
		return
	}
	if of := (telling{w.LevelCount, len(w.Players), w.Recorder, w.Intermission}); of != g.sunkOf || w.HealthChanged() {
		g.sunkOf = of
		g.healths(w)
	}
	for i := len(g.list) - 1; i >= 0 && w.Clock-g.list[i].Clock <= sunkSlack; i-- {
		e := &g.list[i]
		if e.Kind != world.EventKill || e.LeftKnown || e.Other < 0 || e.Other >= len(g.sunk) {
			continue
		}
		if s := &g.sunk[e.Other]; s.had > 0 && int(s.left) > leastHealth[w.Game&3] &&
			math.Abs(e.Clock-s.clock) <= sunkSlack {
			if !g.shared(e, s.clock) {
				e.Had, e.Left, e.LeftKnown = s.had, s.left, true
			}
			if i != g.tentative {
				s.had = 0 // it is of one kill
			}
		}
	}
}

// healths finds whose health has fallen.
func (g *gatherer) healths(w *world.World) {
	for i := range min(len(w.Players), len(g.sunk)) {
		p, s := &w.Players[i], &g.sunk[i]
		c := w.Condition(p)
		late := w.Game == world.Quake3 && i != w.Recorder && !w.Level().MultiView // told of a team mate now and then
		if !c.HealthKnown || w.Intermission || late {
			s.health = 0
			continue
		}
		health := int16(max(leastHealth[w.Game&3], min(c.Health, math.MaxInt16)))
		if health <= 0 && s.health > 0 {
			s.had, s.left, s.clock = s.health, health, w.Clock
		}
		s.health = health
	}
}

func (g *gatherer) add(w *world.World, e *world.Event) {
	if g.full() {
		return
	}
	text := cut(bytes.Trim(e.Text, "\n\x01"))
	n := Event{
		Clock: w.Clock, Block: w.Block, Kind: e.Kind, Player: e.Player, Other: e.Other, Value: e.Value,
		PlayerName: g.nameOf(w, e.Player), OtherName: cmp.Or(g.nameOf(w, e.Other), e.Gone), TeamKill: e.TeamKill,
		Idle: e.Idle, Blow: e.Blow, Had: e.Had,
		Weapon: e.Weapon, Monster: e.Monster, Item: e.Item, Text: string(text),
	}
	n.Mine = n.Of(w.Recorder)
	if e.Kind == world.EventKill {
		n.meet(w)
	}
	if e.Kind == world.EventLevel {
		n.Text = strings.Clone(cut(w.Level().Title)) // the level goes
	}
	g.list = append(g.list, n)
	g.count++
	g.bytes += eventBytes + int64(len(n.Text))
}

// meet sets what is known of the two players of a kill.
func (e *Event) meet(w *world.World) {
	e.Killer, e.Victim = fighterIn(w, e.Player), fighterIn(w, e.Other)
	e.fell(w)
}

// fighterIn returns what is known of the player in a slot.
func fighterIn(w *world.World, slot int) (f Fighter) {
	if slot < 0 || slot >= len(w.Players) {
		return f
	}
	p := &w.Players[slot]
	f.Carried = w.Carries(p)
	if p.Visible && p.WasVisible && finite(p.Was.Origin) {
		f.At, f.Placed = p.Was.Origin, true
	}
	return f
}

// fell sets how fast the victim of a kill fell, by the frame before the last one: after it a corpse falls.
func (e *Event) fell(w *world.World) {
	if e.Other < 0 || e.Other >= len(w.Players) {
		return
	}
	p, span := &w.Players[e.Other], w.FrameClock-w.PrevFrameClock
	if !p.Visible || !p.WasVisible || p.NoLerp || span <= 0 || !finite(p.Was.Origin) || !finite(p.Pose.Origin) ||
		world.Jumped(p.Was.Origin, p.Pose.Origin, world.JumpLimit(span)) {
		return
	}
	fall := (p.Was.Origin[2] - p.Pose.Origin[2]) / float32(span)
	if p.Was.VelocityKnown {
		fall = -p.Was.Velocity[2]
	}
	if fall > 0 {
		e.Fall = fall
	}
}

// DeadlySpeed is how fast somebody falls at least, in units a second, who is killed by something without a
// name, although there may be ground below him: nobody lands so unhurt.
const DeadlySpeed = 600

// Nameless reports whether the game does not say what killed, or has one word for all that kills in a level.
func (e *Event) Nameless() bool {
	switch e.Weapon {
	case weapon.Trap, weapon.Suicide, weapon.Unknown, weapon.None:
		return true
	}
	return false
}

// WeaponName returns the weapon or other cause of a kill or of damage by the game's name, or the monster's name.
func (e *Event) WeaponName() string { return cmp.Or(e.Weapon.String(), e.Monster) }

// Cause returns what killed in a kill: the weapon, or what kills in a level as all games together have it, by how
// fast the victim fell. Games say "trap" for all that kills who touches it, and often for what a level is closed with
// below, too: in Quake III the fall ends there. It is None if the demo does not tell it.
func (e *Event) Cause(game world.Game) weapon.Kind {
	falls := e.Nameless() && e.Fall > DeadlySpeed
	switch {
	case e.Weapon == weapon.Void:
		return weapon.OutOfMap
	case e.Weapon == weapon.Trap && falls && game == world.Quake3:
		return weapon.OutOfMap
	case e.Weapon == weapon.Trap && falls:
		return weapon.DeadlyFall
	case e.Weapon == weapon.Trap && (e.Player < 0 || game == world.Quake3): // in Quake II it is a weapon, too
		return weapon.MapTrap
	case e.Weapon == weapon.Falling, falls && e.Weapon != weapon.Suicide && e.Weapon != weapon.Trap:
		return weapon.Fall
	case e.Weapon == weapon.Unknown:
		return weapon.None
	}
	return e.Weapon
}

// Means returns what killed in a kill in words: the name of [Event.Cause], or of the monster.
func (e *Event) Means(game world.Game) string { return cmp.Or(e.Cause(game).String(), e.Monster) }

// Captured returns what a capture with an item is of: [FlagCapture], or what else was brought in, as "skulls".
func Captured(item string) string {
	item = strings.ToLower(item)
	if item == "" || strings.HasSuffix(item, " flag") {
		return FlagCapture
	}
	return item
}

// FlagCapture is what is captured in most games, whichever team's it is.
const FlagCapture = "flag"

// cut returns the beginning of a text, as much of it as an event keeps.
func cut[T string | []byte](text T) T { return text[:min(len(text), maxEventText)] }

// eventBytes is what an event takes, without its text.
const eventBytes = int64(unsafe.Sizeof(Event{}))

// maxNames is how many names events share: more than any demo has.
const maxNames = 4096

// nameOf returns the name of the player of a slot, empty for nobody. It is a copy: a
// name may be a small part of a text that the world needs no longer.
func (g *gatherer) nameOf(w *world.World, slot int) string {
	if slot < 0 || slot >= len(w.Players) {
		return ""
	}
	name := cut(w.Players[slot].Name)
	if own, ok := g.names[name]; ok {
		return own
	}
	if g.names == nil || len(g.names) >= maxNames {
		g.names = map[string]string{}
	}
	own := strings.Clone(name)
	g.names[own] = own
	g.bytes += int64(len(own))
	return own
}

// watch adds a tentative death when the recorder's own health falls to 0.
func (g *gatherer) watch(w *world.World) {
	fell := g.falls.Packet(w)
	if g.tentative >= 0 && !g.falls.open {
		g.tentative = -1 // no obituary came: the event stays
	}
	switch {
	case !fell:
	case g.nameless(w) || g.full():
		g.falls.open = false
	default:
		g.tentative = len(g.list)
		g.add(w, &world.Event{Kind: world.EventKill, Player: world.Nobody, Other: w.Recorder})
	}
}

// Falls notices when the recorder dies, as the health tells, and no obituary says so. Quake III does not need it: it
// has an event for every death. The zero value expects the first packet.
type Falls struct {
	health          int32 // after the last packet; 0 if unknown
	recorder, level int
	told            bool    // there was an obituary of the recorder
	died            float64 // viewer's time of the last obituary, if told
	open            bool    // the recorder fell at since, and an obituary may still come
	since           float64
}

// Told notes an obituary of the recorder. It reports whether it is that of a death that Packet has reported.
func (f *Falls) Told(w *world.World) bool {
	was := f.open
	f.told, f.died, f.open = true, w.Clock, false
	return was
}

// Packet reports whether the recorder died in the last packet and no obituary has said so, which may still come.
func (f *Falls) Packet(w *world.World) (fell bool) {
	if w.Game == world.Quake3 {
		return false
	}
	if f.open && w.Clock-f.since > deathSlack {
		f.open = false
	}
	index := world.StatHealth
	if w.Game == world.Quake2 {
		index = world.Quake2StatHealth
	}
	health, known := int32(0), false
	if w.Recorder >= 0 && w.Recorder < len(w.Players) {
		if s := w.OwnStats(&w.Players[w.Recorder]); s != nil {
			health, known = s.Get(index)
		}
	}
	switch {
	case !known || w.Recorder != f.recorder || w.LevelCount != f.level || w.Intermission:
		f.recorder, f.level = w.Recorder, w.LevelCount
	case health <= 0 && f.health > 0 && !(f.told && w.Clock-f.died <= deathSlack) && !f.open:
		f.open, f.since, fell = true, w.Clock, true
	}
	f.health = health
	return fell
}

// named completes a kill that named one of its players: see [world.EventNamed]. It is
// not yet taken.
func (g *gatherer) named(w *world.World, e *world.Event) {
	for i := len(g.list) - 1; i >= 0; i-- {
		k := &g.list[i]
		if k.Kind != world.EventKill || !k.halfNamed() || k.Player >= 0 && k.Player != e.Player || k.Other >= 0 &&
			k.Other != e.Other {
			continue
		}
		k.Player, k.Other = e.Player, e.Other
		k.PlayerName, k.OtherName = g.nameOf(w, e.Player), g.nameOf(w, e.Other)
		k.Mine = k.Of(w.Recorder)
		k.Killer, k.Victim = fighterIn(w, k.Player), fighterIn(w, k.Other)
		break
	}
	if e.Other >= 0 && e.Other == w.Recorder && g.falls.Told(w) {
		g.drop()
	}
}

// halfNamed reports whether a kill of a team mate names one player only.
func (e *Event) halfNamed() bool { return e.TeamKill && (e.Player < 0) != (e.Other < 0) }

// nameless looks for a kill in the last packet whose victim the game does not name,
// such as a team mate, and makes the recorder its victim. It reports whether there
// is one.
func (g *gatherer) nameless(w *world.World) bool {
	for i := range g.list {
		if e := &g.list[i]; e.Block == w.Block && e.Kind == world.EventKill && e.Other == world.Nobody {
			e.Other, e.OtherName, e.Mine = w.Recorder, g.nameOf(w, w.Recorder), true
			return true
		}
	}
	return false
}

// drop removes the tentative death, whose obituary has come.
func (g *gatherer) drop() {
	if g.tentative >= 0 {
		g.list = append(g.list[:g.tentative], g.list[g.tentative+1:]...)
		g.count--
		if g.begins > g.tentative {
			g.begins--
		}
		g.tentative = -1
	}
}

// take moves the events to the end of dst, up to the first that may still change unless
// all is set: the tentative one, that of a level of which no frame has come, a kill whose other player may
// still be named, or one of which the victim's health may still tell how hard it was.
func (g *gatherer) take(dst []Event, all bool) []Event {
	n := len(g.list)
	if !all {
		for _, i := range [...]int{g.tentative, g.begins} {
			if i >= 0 {
				n = min(n, i)
			}
		}
		for i := range n {
			e := &g.list[i]
			if e.Kind != world.EventKill {
				continue
			}
			age := g.clock - e.Clock
			if e.halfNamed() && age <= deathSlack || !e.LeftKnown && age <= sunkSlack {
				n = i
				break
			}
		}
	}
	dst = append(dst, g.list[:n]...)
	g.list = append(g.list[:0], g.list[n:]...)
	for _, i := range [...]*int{&g.tentative, &g.begins} {
		if all {
			*i = -1
		} else if *i >= 0 {
			*i -= n
		}
	}
	return dst
}
