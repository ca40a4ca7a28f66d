package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player"
	"demoscope/player/world"
)

// Where a muzzle is from the eye of who shoots, in units.
const (
	muzzleForward = 20
	muzzleRight   = 4
	muzzleDown    = 8
)

// muzzle returns the place of the muzzle of the weapon that an entity holds; false if
// nobody with that number is there.
func (bs *bodies) muzzle(m *player.Moment, entity int32) (place mgl32.Vec3, ok bool) {
	place, angles, ok := bs.aim(m, entity)
	if !ok {
		return place, false
	}
	if bs.frame.isEye(m, entity) {
		if at, held := bs.viewMuzzle(m, m.Eye.Origin, angles); held {
			place = at
		}
		return place, true
	}
	if slot := slotOf(m.World, entity); slot >= 0 && slot < len(m.World.Players) && m.World.Players[slot].Visible &&
		sane(m.Poses[slot].Angles) {
		if gun, held := bs.gunOf(m, slot); held && sane(gun.Origin) {
			return gun.Origin, true
		}
	}
	return place, ok
}

// aim returns where an entity shoots from, about, and the angles in which it looks: what it
// hits is there, wherever its weapon is drawn.
func (bs *bodies) aim(m *player.Moment, entity int32) (at, angles mgl32.Vec3, ok bool) {
	w := m.World
	if slot := slotOf(w, entity); slot >= 0 && slot < len(w.Players) && slot < len(m.Poses) && w.Players[slot].Visible {
		eye := w.EyeOf(&w.Players[slot], &m.Poses[slot])
		at, angles = eye.Origin, eye.Angles
		if bs.frame.isEye(m, entity) {
			at, angles = m.Eye.Origin, m.Eye.Angles
		}
	} else if e := world.EntityIn(m.Entities, entity); e != nil {
		at, angles = e.Origin, e.Angles
		at[2] += 16 // of a monster, whose origin is as high as a player's
	} else {
		return at, angles, false
	}
	if !sane(at) || !sane(angles) {
		return at, angles, false
	}
	f, r, u := vectors(angles)
	return at.Add(f.Mul(muzzleForward)).Add(r.Mul(muzzleRight)).Sub(u.Mul(muzzleDown)), angles, true
}

// slotOf returns the slot of the player whose number an entity has, below 0 for none.
func slotOf(w *world.World, entity int32) int {
	if w.Game == world.Quake3 {
		return int(entity)
	}
	return int(entity) - 1
}

// owned reports whether an effect says whose it is.
func owned(w *world.World, e *world.Effect) bool { return e.Entity != 0 || w.Game == world.Quake3 }

// isEye reports whether the picture is what an entity sees.
func (f *frame) isEye(m *player.Moment, entity int32) bool {
	eye := m.Eye.Entity
	if m.World.Game == world.Quake3 { // whose effects have the slot of their player
		eye = int32(m.Eye.Slot)
	}
	return f.opt.FirstPerson && m.Eye.Known && entity == eye
}

// muzzleFlash places a light that shrinks.
func (sp *sparks) muzzleFlash(e *effect) {
	d := newDice(e.Effect)
	color := sp.tint(e, &d, colorYellow).Alpha(1 - e.part*0.7)
	size := float32(13)
	if e.Shot == world.ShotNone {
		size = 6
	}
	size = min(size, sp.frame.unitsOf(flashMost, e.origin)) * (1 - 0.6*e.part)
	sp.pieces.putGlow(e.origin, size, color.Alpha(0.55))
	sp.pieces.putGlow(e.origin, size*0.4, color.Mix(colorWhite, 0.6))
}

// sameMoment is by how many seconds the clocks of a shot and its hit may differ.
const sameMoment = 1e-3

// A tracer is as bright as it gets for tracerLife seconds, and gone after [world.AfterShot],
// until when it is seen who shot at whom. tracerWidth is how wide it is, in points.
const tracerLife, tracerWidth = 0.1, 1.8

// afterShot returns how opaque what is left of a shot is that was bright for some seconds.
func afterShot(age, bright float64) float32 {
	const most, after = 0.85, 0.55
	if age < bright {
		return most
	}
	return after * float32(max(0, 1-(age-bright)/(world.AfterShot-bright)))
}

// strokeLength is how long the stroke of a shot is whose hit nobody tells, in units.
const strokeLength = 72

// hitCone is the cosine of how far from the aim a hit may be that belongs to a shot.
const hitCone = 0.93

// muzzleStays is how far from where he shot a shooter may be, in units, whose tracer begins at
// his gun.
const muzzleStays = 48

