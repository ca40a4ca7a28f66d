package scene

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player"
	"demoscope/player/timeline"
	"demoscope/player/weapon"
	"demoscope/player/world"
	"demoscope/render/draw"
)

// The picture tells whom a kill is about to hit, by whom and with what, since a shot that has not
// been fired yet cannot be seen. What is told is a function of the moment and of the index.

const (
	// KillAhead is how many seconds before it comes a kill is told, and KillBehind for how many
	// after it.
	KillAhead, KillBehind = 0.7, 1.0
	// killFades is in how many seconds its signs come and go.
	killFades = 0.15
	// killGone is how many seconds after a kill a victim who lives has come back somewhere else:
	// states may be told a frame late.
	killGone = 0.2
	// killNow is how much later than the states that are shown a kill may come whose victim they have as
	// dead, in seconds: some demos tell the death first.
	killNow = 0.2
	// killKnown is how long ago a kill at least is that the states know, in seconds.
	killKnown = 0.001
)

// flightGone is how many seconds before the states that are shown a shot may have been there last: it
// has burst since, or flies out of sight.
const flightGone = 0.01

// A shot kills who is flightBurst units away when it bursts, and its speed is known as well as if it came
// flightLate seconds later.
const flightBurst, flightLate = 200, 0.08

// dropSpeed is how fast somebody falls, in units a second, who is killed by something that has no name and
// has no ground below him.
const dropSpeed = 150

// killWide is how far a body reaches to its sides, in units, without what it holds.
const killWide = 10

// unowned is by how much nearer to the victim, in units, a shot must be whose owner nobody knows, to be
// taken for what kills before one of the killer's.
const unowned = 1000

// maxKills bounds how many events around a moment are looked at: a match has some dozens in two
// seconds.
const maxKills = 512

// KillsAt returns the part of an index's events, which are in order of time, that
// [Options.Kills] needs at a viewer's time; the states that are shown know what happened until shown, which may
// be later. With past set nothing that lies ahead of those is in it.
func KillsAt(events []timeline.Event, clock, shown float64, past bool) []timeline.Event {
	ahead := max(clock+KillAhead, shown)
	if past {
		ahead = max(clock, shown)
	}
	first := func(when float64) int {
		return sort.Search(len(events), func(i int) bool { return events[i].Clock > when })
	}
	from, now, until := first(clock-KillBehind), first(clock), first(ahead)
	from = max(from, now-maxKills/2)
	return events[from:max(from, min(until, now+maxKills/2))]
}

// missileTrails are the trails of what flies to a victim.
var missileTrails = [...]world.TrailKind{
	weapon.Rocket: world.TrailRocket, weapon.Grenade: world.TrailGrenade, weapon.Nail: world.TrailNail,
	weapon.PlasmaBall: world.TrailPlasma, weapon.BFGBall: world.TrailBFG, weapon.Bolt: world.TrailBlaster,
	weapon.IonBolt: world.TrailIonRipper, weapon.Tracker: world.TrailTracker,
}

// addKill finds the kill that is told: of those that concern who is watched, else of those of whom
// somebody is seen, the next one, or the last one where that is much nearer in time.
func (s *Scene) addKill(m *player.Moment) {
	if !s.tellsKills(m) {
		return
	}
	var best *timeline.Event
	least := float32(0)
	for i := range s.opt.Kills {
		e := &s.opt.Kills[i]
		in := comesIn(m, e)
		if e.Kind != world.EventKill || in > KillAhead || in < -KillBehind {
			continue
		}
		rank := in
		if in < 0 {
			rank = KillAhead/2 - in
		}
		switch {
		case s.isWatched(m, e.Player), s.isWatched(m, e.Other):
		case s.inSight(e.Player), s.inSight(e.Other):
			rank += KillAhead + KillBehind
		default:
			continue
		}
		if best == nil || rank < least {
			best, least = e, rank
		}
	}
	if best != nil {
		s.tellKill(m, best)
	}
}

