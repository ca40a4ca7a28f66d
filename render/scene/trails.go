package scene

import (
	"math"

	"demoscope/player"
	"demoscope/player/world"
	"demoscope/render/draw"
	"demoscope/render/setting"
)

// trailLook is what a trail looks like: a line that fades with its age, and dots that
// drift from it.
type trailLook struct {
	life float32 // seconds, at most trailLife unless the viewer wants trails
	// fresh and old are the colors of the line, and of dots that have none in the palette.
	fresh, old draw.Color
	width      float32 // of the line, points
	glow       bool
	gap        float32 // between dots, units; 0 for none
	size       float32 // of a dot, units
	grows      float32 // by how much until its end, units
	drift      float32 // how fast dots leave the line, units a second
	fall       float32 // units a second squared
	// quake and quake2 are the indices of the dots' colors in the games' palettes. If
	// ages is set, they follow one another as a dot grows old, otherwise by chance.
	quake, quake2 []uint8
	ages          bool
}

// trailLooks are the looks of all kinds of trails, with the games' colors and times.
var trailLooks = [world.TrailKindCount]trailLook{
	world.TrailRocket: {life: 1.2, fresh: colorFire, old: colorSmoke, width: 2.2, gap: 14, size: 3, grows: 4,
		drift: 6, fall: -24,
		quake: []uint8{0x6d, 0x6b, 6, 5, 4, 3}, quake2: []uint8{0xdc, 0xde, 4, 6, 8, 10}, ages: true},
	world.TrailGrenade: {life: 0.8, fresh: colorSmoke, old: colorSmoke, width: 1.8, gap: 12, size: 3, grows: 3,
		drift: 6, fall: -20,
		quake: []uint8{6, 5, 4, 3}, quake2: []uint8{4, 5, 6, 7, 8, 9, 10, 11}},
	world.TrailGib: {life: 1.2, fresh: colorBlood, old: colorBlood, gap: 18, size: 3, drift: 8, fall: 160,
		quake: []uint8{67, 68, 69, 70}, quake2: []uint8{0xe8, 0xe9, 0xea, 0xeb, 0xec, 0xed, 0xee, 0xef}},
	world.TrailGreenGib: {life: 1.2, fresh: colorGreen, old: colorGreen, gap: 18, size: 3, drift: 8, fall: 160,
		quake2: []uint8{0xdb, 0xdc, 0xdd, 0xde, 0xdf, 0xe0, 0xe1, 0xe2}},
	world.TrailTracer: {life: 0.5, fresh: colorGreen, old: colorGreen, width: 1.4, gap: 8, size: 2.5, drift: 30,
		quake: []uint8{52, 60}},
	world.TrailTracer2: {life: 0.5, fresh: colorOrange, old: colorOrange, width: 1.4, gap: 8, size: 2.5, drift: 30,
		quake: []uint8{230, 238}},
	world.TrailTracer3: {life: 0.3, fresh: colorPurple, old: colorPurple, width: 1.4, gap: 6, size: 2.5, grows: 2,
		drift: 26, quake: []uint8{152, 153, 154, 155}},
	world.TrailNail: {life: 0.08, fresh: colorSilver, old: colorSilver, width: 1.1},
	world.TrailBlaster: {life: 0.3, fresh: colorYellow, old: colorOrange, width: 1.8, glow: true, gap: 12, size: 2,
		drift: 10, quake2: []uint8{0xe0}},
	world.TrailIonRipper: {life: 0.4, fresh: colorOrange, old: colorOrange, width: 1.6, glow: true, gap: 12, size: 2,
		drift: 10, quake2: []uint8{0xe4, 0xe5, 0xe6, 0xe7}},
	world.TrailRedFlag: {life: 0.9, fresh: colorRed, old: colorRed, gap: 10, size: 3, drift: 12,
		quake2: []uint8{242}},
	world.TrailBlueFlag: {life: 0.9, fresh: colorBlue, old: colorBlue, gap: 10, size: 3, drift: 12,
		quake2: []uint8{115}},
	world.TrailTracker: {life: 0.8, fresh: colorGray, old: colorGray, gap: 8, size: 3, drift: 14, quake2: []uint8{0}},
	world.TrailTag: {life: 0.9, fresh: colorYellow, old: colorYellow, gap: 10, size: 3, drift: 12,
		quake2: []uint8{220}},
	world.TrailPlasma: {life: 0.14, fresh: colorBlue, old: colorPurple, width: 2, glow: true},
	world.TrailBFG: {life: 0.4, fresh: colorGreen, old: colorGreen, width: 2.4, glow: true, gap: 10, size: 3,
		drift: 20, quake2: []uint8{0xd0, 0xd2, 0xd4, 0xd6}},
}

