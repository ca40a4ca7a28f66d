package story

import (
	"cmp"
	"slices"
	"sort"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player"
	"demoscope/player/timeline"
	"demoscope/player/weapon"
	"demoscope/player/world"
	"demoscope/player/world/equipment"
)

const (
	// KillAhead is how many seconds before a kill its preview appears, and KillBehind is how long it stays
	// after the kill.
	KillAhead, KillBehind = 0.7, 1.0
	// killFades is the time in which the signs of a kill fade in and out, in seconds.
	killFades = 0.15
	// killHolds is how long after a kill the picture shows nothing else, in seconds.
	killHolds = 0.45
	// killGone is how many seconds after a kill a living victim counts as respawned: states may arrive a frame
	// late.
	killGone = 0.2
	// killNow is how many seconds after the shown states a kill may follow if its victim is already dead in them. In
	// some demos the death comes first.
	killNow = 0.2
	// killKnown is the minimum age of a kill that the states contain, in seconds.
	killKnown = 0.001
	// focusAhead is how many seconds before a kill of or by the followed player everything else is dimmed.
	focusAhead = 0.5
	// lastAhead is how many seconds before the last hit the health left at that time replaces an older
	// estimate.
	lastAhead = 0.3
	// dropSpeed is the minimum falling speed, in units per second, of a victim without ground below for an
	// unknown cause to be a fall.
	dropSpeed = 150
	// rocketReload is the minimum time between two rockets of a launcher without haste, in seconds.
	rocketReload = 0.8
)

const (
	// killedByFollowedFor is how long KilledByFollowed stays set, in seconds.
	killedByFollowedFor = 1
	// missileGone is the maximum time since a missile was last seen, in seconds before the shown states. An
	// older one has exploded or is out of sight.
	missileGone = 0.01
	// missileReach is the distance in units at which a missile kills. missileLate is how many seconds later
	// than its speed predicts it may arrive.
	missileReach, missileLate = 200, 0.08
	// unowned is the handicap in units for a missile without a known owner, compared with the killer's own
	// missiles.
	unowned = 1000
)

// maxKills limits the events around a moment: a match has some dozens in two seconds.
const maxKills = 512

// EventsAt returns the events that [Moment.Fill] needs at a viewer's time. The events must be in order of time.
// The shown states contain everything up to shown, which may be later than clock. If past is set, the result
// has no later events.
func EventsAt(events []timeline.Event, clock, shown float64, past bool) []timeline.Event {
	ahead := max(clock+KillAhead, shown)
	if past {
		ahead = max(clock, shown)
	}
	from, now, until := after(events, clock-KillBehind), after(events, clock), after(events, ahead)
	from = max(from, now-maxKills/2)
	return events[from:max(from, min(until, now+maxKills/2))]
}

// LastKill returns the last kill of or by the player in a slot after since and at or before until, in viewer's
// seconds, or nil. Events must be in order of time.
func LastKill(events []timeline.Event, slot int, since, until float64) *timeline.Event {
	for i := after(events, until) - 1; i >= 0 && events[i].Clock > since; i-- {
		if e := &events[i]; e.Kind == world.EventKill && e.Of(slot) {
			return e
		}
	}
	return nil
}

// LastDeath returns the last death of the player in a slot up to a viewer's time, or nil. Events must be in
// order of time.
func LastDeath(events []timeline.Event, slot int, until float64) *timeline.Event {
	for i := after(events, until) - 1; i >= 0; i-- {
		if e := &events[i]; e.Kind == world.EventKill && e.Other == slot {
			return e
		}
	}
	return nil
}

// Died reports whether the player in a slot was killed from since to until, in viewer's seconds. Events must be
// in order of time.
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

// Kill is a kill that is about to happen or has just happened.
type Kill struct {
	// Known is set if there is one.
	Known bool
	// Sides are the killer and the victim. The killer is empty for suicides and for deaths without a killer.
	Sides [2]KillSide
	// Cause is the weapon, or another cause of death such as lava. Means is the cause in words, or the
	// monster's name. Named is the game's name for the cause. Weapon is the weapon in the killer's hand.
	Cause        weapon.Kind
	Means, Named string
	Weapon       weapon.Kind
	Signs        Signs
	// In is the time until the kill in seconds, negative after it. Alpha is the opacity of its signs.
	In, Alpha float32
	// Damage is the damage of the last hit to health and armor together. If the demo does not contain that,
	// HealthLost is its damage to health, or HealthBefore is the health before it. They are 0 if unknown, and do
	// not change when the kill happens.
	Damage, HealthLost, HealthBefore int
	// Back is set if the victim has respawned.
	Back bool
	// Own is set for a suicide, and Falls for a deadly fall, whatever the game calls it.
	Own, Falls bool
	// Flies is set if the deadly missile is in the picture, at Missile. Strikes is set if the deadly lightning
	// already reaches the victim.
	Flies   bool
	Missile mgl32.Vec3
	Strikes bool
}

