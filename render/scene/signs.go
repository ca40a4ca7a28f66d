package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player"
	"demoscope/player/story"
	"demoscope/player/world"
	"demoscope/player/world/equipment"
	"demoscope/render/anchor"
	"demoscope/render/draw"
	"demoscope/render/setting"
)

// signs draws the signs that explain the fight over the picture.
type signs struct {
	frame   *frame
	canvas  *canvas
	colors  *colors
	sight   *sight
	markers *markers
	out     *anchor.Places
}

// Signs next to a player's head: on the right a balloon for talking or away players, on the left bars for lagging ones.
// They have the size of a head, within limits in points.
const (
	signUnits           = 11
	signLeast, signMost = 9, 16
	// signBeside is their distance from the center of the body, and signHeight the height of their upper side above the
	// player's origin, in units.
	signBeside, signHeight = 11, 36
)

var (
	signPaper = draw.RGB(0xd8d3c2)
	signInk   = draw.RGB(0x20242c)
)

// addSigns adds the signs of the visible players.
func (sg *signs) addSigns(m *player.Moment) {
	for i := range sg.sight.figures {
		f := &sg.sight.figures[i]
		p := &m.World.Players[f.slot]
		signs := equipment.Carries(m.World, p) & (equipment.Talking | equipment.Away | equipment.Lagging)
		if signs == 0 || f.hidden || p.Dead || sg.frame.behindWall(m.Poses[f.slot].Origin) {
			continue
		}
		x, y, w, ok := sg.frame.project(mgl32.Vec3(m.Poses[f.slot].Origin).Add(mgl32.Vec3{0, 0, signHeight}))
		if !ok || w > nameFar {
			continue
		}
		unit := sg.frame.focal / w
		size := max(signLeast*sg.frame.scale, min(signUnits*unit, signMost*sg.frame.scale))
		alpha := max(0.4, fade(w))
		if signs&(equipment.Talking|equipment.Away) != 0 {
			sg.canvas.balloon(x+signBeside*unit, y, size, signs&equipment.Talking != 0, alpha)
		}
		if signs&equipment.Lagging != 0 {
			sg.canvas.bars(x-signBeside*unit-size, y, size, alpha)
		}
	}
}

// balloon draws a balloon with its upper left corner at a point: with three dots for a talking player, and a Z for an
// away player.
func (cv *canvas) balloon(x, y, size float32, talks bool, alpha float32) {
	o := cv.overlay
	paper, ink := signPaper.Alpha(alpha), signInk.Alpha(alpha)
	width, height, line := 1.25*size, 0.8*size, max(1, size/9)
	// The tail, on the side of the mouth.
	o.Triangle(x+0.2*width, y+height, x+0.5*width, y+height, x-0.05*width, y+1.35*height, paper)
	o.Rect(x, y, width, height, paper)
	o.Frame(x-line, y-line, width+2*line, height+2*line, line, ink)
	if !talks {
		left, right, top, low := x+0.36*width, x+0.64*width, y+0.22*height, y+0.78*height
		o.Line(left, top, right, top, line, ink)
		o.Line(right, top, left, low, line, ink)
		o.Line(left, low, right, low, line, ink)
		return
	}
	for i := range 3 {
		o.Circle(x+width*(0.25+0.25*float32(i)), y+height/2, 0.085*size, ink)
	}
}

// bars draws a bad connection: rising bars of which only the first is filled, crossed out.
func (cv *canvas) bars(x, y, size, alpha float32) {
	o := cv.overlay
	line := max(1, size/9)
	o.Rect(x-2*line, y-line, size+4*line, size+2*line, signInk.Alpha(0.6*alpha))
	for i := range 3 {
		height := size * float32(i+1) / 3
		color := colorOrange
		if i > 0 {
			color = colorGray.Dim(0.6)
		}
		o.Rect(x+size*(0.04+0.34*float32(i)), y+size-height, 0.24*size, height, color.Alpha(alpha))
	}
	o.Line(x, y, x+0.45*size, y+0.45*size, 1.2*line, colorRed.Alpha(alpha))
	o.Line(x+0.45*size, y, x, y+0.45*size, 1.2*line, colorRed.Alpha(alpha))
}

const (
	// tinyBody is the height of a body, as a part of the picture's, below which it is filled: 40 of 720 lines. tinyFill
	// is the share of its name's color in the fill.
	tinyBody, tinyFill = 1. / 18, 0.8
	// smallBody is the height of a body, as a part of the picture's, below which it has brackets: 72 of 720 lines.
	// Half-hidden bodies have brackets below halfBody.
	smallBody, halfBody = 1. / 10, 1. / 5
	// A bracket is bracketPart of a side long, and at least bracketLeast points. The box is at least bracketMost points
	// high.
	bracketPart, bracketLeast, bracketMost = 0.28, 3, 13
	bracketLine                            = 1.25
	// bracketFar is the opacity of brackets at a distance of nameFar.
	bracketFar = 0.45
	// bracketRoom is the distance of brackets from a body, in units.
	bracketRoom = 5
)