// fate finds who has part in a kill that is about to come, and with what weapon: they stand out from
// all others.
func (s *Scene) fate(m *player.Moment) {
	s.fated, s.fatedHand, s.fateful, s.dims = [world.MaxPlayers]bool{}, [world.MaxPlayers]weapon.Kind{}, false, false
	s.fatedLast = [world.MaxPlayers]int16{}
	if !s.tellsKills(m) {
		return
	}
	for i := range s.opt.Kills {
		e := &s.opt.Kills[i]
		in := comesIn(m, e)
		if e.Kind != world.EventKill || in < 0 || in > KillAhead {
			continue
		}
		if in <= killDims && !s.dims && (s.isWatched(m, e.Player) || s.isWatched(m, e.Other)) {
			s.dims, s.dimmer, s.dimmed = true, e.Player, e.Other
		}
		if !e.LeftKnown && in <= lastAhead && e.Other >= 0 && e.Other < len(s.fatedLast) {
			s.fatedLast[e.Other] = e.Had
		}
		for _, slot := range [...]int{e.Player, e.Other} {
			if slot >= 0 && slot < len(s.fated) {
				s.fated[slot], s.fateful = true, true
			}
		}
		if by := e.Player; by >= 0 && by < len(s.fatedHand) && s.fatedHand[by] == weapon.None {
			s.fatedHand[by] = e.Weapon.Hand()
		}
	}
}

// killDims is for how many seconds before a kill of, or by, who is watched what has no part in it is faint, and
// killDim how opaque that is.
const killDims, killDim = 0.5, 0.28

// lastAhead is for how many seconds before the last blow what was left then is told in place of a cry that is
// as old at least.
const lastAhead = 0.3

// lastHealth tells at a name of a victim whose health the demo does not tell what is left before the last blow.
func (s *Scene) lastHealth(l *draw.Label) {
	slot := l.Player - 1
	if slot < 0 || slot >= len(s.fatedLast) || s.fatedLast[slot] <= 0 || l.HealthKnown || l.HealthAbout &&
		l.HealthAge < lastAhead {
		return
	}
	health := int(s.fatedLast[slot])
	l.HealthAbout, l.Health, l.HealthMost, l.HealthAge = true, health, health, 0
}

// dim returns how opaque shots, beams and what they leave are, that belong to the player in a slot: those of who
// is about to kill stay. His lightning that goes elsewhere does not, nor does that into the eyes of the victim,
// who sees its way as a sign.
func (s *Scene) dim(m *player.Moment, slot int, bolt bool) float32 {
	switch {
	case !s.dims:
		return 1
	case slot < 0 || slot != s.dimmer:
		return killDim
	case bolt && (slot >= len(s.bolts) || int(s.bolts[slot]) != s.dimmed+1):
		return killDim
	case bolt && s.opt.FirstPerson && m.Eye.Known && m.Eye.Slot == s.dimmed:
		return killDim
	}
	return 1
}

// tellsKills reports whether anything is told of kills: not where names are hidden, nor in an
// intermission.
func (s *Scene) tellsKills(m *player.Moment) bool {
	return m != nil && m.World != nil && !m.World.Intermission && !s.opt.HideNames
}

// comesIn returns in how many seconds a kill comes, below 0 if it has come. It has as soon as the states that
// are shown, which are those of the newer of two frames, know of it: who is dead in them, the score and the lines
// that were printed are of the same moment then.
func comesIn(m *player.Moment, e *timeline.Event) float32 {
	in := float32(e.Clock - m.Clock)
	dead := in < killNow && e.Other >= 0 && e.Other < len(m.World.Players) && m.World.Players[e.Other].Dead
	if e.Clock <= m.World.Clock || dead {
		return min(in, -killKnown)
	}
	return in
}

// isWatched reports whether a slot is that of who is watched.
func (s *Scene) isWatched(m *player.Moment, slot int) bool {
	return slot >= 0 && (slot == s.opt.Follow || m.Eye.Known && slot == m.Eye.Slot && s.opt.FirstPerson)
}

