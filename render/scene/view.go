package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player"
	"demoscope/player/story"
	"demoscope/player/world"
	"demoscope/render/anchor"
	"demoscope/render/setting"
)

// sight is what the picture of a scene shows of its moment.
type sight Scene

// Clear reports whether the level leaves the line between two places free. Doors do not block it.
func (v *sight) Clear(a, b mgl32.Vec3) bool { return (*Scene)(v).Clear(a, b) }

// Glimpses is Clear for the line from a place to any part of a body at another.
func (v *sight) Glimpses(from, at mgl32.Vec3) bool { return (*Scene)(v).Glimpses(from, at) }

// Hollow reports whether there is no ground close below a body at a place.
func (v *sight) Hollow(at mgl32.Vec3) bool { return (*Scene)(v).hollow(at) }

// Hides reports whether the level hides all of a body at a place from the camera.
func (v *sight) Hides(at mgl32.Vec3) bool { return (*Scene)(v).behindWall(at) }

// Shows reports whether a place is within the bounds of the picture, hidden or not.
func (v *sight) Shows(at mgl32.Vec3) bool { return (*Scene)(v).shows(at) }

// Sees reports whether a place is in the picture and the level does not hide it.
func (v *sight) Sees(at mgl32.Vec3) bool { return v.Shows(at) && v.Clear(v.frustum.origin, at) }

// tinyFoe is the height of a body, as a part of the picture's, below which little is seen of it: 30 of 720 lines.
const tinyFoe = 1. / 24

// Body returns how the player in a slot is seen.
func (v *sight) Body(slot int) (b story.Body) {
	if i := (*Scene)(v).figureOf(slot); i >= 0 {
		f := &v.figures[i]
		b.Depth, b.Seen = f.w, !f.unseen
		b.Tiny = (playerHigh-playerLow)*v.frustum.focal < tinyFoe*v.view.Height*f.w
	}
	return b
}

// Bolt returns the slot of the player that the lightning of a shooter hits, [world.Nobody] for none.
func (v *sight) Bolt(shooter int) int {
	if shooter < 0 || shooter >= len(v.bolts) {
		return world.Nobody
	}
	return int(v.bolts[shooter]) - 1
}

// tell finds out what the moment means.
func (s *Scene) tell(m *player.Moment) {
	o := &s.opt
	s.Story.Fill(m, (*sight)(s), &story.Options{Follow: o.Follow, FirstPerson: o.FirstPerson,
		NoKills: !o.On(setting.NameTags),
		Threats: o.Pointers && o.On(setting.NameTags), Opponent: o.Opponent, Events: o.Kills})
	u := &s.Story.Matchup
	if !u.Known {
		return
	}
	s.Matchup.Actions = u.Actions
	for side, slot := range u.Slots {
		p, l := &m.World.Players[slot], &s.Matchup.Sides[side]
		*l = anchor.Label{Text: p.Name, Color: s.nameInk(m.World, p), Player: slot + 1,
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
func (s *Scene) Clear(a, b mgl32.Vec3) bool {
	const near = 4 // units
	return sane(a) && sane(b) && s.g.until(a, b).Sub(b).Len() < near
}

// inSight reports whether the player in a slot is in the picture, and the level does not hide him.
func (s *Scene) inSight(slot int) bool { return (*sight)(s).Body(slot).Seen }
