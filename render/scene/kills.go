package scene

import (
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player"
	"demoscope/player/story"
	"demoscope/render/anchor"
	"demoscope/render/draw"
	"demoscope/render/setting"
)

// killWide is how far a body reaches to its sides, in units, without the weapon.
const killWide = 10

// killDim is how opaque shots are that have no part in a kill of or by the followed player.
const killDim = 0.28

// dim returns how opaque shots, beams and their traces are that belong to the player in a slot.
func (s *Scene) dim(slot int, bolt bool) float32 {
	if s.Story.Focused(slot, bolt) {
		return killDim
	}
	return 1
}

// drawKill draws the signs of the kill in the level, and finds where its signs over the picture are.
func (s *Scene) drawKill(m *player.Moment) {
	k := &s.Story.Kill
	if !k.Known {
		return
	}
	t := anchor.Kill{Kill: *k}
	for i := range k.Sides {
		t.Sides[i] = s.killSide(m, &k.Sides[i])
		if side := &t.Sides[i]; side.At == anchor.KillInside && !s.inSight(side.Player-1) && !s.opt.On(setting.XRay) &&
			k.In > 0 {
			slot := side.Player - 1
			side.Hidden = true
			s.outlineBody(m.Poses[slot].Origin, m.Poses[slot].Angles[1], side.Color)
		}
	}
	if k.Flies {
		x, y, w := s.frustum.transform(k.Missile)
		t.X, t.Y = s.frustum.centerX+x/w, s.frustum.centerY+y/w
	}
	s.Kill = t
	for i := range t.Sides {
		side := &t.Sides[i]
		if k.In <= 0 || side.At != anchor.KillInside {
			continue
		}
		at := m.Poses[side.Player-1].Origin
		if i > 0 && k.Falls {
			s.addDrop(at, fallFar, fallLine, true, signColor(colorRed).Alpha(k.Alpha))
		} else if s.inSight(side.Player - 1) {
			s.addDrop(at, dropFar, dropLine, false, side.Color.Alpha(dropFaint*k.Alpha))
		}
	}
}

const (
	// The line below somebody who falls to death is fallLine points wide and ends fallFar units below him at
	// most; its ring has a radius of fallRing units.
	fallLine, fallFar, fallRing = 2, 1500, 20
	// Below one of the two of a kill who is in the air, dropLeast units or more above the ground, the line is
	// dropLine points wide and so faint: it says above what he is. Of more than dropFar units, and beside the
	// picture, it says nothing.
	dropLine, dropFar, dropLeast, dropFaint = 1.2, 260, 40, 0.6
)

// addDrop draws the way down from somebody at a place to the ground, with a ring there; where nothing is known of
// that it is drawn only of who falls.
func (s *Scene) addDrop(at mgl32.Vec3, far, wide float32, falls bool, color draw.Color) {
	from := at.Add(mgl32.Vec3{0, 0, playerLow})
	to := from.Sub(mgl32.Vec3{0, 0, far})
	ground := to
	if s.hasMap() {
		ground = s.g.until(from, to)
	}
	if !falls && (ground == to || from[2]-ground[2] < dropLeast || !s.shows(ground)) {
		return
	}
	line := func(a, b mgl32.Vec3) {
		var p, q corner
		p.x, p.y, p.w = s.frustum.transform(a)
		q.x, q.y, q.w = s.frustum.transform(b)
		s.drawLine(&s.Overlay, p, q, wide*s.view.Scale, color, color)
	}
	line(from, ground)
	if ground == to {
		return
	}
	const parts = 12
	last := ground.Add(mgl32.Vec3{fallRing, 0, 1})
	for i := 1; i <= parts; i++ {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / parts)
		next := ground.Add(mgl32.Vec3{fallRing * float32(cos), fallRing * float32(sin), 1})
		line(last, next)
		last = next
	}
}

// killSide returns where one of the two of a kill is in the picture.
func (s *Scene) killSide(m *player.Moment, of *story.KillSide) (side anchor.KillSide) {
	slot := of.Player - 1
	if slot < 0 {
		return side
	}
	p := &m.World.Players[slot]
	side.Text, side.Player, side.Color = of.Name, of.Player, signColor(s.nameColor(m.World, p))
	side.Status = s.Story.Players[slot]
	side.Mate = of.Mate
	if of.Gone {
		return side
	}
	if s.Story.IsEye(slot) {
		side.At = anchor.KillEye
		return side
	}
	if !p.Visible || slot >= len(m.Poses) || !sane(m.Poses[slot].Origin) || p.Spectator {
		return side
	}
	at := m.Poses[slot].Origin
	side.Distance = at.Sub(s.frustum.origin).Len()
	if i := s.figureOf(slot); i >= 0 && s.figures[i].w >= s.frustum.near && s.shows(at) {
		high := float32(bodyHigh)
		if p.Dead {
			high = playerLow + 14 // lying
		}
		if b, ok := s.boxAt(at, high, killWide); ok {
			side.At, side.Body = anchor.KillInside, b
			return side
		}
	}
	side.At = anchor.KillOutside
	side.Side, side.Place = s.edgeOf(at)
	return side
}

// signLight is how bright, as a luminance, the signs of a kill are at least: lines are seen before any
// wall.
const signLight = 0.7

// signColor returns the color of a name as one of signs.
func signColor(c draw.Color) draw.Color {
	c = bright(c)
	if l := luminance(c); l < signLight {
		a := c.A
		c = c.Mix(colorWhite, (signLight-l)/max(0.01, luminance(colorWhite)-l))
		c.A = a
	}
	return c
}

// figureOf returns the index of the figure of the player in a slot, -1 for none.
func (s *Scene) figureOf(slot int) int {
	return slices.IndexFunc(s.figures, func(f figure) bool { return f.slot == slot })
}