// tellKill fills in the kill of an event.
func (s *Scene) tellKill(m *player.Moment, e *timeline.Event) {
	in := comesIn(m, e)
	cause := e.Cause(m.World.Game)
	k := draw.Kill{Known: true, In: in, Means: cmp.Or(cause.Preview(), e.Monster),
		Weapon: uint8(e.Weapon.Hand()), Mates: e.TeamKill,
		Own: e.Player >= 0 && e.Player == e.Other}
	switch cause {
	case weapon.Fall, weapon.DeadlyFall, weapon.OutOfMap:
		k.Falls = true
	}
	// of the event, so that it is said alike before and after
	if e.Nameless() && (e.Fall > timeline.DeadlySpeed || e.Fall > dropSpeed && s.hollow(e.At)) {
		if k.Falls = true; k.Means == "" {
			k.Means = weapon.Fall.String()
		}
	}
	k.Alpha = max(0, min(1, (KillAhead-in)/killFades, (KillBehind+in)/killFades))
	if !k.Own {
		k.Sides[0] = s.killSide(m, e.Player, e.PlayerName, true)
		if e.Player >= 0 && e.Player < len(m.World.Players) && m.World.Players[e.Player].Dead {
			k.Sides[0].At = draw.KillNowhere // who is dead kills from where he comes back, or his shot does
		}
	}
	k.Sides[1] = s.killSide(m, e.Other, e.OtherName, in > -killGone)
	if k.Sides[0].Text == "" && k.Sides[1].Text == "" {
		return
	}
	for i := range k.Sides { // who is behind a wall
		if side := &k.Sides[i]; side.At == draw.KillInside && !s.inSight(side.Player-1) && !s.opt.XRay && in > 0 {
			slot := side.Player - 1
			side.Hidden = true
			s.outlineBody(m.Poses[slot].Origin, m.Poses[slot].Angles[1], side.Color)
		}
	}
	if by := e.Player; by >= 0 && in > 0 && k.Sides[1].At != draw.KillNowhere {
		k.X, k.Y, k.Flies = s.killer(m, by, e.Other, e.Weapon, in)
		k.Strikes = k.Weapon == uint8(weapon.LightningGun) && by < len(s.bolts) && int(s.bolts[by]) == e.Other+1
	}
	k.Back = in <= -killGone && e.Other >= 0 && e.Other < len(m.World.Players) && !m.World.Players[e.Other].Dead
	k.Unfired = s.unfired(m, e, in)
	k.Damage, k.Takes, k.Last = takes(e)
	if by := e.Player; by >= 0 && by < len(m.World.Players) && k.Weapon != uint8(weapon.None) {
		k.Quad = m.World.Carries(&m.World.Players[by])&world.Quad != 0
	}
	s.Kill = k
	for i := range k.Sides {
		side := &k.Sides[i]
		if in <= 0 || side.At != draw.KillInside {
			continue
		}
		at := m.Poses[side.Player-1].Origin
		if i > 0 && k.Falls {
			s.addDrop(at, fallFar, fallLine, true, signColor(colorRed).Alpha(k.Alpha))
		} else if s.inSight(side.Player - 1) {
			s.addDrop(at, dropFar, dropLine, false, side.Color.Alpha(dropFaint*k.Alpha))
		}
	}
}

// takes returns what the last blow of a kill does to health and armour together, or else how much health it takes, or
// else how much was left before it; 0 for what the demo does not tell.
func takes(e *timeline.Event) (damage, takes, last int) {
	switch {
	case e.Damage > 0 && e.Damage >= int32(e.Had): // less than the victim had does not explain the death
		return int(e.Damage), 0, 0
	case e.LeftKnown:
		return 0, int(e.Had) - int(e.Left), 0
	}
	return 0, 0, int(e.Had)
}

