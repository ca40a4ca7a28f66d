package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player"
	"demoscope/player/story"
	"demoscope/render/draw"
)

// Who lives stands out from the level, and who is dead does not: corpses are dim and flat, and
// small or half hidden bodies of the living have brackets at their corners in the color of
// their name.

// How corpses, heads and pieces look: how much of their colors is the color of the dead, how
// little light changes them, and the color of their outlines.
const (
	deadShare = 0.4
	deadFlat  = 0.7
)

var (
	deadColor = draw.RGB(0x6b7078)
	deadLine  = draw.RGB(0x5a636f).Alpha(0.7)
	meatColor = draw.RGB(0x7c2420)
	meatLine  = draw.RGB(0x9c4038).Alpha(0.8)
)

// meatShare is how much of the color of pieces is that of meat.
const meatShare = 0.65

// The living have no color darker than liftLeast: by as much as one is darker it is mixed with that
// of their name, black with liftShare of it.
const liftLeast, liftShare = 0.34, 0.55

// veil is how opaque explosions, and the shots of who is watched, are before the living, whom they
// would hide, and veilDeep how far behind the living they may still be, in units.
const veil, veilDeep = 0.4, 24

// veilKill is veil while a kill of somebody in the picture is about to come.
const veilKill = 0.22

// veils reports whether something at a place, which reaches so many units around it, is before the
// body of somebody who lives.
func (s *sight) veils(m *player.Moment, at mgl32.Vec3, reach float32) bool {
	return s.covers(at, reach, veilDeep, func(slot int) bool { return !m.World.Players[slot].Dead })
}

// covers reports whether something at a place, which reaches so many units around it, is in the picture over
// the body of one of some players, or so many units behind it at most.
func (s *sight) covers(at mgl32.Vec3, reach, behind float32, some func(slot int) bool) bool {
	x, y, w := s.frame.transform(at)
	if w < s.frame.near {
		return false
	}
	x, y = s.frame.centerX+x/w, s.frame.centerY+y/w
	for i := range s.figures {
		f := &s.figures[i]
		if f.hidden || f.w < s.frame.near || w > f.w+behind || !some(f.slot) {
			continue
		}
		wide, high := (bodyWide/f.w+reach/w)*s.frame.focal, ((playerHigh-playerLow)/2/f.w+reach/w)*s.frame.focal
		if abs(x-f.x) < wide && abs(y-f.y) < high {
			return true
		}
	}
	return false
}

// veilKilled is how opaque things, blood and shots are over somebody in the picture who is about to be
// killed, or to kill, and killedReach how far things reach, in units.
const veilKilled, killedReach = 0.3, 28

// veilsKilled reports whether something at a place, which reaches so many units around it, is in the
// picture over, or just behind, somebody who is about to be killed, or to kill.
func (s *sight) veilsKilled(at mgl32.Vec3, reach float32) bool {
	return s.frame.story.KillSoon() && s.covers(at, reach, 4*veilDeep, s.frame.story.Soon)
}

// veilOf returns how opaque that is: less while somebody in the picture is about to be killed.
func (s *sight) veilOf() float32 {
	for i := range s.figures {
		if f := &s.figures[i]; !f.hidden && s.frame.story.Soon(f.slot) {
			return veilKill
		}
	}
	return veil
}

// deaden returns the color of a part of the dead.
func deaden(c draw.Color) draw.Color {
	gray := luminance(c)
	return c.Mix(draw.Color{R: gray, G: gray, B: gray, A: c.A}, 0.4).Mix(draw.Color{R: deadColor.R, G: deadColor.G,
		B: deadColor.B, A: c.A}, deadShare)
}

// silhouette fills a body whose parts are too small to be told apart with one bright color.
func (k *paint) silhouette(color draw.Color) {
	k.tint, k.glows = color.Alpha(tinyFill), true
}

const (
	// tinyBody is the height of a body, as a part of the picture's, below which it is filled:
	// 40 of 720 lines; tinyFill is how much of the fill is the color of its name.
	tinyBody, tinyFill = 1. / 18, 0.8
	// smallBody is the height of a body, as a part of the picture's, below which it has
	// brackets: 60 of 720 lines.
	// Half hidden ones have brackets below halfBody.
	smallBody, halfBody = 1. / 10, 1. / 5
	// A bracket is bracketPart of a side long, at least bracketLeast points; the box is
	// bracketMost points high at least.
	bracketPart, bracketLeast, bracketMost = 0.28, 3, 13
	bracketLine                            = 1.25
	// bracketFar is how opaque brackets are at the distance of nameFar.
	bracketFar = 0.45
	// bracketRoom is how far from a body they are, in units.
	bracketRoom = 5
)

// bodyParts are the places of a body that are looked at: head, middle and sides.
const bodyParts = 4

// seenParts returns how many of a body's parts, at a place, the level does not hide from the
// camera. Where one is enough, the first that is seen ends it.
func (f *frame) seenParts(at mgl32.Vec3, one bool) (n int) {
	const near = 4 // units
	for _, to := range partsOf(f.frustum.origin, at) {
		if !sane(to) || f.g.until(f.frustum.sees(to), to).Sub(to).Len() < near {
			if n++; one {
				return n
			}
		}
	}
	return n
}

