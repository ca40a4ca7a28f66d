package world

import (
	"fmt"
	"math"
)

// Single is what the game says of a level that players play alone or together against
// monsters.
type Single struct {
	// Known is set if the level is such a one. Otherwise the other fields mean nothing.
	Known bool
	// Kills of Monsters and Secrets of TotalSecrets, each pair as far as its bit of
	// Counted is set. Quake II tells them only when the player looks at the help
	// computer: they are as it said last.
	Kills, Monsters, Secrets, TotalSecrets int32
	Counted                                SingleFields
	// Skill is 0 easy, 1 normal, 2 hard, 3 nightmare, if SkillKnown is set: few demos
	// tell it.
	Skill      int32
	SkillKnown bool
}

// SingleFields are bits of the counts in a [Single] that the game told.
type SingleFields uint8

// The counts of a [Single].
const (
	CountedMonsters SingleFields = 1 << iota
	CountedSecrets
)

// summary returns the completed level in words, its time to a thousandth of a second.
func (s *Single) summary(completed float64) string {
	ms := int(math.Round(completed * 1000))
	text := fmt.Sprintf("%d:%02d.%03d", ms/60000, ms/1000%60, ms%1000)
	if s.Counted&CountedMonsters != 0 {
		text += fmt.Sprintf(", %d of %d kills", s.Kills, s.Monsters)
	}
	if s.Counted&CountedSecrets != 0 {
		text += fmt.Sprintf(", %d of %d secrets", s.Secrets, s.TotalSecrets)
	}
	return text
}
