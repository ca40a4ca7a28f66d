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
	"demoscope/player/world/equipment"
)

// Event is an event that a viewer may want to jump to. Names are those at the time of the event; names and
// texts are bytes in the game's charset.
//
// If the recorder's health falls to 0 without an obituary, the event is a [world.EventKill] of the recorder by
// nobody, without a weapon.
type Event struct {
	Clock  float64 // viewer's seconds
	Block  int     // number of the packet
	Kind   world.EventKind
	Player int // slot, or world.Nobody
	Other  int // slot, or world.Nobody
	Value  int32
	// Mine is set if Player or Other is the recorder, or the player that the recorder followed.
	Mine bool
	// TeamKill is set if a player killed a team-mate. In a suicide, Player and Other are equal. In a death by
	// the world or by a monster, Player is [world.Nobody].
	TeamKill bool
	// Idle is set for a death between the rounds of a match, which the game does not count.
	Idle bool
	// Blow is how the missile of a kill hit, if known.
	Blow world.HitType
	// Had is the victim's health before the last hit, 0 if unknown. Left is the health after it, at most 0, if
	// LeftKnown is set. Both are unset if others than the killer caused some of the damage.
	Had, Left int16
	LeftKnown bool
	// Damage is the damage of the last hit to health and armor together, 0 if unknown.
	Damage int32
	// Fall is the falling speed of the victim just before a kill, in units per second; 0 if the victim did not
	// fall or the speed is unknown.
	Fall float32
	// Killer and Victim are the two players of a kill.
	Killer, Victim Fighter
	// PlayerName and OtherName are empty for [world.Nobody].
	PlayerName, OtherName string
	Weapon                weapon.Kind
	Monster               string // the killer, if Weapon is [weapon.Monster]
	Item                  string // the game's name of the item, or the kind of a monster
	// Text is the printed line, the text of the mark or chat message, the title of the level, or the summary of
	// a level against monsters, without the line end. Texts and names are cut to 256 bytes.
	Text string
}

// Fighter is the state of a killer or victim in the frame before the kill.
type Fighter struct {
	// At is the player's position in units, if Placed is set.
	At     mgl32.Vec3
	Placed bool
	// Carried is what the player carried at the kill. Dead players carry nothing.
	Carried equipment.Carried
}

// Of reports whether Player or Other is the player in a slot.
func (e *Event) Of(slot int) bool {
	return slot >= 0 && (e.Player == slot || e.Other == slot)
}

// Suicide reports whether a kill is a suicide.
func (e *Event) Suicide() bool { return e.Player >= 0 && e.Player == e.Other }

// TakesFlag reports whether the event is the taking of a flag.
func (e *Event) TakesFlag() bool { return e.Kind == world.EventItem && weapon.ItemNamed(e.Item).Flag() }

const (
	// maxEvents limits the events of a demo to twenty times those of the longest matches: some 10 MB. Later events are
	// left out.
	maxEvents = 1 << 16
	// maxEventText limits a text or a name, in bytes: more than the list of events shows.
	maxEventText = 256
)

// kept are the kinds of events that an index keeps. The other kinds happen many times per second.
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

// gatherer collects events during the pass.
type gatherer struct {
	list        []Event           // not yet taken
	count       int               // number of events so far
	bytes, most int64             // memory of all events and its limit, in bytes
	names       map[string]string // players' names, to share equal ones
	// tentative is the index in list of a death known only from the recorder's health, whose obituary may still
	// come; -1 if there is none.
	tentative int
	// begins is the index in list of a level's event whose time may still change; -1 if there is none.
	begins int
	start  scan.Beginning // of that level
	clock  float64        // viewer's time of the last packet
	falls  Falls
	sunk   [world.MaxPlayers]sinking
	sunkOf telling
	hurts  []hurt // of the last hurtKept seconds, oldest first
}

// hurt is damage to a player.
type hurt struct {
	clock  float64
	by, of int // slots; by may be [world.Nobody]
	weapon weapon.Kind
	value  int32
	told   bool // attacker and cause are known
	blow   world.HitType
}

const (
	// hurtKept is how long damage is remembered, in seconds: the players of a team kill may be named that much
	// later.
	hurtKept = deathSlack
	// maxHurts limits the remembered damage: more than a server with 32 players causes in a second.
	maxHurts = 256
	// certainDeath is the damage from which on a hit kills regardless of the health, as a telefrag does, so
	// that it does not measure the hit.
	certainDeath = 5000
)

// telling holds the conditions, besides the numbers, that decide whose health a world knows.
type telling struct {
	level, players, recorder int
	intermission             bool
}

