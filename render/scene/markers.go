package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player"
	"demoscope/player/world"
	"demoscope/render/draw"
	"demoscope/render/setting"
)

// marker represents an entity that has no brush model.
type marker struct {
	class *class
	look  *look
	name  string // of its model
	skin  int32
	// colormap is 1 + the slot of the player whose colors it has, 0 if it has nobody's.
	colormap uint8
	alpha    uint8
	entity   int32 // its number
	static   int32 // 1 + its place in the list of what never moves, 0 for others
	// shooter is the slot of who fired a projectile, -1 if that is not known, and owner his
	// color, whose A is then 0.
	shooter int
	owner   draw.Color
	sent    mgl32.Vec3 // where its entity is
	origin  mgl32.Vec3 // where its middle is
	angles  mgl32.Vec3 // a positive pitch looks down
	spin    float32    // degrees that it is turned by at this moment
	scale   float32

	// frame is the entity's, and was the one before it, if blends is set: lerp is how far
	// it is from that, 0 to 1. clock is the viewer's, in seconds.
	frame, was uint16
	blends     bool
	lerp       float32
	clock      float64
}

// markers are the visible entities without brush models.
type markers struct {
	frame   *frame
	visible *visibility
	things  *things
	pieces  *pieces
	bodies  *bodies
	sight   *sight
	sparks  *sparks

	list []marker
}

// markerReach is how far a marker of size 1 extends from its origin, in units.
const markerReach = 48

// markerRadius is how far the body of a marker of size 1 reaches from its middle, and
// tooNear how near to it the camera may come before the marker is not drawn, in
// units: it would fill the picture, and nobody could tell what it is. Such are
// projectiles that the watched player has just fired.
const (
	markerRadius = 16
	tooNear      = 12
)

// nearItem is from how near on an item is seen through, in units, and nearAlpha how opaque it
// is then, of 255: it would be taken for a weapon in the hand.
const nearItem, nearAlpha = 90, 90

// shotReach is how far a rocket reaches from its middle, with its fins, in units.
const shotReach = 8

// farMarker is the distance from which small markers are not drawn, in units.
const farMarker = 6000

// spinSpeed is how fast items turn, in degrees a second.
const spinSpeed = 100

// addAll collects the visible markers.
func (ms *markers) addAll(m *player.Moment) {
	w := m.World
	lift := float32(0)
	if w.Game == world.Quake || w.Game == world.QuakeWorld {
		lift = 14 // the origin of an item is on the floor
	}
	spin := float32(m.Clock*spinSpeed - 360*float64(int64(m.Clock*spinSpeed/360)))
	if ms.frame.opt.On(setting.ReducedMotion) {
		spin = 0
	}
	for i := range m.Entities {
		e := &m.Entities[i]
		if ms.frame.opt.FirstPerson && e.Number == m.Eye.Entity && m.Eye.Entity != 0 {
			continue
		}
		var was player.Was
		if i < len(m.Were) {
			was = m.Were[i]
		}
		ms.add(m, e, was, lift, spin)
		if ms.frame.opt.On(setting.Effects) && sane(e.Origin) {
			ms.putBeside(m, e)
		}
	}
	for i := range w.Statics {
		before := len(ms.list)
		ms.add(m, &w.Statics[i], player.Was{}, lift, spin)
		if before < len(ms.list) {
			ms.list[before].static = int32(i) + 1
		}
	}
	for i := range w.Nails {
		if !ms.frame.opt.On(setting.Items) {
			break
		}
		at := mgl32.Vec3(w.Nails[i].Origin)
		if sane(at) && sane(w.Nails[i].Angles) && ms.visible.near(at, 16) {
			ms.things.add(ms.frame, thingNail, i, at)
		}
	}
}

// near reports whether anything within reach units of a place is visible.
func (v *visibility) near(at mgl32.Vec3, reach float32) bool {
	mins, maxs := at.Sub(mgl32.Vec3{reach, reach, reach}), at.Add(mgl32.Vec3{reach, reach, reach})
	return v.box(&mins, &maxs)
}

