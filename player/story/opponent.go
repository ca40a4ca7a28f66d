package story

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/world"
)

const (
	// opponentNear is the maximum distance in units of an opponent without a hit: a player farther away fights
	// somebody else.
	opponentNear = 1500
	// opponentClose is the maximum distance in units of an opponent who does nothing.
	opponentClose = 450
	// opponentFires is how long after a shot or a hit a player counts as an opponent, in seconds.
	opponentFires = 1
	// opponentAside is the maximum angle, in degrees, by which a firing opponent's aim may miss the followed
	// player.
	opponentAside = 15
	// opponentMissile is the distance in units at which a missile is about to hit a body.
	opponentMissile = 260
	// headHigh is the height of the top of a head above the origin, in units.
	headHigh = 28
)

// flies reports whether a missile of the player in a slot is about to hit a player at a position.
func (s *Moment) flies(slot int, at mgl32.Vec3) bool {
	for i := range s.m.World.Effects.Projectiles {
		p := &s.m.World.Effects.Projectiles[i]
		d := p.At.Sub(at)
		if int(p.Owner)-1 == slot && s.m.Clock-p.Seen <= missileSeen && d.Dot(d) < opponentMissile*opponentMissile {
			return true
		}
	}
	return false
}

// opponent returns the slot of an opponent outside of the picture, or [world.Nobody]. It is the opponent of the
// matchup, otherwise the player in the path of a missile of the followed player, even behind a wall. Otherwise the
// two must see each other. Then it is, in this order: the player who has hit the followed player, whose missile
// flies at the followed player, who was hit, or the nearest who aims, fires that way or is close. During a
// matchup in the picture, only players who fire count. A victim who has respawned does not count while the kill
// is shown, because the victim is somewhere else.
func (s *Moment) opponent(f *fight) int {
	foe := s.Matchup.Foe()
	if s.Kill.Comes(f.followed.Slot) {
		if foe >= 0 && f.lives(foe) && (s.outside(f, foe) || s.view.Hides(s.m.Poses[foe].Origin) ||
			s.view.Body(foe).Tiny) {
			return foe
		}
		return world.Nobody // nobody else matters now
	}
	busy := false // the opponent is in the picture
	if foe >= 0 && s.Matchup.sure && f.lives(foe) && !s.Kill.Respawned(foe) {
		if s.outside(f, foe) || s.view.Hides(s.m.Poses[foe].Origin) {
			return foe
		}
		busy = true
	}
	best, least := world.Nobody, float32(math.MaxFloat32)
	for i := range s.m.World.Players {
		if !f.lives(i) || s.Players[i].Mate || s.Kill.Respawned(i) {
			continue
		}
		if rank, ok := s.rank(f, i, busy, least); ok && rank < least {
			best, least = i, rank
		}
	}
	return best
}

// rank returns the rank of a player as the opponent outside of the picture; the least is the best. ok is false if the
// player is not an opponent, and may be false if the rank is not below least.
func (s *Moment) rank(f *fight, i int, busy bool, least float32) (rank float32, ok bool) {
	eye, ok := f.eyeOf(i)
	if !ok {
		return 0, false
	}
	p, at := &s.m.World.Players[i], s.m.Poses[i].Origin
	rank = eye.Origin.Sub(f.eye).Len()
	outside := s.outside(f, i)
	if s.flies(f.followed.Slot, at) && (outside || s.view.Hides(at)) {
		return rank - 16*opponentNear, true
	}
	if !outside {
		return 0, false
	}
	switch hit := p.StruckBy-1 == f.followed.Slot && p.Struck.Within(s.m.Clock, opponentFires); {
	case i == f.attacker:
		rank -= 8 * opponentNear
	case s.flies(i, s.m.Poses[f.followed.Slot].Origin):
		rank -= 6 * opponentNear
	case rank > opponentNear:
		return 0, false
	case hit:
		rank -= 4 * opponentNear
	default:
		away := aside(eye.Origin, lookOf(eye.Angles), f.eye)
		fires := p.Fired.Within(s.m.Clock, opponentFires) && away <= opponentAside
		if busy && !fires || !fires && away > threatAngle && rank > opponentClose {
			return 0, false
		}
		if !fires && away > threatAngle {
			rank += 2 * opponentNear
		}
	}
	return rank, rank < least && s.view.Glimpses(f.eye, at)
}

// outside reports whether a player other than the followed one is alive and outside of the picture.
func (s *Moment) outside(f *fight, i int) bool {
	if !f.lives(i) {
		return false
	}
	at := s.m.Poses[i].Origin
	return !s.view.Shows(at) && !s.view.Shows(at.Add(mgl32.Vec3{0, 0, headHigh}))
}

const (
	// maxThreats limits the threats outside of the picture: more would hide what is in it.
	maxThreats = 3
	// threatNear is the maximum distance of a threat in units, and half of it for a team-mate. threatShoots is
	// that of a player who fired at the followed player in the last threatFires seconds. Players who hit the
	// followed player, and the opponent, always count.
	threatNear, threatShoots, threatFires = 700, 1200, 0.7
)

// Threat is a player near the followed player and outside of the picture.
type Threat struct {
	Slot     int
	Distance float32 // from the eye of the followed player, in units
	Hidden   bool    // a wall is between the two
	rank     float32
}

// findThreats finds players outside of the picture who are near the followed player or fire at that player.
func (s *Moment) findThreats(f *fight) {
	for i := range s.m.World.Players {
		if !s.outside(f, i) {
			continue
		}
		t := &s.Players[i]
		at := s.m.Poses[i].Origin
		far := at.Sub(f.eye).Len()
		reach := float32(threatNear)
		switch {
		case t.Mate:
			reach /= 2
		case t.Fires:
			reach = threatShoots
		}
		if far > reach && i != f.attacker && i != s.Opponent {
			continue
		}
		n := Threat{Slot: i, Distance: far, rank: far}
		switch {
		case t.Mate:
			n.rank += 16 * threatNear
		case t.Fires:
			n.rank -= 4 * threatNear
		case !s.view.Clear(f.eye, at):
			n.rank, n.Hidden = n.rank+threatNear, true
		}
		k := len(s.Threats)
		for k > 0 && s.Threats[k-1].rank > n.rank {
			k--
		}
		if k == maxThreats {
			continue
		}
		if len(s.Threats) < maxThreats {
			s.Threats = append(s.Threats, Threat{})
		}
		copy(s.Threats[k+1:], s.Threats[k:])
		s.Threats[k] = n
	}
}
