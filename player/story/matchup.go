package story

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player"
	"demoscope/player/world"
)

// Action is what one player does to another. More important actions are greater.
type Action uint8

// The actions.
const (
	ActionNone    Action = iota
	ActionAims           // aims at the other
	ActionFires          // aims at the other, and fired a moment ago
	ActionHits           // has just hit the other
	ActionShot           // a missile of another kind flies at the other
	ActionGrenade        // a grenade is near the other
	ActionRocket         // a rocket flies at the other
)

// Matchup is the fight of the followed player with one opponent.
type Matchup struct {
	// Known is set if there is one.
	Known bool
	// Slots are the slots of the followed player and the opponent. Actions are what each does to the other.
	Slots   [2]int
	Actions [2]Action
	// Killed is set for a side that has just been killed.
	Killed [2]bool
	// Mate is set if the opponent is a team-mate. Lost is set if the opponent's position is unknown.
	Mate, Lost bool

	sure bool // based on more than aiming
}

// With reports whether the matchup is with the player in a slot.
func (u *Matchup) With(slot int) bool { return u.Known && u.Slots[1] == slot }

// Foe returns the slot of the opponent, or [world.Nobody].
func (u *Matchup) Foe() int {
	if !u.Known {
		return world.Nobody
	}
	return u.Slots[1]
}

// threatAngle and targetAngle are the maximum angles, in degrees, between a player's aim and the body of the
// other. bodyHalf is half the width of a body in units.
const (
	threatAngle = 3
	targetAngle = 6
	bodyHalf    = 20
)

const (
	// struckFor is how long a hit makes a matchup, and hitsFor is how long it is an action, in seconds.
	struckFor, hitsFor = 2, 0.7
	// firesFor is how long after a shot aiming counts as firing, in seconds. firesAside is the factor for the
	// angle of aim in that time.
	firesFor   = 0.6
	firesAside = 2
	// aimsFar is the maximum distance at which aiming is an action, in units.
	aimsFar = opponentNear
	// targetFar is the maximum distance of a target in the picture, in units.
	targetFar = 3000
	// A missile flies at a player if it will pass within missileBeside units in at most missileAhead seconds,
	// and was seen at most missileSeen seconds ago. A grenade only needs to be within grenadeNear units; it may
	// explode in grenadeSoon seconds.
	missileAhead, missileBeside, missileSeen = 0.7, 110, 0.2
	grenadeNear, grenadeSoon                 = 200, 0.6
)

// These are the values of facts for a matchup. From worthSure on, it is more than aiming.
const (
	worthAims    = 1
	worthFires   = 2
	worthHits    = 4
	worthMissile = 5
	worthSoon    = 3   // additional value if it arrives now
	aimsSoon     = 0.2 // for aiming at the middle of the other
	mateSoon     = 0.6 // how soon a missile must hit a team-mate to count
	worthSure    = 2
	worthHurt    = 0.9       // in the picture, and hit by anyone
	worthAlone   = 0.5       // in the picture, and the only other player
	worthFar     = 1. / 4000 // deduction per unit of distance
)

// fight is the position and view of the followed player.
type fight struct {
	m        *player.Moment
	followed *world.Player // nil if no living player is followed
	eye      mgl32.Vec3
	look     mgl32.Vec3 // unit vector
	attacker int        // slot of the player who has just hit the followed player, or world.Nobody
}

// fight returns the fight of the followed player.
func (s *Moment) fight() fight {
	f := fight{m: s.m, attacker: world.Nobody}
	p := playerAt(s.m.World, s.Follow)
	if p == nil || s.Follow >= len(s.m.Poses) || s.m.World.Intermission {
		return f
	}
	eye, ok := f.eyeOf(s.Follow)
	if p.Dead || p.Spectator || !ok {
		return f
	}
	f.followed, f.eye, f.look = p, eye.Origin, lookOf(eye.Angles)
	if p.Hit.Left(s.m.Clock) > 0 {
		f.attacker = s.m.World.Attacker(p, s.m.Clock)
	}
	return f
}

