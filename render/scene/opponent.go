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
	// opponentFires is for how many seconds a shot, and a hit, makes an opponent.
	opponentFires = 1
	// opponentAside is how many degrees beside the watched who fires may look.
	opponentAside = 15
)

// opponent returns the slot of a foe with whom the watched fights and who is not in the
// picture, though they see one another: who has hit the watched, whom the watched has hit, or
// the nearest who aims at the watched or fires that way; else [world.Nobody].
func (s *Scene) opponent(m *player.Moment) int {
	best := world.Nobody
	if !s.opt.Opponent || m == nil || m.World == nil {
		return best
	}
	f := s.fightOf(m)
	if f.watched == nil {
		return best
	}
	attacker := world.Nobody
	if f.watched.Hit.Left(m.Clock) > 0 {
		attacker = m.World.Attacker(f.watched, m.Clock)
	}
	least := float32(math.MaxFloat32)
	for i := range m.World.Players {
		if !s.beyond(m, &f, i) || m.World.Mates(f.watched, &m.World.Players[i]) {
			continue
		}
		p := &m.World.Players[i]
		eye, ok := f.eyeOf(i)
		if !ok {
			continue
		}
		rank := eye.Origin.Sub(f.eye).Len()
		switch hit := p.StruckBy-1 == f.watched.Slot && p.Struck.Within(m.Clock, opponentFires); {
		case i == attacker:
			rank -= 8 * opponentNear
		case rank > opponentNear:
			continue
		case hit:
			rank -= 4 * opponentNear
		default:
			look, _, _ := vectors(eye.Angles)
			away := aside(eye.Origin, look, f.eye)
			if fires := p.Fired.Within(m.Clock, opponentFires); !(away <= threatAngle || fires && away <= opponentAside) {
				continue
			}
		}
		if rank < least && s.Clear(f.eye, eye.Origin) {
			best, least = i, rank
		}
	}
	return best
}

// beyond reports whether somebody else than the watched lives and is outside of the picture.
func (s *Scene) beyond(m *player.Moment, f *fight, i int) bool {
	p := &m.World.Players[i]
	if i == f.watched.Slot || i >= len(m.Poses) || !p.Visible || p.Dead || p.Spectator || p.NoModel || p.Name == "" {
		return false
	}
	at := m.Poses[i].Origin
	return sane(at) && !s.shows(at) && !s.shows(at.Add(mgl32.Vec3{0, 0, headHigh}))
}
