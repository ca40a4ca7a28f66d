package story

import (
	"cmp"
	"sort"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player"
	"demoscope/player/timeline"
	"demoscope/player/weapon"
	"demoscope/player/world"
)

const (
	// KillAhead is how many seconds before a kill its signs appear, and KillBehind how long they stay after it.
	KillAhead, KillBehind = 0.7, 1.0
	// killFades is in how many seconds the signs of a kill fade in and out.
	killFades = 0.15
	// killHolds is for how many seconds after a kill the picture is about nothing else.
	killHolds = 0.45
	// killGone is how many seconds after a kill a victim who lives has respawned: states may come a frame late.
	killGone = 0.2
	// killNow is how much later than the shown states a kill may be whose victim is dead in them, in seconds: some
	// demos have the death first.
	killNow = 0.2
	// killKnown is how long ago a kill is at least that the states have, in seconds.
	killKnown = 0.001
	// focusAhead is for how many seconds before a kill of or by the followed player everything else is faint.
	focusAhead = 0.5
	// lastAhead is for how many seconds before the last hit the health that is left then replaces an older estimate.
	lastAhead = 0.3
	// dropSpeed is how fast a victim of a nameless cause falls without ground below, in units a second.
	dropSpeed = 150
	// rocketReload is how many seconds are between two rockets of a launcher at least, without haste.
	rocketReload = 0.8
)

const (
	// felledFor is for how many seconds a victim of the followed player counts as felled.
	felledFor = 1
	// missileGone is how many seconds before the shown states a missile may have been seen last: it has exploded since,
	// or is out of sight.
	missileGone = 0.01
	// A missile kills at up to missileReach units, and may be missileLate seconds later than its speed says.
	missileReach, missileLate = 200, 0.08
	// unowned is by how much nearer to the victim a missile without a known owner must be, in units, to be taken for
	// the killer's.
	unowned = 1000
)

// maxKills bounds the events around a moment: a match has some dozens in two seconds.
const maxKills = 512

// EventsAt returns the part of an index's events, which are in order of time, that [Moment.Fill] needs at a viewer's
// time. The shown states know what happened until shown, which may be later. If past is set, the part has nothing
// later than those.
func EventsAt(events []timeline.Event, clock, shown float64, past bool) []timeline.Event {
	ahead := max(clock+KillAhead, shown)
	if past {
		ahead = max(clock, shown)
	}
	from, now, until := after(events, clock-KillBehind), after(events, clock), after(events, ahead)
	from = max(from, now-maxKills/2)
	return events[from:max(from, min(until, now+maxKills/2))]
}

// LastKill returns the last kill of or by the player in a slot after since and not after until, in viewer's seconds, or
// nil. Events are in order of time.
func LastKill(events []timeline.Event, slot int, since, until float64) *timeline.Event {
	for i := after(events, until) - 1; i >= 0 && events[i].Clock > since; i-- {
		if e := &events[i]; e.Kind == world.EventKill && e.Of(slot) {
			return e
		}
	}
	return nil
}

// LastDeath returns the last kill of the player in a slot until a viewer's time, or nil. Events are in order
// of time.
func LastDeath(events []timeline.Event, slot int, until float64) *timeline.Event {
	for i := after(events, until) - 1; i >= 0; i-- {
		if e := &events[i]; e.Kind == world.EventKill && e.Other == slot {
			return e
		}
	}
	return nil
}

// Died reports whether the player in a slot was killed from since to until, in viewer's seconds. Events are in order of
// time.
func Died(events []timeline.Event, slot int, since, until float64) bool {
	for i := after(events, until) - 1; i >= 0 && events[i].Clock >= since; i-- {
		if e := &events[i]; e.Kind == world.EventKill && e.Other == slot {
			return true
		}
	}
	return false
}

// after returns the index of the first event after a time.
func after(events []timeline.Event, clock float64) int {
	return sort.Search(len(events), func(i int) bool { return events[i].Clock > clock })
}

// missileTrails are the trails of missiles.
var missileTrails = [weapon.NumShots]world.TrailKind{
	weapon.Rocket: world.TrailRocket, weapon.Grenade: world.TrailGrenade, weapon.Nail: world.TrailNail,
	weapon.PlasmaBall: world.TrailPlasma, weapon.BFGBall: world.TrailBFG, weapon.Bolt: world.TrailBlaster,
	weapon.IonBolt: world.TrailIonRipper, weapon.Tracker: world.TrailTracker,
}