// KillSide is the killer or the victim.
type KillSide struct {
	Player int    // slot + 1, 0 for none
	Name   string // in the game's charset, empty if unknown
	// Mate is set for a team-mate of the followed player. Gone is set if the player is no longer, or not yet,
	// where the kill happens.
	Mate, Gone bool
}

// Holds reports whether the picture is about the kill, so that everything else gives way: it is about to
// happen, or has just happened.
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

// Comes reports whether the kill is about to happen and involves the player in a slot.
func (k *Kill) Comes(slot int) bool { return k.In >= 0 && k.SideOf(slot) >= 0 }

// Respawned reports whether the player in a slot is the victim and has respawned.
func (k *Kill) Respawned(slot int) bool { return k.Back && k.SideOf(slot) == 1 }

// findKills records the players involved in kills that are about to happen, and the weapons.
func (s *Moment) findKills(o *Options) {
	if s.m.World.Intermission || o.NoKills {
		s.events = nil
	}
	for i := range s.events {
		e := &s.events[i]
		in := comesIn(s.m, e)
		if e.Kind == world.EventKill && in < 0 && in >= -killedByFollowedFor {
			s.note(e)
		}
		if e.Kind != world.EventKill || in < 0 || in > KillAhead {
			continue
		}
		if in <= focusAhead && !s.focused && (s.follows(e.Player) || s.follows(e.Other)) {
			s.focused, s.killer, s.victim = true, e.Player, e.Other
		}
		s.announce(e, in)
	}
}

// announce records a kill that happens after in seconds with its players.
func (s *Moment) announce(e *timeline.Event, in float32) {
	if victim := e.Other; victim >= 0 && victim < len(s.Players) {
		s.Players[victim].Soon, s.soon = true, true
		if !e.LeftKnown && in <= lastAhead {
			s.Players[victim].last = e.Had
		}
	}
	if by := e.Player; by >= 0 && by < len(s.Players) {
		s.Players[by].Soon, s.soon = true, true
		if s.Players[by].KillsWith == weapon.None {
			s.Players[by].KillsWith = e.Weapon.Hand()
		}
	}
}

// note records a kill that has just happened with its players.
func (s *Moment) note(e *timeline.Event) {
	_, signs := signsOf(e, e.Cause(s.m.World.Game))
	for side, slot := range [...]int{e.Player, e.Other} {
		if slot >= 0 && slot < len(s.Players) {
			s.Players[slot].Signs |= signs[side]
		}
	}
	if o := e.Other; e.Player == s.Follow && o != s.Follow && o >= 0 && o < len(s.Players) {
		s.Players[o].KilledByFollowed = s.m.World.Players[o].Dead
	}
}

// Focused reports whether shots of the player in a slot are unrelated to a kill of or by the followed player
// that happens within half a second. The killer's shots are related, except for lightning that does not reach
// the victim, and for lightning in the victim's own view, where a sign shows its path.
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

// comesIn returns the time until a kill in seconds, negative after it. The kill has happened once the shown
// states, those of the newer of two frames, contain it. Then the death, the score and the printed lines appear
// at the same moment.
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

// findKill finds the kill that the picture is about. Kills of or by the followed player have priority over
// those of or by players in sight. Among these, it is the next kill, or the last one if that is much closer in
// time.
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

// KillOf returns the kill of an event, which does not change when it happens. Fields that depend on the moment
// are left empty.
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
	k.Damage, k.HealthLost, k.HealthBefore = lastHit(e)
	return k
}

