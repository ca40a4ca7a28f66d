package pattern

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/bsp"
	"demoscope/formats/message"
	"demoscope/player/report"
	"demoscope/player/scan"
	"demoscope/player/timeline"
	"demoscope/player/weapon"
	"demoscope/player/world"
)

// Options are the options of a pass.
type Options struct {
	// Map returns the map of a level, nil if unavailable. Without it, heights are relative to the floors on
	// which players of the demo walked.
	Map func(*world.Level) *bsp.Map
}

const (
	// eventMemory is the memory for events, in bytes: enough for some hundred thousand.
	eventMemory = 32 << 20
	// maxFacts limits each list of facts: real demos have some hundreds of each.
	maxFacts = 1 << 16
)

// Read reads a demo in a format, named as for [demoscope/player/world/rules.New], from the first packet to the
// last. The decoder must be at the first packet.
func Read(format string, decoder message.Decoder, o Options) *Facts {
	p := NewPass(format, o)
	return p.Finish(scan.Read(format, decoder, p))
}

// Pass is the [scan.Listener] that gathers the facts of a demo.
type Pass struct {
	facts    *Facts
	options  Options
	gatherer *timeline.Gatherer
	// deaths are the circumstances of the deaths, in packet order; blocks are the numbers of their packets.
	deaths []Death
	blocks []int
	bodies []*body // by slot
	frame  float64
	begun  int
	start  scan.Beginning // of the current level
	ended  *world.Present // last value of [world.World].Ended
	// floors are the floors on which players stood on the current level. pending is the index of the first
	// death whose height is determined at the end of the level.
	floors   floors
	pending  int
	levelMap *bsp.Map // map of the level, nil if unavailable
	asked    bool     // whether the map was requested
	hurts    []hurt
	flags    [3]flagTracker // red, blue, white
	powers   powerTracker
	captures []capture
	sides    sideTracker
	early    earlyEndTracker
	scores   scoreTracker
	// missiles are the measured speeds of Quake III's missiles by weapon number, in units per second; 0 if
	// unknown.
	missiles [16]float64
	sight    [world.MaxPlayers]struct{ plays, seen int32 } // frames in the level's matches, by slot
	bursts   []burst                                       // of the last seconds
	shots    []shot                                        // shots of launchers in the last seconds
	pads     []shot                                        // throws by jump pads in the last seconds
}

// hurt is damage for which the demo contains how it was dealt.
type hurt struct {
	clock  float64
	by, of int
	blow   world.HitType
}

// NewPass returns a pass for a demo in the given format.
func NewPass(format string, o Options) *Pass {
	return &Pass{
		facts: &Facts{Format: format, Recorder: world.Nobody}, options: o,
		gatherer: timeline.NewGatherer(eventMemory), frame: -1,
	}
}

// Needs implements [scan.Listener].
func (p *Pass) Needs() scan.Needs { return scan.Entities | scan.Fleeting }

// Packet implements [scan.Listener].
func (p *Pass) Packet(c *scan.Cursor) {
	w := c.World
	if w.Ended != nil {
		p.ended = w.Ended
	}
	if w.LevelCount != p.begun {
		p.endLevel()
		p.begun = w.LevelCount
		p.beginLevel()
	}
	if n := len(p.facts.Levels); n > 0 {
		l, m := &p.facts.Levels[n-1], w.Level()
		if p.start.Packet(w) {
			l.Start, l.Empty = p.start.Clock, p.start.Empty()
		}
		if l.Map != m.Map {
			l.Map, p.asked = strings.Clone(m.Map), false
		}
		if l.Title != m.Title {
			l.Title = strings.Clone(m.Title)
		}
	}
	p.hearJumps(w)
	p.recordBursts(w)
	if w.FrameClock != p.frame || w.FrameClock == w.Clock {
		p.look(w)
		p.frame = w.FrameClock
	}
	p.gatherer.Packet(w)
	for i := range w.Events {
		switch e := &w.Events[i]; e.Kind {
		case world.EventKill:
			p.death(w, e)
		case world.EventDamage:
			p.hurt(w, e)
		case world.EventMatchStart: // at the end of a match, servers may already have the next settings
			p.facts.Server = serverOf(w.Level())
			p.addMatchState(w)
		case world.EventMatchEnd, world.EventIntermission:
			p.addMatchState(w)
		}
	}
	p.measureBursts(w)
	p.trackFlags(w)
	p.trackSides(w)
	if !c.Own() || len(w.Events) > 0 {
		p.trackEnds(w)
		p.trackScores(w)
	}
}