// trailParts is how many lines of one brightness each a trail's line has at most.
const trailParts = 10

// Unless the viewer wants trails, those of missiles are seen for at most trailLife seconds, and rails for railLife.
const trailLife, railLife = 0.3, 0.5

// lineAlpha and dotAlpha are how opaque the line and the dots of a trail are where it is fresh.
const lineAlpha, dotAlpha = 0.85, 0.6

// trailLife returns for how many seconds a trail is seen.
func (fx *effects) trailLife(k world.TrailKind) float32 {
	if fx.frame.opt.showsTrails() {
		return trailLooks[k].life
	}
	return min(trailLooks[k].life, trailLife)
}

// trailSpan returns which part of a trail is seen at a clock: the viewer's seconds of its
// ends; ok is false if none is.
func (fx *effects) trailSpan(t *world.Trail, clock float64) (from, until float64, ok bool) {
	if int(t.Kind) >= len(trailLooks) {
		return 0, 0, false
	}
	from, until = max(t.Clock, clock-float64(fx.trailLife(t.Kind))), min(t.Until, clock)
	return from, until, until > from
}

// addTrails collects the visible trails.
func (fx *effects) addTrails(m *player.Moment) {
	if !fx.frame.opt.On(setting.Items) {
		return
	}
	for i := range m.World.Effects.Trails {
		t := &m.World.Effects.Trails[i]
		from, until, ok := fx.trailSpan(t, m.Clock)
		if !ok || !sane(t.Origin) || !sane(t.End) || fx.frame.isEye(m, t.Entity) {
			continue
		}
		it := effectItem{kind: itemTrail, index: int32(i), from: t.At(from), to: t.At(until)}
		if sane(it.from) && sane(it.to) {
			fx.addBeam(&it)
		}
	}
}

// putTrail places the part of a trail that is seen.
func (fx *effects) putTrail(m *player.Moment, it *effectItem) {
	t := &m.World.Effects.Trails[it.index]
	look := &trailLooks[t.Kind]
	from, until, _ := fx.trailSpan(t, m.Clock)
	shooter, _ := fx.colors.shot(m, int(t.Owner)-1)
	width := look.width
	life := fx.trailLife(t.Kind)
	age := func(clock float64) float32 { return min(1, float32(m.Clock-clock)/life) }
	if look.width > 0 {
		step := (until - from) / trailParts
		last := t.At(from)
		for i := 1; i <= trailParts; i++ {
			clock := from + step*float64(i)
			at := t.At(clock)
			a := age(clock - step/2)
			color := dyeShot(look.fresh.Mix(look.old, min(1, 2*a)), shooter, shotHue).Alpha(lineAlpha * (1 - a))
			if look.glow {
				fx.sparks.beam(last, at, width, color)
			} else {
				fx.sparks.pieces.putLine(last, at, width, 0.5, color)
			}
			last = at
		}
	}
	length, span := t.End.Sub(t.Origin).Len(), t.Until-t.Clock
	if look.gap == 0 || !(length > 1) {
		return
	}
	// The dots are always in the same places, counted from where the trail begins.
	each := span * float64(look.gap/length)
	first := math.Ceil((from - t.Clock) / each)
	first = max(first, math.Floor((until-t.Clock)/each)-maxParticles+1)
	for k := range maxParticles {
		n := first + float64(k)
		clock := t.Clock + n*each
		if clock > until {
			return
		}
		d := diceOf(float32(n), float32(t.Entity), t.Origin[0])
		part := age(clock)
		passed := part * life
		at := t.At(clock).Add(d.direction().Mul(1 + look.drift*passed))
		at[2] -= look.fall / 2 * passed * passed
		if at.Sub(fx.frame.origin).Len() < nearestDot {
			continue
		}
		fx.sparks.pieces.putDot(at, look.size+look.grows*part, 0.5, fx.trailColor(m.World.Game, look, part, &d).Alpha(
			dotAlpha*(1-part)))
	}
}

// nearestDot is how near to the camera dots of trails are not drawn, in units.
const nearestDot = 24

// trailColor returns the color of a dot of which a part of its life has passed.
func (fx *effects) trailColor(game world.Game, look *trailLook, part float32, d *dice) draw.Color {
	list := look.quake
	switch game {
	case world.Quake2:
		list = look.quake2
	case world.Quake3:
		list = nil
	}
	if len(list) == 0 {
		return look.fresh.Mix(look.old, min(1, 2*part))
	}
	i := int(part * float32(len(list)))
	if !look.ages {
		i = int(abs(d.roll()) * float32(len(list)))
	}
	c := fx.frame.opt.Palette[list[max(0, min(i, len(list)-1))]]
	return visible(bright(draw.RGB(uint32(c.R)<<16 | uint32(c.G)<<8 | uint32(c.B))))
}
