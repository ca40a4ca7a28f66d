package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player"
	"demoscope/player/world"
	"demoscope/render/draw"
)

// maxParticles bounds the particles of one effect.
const maxParticles = 96

// particleGravity pulls particles down, in units a second squared.
const particleGravity = 160

// dice generates random numbers, the same ones in every picture of an effect.
type dice uint32

func newDice(e *world.Effect) dice {
	h := uint32(2166136261)
	for _, f := range [...]float32{e.Origin[0], e.Origin[1], e.Origin[2], float32(e.Clock)} {
		h = (h ^ math.Float32bits(f)) * 16777619
	}
	return dice(h | 1)
}

// roll returns a number from -1 to 1.
func (d *dice) roll() float32 {
	x := uint32(*d)
	x ^= x << 13
	x ^= x >> 17
	x ^= x << 5
	*d = dice(x)
	return float32(x>>8)/(1<<23) - 1
}

// direction returns a point in the unit ball.
func (d *dice) direction() mgl32.Vec3 { return mgl32.Vec3{d.roll(), d.roll(), d.roll()} }

// effectLook is what effects of a kind look like: the parts that are set are drawn
// in the order of the fields, in the effect's own colours if it has some. All of them
// fade out over the effect's life.
type effectLook struct {
	ball   ball
	sparks sparks
	// pillar is the colour of sparks that rise around a player's box.
	pillar draw.Color
	beam   beam
	// draw draws what only this kind has.
	draw func(s *Scene, e *effect)
}

// ball is a ball of lines that grows to a radius in units.
type ball struct {
	radius float32
	color  draw.Color
}

// sparks are dots that fly apart at a speed in units a second: count of them, unless
// the effect says how many particles it has.
type sparks struct {
	count int
	speed float32
	color draw.Color
}

// beam is a line from the effect's origin to its end.
type beam struct {
	width   float32 // points
	minFade float32 // see [Scene.faded]
	color   draw.Color
	fades   float32 // how much of its opacity it loses until the effect's end, 0 to 1
}

// effectLooks are the looks of all kinds of effects.
var effectLooks = [world.EffectKindCount]effectLook{
	world.EffectGunshot:      {sparks: sparks{8, 40, colorGrey}},
	world.EffectSpike:        {sparks: sparks{10, 60, colorYellow}},
	world.EffectSuperSpike:   {sparks: sparks{10, 60, colorYellow}},
	world.EffectWizSpike:     {sparks: sparks{14, 60, colorGreen}},
	world.EffectKnightSpike:  {sparks: sparks{14, 60, colorOrange}},
	world.EffectBlood:        {sparks: sparks{16, 50, colorRed}},
	world.EffectSparks:       {sparks: sparks{10, 60, colorYellow}},
	world.EffectExplosion:    {ball: ball{60, colorOrange}, sparks: sparks{40, 260, colorYellow}},
	world.EffectTarExplosion: {ball: ball{50, colorPurple}, sparks: sparks{40, 200, colorPurple}},
	world.EffectLavaSplash:   {sparks: sparks{80, 260, colorOrange}},
	world.EffectTeleport:     {pillar: colorWhite},
	world.EffectParticles:    {draw: (*Scene).putParticles},
	world.EffectMuzzleFlash:  {draw: (*Scene).putMuzzleFlash},
	world.EffectItemRespawn:  {pillar: colorGreen},
	world.EffectBFG:          {ball: ball{80, colorGreen}, sparks: sparks{40, 200, colorGreen}},
	world.EffectSplash:       {sparks: sparks{16, 80, colorCyan}},
	world.EffectBeam:         {beam: beam{1.6, 0.5, colorYellow, 1}},
	world.EffectLightning:    {draw: (*Scene).putLightning},
	world.EffectRail:         {beam: beam{2, 0.5, colorCyan, 1}, draw: (*Scene).putSpiral},
	world.EffectBubbles:      {draw: (*Scene).putSpiral},
	world.EffectGrapple:      {beam: beam{1.2, 0.5, colorBrown, 0}},
	world.EffectLaser:        {beam: beam{2, 0.6, colorRed, 0.5}},
}