// maxMatchStates limits the match states of a demo: a whole evening has about a hundred.
const maxMatchStates = 512

// addMatchState records the state of the match, at most once per packet.
func (p *Pass) addMatchState(w *world.World) {
	f := p.facts
	if n := len(f.MatchStates); n < maxMatchStates && (n == 0 || f.MatchStates[n-1].Clock < w.Clock) {
		var last []Player
		if n > 0 {
			last = f.MatchStates[n-1].Players
		}
		f.MatchStates = append(f.MatchStates, MatchState{w.Clock, report.DateOf(w.Level(), w.LastDate),
			serverOf(w.Level()), playersOf(w, last)})
	}
}

// playersOf returns the players present. It shares names and teams with the previous list last, because they
// can be long.
func playersOf(w *world.World, last []Player) (list []Player) {
	for i := range w.Players {
		p := &w.Players[i]
		if !p.InUse {
			continue
		}
		name, team := p.Name, p.Team
		if k := slices.IndexFunc(last, func(l Player) bool { return l.Slot == i }); k >= 0 && last[k].Name == name &&
			last[k].Team == team {
			name, team = last[k].Name, last[k].Team
		} else {
			name, team = strings.Clone(name), strings.Clone(team)
		}
		list = append(list, Player{i, name, team, p.Shirt, p.Pants, p.Ping})
	}
	return list
}

// presentOf returns the players present at the end.
func presentOf(end *world.Present) (list []Player) {
	for i := range end.Players {
		p := &end.Players[i]
		list = append(list, Player{p.Slot, strings.Clone(p.Name), strings.Clone(p.Team), p.Shirt, p.Pants, p.Ping})
	}
	return list
}

// maxLevels limits the levels of a demo, as in the index.
const maxLevels = 4096

func (p *Pass) beginLevel() {
	if len(p.facts.Levels) < maxLevels {
		p.facts.Levels = append(p.facts.Levels, Level{Count: p.begun})
		p.start = scan.Beginning{}
	}
	p.floors, p.levelMap, p.asked = floors{changes: p.floors.changes + 1}, nil, false
	p.missiles = [16]float64{}
	p.frame = -1
	p.bursts, p.shots, p.pads = p.bursts[:0], p.shots[:0], p.pads[:0]
}

// sightLeast is the minimum fraction of a level's frames that a player must play to count for [Level].Sight.
const sightLeast = 0.1

func (p *Pass) endLevel() {
	p.heights()
	if n := len(p.facts.Levels); n > 0 {
		most, least := int32(0), float32(1)
		for i := range p.sight {
			most = max(most, p.sight[i].plays)
		}
		for i := range p.sight {
			if k := &p.sight[i]; k.plays > 0 && float32(k.plays) >= sightLeast*float32(most) {
				least = min(least, float32(k.seen)/float32(k.plays))
			}
		}
		p.facts.Levels[n-1].Sight = least
	}
	clear(p.sight[:])
	p.flags = [3]flagTracker{}
	p.dropPowers()
}

// mapOf returns the map of the level, nil if unavailable.
func (p *Pass) mapOf(w *world.World) *bsp.Map {
	if p.options.Map == nil {
		return nil
	}
	if !p.asked && w.Level().Map != "" {
		p.asked, p.levelMap = true, p.options.Map(w.Level())
	}
	return p.levelMap
}

// look records the state of the players in a frame.
func (p *Pass) look(w *world.World) {
	p.measureMissiles(w)
	counts := true
	switch w.Match.Phase {
	case world.PhaseWarmUp, world.PhaseCountdown, world.PhaseOver:
		counts = false
	}
	for i := range w.Players {
		pl := &w.Players[i]
		if pl.InUse && !pl.Spectator && counts && i < len(p.sight) {
			k := &p.sight[i]
			if k.plays++; pl.Visible {
				k.seen++
			}
		}
		if !pl.Visible || pl.Spectator || !inside(pl.Pose.Origin) {
			continue
		}
		b := p.body(i)
		if pl.Dead && b.corpse && b.count > 0 && w.FrameClock > b.at(0).clock {
			continue // corpses slide on their own
		}
		look := w.Game.ViewAngles(pl, &pl.Pose)
		if w.SharesView(i) {
			look = w.View.Angles
		}
		since, ended := b.see(w, pl, look, w.LevelCount)
		if ended {
			p.jump(w, i, b, since)
		}
		if b.floor && !pl.Dead {
			p.floors.add(pl.Pose.Origin, &b.lastFloor)
		}
		p.powers.see(p, w, i, pl)
	}
}

