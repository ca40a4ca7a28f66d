package quake2

import (
	"demoscope/player/world"
	"demoscope/player/world/layout"
)

// layout applies a layout and the scores in it.
func (q *base) layout(w world.Edit, text []byte) {
	hud := q.hud(w)
	if hud.Layout == string(text) {
		return
	}
	hud.Layout = string(text)
	q.board(w, hud.Layout)
	s := layout.NewScanner(hud.Layout)
	for {
		word, ok := s.Next()
		if !ok {
			return
		}
		if word == "client" {
			takeScore(w, &s)
		}
	}
}

// takeScore applies a "client" of the layout, whose words are x, y, slot, score,
// ping and time in minutes.
func takeScore(w world.Edit, s *layout.Scanner) {
	s.Next()
	s.Next()
	slot, ok := s.Number()
	frags, ok2 := s.Number()
	ping, ok3 := s.Number()
	if !ok || !ok2 || !ok3 || slot < 0 || slot >= len(w.Players) {
		return
	}
	p := &w.Players[slot]
	if p.EyeKnown && w.Recorder != slot {
		return // the player's own stats are newer
	}
	p.Frags, p.Ping, p.FragsTold = int32(frags), int32(ping), true
}
