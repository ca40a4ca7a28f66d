package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player"
	"demoscope/player/world"
	"demoscope/render/draw"
	"demoscope/render/setting"
)

// sameMoment is the largest difference between the clocks of a shot and its hit, in seconds.
const sameMoment = 1e-3

// A tracer is bright for tracerLife seconds and gone after [world.AfterShot], which is long enough to see shooter and
// target. tracerWidth is its width in points.
const tracerLife, tracerWidth = 0.1, 1.8

// afterShot returns the opacity of a shot's remains after it was bright for some seconds.
func afterShot(age, bright float64) float32 {
	const most, after = 0.85, 0.55
	if age < bright {
		return most
	}
	return after * float32(max(0, 1-(age-bright)/(world.AfterShot-bright)))
}

// strokeLength is the length of the stroke of a shot whose hit is unknown, in units.
const strokeLength = 72

// hitCone is the least cosine between the aim and a hit that belongs to the shot.
const hitCone = 0.93

// muzzleStays is the largest distance of a shooter from the place of the shot at which the tracer starts at the gun, in
// units.
const muzzleStays = 48

// shotFrom returns the start of a shot, the shooter's view direction, and the start of the lines to its hits: the gun
// while the shooter is still there.
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
	case m.World.Game == world.Quake3: // hits name the shooter
		from = e.Origin.Add(mgl32.Vec3{0, 0, quake3Muzzle})
	case m.Clock-e.Clock > tracerLife:
		return from, look, gun, false // its direction is unknown
	default:
		return from, look, gun, there
	}
	if !there || gun.Sub(from).Len() > muzzleStays {
		gun = from
	}
	return from, look, gun, sane(from) && sane(look)
}

// quake3Muzzle is the approximate height of shots above a player's origin in Quake III, in units.
const quake3Muzzle = 18

