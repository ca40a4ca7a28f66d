package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	figures "demoscope/assets/figure"
	models "demoscope/assets/model"
	"demoscope/player"
	"demoscope/player/weapon"
	"demoscope/player/world"
	"demoscope/player/world/equipment"
	"demoscope/render/draw"
)

// bodies places players: their bodies and what they carry.
type bodies struct {
	frame    *frame
	pieces   *pieces
	wardrobe *wardrobe
	colors   *colors
	poser    poser
}

// placePlayer places a player.
func (bs *bodies) placePlayer(m *player.Moment, i int) {
	p := &m.World.Players[i]
	look := bs.colors.paint(m.World, p)
	height := (playerHigh - playerLow) * bs.frame.focal / m.Poses[i].Origin.Sub(bs.frame.origin).Len()
	if !p.Dead && height < tinyBody*bs.frame.height {
		look.silhouette(bright(bs.colors.name(m.World, p)))
	}
	if bs.frame.story.Soon(i) && !p.Dead {
		look.wide = true
		if look.tint.A == 0 {
			look.tint = signColor(bs.colors.name(m.World, p)).Alpha(killTint)
		}
	}
	if bs.frame.tooClose(m, i) {
		look.clear = max(look.clear, ownClear)
	}
	if p.Dead {
		look.clear = max(look.clear, bs.frame.corpseClear(m.Poses[i].Origin, playerHalf))
	}
	bs.rim(m, i, &look)
	bs.putPlayer(m, i, look)
}

// rim sets the rim of the body of the player in a slot.
func (bs *bodies) rim(m *player.Moment, slot int, look *paint) {
	p := &m.World.Players[slot]
	if bs.frame.opt.NoRims || p.Dead {
		return
	}
	color := silhouetteColor(bright(bs.colors.name(m.World, p)))
	alpha, width := float32(rimAlpha), float32(rimLine)
	foe := bs.frame.story.Matchup.With(slot)
	switch follow := bs.frame.opt.Follow; {
	case foe || look.wide:
		alpha, width = 1, rimOpponent
	case follow >= 0 && follow < len(m.World.Players) && follow != slot &&
		m.World.Mates(&m.World.Players[follow], p):
		alpha = rimMateAlpha
	}
	if bs.frame.skins != nil {
		alpha, width = alpha*skinRimAlpha, width*skinRimWidth
	}
	look.outline, look.rim = color.Alpha(alpha), width
}

// A living player has a thin rim in the color of the name. The rim of the opponent in the fight is wide, to lead the
// eye there; those of team-mates are faint. Skins already identify players, so rims on them are scaled by skinRimWidth
// and skinRimAlpha.
const (
	rimLine, rimOpponent       = 1.3, 2.4 // widths in points
	rimAlpha, rimMateAlpha     = 0.85, 0.5
	skinRimWidth, skinRimAlpha = 0.75, 1
)

// placeGhost places the player of the ghost demo in slot i.
func (bs *bodies) placeGhost(i int) {
	m := bs.frame.opt.Ghost.Moment
	p := &m.World.Players[i]
	look := paint{shirt: GhostColor, trousers: GhostColor, accent: GhostColor, clear: ghostClear}
	look.tint = GhostColor.Alpha(0.8) // for items in hand and for the game's skins
	if i != bs.frame.opt.Ghost.Slot {
		look.clear = otherClear
	}
	away := (m.Poses[i].Origin.Sub(bs.frame.origin).Len() - nearGhost) / (farGhost - nearGhost)
	look.clear = max(look.clear, nearClear+(look.clear-nearClear)*max(0, min(1, away)))
	look.carry(equipment.Carries(m.World, p))
	bs.putPlayer(m, i, look)
}

const (
	// ghostClear and otherClear are the transparency of the compared player and of the ghost demo's other players.
	ghostClear, otherClear = 0.55, 0.85
	ghostTrailAlpha        = 0.7 // opacity of the ghost's trail
	// nearClear is the transparency of a ghost within nearGhost units of the camera. It decreases up to farGhost units.
	// Both players may be running the same way.
	nearClear, nearGhost, farGhost = 0.93, 40, 180
	// nameApart is the least distance between the ghost and the followed player at which both names are written, in
	// units.
	nameApart = 100
)

