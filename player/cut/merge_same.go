package cut

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"demoscope/player/world"
)

// This file distinguishes recordings of different games. Servers number their levels from 1 after each start, so
// many games share a number. Data that is the same for everyone at one moment is in all recordings that contain
// that moment; the time of the moment need not be known.

// gameKeys are server info keys with the same value for all clients. The values may change within a level.
var gameKeys = [...]string{"hostname", "*version", "epoch", "serverdemo", "mode", "maxclients", "deathmatch",
	"teamplay", "timelimit", "fraglimit"}

const (
	// maxInfoValues limits the compared values of a key, and names of the recorder.
	maxInfoValues = 64
	// maxUsers limits the compared users of a level.
	maxUsers = 1 << 10

	// comparedEvery is the interval between comparisons of players' positions, and comparedWithin is the
	// maximum time between two compared frames, in seconds.
	comparedEvery, comparedWithin = 0.1, 0.05
	// leastPlaces is the minimum number of compared positions for a decision.
	leastPlaces = 20
	// placeWithin is the maximum distance between a player's positions in two recordings, in units. A running
	// player covers it in half a second, by which clocks may differ.
	placeWithin = 256
)

// gameInfo holds data about the game in the frames of a level.
type gameInfo struct {
	keys  [len(gameKeys)][]string // values of each key, "" for missing
	users map[user]bool           // everyone present at any time
	own   []user                  // the recorder
	// keyless and ownerless are set if there were frames before the server info or the recorder's user info
	// arrived.
	keyless, ownerless bool

	text  string        // server info of the last frame
	there [qwSlots]user // users present then
	bytes int64         // memory of the lists in bytes
}

// user is a user of a slot. Servers give each user who joins a new number.
type user struct {
	slot   int
	number int32
	name   string // bytes in the game's charset
}

// note adds the data of a frame.
func (s *gameInfo) note(w *world.World, players *[qwSlots]qwPlayer, recorder int) {
	const each = 64 // memory of a value besides its text, in bytes
	if l := w.Level(); l.ServerInfo != s.text {
		s.text = l.ServerInfo
		for i, key := range gameKeys {
			if v := l.ServerInfoValue(key); len(s.keys[i]) < maxInfoValues && !slices.Contains(s.keys[i], v) {
				s.keys[i] = append(s.keys[i], strings.Clone(v))
				s.bytes += int64(len(v)) + each
			}
		}
	}
	s.keyless = s.keyless || s.text == ""
	for i := range w.Players[:min(len(w.Players), qwSlots)] {
		p := &w.Players[i]
		u := user{i, players[i].user, p.Name}
		if p.UserInfo == "" {
			u = user{}
		}
		s.ownerless = s.ownerless || i == recorder && u == user{}
		if u == s.there[i] {
			continue
		}
		if s.there[i] = u; (u == user{}) || s.users[u] || len(s.users) >= maxUsers {
			continue
		}
		if s.users == nil {
			s.users = map[user]bool{}
		}
		u.name = strings.Clone(u.name)
		s.users[u] = true
		s.bytes += int64(len(u.name)) + 2*each
		if i == recorder && len(s.own) < maxInfoValues {
			s.own = append(s.own, u)
		}
	}
}

// differs returns why another recording is not of the same game at a common time, or "".
func (s *gameInfo) differs(o *gameInfo) string {
	for i, key := range gameKeys {
		a, b := s.keys[i], o.keys[i]
		if !s.keyless && !o.keyless && hasValue(a) && hasValue(b) && !common(a, b) {
			return fmt.Sprintf("different game: its server's %s is %q, not %q", key, b[0], a[0])
		}
	}
	switch {
	case !o.hasRecorder(s):
		return fmt.Sprintf("different game or time: %q, the recorder of the other demo, is missing",
			s.own[0].name)
	case !s.hasRecorder(o):
		return fmt.Sprintf("different game or time: its recorder %q is missing in the other demo",
			o.own[0].name)
	}
	return ""
}

// hasValue reports whether a recording has a value of a key.
func hasValue(values []string) bool { return len(values) > 1 || len(values) == 1 && values[0] != "" }

// common reports whether two recordings share a value of a key, or may do so.
func common(a, b []string) bool {
	return len(a) >= maxInfoValues || len(b) >= maxInfoValues || slices.ContainsFunc(a, func(v string) bool {
		return slices.Contains(b, v)
	})
}

// hasRecorder reports whether the recorder of another recording was present, or may have been.
func (s *gameInfo) hasRecorder(o *gameInfo) bool {
	return o.ownerless || len(o.own) == 0 || len(o.own) >= maxInfoValues || len(s.users) == 0 ||
		len(s.users) >= maxUsers ||
		slices.ContainsFunc(o.own, func(u user) bool { return s.users[u] })
}

// elsewhere reports whether most players that both recordings contain are in different places at the same
// times. there converts times of r to those of o.
func (r *recording) elsewhere(o *recording, there func(t float64) float64) bool {
	places, near := 0, 0
	next, last := 0, math.Inf(-1)
	for i := range r.frames {
		f := &r.frames[i]
		t := there(f.time)
		for next+1 < len(o.frames) && o.frames[next+1].time <= t {
			next++
		}
		g := &o.frames[next]
		if t-last < comparedEvery || math.Abs(t-g.time) > comparedWithin {
			continue
		}
		last = t
		for _, p := range r.infos[f.players.from:f.players.to] {
			q := o.info(g, p.Player)
			if q == nil {
				continue
			}
			far := float32(0)
			for k := range p.Origin {
				far = max(far, abs(r.units.Units(p.Origin[k])-o.units.Units(q.Origin[k])))
			}
			if places++; far <= placeWithin {
				near++
			}
		}
	}
	return places >= leastPlaces && near*2 < places
}

func abs(v float32) float32 { return max(v, -v) }
