package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player"
	"demoscope/player/story"
	"demoscope/player/world"
	"demoscope/render/anchor"
	"demoscope/render/draw"
	"demoscope/render/setting"
)

// First-person screen effects: the tint of a liquid, Quake II's blend, damage at the edge of the picture, and an arc
// toward the attacker. All are fainter than in the games, so that the fight remains visible.
const (
	// blendShare is the share of a game's tint over the whole picture, and rimShare that at its edge. rimWidth is the
	// width of the edge as a part of the shorter side.
	blendShare, rimShare, rimWidth = 0.1, 0.45, 0.07
	// arcRadius is the radius of the arc as a part of the shorter side, arcWidth its width in points, and arcSpread its
	// extent to each side in degrees.
	arcRadius, arcWidth, arcSpread = 0.3, 9, 24
	// arcName is the distance of the center of the attacker's name from the arc, toward the middle, in points.
	arcName = 24
	// The arc is drawn if the attacker is at least arcLeast units away horizontally, and at least arcLevel of the
	// distance is horizontal.
	arcLeast, arcLevel = 8, 0.2
	// rimCalm is the factor for the damage at the edge if no signs are drawn.
	rimCalm = 0.4
	// hitBefore is how long before the fatal hit its kill can be reported, in seconds.
	hitBefore = 0.2
	// damageFated is the share of it that is left while a kill by or of that player is about to happen: the two players
	// must be visible.
	damageFated = 0.5
)

// Colors of damage: mostly taken by armor, partly taken by armor, and without known armor. They are Quake's, and so are
// the tints of liquids.
var (
	damageArmor = draw.RGB(0xc86464)
	damageBlood = draw.RGB(0xff1010)
)

// addScreenEffects adds the screen effects of the player whose eye the camera is.
func (sg *signs) addScreenEffects(m *player.Moment) {
	o := &sg.frame.opt
	if !o.On(setting.ScreenEffects) || !o.FirstPerson || !m.Eye.Known || m.Eye.ThirdPerson || m.World.Intermission ||
		m.World.View.Fixed {
		return
	}
	switch m.World.Game {
	case world.Quake, world.QuakeWorld:
		sg.canvas.blend(sg.frame.liquidTint())
	}
	slot := m.Eye.Slot
	if slot < 0 || slot >= len(m.World.Players) {
		return
	}
	p := &m.World.Players[slot]
	faint := float32(1)
	if sg.frame.story.Soon(slot) {
		faint = damageFated
	}
	if b := p.Blend; m.World.Game == world.Quake2 && !o.On(setting.ReducedMotion) {
		sg.canvas.blend(draw.Color{R: float32(b[0]) / 255, G: float32(b[1]) / 255, B: float32(b[2]) / 255,
			A: faint * float32(b[3]) / 255})
	}
	if !p.Dead && !story.Died(o.Kills, slot, p.Hit.Clock-hitBefore, m.Clock) { // the hit belongs to this life
		sg.addDamage(m, p, faint)
	}
}

// addDamage adds the effects of the last hit on the player whose eye the camera is.
func (sg *signs) addDamage(m *player.Moment, p *world.Player, faint float32) {
	o, left := &sg.frame.opt, p.Hit.Left(m.Clock)
	if left <= 0 {
		return
	}
	color := damageBlood
	if p.Hit.Armor {
		color = damageArmor
	}
	if !o.On(setting.ReducedMotion) {
		if o.NoSigns {
			faint *= rimCalm
		}
		sg.canvas.rim(color.Alpha(faint * left * rimShare))
	}
	if p.Hit.Directed && o.signs(setting.HitSigns) {
		alpha := min(1, 0.5+left) * min(1, 6*left)
		if x, y, ok := sg.canvas.arc(p.Hit.From, m.Eye.Angles[1], color.Mix(colorWhite, 0.25).Alpha(alpha)); ok {
			sg.nameAttacker(m, p, x, y, alpha)
		}
	}
}

