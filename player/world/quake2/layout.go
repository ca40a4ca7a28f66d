package quake2

import (
	"fmt"
	"slices"
	"strings"

	"demoscope/player/world"
	"demoscope/player/world/layout"
	"demoscope/player/world/prints"
)

// layout applies a layout and the scores in it.
func (q *base) layout(w world.Edit, text []byte) {
	hud := q.hud(w)
	if hud.Layout == string(text) {
		return
	}
	hud.Layout = string(text)
	q.board(w, hud.Layout)
	help(w, hud.Layout)
	s := layout.NewScanner(hud.Layout)
	for {
		word, ok := s.Next()
		if !ok {
			return
		}
		switch word {
		case "client", "ctf":
			takeScore(w, &s)
		case "string", "string2":
			if text, _ := s.Next(); w.Date == "" {
				w.RecordDate(prints.BoardDate(text))
			}
		}
	}
}

// skills are the help computer's names of the skills 0 to 3.
var skills = [...]string{"easy", "medium", "hard", "hard+"}

// help reads the help computer. In single player and cooperative games, it shows the skill, and the done and total
// numbers of kills, goals and secrets.
func help(w world.Edit, program string) {
	if !strings.Contains(program, "picn help") {
		return
	}
	s := layout.NewScanner(program)
	g := &w.Single
	for {
		word, ok := s.Next()
		if !ok {
			return
		}
		if word != "string2" {
			continue
		}
		text, _ := s.Next()
		if i := slices.Index(skills[:], text); i >= 0 {
			g.Skill, g.SkillKnown = int32(i), true
			continue
		}
		var n [6]int32
		if found, _ := fmt.Sscanf(text, "%d/%d %d/%d %d/%d", &n[0], &n[1], &n[2], &n[3], &n[4],
			&n[5]); found == len(n) {
			g.Known = true
			g.Counted = world.CountedMonsters | world.CountedSecrets
			g.Kills, g.Monsters, g.Secrets, g.TotalSecrets = n[0], n[1], n[4], n[5]
		}
	}
}

// takeScore applies a "client" of the layout, with x, y, slot, score, ping and time in minutes, or a "ctf", which has
// no time.
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
	p.Frags, p.Ping, p.FragsReported = int32(frags), int32(ping), true
}
