package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	figures "demoscope/assets/figure"
	models "demoscope/assets/model"
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
	// colormap is 1 + the slot of the player whose colors it has, or 0 for none.
	colormap uint8
	alpha    uint8
	entity   int32 // entity number
	static   int32 // 1 + index in the list of static entities; 0 for others
	// shooter is the slot of the player who fired a projectile, and owner the color of that player; -1 and an A of 0 if
	// the shooter is unknown.
	shooter int
	owner   draw.Color
	sent    mgl32.Vec3 // position of its entity
	origin  mgl32.Vec3 // position of its center
	angles  mgl32.Vec3 // a positive pitch looks down
	spin    float32    // degrees that it is turned by at this moment
	scale   float32

	// frame is the entity's frame. If blends is set, was is the previous one and lerp the fraction between them, 0 to
	// 1. clock is the viewer's clock, in seconds.
	frame, was uint16
	blends     bool
	lerp       float32
	clock      float64
}

// markers are the visible entities without brush models.
type markers struct {
	frame    *frame
	visible  *visibility
	things   *things
	pieces   *pieces
	bodies   *bodies
	poser    *poser
	wardrobe *wardrobe
	colors   *colors
	sight    *sight
	sparks   *sparks

	list []marker
}

// markerReach is the maximum extent of a marker of size 1 from its origin, in units.
const markerReach = 48

// markerRadius is the radius of the body of a marker of size 1 around its center. tooNear is the distance of the camera
// from the body below which the marker is not drawn, in units: it would fill the picture. This applies to projectiles
// that the followed player has just fired, but not to what belongs to the level, like torches.
const (
	markerRadius = 16
	tooNear      = 12
)

// nearItem is the distance below which an item is transparent, in units, and nearAlpha its opacity then, of 255: it
// would look like a weapon in the hand.
const nearItem, nearAlpha = 90, 90

// shotReach is the extent of a rocket with its fins from its center, in units.
const shotReach = 8

// farMarker is the distance from which small markers are not drawn, in units.
const farMarker = 6000

// spinSpeed is the rotation speed of items, in degrees per second.
const spinSpeed = 100

// addAll collects the visible markers.
func (ms *markers) addAll(m *player.Moment) {
	for i := range m.Entities {
		e := &m.Entities[i]
		if ms.frame.opt.FirstPerson && e.Number == m.Eye.Entity && m.Eye.Entity != 0 {
			continue
		}
		var was player.PreviousState
		if i < len(m.Previous) {
			was = m.Previous[i]
		}
		ms.add(m, e, was, 0)
		if ms.frame.opt.On(setting.Effects) && sane(e.Origin) {
			ms.putBeside(m, e)
		}
	}
	for i := range m.World.Statics {
		ms.add(m, &m.World.Statics[i], player.PreviousState{}, int32(i)+1)
	}
	if !ms.frame.opt.On(setting.Items) {
		return
	}
	for i := range m.World.Nails {
		n := &m.World.Nails[i]
		if at := mgl32.Vec3(n.Origin); sane(at) && sane(n.Angles) && ms.visible.near(at, 16) {
			ms.things.add(thingNail, i, at)
		}
	}
}