// sinking is a fall of a player's health to 0 or below.
type sinking struct {
	health    int16   // after the last packet; 0 if unknown
	had, left int16   // before and after the fall
	clock     float64 // viewer's time of the fall
}

// sunkSlack is the maximum time between that fall and the obituary, in seconds.
const sunkSlack = 0.3

// leastHealth is the minimum health in each game. A health at that limit does not show the damage of a hit.
var leastHealth = [...]int{world.Quake: -99, world.QuakeWorld: -99, world.Quake2: -999, world.Quake3: -999}

// deathSlack is the maximum time, in seconds, between the fall of the recorder's health to 0 and the obituary.
// They may be in different packets.
const deathSlack = 1

// newGatherer returns a gatherer that limits its events to most bytes.
func newGatherer(most int64) gatherer {
	return gatherer{most: most, tentative: -1, begins: -1, falls: Falls{recorder: world.Nobody}}
}

// Gatherer collects the events of a demo in the same way as an index, for other passes over the demo.
type Gatherer struct {
	g    gatherer
	list []Event
}

// NewGatherer returns a gatherer that limits its events to most bytes.
func NewGatherer(most int64) *Gatherer { return &Gatherer{g: newGatherer(most)} }

// Packet adds the events of the last packet.
func (g *Gatherer) Packet(w *world.World) {
	g.g.packet(w)
	if w.Block%publishEvery == 0 { // published events of an index do not change
		g.list = g.g.take(g.list, false)
	}
}

// Events returns all events in order of time. It must be the last call.
func (g *Gatherer) Events() []Event {
	g.list = g.g.take(g.list, true)
	return g.list
}

// full reports whether further events are left out.
func (g *gatherer) full() bool { return g.count >= maxEvents || g.bytes >= g.most }

// packet adds the events of the last packet.
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

// levelNamed adds the event of a level. Its time may change later.
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

// begin moves the event of the last level to the time of its first frame: after all earlier events, and before
// all others.
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
		e.HitType != world.HitUnknown, e.HitType})
}

// blows sets the details of kills that are not yet taken: the killer's weapon, if the obituary lacks it, and
// the damage.
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

// blow sets the details of a kill. The damage arrives together with the obituary. All damage of that moment by
// one weapon counts as one hit.
func (g *gatherer) blow(e *Event) {
	with, found, how := weapon.None, false, world.HitUnknown
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
	if e.Blow == world.HitUnknown {
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

// shared reports whether players other than the killer may have caused a part of the damage: the demo says so,
// or it contains several hits without their attackers.
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

// sink finds players whose health has fallen to 0 or below, and sets the health values of their kills.
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
				s.had = 0 // only one kill may use it
			}
		}
	}
}

// healths updates sunk for players whose health has fallen.
func (g *gatherer) healths(w *world.World) {
	for i := range min(len(w.Players), len(g.sunk)) {
		p, s := &w.Players[i], &g.sunk[i]
		c := equipment.ConditionOf(w, p)
		late := w.Game == world.Quake3 && i != w.Recorder && !w.Level().MultiView // rarely sent for team-mates
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
		PlayerName: g.nameOf(w, e.Player), OtherName: cmp.Or(g.nameOf(w, e.Other), e.VictimName), TeamKill: e.TeamKill,
		Idle: e.Idle, Blow: e.HitType, Had: e.VictimHealth,
		Weapon: e.Weapon, Monster: e.Monster, Item: e.Item, Text: string(text),
	}
	n.Mine = n.Of(w.Recorder)
	if e.Kind == world.EventKill {
		n.meet(w)
	}
	if e.Kind == world.EventLevel {
		n.Text = strings.Clone(cut(w.Level().Title)) // the world reuses the level's memory
	}
	g.list = append(g.list, n)
	g.count++
	g.bytes += eventBytes + int64(len(n.Text))
}

// meet sets the state of the two players of a kill.
func (e *Event) meet(w *world.World) {
	e.Killer, e.Victim = fighterIn(w, e.Player), fighterIn(w, e.Other)
	e.fell(w)
}

// fighterIn returns the state of the player in a slot.
func fighterIn(w *world.World, slot int) (f Fighter) {
	if slot < 0 || slot >= len(w.Players) {
		return f
	}
	p := &w.Players[slot]
	f.Carried = equipment.Carries(w, p)
	if p.Visible && p.WasVisible && finite(p.Was.Origin) {
		f.At, f.Placed = p.Was.Origin, true
	}
	return f
}

// fell sets the falling speed of the victim of a kill from the previous frame: in later ones, the corpse falls.
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

// DeadlySpeed is the falling speed, in units per second, from which on a death by an unknown cause is a fall,
// even with ground below: nobody survives such a landing.
const DeadlySpeed = 600

