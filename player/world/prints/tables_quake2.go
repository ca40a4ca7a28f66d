package prints

import (
	"bytes"

	"demoscope/player/world"
	"demoscope/player/world/internal/info"
)

// Winner reads how OpenTDM says that a match has ended: "NAME wins, 4 to 2." or "Tie
// game, 3 to 3.", without a name; false for other lines.
func Winner(plain []byte) (name []byte, scores [2]int32, ok bool) {
	rest, tie := bytes.CutPrefix(plain, []byte("Tie game, "))
	if !tie {
		if name, rest, ok = bytes.Cut(plain, []byte(" wins, ")); !ok || len(name) == 0 {
			return nil, scores, false
		}
	}
	a, b, ok := bytes.Cut(bytes.TrimSuffix(rest, []byte{'.'}), []byte(" to "))
	if !ok || !number(a) || !number(b) {
		return nil, scores, false
	}
	return name, [2]int32{int32(info.Number(a)), int32(info.Number(b))}, true
}

// OwnTable reads the line of OpenTDM's table of the recorder's own numbers that has
// them all, "Player | 4 2 0 0": kills, deaths, suicides, team kills. False for other
// lines.
func OwnTable(plain []byte) (numbers [4]int32, ok bool) {
	rest, ok := bytes.CutPrefix(plain, []byte("Player |"))
	if !ok {
		return numbers, false
	}
	fields := bytes.Fields(rest)
	if len(fields) < len(numbers) {
		return numbers, false
	}
	for i := range numbers {
		if !number(fields[i]) {
			return numbers, false
		}
		numbers[i] = int32(info.Number(fields[i]))
	}
	return numbers, true
}

// ChangesTeam reads the line of Quake II's capture the flag "NAME changed to the RED team." and returns the
// player's slot; false for other lines.
func ChangesTeam(players []world.Player, plain []byte) (slot int, ok bool) {
	for _, words := range [...]string{" changed to the RED team.", " changed to the BLUE team."} {
		if name, found := bytes.CutSuffix(plain, []byte(words)); found {
			slot = playerNamed(players, name)
			return slot, slot >= 0
		}
	}
	return world.Nobody, false
}
