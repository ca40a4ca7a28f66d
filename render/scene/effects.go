package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player"
	"demoscope/player/world"
	"demoscope/render/draw"
	"demoscope/render/setting"
)

// effectLook is what effects of a kind look like: the parts that are set are drawn
// in the order of the fields, in the effect's own colors if it has some. All of them
// fade out over the effect's life.
type effectLook struct {
	// reach is how far an effect reaches from its origin, in units; 0 stands for
	// [effectReach].
	reach float32
	// life is for how many seconds an effect is seen at most; 0 stands for its own life.
	life float32
	// fire is how far a fire reaches that lasts as long as the effect, in units; 0 for none.
	fire  float32
	ball  ball
	rings []ring
	dots  particles
	// streaks are short lines, for effects that dots alone do not identify.
	streaks particles
	beam    beam
	// draw draws what only this kind has.
	draw func(sp *sparks, e *effect)
}

// Hits are seen for at most briefly seconds, and explosions for fireLife.
const briefly, fireLife = 0.3, 0.25

// Default colors of effects.
var (
	colorFire  = draw.RGB(0xffb347)
	colorSmoke = draw.RGB(0xa8a29a)
	colorLava  = draw.RGB(0xff7b2e)
	colorBlood = draw.RGB(0xd8281c)
	colorPink  = draw.RGB(0xe88a96)
)

// effectLooks are the looks of all kinds of effects. Numbers of particles hold for
// effects that do not say theirs.
var effectLooks = [world.EffectKindCount]effectLook{
	world.EffectGunshot: {life: briefly, dots: particles{count: 3, box: 4, speed: 30, fall: -40, color: colorGray},
		draw: (*sparks).impact},
	world.EffectSpike: {life: briefly, streaks: particles{count: 3, speed: 90, fall: 200, color: colorSilver},
		draw: (*sparks).impact},
	world.EffectSuperSpike: {life: briefly, streaks: particles{count: 4, speed: 120, fall: 200, color: colorSilver},
		draw: (*sparks).impact},
	world.EffectWizSpike: {life: briefly, streaks: particles{count: 5, speed: 90, fall: 200, color: colorGreen},
		draw: (*sparks).impact},
	world.EffectKnightSpike: {life: briefly, streaks: particles{count: 5, speed: 90, fall: 200, color: colorOrange},
		draw: (*sparks).impact},
	world.EffectBlood: {life: briefly, dots: particles{count: 5, box: 3, speed: 55, fall: 420, size: 3,
		color: colorBlood}, draw: (*sparks).blood},
	world.EffectSparks: {life: briefly, streaks: particles{count: 5, speed: 110, fall: 240, color: colorYellow}},
	world.EffectExplosion: {life: fireLife, reach: 160, fire: fireRadius,
		streaks: particles{count: 8, speed: 260, fall: 160, color: colorFire}},
	world.EffectTarExplosion: {life: fireLife, reach: 160, ball: ball{64, colorPurple}},
	world.EffectLavaSplash: {reach: 320, rings: []ring{{radius: 150, flat: true, color: colorLava}},
		draw: (*sparks).lavaSplash},
	world.EffectTeleport:    {draw: (*sparks).teleport},
	world.EffectParticles:   {draw: (*sparks).particles},
	world.EffectMuzzleFlash: {draw: (*sparks).muzzleFlash},
	world.EffectItemRespawn: {ball: ball{26, colorGreen}},
	world.EffectBFG: {reach: 200, ball: ball{90, colorGreen}, dots: particles{count: 12, box: 10, speed: 200, size: 3,
		color: colorGreen}},
	world.EffectSplash: {streaks: particles{count: 8, speed: 90, up: 110, fall: 480, color: colorCyan}},
	world.EffectShield: {life: briefly, ball: ball{22, colorCyan}},
	world.EffectPlasma: {life: briefly, ball: ball{16, colorBlue}},
	world.EffectGibs: {reach: 200, dots: particles{count: 8, box: 12, speed: 100, fall: 420, size: 3, color: meatColor},
		draw: (*sparks).gibs},
	world.EffectSteam: {draw: (*sparks).steam},
	world.EffectFlame: {ball: ball{18, colorOrange},
		dots: particles{count: 8, box: 8, speed: 20, up: 70, size: 3, color: colorYellow}},
	world.EffectJumpPad: {rings: []ring{{radius: 20, grow: 0.2, flat: true, low: -24, high: 40, color: colorCyan}}},
	world.EffectNuke: {reach: 600, ball: ball{300, colorWhite},
		dots: particles{count: 40, box: 30, speed: 420, size: 5, color: colorFire}},
	world.EffectBeam:      {beam: beam{1.6, colorYellow, 1}},
	world.EffectLightning: {draw: (*sparks).lightning},
	world.EffectRail:      {life: railLife, beam: beam{1.6, colorWhite, 1}},
	world.EffectBubbles:   {draw: (*sparks).bubbles},
	world.EffectGrapple:   {draw: (*sparks).cable},
	world.EffectLaser:     {beam: beam{2, colorRed, 0.5}},
	world.EffectHeatBeam:  {beam: beam{3, colorFire, 0.3}, draw: (*sparks).heatRings},
	world.EffectForceWall: {draw: (*sparks).forceWall},
	world.EffectTongue:    {draw: (*sparks).tongue},
	world.EffectShotgun:   {draw: (*sparks).pellets},
}