// shotFrom returns where a shot began, the direction in which its shooter looked, and where a
// line to its hits begins: at his gun while he is there.
func (fx *effects) shotFrom(m *player.Moment, e *world.Effect) (from, look, gun mgl32.Vec3, ok bool) {
	aimed, angles, there := fx.bodies.aim(m, e.Entity)
	if there {
		look, _, _ = vectors(angles)
		from = aimed
		gun, _ = fx.bodies.muzzle(m, e.Entity)
	}
	if m.Clock-e.Clock <= sameMoment {
		return from, look, gun, there
	}
	switch {
	case e.Velocity != (mgl32.Vec3{}):
		look = e.Velocity
		from = e.End.Add(look.Mul(muzzleForward)).Sub(mgl32.Vec3{0, 0, muzzleDown})
	case m.World.Game == world.Quake3: // hits say whose they are
		from = e.Origin.Add(mgl32.Vec3{0, 0, quake3Muzzle})
	case m.Clock-e.Clock > tracerLife:
		return from, look, gun, false // nobody knows where it went
	default:
		return from, look, gun, there
	}
	if !there || gun.Sub(from).Len() > muzzleStays {
		gun = from
	}
	return from, look, gun, sane(from) && sane(look)
}

// quake3Muzzle is how high above a player's origin his shots begin in Quake III, about, in
// units.
const quake3Muzzle = 18

// addTracers collects lines from a muzzle to the hits of the same moment: those whose
// shooter the demo tells, and those that no other shooter's aim is nearer to.
func (fx *effects) addTracers(m *player.Moment, e *world.Effect) {
	if e.Shot > world.ShotPellets || !owned(m.World, e) {
		return // what flies or is a beam is seen anyhow
	}
	from, f, gun, ok := fx.shotFrom(m, e)
	if !ok {
		return
	}
	age := m.Clock - e.Clock
	shooter, _ := fx.colors.shot(m, slotOf(m.World, e.Entity))
	it := effectItem{kind: itemTracer, index: int32(slotOf(m.World, e.Entity)), from: gun, width: tracerWidth,
		color: dyeShot(colorYellow.Mix(colorWhite, 0.4), shooter, tracerHue).Alpha(afterShot(age, tracerLife))}
	told := false
	for i := range m.World.Effects.List {
		hit := &m.World.Effects.List[i]
		if !bulletHit(hit) || hit.Clock-e.Clock > sameMoment || e.Clock-hit.Clock > sameMoment || !sees(m, hit) {
			continue
		}
		if m.World.Game == world.Quake3 {
			if hit.Entity != e.Entity {
				continue
			}
		} else if n := nearness(hit.Origin, from, f); n < hitCone || fx.nearerShooter(m, e, hit, n) {
			continue
		}
		told = true
		it.to = hit.Origin
		fx.addBeam(&it)
	}
	if !told && age <= tracerLife && e.Shot != world.ShotUnknown && !(m.World.Game == world.Quake3 &&
		e.Shot == world.ShotPellets) {
		it.to = fx.frame.g.until(from, from.Add(f.Mul(strokeLength)))
		fx.addBeam(&it)
	}
}

// bulletHit reports whether an effect is a hit of bullets or pellets.
func bulletHit(e *world.Effect) bool {
	switch e.Kind {
	case world.EffectGunshot, world.EffectBlood, world.EffectSparks, world.EffectShield:
		return true
	}
	return e.Kind == world.EffectParticles && e.Color == bloodFirst
}

// nearness returns the cosine of the angle between an aim and the way to a place.
func nearness(to, from, aim mgl32.Vec3) float32 { return normalize(to.Sub(from)).Dot(aim) }

// maxShooters bounds the shots that are compared for one hit.
const maxShooters = 16

// nearerShooter reports whether a hit is nearer to the aim of another who shot at the
// moment of e than to the aim of who shot e, which is so near.
func (fx *effects) nearerShooter(m *player.Moment, e, hit *world.Effect, near float32) bool {
	compared := 0
	for i := range m.World.Effects.List {
		other := &m.World.Effects.List[i]
		if other == e || other.Kind != world.EffectMuzzleFlash || other.Shot > world.ShotPellets ||
			other.Clock-e.Clock > sameMoment || e.Clock-other.Clock > sameMoment {
			continue
		}
		if compared++; compared > maxShooters {
			return false
		}
		if from, f, _, ok := fx.shotFrom(m, other); ok && nearness(hit.Origin, from, f) > near {
			return true
		}
	}
	return false
}

// tracer places a thin line that is bright at the hit.
func (sp *sparks) tracer(it *effectItem) {
	mid := it.from.Add(it.to.Sub(it.from).Mul(0.5))
	sp.pieces.putLine(it.from, mid, it.width, 0.5, it.color.Alpha(0.55))
	sp.pieces.putLine(mid, it.to, it.width, 0.5, it.color)
}