// add collects the marker of an entity, if it has a visible one. static has the same meaning as in marker.
func (ms *markers) add(m *player.Moment, e *world.Entity, was player.PreviousState, static int32) {
	w := m.World
	c := ms.wardrobe.class(w, e)
	if c == nil || c.hidden || c.inline > 0 || !shown(e) {
		return
	}
	if !ms.frame.opt.On(setting.Items) && !c.kind.body() {
		return
	}
	at := mgl32.Vec3(e.Origin)
	switch {
	case c.corner:
		at = at.Add(mgl32.Vec3{16, 16, 10})
	case c.kind.item() && ofQuake(w):
		at[2] += 14 // its origin is on the floor
	}
	if !ms.shows(c, at) {
		return
	}
	name := w.ModelOf(e)
	mk := marker{
		class: c, look: ms.wardrobe.names.look(name), name: name, skin: e.Skin, colormap: e.Colormap, alpha: e.Alpha,
		sent: e.Origin, origin: at, angles: e.Angles, scale: 1,
		frame: e.Frame, was: was.Frame, blends: was.Known && was.Frame != e.Frame, lerp: m.Lerp,
		clock: ms.frame.idle(m), entity: e.Number, static: static,
		shooter: -1,
	}
	if c.kind == kindProjectile {
		mk.shooter = w.Effects.OwnerOf(e.Number)
		mk.owner, _ = ms.colors.shot(m, mk.shooter)
	}
	if mk.alpha == 0 {
		mk.alpha = ms.alpha(c, at)
	}
	if e.Scale != 0 {
		mk.scale = float32(e.Scale) / 16
	}
	if ofQuake(w) {
		mk.angles[0] = -mk.angles[0] // a model with a positive pitch looks up
	}
	if c.kind.item() && c.kind != kindBackpack && !ms.frame.opt.On(setting.ReducedMotion) {
		mk.spin = float32(m.Clock*spinSpeed - 360*float64(int64(m.Clock*spinSpeed/360)))
	}
	ms.list = append(ms.list, mk)
	ms.things.add(thingMarker, len(ms.list)-1, at)
}

// shows reports whether a marker of a class is visible at a place, and neither too near nor too far.
func (ms *markers) shows(c *class, at mgl32.Vec3) bool {
	if !ms.frame.whole {
		d, near := at.Sub(ms.frame.origin), markerRadius*c.scale()+tooNear
		away := d.Dot(d)
		if c.kind != kindOther && away < near*near || c.kind > kindMonster && away > farMarker*farMarker {
			return false
		}
	}
	return ms.visible.near(at, markerReach*c.scale())
}

// alpha returns the Alpha for an entity without one: close to the camera, items and corpses are transparent.
func (ms *markers) alpha(c *class, at mgl32.Vec3) uint8 {
	switch d := at.Sub(ms.frame.origin); {
	case c.kind.item() && !ms.frame.whole && d.Dot(d) < nearItem*nearItem:
		return nearAlpha
	case c.kind == kindCorpse:
		if clear := ms.frame.corpseClear(at, markerRadius*c.scale()); clear > 0 {
			return uint8(255 * (1 - clear))
		}
	}
	return 0
}

// kindSolids are the solids of markers by kind, within 16 units of their origin, in drawing order.
var kindSolids = [kinds][]*solid{
	kindMonster: {prism(5, 0, 15, -24, 9, 26), diamond(5, 7, -7, 9).moved(mgl32.Vec3{0, 0, 33}, mgl32.Vec3{1, 1, 1})},
	kindWeapon:  {diamond(4, 7, -6, 6).moved(mgl32.Vec3{}, mgl32.Vec3{3, 0.8, 1})},
	kindArmor:   {diamond(6, 12, -15, 7)},
	// Arms first, because the upright hides what is behind it.
	kindHealth: {box(mgl32.Vec3{-4, 4, -4}, mgl32.Vec3{4, 12, 4}), box(mgl32.Vec3{-4, -12, -4}, mgl32.Vec3{4, -4, 4}),
		box(mgl32.Vec3{-4, -4, -12}, mgl32.Vec3{4, 4, 12})},
	kindAmmo:       {box(mgl32.Vec3{-9, -9, -9}, mgl32.Vec3{9, 9, 7})},
	kindPowerup:    {diamond(8, 11, -13, 13)},
	kindKey:        {diamond(3, 8, -12, 12)},
	kindFlag:       {prism(3, 0, 14, 0, 14, 4).moved(mgl32.Vec3{6, 0, 16}, mgl32.Vec3{1, 0.2, 4})},
	kindProjectile: {diamond(4, 4, -3, 3).moved(mgl32.Vec3{}, mgl32.Vec3{2.5, 1, 1})},
	kindBackpack:   {prism(4, 45, 12, -8, 8, 8)},
	kindCorpse:     {diamond(5, 8, -4, 4)},
	kindOther:      {diamond(4, 7, -8, 8)},
}