// eyeOf returns the eye of a player. ok is false if its position is unknown.
func (f *fight) eyeOf(slot int) (e world.Eye, ok bool) {
	w, m := f.m.World, f.m
	p := &w.Players[slot]
	switch {
	case m.Eye.Known && !m.Eye.ThirdPerson && m.Eye.Slot == slot:
		e.Origin, e.Angles = m.Eye.Origin, m.Eye.Angles
	case p.Visible && slot < len(m.Poses):
		e = w.Game.EyeOf(p, &m.Poses[slot])
	default:
		return e, false
	}
	return e, world.Drawable(e.Origin) && world.Drawable(e.Angles)
}

// lives reports whether a player other than the followed one is alive at a known position.
func (f *fight) lives(i int) bool {
	p := &f.m.World.Players[i]
	return i != f.followed.Slot && i < len(f.m.Poses) && p.Visible && !p.Dead && !p.Spectator && !p.NoModel &&
		p.Name != "" && world.Drawable(f.m.Poses[i].Origin)
}

// others returns the number of players other than the followed one.
func (f *fight) others() (n int) {
	for i := range f.m.World.Players {
		if p := &f.m.World.Players[i]; p.Plays() && i != f.followed.Slot {
			n++
		}
	}
	return n
}

// findMatchup finds the opponent of the followed player, in the picture or not. It is a player who hits the
// followed player or is hit, whose missile flies at the followed player or the other way round, or who aims and
// fires. A team-mate counts only if a missile is about to hit. While the picture is about a kill of or by the
// followed player, the opponent is the other player of that kill.
func (s *Moment) findMatchup(f *fight) {
	if s.matchKill() || f.followed == nil || s.Kill.Comes(f.followed.Slot) {
		return
	}
	alone := f.others() == 1
	best, most := world.Nobody, float32(0)
	var actions [2]Action
	for i := range s.m.World.Players {
		if !f.lives(i) {
			continue
		}
		does, worth := s.worth(f, i, alone)
		if worth <= 0 {
			continue
		}
		if worth -= s.m.Poses[i].Origin.Sub(f.eye).Len() * worthFar; worth > most {
			best, most, actions = i, worth, does
		}
	}
	if best >= 0 {
		s.match(f.followed, best, actions)
		s.Matchup.sure = most > worthSure-aimsFar*worthFar
	}
}

// worth returns the actions of the followed player and another player, and how much they speak for a matchup, 0
// for not at all. alone is set if there is no third player.
func (s *Moment) worth(f *fight, i int, alone bool) (does [2]Action, worth float32) {
	m, p := s.m, &s.m.World.Players[i]
	var soon [2]float32
	does[0], soon[0] = s.action(f, f.followed.Slot, i)
	does[1], soon[1] = s.action(f, i, f.followed.Slot)
	if m.World.Mates(f.followed, p) && max(soon[0], soon[1]) < mateSoon {
		return does, 0
	}
	worth = weigh(does[0]) + weigh(does[1]) + worthSoon*(soon[0]+soon[1])
	if worth < worthHits && (struckBy(m, p, f.followed) || struckBy(m, f.followed, p)) {
		worth += worthHits
	}
	if worth == 0 && s.view.Body(i).Seen {
		switch {
		case p.Hurt.Within(m.Clock, hurtShown):
			worth = worthHurt
		case alone:
			worth = worthAlone
		}
	}
	return does, worth
}

// matchKill makes the killer and the victim the matchup while the picture is about a kill of or by the followed
// player. They may be dead or out of sight.
func (s *Moment) matchKill() bool {
	k := &s.Kill
	if s.Follow < 0 || !k.Holds() {
		return false
	}
	side := k.SideOf(s.Follow)
	if side < 0 || k.Sides[1-side].Player == 0 {
		return false
	}
	s.match(&s.m.World.Players[s.Follow], k.Sides[1-side].Player-1, [2]Action{}) // the kill is shown instead of actions
	s.Matchup.sure = true
	s.Matchup.Killed[1-side] = k.In < 0
	return true
}

