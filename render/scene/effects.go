package scene

import (
	"math"

	"demoscope/player"
	"demoscope/player/world"
	"demoscope/render/draw"
)

// maxParticles bounds the dots of one effect.
const maxParticles = 96

// particleGravity pulls particles down, in units a second squared.
const particleGravity = 160

// dice are random numbers that are the same in every picture of an effect.
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
func (d *dice) direction() vec { return vec{d.roll(), d.roll(), d.roll()} }

// addEffects notes the effects that can be seen.
func (s *Scene) addEffects(m *player.Moment) {
	list := m.World.Effects.List
	for i := range list {
		e := &list[i]
		if _, ok := age(m, e); !ok || !sane(e.Origin) || !sane(e.End) || !sane(e.Velocity) {
			continue
		}
		at := e.Origin
		if e.Kind.Beam() {
			at = scale(add(e.Origin, e.End), 0.5)
			mins, maxs := e.Origin, e.Origin
			for k := range mins {
				mins[k], maxs[k] = min(mins[k], e.End[k])-8, max(maxs[k], e.End[k])+8
			}
			if !s.boxVisible(&mins, &maxs) {
				continue
			}
		} else if !s.nearVisible(at, 96) {
			continue
		}
		s.addThing(thingEffect, i, at)
	}
}

// age returns how old an effect is in seconds, and whether it is to be seen.
func age(m *player.Moment, e *world.Effect) (float32, bool) {
	a := m.Clock - e.Clock
	return float32(a), a >= 0 && a <= e.Life && e.Life > 0
}

// placeEffect places an effect.
func (s *Scene) placeEffect(m *player.Moment, i int) {
	e := &m.World.Effects.List[i]
	old, _ := age(m, e)
	t := old / float32(e.Life) // 0 to 1
	switch e.Kind {
	case world.EffectGunshot:
		s.burst(e, old, 8, 40, colorGrey, 1-t)
	case world.EffectSpike, world.EffectSuperSpike, world.EffectSparks:
		s.burst(e, old, 10, 60, colorYellow, 1-t)
	case world.EffectWizSpike:
		s.burst(e, old, 14, 60, colorGreen, 1-t)
	case world.EffectKnightSpike:
		s.burst(e, old, 14, 60, colorOrange, 1-t)
	case world.EffectBlood:
		s.burst(e, old, 16, 50, colorRed, 1-t)
	case world.EffectExplosion:
		s.explosion(e, t, 60, colorOrange)
		s.burst(e, old, 40, 260, colorYellow, 1-t)
	case world.EffectTarExplosion:
		s.explosion(e, t, 50, colorPurple)
		s.burst(e, old, 40, 200, colorPurple, 1-t)
	case world.EffectBFG:
		s.explosion(e, t, 80, colorGreen)
		s.burst(e, old, 40, 200, colorGreen, 1-t)
	case world.EffectLavaSplash:
		s.burst(e, old, 80, 260, colorOrange, 1-t)
	case world.EffectTeleport:
		s.pillar(e, t, colorWhite)
	case world.EffectItemRespawn:
		s.pillar(e, t, colorGreen)
	case world.EffectMuzzleFlash:
		s.putDot(e.Origin, 16*(1-t), 0.5, colorYellow.Alpha(1-t))
	case world.EffectSplash:
		s.burst(e, old, 16, 80, colorCyan, 1-t)
	case world.EffectParticles:
		s.particles(e, old, 1-t)
	case world.EffectLightning:
		s.lightning(e, m.Clock)
	case world.EffectRail:
		s.putLine(e.Origin, e.End, 2, 0.5, colorCyan.Alpha(1-t))
		s.spiral(e, t)
	case world.EffectBubbles:
		s.spiral(e, t)
	case world.EffectGrapple:
		s.putLine(e.Origin, e.End, 1.2, 0.5, colorBrown)
	case world.EffectLaser:
		s.putLine(e.Origin, e.End, 2, 0.6, colorRed.Alpha(1-t*0.5))
	case world.EffectBeam:
		s.putLine(e.Origin, e.End, 1.6, 0.5, colorYellow.Alpha(1-t))
	}
}

