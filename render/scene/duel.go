package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player"
	"demoscope/player/world"
	"demoscope/render/draw"
)

const (
	// duelStruck is for how many seconds a hit makes a duel, and duelHit for how many it is told.
	duelStruck, duelHit = 2, 0.7
	// duelFired is for how many seconds a shot is told at whom one aims.
	duelFired = 0.6
	// firesAside is by how much farther beside somebody one may aim who has just fired.
	firesAside = 2
	// duelFar is up to which distance in units a duel is fought by aiming alone.
	duelFar = opponentNear
	// A shot flies at somebody whom it will pass within flightBeside units in flightAhead
	// seconds, if it was there flightSeen seconds ago at the most. A grenade need not fly: it is
	// near enough within grenadeNear units, and bursts in grenadeSoon seconds, for all that is known.
	flightAhead, flightBeside, grenadeNear, grenadeSoon = 0.7, 110, 200, 0.6
)

// What speaks for a duel; from duelSure on it is more than that one aims.
const (
	duelAims   = 1
	duelFires  = 2
	duelHits   = 4
	duelFlies  = 5
	duelSoon   = 3   // how much more if it is there now
	aimsSoon   = 0.2 // of who aims at the middle of the other
	mateSoon   = 0.6 // how soon a shot is at a mate at least: see [Scene.deed]
	duelSure   = 2
	duelHurt   = 0.9       // who is in the picture and hit by somebody
	duelAlone  = 0.5       // who is in the picture, and the only other player
	duelBySpan = 1. / 4000 // of a unit of distance, against it
)

// addDuel finds whom the watched fights, in the picture or not: who hits him or whom he hits,
// at whom a shot of either flies, or who aims and fires, as far as that can be told now. A mate is
// it only if a shot of either is about to hit him. While a kill is about to come it is the other one of
// that, and nobody else.
func (s *Scene) addDuel(m *player.Moment) {
	if m == nil || m.World == nil || s.addKillDuel(m) {
		return
	}
	f := s.fightOf(m)
	if f.watched == nil || s.killComes(f.watched.Slot) {
		return
	}
	attacker := f.attacker()
	alone := f.opponents() == 1
	best, most := world.Nobody, float32(0)
	var deeds [2]draw.Deed
	for i := range m.World.Players {
		p := &m.World.Players[i]
		if !f.lives(i) {
			continue
		}
		mates := m.World.Mates(f.watched, p)
		var does [2]draw.Deed
		var soon [2]float32
		does[0], soon[0] = s.deed(m, &f, f.watched.Slot, i, false)
		does[1], soon[1] = s.deed(m, &f, i, f.watched.Slot, i == attacker)
		if mates && max(soon[0], soon[1]) < mateSoon {
			continue
		}
		worth := weigh(does[0]) + weigh(does[1]) + duelSoon*(soon[0]+soon[1])
		if worth < duelHits && (struckBy(m, p, f.watched) || struckBy(m, f.watched, p)) {
			worth += duelHits
		}
		if worth == 0 && s.inSight(i) {
			switch {
			case p.Hurt.Within(m.Clock, hurtShown):
				worth = duelHurt
			case alone:
				worth = duelAlone
			}
		}
		if worth <= 0 {
			continue
		}
		if worth -= m.Poses[i].Origin.Sub(f.eye).Len() * duelBySpan; worth > most {
			best, most, deeds = i, worth, does
		}
	}
	if best >= 0 {
		s.duelSure = most > duelSure-duelFar*duelBySpan
		s.tellDuel(m, &f, best, deeds)
	}
}

// addKillDuel makes the two of a kill those of the duel while the picture is about it, if one of them is watched:
// whatever else they do, seen or not, and dead or not. Who has been killed has no health.
func (s *Scene) addKillDuel(m *player.Moment) bool {
	k := &s.Kill
	if s.opt.Follow < 0 || !k.Holds() {
		return false
	}
	side := s.killSideOf(s.opt.Follow)
	if side < 0 || k.Sides[1-side].Player == 0 {
		return false
	}
	f := fight{m: m, watched: &m.World.Players[s.opt.Follow]}
	s.duelSure = true
	s.tellDuel(m, &f, k.Sides[1-side].Player-1, [2]draw.Deed{}) // the kill says what they do
	if k.In < 0 {
		l := &s.Duel.Sides[0]
		if side == 0 {
			l = &s.Duel.Sides[1]
		}
		l.HealthKnown, l.Health, l.ArmorKnown, l.Hurt = true, 0, false, 0
	}
	return true
}

// addUnseen makes the opponent outside of the picture the foe of a duel, if there is none that is
// more than that one aims.
func (s *Scene) addUnseen(m *player.Moment) {
	if s.Opponent < 0 || s.duelSure || s.Opponent == s.opt.Follow || s.Duel.Sides[1].Player-1 == s.Opponent {
		return
	}
	f := s.fightOf(m)
	var does [2]draw.Deed
	does[0], _ = s.deed(m, &f, f.watched.Slot, s.Opponent, false)
	does[1], _ = s.deed(m, &f, s.Opponent, f.watched.Slot, s.Opponent == f.attacker())
	s.tellDuel(m, &f, s.Opponent, does)
}