// matchOpponent makes the opponent outside of the picture the matchup, unless there is a sure one.
func (s *Moment) matchOpponent(f *fight) {
	if s.Opponent < 0 || s.Matchup.sure || s.Opponent == s.Follow || s.Matchup.With(s.Opponent) {
		return
	}
	var does [2]Action
	does[0], _ = s.action(f, f.followed.Slot, s.Opponent)
	does[1], _ = s.action(f, s.Opponent, f.followed.Slot)
	s.match(f.followed, s.Opponent, does)
}

// match sets the matchup of the followed player and the player in a slot.
func (s *Moment) match(followed *world.Player, foe int, actions [2]Action) {
	m, p := s.m, &s.m.World.Players[foe]
	s.Matchup = Matchup{Known: true, Slots: [2]int{followed.Slot, foe}, Actions: actions,
		Mate: m.World.Mates(followed, p),
		Lost: !p.Visible || p.NoModel || foe >= len(m.Poses) || !world.Drawable(m.Poses[foe].Origin)}
}

// aim marks the target of the followed player: the player nearest to the middle of the view. In a sure matchup,
// only the opponent can be the target.
func (s *Moment) aim(f *fight) {
	target, least := world.Nobody, float32(targetAngle)
	if foe := s.Matchup.Foe(); s.Matchup.sure && foe >= 0 {
		if s.inView(foe) {
			s.Players[foe].Target = true
		}
		return
	}
	for i := range s.Players {
		p := &s.m.World.Players[i]
		if f.followed == nil || i == f.followed.Slot || p.Spectator || s.Players[i].Mate || !s.inView(i) {
			continue
		}
		eye, ok := f.eyeOf(i)
		if !ok {
			continue
		}
		if away := aside(f.eye, f.look, eye.Origin); away < least && s.view.Clear(f.eye, eye.Origin) {
			target, least = i, away
		}
	}
	if target >= 0 {
		s.Players[target].Target = true
	}
}

// inView reports whether the player in a slot is alive and in the picture, near enough to be a target.
func (s *Moment) inView(slot int) bool {
	p := &s.m.World.Players[slot]
	b := s.view.Body(slot)
	return p.Name != "" && !p.Dead && b.Seen && b.Depth <= targetFar
}

// struckBy reports whether a player was hit by another within struckFor seconds.
func struckBy(m *player.Moment, p, by *world.Player) bool {
	return p.StruckBy-1 == by.Slot && p.Struck.Within(m.Clock, struckFor)
}

// weigh returns how much an action speaks for a matchup.
func weigh(a Action) float32 {
	switch a {
	case ActionNone:
		return 0
	case ActionAims:
		return worthAims
	case ActionFires:
		return worthFires
	case ActionHits:
		return worthHits
	}
	return worthMissile
}

// action returns what the player in one slot does to the player in another. For a missile, lightning or an aim,
// soon is from 0 to 1, where 1 is now.
func (s *Moment) action(f *fight, slot, other int) (a Action, soon float32) {
	m, o := s.m, &s.m.World.Players[other]
	if a, soon = s.missiles(slot, m.Poses[other].Origin); a != ActionNone {
		return a, soon
	}
	if s.view.Bolt(slot) == other {
		return ActionHits, 1
	}
	if slot == f.attacker && other == f.followed.Slot || o.StruckBy-1 == slot && o.Struck.Within(m.Clock, hitsFor) {
		return ActionHits, 0
	}
	eye, ok := f.eyeOf(slot)
	at, known := f.eyeOf(other)
	if !ok || !known || at.Origin.Sub(eye.Origin).Len() > aimsFar {
		return ActionNone, 0
	}
	angle := float32(threatAngle)
	if slot == f.followed.Slot {
		angle = targetAngle
	}
	fires := m.World.Players[slot].Fired.Within(m.Clock, firesFor)
	if fires {
		angle *= firesAside
	}
	away := aside(eye.Origin, lookOf(eye.Angles), at.Origin)
	if away > angle || !s.view.Glimpses(eye.Origin, m.Poses[other].Origin) {
		return ActionNone, 0
	}
	if fires {
		return ActionFires, 0
	}
	return ActionAims, aimsSoon * (1 - away/angle)
}

