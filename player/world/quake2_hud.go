package world

import (
	"strconv"
	"strings"
)

// Quake2HUD is what Quake II's server draws over the view besides the status
// bar (Level.Texts.StatusBar). The stat Quake2StatLayouts says what of it is
// shown.
type Quake2HUD struct {
	// Layout is a program in the layout control language: the scoreboard, or
	// the help computer.
	Layout string
	// Inventory is how many of each item (Level.Texts.Items) there are.
	Inventory [256]int16
}

// Quake2HUD returns the recorder's, nil in other games. It is valid until the
// next packet.
func (w *World) Quake2HUD() *Quake2HUD {
	if q, ok := w.rules.(*quake2Rules); ok {
		return &q.hud
	}
	return nil
}

func (u *Quake2HUD) hash(h *hasher) {
	h.string(u.Layout)
	for _, v := range u.Inventory {
		h.int(int(v))
	}
}

// layout takes a layout and the scores that it tells.
func (q *quake2Rules) layout(w *World, text []byte) {
	if q.hud.Layout == string(text) {
		return
	}
	q.hud.Layout = string(text)
	s := layoutScanner{rest: q.hud.Layout}
	for {
		word, ok := s.next()
		if !ok {
			return
		}
		if word == "client" {
			s.score(w)
		}
	}
}

// score takes over what a "client" of the layout says: x, y, slot, score,
// ping and time in minutes.
func (s *layoutScanner) score(w *World) {
	s.next()
	s.next()
	slot, ok := s.number()
	frags, ok2 := s.number()
	ping, ok3 := s.number()
	if !ok || !ok2 || !ok3 || slot < 0 || slot >= len(w.Players) {
		return
	}
	p := &w.Players[slot]
	if p.EyeKnown && w.Recorder != slot {
		return // his own stats tell
	}
	p.Frags, p.Ping = int32(frags), int32(ping)
}

// layoutScanner splits a program into its words.
type layoutScanner struct{ rest string }

// next returns the next word, or what is between quotation marks.
func (s *layoutScanner) next() (word string, ok bool) {
	s.rest = strings.TrimLeft(s.rest, " \t\r\n")
	if s.rest == "" {
		return "", false
	}
	if s.rest[0] == '"' {
		word, s.rest, _ = strings.Cut(s.rest[1:], `"`)
		return word, true
	}
	if i := strings.IndexAny(s.rest, " \t\r\n"); i >= 0 {
		word, s.rest = s.rest[:i], s.rest[i:]
	} else {
		word, s.rest = s.rest, ""
	}
	return word, true
}

// number returns the next word as a number.
func (s *layoutScanner) number() (int, bool) {
	word, ok := s.next()
	if !ok {
		return 0, false
	}
	n, err := strconv.Atoi(word)
	return n, err == nil
}
