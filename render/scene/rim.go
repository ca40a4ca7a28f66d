package scene

import (
	"demoscope/player"
	"demoscope/player/world"
)

// A living player has a thin rim in the color of the name. That of the opponent in the fight is wide, so that the eye
// is led there, and those of team-mates are faint.
const (
	rimLine, rimOpponent   = 1.3, 2.4 // widths in points
	rimAlpha, rimMateAlpha = 0.85, 0.5
)

// rim gives the body of the player in a slot its rim.
func (bs *bodies) rim(m *player.Moment, slot int, look *paint) {
	p := &m.World.Players[slot]
	if bs.frame.opt.NoRims || p.Dead {
		return
	}
	color := silhouetteColor(bright(bs.colors.name(m.World, p)))
	alpha, width := float32(rimAlpha), float32(rimLine)
	foe := bs.frame.story.Matchup.With(slot)
	switch follow := bs.frame.opt.Follow; {
	case foe || look.wide:
		alpha, width = 1, rimOpponent
	case follow >= 0 && follow < len(m.World.Players) && follow != slot &&
		m.World.Mates(&m.World.Players[follow], p):
		alpha = rimMateAlpha
	}
	look.outline, look.rim = color.Alpha(alpha), width
}

// The missile mark is a ring of markRadius points, for a missile at most markNear units from the followed player that
// flies at the player: markAhead is the least cosine between its way and the line to the player. A grenade within
// rollsNear units counts too, whatever its way.
const (
	markRadius, markLine = 7, 1.2
	markNear, rollsNear  = 900, 250
	markAhead            = 0.6
)

// markMissile draws a ring around the nearest missile that comes toward the followed player; rockets and grenades go
// before others.
func (sg *signs) markMissile(m *player.Moment) {
	if !sg.frame.opt.MissileMark || m == nil || m.World == nil {
		return
	}
	followed, target := sg.frame.watchedAt(m)
	if followed == nil || followed.Dead {
		return
	}
	var best *marker
	var nearest float32
	for i := range sg.markers.list {
		mk := &sg.markers.list[i]
		if mk.class.kind != kindProjectile || mk.shooter >= 0 && sg.frame.watches(m, mk.shooter) ||
			!sg.frame.g.Clear(sg.frame.origin, mk.origin) {
			continue
		}
		t := trailEnd(m, mk.entity)
		if t == nil || m.Clock-t.Until > sinceTrail {
			continue
		}
		to := target.Sub(mk.origin)
		away := to.Len()
		comes := normalize(t.End.Sub(t.Origin)).Dot(normalize(to)) > markAhead
		if away > markNear || !comes && (t.Kind != world.TrailGrenade || away > rollsNear) {
			continue
		}
		if t.Kind != world.TrailRocket && t.Kind != world.TrailGrenade {
			away += markNear
		}
		if best == nil || away < nearest {
			best, nearest = mk, away
		}
	}
	if best == nil || best.origin.Sub(sg.frame.origin).Len() < nearestHead {
		return
	}
	x, y, w := sg.frame.transform(best.origin)
	if w < sg.frame.near {
		return
	}
	x, y = sg.frame.centerX+x/w, sg.frame.centerY+y/w
	color := colorWhite
	if best.owner.A > 0 {
		color = best.owner
	}
	radius, half := markRadius*sg.frame.scale, markLine/2*sg.frame.scale
	if x < -radius || y < -radius || x > sg.frame.width+radius || y > sg.frame.height+radius {
		return
	}
	sg.canvas.overlay.Ring(x, y, radius-half, radius+half, color.Alpha(0.85))
}