// effect is an effect at a moment.
type effect struct {
	*world.Effect
	origin, end mgl32.Vec3
	age         float32 // seconds
	part        float32 // of its life that has passed, 0 to 1
	clock       float64 // viewer's seconds
}

// addEffects collects the visible effects.
func (s *Scene) addEffects(m *player.Moment) {
	list := m.World.Effects.List
	for i := range list {
		e := &list[i]
		if e.Only != 0 && !world.For(e.Only, m.Eye.Slot) || s.ownFlash(m, e) || !lives(e, m.Clock) || int(e.Kind) >= len(effectLooks) || !sane(e.Origin) || !sane(e.End) || !sane(e.Velocity) {
			continue
		}
		origin, end := mgl32.Vec3(e.Origin), mgl32.Vec3(e.End)
		if !e.Kind.Beam() {
			if s.nearVisible(origin, effectReach) {
				s.addThing(thingEffect, i, origin)
			}
			continue
		}
		mins, maxs := origin, origin
		for k := range mins {
			mins[k], maxs[k] = min(mins[k], end[k])-beamReach, max(maxs[k], end[k])+beamReach
		}
		if s.boxVisible(&mins, &maxs) {
			s.addThing(thingEffect, i, origin.Add(end).Mul(0.5))
		}
	}
}

// ownFlash reports whether an effect is the muzzle flash of the entity whose eye is seen
// through: it lights the surroundings, but is not seen.
func (s *Scene) ownFlash(m *player.Moment, e *world.Effect) bool {
	entity := m.Eye.Entity
	if m.World.Game == world.Quake3 { // whose effects have the slot of their player
		entity = int32(m.Eye.Slot)
	}
	return e.Kind == world.EffectMuzzleFlash && s.opt.FirstPerson && m.Eye.Known && e.Entity == entity
}

// How far in units an effect reaches from its origin, and a beam from its line.
const (
	effectReach = 96
	beamReach   = 8
)

// lives reports whether an effect is alive at a clock, in viewer's seconds.
func lives(e *world.Effect, clock float64) bool {
	age := clock - e.Clock
	return age >= 0 && age <= e.Life && e.Life > 0
}

// placeEffect places an effect.
func (s *Scene) placeEffect(m *player.Moment, i int) {
	w, e := &m.World.Effects.List[i], &s.effect
	*e = effect{Effect: w, origin: w.Origin, end: w.End, age: float32(m.Clock - w.Clock), clock: m.Clock}
	e.part = e.age / float32(w.Life)
	look := &effectLooks[w.Kind]
	if look.ball.radius > 0 {
		s.putBall(e, &look.ball)
	}
	if look.sparks.count > 0 {
		s.putSparks(e, &look.sparks)
	}
	if look.pillar.A > 0 {
		s.putPillar(e, look.pillar)
	}
	if b := &look.beam; b.width > 0 {
		d := newDice(w)
		s.putLine(e.origin, e.end, b.width, b.minFade, s.tint(e, &d, b.color).Alpha(1-e.part*b.fades))
	}
	if look.draw != nil {
		look.draw(s, e)
	}
}

// tint returns the colour of a part of an effect: one of the effect's own, by chance,
// or the usual one.
func (s *Scene) tint(e *effect, d *dice, usual draw.Color) draw.Color {
	n := int(e.Colors)
	if n == 0 {
		return usual
	}
	c := s.opt.Palette[e.Color+uint8(min(int(abs(d.roll())*float32(n)), n-1))]
	return bright(draw.RGB(uint32(c.R)<<16 | uint32(c.G)<<8 | uint32(c.B)))
}

// particles returns how many particles to draw of an effect; usual is their number if
// it does not say.
func (e *effect) particles(usual int) int {
	if e.Colors > 0 && e.Count > 0 {
		usual = int(e.Count)
	}
	return min(usual, maxParticles)
}

// putSparks places dots that fly apart and fall.
func (s *Scene) putSparks(e *effect, look *sparks) {
	d := newDice(e.Effect)
	for range e.particles(look.count) {
		at := e.origin.Add(d.direction().Mul(look.speed*e.age + 2))
		at[2] -= particleGravity / 2 * e.age * e.age
		s.putDot(at, 2.5, 0.5, s.tint(e, &d, look.color).Alpha(1-e.part))
	}
}