// tellDuel fills in the duel with the player in a slot.
func (s *Scene) tellDuel(m *player.Moment, f *fight, foe int, deeds [2]draw.Deed) {
	s.Duel.Deeds = deeds
	for side, slot := range [...]int{f.watched.Slot, foe} {
		p, l := &m.World.Players[slot], &s.Duel.Sides[side]
		*l = draw.Label{Text: p.Name, Color: bright(bright(s.nameColor(m.World, p))), Scale: 1, Player: slot + 1}
		l.Mate = side > 0 && m.World.Mates(f.watched, p)
		// nobody knows where he is
		l.Unseen = side > 0 && (!p.Visible || p.NoModel || slot >= len(m.Poses) || !sane(m.Poses[slot].Origin))
		s.tellOf(l, m.World, p)
		tellHealth(l, m, p)
		s.lastHealth(l)
	}
}

// attacker returns the slot of who has just hit the watched, or world.Nobody.
func (f *fight) attacker() int {
	if f.watched.Hit.Left(f.m.Clock) <= 0 {
		return world.Nobody
	}
	return f.m.World.Attacker(f.watched, f.m.Clock)
}

// opponents returns how many others than the watched play.
func (f *fight) opponents() (n int) {
	for i := range f.m.World.Players {
		if p := &f.m.World.Players[i]; p.Plays() && i != f.watched.Slot {
			n++
		}
	}
	return n
}

// inSight reports whether the player in a slot is in the picture, and the level does not hide him.
func (s *Scene) inSight(slot int) bool {
	for i := range s.figures {
		if f := &s.figures[i]; f.slot == slot {
			return !f.unseen
		}
	}
	return false
}

// struckBy reports whether a player was hit by another a while ago.
func struckBy(m *player.Moment, p, by *world.Player) bool {
	return p.StruckBy-1 == by.Slot && p.Struck.Within(m.Clock, duelStruck)
}

// weigh returns what a deed of a player speaks for a duel.
func weigh(d draw.Deed) float32 {
	switch d {
	case draw.DeedNone:
		return 0
	case draw.DeedAims:
		return duelAims
	case draw.DeedFires:
		return duelFires
	case draw.DeedHits:
		return duelHits
	}
	return duelFlies
}

// deed returns what the player in a slot does to the one in another, and of a shot that flies, of
// lightning and of aiming how soon it is there, from 0 to 1 for now; hit is set if it is known that he hit.
func (s *Scene) deed(m *player.Moment, f *fight, slot, other int, hit bool) (d draw.Deed, soon float32) {
	o := &m.World.Players[other]
	if d, soon = s.flight(m, slot, m.Poses[other].Origin); d != draw.DeedNone {
		return d, soon
	}
	if slot < len(s.bolts) && int(s.bolts[slot]) == other+1 {
		return draw.DeedHits, 1
	}
	if hit || o.StruckBy-1 == slot && o.Struck.Within(m.Clock, duelHit) {
		return draw.DeedHits, 0
	}
	eye, ok := f.eyeOf(slot)
	at, known := f.eyeOf(other)
	if !ok || !known || at.Origin.Sub(eye.Origin).Len() > duelFar {
		return draw.DeedNone, 0
	}
	angle := float32(threatAngle)
	if slot == f.watched.Slot {
		angle = targetAngle
	}
	fires := m.World.Players[slot].Fired.Within(m.Clock, duelFired)
	if fires {
		angle *= firesAside
	}
	look, _, _ := vectors(eye.Angles)
	beside := aside(eye.Origin, look, at.Origin)
	if beside > angle || !s.Glimpses(eye.Origin, m.Poses[other].Origin) {
		return draw.DeedNone, 0
	}
	if fires {
		return draw.DeedFires, 0
	}
	return draw.DeedAims, aimsSoon * (1 - beside/angle)
}

// flight returns which shot of the player in a slot flies at somebody who is at a place, and how
// soon it is there.
func (s *Scene) flight(m *player.Moment, slot int, at mgl32.Vec3) (best draw.Deed, soon float32) {
	for i := range m.World.Effects.Trails {
		t := &m.World.Effects.Trails[i]
		if int(t.Owner)-1 != slot || m.Clock-t.Until > flightSeen || t.Clock > m.Clock || !sane(t.Origin) ||
			!sane(t.End) {
			continue
		}
		d := draw.DeedShot
		switch t.Kind {
		case world.TrailRocket:
			d = draw.DeedRocket
		case world.TrailGrenade:
			d = draw.DeedGrenade
		case world.TrailNail, world.TrailPlasma, world.TrailBFG, world.TrailBlaster, world.TrailIonRipper,
			world.TrailTracker:
		default:
			continue
		}
		if d < best {
			continue
		}
		if left, ok := s.flying(m, t, d, at); ok {
			if d > best {
				best, soon = d, 0
			}
			soon = max(soon, 1-left/flightAhead)
		}
	}
	return best, soon
}

// flying returns in how many seconds what makes a trail is at a place; ok is false if it does
// not fly there.
func (s *Scene) flying(m *player.Moment, t *world.Trail, d draw.Deed, at mgl32.Vec3) (left float32, ok bool) {
	from := t.At(m.Clock)
	to := at.Sub(from)
	if d == draw.DeedGrenade && to.Len() < grenadeNear {
		return grenadeSoon, s.Clear(from, at)
	}
	span := float32(t.Until - t.Clock)
	way := t.End.Sub(t.Origin)
	if !(span > 0) || !(way.Len() > 1) {
		return 0, false
	}
	speed := way.Mul(1 / span)
	left = to.Dot(speed) / speed.Dot(speed)
	if !(left > 0 && left <= flightAhead) || to.Sub(speed.Mul(left)).Len() > flightBeside {
		return 0, false
	}
	return left, s.Clear(from, at)
}
