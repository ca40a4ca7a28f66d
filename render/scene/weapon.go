package scene

import (
	"math"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	figures "demoscope/assets/figure"
	models "demoscope/assets/model"
	"demoscope/player"
	"demoscope/player/weapon"
	"demoscope/player/world"
	"demoscope/player/world/equipment"
	"demoscope/render/anchor"
	"demoscope/render/draw"
	"demoscope/render/setting"
)

// viewAt is the position of a fallback figure in front of the eye, in units forward, left and up, and viewSize its
// scale there: enough to recognize the weapon without hiding much.
var viewAt = mgl32.Vec3{15, -6.5, -8}

const viewSize = 0.3

// A game's model is scaled by viewShrink toward viewAnchor, which is in units forward, left and up from the eye:
// scaling toward the eye itself would not change the picture. Weapons are darkened by viewDark, except in [Game], so
// that the fight is brighter.
const viewShrink, viewDark = 0.7, 0.25

var viewAnchor = mgl32.Vec3{24, 0, -22}

// quakeAside moves Quake's weapons, of which little but the muzzle shows at the bottom center of the picture, to the
// right and up, and turns them so that their sides are visible.
var quakeAside = models.Tag{Origin: mgl32.Vec3{4, -9, 3.5}, Axis: axis(mgl32.Vec3{-3, 9, 0})}

// shrunk returns the place of a game's view weapon that is scaled down.
func shrunk(w *world.World, at models.Tag) models.Tag {
	if ofQuake(w) {
		at = at.Mul(quakeAside)
	}
	at = at.Mul(models.Tag{Origin: viewAnchor.Mul(1 - viewShrink), Axis: mgl32.Ident3()})
	at.Axis = at.Axis.Mul(viewShrink)
	return at
}

// drawViewWeapon draws the view weapon and returns its box.
func (bs *bodies) drawViewWeapon(m *player.Moment) anchor.Body {
	world, overlay := len(bs.pieces.canvas.world.Vertices), len(bs.pieces.canvas.overlay.Vertices)
	bs.addViewWeapon(m)
	if b := boundsOf(bs.pieces.canvas.world.Vertices[world:]); b.W > 0 {
		return b
	}
	return boundsOf(bs.pieces.canvas.overlay.Vertices[overlay:])
}

// boundsOf returns the bounding box of triangles. Its width is 0 if there are none.
func boundsOf(list []draw.Vertex) (b anchor.Body) {
	if len(list) == 0 {
		return b
	}
	x0, y0, x1, y1 := list[0].X, list[0].Y, list[0].X, list[0].Y
	for i := range list {
		v := &list[i]
		x0, y0, x1, y1 = min(x0, v.X), min(y0, v.Y), max(x1, v.X), max(y1, v.Y)
	}
	return anchor.Body{X: x0, Y: y0, W: x1 - x0, H: y1 - y0}
}