// missiles returns the action of the most important missile by the player in a slot that flies at a position,
// and how soon it arrives.
func (s *Moment) missiles(slot int, at mgl32.Vec3) (best Action, soon float32) {
	m := s.m
	for i := range m.World.Effects.Trails {
		t := &m.World.Effects.Trails[i]
		if int(t.Owner)-1 != slot || m.Clock-t.Until > missileSeen || t.Clock > m.Clock || !world.Drawable(t.Origin) ||
			!world.Drawable(t.End) {
			continue
		}
		a := ActionShot
		switch t.Kind {
		case world.TrailRocket:
			a = ActionRocket
		case world.TrailGrenade:
			a = ActionGrenade
		case world.TrailNail, world.TrailPlasma, world.TrailBFG, world.TrailBlaster, world.TrailIonRipper,
			world.TrailTracker:
		default:
			continue
		}
		if a < best {
			continue
		}
		if left, ok := s.arrives(t, a, at); ok {
			if a > best {
				best, soon = a, 0
			}
			soon = max(soon, 1-left/missileAhead)
		}
	}
	return best, soon
}

// arrives returns in how many seconds the missile of a trail reaches a position. ok is false if it does not.
func (s *Moment) arrives(t *world.Trail, a Action, at mgl32.Vec3) (left float32, ok bool) {
	from := t.At(s.m.Clock)
	to := at.Sub(from)
	if a == ActionGrenade && to.Len() < grenadeNear {
		return grenadeSoon, s.view.Clear(from, at)
	}
	span := float32(t.Until - t.Clock)
	way := t.End.Sub(t.Origin)
	if !(span > 0) || !(way.Len() > 1) {
		return 0, false
	}
	speed := way.Mul(1 / span)
	left = to.Dot(speed) / speed.Dot(speed)
	if !(left > 0 && left <= missileAhead) || to.Sub(speed.Mul(left)).Len() > missileBeside {
		return 0, false
	}
	return left, s.view.Clear(from, at)
}

// eyeAbove is the approximate distance from the middle of a standing body to the eye, in units.
const eyeAbove = 20

// aside returns by how many degrees a line of sight misses a body with an eye.
func aside(from, look, eye mgl32.Vec3) float32 {
	d := eye.Sub(mgl32.Vec3{0, 0, eyeAbove}).Sub(from)
	far := d.Len()
	if far < bodyHalf {
		return 0
	}
	// Compare the line of sight with the nearest height of the body.
	level := look.Mul(d.Dot(look)).Sub(d)
	d[2] += max(-bodyHalf, min(bodyHalf+eyeAbove, level[2]))
	far = d.Len()
	angle := math.Acos(float64(max(-1, min(1, d.Dot(look)/far)))) - math.Atan(bodyHalf/float64(far))
	return float32(max(0, angle) * 180 / math.Pi)
}

// lookOf returns the direction for view angles in degrees, as a unit vector.
func lookOf(angles mgl32.Vec3) mgl32.Vec3 {
	sp, cp := math.Sincos(float64(angles[0]) * math.Pi / 180)
	sy, cy := math.Sincos(float64(angles[1]) * math.Pi / 180)
	return mgl32.Vec3{float32(cp) * float32(cy), float32(cp) * float32(sy), -float32(sp)}
}