// effects are the visible effects, with trails and shots.
type effects struct {
	frame   *frame
	visible *visibility
	things  *things
	colors  *colors
	bodies  *bodies
	sight   *sight
	sparks  sparks

	items  []effectItem
	effect effect // the one being placed
}

// sparks place what an effect looks like.
type sparks struct {
	frame  *frame
	pieces *pieces
}

// effect is an effect at a moment.
type effect struct {
	*world.Effect
	origin, end mgl32.Vec3
	age         float32 // seconds
	part        float32 // of its life that has passed, 0 to 1
	clock       float64 // of [frame.idle]
	// shooter is the color of the player who fired lightning, a rail or pellets; its A is 0 if the player is unknown.
	shooter draw.Color
	// thin is set for blood in front of a living player, which would hide the player.
	thin bool
}

// How far in units an effect reaches from its origin, and a beam from its line.
const (
	effectReach = 96
	beamReach   = 16
)

// effectItem is one drawn part of an effect, entity or player.
type effectItem struct {
	kind  effectItemKind
	index int32 // of the effect or trail, or the slot of who holds it
	// from and to are the ends of a line.
	from, to mgl32.Vec3
	width    float32
	color    draw.Color
}

type effectItemKind uint8

const (
	itemEffect effectItemKind = iota
	itemTracer
	itemLaser
	itemBolt // lightning that is held
	itemTrail
)

// addAll collects the visible effects.
func (fx *effects) addAll(m *player.Moment) {
	fx.items = fx.items[:0]
	list := m.World.Effects.List
	for i := range list {
		e := &list[i]
		if e.Kind == world.EffectMuzzleFlash && sees(m, e) {
			fx.addTracers(m, e)
		}
		if !showsEffect(m, e) || fx.putAway(m, e) {
			continue
		}
		origin, end := mgl32.Vec3(e.Origin), mgl32.Vec3(e.End)
		if e.Kind == world.EffectMuzzleFlash {
			if at, ok := fx.bodies.muzzle(m, e.Entity); ok && owned(m.World, e) {
				origin = at
			}
		}
		it := effectItem{kind: itemEffect, index: int32(i), from: origin, to: end}
		if !e.Kind.Beam() {
			reach := effectLooks[e.Kind].reach
			if reach == 0 {
				reach = effectReach
			}
			if fx.visible.near(origin, reach) {
				fx.addItem(&it, origin)
			}
			continue
		}
		it.from = fx.heldAt(m, e)
		switch {
		case !owned(m.World, e):
		case e.Kind == world.EffectLightning:
			slot := slotOf(m.World, e.Entity)
			it.color = fx.colors.bolt(m, slot)
			if slot >= 0 && (m.World.Game == world.Quake || m.World.Game == world.QuakeWorld) {
				it.to = fx.hitBy(m, slot, it.from, it.to) // the demo says at which wall it would end
			}
		case e.Kind == world.EffectRail, e.Kind == world.EffectShotgun:
			it.color, _ = fx.colors.shot(m, slotOf(m.World, e.Entity))
		}
		fx.addBeam(&it)
	}
	fx.addLasers(m)
	fx.addHeldBeams(m)
	fx.addTrails(m)
}