// addViewWeapon draws the weapon of the player whose eye the camera is: the game's model, or the fallback figure. It
// covers the level.
func (bs *bodies) addViewWeapon(m *player.Moment) {
	if !bs.frame.opt.FirstPerson || !m.Eye.Known || m.Eye.ThirdPerson || m.World.Intermission ||
		!sane(bs.frame.camera.Origin) || !sane(bs.frame.camera.Angles) {
		return
	}
	slot := m.Eye.Slot
	if slot < 0 || slot >= len(m.World.Players) || m.World.Players[slot].Dead || m.World.View.Fixed &&
		m.World.SharesView(slot) {
		return
	}
	p := &m.World.Players[slot]
	name := equipment.HeldModel(m.World, p)
	at := bs.gunAt(m, slot)
	look := bs.colors.paint(m.World, p)
	look.standsOut = false
	look.clear, look.outline = 0, draw.Color{}
	glow := look.tint
	if bs.frame.skins == nil { // in [Game] it has a skin in the light of its place
		look.tint = Background.Mix(draw.Color{R: glow.R, G: glow.G, B: glow.B, A: 1}, glow.A).Alpha(viewDark)
	}
	var body posed
	if g, hand := bs.gunBefore(m, slot, at); g.model != nil {
		bs.pieces.direct = true
		bs.poser.put(bs.withGun(bs.poser.human[:0], g, hand, look))
		bs.pieces.direct = false
		return
	}
	if g := bs.wardrobe.model(name); g != nil && isViewModel(name) {
		pose := g.Pose(int(p.WeaponFrame), m.Clock)
		bs.wardrobe.applySkin(&look, g, skinChoice{}, nil)
		look.shirt, look.accent = colorSilver, colorSilver
		body = posed{model: g, from: pose, to: pose, at: shrunk(m.World, at), paint: look}
	} else if held := bs.frame.story.Held(m.World, p); figures.Get(held.Figure()) != nil {
		f := figures.Get(held.Figure())
		look.accent = draw.RGB(f.Accent)
		body = posed{model: f.Model, at: at.Mul(figureBeforeEye(m, p, held)), paint: look}
	} else {
		return
	}
	bs.pieces.direct = true
	bs.poser.one(body)
	bs.pieces.direct = false
}

// figureBeforeEye returns the place of a fallback figure in front of the eye of a player.
func figureBeforeEye(m *player.Moment, p *world.Player, held weapon.Kind) models.Tag {
	kick := recoil(m, p, held)
	place := models.Tag{Origin: viewAt, Axis: axis(mgl32.Vec3{-recoilUp * kick, 0, 0}).Mul(viewSize)}
	place.Origin[0] -= recoilBack * kick
	place.Origin[2] -= loweredBy * lowered(m, p, held)
	return place
}

// viewMuzzle returns the muzzle of the view weapon for an eye with angles. It returns false if no weapon is drawn
// there.
func (bs *bodies) viewMuzzle(m *player.Moment, eye, angles mgl32.Vec3) (at mgl32.Vec3, ok bool) {
	slot := m.Eye.Slot
	if slot < 0 || slot >= len(m.World.Players) || !sane(eye) || !sane(angles) {
		return at, false
	}
	p := &m.World.Players[slot]
	view := bodyOf(eye, angles, 1)
	if g, hand := bs.gunBefore(m, slot, view); g.model != nil {
		return hand.Mul(g.model.Tag("tag_flash", 0, 0, 0)).Origin, true
	}
	if name := equipment.HeldModel(m.World, p); isViewModel(name) && bs.wardrobe.model(name) != nil {
		right := float32(muzzleRight)
		if ofQuake(m.World) {
			right = 0 // these weapons are in the center of the picture
		}
		return shrunk(m.World, view).Apply(mgl32.Vec3{muzzleForward, -right, -muzzleDown}), true
	}
	held := bs.frame.story.Held(m.World, p)
	f := figures.Get(held.Figure())
	if f == nil {
		return at, false
	}
	return view.Mul(figureBeforeEye(m, p, held)).Apply(f.Tag("tag_flash", 0, 0, 0).Origin), true
}

// isViewModel reports whether a model is a view weapon, by its name: progs/v_rock2.mdl, models/weapons/v_rail/tris.md2.
// Quake III uses its normal weapon models instead: see [bodies.gunBefore].
func isViewModel(name string) bool {
	return strings.HasPrefix(name, "progs/v_") || strings.HasPrefix(name, "models/weapons/v_")
}

