package prints

import (
	"bytes"

	"demoscope/player/world/internal/hash"
	"demoscope/player/world/internal/info"
)

// Rounds parses, line by line, the table that KTX prints after a round of clan arena or wipeout: the number of rounds
// that each team has won. It is copied by assignment. The zero value expects the table's heading.
type Rounds struct {
	Names [2]string // as printed, in the game's charset
	Wins  [2]int32
	rows  int // rows read, including the heading
}

// Hash adds the table's state to a hash.
func (r *Rounds) Hash(h *hash.Hash) {
	h.Strings(r.Names[:]...)
	h.Ints(r.rows, int(r.Wins[0]), int(r.Wins[1]))
}

// Line parses the next line, without its end. It returns true if the line completes the table.
func (r *Rounds) Line(line []byte) bool {
	var space [usualLine]byte
	look := signs(space[:0], line)
	if string(look) == "team   wins need status" {
		*r = Rounds{rows: 1}
		return false
	}
	if r.rows == 0 || bytes.HasPrefix(look, []byte("------ ----")) {
		return false
	}
	// "NAME  WINS NEED STATUS": the status is empty or consists of words, and names may contain any characters.
	row := bytes.TrimRight(look, " ")
	for _, status := range [...]string{"round winner", "tied round"} {
		row = bytes.TrimSuffix(row, []byte(status))
	}
	row, need := lastField(row)
	row, wins := lastField(row)
	if name := bytes.TrimRight(row, " "); len(name) > 0 && number(need) && number(wins) {
		r.Names[r.rows-1], r.Wins[r.rows-1] = string(line[:len(name)]), int32(info.Number(wins))
		if r.rows++; r.rows <= len(r.Names) {
			return false
		}
		r.rows = 0
		return true
	}
	*r = Rounds{}
	return false
}

// lastField returns the last word of text, and the text before it.
func lastField(text []byte) (before, word []byte) {
	text = bytes.TrimRight(text, " ")
	at := bytes.LastIndexByte(text, ' ') + 1
	return text[:at], text[at:]
}
