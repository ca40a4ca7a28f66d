package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player"
	"demoscope/player/weapon"
	"demoscope/player/world"
	"demoscope/render/draw"
)

// beam is a line from the effect's origin to its end.
type beam struct {
	width float32 // points
	color draw.Color
	fades float32 // how much of its opacity it loses until the effect's end, 0 to 1
}

// beam places a line that glows: a wide faint one, and a narrow light one in it.
func (sp *sparks) beam(a, b mgl32.Vec3, width float32, color draw.Color) {
	sp.pieces.putLine(a, b, width*3.5, 0.4, color.Alpha(0.28))
	core := color.Mix(colorWhite, 0.35)
	core.A = color.A
	sp.pieces.putLine(a, b, width, 0.6, core)
}

// lightning places the lightning of an effect.
func (sp *sparks) lightning(e *effect) {
	color := colorCyan
	switch {
	case e.RGB != 0:
		color = draw.RGB(e.RGB)
	case e.shooter.A > 0:
		color = e.shooter
	}
	sp.bolt(e.origin, e.end, e.clock, color)
}

var (
	// ownBolt is the color of the followed player's lightning. paleBolt is mixed into other players' lightning if their
	// own color is nearly white.
	ownBolt, paleBolt = draw.RGB(0xdcf0ff), draw.RGB(0xff9a2e)
)

// paleLeast is the least difference between the channels of a color that does not look white.
const paleLeast = 0.3

// bolt returns the color of a player's lightning: a light blue for the followed player, and their own color for
// others, so that the lightning of two players differs.
func (cs *colors) bolt(m *player.Moment, slot int) draw.Color {
	switch {
	case slot < 0 || slot >= len(m.World.Players):
		return colorCyan
	case cs.frame.watches(m, slot):
		return ownBolt
	}
	c := bright(cs.name(m.World, &m.World.Players[slot]))
	if max(c.R, c.G, c.B)-min(c.R, c.G, c.B) < paleLeast {
		c = c.Mix(paleBolt, 0.6)
	}
	return c
}

// putAway reports whether lightning is that of a player of Quake who is known to hold another weapon by now.
func (fx *effects) putAway(m *player.Moment, e *world.Effect) bool {
	if e.Kind != world.EffectLightning || m.World.Game != world.Quake && m.World.Game != world.QuakeWorld {
		return false
	}
	slot := slotOf(m.World, e.Entity)
	if slot < 0 || slot >= len(m.World.Players) {
		return false
	}
	p := &m.World.Players[slot]
	return m.World.HeldKnown(p) && fx.frame.story.Held(m.World, p) != weapon.LightningGun
}

// boltBlue is mixed into the glow of lightning, which is boltWide units wide.
var boltBlue = draw.RGB(0x4aa0ff)

const boltWide = 9

// bolt places lightning: a straight line from the gun to where it ends, which pulses a little, with a glow there.
func (sp *sparks) bolt(from, to mgl32.Vec3, clock float64, color draw.Color) {
	pulse := 1 + 0.12*float32(math.Sin(math.Mod(clock, 100)*60))
	glow := color.Mix(boltBlue, 0.5)
	sp.pieces.putSoftLine(from, to, boltWide*pulse, glow.Alpha(0.5))
	sp.pieces.putSoftLine(from, to, boltWide/3*pulse, glow.Mix(colorWhite, 0.5).Alpha(0.7))
	sp.pieces.putLine(from, to, 2.4, 0.9, color.Mix(colorWhite, 0.85))
	sp.pieces.putGlow(to, 14*pulse, glow.Alpha(0.7))
	sp.pieces.putGlow(to, 5*pulse, colorWhite.Alpha(0.9))
}

// bubbles places bubbles along the line of an effect, which rise.
func (sp *sparks) bubbles(e *effect) {
	way := e.end.Sub(e.origin)
	n := int(min(maxParticles/4, way.Len()/20)) + 1
	d := newDice(e.Effect)
	for i := range n {
		at := e.origin.Add(way.Mul((float32(i) + 0.5) / float32(n))).Add(d.direction().Mul(3 + 4*e.part))
		at[2] += e.age * (12 + 6*d.roll())
		_, x, y := sp.frame.facing(at)
		sp.pieces.putRing(at, x, y, 1.8+0.8*d.roll(), 1, sp.tint(e, &d, colorCyan).Alpha(0.9*(1-e.part)))
	}
}