// gunAt returns the place and axes of a player's view weapon, as the game's client computes them, but from the moment
// alone.
func (bs *bodies) gunAt(m *player.Moment, slot int) models.Tag {
	p := &m.World.Players[slot]
	origin, angles := bs.frame.camera.Origin, bs.frame.camera.Angles
	if bs.frame.opt.On(setting.ReducedMotion) {
		return bodyOf(origin, angles, 1)
	}
	switch m.World.Game {
	case world.Quake, world.QuakeWorld:
		// Recoil turns the view relative to the weapon, even if the view itself is steady.
		punch := p.Punch
		if v := m.World.ViewOf(slot); v != nil {
			punch = v.Punch
		}
		angles = angles.Sub(mgl32.Vec3{punch[0], punch[1], 0})
		forward, _, _ := vectors(angles)
		origin = origin.Add(forward.Mul(bobForward * quakeBob(m, slot)))
	case world.Quake2:
		if was, gun := m.Guns(slot); gun.Known {
			origin = origin.Add(world.Lerp(was.Offset, gun.Offset, m.Lerp))
			angles = angles.Add(world.LerpAngles(was.Angles, gun.Angles, m.Lerp))
		}
	case world.Quake3:
		angles = angles.Add(quake3Sway(m, slot))
	}
	if !sane(origin) || !sane(angles) {
		origin, angles = bs.frame.camera.Origin, bs.frame.camera.Angles
	}
	return bodyOf(origin, angles, 1)
}

// Quake's weapon bob: the length of a cycle in seconds, the factor for the speed, the limits in units, and the share of
// it along the view.
const (
	bobCycle            = 0.6
	bobSpeed            = 0.02
	bobLeast, bobMost   = -7, 4
	bobForward          = 0.4
	bobSteady, bobSwing = 0.3, 0.7
)

// quakeBob returns how far the steps of a Quake player move the weapon, in units.
func quakeBob(m *player.Moment, slot int) float32 {
	v := m.Velocity(slot)
	speed := math.Hypot(float64(v[0]), float64(v[1]))
	cycle := math.Mod(m.Time, bobCycle) / bobCycle
	bob := bobSpeed * speed * (bobSteady + bobSwing*math.Sin(2*math.Pi*cycle))
	return float32(max(bobLeast, min(bobMost, bob)))
}

// Quake III's weapon sway: degrees per unit per second for steps, and for standing.
const (
	swayPitch, swayYaw, swayRoll = 0.005, 0.01, 0.005
	driftSpeed, driftShare       = 40, 0.01
)

// quake3Sway returns how steps and idle movement turn the weapon of a Quake III player, in degrees.
func quake3Sway(m *player.Moment, slot int) mgl32.Vec3 {
	v := m.Velocity(slot)
	speed := float32(math.Hypot(float64(v[0]), float64(v[1])))
	var sway mgl32.Vec3
	if was, gun := m.Guns(slot); gun.Known {
		// A step is half of the cycle, and the cycle continues between two frames.
		bob := float32(was.Bob) + float32(gun.Bob-was.Bob)*m.Lerp
		_, part := math.Modf(float64(bob) / 128)
		share := speed * float32(math.Abs(math.Sin(part*math.Pi)))
		side := share
		if int(bob)&128 != 0 {
			side = -share
		}
		sway = mgl32.Vec3{swayPitch * share, swayYaw * side, swayRoll * side}
	}
	drift := driftShare * (speed + driftSpeed) * float32(math.Sin(m.Time))
	return sway.Add(mgl32.Vec3{drift, drift, drift})
}

// Fallback figures have no frames for firing and changing weapons. When they fire, they move back by recoilBack units
// and tilt up by recoilUp degrees, for recoilTime seconds. When they are raised, they come from loweredBy units below,
// so that the weapon is recognizable during the change.
const (
	recoilBack, recoilUp, recoilTime = 2.2, 4, 0.25
	loweredBy                        = 5
	// Durations of putting away and raising a weapon in Quake III, in seconds.
	dropTime, raiseTime = 0.2, 0.25
)

// gunSteps are the last frames of raising, firing, idling and putting away a Quake II weapon.
type gunSteps struct{ drawn, fired, rests, gone int }