// addTracers collects lines from a muzzle to hits at the same time that the demo reports for this shooter, or that are
// not nearer to the aim of another shooter.
func (fx *effects) addTracers(m *player.Moment, e *world.Effect) {
	if e.Shot > world.ShotPellets || !owned(m.World, e) {
		return // missiles and beams are visible anyway
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

// nearness returns the cosine of the angle between an aim and the direction to a point.
func nearness(to, from, aim mgl32.Vec3) float32 { return normalize(to.Sub(from)).Dot(aim) }

// maxShooters bounds the shots that are compared for a hit.
const maxShooters = 16

// nearerShooter reports whether a hit is nearer to the aim of another player who shot at the time of e than to the aim
// of e's shooter, whose nearness is near.
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

// The spread of the pellets of Quake III's shotgun, in units at a distance of pelletDistance units.
const (
	pelletDistance = 8192 * 16
	pelletSpread   = 700 * 16
	maxPellets     = 32
	// farthestPellet is the distance from which pellets hit nothing, and only a stroke is drawn.
	farthestPellet = 8192
	pelletStroke   = 512
)

// pellets places the paths of a shotgun's pellets and their hits as Quake III's client does: with random numbers from a
// seed in the demo.
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
		to := e.origin.Add(f.Mul(pelletDistance)).Add(right.Mul(pelletSpread * r)).Add(up.Mul(pelletSpread * u))
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

// The range of lightning guns in units, and the bit of a firing player's flags in Quake III.
const (
	lightningReach   = 768
	quake3Firing     = 0x100
	quake3Lightning  = 6
	lightningThrough = 16 // distance from a player's center within which lightning hits
)

// addHeldBeams collects the lightning of Quake III's players. The demo only reports that they fire.
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

// hitBy returns the end of lightning from a player's muzzle, and records whose body that is: a player in its path,
// otherwise a player beside it whose hit the demo reports. A player's position can differ from the one
// at which the server traced the shot.
func (fx *effects) hitBy(m *player.Moment, shooter int, from, to mgl32.Vec3) mgl32.Vec3 {
	end, slot := untilPlayer(m, shooter, from, to)
	if slot < 0 {
		if slot = fx.reportedHit(m, shooter, from, to); slot < 0 {
			return end
		}
		end = m.Poses[slot].Origin.Add(mgl32.Vec3{0, 0, boltHigh})
	}
	fx.sight.strike(shooter, slot)
	return end
}

const (
	// Lightning ends on a player whose hit was reported in the last recentHit seconds if the player is at most
	// boltBeside units beside it per unit of distance.
	recentHit, boltBeside = 0.5, 0.45
	// boltHigh is the height above the body's origin at which it ends there, in units.
	boltHigh = 4
)

// reportedHit returns the slot of a player beside the shooter's lightning whose hit the demo reports, by this shooter
// or by an unknown one, or -1 for none.
func (fx *effects) reportedHit(m *player.Moment, shooter int, from, to mgl32.Vec3) int {
	dir := normalize(to.Sub(from))
	for i := range m.World.Players {
		p := &m.World.Players[i]
		if i == shooter || p.Dead || !stands(m, i) {
			continue
		}
		if !(p.StruckBy-1 == shooter && p.Struck.Within(m.Clock, recentHit)) && !p.Hurt.Within(m.Clock, recentHit) {
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

// untilPlayer returns the point where a line from a player's muzzle first comes close to another player's center, and
// that player's slot, or the line's end and -1.
func untilPlayer(m *player.Moment, shooter int, from, to mgl32.Vec3) (mgl32.Vec3, int) {
	slot := -1
	delta := to.Sub(from)
	length := delta.Len()
	dir := normalize(delta)
	for i := range m.Poses {
		if i == shooter || !stands(m, i) || m.World.Players[i].Dead {
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

// heldAt returns the start of a beam: the muzzle of the player who holds it if the beam starts near that player, or the
// place of the gun that has fired it.
func (fx *effects) heldAt(m *player.Moment, e *world.Effect) mgl32.Vec3 {
	const near = 96 // units
	switch e.Kind {
	case world.EffectLightning, world.EffectHeatBeam, world.EffectGrapple:
	case world.EffectRail, world.EffectShotgun:
		if owned(m.World, e) && fx.frame.isEye(m, e.Entity) {
			return firedAt(m, e)
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

// quake3Shot is the start of a shot according to Quake III's servers, relative to the eye: forward, right and down, in
// units. That of the shotgun is only shifted forward.
var quake3Shot = mgl32.Vec3{14, 4, 1}

// firedAt returns the place of the view weapon when it fired a shot that is over. The start of the shot stays there,
// although the eye turns and moves on and the gun is lowered for the next weapon.
func firedAt(m *player.Moment, e *world.Effect) mgl32.Vec3 {
	forward := normalize(mgl32.Vec3(e.End).Sub(e.Origin))
	right := forward.Cross(mgl32.Vec3{0, 0, 1})
	if m.World.Game != world.Quake3 || right.Len() < 0.01 {
		return e.Origin // servers of other games report the place of the gun
	}
	right = normalize(right)
	from := quake3Shot
	if e.Kind == world.EffectShotgun {
		from[1], from[2] = 0, 0
	}
	return mgl32.Vec3(e.Origin).Add(forward.Mul(muzzleForward - from[0])).Add(right.Mul(muzzleRight - from[1])).Sub(
		right.Cross(forward).Mul(muzzleDown - from[2]))
}

// trailLook is the appearance of a trail: a line that fades with age, and dots that drift away from it.
type trailLook struct {
	life float32 // seconds, at most trailLife unless the viewer wants trails
	// fresh and old are the colors of the line, and of dots without palette colors.
	fresh, old draw.Color
	width      float32 // of the line, points
	glow       bool
	gap        float32 // between dots, units; 0 for none
	size       float32 // of a dot, units
	grows      float32 // increase until the end of its life, units
	drift      float32 // speed of dots away from the line, units per second
	fall       float32 // units per second squared
	// quake and quake2 are the palette indices of the dots' colors in the games. If ages is set, a dot goes through
	// them in order, otherwise it has one at random.
	quake, quake2 []uint8
	ages          bool
}

// trailLooks are the looks of all kinds of trails, with the games' colors and durations.
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

// trailParts is the number of parts with constant brightness that a trail's line is divided into.
const trailParts = 10

// Unless the viewer enables trails, those of missiles are visible for at most trailLife seconds, and rails for
// railLife.
const trailLife, railLife = 0.3, 0.5

// lineAlpha and dotAlpha are the opacity of the line and the dots of a fresh trail.
const lineAlpha, dotAlpha = 0.85, 0.6

// trailLife returns the seconds that a trail is visible.
func (fx *effects) trailLife(k world.TrailKind) float32 {
	if fx.frame.opt.showsTrails() {
		return trailLooks[k].life
	}
	return min(trailLooks[k].life, trailLife)
}

// trailSpan returns the visible part of a trail at a clock, as viewer's seconds of its ends. ok is false if nothing is
// visible.
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

// putTrail places the visible part of a trail.
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
	// The dots are always in the same places, counted from the start of the trail.
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

// nearestDot is the distance from the camera below which dots of trails are not drawn, in units.
const nearestDot = 24

// trailColor returns the color of a dot after a part of its life.
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
	return visible(bright(rgb(c)))
}
