package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player"
	"demoscope/player/weapon"
	"demoscope/player/world"
	"demoscope/player/world/equipment"
	"demoscope/render/draw"
)

// effects collects and places the visible effects, including trails and shots.
type effects struct {
	frame   *frame
	visible *visibility
	things  *things
	pieces  *pieces
	colors  *colors
	bodies  *bodies
	sight   *sight
	sparks  sparks

	items  []effectItem
	effect effect // the effect being placed
}

// effectItem is a drawn part of an effect, entity or player.
type effectItem struct {
	kind  effectItemKind
	index int32 // of the effect or trail, or the slot of the holder
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
	itemBolt // lightning from a weapon that fires
	itemTrail
)

// The reach of an effect from its origin, and of a beam from its line, in units.
const (
	effectReach = 96
	beamReach   = 16
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
			if slot >= 0 && ofQuake(m.World) {
				it.to = fx.hitBy(m, slot, it.from, it.to) // the demo contains the wall at which it would end
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

// addItem collects an item with its center at a place.
func (fx *effects) addItem(it *effectItem, at mgl32.Vec3) {
	if len(fx.items) >= maxThings {
		return
	}
	fx.items = append(fx.items, *it)
	fx.things.add(thingEffect, len(fx.items)-1, at)
}

// addBeam collects an item between two places if it is visible.
func (fx *effects) addBeam(it *effectItem) {
	mins, maxs := it.from, it.from
	for k := range mins {
		mins[k], maxs[k] = min(mins[k], it.to[k])-beamReach, max(maxs[k], it.to[k])+beamReach
	}
	if fx.visible.box(&mins, &maxs) {
		fx.addItem(it, it.from.Add(it.to).Mul(0.5))
	}
}

// showsEffect reports whether an effect is drawn when it is in the picture.
func showsEffect(m *player.Moment, e *world.Effect) bool {
	return lives(e, m.Clock) && sees(m, e)
}

// sees reports whether an effect that has begun can be drawn and is not only meant for other players, even if its life
// is over.
func sees(m *player.Moment, e *world.Effect) bool {
	return m.Clock >= e.Clock && (e.Only == 0 || world.For(e.Only, m.Eye.Slot)) && int(e.Kind) < len(effectLooks) &&
		sane(e.Origin) && sane(e.End) && sane(e.Velocity)
}

// lives reports whether an effect is alive at a clock, in viewer's seconds. It is not alive at the end of its life,
// when another effect of its kind may follow.
func lives(e *world.Effect, clock float64) bool {
	age := clock - e.Clock
	return age >= 0 && age < e.Life
}

// owned reports whether an effect has an owner.
func owned(w *world.World, e *world.Effect) bool { return e.Entity != 0 || w.Game == world.Quake3 }

// slotOf returns the slot of the player with an entity number, or a negative number for none.
func slotOf(w *world.World, entity int32) int {
	if w.Game == world.Quake3 {
		return int(entity)
	}
	return int(entity) - 1
}

// ownFlash reports whether an effect is the muzzle flash of the entity whose view is shown: it lights the surroundings
// but is not visible.
func (fx *effects) ownFlash(m *player.Moment, e *world.Effect) bool {
	return e.Kind == world.EffectMuzzleFlash && fx.frame.isEye(m, e.Entity)
}

// place places an item.
func (fx *effects) place(m *player.Moment, i int) {
	it := &fx.items[i]
	if dim := fx.frame.dim(itemOwner(m, it), isBolt(m, it)); dim < 1 {
		fx.pieces.limitAlpha(dim)
	}
	switch it.kind {
	case itemTracer:
		fx.sparks.tracer(it)
	case itemLaser:
		fx.sparks.beam(it.from, it.to, it.width, it.color)
	case itemBolt:
		fx.sparks.bolt(it.from, it.to, fx.frame.idle(m), it.color)
	case itemTrail:
		fx.putTrail(m, it)
	default:
		fx.placeEffect(m, it)
	}
}

func (fx *effects) placeEffect(m *player.Moment, it *effectItem) {
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
	if (look.fire > 0 || look.ball.radius > 0) &&
		fx.sight.coversLiving(m, e.origin, max(look.fire, look.ball.radius/2)) {
		fx.pieces.limitAlpha(fx.sight.occluderAlpha())
	} else if look.beam.width == 0 && fx.sight.coversKill(e.origin, killCoverReach) {
		fx.pieces.limitAlpha(killCoverAlpha)
	}
	switch {
	case w.Kind != world.EffectExplosion:
	case ofQuake(m.World):
		e.sprite = fx.putExplosion(e)
	case m.World.Game == world.Quake3:
		e.sprite = fx.putQuake3Explosion(e)
	}
	fx.sparks.put(e, look)
}

// explosionSprite is Quake's sprite of an explosion.
const explosionSprite = "progs/s_explod.spr"

// putExplosion places the game's sprite of an explosion in [Game]. It returns false if the sprite is not available.
func (fx *effects) putExplosion(e *effect) bool {
	g := fx.bodies.wardrobe.model(explosionSprite)
	if g == nil {
		return false
	}
	// All of its frames, during the life of the fallback fire.
	fx.bodies.putSprite(g, int(e.part*float32(len(g.Frames))), e.origin, 1, paint{})
	return true
}

// The shader of Quake III's explosion, whose first stage has the pictures, and its radius in units at its beginning and
// its end. It is explosionAway units away from the surface.
const (
	quake3Explosion           = "rocketexplosion" // as scripts are looked up
	explosionLeast, explosion = 30, 72
	explosionAway             = 16
)

// putQuake3Explosion is putExplosion for Quake III. The outer glow of the fallback fire lights it.
func (fx *effects) putQuake3Explosion(e *effect) bool {
	skin, ok := fx.bodies.wardrobe.film(quake3Explosion, e.part)
	if !ok {
		return false
	}
	glow, at := &fireLayers[0], e.origin.Add(mgl32.Vec3(e.Velocity).Mul(explosionAway))
	fx.pieces.putGlow(at, fireRadius*glow.size, glow.color.Alpha(glow.alpha*(1-e.part)))
	radius, alpha := explosionLeast+(explosion-explosionLeast)*e.part, float32(1)
	if most := fx.frame.unitsOf(glowMost, at); radius > most {
		alpha = max(glowFaint, most/radius)
	}
	fx.pieces.putFlare(at, radius, alpha, &skin)
	return true
}

// itemOwner returns the slot of the player whose shot an item is, or -1 if nobody's or unknown.
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

// addLasers collects beam entities. In Quake II the frame is their width in units, and the skin holds four palette
// indices.
func (fx *effects) addLasers(m *player.Moment) {
	for i := range m.Entities {
		e := &m.Entities[i]
		it := effectItem{kind: itemLaser, from: e.Origin, to: e.OldOrigin, width: 2, color: colorRed}
		switch {
		case m.World.Game == world.Quake2 && e.RenderFX&renderBeam != 0:
			c := fx.frame.opt.Palette[uint8(uint32(e.Skin)>>(uint32(fx.frame.idle(m)*10)%4*8))]
			it.color = bright(rgb(c)).Alpha(laserAlpha)
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

// Quake II's beam entities: their bit in RenderFX, and their opacity.
const (
	renderBeam = 128
	laserAlpha = 0.7
)

// quake3Beam is the Type of Quake III's beam entities.
const quake3Beam = 5

// putAway reports whether lightning belongs to a Quake player who is known to hold another weapon by now.
func (fx *effects) putAway(m *player.Moment, e *world.Effect) bool {
	if e.Kind != world.EffectLightning || !ofQuake(m.World) {
		return false
	}
	slot := slotOf(m.World, e.Entity)
	if slot < 0 || slot >= len(m.World.Players) {
		return false
	}
	p := &m.World.Players[slot]
	return equipment.HeldKnown(m.World, p) && fx.frame.story.Held(m.World, p) != weapon.LightningGun
}
