package story

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/world"
)

const (
	// opponentNear is how far away an opponent is at most, in units, who has not hit: a player who is farther
	// away fights somebody else.
	opponentNear = 1500
	// opponentClose is how far away an opponent is at most who need not do anything.
	opponentClose = 450
	// opponentFires is for how many seconds a shot, and a hit, makes an opponent.
	opponentFires = 1
	// opponentAside is by how many degrees the aim of an opponent who fires may miss the followed player.
	opponentAside = 15
	// opponentMissile is how near to a body a missile is that is about to hit, in units.
	opponentMissile = 260
	// headHigh is where heads end, in units above the origin.
	headHigh = 28
)

// flies reports whether a missile of the player in a slot is about to hit a player at a place.
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

// opponent returns the slot of an opponent who is not in the picture, [world.Nobody] for none. It is the one of the
// matchup, or else the one at whom a missile of the followed player flies, even behind a wall. Otherwise, if they see
// each other, it is the one who has hit the followed player, whose missile flies at the followed player, who was hit,
// or the nearest who aims, fires that way or is close; during a matchup in the picture only those who fire count. A
// victim who has respawned is none while the kill is shown: it would be shown at another place.
func (s *Moment) opponent(f *fight) int {
	foe := s.Matchup.Foe()
	if s.Kill.Comes(f.followed.Slot) {
		if foe >= 0 && f.lives(foe) && (s.outside(f, foe) || s.view.Hides(s.m.Poses[foe].Origin) ||
			s.view.Body(foe).Tiny) {
			return foe
		}
		return world.Nobody // no other matters now
	}
	busy := false // with an opponent in the picture
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

// rank returns the rank of a player as the opponent outside the picture, the least first; ok is false for one who is
// none. A rank that is not below least is not looked at further.
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

// outside reports whether a player other than the followed one lives and is outside the picture.
func (s *Moment) outside(f *fight, i int) bool {
	if !f.lives(i) {
		return false
	}
	at := s.m.Poses[i].Origin
	return !s.view.Shows(at) && !s.view.Shows(at.Add(mgl32.Vec3{0, 0, headHigh}))
}

const (
	// maxThreats bounds the players outside the picture: more would hide what is in it.
	maxThreats = 3
	// threatNear is up to which distance they count, in units, half of it for team-mates, and threatShoots
	// for those who fired at the followed player in the last threatFires seconds. Those who hit the followed
	// player, and the opponent, always count.
	threatNear, threatShoots, threatFires = 700, 1200, 0.7
)

// Threat is a player near the followed one who is outside the picture.
type Threat struct {
	Slot     int
	Distance float32 // from the eye of the followed player, in units
	Hidden   bool    // the level is between the two
	rank     float32
}

// findThreats finds players outside the picture who are near the followed player, or fire at that player.
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
