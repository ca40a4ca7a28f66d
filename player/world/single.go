package world

import (
	"fmt"
	"math"
)

// Single is what the game says about a level that is played alone or cooperatively against
// monsters.
type Single struct {
	// Known is set if the level is one against monsters. Otherwise the other fields have no
	// meaning.
	Known bool
	// Kills and Monsters are valid if CountedMonsters is set in Counted, Secrets and TotalSecrets
	// if CountedSecrets is. Quake II sends them only when the player looks at the help computer, so
	// they may be out of date.
	Kills, Monsters, Secrets, TotalSecrets int32
	Counted                                SingleFields
	// Skill is 0 (easy), 1 (normal), 2 (hard) or 3 (nightmare). It is valid if SkillKnown is set.
	// Few demos have it.
	Skill      int32
	SkillKnown bool
}

// SingleFields is a set of bits for the counts of a [Single] that the game reported.
type SingleFields uint8

// The bits of [SingleFields].
const (
	CountedMonsters SingleFields = 1 << iota
	CountedSecrets
)

// summary describes the completed level, with its time to the millisecond.
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