// putPlayer places the body of a player, or the head if nothing else is left.
func (bs *bodies) putPlayer(m *player.Moment, i int, look paint) {
	p, pose := &m.World.Players[i], &m.Poses[i]
	if p.Gibbed {
		f := figures.Get("head")
		look.accent = look.shirt
		bs.poser.one(posed{model: f.Model, at: bodyOf(pose.Origin, mgl32.Vec3{0, pose.Angles[1], 0}, 1), paint: look})
		return
	}
	bs.putHuman(m, i, look)
}

// putHuman places a player as the game's model, or as the fallback human in the same stance.
func (bs *bodies) putHuman(m *player.Moment, slot int, look paint) {
	w := m.World
	p := &w.Players[slot]
	if body := bs.wardrobe.single(w, p); body != nil {
		var weapon *models.Model
		if w.Game == world.Quake2 {
			weapon = bs.wardrobe.quake2Model(p, equipment.HeldModel(w, p))
		}
		bs.putSingle(m, slot, body, weapon, look)
		return
	}
	t := bs.wardrobe.triple(w, p)
	st := stanceOf(bs.frame.g, m, slot, t.list)
	bs.putStance(m.Poses[slot].Origin, &st, t, bs.gunInHand(w, p, t), look)
}

// gun is a weapon in a hand. A gun without a model is no weapon.
type gun struct {
	model *models.Model
	// barrel is the rotating part of a Quake III weapon; nil for none.
	barrel *models.Model
	// figure is a fallback figure; nil if the model is the game's.
	figure *figures.Figure
}

// gunInHand returns what a player of three models holds: the game's weapon in the hand of the game's model if both are
// found, otherwise a fallback figure.
func (bs *bodies) gunInHand(w *world.World, p *world.Player, t triple) gun {
	if t.worn != nil {
		name := equipment.HeldModel(w, p)
		if m := bs.wardrobe.model(name); m != nil {
			return gun{model: m, barrel: bs.wardrobe.model(bs.wardrobe.names.look(name).barrel)}
		}
	}
	held := bs.frame.story.Held(w, p)
	if by := bs.frame.story.KillsWith(p); by != weapon.None && (!by.Is(weapon.Flies) || !equipment.HeldKnown(w, p)) {
		held = by
	}
	if f := figures.Get(held.Figure()); f != nil {
		return gun{model: f.Model, figure: f}
	}
	return gun{}
}

// withGun adds a weapon to a body.
func (bs *bodies) withGun(list []posed, g gun, at models.Tag, look paint) []posed {
	if g.model == nil {
		return list
	}
	if g.figure != nil {
		look.accent = draw.RGB(g.figure.Accent)
		return append(list, posed{model: g.model, at: at, paint: look})
	}
	look.shirt, look.trousers, look.accent, look.dye = colorSilver, colorSilver, colorSilver, draw.Color{}
	bs.wardrobe.applySkin(&look, g.model, skinChoice{}, nil)
	list = append(list, posed{model: g.model, at: at, paint: look})
	if g.barrel != nil {
		bs.wardrobe.applySkin(&look, g.barrel, skinChoice{}, nil)
		list = append(list, posed{model: g.barrel, at: at.Mul(g.model.Tag("tag_barrel", 0, 0, 0)), paint: look})
	}
	return list
}

// joints are the places of the parts of a player of three models, and the poses that they are between.
type joints struct {
	legs, torso, head, gun models.Tag
	legsFrom, legsTo       int
	torsoFrom, torsoTo     int
	legsT, torsoT          float32
}