// Nameless reports whether the game does not name the cause of death, or uses one word for all dangers of a
// level.
func (e *Event) Nameless() bool {
	switch e.Weapon {
	case weapon.Trap, weapon.Suicide, weapon.Unknown, weapon.None:
		return true
	}
	return false
}

// WeaponName returns the game's name of the weapon or other cause of a kill or of damage, or the monster's
// name.
func (e *Event) WeaponName() string { return cmp.Or(e.Weapon.String(), e.Monster) }

// Cause returns the cause of a death: the weapon, or a danger of the level, in terms common to all games. It
// uses the falling speed of the victim. Games say "trap" for everything that kills on touch, often including
// the void below the level; in Quake III, falls end there. Cause returns None if the cause is unknown.
func (e *Event) Cause(game world.Game) weapon.Kind {
	falls := e.Nameless() && e.Fall > DeadlySpeed
	switch {
	case e.Weapon == weapon.Void:
		return weapon.OutOfMap
	case e.Weapon == weapon.Trap && falls && game == world.Quake3:
		return weapon.OutOfMap
	case e.Weapon == weapon.Trap && falls:
		return weapon.DeadlyFall
	case e.Weapon == weapon.Trap && (e.Player < 0 || game == world.Quake3): // in Quake II, also a weapon
		return weapon.MapTrap
	case e.Weapon == weapon.Falling, falls && e.Weapon != weapon.Suicide && e.Weapon != weapon.Trap:
		return weapon.Fall
	case e.Weapon == weapon.Unknown:
		return weapon.None
	}
	return e.Weapon
}

// Means returns the cause of a death in words: the name of [Event.Cause], or of the monster.
func (e *Event) Means(game world.Game) string { return cmp.Or(e.Cause(game).String(), e.Monster) }

// Captured returns what was captured with an item: [FlagCapture], or something else such as "skulls".
func Captured(item string) string {
	item = strings.ToLower(item)
	if item == "" || strings.HasSuffix(item, " flag") {
		return FlagCapture
	}
	return item
}

// FlagCapture stands for the capture of either team's flag.
const FlagCapture = "flag"

// cut returns the part of a text that an event keeps.
func cut[T string | []byte](text T) T { return text[:min(len(text), maxEventText)] }

// eventBytes is the memory of an event without its text.
const eventBytes = int64(unsafe.Sizeof(Event{}))

// maxNames limits the shared names: more than any demo has.
const maxNames = 4096

// nameOf returns the name of the player in a slot, or "". It is a copy, because a name may be a small part of a
// text that the world no longer needs.
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

// watch adds a tentative death when the recorder's health falls to 0.
func (g *gatherer) watch(w *world.World) {
	fell := g.falls.Packet(w)
	if g.tentative >= 0 && !g.falls.open {
		g.tentative = -1 // no obituary came; keep the event
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

// Falls detects deaths of the recorder that are known from the health, but have no obituary. Quake III does not
// need it, because it has an event for every death. The zero value is ready to use before the first packet.
type Falls struct {
	health          int32 // after the last packet; 0 if unknown
	recorder, level int
	told            bool    // the recorder has had an obituary
	died            float64 // viewer's time of the last obituary, if told is set
	open            bool    // the recorder fell at since, and an obituary may still come
	since           float64
}

// Told records an obituary of the recorder. It reports whether it belongs to a death that Packet has reported.
func (f *Falls) Told(w *world.World) bool {
	was := f.open
	f.told, f.died, f.open = true, w.Clock, false
	return was
}

// Packet reports whether the recorder died in the last packet without an obituary so far.
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

// named completes a kill that named only one of its players: see [world.EventNamed]. The kill has not been
// taken yet.
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

// halfNamed reports whether a team kill names only one player.
func (e *Event) halfNamed() bool { return e.TeamKill && (e.Player < 0) != (e.Other < 0) }

// nameless looks for a kill in the last packet without a named victim, such as a team kill, and makes the
// recorder its victim. It reports whether there is one.
func (g *gatherer) nameless(w *world.World) bool {
	for i := range g.list {
		if e := &g.list[i]; e.Block == w.Block && e.Kind == world.EventKill && e.Other == world.Nobody {
			e.Other, e.OtherName, e.Mine = w.Recorder, g.nameOf(w, w.Recorder), true
			return true
		}
	}
	return false
}

// drop removes the tentative death after its obituary has come.
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

// take moves events to the end of dst. Unless all is set, it stops at the first event that may still change:
// the tentative one, that of a level without a frame, a kill whose other player may still be named, or one
// whose damage may still become known from the victim's health.
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