// Kill is a kill that is about to come, or has just come.
type Kill struct {
	// Known is set if there is one.
	Known bool
	// Sides are the killer and the victim. A killer who is the victim, or nobody, is empty.
	Sides [2]KillSide
	// Cause is the weapon, or another cause of death such as lava. Means is the cause in words, or the monster's name,
	// and Named the cause by the game's name. Weapon is the weapon in the killer's hand.
	Cause        weapon.Kind
	Means, Named string
	Weapon       weapon.Kind
	Signs        Signs
	// In is the time until the kill in seconds, below 0 after it. Alpha is how opaque its signs are.
	In, Alpha float32
	// Damage is what the last hit takes from health and armor together. Where the demo does not contain that, Takes is
	// how much health it takes, or Last how much was left before it. They are 0 if unknown, and the same before the
	// kill and after it.
	Damage, Takes, Last int
	// Back is set if the victim has respawned.
	Back bool
	// Own is set for a suicide, and Falls for a deadly fall, whatever word the game has for it.
	Own, Falls bool
	// Flies is set if a missile that kills is in the picture, at Missile. Strikes is set if lightning reaches the
	// victim already.
	Flies   bool
	Missile mgl32.Vec3
	Strikes bool
}

// KillSide is the killer or the victim.
type KillSide struct {
	Player int    // 1 + the slot, 0 for none
	Name   string // in the charset of the demo's game, empty if unknown
	// Mate is set for a team-mate of the followed player, and Gone if the player's place is not that of the kill.
	Mate, Gone bool
}

// Holds reports whether the picture is about the kill: it is about to come, or has just come. Everything else gives
// way to it.
func (k *Kill) Holds() bool { return k.Known && k.In > -killHolds }

// SideOf returns the side of the player in a slot: 0 for the killer, 1 for the victim, -1 for neither.
func (k *Kill) SideOf(slot int) int {
	if k.Known && slot >= 0 {
		for i := range k.Sides {
			if k.Sides[i].Player == slot+1 {
				return i
			}
		}
	}
	return -1
}

// Comes reports whether the kill is about to come and the player in a slot has part in it.
func (k *Kill) Comes(slot int) bool { return k.In >= 0 && k.SideOf(slot) >= 0 }

// Respawned reports whether the player in a slot is the victim and lives again.
func (k *Kill) Respawned(slot int) bool { return k.Back && k.SideOf(slot) == 1 }

// findKills notes who has part in a kill that is about to come, and with what weapon.
func (s *Moment) findKills(o *Options) {
	if s.m.World.Intermission || o.NoKills {
		s.events = nil
	}
	for i := range s.events {
		e := &s.events[i]
		in := comesIn(s.m, e)
		if e.Kind == world.EventKill && in < 0 && in >= -felledFor {
			s.note(e)
		}
		if e.Kind != world.EventKill || in < 0 || in > KillAhead {
			continue
		}
		if in <= focusAhead && !s.focused && (s.follows(e.Player) || s.follows(e.Other)) {
			s.focused, s.killer, s.victim = true, e.Player, e.Other
		}
		if !e.LeftKnown && in <= lastAhead && e.Other >= 0 && e.Other < len(s.Players) {
			s.Players[e.Other].last = e.Had
		}
		for _, slot := range [...]int{e.Player, e.Other} {
			if slot >= 0 && slot < len(s.Players) {
				s.Players[slot].Soon, s.soon = true, true
			}
		}
		if by := e.Player; by >= 0 && by < len(s.Players) && s.Players[by].KillsWith == weapon.None {
			s.Players[by].KillsWith = e.Weapon.Hand()
		}
	}
}

// note notes a kill that has just come, at its players.
func (s *Moment) note(e *timeline.Event) {
	_, signs := signsOf(e, e.Cause(s.m.World.Game))
	for side, slot := range [...]int{e.Player, e.Other} {
		if slot >= 0 && slot < len(s.Players) {
			s.Players[slot].Signs |= signs[side]
		}
	}
	if o := e.Other; e.Player == s.Follow && o != s.Follow && o >= 0 && o < len(s.Players) {
		s.Players[o].Felled = s.m.World.Players[o].Dead
	}
}

// Focused reports whether shots that belong to the player in a slot have no part in a kill of or by the followed player
// that comes within half a second. The killer's shots have, but lightning only if it reaches the victim, and not in
// the victim's own view, where a sign shows its way.
func (s *Moment) Focused(slot int, lightning bool) (elsewhere bool) {
	switch {
	case !s.focused:
		return false
	case slot < 0 || slot != s.killer:
		return true
	case lightning && s.view.Bolt(slot) != s.victim:
		return true
	}
	return lightning && s.eyes && s.m.Eye.Known && s.m.Eye.Slot == s.victim
}

