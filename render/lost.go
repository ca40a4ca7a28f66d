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
	alone bool    // nobody else can be watched instead, so the picture stays
}

// holds reports whether the picture stays as it was when the watched player was last
// seen.
func (l *lost) holds(m *player.Moment) bool {
	return !m.Eye.Known && l.level > 0 && m.World != nil && m.World.LevelCount == l.level &&
		(l.since <= lostPatience || l.alone)
}

// handOver makes a pane watch somebody else, dt seconds after the last call, when whom it watches
// has been out of sight for lostPatience: in one view the recorder, or else the next player who
// can be seen; in one of several who is shown in no other. It says so.
func (vs *views) handOver(p *pane, dt float64) {
	s, l, m, slot := vs.demo, &p.lost, vs.momentOf(p), vs.follows(p)
	if slot == world.Nobody || m.Eye.Known || m.World == nil || l.slot != slot {
		*l = lost{slot: slot}
		if m.Eye.Known && m.World != nil {
			l.level = m.World.LevelCount
		}
		return
	}
	if t := s.player.Player; t.Paused() || t.Behind() || vs.directs(p) {
		return
	}
	if l.since += dt; l.since <= lostPatience {
		return
	}
	gone := s.playerName(slot)
	if !vs.handOverTo(p, m) {
		return
	}
	who := s.playerName(watched(vs.momentOf(p)))
	*l = lost{slot: vs.follows(p)}
	s.notices.say(fmt.Sprintf("%s is out of sight; following %s", gone, who))
}

// handOverTo makes a pane watch somebody else; false if nobody can be seen.
func (vs *views) handOverTo(p *pane, m *player.Moment) bool {
	if len(vs.panes) > 1 {
		slot := vs.next(m)
		if slot == world.Nobody {
			p.lost.alone = true
			return false
		}
		vs.followIn(p, slot)
		return true
	}
	t := vs.demo.player.Player
	slot := t.Following()
	if m.World.View.Known {
		t.Follow(world.Nobody)
	} else if t.FollowNext(1); t.Following() == slot {
		return false
	}
	t.Update(0)
	return true
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