// jointsOf attaches the parts of a player to one another.
func jointsOf(origin mgl32.Vec3, st *stance, t triple) (c joints) {
	c.legsFrom, c.legsTo, c.legsT = st.legs.poses(t.list)
	c.torsoFrom, c.torsoTo, c.torsoT = st.torso.poses(t.list)
	c.legs = bodyOf(origin, mgl32.Vec3{0, st.legsYaw, 0}, 1)
	turned := models.Tag{Axis: axis(mgl32.Vec3{st.torsoPitch, st.yaw - st.legsYaw, st.torsoRoll})}
	c.torso = c.legs.Mul(t.lower.Tag("tag_torso", c.legsFrom, c.legsTo, c.legsT)).Mul(turned)
	nod := models.Tag{Axis: axis(mgl32.Vec3{st.headPitch, 0, 0})}
	c.head = c.torso.Mul(t.upper.Tag("tag_head", c.torsoFrom, c.torsoTo, c.torsoT)).Mul(nod)
	c.gun = c.torso.Mul(t.upper.Tag("tag_weapon", c.torsoFrom, c.torsoTo, c.torsoT))
	return c
}

// putStance places three models in a stance.
func (bs *bodies) putStance(origin mgl32.Vec3, st *stance, t triple, g gun, look paint) {
	c := jointsOf(origin, st, t)
	legs, torso, head := look, look, look
	if k := t.worn; k != nil {
		bs.wardrobe.applySkin(&legs, k.Lower, skinChoice{}, k.LowerSkin)
		bs.wardrobe.applySkin(&torso, k.Upper, skinChoice{}, k.UpperSkin)
		bs.wardrobe.applySkin(&head, k.Head, skinChoice{}, k.HeadSkin)
	}
	list := append(bs.poser.human[:0],
		posed{model: t.lower, from: c.legsFrom, to: c.legsTo, t: c.legsT, at: c.legs, paint: legs},
		posed{model: t.upper, from: c.torsoFrom, to: c.torsoTo, t: c.torsoT, at: c.torso, paint: torso},
		posed{model: t.head, at: c.head, paint: head})
	if st.legs.animation > models.BothDead3 {
		list = bs.withGun(list, g, c.gun, look)
	}
	bs.poser.put(bs.withShell(withFlag(list, c.torso, look), look))
}

// flagAt is the place of a carried flag relative to the torso: on the back.
var flagAt = models.Tag{Origin: mgl32.Vec3{-8, 0, 10}, Axis: mgl32.Ident3()}

// withFlag adds the flag that a player carries to the body.
func withFlag(list []posed, torso models.Tag, look paint) []posed {
	if look.flag.A == 0 {
		return list
	}
	look.accent, look.triangleColors, look.outfit = look.flag, nil, nil // they belong to the weapon or the body
	return append(list, posed{model: figures.Get("flag_carried").Model, at: torso.Mul(flagAt), paint: look})
}

// putSingle places a player of Quake or Quake II, which is one model, and the weapon with the same frames; nil for
// none.
func (bs *bodies) putSingle(m *player.Moment, slot int, body, weapon *models.Model, look paint) {
	p, pose := &m.World.Players[slot], &m.Poses[slot]
	to := body.Pose(int(p.Frame), m.Clock)
	from, t := body.Pose(int(p.WasFrame), m.Clock), float32(max(0, min(1, (m.Clock-p.FrameClock)/frameTime)))
	pitch := float32(0)
	if !p.Dead {
		pitch = halfTurn(m.World.Game.ViewAngles(p, pose)[0]) / 3 // as far as the games turn their models
	}
	at := bodyOf(pose.Origin, mgl32.Vec3{pitch, pose.Angles[1], 0}, 1)
	choice := skinChoice{skin: int(p.SkinNumber), player: true}
	if m.World.Game == world.Quake2 {
		choice = skinChoice{picture: bs.wardrobe.quake2Skin(p)}
	}
	if bs.frame.skins != nil && m.World.Game == world.QuakeWorld && body == bs.wardrobe.model(quakePlayer) {
		choice.skins = bs.wardrobe.names.quakeSkin(p.Skin)
	}
	bs.wardrobe.applySkin(&look, body, choice, nil)
	list := append(bs.poser.human[:0], posed{model: body, from: from, to: to, t: t, at: at, paint: look})
	if weapon != nil && !p.Dead {
		bs.wardrobe.applySkin(&look, weapon, skinChoice{}, nil)
		look.shirt, look.accent = colorSilver, colorSilver
		list = append(list, posed{model: weapon, from: from, to: to, t: t, at: at, paint: look})
	}
	bs.poser.put(bs.withShell(withFlag(list, at, look), look))
}