// showsEffect reports whether an effect is to be drawn, if it is in the picture.
func showsEffect(m *player.Moment, e *world.Effect) bool {
	return lives(e, m.Clock) && sees(m, e)
}

// sees reports whether an effect that has begun can be drawn, and is not for others alone,
// even if its life is over.
func sees(m *player.Moment, e *world.Effect) bool {
	return m.Clock >= e.Clock && (e.Only == 0 || world.For(e.Only, m.Eye.Slot)) && int(e.Kind) < len(effectLooks) &&
		sane(e.Origin) && sane(e.End) && sane(e.Velocity)
}

// addItem collects an item whose middle is at a place.
func (fx *effects) addItem(it *effectItem, at mgl32.Vec3) {
	if len(fx.items) >= maxThings {
		return
	}
	fx.items = append(fx.items, *it)
	fx.things.add(fx.frame, thingEffect, len(fx.items)-1, at)
}

// addBeam collects an item that reaches from one place to another, if it is visible.
func (fx *effects) addBeam(it *effectItem) {
	mins, maxs := it.from, it.from
	for k := range mins {
		mins[k], maxs[k] = min(mins[k], it.to[k])-beamReach, max(maxs[k], it.to[k])+beamReach
	}
	if fx.visible.box(&mins, &maxs) {
		fx.addItem(it, it.from.Add(it.to).Mul(0.5))
	}
}

// ownFlash reports whether an effect is the muzzle flash of the entity whose eye is seen
// through: it lights the surroundings, but is not seen.
func (fx *effects) ownFlash(m *player.Moment, e *world.Effect) bool {
	return e.Kind == world.EffectMuzzleFlash && fx.frame.isEye(m, e.Entity)
}

// idle returns the clock of what moves without telling anything, in viewer's seconds: it stands where the
// viewer wants calm.
func (f *frame) idle(m *player.Moment) float64 {
	if f.opt.On(setting.ReducedMotion) {
		return 0
	}
	return m.Clock
}

// lives reports whether an effect is alive at a clock, in viewer's seconds. What another of
// its kind follows is not when that begins.
func lives(e *world.Effect, clock float64) bool {
	age := clock - e.Clock
	return age >= 0 && age < e.Life
}

// place places an item.
func (fx *effects) place(m *player.Moment, i int) {
	it := &fx.items[i]
	if dim := fx.frame.dim(itemOwner(m, it), isBolt(m, it)); dim < 1 {
		fx.sparks.pieces.veil = dim
		defer fx.sparks.pieces.unveil()
	}
	switch it.kind {
	case itemTracer:
		fx.sparks.tracer(it)
		return
	case itemLaser:
		fx.sparks.beam(it.from, it.to, it.width, it.color)
		return
	case itemBolt:
		fx.sparks.bolt(it.from, it.to, fx.frame.idle(m), it.color)
		return
	case itemTrail:
		fx.putTrail(m, it)
		return
	}
	w, e := &m.World.Effects.List[it.index], &fx.effect
	if fx.ownFlash(m, w) {
		return
	}
	*e = effect{Effect: w, origin: it.from, end: it.to, age: float32(m.Clock - w.Clock), clock: fx.frame.idle(m),
		shooter: it.color}
	look, life := &effectLooks[w.Kind], float32(w.Life)
	if look.life > 0 && !(w.Kind == world.EffectRail && fx.frame.opt.showsTrails()) {
		life = min(life, look.life)
	}
	if e.part = e.age / life; e.part >= 1 {
		return
	}
	e.thin = fx.sight.thins(m, w, e.origin)
	if (look.fire > 0 || look.ball.radius > 0) && fx.sight.veils(m, e.origin, max(look.fire, look.ball.radius/2)) {
		fx.sparks.pieces.veil = fx.sparks.pieces.faint(fx.sight.veilOf())
		defer fx.sparks.pieces.unveil()
	} else if look.beam.width == 0 && fx.sight.veilsKilled(e.origin, killedReach) {
		fx.sparks.pieces.veil = fx.sparks.pieces.faint(veilKilled)
		defer fx.sparks.pieces.unveil()
	}
	if look.fire > 0 {
		dye := draw.Color{}
		if e.RGB != 0 {
			dye = bright(draw.RGB(e.RGB)).Alpha(0.6)
		}
		fx.sparks.fire(e.origin, look.fire, e.part, dye)
	}
	if look.ball.radius > 0 {
		fx.sparks.ball(e, &look.ball)
	}
	for i := range look.rings {
		fx.sparks.ring(e, &look.rings[i])
	}
	if look.dots.count > 0 {
		fx.sparks.dots(e, &look.dots)
	}
	if look.streaks.count > 0 {
		fx.sparks.streaks(e, &look.streaks)
	}
	if b := &look.beam; b.width > 0 {
		d := newDice(w)
		fx.sparks.beam(e.origin, e.end, b.width, dyeShot(fx.sparks.tint(e, &d, b.color), e.shooter, tracerHue).Alpha(
			1-e.part*b.fades))
	}
	if look.draw != nil {
		look.draw(&fx.sparks, e)
	}
}

