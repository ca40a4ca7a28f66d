package world

import "strings"

// Condition is how well a player is.
type Condition struct {
	Health, Armor int
	// ArmorKind is ArmorNone without Armor.
	ArmorKind ArmorKind
	// HealthKnown and ArmorKnown are set if the demo tells them.
	HealthKnown, ArmorKnown bool
}

// ArmorKind is a kind of armour: how much of damage it takes.
type ArmorKind uint8

// The kinds of armour. Quake II calls the first three jacket, combat and body armour.
const (
	ArmorNone ArmorKind = iota
	ArmorGreen
	ArmorYellow
	ArmorRed
	ArmorPower // Quake II's power shield and screen
)

// Condition returns how well a player is, as far as the demo tells: of all players in
// servers' recordings and multi-view ones, else of the recorder, of the player whom the
// recorder watches, and of team mates in some games of Quake III. Of spectators nothing is
// known, whose stats are those of other players.
func (w *World) Condition(p *Player) Condition {
	if p.Spectator {
		return Condition{}
	}
	s := w.statsOf(p)
	if chased := w.Chased(&w.Stats); chased != Nobody {
		switch {
		case p.Slot == chased && p.Stats == nil:
			s = &w.Stats
		case p.Slot == w.Recorder:
			s = p.Stats // those of the recording are another's
		}
	}
	if s == nil {
		return Condition{}
	}
	return w.ConditionOf(s)
}

// ConditionOf returns the condition that stats tell.
func (w *World) ConditionOf(s *Stats) Condition {
	health, armor, kind := StatHealth, StatArmor, w.quakeArmor
	switch w.Game {
	case Quake2:
		health, armor, kind = Quake2StatHealth, Quake2StatArmor, w.quake2Armor
	case Quake3:
		health, armor, kind = quake3StatHealth, w.Level().Quake3Stats.Armor, w.quake3Armor
	}
	var c Condition
	var v int32
	v, c.HealthKnown = s.Get(health)
	c.Health = int(v)
	v, c.ArmorKnown = s.Get(armor)
	if c.Armor = int(v); c.Armor > 0 {
		c.ArmorKind = kind(s, v)
	}
	return c
}

const quake3StatHealth = 0

func (w *World) quakeArmor(s *Stats, _ int32) ArmorKind {
	switch items := s.Values[StatItems]; {
	case items&ItemRedArmor != 0:
		return ArmorRed
	case items&ItemYellowArmor != 0:
		return ArmorYellow
	}
	return ArmorGreen
}

// quake2Armor tells the kind by the picture beside the number.
func (w *World) quake2Armor(s *Stats, _ int32) ArmorKind {
	switch image := w.Level().image(s.Values[Quake2StatArmorIcon]); {
	case strings.HasPrefix(image, "i_body"):
		return ArmorRed
	case strings.HasPrefix(image, "i_combat"):
		return ArmorYellow
	case strings.HasPrefix(image, "i_power"):
		return ArmorPower
	}
	return ArmorGreen
}

// quake3Armor tells the kind by the game's number where it has one: otherwise there is one
// kind, of which more than 100 is left of the heavy one.
func (w *World) quake3Armor(s *Stats, armor int32) ArmorKind {
	if index := w.Level().Quake3Stats.ArmorKind; index != 0 {
		if kind, known := s.Get(index); known {
			return [...]ArmorKind{ArmorGreen, ArmorYellow, ArmorRed}[max(0, min(kind, 2))]
		}
	}
	if armor > 100 {
		return ArmorRed
	}
	return ArmorYellow
}