// partsOf returns where the parts of a body at a place are, as it is seen from another.
func partsOf(from, at mgl32.Vec3) [bodyParts]mgl32.Vec3 {
	const head, middle, side = 26, 4, 12 // units
	d := at.Sub(from)
	aside := mgl32.Vec3{d[1], -d[0], 0}
	if l := aside.Len(); l > 0 {
		aside = aside.Mul(side / l)
	}
	return [bodyParts]mgl32.Vec3{at.Add(mgl32.Vec3{0, 0, head}), at.Add(mgl32.Vec3{0, 0, middle}), at.Add(aside),
		at.Sub(aside)}
}

// onlyPresumedHides reports whether nothing of a level that was rebuilt hides a body, at a
// place, but what is presumed: who is behind it may well be in sight.
func (f *frame) onlyPresumedHides(at mgl32.Vec3) bool {
	if !f.g.built || !sane(at) || f.seenParts(at, false) < bodyParts {
		return false
	}
	for _, to := range partsOf(f.frustum.origin, at) {
		if f.g.source.Presumes(f.frustum.origin, to) {
			return true
		}
	}
	return false
}

// Glimpses reports whether the level leaves the way free from a place to any part of a body at
// another. Doors do not stop it.
func (g *Geometry) Glimpses(from, at mgl32.Vec3) bool {
	for _, to := range partsOf(from, at) {
		if g.Clear(from, to) {
			return true
		}
	}
	return false
}

// behindWall reports whether the level hides a player at a place from the camera: his head,
// his middle and his sides.
func (f *frame) behindWall(at mgl32.Vec3) bool { return f.seenParts(at, true) == 0 }

// bracketPlayers draws brackets around who lives and could be overlooked.
func (sg *signs) bracketPlayers(m *player.Moment) {
	if m == nil || m.World == nil {
		return
	}
	if sg.frame.story.Kill.Holds() {
		return // those of the kill are enough
	}
	for i := range sg.sight.figures {
		f := &sg.sight.figures[i]
		p := &m.World.Players[f.slot]
		if f.hidden || p.Dead || f.w < sg.frame.near || f.w > nameFar {
			continue
		}
		if sg.frame.story.Kill.SideOf(f.slot) >= 0 {
			continue // who has those of a kill
		}
		height := (playerHigh - playerLow) * sg.frame.focal / f.w
		if height >= halfBody*sg.frame.height {
			continue
		}
		small := height < smallBody*sg.frame.height
		if seen := sg.frame.seenParts(m.Poses[f.slot].Origin, small); seen == 0 || seen == bodyParts && !small {
			continue
		}
		color := bright(bright(sg.colors.name(m.World, p)))
		if hit := sg.sight.hitOf(m, f.slot); hit > 0 {
			color = hitColor(hit)
		}
		sg.bracket(f, color.Alpha(max(bracketFar, 1-f.w/nameFar)))
	}
}

// bracket draws the corners of a box around a figure.
func (sg *signs) bracket(f *figure, color draw.Color) {
	unit := sg.frame.focal / f.w
	half := max((playerHigh-playerLow)/2*unit+bracketRoom*unit, bracketMost/2*sg.frame.scale)
	wide := max((16+bracketRoom)*unit, 0.65*half)
	leg := max(bracketLeast*sg.frame.scale, bracketPart*2*wide)
	line := bracketLine * sg.frame.scale
	for _, x := range [2]float32{-1, 1} {
		for _, y := range [2]float32{-1, 1} {
			cx, cy := f.x+x*wide, f.y+y*half
			sg.canvas.overlay.Line(cx, cy, cx-x*leg, cy, line, color)
			sg.canvas.overlay.Line(cx, cy, cx, cy-y*leg, line, color)
		}
	}
}

// hitColor returns the color of a fresh hit, first white, then red. Left is the part of its time that is left.
func hitColor(left float32) draw.Color {
	return colorRed.Mix(colorWhite, max(0, min(1, 1.6*left-0.6)))
}

// hitOf returns how much is left of the sign that a player has just been hit, 1 to 0: by a
// frame of pain, and by any other sign that the demo gives.
func (s *sight) hitOf(m *player.Moment, slot int) float32 {
	p := &m.World.Players[slot]
	switch {
	case p.Dead:
		return 0
	case s.struck>>slot&1 != 0:
		return 1
	}
	age, ok := story.HurtAge(m, p)
	if !ok {
		return 0
	}
	return float32(max(0, 1-age/hitTime))
}

// ownClear is how much is seen through the followed player's own body while the camera is closer than ownNear units.
const ownClear, ownNear = 0.86, 60

// corpseNear is how near to the camera a corpse is seen through, in units, and playerHalf how far a body reaches to
// each side.
const corpseNear, playerHalf = 40, 16

// corpseClear returns how much is seen through a corpse that reaches half units around a place: the more the nearer
// it is to the camera, since it would fill the picture.
func (f *frame) corpseClear(at mgl32.Vec3, half float32) float32 {
	if f.whole {
		return 0
	}
	gap := at.Sub(f.frustum.origin).Len() - half
	return ownClear * max(0, min(1, 1-gap/corpseNear))
}

// tooClose reports whether the camera is so close to the followed player that the body would hide the picture.
func (f *frame) tooClose(m *player.Moment, slot int) bool {
	return (slot == f.opt.Follow || m.Eye.Known && m.Eye.Slot == slot) &&
		m.Poses[slot].Origin.Sub(f.frustum.origin).Len() < ownNear
}
