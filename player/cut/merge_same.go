package cut

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"demoscope/player/world"
)

// What a recording says of its game, by which it is told from others: servers count their levels from 1 when
// they start, so that many games have the same number. What holds for everybody at one moment stands in all
// recordings of a game that have that moment; which moment it was need not be known.

// gameKeys are keys of a server's info, which all its clients are told alike. Their values may change within a level.
var gameKeys = [...]string{"hostname", "*version", "epoch", "serverdemo", "mode", "maxclients", "deathmatch",
	"teamplay", "timelimit", "fraglimit"}

const (
	// maxSaid bounds the values of a key, and the names of the recorder, by which a recording is compared with others.
	maxSaid = 64
	// maxUsers bounds the users of a level for that.
	maxUsers = 1 << 10

	// comparedEvery is how many seconds lie between the moments at which the places of players are compared,
	// and comparedWithin how many between two frames that are compared.
	comparedEvery, comparedWithin = 0.1, 0.05
	// leastPlaces is how many places tell a game from another.
	leastPlaces = 20
	// placeWithin is how far, in units, a player may be from where another recording has him: who runs gets
	// as far in half a second, by which clocks may be apart.
	placeWithin = 256
)

// said is what a recording says of its game in the frames of a level.
type said struct {
	keys  [len(gameKeys)][]string // the values of each key, "" while there was none
	users map[user]bool           // everybody who was there
	own   []user                  // the recorder
	// keyless and ownerless say that there were frames before the server's info, or the recorder's, was told.
	keyless, ownerless bool

	text  string        // the server's info of the last frame
	there [qwSlots]user // who was there then
	bytes int64         // what the lists take
}

// user is who was in a slot. A server gives everybody who joins another number.
type user struct {
	slot   int
	number int32
	name   string // bytes in the game's charset
}

// note takes what holds at a frame.
func (s *said) note(w *world.World, players *[qwSlots]qwPlayer, recorder int) {
	const each = 64 // bytes that a value takes besides its text
	if l := w.Level(); l.ServerInfo != s.text {
		s.text = l.ServerInfo
		for i, key := range gameKeys {
			if v := l.ServerInfoValue(key); len(s.keys[i]) < maxSaid && !slices.Contains(s.keys[i], v) {
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
		if i == recorder && len(s.own) < maxSaid {
			s.own = append(s.own, u)
		}
	}
}

// differs says in what another recording is not of the same game at a time that both have, empty for nothing.
func (s *said) differs(o *said) string {
	for i, key := range gameKeys {
		a, b := s.keys[i], o.keys[i]
		if !s.keyless && !o.keyless && tells(a) && tells(b) && !common(a, b) {
			return fmt.Sprintf("different game: its server's %s is %q, not %q", key, b[0], a[0])
		}
	}
	switch {
	case !o.knows(s):
		return fmt.Sprintf("different game or time: %q, the recorder of the other demo, is missing",
			s.own[0].name)
	case !s.knows(o):
		return fmt.Sprintf("different game or time: its recorder %q is missing in the other demo",
			o.own[0].name)
	}
	return ""
}

// tells reports whether a recording ever tells a key.
func tells(values []string) bool { return len(values) > 1 || len(values) == 1 && values[0] != "" }

// common reports whether a key has one value twice, or may have.
func common(a, b []string) bool {
	return len(a) >= maxSaid || len(b) >= maxSaid || slices.ContainsFunc(a, func(v string) bool {
		return slices.Contains(b, v)
	})
}

// knows reports whether the recorder of another recording was there, or may have been.
func (s *said) knows(o *said) bool {
	return o.ownerless || len(o.own) == 0 || len(o.own) >= maxSaid || len(s.users) == 0 || len(s.users) >= maxUsers ||
		slices.ContainsFunc(o.own, func(u user) bool { return s.users[u] })
}

// elsewhere reports whether most players whom another recording has, too, are not there at the times that it
// has by its clock.
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