func (ms *markers) add(m *player.Moment, e *world.Entity, was player.Was, lift, spin float32) {
	w := m.World
	c := ms.bodies.wardrobe.class(w, e)
	if c == nil || c.hidden || c.inline > 0 || e.Alpha == 1 || !sane(e.Origin) || !sane(e.Angles) {
		return
	}
	if !ms.frame.opt.On(setting.Items) && !c.kind.body() {
		return
	}
	at := mgl32.Vec3(e.Origin)
	switch {
	case c.corner:
		at = at.Add(mgl32.Vec3{16, 16, 10})
	case c.kind >= kindWeapon && c.kind <= kindFlag || c.kind == kindBackpack:
		at[2] += lift
	}
	size := c.size
	if size == 0 {
		size = 1
	}
	d := at.Sub(ms.frame.origin)
	if ms.pieces.capture == nil && c.kind > kindMonster && d.Dot(d) > farMarker*farMarker {
		return
	}
	if near := markerRadius*size + tooNear; ms.pieces.capture == nil && d.Dot(d) < near*near {
		return
	}
	if !ms.visible.near(at, markerReach*size) {
		return
	}
	name := w.ModelOf(e)
	mk := marker{
		class: c, look: ms.bodies.wardrobe.names.look(name), name: name, skin: e.Skin, colormap: e.Colormap, alpha: e.Alpha,
		sent: e.Origin, origin: at, angles: e.Angles, scale: 1,
		frame: e.Frame, was: was.Frame, blends: was.Known && was.Frame != e.Frame, lerp: m.Lerp, clock: ms.frame.idle(m),
	}
	mk.entity, mk.shooter = e.Number, -1
	if c.kind == kindProjectile {
		mk.shooter = w.Effects.OwnerOf(e.Number)
		mk.owner, _ = ms.bodies.colors.shot(m, mk.shooter)
	}
	if c.kind >= kindWeapon && c.kind <= kindFlag || c.kind == kindAmmo || c.kind == kindBackpack {
		if near := float32(nearItem); ms.pieces.capture == nil && d.Dot(d) < near*near && mk.alpha == 0 {
			mk.alpha = nearAlpha
		}
	}
	if c.kind == kindCorpse && mk.alpha == 0 {
		if clear := ms.frame.corpseClear(at, markerRadius*size); clear > 0 {
			mk.alpha = uint8(255 * (1 - clear))
		}
	}
	if e.Scale != 0 {
		mk.scale = float32(e.Scale) / 16
	}
	if w.Game == world.Quake || w.Game == world.QuakeWorld {
		mk.angles[0] = -mk.angles[0] // a model with a positive pitch looks up
	}
	if c.kind >= kindWeapon && c.kind <= kindFlag {
		mk.spin = spin
	}
	ms.list = append(ms.list, mk)
	ms.things.add(ms.frame, thingMarker, len(ms.list)-1, at)
}

// quake2Player is the model index that stands for the model in the player's skin.
const quake2Player = 255

// quake3Body is the model of a body in Quake III: the entity says whose it is.
const quake3Body = "models/players"

// The frames in which Quake's player model falls or lies.
const (
	firstDeathFrame = 41
	lastDeathFrame  = 102
)

// class returns what an entity represents, nil if it is not drawn.
func (wd *wardrobe) class(w *world.World, e *world.Entity) *class {
	if w.Game == world.Quake2 && e.Model[0] == quake2Player {
		return &bodyClass
	}
	name := w.ModelOf(e)
	if name == "" || name == w.Level().Map {
		return nil
	}
	if w.Game == world.Quake3 && name == quake3Body {
		return &bodyClass
	}
	c := wd.names.class(name)
	if c.kind == kindPlayer && e.Frame >= firstDeathFrame && e.Frame <= lastDeathFrame {
		return &bodyClass
	}
	return c
}

// bodyClass represents a corpse that a respawned player has left behind.
var bodyClass = class{kind: kindCorpse, size: 1.5}

// The solids of markers, within 16 units of their origin.
var (
	bodyMonster = [...]*solid{prism(5, 0, 15, -24, 9, 26), diamond(5, 7, -7, 9).moved(mgl32.Vec3{0, 0, 33},
		mgl32.Vec3{1, 1, 1})}
	bodyWeapon     = diamond(4, 7, -6, 6).moved(mgl32.Vec3{}, mgl32.Vec3{3, 0.8, 1})
	bodyArmor      = diamond(6, 12, -15, 7)
	bodyHealthUp   = box(mgl32.Vec3{-4, -4, -12}, mgl32.Vec3{4, 4, 12})
	bodyHealthArmL = box(mgl32.Vec3{-4, 4, -4}, mgl32.Vec3{4, 12, 4})
	bodyHealthArmR = box(mgl32.Vec3{-4, -12, -4}, mgl32.Vec3{4, -4, 4})
	bodyAmmo       = box(mgl32.Vec3{-9, -9, -9}, mgl32.Vec3{9, 9, 7})
	bodyPowerup    = diamond(8, 11, -13, 13)
	bodyKey        = diamond(3, 8, -12, 12)
	bodyFlag       = prism(3, 0, 14, 0, 14, 4).moved(mgl32.Vec3{6, 0, 16}, mgl32.Vec3{1, 0.2, 4})
	bodyProjectile = diamond(4, 4, -3, 3).moved(mgl32.Vec3{}, mgl32.Vec3{2.5, 1, 1})
	bodyBackpack   = prism(4, 45, 12, -8, 8, 8)
	bodyCorpse     = diamond(5, 8, -4, 4)
	bodyOther      = diamond(4, 7, -8, 8)
)