// putParticles places particles of an effect that has their count, velocity and
// colours.
func (s *Scene) putParticles(e *effect) {
	d := newDice(e.Effect)
	for range e.particles(0) {
		spread := d.direction()
		at := e.origin.Add(spread.Mul(8 + 15*e.age).Add(mgl32.Vec3(e.Velocity).Mul(15 * e.age)))
		at[2] -= particleGravity / 2 * e.age * e.age
		s.putDot(at, 2.5, 0.5, s.tint(e, &d, colorWhite).Alpha(1-e.part))
	}
}

// putMuzzleFlash places a dot that shrinks.
func (s *Scene) putMuzzleFlash(e *effect) {
	s.putDot(e.origin, 16*(1-e.part), 0.5, colorYellow.Alpha(1-e.part))
}

// ballPoints are the directions of a ball's corners: those of an icosahedron.
var ballPoints = func() []mgl32.Vec3 {
	var list []mgl32.Vec3
	const golden = 1.618034
	for _, a := range [...]float32{-1, 1} {
		for _, b := range [...]float32{-golden, golden} {
			list = append(list, normalize(mgl32.Vec3{0, a, b}), normalize(mgl32.Vec3{a, b, 0}), normalize(mgl32.Vec3{b, 0, a}))
		}
	}
	return list
}()

// putBall places a growing ball of lines, with a flash in it at first.
func (s *Scene) putBall(e *effect, look *ball) {
	r := look.radius * (0.25 + 0.75*e.part)
	d := newDice(e.Effect)
	line := s.tint(e, &d, look.color).Alpha(1 - e.part)
	for i, a := range ballPoints {
		for _, b := range ballPoints[i+1:] {
			if a.Dot(b) > 0.4 { // neighbours
				s.putLine(e.origin.Add(a.Mul(r)), e.origin.Add(b.Mul(r)), 1.2, 0.5, line)
			}
		}
	}
	if e.part < 0.5 {
		s.putDot(e.origin, r, 0.5, colorYellow.Alpha(0.6*(1-2*e.part)))
	}
}

// putPillar places the sparks of an arrival: they rise around a player's box.
func (s *Scene) putPillar(e *effect, color draw.Color) {
	d := newDice(e.Effect)
	for range pillarSparks {
		p := d.direction()
		at := e.origin.Add(mgl32.Vec3{p[0] * (16 + 24*e.part), p[1] * (16 + 24*e.part), p[2]*28 + 20*e.part})
		s.putDot(at, 2, 0.5, s.tint(e, &d, color).Alpha(1-e.part))
	}
}

// pillarSparks is how many sparks an arrival has.
const pillarSparks = 48

// putLightning places a jagged line that changes 20 times a second.
func (s *Scene) putLightning(e *effect) {
	d := newDice(e.Effect)
	d = dice(uint32(d) ^ uint32(int64(e.clock*20))*2654435761 | 1)
	const step = 30 // units
	way := e.end.Sub(e.origin)
	n := int(min(64, way.Len()/step)) + 1
	last := e.origin
	for i := 1; i <= n; i++ {
		at := e.origin.Add(way.Mul(float32(i) / float32(n)))
		if i < n {
			at = at.Add(d.direction().Mul(6))
		}
		s.putLine(last, at, 1.8, 0.6, colorCyan)
		last = at
	}
}

// putSpiral places dots around the line of an effect that drift apart.
func (s *Scene) putSpiral(e *effect) {
	way := e.end.Sub(e.origin)
	l := way.Len()
	dir := normalize(way)
	side := normalize(dir.Cross(mgl32.Vec3{0, 0, 1}))
	if side == (mgl32.Vec3{}) {
		side = mgl32.Vec3{1, 0, 0}
	}
	up := side.Cross(dir)
	n := int(min(maxParticles, l/12))
	d := newDice(e.Effect)
	for i := range n {
		sin, cos := math.Sincos(float64(i) * 0.7)
		r := 3 + 5*e.part
		at := e.origin.Add(way.Mul(float32(i) / float32(n)))
		at = at.Add(side.Mul(r * float32(cos)).Add(up.Mul(r * float32(sin))))
		s.putDot(at, 1.5, 0.4, s.tint(e, &d, colorCyan).Alpha(0.8*(1-e.part)))
	}
}
