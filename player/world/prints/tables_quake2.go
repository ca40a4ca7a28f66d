package prints

import (
	"bytes"

	"demoscope/player/world"
	"demoscope/player/world/internal/info"
)

// Winner parses OpenTDM's line about the end of a match: "NAME wins, 4 to 2." or "Tie game, 3 to 3.", without a name.
// ok is false for other lines.
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

// OwnTable parses the summary line of OpenTDM's table of the recorder's own numbers, "Player | 4 2 0 0 0 1294 1031 0
// 0": kills, deaths, suicides, team kills, telefrags, and damage given and taken, which early versions lack. ok is
// false for other lines.
func OwnTable(plain []byte) (s world.Score, ok bool) {
	rest, ok := bytes.CutPrefix(plain, []byte("Player |"))
	if !ok {
		return s, false
	}
	var telefrags int32
	numbers := [...]*int32{&s.Kills, &s.Deaths, &s.Suicides, &s.TeamKills, &telefrags, &s.DamageGiven, &s.DamageTaken}
	n := 0
	for field := range bytes.FieldsSeq(rest) {
		if n == len(numbers) || !number(field) {
			break
		}
		*numbers[n] = int32(info.Number(field))
		n++
	}
	s.Told = world.ToldKills | world.ToldDeaths | world.ToldSuicides | world.ToldTeamKills
	if n == len(numbers) {
		s.Told |= world.ToldDamageGiven | world.ToldDamageTaken
	}
	return s, n >= 4
}

// ChangesTeam parses Quake II's capture the flag line "NAME changed to the RED team." and returns the player's slot. ok
// is false for other lines.
func ChangesTeam(players []world.Player, plain []byte) (slot int, ok bool) {
	for _, words := range [...]string{" changed to the RED team.", " changed to the BLUE team."} {
		if name, found := bytes.CutSuffix(plain, []byte(words)); found {
			slot = PlayerNamed(players, name)
			return slot, slot >= 0
		}
	}
	return world.Nobody, false
}
