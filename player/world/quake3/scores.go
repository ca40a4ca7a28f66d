package quake3

import (
	"bytes"

	"demoscope/player/world"
	"demoscope/player/world/internal/info"
)

// isScores reports whether a command lists the players' scores. Mods have commands
// of their own, which begin in the same way.
func isScores(name []byte) bool {
	switch string(name) {
	case "scores", "scores_duel", "scores_ffa", "xscores", "smscores":
		return true
	}
	return false
}

// takeScores applies a list of scores. After the number of players, and the scores
// of the teams if the command has them, each player has the same number of values,
// which begin with client, score, ping and time.
func (q *rules) takeScores(w world.Edit, name []byte, args [][]byte) {
	if len(args) == 0 {
		return
	}
	players := info.Number(args[0])
	head := 3
	if bytes.HasPrefix(name, []byte("scores_")) || name[0] == 'x' {
		head = 1
	}
	if players <= 0 || players > clients || len(args) < head {
		return
	}
	values := (len(args) - head) / players
	if values < 4 || (len(args)-head)%players != 0 {
		return
	}
	for i := range players {
		a := args[head+i*values:]
		slot := info.Number(a[0])
		if slot < 0 || slot >= clients {
			continue
		}
		p := w.Player(slot)
		p.Frags = int32(info.Number(a[1]))
		p.Ping = int32(info.Number(a[2]))
	}
}