// burst places dots that fly apart at a speed in units a second, old seconds
// after their start.
func (s *Scene) burst(e *world.Effect, old float32, count int, speed float32, color draw.Color, alpha float32) {
	d := newDice(e)
	color = color.Alpha(alpha)
	for range min(count, maxParticles) {
		at := add(e.Origin, scale(d.direction(), speed*old+2))
		at[2] -= particleGravity / 2 * old * old
		s.putDot(at, 2.5, 0.5, color)
	}
}

// particles places the particles of an effect that says how many, which way
// and in what colour.
func (s *Scene) particles(e *world.Effect, old, alpha float32) {
	d := newDice(e)
	count := int(max(0, min(maxParticles, e.Count)))
	for range count {
		spread := d.direction()
		at := add(e.Origin, add(scale(spread, 8+15*old), scale(e.Velocity, 15*old)))
		at[2] -= particleGravity / 2 * old * old
		shade := uint8(abs(d.roll()) * 7)
		c := s.opt.Palette[e.Color&^7+shade]
		color := draw.RGB(uint32(c.R)<<16 | uint32(c.G)<<8 | uint32(c.B))
		s.putDot(at, 2.5, 0.5, bright(color).Alpha(alpha))
	}
}

// rays of an explosion: the corners of a body with equal sides.
var rays = func() []vec {
	var list []vec
	const golden = 1.618034
	for _, a := range [...]float32{-1, 1} {
		for _, b := range [...]float32{-golden, golden} {
			list = append(list, normalize(vec{0, a, b}), normalize(vec{a, b, 0}), normalize(vec{b, 0, a}))
		}
	}
	return list
}()

// explosion places a ball of lines that grows to a radius in units.
func (s *Scene) explosion(e *world.Effect, t, radius float32, color draw.Color) {
	r := radius * (0.25 + 0.75*t)
	line := color.Alpha(1 - t)
	for i, a := range rays {
		for _, b := range rays[i+1:] {
			if dot(a, b) > 0.4 { // neighbours
				s.putLine(add(e.Origin, scale(a, r)), add(e.Origin, scale(b, r)), 1.2, 0.5, line)
			}
		}
	}
	if t < 0.5 {
		s.putDot(e.Origin, r, 0.5, colorYellow.Alpha(0.6*(1-2*t)))
	}
}

// pillar places the sparks of an arrival: they rise around a player's box.
func (s *Scene) pillar(e *world.Effect, t float32, color draw.Color) {
	d := newDice(e)
	color = color.Alpha(1 - t)
	for range 48 {
		p := d.direction()
		at := add(e.Origin, vec{p[0] * (16 + 24*t), p[1] * (16 + 24*t), p[2]*28 + 20*t})
		s.putDot(at, 2, 0.5, color)
	}
}

// lightning places a jagged line that changes 20 times a second.
func (s *Scene) lightning(e *world.Effect, clock float64) {
	d := newDice(e)
	d = dice(uint32(d) ^ uint32(int64(clock*20))*2654435761 | 1)
	const step = 30 // units
	way := sub(e.End, e.Origin)
	n := int(min(64, length(way)/step)) + 1
	last := e.Origin
	for i := 1; i <= n; i++ {
		at := add(e.Origin, scale(way, float32(i)/float32(n)))
		if i < n {
			at = add(at, scale(d.direction(), 6))
		}
		s.putLine(last, at, 1.8, 0.6, colorCyan)
		last = at
	}
}

// spiral places dots around the line of an effect, which drift apart.
func (s *Scene) spiral(e *world.Effect, t float32) {
	way := sub(e.End, e.Origin)
	l := length(way)
	dir := normalize(way)
	side := normalize(cross(dir, vec{0, 0, 1}))
	if side == (vec{}) {
		side = vec{1, 0, 0}
	}
	up := cross(side, dir)
	n := int(min(maxParticles, l/12))
	for i := range n {
		sin, cos := math.Sincos(float64(i) * 0.7)
		r := 3 + 5*t
		at := add(e.Origin, scale(way, float32(i)/float32(n)))
		at = add(at, add(scale(side, r*float32(cos)), scale(up, r*float32(sin))))
		s.putDot(at, 1.5, 0.4, colorCyan.Alpha(0.8*(1-t)))
	}
}