// nameAttacker writes the name of the last attacker of a player at a place, if it is known.
func (sg *signs) nameAttacker(m *player.Moment, p *world.Player, x, y, alpha float32) {
	slot := m.World.Attacker(p, m.Clock)
	if slot < 0 || !sg.frame.opt.On(setting.NameTags) {
		return
	}
	by := &m.World.Players[slot]
	sg.out.Attacker = anchor.Label{X: x, Y: y, Text: by.Name, Color: sg.out.NameColors[slot].Alpha(alpha),
		Player: slot + 1, Status: story.Status{Weapon: sg.frame.story.Players[slot].Weapon,
			Mate: m.World.Mates(p, by)}}
}

// blend draws a tint over the whole picture.
func (cv *canvas) blend(tint draw.Color) {
	if tint.A > 0 {
		cv.overlay.Rect(0, 0, cv.frame.width, cv.frame.height, tint.Alpha(blendShare))
		cv.rim(tint.Alpha(rimShare))
	}
}

// rim draws a color at the edge of the picture that fades toward its center.
func (cv *canvas) rim(color draw.Color) {
	o := cv.overlay
	w, h := cv.frame.width, cv.frame.height
	in := rimWidth * min(w, h)
	clear := color
	clear.A = 0
	outer := [4]uint32{o.Vertex(0, 0, color), o.Vertex(w, 0, color), o.Vertex(w, h, color), o.Vertex(0, h, color)}
	inner := [4]uint32{o.Vertex(in, in, clear), o.Vertex(w-in, in, clear), o.Vertex(w-in, h-in, clear),
		o.Vertex(in, h-in, clear)}
	for i := range outer {
		k := (i + 1) % len(outer)
		o.Index(outer[i], outer[k], inner[k])
		o.Index(outer[i], inner[k], inner[i])
	}
}

// arc draws an arc around the center of the picture toward a position, for an eye with a yaw in degrees. Positions
// ahead are at the top. It returns the place for a name inside the arc. ok is false if no arc is drawn.
func (cv *canvas) arc(from mgl32.Vec3, yaw float32, color draw.Color) (x, y float32, ok bool) {
	if !sane(from) {
		return 0, 0, false
	}
	d := from.Sub(cv.frame.origin)
	forward, side, _ := vectors(mgl32.Vec3{0, yaw, 0})
	right, ahead := d.Dot(side), d.Dot(forward)
	aside := float32(math.Hypot(float64(right), float64(ahead)))
	if aside < arcLeast || aside < arcLevel*d.Len() {
		return 0, 0, false
	}
	const steps = 12
	middle := math.Atan2(float64(right), float64(ahead))
	radius, half := arcRadius*min(cv.frame.width, cv.frame.height), arcWidth*cv.frame.scale/2
	clear, o := color, cv.overlay
	clear.A = 0
	first := uint32(len(o.Vertices))
	for i := range steps + 1 {
		part := 2*float64(i)/steps - 1
		sin, cos := math.Sincos(middle + part*arcSpread*math.Pi/180)
		thick := half * float32(1-0.8*part*part) // thinner toward its ends
		at := func(r float32, c draw.Color) {
			o.Vertex(cv.frame.width/2+r*float32(sin), cv.frame.height/2-r*float32(cos), c)
		}
		at(radius+thick+0.5, clear)
		at(radius+thick-0.5, color)
		at(radius-thick+0.5, color)
		at(radius-thick-0.5, clear)
	}
	const row = 4
	for p := first; p < first+row*steps; p += row {
		for k := range uint32(row - 1) {
			o.Index(p+k, p+k+1, p+k+row)
			o.Index(p+k+1, p+k+row+1, p+k+row)
		}
	}
	sin, cos := math.Sincos(middle)
	inside := radius - arcName*cv.frame.scale
	return cv.frame.width/2 + inside*float32(sin), cv.frame.height/2 - inside*float32(cos), true
}