// The spread of the pellets of Quake III's shotgun, in units at a distance of pelletWay.
const (
	pelletWay    = 8192 * 16
	pelletSpread = 700 * 16
	maxPellets   = 32
	// farthestPellet is from where on nothing was hit, and a stroke is drawn alone.
	farthestPellet = 8192
	pelletStroke   = 512
)

// pellets places the ways of a shotgun's pellets and where they hit, as Quake III's
// client throws them: with dice that the demo has the beginning of.
func (sp *sparks) pellets(e *effect) {
	f := normalize(e.end.Sub(e.origin))
	right, up := across(f)
	seed := uint32(e.Color)
	roll := func() float32 {
		seed = 69069*seed + 1
		return 2 * (float32(seed&0xffff)/65536 - 0.5)
	}
	color := dyeShot(colorYellow.Mix(colorWhite, 0.4), e.shooter, tracerHue).Alpha(0.7 * (1 - e.part))
	for range min(max(0, e.Count), maxPellets) {
		r, u := roll(), roll()
		to := e.origin.Add(f.Mul(pelletWay)).Add(right.Mul(pelletSpread * r)).Add(up.Mul(pelletSpread * u))
		end := sp.frame.g.until(e.origin, to)
		if !sane(end) || end.Sub(e.origin).Len() > farthestPellet {
			sp.pieces.putLine(e.origin, e.origin.Add(normalize(to.Sub(e.origin)).Mul(pelletStroke)), 1, 0.4, color)
			continue
		}
		sp.pieces.putLine(e.origin, end, 1, 0.4, color)
		d := diceOf(end[0], end[1], end[2])
		for range 3 {
			sp.pieces.putDot(end.Sub(f.Mul(1)).Add(d.direction().Mul(3+12*e.part)), 2.5, 0.5, colorGray.Alpha(1-e.part))
		}
	}
}

// How far lightning guns reach, in units, and the bit of a player's flags in Quake III that
// says that he fires.
const (
	lightningReach   = 768
	quake3Firing     = 0x100
	quake3Lightning  = 6
	lightningThrough = 16 // how far from a player's middle lightning may pass to hit him
)

// addHeldBeams collects the lightning of Quake III's players: the demo tells only that they
// fire.
func (fx *effects) addHeldBeams(m *player.Moment) {
	if m.World.Game != world.Quake3 {
		return
	}
	for i := range m.World.Players {
		p := &m.World.Players[i]
		if !p.Visible || p.Dead || p.Weapon != quake3Lightning || p.Effects&quake3Firing == 0 {
			continue
		}
		from, angles, ok := fx.bodies.aim(m, int32(i))
		if !ok {
			continue
		}
		f, _, _ := vectors(angles)
		to := fx.frame.g.until(from, from.Add(f.Mul(lightningReach)))
		gun, _ := fx.bodies.muzzle(m, int32(i))
		it := effectItem{kind: itemBolt, index: int32(i), from: gun, to: fx.hitBy(m, i, from, to),
			color: fx.colors.bolt(m, i)}
		fx.addBeam(&it)
	}
}

// hitBy returns where lightning from a player's muzzle ends, and notes whose body that is: one on
// its way, or else who the demo says is hit and is beside it, since players are not where the server
// had them when it looked.
func (fx *effects) hitBy(m *player.Moment, shooter int, from, to mgl32.Vec3) mgl32.Vec3 {
	end, slot := untilPlayer(m, shooter, from, to)
	if slot < 0 {
		if slot = fx.toldStruck(m, shooter, from, to); slot < 0 {
			return end
		}
		end = m.Poses[slot].Origin.Add(mgl32.Vec3{0, 0, boltHigh})
	}
	fx.sight.strike(shooter, slot)
	return end
}

const (
	// boltTold is how many seconds ago the demo said at the most that somebody is hit on whom
	// lightning ends, and boltBeside the tangent of how far beside it he is.
	boltTold, boltBeside = 0.5, 0.45
	// boltHigh is how high above a body's origin it ends there, in units.
	boltHigh = 4
)

// toldStruck returns the slot of a player who the demo says is hit, by this shooter or it does not
// say by whom, and who is beside the shooter's lightning, -1 for none.
func (fx *effects) toldStruck(m *player.Moment, shooter int, from, to mgl32.Vec3) int {
	dir := normalize(to.Sub(from))
	for i := range m.World.Players {
		p := &m.World.Players[i]
		if i == shooter || i >= len(m.Poses) || !p.Visible || p.Dead || !sane(m.Poses[i].Origin) {
			continue
		}
		if !(p.StruckBy-1 == shooter && p.Struck.Within(m.Clock, boltTold)) && !p.Hurt.Within(m.Clock, boltTold) {
			continue
		}
		d := m.Poses[i].Origin.Sub(from)
		along := d.Dot(dir)
		if off := d.Sub(dir.Mul(along)).Len(); along > 0 && along < lightningReach &&
			off < max(lightningThrough, boltBeside*along) && fx.frame.g.Glimpses(from, m.Poses[i].Origin) {
			return i
		}
	}
	return -1
}

