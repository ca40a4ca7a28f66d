package equipment

import (
	"strings"

	"demoscope/player/world"
)

// Condition is the health and armor of a player.
type Condition struct {
	Health, Armor int
	// ArmorKind is ArmorNone if Armor is 0.
	ArmorKind ArmorKind
	// HealthKnown and ArmorKnown are set if the demo has the value.
	HealthKnown, ArmorKnown bool
	// Power is the number of cells of Quake II's power armor if Armor is of another kind, or 0 if
	// there are none.
	Power int
}

// ArmorKind is a kind of armor. It determines how much damage the armor absorbs.
type ArmorKind uint8

// The kinds of armor. Quake II calls the first three jacket, combat and body armor.
const (
	ArmorNone ArmorKind = iota
	ArmorGreen
	ArmorYellow
	ArmorRed
	ArmorPower // Quake II's power shield and screen
)

// ConditionOf returns the health and armor of a player, if the demo has them. Server-side and
// multi-view recordings have them for all players. Others have them for the recorder, for the
// player that the recorder follows and, in some games of Quake III, for team mates. A spectator's
// condition is never known, because the stats are those of another player.
func ConditionOf(w *world.World, p *world.Player) Condition {
	if s := w.OwnStats(p); s != nil {
		return ConditionFrom(w, s)
	}
	return Condition{}
}

// ConditionFrom returns the condition that is stored in stats.
func ConditionFrom(w *world.World, s *world.Stats) Condition {
	health, armor, kind := world.StatHealth, world.StatArmor, quakeArmor
	switch w.Game {
	case world.Quake2:
		health, armor, kind = world.Quake2StatHealth, world.Quake2StatArmor, quake2Armor
	case world.Quake3:
		health, armor, kind = quake3StatHealth, w.Level().Quake3Stats.Armor, quake3Armor
	}
	var c Condition
	var v int32
	v, c.HealthKnown = s.Get(health)
	c.Health = int(v)
	v, c.ArmorKnown = s.Get(armor)
	if c.Armor = int(v); c.Armor > 0 {
		c.ArmorKind = kind(w.Level(), s, v)
	}
	if w.Game == world.Quake2 {
		c.addTurn(s, w.Level(), w.Clock)
	}
	return c
}

// turnKept is how many seconds a number stays known after its turn has ended. A turn takes 0.8 s.
// If a turn takes longer, the other number is no longer shown.
const turnKept = 1.0

// addTurn adds the value that the armor stat had in the previous turn. clock is in seconds of the
// viewer's clock.
func (c *Condition) addTurn(s *world.Stats, l *world.Level, clock float64) {
	t := &s.Turn
	if age := clock - t.Until; t.Value <= 0 || c.Armor <= 0 || age < 0 || age > turnKept ||
		isPower(l, t.Icon) == (c.ArmorKind == ArmorPower) {
		return
	}
	if c.ArmorKind != ArmorPower {
		c.Power = int(t.Value)
		return
	}
	c.Power, c.Armor, c.ArmorKind = c.Armor, int(t.Value), armorOf(l, t.Icon)
}

// isPower reports whether an armor icon is that of power armor, so that the number beside it counts
// cells.
func isPower(l *world.Level, icon int32) bool { return armorOf(l, icon) == ArmorPower }

// TurnArmor saves the value of the armor stat before its icon changes.
func TurnArmor(w world.Edit, s *world.Stats, icon int32) {
	l := w.Level()
	if was := s.Values[world.Quake2StatArmorIcon]; isPower(l, was) != isPower(l, icon) {
		s.Turn = world.Turn{Value: s.Values[world.Quake2StatArmor], Icon: was, Until: w.Clock}
	}
}

const quake3StatHealth = 0

func quakeArmor(_ *world.Level, s *world.Stats, _ int32) ArmorKind {
	switch items := s.Values[world.StatItems]; {
	case items&world.ItemRedArmor != 0:
		return ArmorRed
	case items&world.ItemYellowArmor != 0:
		return ArmorYellow
	}
	return ArmorGreen
}

// quake2Armor returns the kind of armor by the icon beside the number.
func quake2Armor(l *world.Level, s *world.Stats, _ int32) ArmorKind {
	return armorOf(l, s.Values[world.Quake2StatArmorIcon])
}

// armorOf returns the kind of armor of an icon.
func armorOf(l *world.Level, icon int32) ArmorKind {
	switch image := l.Image(icon); {
	case strings.HasPrefix(image, "i_body"):
		return ArmorRed
	case strings.HasPrefix(image, "i_combat"):
		return ArmorYellow
	case strings.HasPrefix(image, "i_power"):
		return ArmorPower
	}
	return ArmorGreen
}

// quake3Armor returns the kind of armor by the game's own stat, if it has one. Other games have a
// single kind: an amount above 100 is reported as ArmorRed, less as ArmorYellow.
func quake3Armor(l *world.Level, s *world.Stats, armor int32) ArmorKind {
	if index := l.Quake3Stats.ArmorKind; index != 0 {
		if kind, known := s.Get(index); known {
			return [...]ArmorKind{ArmorGreen, ArmorYellow, ArmorRed}[max(0, min(kind, 2))]
		}
	}
	if armor > 100 {
		return ArmorRed
	}
	return ArmorYellow
}