// jumpSounds are parts of the paths of jump sounds, by game. A player who jumps was on the ground, if only
// between two frames.
var jumpSounds = [4]string{world.Quake: "player/plyrjmp8", world.QuakeWorld: "player/plyrjmp8", world.Quake2: "*jump1",
	world.Quake3: "*jump1"}

// hearJumps records the jump sounds of the packet.
func (p *Pass) hearJumps(w *world.World) {
	for i := range w.Heard {
		s := &w.Heard[i]
		slot := int(s.Entity)
		if w.Game != world.Quake3 {
			slot--
		}
		b := p.known(slot)
		if b == nil || b.count == 0 || s.Flags&world.SoundStops != 0 || !strings.Contains(s.Path(w.Level()),
			jumpSounds[w.Game&3]) {
			continue
		}
		b.hearJump(w.FrameClock)
	}
}

// body returns the body of a slot, creating it if needed.
func (p *Pass) body(slot int) *body {
	for slot >= len(p.bodies) {
		p.bodies = append(p.bodies, nil)
	}
	if p.bodies[slot] == nil {
		p.bodies[slot] = new(body)
		p.bodies[slot].restart()
	}
	return p.bodies[slot]
}

// known returns the body of a slot, nil if the player was never seen.
func (p *Pass) known(slot int) *body {
	if slot < 0 || slot >= len(p.bodies) {
		return nil
	}
	return p.bodies[slot]
}

// death records the circumstances of a death.
func (p *Pass) death(w *world.World, e *world.Event) {
	if len(p.deaths) >= maxFacts {
		return
	}
	d := Death{Blow: e.HitType, missile: e.Weapon.Is(weapon.DirectHits)}
	clock := w.Clock
	for i := range p.hurts {
		if h := &p.hurts[i]; d.missile && d.Blow == world.HitUnknown && h.of == e.Other && h.by == e.Player &&
			clock-h.clock <= blowTime {
			d.Blow = h.blow
		}
	}
	d.by, d.of, d.clock = e.Player, e.Other, clock
	if victim := p.known(e.Other); victim != nil {
		p.victim(w, victim, &d)
	}
	d.burst = float32(math.Inf(1))
	if d.AtKnown && e.Weapon.Is(weapon.Bursts) {
		d.burst = burstFar
	}
	if killer := p.known(e.Player); killer != nil && e.Player != e.Other && killer.seen(clock, sightTime) {
		d.By, d.ByKnown = killer.at(0).origin, true
		if turn, speed, known := killer.turned(clock); known {
			d.Set(Turn, turn)
			if speed >= 0 {
				d.Set(TurnRate, speed)
			}
		}
		if d.AtKnown {
			p.distance(w, e, killer, &d)
		}
	}
	p.deaths, p.blocks = append(p.deaths, d), append(p.blocks, w.Block)
}

// victim records where and how the victim of a death moved.
func (p *Pass) victim(w *world.World, victim *body, d *Death) {
	if victim.respawned(w.FrameClock) {
		if victim.wasSeen && d.clock-victim.was.clock <= sightTime {
			d.At, d.AtKnown = victim.was.origin, true
		}
		return
	}
	if !victim.seen(d.clock, sightTime) {
		return
	}
	d.At, d.AtKnown = victim.at(0).origin, true
	if v, known := victim.velocity(d.clock); known {
		d.Set(Speed, length(v))
	}
	air, known := victim.air(d.clock)
	if known {
		d.Set(Air, air)
	}
	if victim.have() > 1 {
		d.Set(Apex, max(0, victim.at(0).clock-victim.apex))
	}
	if known && air == 0 {
		d.Set(Height, 0) // on a lift or another player, which the floors lack
	} else if m := p.mapOf(w); m != nil {
		if h, ok := heightIn(m, d.At); ok {
			d.Set(Height, h)
		}
	}
}