// shellTurn is how fast the texture of a shell turns, in degrees per second.
const shellTurn = 75

// shellAway is the distance of a shell from the body, in units. shellClear is the transparency of its texture, which
// would hide a player's skin.
const shellAway, shellClear = 1, 0.5

// withShell adds a shell of the glow's color to each part of a body, in the texture of the game if it has one.
func (bs *bodies) withShell(list []posed, look paint) []posed {
	if look.glow.A == 0 || bs.poser.pieces.capture != nil {
		return list
	}
	sin, cos := math.Sincos(math.Mod(bs.poser.textured.time*shellTurn, 360) * math.Pi / 180)
	bs.poser.turn = mgl32.Vec2{float32(sin), float32(cos)}
	for i := range list {
		b := list[i]
		if b.model.Format == models.Drafted || len(list) == maxParts {
			continue
		}
		b.paint = paint{accent: look.glow, glows: true, shell: shellAway, clear: 1 - look.glow.A}
		if look.shellSkin != "" {
			worn := bs.wardrobe.outfit(b.model, skinChoice{picture: look.shellSkin}, [2]uint8{}, nil)
			if worn == nil {
				continue
			}
			if worn.some {
				b.paint.outfit, b.paint.clear = worn, shellClear
			}
		}
		list = append(list, b)
	}
	return list
}

// putCorpse places a body that a respawned player has left behind. The frame is its pose. In Quake III the entity names
// the player.
func (bs *bodies) putCorpse(w *world.World, m *marker, look paint) {
	if w.Game == world.Quake3 {
		t := fallbackHuman()
		if slot := int(m.skin); slot >= 0 && slot < len(w.Players) && w.Players[slot].InUse {
			t = bs.wardrobe.triple(w, &w.Players[slot])
		}
		dead := motion{models.BothDead1, 0}
		bs.putStance(m.sent, &stance{yaw: m.angles[1], legsYaw: m.angles[1], legs: dead, torso: dead}, t, gun{}, look)
		return
	}
	if g := bs.wardrobe.model(m.name); g != nil {
		bs.wardrobe.applySkin(&look, g, skinChoice{skin: int(m.skin), player: true}, nil)
		to := g.Pose(int(m.frame), m.clock)
		at := bodyOf(m.sent, mgl32.Vec3{0, m.angles[1], 0}, 1)
		bs.poser.one(posed{model: g, from: to, to: to, at: at, paint: look})
		return
	}
	actions := quakeActions
	if m.name == "" {
		actions = quake2Actions
	}
	t := fallbackHuman()
	st := stance{yaw: m.angles[1], legsYaw: m.angles[1]}
	st.legs = motion{models.BothDead1, 0}
	if d := actionOf(actions, int(m.frame)); d != nil && d.both {
		part := float32(int(m.frame)-d.first+1) / float32(d.last-d.first+1)
		st.legs = motion{d.animation, part * float32(max(0, t.list[d.animation].Count-1))}
	}
	st.torso = st.legs
	bs.putStance(m.sent, &st, t, gun{}, look)
}

// putSprite places a frame of a sprite of the game, which faces the camera and glows. Like a glow, it becomes fainter
// when it is large in the picture.
func (bs *bodies) putSprite(g *models.Model, frame int, at mgl32.Vec3, scale float32, look paint) {
	pose := g.Pose(frame, 0)
	look.glows, look.dead, look.outline = true, false, draw.Color{}
	radius := g.Poses[pose].Maxs.Len() * scale * bs.frame.focal / max(1, at.Sub(bs.frame.origin).Len())
	if most := glowMost * bs.frame.height; radius > most {
		look.clear = max(look.clear, 1-max(glowFaint, most/radius))
	}
	bs.wardrobe.applySkin(&look, g, skinChoice{skin: pose}, nil)
	if look.outfit == nil {
		return
	}
	angles := bs.frame.camera.Angles
	if !sane(angles) {
		angles = mgl32.Vec3{}
	}
	bs.poser.one(posed{model: g, from: pose, to: pose, at: bodyOf(at, angles, scale), paint: look})
}