var quake2Guns = [weapon.NumHands]gunSteps{
	weapon.Blaster: {4, 8, 52, 55}, weapon.Shotgun: {7, 18, 36, 39}, weapon.SuperShotgun: {6, 17, 57, 61},
	weapon.Machinegun: {3, 5, 45, 49},
	weapon.Chaingun:   {4, 31, 61, 64}, weapon.GrenadeLauncher: {5, 16, 59, 64}, weapon.RocketLauncher: {
		4, 12, 50, 54},
	weapon.HyperBlaster: {5, 20, 49, 53}, weapon.Railgun: {3, 18, 56, 61}, weapon.BFG: {8, 32, 55, 58},
}

// recoil returns the remaining recoil of a weapon's last shot, 0 to 1.
func recoil(m *player.Moment, p *world.Player, held weapon.Kind) float32 {
	since := max(0, m.Clock-p.WeaponFrameClock)
	frame := int(p.WeaponFrame)
	switch m.World.Game {
	case world.Quake, world.QuakeWorld: // frame 0 is at rest, and shots start with frame 1
		if frame == 0 {
			return 0
		}
		since += float64(frame-1) * frameTime
	case world.Quake2:
		steps := quake2Guns[held]
		if frame <= steps.drawn || frame > steps.fired {
			return 0
		}
		since += float64(frame-steps.drawn-1) * frameTime
	case world.Quake3:
		if torso := frame &^ 128; torso != models.TorsoAttack && torso != models.TorsoAttack2 {
			return 0
		}
	}
	return float32(max(0, 1-since/recoilTime))
}

// lowered returns how far a weapon is put away, 0 to 1. Quake changes weapons instantly.
func lowered(m *player.Moment, p *world.Player, held weapon.Kind) float32 {
	since := max(0, m.Clock-p.WeaponFrameClock)
	frame := int(p.WeaponFrame)
	switch m.World.Game {
	case world.Quake2:
		steps := quake2Guns[held]
		now := float32(frame) + float32(min(1, since/frameTime))
		switch {
		case steps.gone == 0:
		case frame <= steps.drawn:
			return max(0, 1-now/float32(steps.drawn+1))
		case frame > steps.rests:
			return min(1, (now-float32(steps.rests))/float32(steps.gone-steps.rests+1))
		}
	case world.Quake3:
		switch frame &^ 128 {
		case models.TorsoDrop:
			return float32(min(1, since/dropTime))
		case models.TorsoRaise:
			return float32(max(0, 1-since/raiseTime))
		}
	}
	return 0
}

// Quake III's view hand: its model has tag_weapon in poses that correspond to those of the player's torso. Each range
// has a first pose and a count.
const (
	handFires, handFiring     = 1, 6 // from TORSO_ATTACK and TORSO_ATTACK2 on
	handChanges, handChanging = 6, 9 // from TORSO_DROP on, including TORSO_RAISE
)

// handPose returns the pose of the hand for a pose of the torso.
func handPose(list []models.Animation, torso int) int {
	since := func(animation, count, first int) (pose int, ok bool) {
		if animation >= len(list) {
			return 0, false
		}
		n := torso - list[animation].First
		return first + n, n >= 0 && n < count
	}
	if pose, ok := since(models.TorsoDrop, handChanging, handChanges); ok {
		return pose
	}
	if pose, ok := since(models.TorsoAttack, handFiring, handFires); ok {
		return pose
	}
	if pose, ok := since(models.TorsoAttack2, handFiring, handFires); ok {
		return pose
	}
	return 0
}

// quake3Hand is the hand of weapons without their own.
const quake3Hand = "models/weapons2/shotgun/shotgun_hand.md3"

// wideFOV is the field of view in degrees above which Quake III's hand moves down, by wideDown units per degree.
const wideFOV, wideDown = 90, 0.2

// handSize is the scale of the view weapon. It is smaller than in the game, to hide less of the fight.
const handSize = 0.6

