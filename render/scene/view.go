package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player"
	"demoscope/player/story"
	"demoscope/render/anchor"
	"demoscope/render/setting"
)

// tell finds out what the moment means.
func (s *Scene) tell(m *player.Moment) {
	o := &s.frame.opt
	s.Story.Fill(m, &s.sight, &story.Options{Follow: o.Follow, FirstPerson: o.FirstPerson,
		NoKills: !o.On(setting.NameTags),
		Threats: o.Pointers && o.On(setting.NameTags), Opponent: o.Opponent, Events: o.Kills})
	u := &s.Story.Matchup
	if !u.Known {
		return
	}
	s.Matchup.Actions = u.Actions
	for side, slot := range u.Slots {
		p, l := &m.World.Players[slot], &s.Matchup.Sides[side]
		*l = anchor.Label{Text: p.Name, Color: s.colors.ink(m.World, p), Player: slot + 1,
			Unseen: side > 0 && u.Lost}
		s.tellOf(l, slot)
		l.Mate, l.Threat, l.Target = side > 0 && u.Mate, false, false
		if u.Killed[side] {
			l.HealthKnown, l.Health, l.ArmorKnown, l.Hurt = true, 0, false, 0
		}
	}
}

// tellOf fills in what is known of a player in a label.
func (s *Scene) tellOf(l *anchor.Label, slot int) {
	l.Status = s.Story.Players[slot]
	if int(l.ArmorKind) < len(armorColors) {
		l.ArmorColor = armorColors[l.ArmorKind]
	}
}

// Clear reports whether the level leaves the way between two places free. Doors do not stop it.
func (g *Geometry) Clear(a, b mgl32.Vec3) bool {
	const near = 4 // units
	return sane(a) && sane(b) && g.until(a, b).Sub(b).Len() < near
}