// place places the bodies of a marker.
func (ms *markers) place(m *player.Moment, mk *marker) {
	if mk.class == &bodyClass {
		ms.bodies.putCorpse(m.World, mk, ms.bodies.colors.corpse(m.World, mk))
		return
	}
	if mk.look.fire {
		ms.putSpriteFire(m, mk)
		return
	}
	if mk.class.kind == kindProjectile && mk.shooter >= 0 && ms.frame.watches(m, mk.shooter) &&
		ms.sight.veils(m, mk.origin, shotReach) {
		ms.pieces.veil = veil
		defer ms.pieces.unveil()
	}
	if k := mk.class.kind; (k >= kindWeapon && k <= kindFlag || k == kindBackpack) &&
		ms.sight.veilsKilled(mk.origin, killedReach) {
		ms.pieces.veil = veilKilled
		defer ms.pieces.unveil()
	}
	if mk.class.kind == kindProjectile && ms.fliesAway(m, mk) {
		return
	}
	if !ms.placeFigure(mk) {
		ms.placeSolid(mk)
	}
	if mk.class.kind == kindProjectile && ms.frame.opt.signs(setting.HitSigns) {
		ms.putHead(m, mk)
	}
}

// corpse returns the colors of a dead body: those of its player, if the entity names the player.
func (cs *colors) corpse(w *world.World, m *marker) paint {
	color := kindColors[kindCorpse]
	look := paint{shirt: color, trousers: color, accent: color, dead: true}
	slot := int(m.colormap) - 1
	if w.Game == world.Quake3 {
		slot = int(m.skin)
	}
	if slot >= 0 && slot < len(w.Players) && w.Players[slot].InUse {
		look.shirt, look.trousers = cs.player(w, &w.Players[slot])
	}
	return look
}

// placeSolid places a marker that no figure shows.
func (ms *markers) placeSolid(m *marker) {
	c := m.class
	size := c.size
	if size == 0 {
		size = 1
	}
	color := c.markerColor(m.skin)
	if m.alpha != 0 {
		color = colorAlpha(color, m.alpha)
	}
	if c.kind == kindFlag && m.skin == 1 && c.color.A == 0 {
		color = colorBlue
	}
	angles := mgl32.Vec3{0, m.angles[1] + m.spin, 0}
	switch c.kind {
	case kindProjectile:
		angles = m.angles
	case kindHealth:
		// The cross faces the camera.
		d := ms.frame.origin.Sub(m.origin)
		angles = mgl32.Vec3{0, degreesOf(d), 0}
	case kindAmmo, kindBackpack, kindCorpse:
		angles = mgl32.Vec3{0, m.angles[1], 0}
	}
	at := placeAt(m.origin, angles, size)
	color = dyeShot(color, m.owner, shotHue)
	at.line, at.solidFill = color, color.Dim(0.4)
	switch c.kind {
	case kindOther:
		at.minFade = 0.25
	case kindCorpse:
		at.line, at.solidFill = deadLine, deaden(at.solidFill)
	}
	ms.pieces.putMarker(c.kind, &at)
}

// putMarker places the bodies of a kind of marker.
func (ps *pieces) putMarker(k Kind, at *place) {
	switch k {
	case kindMonster:
		ps.putStack(at, bodyMonster[:]...)
		ps.putArrow(at, 20, 12, 14)
	case kindWeapon:
		ps.putSolid(bodyWeapon, at)
	case kindArmor:
		ps.putSolid(bodyArmor, at)
	case kindHealth:
		// The arms first: the upright hides what is behind it.
		ps.putSolid(bodyHealthArmL, at)
		ps.putSolid(bodyHealthArmR, at)
		ps.putSolid(bodyHealthUp, at)
	case kindAmmo:
		ps.putSolid(bodyAmmo, at)
	case kindPowerup:
		ps.putSolid(bodyPowerup, at)
	case kindKey:
		ps.putSolid(bodyKey, at)
	case kindFlag:
		ps.putLine(at.point(mgl32.Vec3{0, 0, -14}), at.point(mgl32.Vec3{0, 0, 34}), 1.5, at.minFade, at.line)
		ps.putSolid(bodyFlag, at)
	case kindProjectile:
		ps.putLine(at.point(mgl32.Vec3{-8, 0, 0}), at.point(mgl32.Vec3{-40, 0, 0}), 1, at.minFade, at.line.Alpha(0.5))
		ps.putSolid(bodyProjectile, at)
	case kindBackpack:
		ps.putSolid(bodyBackpack, at)
	case kindCorpse:
		ps.putSolid(bodyCorpse, at)
	default:
		ps.putSolid(bodyOther, at)
	}
}

// placeNail places a nail of QuakeWorld's list.
func (ms *markers) placeNail(m *player.Moment, i int) {
	n := &m.World.Nails[i]
	at := mgl32.Vec3(n.Origin)
	f, _, _ := vectors(mgl32.Vec3{-n.Angles[0], n.Angles[1], 0})
	ms.pieces.putLine(at.Sub(f.Mul(12)), at.Add(f.Mul(4)), 1.2, 0.6, colorSilver)
}