const (
	// bodyHalf, bodyDown and bodyUp are the distances from a player's origin to the sides, the bottom and the
	// top of the bounding box, in units.
	bodyHalf, bodyDown, bodyUp = 16, 24, 32
	// burstAt is the maximum distance from a body of a burst that certainly was a direct hit; burstBeside is the
	// minimum distance of one that certainly was not. Both are in units. They have slack because the game moves bursts
	// back from surfaces, and because the body moves. These values judge none of 141 rockets wrong in server
	// recordings that contain how they hit.
	burstAt, burstBeside = 16, 40
	// burstAge is the maximum time between a burst and the death it causes, in seconds.
	burstAge = 0.03
	// burstFar is the maximum distance from a body of a burst that kills, in units.
	burstFar = 200
	// burstAbove is the minimum height above the floor, in units, at which a burst near the body cannot be a
	// burst on the floor.
	burstAbove = 48
)

// measureBursts records the distances between recent victims and bursts. The messages of one frame may be spread over
// several packets.
func (p *Pass) measureBursts(w *world.World) {
	for i := len(p.deaths) - 1; i >= max(0, len(p.deaths)-maxHurts) && w.Clock-p.deaths[i].clock <= burstAge; i-- {
		d := &p.deaths[i]
		if math.IsInf(float64(d.burst), 1) {
			continue
		}
		for k := range w.Effects.List {
			f := &w.Effects.List[k]
			if f.Kind == world.EffectExplosion && math.Abs(d.clock-f.Clock) <= burstAge {
				o := f.Origin.Sub(d.At)
				d.burst = min(d.burst, max(o[0]-bodyHalf, -o[0]-bodyHalf, o[1]-bodyHalf, -o[1]-bodyHalf, o[2]-bodyUp,
					-o[2]-bodyDown))
			}
		}
	}
}

// byBurst infers from the position of the burst how the missile hit: splash if it burst away from the body,
// direct if it burst at a body high above the floor.
func (d *Death) byBurst() world.HitType {
	height, known := d.Get(Height)
	switch {
	case !(d.burst < burstFar):
	case d.burst > burstBeside:
		return world.HitSplash
	case known && height >= burstAbove && d.burst <= burstAt:
		return world.HitDirect
	}
	return world.HitUnknown
}

// distance sets the distance of the shot and the flight time of its missile.
func (p *Pass) distance(w *world.World, e *world.Event, killer *body, d *Death) {
	speed, ahead, missile := p.missileSpeed(w.Game, e.Weapon)
	switch {
	case !missile:
		d.Set(Distance, length(d.At.Sub(d.By)))
	case speed > 0:
		if distance, flight, known := killer.shotFrom(d.At, w.Clock, speed, ahead); known {
			d.Set(Distance, distance)
			d.Set(Flight, flight)
		}
	}
}

// quake3Missiles are the weapon numbers of Quake III's missiles.
var quake3Missiles = [weapon.NumKinds]int{weapon.RocketLauncher: 5, weapon.PlasmaGun: 8, weapon.BFG: 9}

// missileSpeed returns the speed of a weapon's missiles in units per second, 0 if unknown, and the head start
// of the missile in seconds. missile is false for weapons that hit instantly.
func (p *Pass) missileSpeed(game world.Game, k weapon.Kind) (speed, ahead float64, missile bool) {
	if k.Is(weapon.Lobbed) {
		return 0, 0, true
	}
	speed = k.Speed(int(game))
	if game == world.Quake3 && speed > 0 {
		ahead = 0.05
		if n := quake3Missiles[k]; p.missiles[n] > 0 && n > 0 {
			speed = p.missiles[n]
		}
	}
	return speed, ahead, speed > 0
}

// measureMissiles measures the speed of the first missile of each weapon on a Quake III level, because mods
// change it.
func (p *Pass) measureMissiles(w *world.World) {
	if w.Game != world.Quake3 {
		return
	}
	const step = 25
	for i := range w.Entities {
		e := &w.Entities[i]
		if !e.Missile() || int(e.Weapon) >= len(p.missiles) || p.missiles[e.Weapon] > 0 {
			continue
		}
		if sent, ok := w.SentPose(e.Number); ok {
			if v := float64(sent.Velocity.Len()); v > 100 && v < impossible {
				p.missiles[e.Weapon] = math.Round(v/step) * step
			}
		}
	}
}

