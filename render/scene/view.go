package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player"
	"demoscope/render/anchor"
)

// fillMatchup fills in the two of the fight of the followed player.
func (sg *signs) fillMatchup(m *player.Moment) {
	u := &sg.frame.story.Matchup
	if !u.Known {
		return
	}
	sg.out.Matchup.Actions = u.Actions
	for side, slot := range u.Slots {
		p, l := &m.World.Players[slot], &sg.out.Matchup.Sides[side]
		*l = anchor.Label{Text: p.Name, Color: sg.colors.ink(m.World, p), Player: slot + 1,
			Unseen: side > 0 && u.Lost}
		sg.tellOf(l, slot)
		l.Mate, l.Threat, l.Target = side > 0 && u.Mate, false, false
		if u.Killed[side] {
			l.HealthKnown, l.Health, l.ArmorKnown, l.Hurt = true, 0, false, 0
		}
	}
}

// tellOf fills in what is known of a player in a label.
func (sg *signs) tellOf(l *anchor.Label, slot int) {
	l.Status = sg.frame.story.Players[slot]
	if int(l.ArmorKind) < len(armorColors) {
		l.ArmorColor = armorColors[l.ArmorKind]
	}
}

// Clear reports whether the level leaves the way between two places free. Doors do not stop it.
func (g *Geometry) Clear(a, b mgl32.Vec3) bool {
	const near = 4 // units
	return sane(a) && sane(b) && g.until(a, b).Sub(b).Len() < near
}