// place places the bodies of a marker.
func (ms *markers) place(m *player.Moment, mk *marker) {
	if mk.class == &bodyClass {
		ms.bodies.putCorpse(m.World, mk, ms.colors.corpse(m.World, mk))
		return
	}
	if mk.look.fire {
		ms.putSpriteFire(m, mk)
		return
	}
	if mk.class.kind == kindProjectile && mk.shooter >= 0 && ms.frame.isFollowed(m, mk.shooter) &&
		ms.sight.coversLiving(m, mk.origin, shotReach) {
		ms.pieces.limitAlpha(occluderAlpha)
	}
	if mk.class.kind.item() && ms.sight.coversKill(mk.origin, killCoverReach) {
		ms.pieces.limitAlpha(killCoverAlpha)
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

// placeSolid places a marker that has no figure.
func (ms *markers) placeSolid(m *marker) {
	c := m.class
	color := c.markerColor(m.skin)
	if m.alpha != 0 {
		color = colorAlpha(color, m.alpha)
	}
	if c.kind == kindFlag && m.skin == 1 && c.color.A == 0 {
		color = colorBlue
	}
	angles := m.turned(ms.frame)
	if c.kind != kindProjectile {
		angles = mgl32.Vec3{0, angles[1], 0}
	}
	at := placeAt(m.origin, angles, c.scale())
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

// putMarker places the solids of a kind of marker.
func (ps *pieces) putMarker(k Kind, at *place) {
	switch k {
	case kindMonster:
		ps.putStack(at, kindSolids[k]...)
		ps.putArrow(at, 20, 12, 14)
		return
	case kindFlag:
		ps.putLine(at.point(mgl32.Vec3{0, 0, -14}), at.point(mgl32.Vec3{0, 0, 34}), 1.5, at.minFade, at.line)
	case kindProjectile:
		ps.putLine(at.point(mgl32.Vec3{-8, 0, 0}), at.point(mgl32.Vec3{-40, 0, 0}), 1, at.minFade, at.line.Alpha(0.5))
	case kindPlayer:
		k = kindOther
	}
	for _, b := range kindSolids[k] {
		ps.putSolid(b, at)
	}
}

// placeNail places a nail of QuakeWorld's list.
func (ms *markers) placeNail(m *player.Moment, i int) {
	n := &m.World.Nails[i]
	at := mgl32.Vec3(n.Origin)
	f, _, _ := vectors(mgl32.Vec3{-n.Angles[0], n.Angles[1], 0})
	ms.pieces.putLine(at.Sub(f.Mul(12)), at.Add(f.Mul(4)), 1.2, 0.6, colorSilver)
}

// figurePose returns the poses that a figure is between: those of the entity's frame if the figure has the frames of
// the game's model, otherwise those of standing or resting.
func figurePose(f *figures.Figure, m *marker) (from, to int, t float32) {
	if f.Framed {
		to = f.Pose(int(m.frame), m.clock)
		if !m.blends {
			return to, to, 0
		}
		return f.Pose(int(m.was), m.clock), to, m.lerp
	}
	a, ok := f.Animations["stand"]
	if !ok || a.Count < 1 {
		return 0, 0, 0
	}
	return cycle(&a, m.clock)
}

// cycle returns the poses that a looping animation is between.
func cycle(a *models.Animation, clock float64) (from, to int, t float32) {
	steps := clock * float64(a.Rate)
	whole := int64(steps)
	n := int(whole % int64(max(1, a.Count)))
	from, _ = a.Pose(n)
	to, _ = a.Pose((n + 1) % max(1, a.Count))
	return from, to, float32(steps - float64(whole))
}

// clear returns the transparency of a marker, 0 to 1.
func (m *marker) clear() float32 {
	if m.alpha == 0 {
		return 0
	}
	return 1 - float32(m.alpha-1)/254
}

// paint returns the paint of a marker with a color.
func (m *marker) paint(color draw.Color) paint {
	dead := m.class.kind == kindCorpse
	return paint{accent: color, shirt: color, trousers: color, clear: m.clear(), dead: dead, meat: dead,
		outline: m.owner}
}

// plasma is the shader of a shot of Quake III's plasma gun, and plasmaRadius half the side of the square that it
// covers, in units.
const plasma, plasmaRadius = "sprites/plasma1", 16

// placeFigure places a marker as a model or sprite of the game or a fallback figure, and reports whether it has one.
func (ms *markers) placeFigure(m *marker) bool {
	if m.name == plasma {
		if skin, ok := ms.wardrobe.film(plasma, 0); ok {
			ms.pieces.putFlare(m.sent, plasmaRadius, 1, &skin)
			return true
		}
	}
	if g := ms.wardrobe.model(m.name); g != nil {
		ms.putGameModel(g, m)
		return true
	}
	f := m.look.figure
	if f == nil {
		return false
	}
	color := draw.RGB(f.Accent)
	if m.class.skins || m.class.color.A != 0 && !m.class.kind.body() {
		color = m.class.markerColor(m.skin)
	}
	if m.class.kind == kindFlag && m.skin == 1 && m.class.color.A == 0 {
		color = colorBlue
	}
	from, to, t := figurePose(f, m)
	at := bodyOf(m.origin, m.turned(ms.frame), m.scale)
	ms.poser.one(posed{model: f.Model, from: from, to: to, t: t, at: at, paint: m.paint(color)})
	return true
}

// turned returns the angles of a marker that is not drawn as its game's model.
func (m *marker) turned(f *frame) mgl32.Vec3 {
	switch m.class.kind {
	case kindHealth: // the cross faces the camera
		if f.whole {
			return mgl32.Vec3{} // no direction
		}
		return mgl32.Vec3{0, degreesOf(f.origin.Sub(m.origin)), 0}
	case kindProjectile, kindCorpse, kindMonster:
		return m.angles
	case kindAmmo:
		return mgl32.Vec3{0, m.angles[1], 0}
	}
	return mgl32.Vec3{0, m.angles[1] + m.spin, 0}
}

// thingDye is the share of its kind's color on the skin of an item or projectile of Quake II or III. Their grenades are
// black, and their health looks gray from afar.
const thingDye = 0.5

// putGameModel places a marker as the model that its game draws.
func (ms *markers) putGameModel(g *models.Model, m *marker) {
	angles := m.angles
	waves := m.class.kind == kindFlag && g.Format == models.MD2 // and does not turn
	if m.spin != 0 && !m.class.corner && !waves || g.Flags&models.Rotate != 0 {
		angles = mgl32.Vec3{0, m.spin, 0}
	}
	to := g.Pose(int(m.frame), m.clock)
	from, t := to, float32(0)
	if m.blends {
		from, t = g.Pose(int(m.was), m.clock), m.lerp
	}
	color := m.class.markerColor(m.skin)
	p := m.paint(color)
	if g.IsSprite() {
		ms.bodies.putSprite(g, int(m.frame), m.sent, m.scale, p)
		return
	}
	ms.wardrobe.applySkin(&p, g, skinChoice{skin: int(m.skin)}, nil)
	if p.outfit != nil {
		p.rim = rimLine * skinRimWidth
	}
	p.glows = m.look.glows
	if g.Format != models.MDL && !m.class.corner && m.class.kind != kindMonster && m.class.kind != kindCorpse {
		p.dye = color.Alpha(thingDye)
	}
	p.bare = g.Format == models.MD3 && m.class.kind == kindProjectile
	ms.poser.one(posed{model: g, from: from, to: to, t: t, at: bodyOf(m.sent, angles, m.scale), paint: p})
}

// putSpriteFire places the fire of an entity whose model is Quake's explosion sprite, unless the effect of the same
// explosion has one. Servers send both, except for those of Team Fortress, which only send the sprite.
func (ms *markers) putSpriteFire(m *player.Moment, mk *marker) {
	if ms.frame.opt.On(setting.Effects) {
		for i := range m.World.Effects.List {
			e := &m.World.Effects.List[i]
			d := mk.origin.Sub(e.Origin)
			if showsEffect(m, e) && effectLooks[e.Kind].fire > 0 && d.Dot(d) < fireRadius*fireRadius {
				return
			}
		}
	}
	if g := ms.wardrobe.model(mk.name); g != nil {
		ms.putGameModel(g, mk)
		return
	}
	frame := float32(mk.frame)
	if mk.blends && mk.was < mk.frame {
		frame = float32(mk.was) + (frame-float32(mk.was))*mk.lerp
	}
	ms.sparks.fire(mk.origin, fireRadius*mk.scale, frame/fireFrames, draw.Color{})
}

// putBeside places what accompanies an entity's model: the cable of a hook, flies.
func (ms *markers) putBeside(m *player.Moment, e *world.Entity) {
	switch m.World.Game {
	case world.Quake3:
		if owner := int(e.Colormap) - 1; e.Type == quake3Grapple && owner >= 0 && owner < len(m.Poses) &&
			m.World.Players[owner].Visible {
			if from := ms.bodies.handOf(m, owner); sane(from) {
				ms.sparks.cable(&effect{origin: from, end: e.Origin})
			}
		}
	case world.Quake2:
		if e.Effects&quake2Flies != 0 {
			ms.sparks.flies(e.Origin, ms.frame.idle(m))
		}
	}
}

// The head of a rocket is a cone that shows its direction. It is headLong units long and headWide units wide, and at
// least headLeast points long.
const (
	headLong, headWide, headLeast = 16, 5, 7
	headLargest                   = 4 // largest scale, for distant rockets
)

var shotHead = prism(6, 0, headWide, 0, 0, headLong)

// trailEnd returns the trail that a projectile is leaving, or nil for none.
func trailEnd(m *player.Moment, entity int32) *world.Trail {
	list := m.World.Effects.Trails
	for i := len(list) - 1; i >= 0; i-- {
		if t := &list[i]; t.Entity == entity {
			return t
		}
	}
	return nil
}

// flying is trailEnd for a projectile that is still flying.
func flying(m *player.Moment, entity int32) *world.Trail {
	if t := trailEnd(m, entity); t != nil && m.Clock-t.Until <= sinceTrail {
		return t
	}
	return nil
}

// putHead places the head of a rocket at the front of its body.
func (ms *markers) putHead(m *player.Moment, mk *marker) {
	t := flying(m, mk.entity)
	if t == nil || t.Kind != world.TrailRocket {
		return
	}
	delta := t.End.Sub(t.Origin)
	away := mk.origin.Sub(ms.frame.origin).Len()
	if l := delta.Len(); !(l > 1) || away < nearestHead {
		return
	}
	f := normalize(delta)
	size := max(1, min(headLargest, headLeast*ms.frame.scale*away/(headLong*ms.frame.focal)))
	x, y := across(f)
	at := place{origin: mk.sent.Add(f.Mul(headAhead)), x: x.Mul(size), y: y.Mul(size), z: f.Mul(size), width: 1.2,
		minFade: 0.9}
	if x.Cross(y).Dot(f) < 0 {
		at.y = at.y.Mul(-1)
	}
	color := draw.RGB(0xffe2a0)
	if mk.owner.A > 0 {
		color = mk.owner
	}
	at.line, at.solidFill = color.Mix(colorWhite, 0.6), color
	ms.pieces.putSolid(shotHead, &at)
}

// Only the rear of a rocket that flies straight away from the camera is visible, and looks like a hovering item. It is
// drawn as its flame instead, with a radius of awayFire units, if the cosine between its path and the view is at least
// awayLeast and its distance at most awayFar units.
const awayFire, awayLeast, awayFar = 11, 0.9, 900

// fliesAway draws a rocket that flies away from the camera as its flame. It returns false if the marker isn't one.
func (ms *markers) fliesAway(m *player.Moment, mk *marker) bool {
	t := flying(m, mk.entity)
	if t == nil || t.Kind != world.TrailRocket {
		return false
	}
	delta, off := t.End.Sub(t.Origin), mk.origin.Sub(ms.frame.origin)
	if !(delta.Len() > 1) || off.Len() > awayFar || normalize(delta).Dot(normalize(off)) < awayLeast {
		return false
	}
	ms.pieces.putGlow(mk.origin, awayFire, colorFire.Alpha(0.8))
	ms.pieces.putGlow(mk.origin, awayFire/2, colorWhite)
	return true
}

const (
	headAhead   = 4   // from the center of the rocket, units
	nearestHead = 48  // units; closer heads would hide what is behind them
	sinceTrail  = 0.3 // maximum age of the trail of a projectile that still flies, seconds
)
