package render

import (
	"fmt"

	"demoscope/player"
	"demoscope/player/world"
)

// lostPatience is how long a watched player who cannot be seen is waited for, in
// seconds of the viewer, while the demo plays.
const lostPatience = 2.0

// lost is the watch over a player whom the demo has stopped to show: a client's
// recording has only those near to it, and players leave.
type lost struct {
	level int     // in which the player was seen last, 0 before that
	since float64 // seconds
	slot  int     // who was seen last
}

// holds reports whether the picture stays as it was when the watched player was last
// seen.
func (l *lost) holds(m *player.Moment) bool {
	return !m.Eye.Known && l.level > 0 && m.World != nil && m.World.LevelCount == l.level && l.since <= lostPatience
}

// handOver watches somebody else, dt seconds after the last call, when the watched
// player has been out of sight for lostPatience: the recorder, or else the next
// player who can be seen. It says so.
func (g *game) handOver(dt float64) {
	s := g.demo
	p, l, m := s.player.Player, &g.active.lost, s.player.Moment()
	slot := p.Following()
	if slot == world.Nobody || m.Eye.Known || m.World == nil || l.slot != slot {
		*l = lost{slot: slot}
		if m.Eye.Known && m.World != nil {
			l.level = m.World.LevelCount
		}
		return
	}
	if p.Paused() || p.Behind() || s.directing.on {
		return
	}
	if l.since += dt; l.since <= lostPatience {
		return
	}
	gone := s.playerName(slot)
	if m.World.View.Known {
		p.Follow(world.Nobody)
	} else if p.FollowNext(1); p.Following() == slot {
		return // nobody can be seen
	}
	p.Update(0)
	who := s.playerName(watched(p.Moment()))
	*l = lost{slot: p.Following()}
	s.notices.say(fmt.Sprintf("%s is out of sight: watching %s", gone, who))
}

// eyeInBody reports whether the eye of the moment is that of a player at the same
// place, and not a camera of the game's.
func (s *session) eyeInBody() bool {
	m := s.player.Moment()
	slot := watched(m)
	if m.Eye.ThirdPerson || slot < 0 || slot >= len(m.Poses) {
		return false
	}
	const reach = 64 // units
	return m.Eye.Origin.Sub(m.Poses[slot].Origin).Len() < reach
}