// hurt records damage if the demo contains how it was dealt, and completes a recent death by that damage.
func (p *Pass) hurt(w *world.World, e *world.Event) {
	if e.HitType == world.HitUnknown || e.Player < 0 || e.Other < 0 {
		return
	}
	for len(p.hurts) > 0 && w.Clock-p.hurts[0].clock > blowTime {
		p.hurts = p.hurts[1:]
	}
	for i := len(p.deaths) - 1; i >= max(0, len(p.deaths)-maxHurts) && w.Clock-p.deaths[i].clock <= blowTime; i-- {
		if d := &p.deaths[i]; d.missile && d.Blow == world.HitUnknown && d.by == e.Player && d.of == e.Other {
			d.Blow = e.HitType
		}
	}
	if len(p.hurts) < maxHurts {
		p.hurts = append(p.hurts, hurt{w.Clock, e.Player, e.Other, e.HitType})
	}
}

// maxHurts limits the remembered damage events: two for each player.
const maxHurts = 64

// blowTime is how long damage is remembered, in seconds.
const blowTime = 0.06

// heights sets the victims' heights above the floors of the level, and infers how missiles hit them if the demo
// does not contain it.
func (p *Pass) heights() {
	for ; p.pending < len(p.deaths); p.pending++ {
		d := &p.deaths[p.pending]
		if _, known := d.Get(Height); !known && d.AtKnown {
			if h, ok := p.floors.below(d.At); ok {
				d.Set(Height, h)
			}
		}
		if d.Blow == world.HitUnknown {
			d.Blow = d.byBurst()
			d.Inferred = d.Blow != world.HitUnknown
		}
	}
}

// Finish returns the facts. The cursor must be after the last packet.
func (p *Pass) Finish(c *scan.Cursor) *Facts {
	f, w := p.facts, c.World
	f.Game = w.Game
	p.endLevel()
	f.Duration = w.Clock
	end := w.PresentAtEnd(p.ended)
	f.Recorder = end.Recorder
	f.Whole = f.Format == "mvd" || f.Format == "mvd2" || w.Level().MultiView
	f.GameDir = strings.Clone(w.Level().GameDir)
	f.Date = report.DateOf(w.Level(), w.Date)
	if f.Server == (Server{}) {
		f.Server = serverOf(w.Level())
	}
	f.Results = slices.Clone(w.Results())
	f.Players = presentOf(end)
	for i := range f.Levels {
		f.Levels[i].End = f.Duration
		if i > 0 {
			f.Levels[i-1].End = f.Levels[i].Start
		}
	}
	f.Events = p.gatherer.Events()
	p.pair()
	f.findMatches()
	p.early.mark(f.Matches)
	f.Comebacks = p.sides.found
	return f
}

// serverOf returns the server's description of the game. Quake III servers use a prefix for some keys.
func serverOf(l *world.Level) (s Server) {
	first := func(keys ...string) string {
		for _, key := range keys {
			if v := l.ServerInfoValue(key); v != "" {
				return strings.Clone(v)
			}
		}
		return ""
	}
	number := func(key string) *int {
		n, err := strconv.Atoi(l.ServerInfoValue(key))
		if err != nil {
			return nil
		}
		return &n
	}
	return Server{
		Hostname: first("hostname", "sv_hostname"), Mode: first("mode"), Variant: first("mode_current"),
		GameType:  l.GameType,
		TimeLimit: number("timelimit"), FragLimit: number("fraglimit"), Deathmatch: number("deathmatch"),
	}
}

// pair assigns its circumstances to each death in the events: the next ones of the same packet.
func (p *Pass) pair() {
	next := 0
	for i := range p.facts.Events {
		e := &p.facts.Events[i]
		if e.Kind != world.EventKill {
			continue
		}
		d := Death{}
		for next < len(p.deaths) && p.blocks[next] < e.Block {
			next++
		}
		// A death without an obituary was found from the recorder's health, for which the world has no event,
		// or it was seen.
		if next < len(p.deaths) && p.blocks[next] == e.Block && (e.Weapon != weapon.None || e.Text != "" ||
			p.facts.Game == world.Quake3 || p.deaths[next].of == e.Other) {
			d = p.deaths[next]
			next++
		}
		// A team kill's message names only one of the players, and no weapon.
		if (d.Blow == world.HitUnknown || d.Inferred) && e.TeamKill && e.Blow != world.HitUnknown &&
			e.Weapon.Is(weapon.DirectHits) {
			d.Blow, d.Inferred = e.Blow, false
		}
		d.Event = i
		p.facts.Kills = append(p.facts.Kills, d)
	}
}