// setKill sets the kill of an event.
func (s *Moment) setKill(e *timeline.Event) {
	w, in := s.m.World, comesIn(s.m, e)
	k := KillOf(e, w.Game)
	k.In = in
	if s.fell(e) {
		k.Falls = true
		if k.Signs &^= SignOwn; k.Means == "" {
			k.Cause, k.Means = weapon.Fall, weapon.Fall.String()
		}
	}
	k.Alpha = max(0, min(1, (KillAhead-in)/killFades, (KillBehind+in)/killFades))
	by, victim := playerAt(w, e.Player), playerAt(w, e.Other)
	k.Back = in <= -killGone && victim != nil && !victim.Dead
	s.setSide(&k.Sides[0], by)
	s.setSide(&k.Sides[1], victim)
	if k.Sides[0].Name == "" && k.Sides[1].Name == "" {
		return
	}
	// A dead player who kills has already moved to the next spawn, or kills with a missile.
	k.Sides[0].Gone = k.Sides[0].Name != "" && by.Dead
	k.Sides[1].Gone = k.Sides[1].Name != "" && k.Back && !s.IsEye(e.Other)
	if e.Player >= 0 && in > 0 && s.placed(&k.Sides[1]) {
		k.Missile, k.Flies = s.missile(e.Player, e.Other, e.Weapon, in)
		k.Strikes = k.Weapon == weapon.LightningGun && e.Other >= 0 && s.view.Bolt(e.Player) == e.Other
	}
	if s.unfired(e, in) {
		k.Signs |= SignUnfired
	}
	if k.Own && in > 0 && k.Weapon != weapon.None && equipment.Carries(w, by)&equipment.Quad != 0 {
		k.Signs |= SignQuad // dead players have lost it
	}
	s.Kill = k
}

// fell reports whether a death without a reported cause was that of a deadly fall.
func (s *Moment) fell(e *timeline.Event) bool {
	return e.Nameless() && (e.Fall > timeline.DeadlySpeed || e.Fall > dropSpeed && s.view.Hollow(e.Victim.At))
}

// setSide completes a side of a kill whose player is p, or clears it if the player is unknown.
func (s *Moment) setSide(side *KillSide, p *world.Player) {
	if p == nil || side.Name == "" {
		*side = KillSide{}
		return
	}
	side.Mate = s.mate(p)
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

// placed reports whether the position of a side of a kill is known, in the picture or outside of it.
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

// lastHit returns the damage of a kill's last hit to health and armor together; or, if unknown, its damage to
// health; or, if unknown, the health before it. Values not in the demo are 0.
func lastHit(e *timeline.Event) (damage, takes, last int) {
	switch {
	case e.Damage > 0 && e.Damage >= int32(e.Had): // less damage than the victim's health does not explain the death
		return int(e.Damage), 0, 0
	case e.LeftKnown:
		return 0, int(e.Had) - int(e.Left), 0
	}
	return 0, 0, int(e.Had)
}

// missile returns the position of the deadly missile of a kill that happens after in seconds. It is the missile
// of the killer's weapon in the picture that is nearest to the victim and can arrive in time. ok is false if
// there is none.
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
			continue // too far away
		}
		if t.Owner == 0 { // no known owner; it must fly toward the victim
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

// unfired reports whether the followed player has not yet fired the rocket of a kill that happens after in
// seconds. It does not judge other players, because the demo may lack their rockets. None of the player's
// rockets may be in the air, no other weapon may be in hand, and there must be time to fire.
func (s *Moment) unfired(e *timeline.Event, in float32) bool {
	m, by := s.m, e.Player
	if in <= 0 || e.Weapon.Hand() != weapon.RocketLauncher || by < 0 || by >= len(m.World.Players) || !s.follows(by) {
		return false
	}
	p := &m.World.Players[by]
	if p.Dead || p.Fired.Within(m.Clock, rocketReload-float64(in)) {
		return false
	}
	if equipment.HeldKnown(m.World, p) { // with another weapon in hand, the rocket has been fired
		if held := s.Held(m.World, p); held != weapon.None && held != weapon.RocketLauncher {
			return false
		}
	}
	if st := m.World.StatsOf(by); st != nil && (m.World.Game == world.Quake || m.World.Game == world.QuakeWorld) {
		if n, known := st.Get(world.StatRockets); known && n == 0 {
			return false
		}
	}
	return !s.rocketFlies(by)
}

// rocketFlies reports whether a rocket that may be that of the player in a slot is in the air.
func (s *Moment) rocketFlies(by int) bool {
	w := s.m.World
	return slices.ContainsFunc(w.Effects.Trails, func(t world.Trail) bool {
		return (t.Owner == 0 || int(t.Owner)-1 == by) && t.Kind == world.TrailRocket &&
			t.Until >= w.FrameClock-missileGone && t.Clock <= s.m.Clock
	})
}

// playerAt returns the player in a slot, or nil.
func playerAt(w *world.World, slot int) *world.Player {
	if slot < 0 || slot >= len(w.Players) {
		return nil
	}
	return &w.Players[slot]
}
