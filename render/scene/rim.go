package scene

import (
	"demoscope/player"
	"demoscope/render/draw"
)

// A living player has a thin rim in the color of the name. That of the opponent in the fight is wide, so that the eye
// is led there, and those of team-mates are faint.
const (
	rimLine, rimOpponent   = 1.3, 2.4 // widths in points
	rimAlpha, rimMateAlpha = 0.85, 0.5
)

// rim gives the body of the player in a slot its rim.
func (s *Scene) rim(m *player.Moment, slot int, look *paint) {
	p := &m.World.Players[slot]
	if s.opt.NoRims || p.Dead {
		return
	}
	color := silhouetteColor(bright(s.nameColor(m.World, p)))
	alpha, width := float32(rimAlpha), float32(rimLine)
	foe := s.Duel.Sides[1].Player-1 == slot
	switch follow := s.opt.Follow; {
	case foe || look.wide:
		alpha, width = 1, rimOpponent
	case follow >= 0 && follow < len(m.World.Players) && follow != slot &&
		m.World.Mates(&m.World.Players[follow], p):
		alpha = rimMateAlpha
	}
	look.outline, look.rim = color.Alpha(alpha), width
}

// A missile of somebody else within markNear units of the camera has a ring, of markRadius units and at least
// markLeast points.
const markNear, markRadius, markLeast = 900, 9, 6

// markMissile places the ring of a missile.
func (s *Scene) markMissile(m *player.Moment, mk *marker) {
	if !s.opt.MissileMarks || mk.shooter >= 0 && s.watches(m, mk.shooter) {
		return
	}
	away := mk.origin.Sub(s.frustum.origin).Len()
	if away > markNear || away < nearestHead {
		return
	}
	color := colorWhite
	if mk.owner.A > 0 {
		color = mk.owner
	}
	_, x, y := s.facing(mk.origin)
	radius := max(markRadius, markLeast*s.view.Scale*away/s.frustum.focal)
	s.putRing(mk.origin, x, y, radius, 1.1, draw.Color{R: color.R, G: color.G, B: color.B, A: 0.8})
}
