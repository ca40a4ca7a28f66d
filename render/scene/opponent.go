package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player"
	"demoscope/player/world"
)

const (
	// opponentNear is how far away an opponent is at the most, in units, who has not hit: who is
	// farther fights somebody else.
	opponentNear = 1500
	// opponentClose is how far away a foe is at the most who needs do nothing.
	opponentClose = 450
	// opponentFires is for how many seconds a shot, and a hit, makes an opponent.
	opponentFires = 1
	// opponentAside is how many degrees beside the watched who fires may look.
	opponentAside = 15
	// opponentFlight is how near to a body a projectile is that is about to hit, in units, and
	// flightSeen how many seconds ago it was there at the most.
	opponentFlight, flightSeen = 260, 0.2
)

// flies reports whether a projectile of the player in a slot is about to hit who is at a place.
func flies(m *player.Moment, slot int, at mgl32.Vec3) bool {
	for i := range m.World.Effects.Projectiles {
		p := &m.World.Effects.Projectiles[i]
		d := p.At.Sub(at)
		if int(p.Owner)-1 == slot && m.Clock-p.Seen <= flightSeen && d.Dot(d) < opponentFlight*opponentFlight {
			return true
		}
	}
	return false
}

// opponent returns the slot of a foe with whom the watched fights and who is not in the
// picture: whom the duel is with; or at whom a projectile of the watched flies, behind a wall too; or, if
// they see one another, who has hit the watched, whose projectile flies at the watched, whom the watched has
// hit, or the nearest who aims at the watched or fires that way, or is close, of whom while there is a duel in the
// picture only those who fire count; else [world.Nobody]. Who has come back from a kill that is still told is
// none: what is said of him is true of another place.
func (s *Scene) opponent(m *player.Moment) int {
	best := world.Nobody
	if !s.opt.Opponent || m == nil || m.World == nil {
		return best
	}
	f := s.fightOf(m)
	if f.watched == nil {
		return best
	}
	if s.killComes(f.watched.Slot) {
		if foe := s.Duel.Sides[1].Player - 1; foe >= 0 && f.lives(foe) && (s.beyond(m, &f, foe) ||
			s.behindWall(m.Poses[foe].Origin) || s.tiny(foe)) {
			return foe
		}
		return best // nobody else matters now
	}
	busy := false // with somebody in the picture
	if foe := s.Duel.Sides[1].Player - 1; foe >= 0 && s.duelSure && f.lives(foe) && !s.isBack(foe) {
		if s.beyond(m, &f, foe) || s.behindWall(m.Poses[foe].Origin) {
			return foe
		}
		busy = true
	}
	attacker := world.Nobody
	if f.watched.Hit.Left(m.Clock) > 0 {
		attacker = m.World.Attacker(f.watched, m.Clock)
	}
	least := float32(math.MaxFloat32)
	for i := range m.World.Players {
		p := &m.World.Players[i]
		if !f.lives(i) || m.World.Mates(f.watched, p) || s.isBack(i) {
			continue
		}
		eye, ok := f.eyeOf(i)
		if !ok {
			continue
		}
		rank := eye.Origin.Sub(f.eye).Len()
		beyond := s.beyond(m, &f, i)
		if at := m.Poses[i].Origin; flies(m, f.watched.Slot, at) && (beyond || s.behindWall(at)) {
			if rank -= 16 * opponentNear; rank < least {
				best, least = i, rank
			}
			continue
		}
		if !beyond {
			continue
		}
		switch hit := p.StruckBy-1 == f.watched.Slot && p.Struck.Within(m.Clock, opponentFires); {
		case i == attacker:
			rank -= 8 * opponentNear
		case flies(m, i, m.Poses[f.watched.Slot].Origin):
			rank -= 6 * opponentNear
		case rank > opponentNear:
			continue
		case hit:
			rank -= 4 * opponentNear
		default:
			look, _, _ := vectors(eye.Angles)
			away := aside(eye.Origin, look, f.eye)
			fires := p.Fired.Within(m.Clock, opponentFires) && away <= opponentAside
			if busy && !fires {
				continue
			}
			if !fires && away > threatAngle {
				if rank > opponentClose {
					continue
				}
				rank += 2 * opponentNear
			}
		}
		if rank < least && s.Glimpses(f.eye, m.Poses[i].Origin) {
			best, least = i, rank
		}
	}
	return best
}

// lives reports whether somebody else than the watched lives, at a place that is known.
func (f *fight) lives(i int) bool {
	p := &f.m.World.Players[i]
	return i != f.watched.Slot && i < len(f.m.Poses) && p.Visible && !p.Dead && !p.Spectator && !p.NoModel &&
		p.Name != "" && sane(f.m.Poses[i].Origin)
}

// tinyFoe is the height of a body, as a part of the picture's, below which little is seen of it: 30 of
// 720 lines.
const tinyFoe = 1. / 24

// tiny reports whether the figure of the player in a slot is so small.
func (s *Scene) tiny(slot int) bool {
	i := s.figureOf(slot)
	return i >= 0 && (playerHigh-playerLow)*s.frustum.focal < tinyFoe*s.view.Height*s.figures[i].w
}

// beyond reports whether somebody else than the watched lives and is outside of the picture.
func (s *Scene) beyond(m *player.Moment, f *fight, i int) bool {
	if !f.lives(i) {
		return false
	}
	at := m.Poses[i].Origin
	return !s.shows(at) && !s.shows(at.Add(mgl32.Vec3{0, 0, headHigh}))
}