// untilPlayer returns where a line from a player's muzzle first comes near to the middle
// of another, and his slot, or its end and -1.
func untilPlayer(m *player.Moment, shooter int, from, to mgl32.Vec3) (mgl32.Vec3, int) {
	slot := -1
	way := to.Sub(from)
	length := way.Len()
	dir := normalize(way)
	for i := range m.Poses {
		if i == shooter || !m.World.Players[i].Visible || m.World.Players[i].Dead || !sane(m.Poses[i].Origin) {
			continue
		}
		to := m.Poses[i].Origin.Sub(from)
		along := to.Dot(dir)
		off := to.Sub(dir.Mul(along))
		off[2] *= 0.5 // twice as high as wide
		if along > 0 && along < length && off.Len() < lightningThrough {
			length, slot = along, i
		}
	}
	return from.Add(dir.Mul(length)), slot
}

// heldAt returns where a beam begins: at the muzzle of the player who holds it, if it began
// near to him, or where the gun was that has fired it.
func (fx *effects) heldAt(m *player.Moment, e *world.Effect) mgl32.Vec3 {
	const near = 96 // units
	switch e.Kind {
	case world.EffectLightning, world.EffectHeatBeam, world.EffectGrapple:
	case world.EffectRail, world.EffectShotgun:
		if owned(m.World, e) && fx.frame.isEye(m, e.Entity) {
			return fx.firedAt(m, e)
		}
		return e.Origin
	default:
		return e.Origin
	}
	if slot := slotOf(m.World, e.Entity); slot < 0 || slot >= len(m.World.Players) || !owned(m.World, e) {
		return e.Origin
	}
	if at, ok := fx.bodies.muzzle(m, e.Entity); ok && at.Sub(e.Origin).Len() < near {
		return at
	}
	return e.Origin
}

// quake3Shot is where Quake III's servers say that a shot begins, from the eye: forward, to the right, and down, in
// units. Of the shotgun's nothing is to the right.
var quake3Shot = mgl32.Vec3{14, 4, 1}

// firedAt returns where the gun before the eye was as it fired a shot that is over. It stays there: the eye turns and
// goes on, and the gun is lowered for the next one.
func (fx *effects) firedAt(m *player.Moment, e *world.Effect) mgl32.Vec3 {
	forward := normalize(mgl32.Vec3(e.End).Sub(e.Origin))
	right := forward.Cross(mgl32.Vec3{0, 0, 1})
	if m.World.Game != world.Quake3 || right.Len() < 0.01 {
		return e.Origin // the servers of others say where the gun is
	}
	right = normalize(right)
	from := quake3Shot
	if e.Kind == world.EffectShotgun {
		from[1], from[2] = 0, 0
	}
	return mgl32.Vec3(e.Origin).Add(forward.Mul(muzzleForward - from[0])).Add(right.Mul(muzzleRight - from[1])).Sub(
		right.Cross(forward).Mul(muzzleDown - from[2]))
}

// traceSteps bounds the leaves that a line is followed through.
const traceSteps = 512

// until returns where a line from one place to another first comes into a wall of the
// level, or its end. Doors do not stop it.
func (g *Geometry) until(from, to mgl32.Vec3) mgl32.Vec3 {
	if g.source == nil {
		return to
	}
	if g.built {
		at, _ := g.source.Until(from, to)
		return at
	}
	way := to.Sub(from)
	part := float32(0)
	for range traceSteps {
		// The leaf at this part of the way, and where the way leaves it.
		at := from.Add(way.Mul(part))
		n, leave := g.models[0].root, float32(1)
		for n >= 0 {
			nd := &g.nodes[n]
			d, side := nd.distance(&at), 0
			step := nd.distance(&to) - nd.distance(&from) // over the whole way
			if d < 0 || d < 1e-3 && step < 0 {
				side = 1
			}
			if step != 0 && (side == 0) == (step < 0) {
				if t := part - d/step; t < leave {
					leave = max(t, part)
				}
			}
			n = nd.children[side]
		}
		if g.leaves[^n].solid {
			return at
		}
		if leave >= 1 {
			return to
		}
		part = max(leave, part+1e-5) + 1e-6
	}
	return from.Add(way.Mul(part))
}