// cable places a cable: a line with knots.
func (sp *sparks) cable(e *effect) {
	sp.pieces.putLine(e.origin, e.end, 1.5, 0.5, colorBrown)
	way := e.end.Sub(e.origin)
	n := int(min(40, way.Len()/24))
	for i := 1; i <= n; i++ {
		sp.pieces.putDot(e.origin.Add(way.Mul(float32(i)/float32(n+1))), 2.5, 0.5, colorSilver)
	}
	d := normalize(way)
	x, y := across(d)
	for _, p := range [...][2]float32{{1, 0}, {-0.5, 0.87}, {-0.5, -0.87}} { // the hook
		sp.pieces.putLine(e.end, e.end.Sub(d.Mul(8)).Add(x.Mul(6*p[0])).Add(y.Mul(6*p[1])), 1.4, 0.5, colorSilver)
	}
}

// tongue places a line that waves.
func (sp *sparks) tongue(e *effect) {
	way := e.end.Sub(e.origin)
	l := way.Len()
	x, y := across(normalize(way))
	n := int(min(48, l/10)) + 1
	last := e.origin
	for i := 1; i <= n; i++ {
		part := float32(i) / float32(n)
		phase := float64(part*l)*0.13 - math.Mod(e.clock, 100)*14
		sin, cos := math.Sincos(phase)
		swing := 5 * min(1, 4*part, 4*(1-part)+0.05)
		at := e.origin.Add(way.Mul(part)).Add(x.Mul(swing * float32(sin))).Add(y.Mul(swing * 0.5 * float32(cos)))
		sp.pieces.putLine(last, at, 2.2, 0.5, colorPink)
		last = at
	}
	sp.pieces.putDot(e.end, 6, 0.5, colorPink)
}

// heatRings places rings that run along a beam of heat.
func (sp *sparks) heatRings(e *effect) {
	way := e.end.Sub(e.origin)
	l := way.Len()
	dir := normalize(way)
	x, y := across(dir)
	const apart = 40
	d := newDice(e.Effect)
	shift := float32(math.Mod(e.clock*240, apart))
	for i := 0; i < 24 && float32(i)*apart+shift < l; i++ {
		sp.pieces.putRing(e.origin.Add(dir.Mul(float32(i)*apart+shift)), x, y, 4, 1, sp.tint(e, &d, colorFire).Alpha(0.8))
	}
}

// forceWall places a lattice that stands on the line of an effect.
func (sp *sparks) forceWall(e *effect) {
	const height = 64
	way := e.end.Sub(e.origin)
	n := int(min(32, way.Len()/16)) + 1
	d := newDice(e.Effect)
	top := mgl32.Vec3{0, 0, height}
	for i := 0; i <= n; i++ {
		at := e.origin.Add(way.Mul(float32(i) / float32(n)))
		sp.pieces.putLine(at, at.Add(top), 1.2, 0.4, sp.tint(e, &d, colorOrange).Alpha(0.7*(1-e.part*0.5)))
	}
	for i := range 5 {
		up := top.Mul(float32(i) / 4)
		sp.pieces.putLine(e.origin.Add(up), e.end.Add(up), 1.2, 0.4, sp.tint(e, &d, colorOrange).Alpha(0.7*(1-e.part*0.5)))
	}
}

// Quake II's entities that are beams: the bit of RenderFX, and the opacity.
const (
	renderBeam = 128
	laserAlpha = 0.7
)

// quake3Beam is the Type of Quake III's entities that are beams.
const quake3Beam = 5

// addLasers collects the entities that are beams. In Quake II the frame is how many units
// they are wide, and the skin holds four indices into the palette.
func (fx *effects) addLasers(m *player.Moment) {
	for i := range m.Entities {
		e := &m.Entities[i]
		it := effectItem{kind: itemLaser, from: e.Origin, to: e.OldOrigin, width: 2, color: colorRed}
		switch {
		case m.World.Game == world.Quake2 && e.RenderFX&renderBeam != 0:
			c := fx.frame.opt.Palette[uint8(uint32(e.Skin)>>(uint32(fx.frame.idle(m)*10)%4*8))]
			it.color = bright(draw.RGB(uint32(c.R)<<16 | uint32(c.G)<<8 | uint32(c.B))).Alpha(laserAlpha)
			it.width = 1 + min(8, float32(e.Frame)/4)
		case m.World.Game == world.Quake3 && e.Type == quake3Beam:
		default:
			continue
		}
		if sane(it.from) && sane(it.to) {
			fx.addBeam(&it)
		}
	}
}