const (
	// The line below somebody who falls to death is fallLine points wide and ends fallFar units below him at
	// most; its ring has a radius of fallRing units.
	fallLine, fallFar, fallRing = 2, 1500, 20
	// Below one of the two of a kill who is in the air, dropLeast units or more above the ground, the line is
	// dropLine points wide and so faint: it says above what he is. Of more than dropFar units, and beside the
	// picture, it says nothing.
	dropLine, dropFar, dropLeast, dropFaint = 1.2, 260, 40, 0.6
)

// addDrop draws the way down from somebody at a place to the ground, with a ring there; where nothing is known of
// that it is drawn only of who falls.
func (s *Scene) addDrop(at mgl32.Vec3, far, wide float32, falls bool, color draw.Color) {
	from := at.Add(mgl32.Vec3{0, 0, playerLow})
	to := from.Sub(mgl32.Vec3{0, 0, far})
	ground := to
	if s.hasMap() {
		ground = s.g.until(from, to)
	}
	if !falls && (ground == to || from[2]-ground[2] < dropLeast || !s.shows(ground)) {
		return
	}
	line := func(a, b mgl32.Vec3) {
		var p, q corner
		p.x, p.y, p.w = s.frustum.transform(a)
		q.x, q.y, q.w = s.frustum.transform(b)
		s.drawLine(&s.Overlay, p, q, wide*s.view.Scale, color, color)
	}
	line(from, ground)
	if ground == to {
		return
	}
	const parts = 12
	last := ground.Add(mgl32.Vec3{fallRing, 0, 1})
	for i := 1; i <= parts; i++ {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / parts)
		next := ground.Add(mgl32.Vec3{fallRing * float32(cos), fallRing * float32(sin), 1})
		line(last, next)
		last = next
	}
}

// killSide returns one of the two of a kill. If alive is not set, one who lives is
// somewhere else than where he was killed.
func (s *Scene) killSide(m *player.Moment, slot int, name string, alive bool) (side draw.KillSide) {
	if slot < 0 || slot >= len(m.World.Players) || name == "" {
		return side
	}
	p := &m.World.Players[slot]
	side.Text, side.Player, side.Color = name, slot+1, signColor(s.nameColor(m.World, p))
	side.Weapon = uint8(s.told(m.World, p))
	side.Mate = s.opt.Follow >= 0 && s.opt.Follow < len(m.World.Players) && slot != s.opt.Follow &&
		m.World.Mates(&m.World.Players[s.opt.Follow], p)
	if s.opt.FirstPerson && m.Eye.Known && m.Eye.Slot == slot && !m.Eye.ThirdPerson {
		side.At = draw.KillEye
		return side
	}
	if !p.Visible || slot >= len(m.Poses) || !sane(m.Poses[slot].Origin) || p.Spectator || !alive && !p.Dead {
		return side
	}
	at := m.Poses[slot].Origin
	side.Distance = at.Sub(s.frustum.origin).Len()
	if i := s.figureOf(slot); i >= 0 && s.figures[i].w >= s.frustum.near && s.shows(at) {
		high := float32(bodyHigh)
		if p.Dead {
			high = playerLow + 14 // lying
		}
		if b, ok := s.boxAt(at, high, killWide); ok {
			side.At, side.Body = draw.KillInside, b
			return side
		}
	}
	side.At = draw.KillOutside
	side.Side, side.Place = s.edgeOf(at)
	return side
}

// signLight is how bright, as a luminance, the signs of a kill are at least: lines are seen before any
// wall.
const signLight = 0.7

// signColor returns the colour of a name as one of signs.
func signColor(c draw.Color) draw.Color {
	c = bright(c)
	if l := luminance(c); l < signLight {
		a := c.A
		c = c.Mix(colorWhite, (signLight-l)/max(0.01, luminance(colorWhite)-l))
		c.A = a
	}
	return c
}

// figureOf returns the index of the figure of the player in a slot, -1 for none.
func (s *Scene) figureOf(slot int) int {
	return slices.IndexFunc(s.figures, func(f figure) bool { return f.slot == slot })
}