// comesIn returns in how many seconds a kill comes, below 0 if it has come. It has come as soon as the shown states,
// those of the newer of two frames, contain it: the dead, the score and the printed lines are of the same moment then.
func comesIn(m *player.Moment, e *timeline.Event) float32 {
	in := float32(e.Clock - m.Clock)
	dead := in < killNow && e.Other >= 0 && e.Other < len(m.World.Players) && m.World.Players[e.Other].Dead
	if e.Clock <= m.World.Clock || dead {
		return min(in, -killKnown)
	}
	return in
}

// follows reports whether a slot is that of the followed player, or of the player whose view the picture is.
func (s *Moment) follows(slot int) bool {
	return slot >= 0 && (slot == s.Follow || s.m.Eye.Known && slot == s.m.Eye.Slot && s.eyes)
}

// findKill finds the kill that the picture is about: of those of or by the followed player, or else of those of or by
// players in sight, the next one, or the last one if that is much nearer in time.
func (s *Moment) findKill() {
	var best *timeline.Event
	least := float32(0)
	for i := range s.events {
		e := &s.events[i]
		in := comesIn(s.m, e)
		if e.Kind != world.EventKill || in > KillAhead || in < -KillBehind {
			continue
		}
		rank := in
		if in < 0 {
			rank = KillAhead/2 - in
		}
		switch {
		case s.follows(e.Player), s.follows(e.Other):
		case s.view.Body(e.Player).Seen, s.view.Body(e.Other).Seen:
			rank += KillAhead + KillBehind
		default:
			continue
		}
		if best == nil || rank < least {
			best, least = e, rank
		}
	}
	if best != nil {
		s.setKill(best)
	}
}

// KillOf returns the kill of an event, the same before the kill and after it. What depends on the moment is empty.
func KillOf(e *timeline.Event, game world.Game) Kill {
	cause := e.Cause(game)
	signs, _ := signsOf(e, cause)
	k := Kill{Known: true, Cause: cause, Means: cmp.Or(cause.Preview(), e.Monster), Named: e.Means(game),
		Weapon: e.Weapon.Hand(), Signs: signs, Own: e.Suicide()}
	switch cause {
	case weapon.Fall, weapon.DeadlyFall, weapon.OutOfMap:
		k.Falls = true
	}
	if !k.Own {
		k.Sides[0] = KillSide{Player: e.Player + 1, Name: e.PlayerName}
	}
	k.Sides[1] = KillSide{Player: e.Other + 1, Name: e.OtherName}
	k.Damage, k.Takes, k.Last = lastHit(e)
	return k
}

// setKill fills in the kill of an event.
func (s *Moment) setKill(e *timeline.Event) {
	w, in := s.m.World, comesIn(s.m, e)
	k := KillOf(e, w.Game)
	k.In = in
	if e.Nameless() && (e.Fall > timeline.DeadlySpeed || e.Fall > dropSpeed && s.view.Hollow(e.Victim.At)) {
		k.Falls = true
		if k.Signs &^= SignOwn; k.Means == "" {
			k.Cause, k.Means = weapon.Fall, weapon.Fall.String()
		}
	}
	k.Alpha = max(0, min(1, (KillAhead-in)/killFades, (KillBehind+in)/killFades))
	by, victim := playerAt(w, e.Player), playerAt(w, e.Other)
	for i, p := range [...]*world.Player{by, victim} {
		if side := &k.Sides[i]; p == nil || side.Name == "" {
			*side = KillSide{}
		} else {
			side.Mate = s.mate(p)
		}
	}
	if k.Sides[0].Name == "" && k.Sides[1].Name == "" {
		return
	}
	// A dead player kills from where the next life begins, or a missile does.
	k.Sides[0].Gone = k.Sides[0].Name != "" && by.Dead
	k.Sides[1].Gone = k.Sides[1].Name != "" && in <= -killGone && !victim.Dead && !s.IsEye(e.Other)
	if e.Player >= 0 && in > 0 && s.placed(&k.Sides[1]) {
		k.Missile, k.Flies = s.missile(e.Player, e.Other, e.Weapon, in)
		k.Strikes = k.Weapon == weapon.LightningGun && e.Other >= 0 && s.view.Bolt(e.Player) == e.Other
	}
	k.Back = in <= -killGone && victim != nil && !victim.Dead
	if s.unfired(e, in) {
		k.Signs |= SignUnfired
	}
	if k.Own && in > 0 && k.Weapon != weapon.None && w.Carries(by)&world.Quad != 0 {
		k.Signs |= SignQuad // the dead have lost it
	}
	s.Kill = k
}

