package world

import "strings"

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

// Condition returns the health and armor of a player, if the demo has them. Server-side and
// multi-view recordings have them for all players. Others have them for the recorder, for the
// player that the recorder follows and, in some games of Quake III, for team mates. A spectator's
// condition is never known, because the stats are those of another player.
func (w *World) Condition(p *Player) Condition {
	if s := w.OwnStats(p); s != nil {
		return w.ConditionOf(s)
	}
	return Condition{}
}

// ConditionOf returns the condition that is stored in stats.
func (w *World) ConditionOf(s *Stats) Condition {
	health, armor, kind := StatHealth, StatArmor, (*Level).quakeArmor
	switch w.Game {
	case Quake2:
		health, armor, kind = Quake2StatHealth, Quake2StatArmor, (*Level).quake2Armor
	case Quake3:
		health, armor, kind = quake3StatHealth, w.Level().Quake3Stats.Armor, (*Level).quake3Armor
	}
	var c Condition
	var v int32
	v, c.HealthKnown = s.Get(health)
	c.Health = int(v)
	v, c.ArmorKnown = s.Get(armor)
	if c.Armor = int(v); c.Armor > 0 {
		c.ArmorKind = kind(w.Level(), s, v)
	}
	if w.Game == Quake2 {
		c.addTurn(s, w.Level(), w.Clock)
	}
	return c
}

// turnKept is how many seconds a number stays known after its turn has ended. A turn takes 0.8 s.
// If a turn takes longer, the other number is no longer shown.
const turnKept = 1.0

// addTurn adds the value that the armor stat had in the previous turn. clock is in seconds of the
// viewer's clock.
func (c *Condition) addTurn(s *Stats, l *Level, clock float64) {
	t := &s.Turn
	if age := clock - t.Until; t.Value <= 0 || c.Armor <= 0 || age < 0 || age > turnKept ||
		l.isPower(t.Icon) == (c.ArmorKind == ArmorPower) {
		return
	}
	if c.ArmorKind != ArmorPower {
		c.Power = int(t.Value)
		return
	}
	c.Power, c.Armor, c.ArmorKind = c.Armor, int(t.Value), l.armorOf(t.Icon)
}

// isPower reports whether an armor icon is that of power armor, so that the number beside it counts
// cells.
func (l *Level) isPower(icon int32) bool { return l.armorOf(icon) == ArmorPower }

// TurnArmor saves the value of the armor stat before its icon changes.
func (w Edit) TurnArmor(s *Stats, icon int32) {
	l := w.Level()
	if was := s.Values[Quake2StatArmorIcon]; l.isPower(was) != l.isPower(icon) {
		s.Turn = Turn{s.Values[Quake2StatArmor], was, w.Clock}
	}
}

const quake3StatHealth = 0

func (*Level) quakeArmor(s *Stats, _ int32) ArmorKind {
	switch items := s.Values[StatItems]; {
	case items&ItemRedArmor != 0:
		return ArmorRed
	case items&ItemYellowArmor != 0:
		return ArmorYellow
	}
	return ArmorGreen
}

// quake2Armor returns the kind of armor by the icon beside the number.
func (l *Level) quake2Armor(s *Stats, _ int32) ArmorKind {
	return l.armorOf(s.Values[Quake2StatArmorIcon])
}

// armorOf returns the kind of armor of an icon.
func (l *Level) armorOf(icon int32) ArmorKind {
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
func (l *Level) quake3Armor(s *Stats, armor int32) ArmorKind {
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