// killer returns where in the picture the shot is that kills: of those of a weapon that a player has
// fired the one nearest to the victim, if it can be there in so many seconds; ok is false if none is there.
func (s *Scene) killer(m *player.Moment, by, victim int, with weapon.Kind, in float32) (x, y float32, ok bool) {
	kind, missile := missileTrails[with.Missile()], with.Missile()
	if missile == weapon.NoMissile || victim < 0 || victim >= len(m.Poses) {
		return 0, 0, false
	}
	to, least := m.Poses[victim].Origin, float32(0)
	for i := range m.World.Effects.Trails {
		t := &m.World.Effects.Trails[i]
		if int(t.Owner)-1 != by && t.Owner != 0 || t.Kind != kind ||
			t.Until < m.World.FrameClock-flightGone || t.Clock > m.Clock || !sane(t.Origin) || !sane(t.End) {
			continue
		}
		at := t.At(m.Clock)
		px, py, w := s.frustum.transform(at)
		far := at.Sub(to).Len()
		if span := float32(t.Until - t.Clock); span > 0 && far > t.End.Sub(t.Origin).Len()/span*(in+flightLate)+
			flightBurst {
			continue // it cannot be there in time
		}
		if t.Owner == 0 { // nobody else's, it flies there
			if _, hits := s.flying(m, t, draw.DeedShot, to); !hits {
				continue
			}
			far += unowned
		}
		if !sane(at) || w < s.frustum.near || ok && far >= least || !s.shows(at) || !s.Clear(s.frustum.origin, at) {
			continue
		}
		x, y, ok, least = s.frustum.centerX+px/w, s.frustum.centerY+py/w, true, far
	}
	return x, y, ok
}

// rocketReload is how many seconds are between two rockets of a launcher at least, without haste.
const rocketReload = 0.8

// unfired reports whether the rocket of a kill that comes in so many seconds has not been fired yet by who is
// watched, since others' may fly where the demo does not tell of them: none of his is in the air, he holds no
// other weapon, and if he has fired he can do so again by then.
func (s *Scene) unfired(m *player.Moment, e *timeline.Event, in float32) bool {
	if by := e.Player; in <= 0 || e.Weapon.Hand() != weapon.RocketLauncher ||
		by >= len(m.World.Players) ||
		!s.isWatched(m, by) {
		return false
	}
	p := &m.World.Players[e.Player]
	if p.Dead || p.Fired.Within(m.Clock, rocketReload-float64(in)) {
		return false
	}
	if m.World.HeldKnown(p) { // with another weapon in hand his rocket flies already
		if held := s.held(m.World, p); held != weapon.None && held != weapon.RocketLauncher {
			return false
		}
	}
	if st := m.World.StatsOf(e.Player); st != nil && (m.World.Game == world.Quake || m.World.Game == world.QuakeWorld) {
		if n, known := st.Get(world.StatRockets); known && n == 0 {
			return false
		}
	}
	for i := range m.World.Effects.Trails {
		t := &m.World.Effects.Trails[i]
		if (t.Owner == 0 || int(t.Owner)-1 == e.Player) && t.Kind == world.TrailRocket &&
			t.Until >= m.World.FrameClock-flightGone && t.Clock <= m.Clock {
			return false
		}
	}
	return true
}

// killSideOf returns which of the two of the kill that is told the player in a slot is, 0 for the
// killer; -1 for neither.
func (s *Scene) killSideOf(slot int) int {
	if s.Kill.Known {
		for i := range s.Kill.Sides {
			if s.Kill.Sides[i].Player == slot+1 {
				return i
			}
		}
	}
	return -1
}

// isBack reports whether the player in a slot is the victim of the kill that is told, and has come back.
func (s *Scene) isBack(slot int) bool { return s.Kill.Back && s.killSideOf(slot) == 1 }

// killComes reports whether the player in a slot has part in the kill that is told, and that is about
// to come.
func (s *Scene) killComes(slot int) bool { return s.Kill.In >= 0 && s.killSideOf(slot) >= 0 }
