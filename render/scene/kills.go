package scene

import (
	"slices"

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
func (f *frame) dim(slot int, bolt bool) float32 {
	if f.story.Focused(slot, bolt) {
		return killDim
	}
	return 1
}

// drawKill draws the signs of the kill in the level, and finds where its signs over the picture are.
func (sg *signs) drawKill(m *player.Moment) {
	k := &sg.frame.story.Kill
	if !k.Known {
		return
	}
	t := anchor.Kill{Kill: *k}
	for i := range k.Sides {
		t.Sides[i] = sg.killSide(m, &k.Sides[i])
		if side := &t.Sides[i]; side.At == anchor.KillInside && !sg.sight.Body(side.Player-1).Seen && !sg.frame.opt.On(setting.XRay) &&
			k.In > 0 {
			slot := side.Player - 1
			side.Hidden = true
			sg.canvas.outlineBody(m.Poses[slot].Origin, m.Poses[slot].Angles[1], side.Color)
		}
	}
	if k.Flies {
		x, y, w := sg.frame.transform(k.Missile)
		t.X, t.Y = sg.frame.centerX+x/w, sg.frame.centerY+y/w
	}
	sg.out.Kill = t
}

// killSide returns where one of the two of a kill is in the picture.
func (sg *signs) killSide(m *player.Moment, of *story.KillSide) (side anchor.KillSide) {
	slot := of.Player - 1
	if slot < 0 {
		return side
	}
	p := &m.World.Players[slot]
	side.Text, side.Player, side.Color = of.Name, of.Player, signColor(sg.colors.name(m.World, p))
	side.Status = sg.frame.story.Players[slot]
	side.Mate = of.Mate
	if of.Gone {
		return side
	}
	if sg.frame.story.IsEye(slot) {
		side.At = anchor.KillEye
		return side
	}
	if !p.Visible || slot >= len(m.Poses) || !sane(m.Poses[slot].Origin) || p.Spectator {
		return side
	}
	at := m.Poses[slot].Origin
	side.Distance = at.Sub(sg.frame.origin).Len()
	if i := sg.sight.figureOf(slot); i >= 0 && sg.sight.figures[i].w >= sg.frame.near && sg.frame.shows(at) {
		high := float32(bodyHigh)
		if p.Dead {
			high = playerLow + 14 // lying
		}
		if b, ok := sg.frame.boxAt(at, high, killWide); ok {
			side.At, side.Body = anchor.KillInside, b
			return side
		}
	}
	side.At = anchor.KillOutside
	side.Side, side.Place = sg.frame.edgeOf(at)
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
func (s *sight) figureOf(slot int) int {
	return slices.IndexFunc(s.figures, func(f figure) bool { return f.slot == slot })
}