// IsEye reports whether the picture is the view of the player in a slot.
func (s *Moment) IsEye(slot int) bool {
	e := &s.m.Eye
	return s.eyes && e.Known && e.Slot == slot && !e.ThirdPerson
}

// mate reports whether a player is a team-mate of the followed player.
func (s *Moment) mate(p *world.Player) bool {
	o := playerAt(s.m.World, s.Follow)
	return o != nil && o.Slot != p.Slot && s.m.World.Mates(o, p)
}

// placed reports whether the place of one of the two of a kill is known: in the picture or outside it.
func (s *Moment) placed(side *KillSide) bool {
	slot := side.Player - 1
	if slot < 0 {
		return false
	}
	if s.IsEye(slot) {
		return true
	}
	p := &s.m.World.Players[slot]
	return p.Visible && slot < len(s.m.Poses) && world.Drawable(s.m.Poses[slot].Origin) && !p.Spectator && !side.Gone
}

// lastHit returns what the last hit of a kill takes from health and armor together, or else how much health it takes,
// or else how much was left before it; 0 for what the demo does not contain.
func lastHit(e *timeline.Event) (damage, takes, last int) {
	switch {
	case e.Damage > 0 && e.Damage >= int32(e.Had): // less than the victim had does not explain the death
		return int(e.Damage), 0, 0
	case e.LeftKnown:
		return 0, int(e.Had) - int(e.Left), 0
	}
	return 0, 0, int(e.Had)
}

// missile returns where the missile is that kills: of those of the killer's weapon in the picture the nearest to the
// victim that can arrive in time; ok is false if there is none. The kill comes after in seconds.
func (s *Moment) missile(by, victim int, with weapon.Kind, in float32) (place mgl32.Vec3, ok bool) {
	kind := missileTrails[with.Shot()]
	if kind == world.NoTrail || victim < 0 || victim >= len(s.m.Poses) {
		return place, false
	}
	m, to, least := s.m, s.m.Poses[victim].Origin, float32(0)
	for i := range m.World.Effects.Trails {
		t := &m.World.Effects.Trails[i]
		if int(t.Owner)-1 != by && t.Owner != 0 || t.Kind != kind ||
			t.Until < m.World.FrameClock-missileGone || t.Clock > m.Clock || !world.Drawable(t.Origin) ||
			!world.Drawable(t.End) {
			continue
		}
		at := t.At(m.Clock)
		far := at.Sub(to).Len()
		if span := float32(t.Until - t.Clock); span > 0 && far > t.End.Sub(t.Origin).Len()/span*(in+missileLate)+
			missileReach {
			continue // it cannot be there in time
		}
		if t.Owner == 0 { // no other player's, and it flies there
			if _, hits := s.arrives(t, ActionShot, to); !hits {
				continue
			}
			far += unowned
		}
		if !world.Drawable(at) || ok && far >= least || !s.view.Sees(at) {
			continue
		}
		place, ok, least = at, true, far
	}
	return place, ok
}

// unfired reports whether the rocket of a kill that comes after in seconds has not been fired yet by the followed
// player, since the demo may not contain those of others: none of the player's rockets is in the air, no other weapon
// is in hand, and there is time to fire.
func (s *Moment) unfired(e *timeline.Event, in float32) bool {
	m, by := s.m, e.Player
	if in <= 0 || e.Weapon.Hand() != weapon.RocketLauncher || by < 0 || by >= len(m.World.Players) || !s.follows(by) {
		return false
	}
	p := &m.World.Players[by]
	if p.Dead || p.Fired.Within(m.Clock, rocketReload-float64(in)) {
		return false
	}
	if m.World.HeldKnown(p) { // with another weapon in hand the rocket flies already
		if held := s.Held(m.World, p); held != weapon.None && held != weapon.RocketLauncher {
			return false
		}
	}
	if st := m.World.StatsOf(by); st != nil && (m.World.Game == world.Quake || m.World.Game == world.QuakeWorld) {
		if n, known := st.Get(world.StatRockets); known && n == 0 {
			return false
		}
	}
	for i := range m.World.Effects.Trails {
		t := &m.World.Effects.Trails[i]
		if (t.Owner == 0 || int(t.Owner)-1 == by) && t.Kind == world.TrailRocket &&
			t.Until >= m.World.FrameClock-missileGone && t.Clock <= m.Clock {
			return false
		}
	}
	return true
}

// playerAt returns the player in a slot, nil for none.
func playerAt(w *world.World, slot int) *world.Player {
	if slot < 0 || slot >= len(w.Players) {
		return nil
	}
	return &w.Players[slot]
}