// gunBefore returns the game's view weapon of a Quake III player and its place in the hand, given the axes of the eye
// at a place. The gun has no model if it is not available.
func (bs *bodies) gunBefore(m *player.Moment, slot int, at models.Tag) (gun, models.Tag) {
	w := m.World
	p := &w.Players[slot]
	name := equipment.HeldModel(w, p)
	files := bs.wardrobe.names.look(name)
	if files.hand == "" {
		return gun{}, at
	}
	g := bs.wardrobe.model(name)
	if g == nil {
		return gun{}, at
	}
	at.Origin = at.Origin.Sub(at.Axis.Col(2).Mul(wideDown * max(0, bs.frame.camera.FOV-wideFOV)))
	hand := bs.wardrobe.model(files.hand)
	if hand == nil {
		hand = bs.wardrobe.model(quake3Hand)
	}
	if hand != nil {
		t := bs.wardrobe.triple(w, p)
		var st stance
		stanceOf3(m, p, t.list, &st)
		from, to, part := st.torso.poses(t.list)
		at = at.Mul(hand.Tag("tag_weapon", handPose(t.list, from), handPose(t.list, to), part))
	}
	at.Axis = at.Axis.Mul(handSize)
	return gun{model: g, barrel: bs.wardrobe.model(files.barrel)}, at
}

// handOf returns the start of a player's cable: the weapon, or a point below the camera in first person.
func (bs *bodies) handOf(m *player.Moment, slot int) mgl32.Vec3 {
	if bs.frame.opt.FirstPerson && m.Eye.Known && m.Eye.Slot == slot {
		f := &bs.frame.frustum
		return f.origin.Add(f.forward.Mul(12)).Add(f.right.Mul(5)).Sub(f.up.Mul(6))
	}
	if muzzle, ok := bs.gunOf(m, slot); ok {
		return muzzle.Origin
	}
	return mgl32.Vec3(m.Poses[slot].Origin).Add(mgl32.Vec3{0, 0, 8})
}

// muzzle returns the muzzle of the weapon that an entity holds. It returns false if there is no such entity.
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

// aim returns the approximate place that an entity shoots from, and its view angles. Its hits are in that direction,
// wherever the weapon is drawn.
func (bs *bodies) aim(m *player.Moment, entity int32) (at, angles mgl32.Vec3, ok bool) {
	w := m.World
	if slot := slotOf(w, entity); slot >= 0 && slot < len(w.Players) && slot < len(m.Poses) && w.Players[slot].Visible {
		eye := w.Game.EyeOf(&w.Players[slot], &m.Poses[slot])
		at, angles = eye.Origin, eye.Angles
		if bs.frame.isEye(m, entity) {
			at, angles = m.Eye.Origin, m.Eye.Angles
		}
	} else if e := world.EntityIn(m.Entities, entity); e != nil {
		at, angles = e.Origin, e.Angles
		at[2] += 16 // for a monster, whose origin has the height of a player's
	} else {
		return at, angles, false
	}
	if !sane(at) || !sane(angles) {
		return at, angles, false
	}
	f, r, u := vectors(angles)
	return at.Add(f.Mul(muzzleForward)).Add(r.Mul(muzzleRight)).Sub(u.Mul(muzzleDown)), angles, true
}

// The muzzle relative to the shooter's eye, in units.
const (
	muzzleForward = 20
	muzzleRight   = 4
	muzzleDown    = 8
)

// gunOf returns the muzzle of the weapon in a player's hand, with the weapon's axes. It returns false for a player who
// does not have three models or holds no known weapon.
func (bs *bodies) gunOf(m *player.Moment, slot int) (muzzle models.Tag, ok bool) {
	w := m.World
	p := &w.Players[slot]
	if bs.wardrobe.single(w, p) != nil {
		return muzzle, false
	}
	t := bs.wardrobe.triple(w, p)
	g := bs.gunInHand(w, p, t)
	if g.model == nil {
		return muzzle, false
	}
	st := stanceOf(bs.frame.g, m, slot, t.list)
	c := jointsOf(m.Poses[slot].Origin, &st, t)
	return c.gun.Mul(g.model.Tag("tag_flash", 0, 0, 0)), true
}