// bracketPlayers draws brackets around living players who could be overlooked.
func (sg *signs) bracketPlayers(m *player.Moment) {
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
			continue // has the brackets of a kill
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

// Ring is a sound that is shown at its position.
type Ring struct {
	Origin mgl32.Vec3
	// Age is the time since it began in seconds, and Level its loudness from 0 to 1.
	Age, Level float32
	Color      draw.Color
}

const (
	// ringLife is the duration of a ring in seconds. It grows from ringFirst to ringLast units. Its radius is at least
	// ringLeast points, so that distant rings are visible, and at most ringMost, so that near ones don't surround half
	// of the picture.
	ringLife            = 0.9
	ringFirst, ringLast = 10, 44
	ringLeast, ringMost = 5, 60
	// ringWidth is its initial line width in points.
	ringWidth = 3.5
	// ringBehind is its opacity behind a wall.
	ringBehind = 0.4
	// ringNear is the distance from the camera below which no ring is drawn, in units: it would surround the picture.
	ringNear = 48
)

// addRings draws a ring around each place where a sound has recently started.
func (sg *signs) addRings() {
	for i := range sg.frame.opt.Rings {
		r := &sg.frame.opt.Rings[i]
		if r.Age < 0 || r.Age >= ringLife || !sane(r.Origin) || r.Origin.Sub(sg.frame.origin).Len() < ringNear {
			continue
		}
		x, y, w, ok := sg.frame.project(r.Origin)
		if !ok {
			continue
		}
		t := r.Age / ringLife
		grown := 1 - (1-t)*(1-t) // fast at first
		radius := max((ringFirst+(ringLast-ringFirst)*grown)*sg.frame.focal/w, ringLeast*sg.frame.scale*(0.7+0.6*grown))
		radius = min(radius, ringMost*sg.frame.scale*(0.4+0.6*grown))
		width := max(1, ringWidth*(1-0.6*t)) * sg.frame.scale
		alpha := (1 - t) * (0.25 + 0.75*r.Level)
		if !sg.frame.g.Clear(sg.frame.origin, r.Origin) {
			alpha *= ringBehind
		}
		if sg.frame.beside(x, y, radius) {
			continue
		}
		sg.canvas.overlay.Ring(x, y, radius-width/2-1, radius+width/2+1, Background.Alpha(0.5*alpha))
		sg.canvas.overlay.Ring(x, y, radius-width/2, radius+width/2, r.Color.Alpha(alpha))
	}
}

// The missile mark is a ring of markRadius points around a missile that flies toward the followed player, at most
// markNear units away: markAhead is the least cosine between its direction and the line to the player. A grenade within
// rollsNear units counts in any direction.
const (
	markRadius, markLine = 7, 1.2
	markNear, rollsNear  = 900, 250
	markAhead            = 0.6
)

// markMissile draws a ring around the nearest missile that comes toward the followed player. Rockets and grenades have
// priority.
func (sg *signs) markMissile(m *player.Moment) {
	if !sg.frame.opt.MissileMark {
		return
	}
	followed, target := sg.frame.followedAt(m)
	if followed == nil || followed.Dead {
		return
	}
	mk := sg.comingMissile(m, target)
	if mk == nil || mk.origin.Sub(sg.frame.origin).Len() < nearestHead {
		return
	}
	x, y, _, ok := sg.frame.project(mk.origin)
	radius, half := markRadius*sg.frame.scale, markLine/2*sg.frame.scale
	if !ok || sg.frame.beside(x, y, radius) {
		return
	}
	color := colorWhite
	if mk.owner.A > 0 {
		color = mk.owner
	}
	sg.canvas.overlay.Ring(x, y, radius-half, radius+half, color.Alpha(0.85))
}

// comingMissile returns the nearest missile that comes toward the followed player, or nil for none.
func (sg *signs) comingMissile(m *player.Moment, target mgl32.Vec3) (best *marker) {
	var nearest float32
	for i := range sg.markers.list {
		mk := &sg.markers.list[i]
		if mk.class.kind != kindProjectile || mk.shooter >= 0 && sg.frame.isFollowed(m, mk.shooter) ||
			!sg.frame.g.Clear(sg.frame.origin, mk.origin) {
			continue
		}
		t := flying(m, mk.entity)
		if t == nil {
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
	return best
}

// killWide is half the width of a body without its weapon, in units.
const killWide = 10

// drawKill draws the signs of the kill in the level, and sets the positions of its signs over the picture.
func (sg *signs) drawKill(m *player.Moment) {
	k := &sg.frame.story.Kill
	if !k.Known {
		return
	}
	t := anchor.Kill{Kill: *k}
	for i := range k.Sides {
		t.Sides[i] = sg.killSide(m, &k.Sides[i])
		if side := &t.Sides[i]; side.At == anchor.KillInside && k.In > 0 && !sg.sight.Body(side.Player-1).Seen &&
			!sg.frame.opt.On(setting.XRay) {
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

// killSide returns the position in the picture of one of the two players in a kill.
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
	if !stands(m, slot) || p.Spectator {
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