func (ps *pieces) unveil() { ps.veil = 0 }

// faint returns how opaque something is at the most that may be veiled already.
func (ps *pieces) faint(most float32) float32 {
	if ps.veil > 0 {
		return min(ps.veil, most)
	}
	return most
}

// itemOwner returns the slot of whose shot an item is, -1 for nobody's, or where that is not known.
func itemOwner(m *player.Moment, it *effectItem) int {
	switch it.kind {
	case itemTracer, itemBolt:
		return int(it.index)
	case itemTrail:
		return int(m.World.Effects.Trails[it.index].Owner) - 1
	case itemEffect:
		if e := &m.World.Effects.List[it.index]; owned(m.World, e) {
			return slotOf(m.World, e.Entity)
		}
	}
	return -1
}

// isBolt reports whether an item is lightning.
func isBolt(m *player.Moment, it *effectItem) bool {
	return it.kind == itemBolt || it.kind == itemEffect &&
		m.World.Effects.List[it.index].Kind == world.EffectLightning
}

const (
	// thinClear is how much is seen through blood that would hide who lives, thinSize how
	// large it is, as a part of what is usual, and thinNear how near it is to him, in units.
	thinClear, thinSize, thinNear = 0.6, 0.7, 56
	// thinMost is how many particles of it there are at most.
	thinMost = 16
	// bloodFirst is the first of Quake's colors of blood.
	bloodFirst = 72
)

// thins reports whether an effect is blood at the body of somebody who lives.
func (s *sight) thins(m *player.Moment, e *world.Effect, at mgl32.Vec3) bool {
	if e.Kind != world.EffectBlood && (e.Kind != world.EffectParticles || e.Color != bloodFirst) {
		return false
	}
	for i := range s.figures {
		slot := s.figures[i].slot
		if d := at.Sub(m.Poses[slot].Origin); !m.World.Players[slot].Dead && d.Dot(d) < thinNear*thinNear {
			return true
		}
	}
	return false
}

// thinned returns how many particles of an effect there are, how large, and how opaque.
func (e *effect) thinned(n int, size float32) (int, float32, float32) {
	if e.thin {
		return min(thinMost, (n+1)/2), size * thinSize, (1 - thinClear) * (1 - e.part)
	}
	return n, size, 1 - e.part
}

// tint returns the color of a part of an effect: one of the effect's own, by chance,
// or the usual one.
func (sp *sparks) tint(e *effect, d *dice, usual draw.Color) draw.Color {
	n := int(e.Colors)
	switch {
	case n > 0:
		c := sp.frame.opt.Palette[e.Color+uint8(min(int(abs(d.roll())*float32(n)), n-1))]
		return visible(bright(draw.RGB(uint32(c.R)<<16 | uint32(c.G)<<8 | uint32(c.B))))
	case e.RGB != 0:
		return bright(draw.RGB(e.RGB))
	}
	return usual
}

// visible returns a color that is seen on a dark wall: black smoke and dust become gray.
func visible(c draw.Color) draw.Color {
	const least = 0.5
	top := max(c.R, c.G, c.B)
	if top >= least {
		return c
	}
	d := least - top
	return draw.Color{R: c.R + d, G: c.G + d, B: c.B + d, A: c.A}
}