const (
	// cell is the size of a floor cell, in units. floorStep is the minimum vertical distance between two floors
	// of a cell, in units.
	cell, floorStep = 24, 12
	// maxFloors limits the floors of a level: the largest levels have some ten thousand.
	maxFloors = 1 << 17
	// maxFloorsAbove limits the floors of one cell.
	maxFloorsAbove = 64
	// feet is the distance from a player's origin down to the feet, in units. It is the same in all games.
	feet = 24
)

// floors are the floors of a level on which players stood.
type floors struct {
	cells   map[[2]int16][]int16 // heights of the feet, in units
	count   int
	changes int // number of changes to cells
}

// floorSpot is a position on a floor, and the value of floors.changes at that time.
type floorSpot struct {
	cell    [2]int16
	z       int16
	changes int
}

func cellOf(v mgl32.Vec3) [2]int16 {
	return [2]int16{int16(math.Floor(float64(v[0]) / cell)), int16(math.Floor(float64(v[1]) / cell))}
}

// inside reports whether v is within the coordinate range of levels.
func inside(v mgl32.Vec3) bool {
	for _, x := range v {
		if !(x > -1<<15 && x < 1<<15) {
			return false
		}
	}
	return true
}

// add adds the floor below a player at a position. last is the player's previous position, and lets add skip
// players who stay in a cell while nothing changes.
func (f *floors) add(at mgl32.Vec3, last *floorSpot) {
	if !inside(at) || f.count >= maxFloors {
		return
	}
	z := int16(math.Round(float64(at[2]) - feet))
	k := cellOf(at)
	if *last == (floorSpot{k, z, f.changes}) && f.changes > 0 {
		return
	}
	f.put(k, z)
	*last = floorSpot{k, z, f.changes}
}

// put adds a floor to a cell, or raises the cell's floor near that height.
func (f *floors) put(k [2]int16, z int16) {
	list := f.cells[k]
	for i, have := range list {
		if d := have - z; d > -floorStep && d < floorStep {
			if z > have {
				list[i] = z
				f.changes++
			}
			return
		}
	}
	if len(list) >= maxFloorsAbove {
		return
	}
	if f.cells == nil {
		f.cells = map[[2]int16][]int16{}
	}
	f.cells[k] = append(list, z)
	f.count++
	f.changes++
}

// below returns the height of a player's feet above the floor below, in units.
func (f *floors) below(at mgl32.Vec3) (height float64, ok bool) {
	if !inside(at) {
		return 0, false
	}
	best := math.Inf(1)
	foot := float64(at[2]) - feet
	look := func(k [2]int16) {
		for _, z := range f.cells[k] {
			if h := foot - float64(z); h >= -floorStep && h < best {
				best = h
			}
		}
	}
	k := cellOf(at)
	look(k)
	if math.IsInf(best, 1) { // nobody stood in this cell
		for x := k[0] - 1; x <= k[0]+1; x++ {
			for y := k[1] - 1; y <= k[1]+1; y++ {
				look([2]int16{x, y})
			}
		}
	}
	return max(0, best), !math.IsInf(best, 1)
}

// heightIn returns the height of a player's feet above the floor of a map, in units.
func heightIn(m *bsp.Map, at mgl32.Vec3) (height float64, ok bool) {
	const half, deep, above = 15, 8192, 1
	best := float32(math.Inf(1))
	for _, d := range [...][2]float32{{0, 0}, {half, half}, {-half, half}, {half, -half}, {-half, -half}} {
		from := at.Add(mgl32.Vec3{d[0], d[1], above - feet})
		to := from.Sub(mgl32.Vec3{0, 0, deep})
		part := m.Reach(from, to, 0)
		if part == 0 || part >= 1 {
			continue // the corner is in a wall, or has no floor below
		}
		best = min(best, part*deep-above)
	}
	return max(0, float64(best)), !math.IsInf(float64(best), 1)
}
