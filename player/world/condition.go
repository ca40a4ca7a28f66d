package world

import "strings"

// Condition is how well a player is.
type Condition struct {
	Health, Armor int
	// ArmorKind is ArmorNone without Armor.
	ArmorKind ArmorKind
	// HealthKnown and ArmorKnown are set if the demo tells them.
	HealthKnown, ArmorKnown bool
	// Power is the number of cells of Quake II's power armor where Armor is of another kind, 0 if there are none.
	Power int
}

// ArmorKind is a kind of armor: how much of damage it takes.
type ArmorKind uint8

// The kinds of armor. Quake II calls the first three jacket, combat and body armor.
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
	if s := w.OwnStats(p); s != nil {
		return w.ConditionOf(s)
	}
	return Condition{}
}

// ConditionOf returns the condition that stats tell.
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

// turnKept is for how many seconds after its turn it is known what a number was: a turn takes 0.8 s, and
// where one takes longer the other number is shown no more.
const turnKept = 1.0

// addTurn adds the value that the armor stat had in the last turn, at a viewer's time.
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

// isPower reports whether the number beside a picture is that of the cells of power armor.
func (l *Level) isPower(icon int32) bool { return l.armorOf(icon) == ArmorPower }

// TurnArmor keeps the value of the armor stat before its icon changes.
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

// quake2Armor tells the kind by the picture beside the number.
func (l *Level) quake2Armor(s *Stats, _ int32) ArmorKind {
	return l.armorOf(s.Values[Quake2StatArmorIcon])
}

// armorOf returns the kind of armor of a picture.
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

// quake3Armor tells the kind by the game's number where it has one: otherwise there is one
// kind, of which more than 100 is left of the heavy one.
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
