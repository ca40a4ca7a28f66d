package scene

import (
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/assets"
	figures "demoscope/assets/figure"
	models "demoscope/assets/model"
	"demoscope/player"
	"demoscope/player/weapon"
	"demoscope/player/world"
	"demoscope/render/draw"
)

// bodies places players, their bodies and what they hold.
type bodies struct {
	frame    *frame
	pieces   *pieces
	wardrobe *wardrobe
	colors   *colors
	poser    poser
}

// triple is a player of three models, of Quake III or of our own.
type triple struct {
	lower, upper, head *models.Model
	list               []models.Animation
	worn               *assets.Player // with the skins; nil for our own
}

// ownHuman returns the human of our own.
func ownHuman() triple {
	h := figures.Human()
	return triple{lower: h.Lower, upper: h.Upper, head: h.Head, list: h.Animations.List}
}

// putHuman places a player: as his game's model where it is found, and otherwise as our own
// human in the same stance.
func (bs *bodies) putHuman(m *player.Moment, slot int, look paint) {
	w := m.World
	p := &w.Players[slot]
	if body := bs.wardrobe.single(w, p); body != nil {
		var weapon *models.Model
		if w.Game == world.Quake2 {
			weapon = bs.wardrobe.quake2Model(p, w.HeldModel(p))
		}
		bs.putSingle(m, slot, body, weapon, look)
		return
	}
	t := bs.wardrobe.triple(w, p)
	st := bs.stanceOf(m, slot, t.list)
	bs.putStance(m.Poses[slot].Origin, &st, t, bs.gunInHand(w, p, t), look)
}

// gun is a weapon in a hand; without a model it is none.
type gun struct {
	model *models.Model
	// barrel is the part of a weapon of Quake III that turns, nil for none.
	barrel *models.Model
	// figure is ours; nil if the model is the game's.
	figure *figures.Figure
}

// gunInHand returns what a player of three models holds: the game's weapon in the hand of
// the game's model, if it is found, and otherwise a figure of ours.
func (bs *bodies) gunInHand(w *world.World, p *world.Player, t triple) gun {
	if t.worn != nil {
		name := w.HeldModel(p)
		if m := bs.wardrobe.model(name); m != nil {
			return gun{model: m, barrel: bs.wardrobe.model(bs.wardrobe.names.look(name).barrel)}
		}
	}
	held := bs.frame.story.Held(w, p)
	if by := bs.frame.story.KillsWith(p); by != weapon.None && (!by.Is(weapon.Flies) || !w.HeldKnown(p)) {
		held = by
	}
	if f := figures.Get(held.Figure()); f != nil {
		return gun{model: f.Model, figure: f}
	}
	return gun{}
}

// withGun adds a weapon to what is drawn.
func (bs *bodies) withGun(list []posed, g gun, at models.Tag, look paint) []posed {
	if g.model == nil {
		return list
	}
	if g.figure != nil {
		look.accent = draw.RGB(g.figure.Accent)
		return append(list, posed{model: g.model, at: at, paint: look})
	}
	look.shirt, look.trousers, look.accent, look.dye = colorSilver, colorSilver, colorSilver, draw.Color{}
	look.coat = bs.wardrobe.coat(g.model, clothes{}, nil)
	list = append(list, posed{model: g.model, at: at, paint: look})
	if g.barrel != nil {
		look.coat = bs.wardrobe.coat(g.barrel, clothes{}, nil)
		list = append(list, posed{model: g.barrel, at: at.Mul(g.model.Tag("tag_barrel", 0, 0, 0)), paint: look})
	}
	return list
}

// triple returns the models of a player: his game's, if it is Quake III and they are found,
// otherwise our own.
func (wd *wardrobe) triple(w *world.World, p *world.Player) triple {
	if w.Game == world.Quake3 {
		if g := wd.gamePlayer(p); g != nil {
			return triple{g.Lower, g.Upper, g.Head, g.Animations.List, g}
		}
	}
	return ownHuman()
}

// joints are where the parts of a player of three models are, and between which poses.
type joints struct {
	legs, torso, head, gun models.Tag
	legsFrom, legsTo       int
	torsoFrom, torsoTo     int
	legsT, torsoT          float32
}

// jointsOf puts the parts of a player on one another.
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

// putStance places three models in a stance at a place.
func (bs *bodies) putStance(origin mgl32.Vec3, st *stance, t triple, g gun, look paint) {
	c := jointsOf(origin, st, t)
	legs, torso, head := look, look, look
	if k := t.worn; k != nil {
		legs.coat, torso.coat, head.coat = bs.wardrobe.coat(k.Lower, clothes{}, k.LowerSkin), bs.wardrobe.coat(k.Upper, clothes{},
			k.UpperSkin), bs.wardrobe.coat(k.Head, clothes{}, k.HeadSkin)
	}
	list := append(bs.poser.human[:0],
		posed{model: t.lower, from: c.legsFrom, to: c.legsTo, t: c.legsT, at: c.legs, paint: legs},
		posed{model: t.upper, from: c.torsoFrom, to: c.torsoTo, t: c.torsoT, at: c.torso, paint: torso},
		posed{model: t.head, at: c.head, paint: head})
	if st.legs.animation > models.BothDead3 {
		list = bs.withGun(list, g, c.gun, look)
	}
	bs.poser.put(withFlag(list, c.torso, look))
}

// flagAt is where a carried flag is at a player's torso: on his back.
var flagAt = models.Tag{Origin: mgl32.Vec3{-8, 0, 10}, Axis: mgl32.Ident3()}

// withFlag adds the flag that a player carries to his body.
func withFlag(list []posed, torso models.Tag, look paint) []posed {
	if look.flag.A == 0 {
		return list
	}
	look.accent, look.coat = look.flag, nil // the coat is of what he holds, or of his body
	return append(list, posed{model: figures.Get("flag_carried").Model, at: torso.Mul(flagAt), paint: look})
}

// gunOf returns the muzzle of the weapon in a player's hand, with his axes; false where he
// is no player of three models, or holds nothing that is known.
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
	st := bs.stanceOf(m, slot, t.list)
	c := jointsOf(m.Poses[slot].Origin, &st, t)
	return c.gun.Mul(g.model.Tag("tag_flash", 0, 0, 0)), true
}

// single returns the model of a player of Quake or Quake II, nil if it is not found.
func (wd *wardrobe) single(w *world.World, p *world.Player) *models.Model {
	switch w.Game {
	case world.Quake, world.QuakeWorld:
		return wd.model(w.Level().Model(p.Model))
	case world.Quake2:
		return wd.quake2Model(p, "tris.md2")
	}
	return nil
}

// axis returns the axes of angles in degrees: forward, left and up as columns.
func axis(angles mgl32.Vec3) mgl32.Mat3 {
	f, r, u := vectors(angles)
	return mgl32.Mat3FromCols(f, r.Mul(-1), u)
}

// putSingle places a player who is one model, as in Quake and Quake II, and the weapon that
// has the same frames, nil for none.
func (bs *bodies) putSingle(m *player.Moment, slot int, body, weapon *models.Model, look paint) {
	p, pose := &m.World.Players[slot], &m.Poses[slot]
	to := body.Pose(int(p.Frame), m.Clock)
	from, t := body.Pose(int(p.WasFrame), m.Clock), float32(max(0, min(1, (m.Clock-p.FrameClock)/frameTime)))
	pitch := float32(0)
	if !p.Dead {
		pitch = halfTurn(m.World.ViewAngles(p, pose)[0]) / 3 // as much as the games turn their models
	}
	at := bodyOf(pose.Origin, mgl32.Vec3{pitch, pose.Angles[1], 0}, 1)
	wears := clothes{skin: int(p.SkinNumber), player: true}
	if m.World.Game == world.Quake2 {
		wears = clothes{picture: bs.wardrobe.quake2Skin(p)}
	}
	look.coat = bs.wardrobe.coat(body, wears, nil)
	list := append(bs.poser.human[:0], posed{model: body, from: from, to: to, t: t, at: at, paint: look})
	if weapon != nil && !p.Dead {
		look.coat = bs.wardrobe.coat(weapon, clothes{}, nil)
		look.shirt, look.accent = colorSilver, colorSilver
		list = append(list, posed{model: weapon, from: from, to: to, t: t, at: at, paint: look})
	}
	bs.poser.put(withFlag(list, at, look))
}

// quake2Male is whom the game draws where a player's model is not found, and quake2Grunt what
// he wears where it is not found, or where his skin is not.
const quake2Male, quake2Grunt = "male", "players/male/grunt"

// quake2Model returns a model in the folder of a player's in Quake II, nil if it is not
// found, or not yet.
func (wd *wardrobe) quake2Model(p *world.Player, file string) *models.Model {
	folder, _, _ := strings.Cut(p.Skin, "/") // "male" of "male/grunt"
	if g := wd.model(wd.names.player(folder, file)); g != nil {
		return g
	}
	return wd.model(wd.names.player(quake2Male, file))
}

// quake2Skin returns the path of what a player wears in Quake II, without its extension.
func (wd *wardrobe) quake2Skin(p *world.Player) string {
	folder, file, _ := strings.Cut(p.Skin, "/")
	name := wd.names.player(folder, file)
	if name == "" {
		return quake2Grunt
	}
	if _, err, ready := wd.frame.opt.Models.Picture(name); ready && err != nil {
		return quake2Grunt
	}
	return name
}

// teamSkins are the skins that the game gives to teams.
var teamSkins = [...]string{1: "red", 2: "blue"}

// gamePlayer returns a player's models in Quake III, nil if they are not found, or not yet.
func (wd *wardrobe) gamePlayer(p *world.Player) *assets.Player {
	if wd.frame.opt.Models == nil {
		return nil
	}
	model, head := p.InfoValue("model"), p.InfoValue("hmodel")
	if model == "" {
		return nil
	}
	name := assets.ParsePlayer(model, head)
	if team := teamSkins[teamOf(p)]; team != "" {
		name.Skin, name.HeadSkin = team, team
	}
	g, err, ready := wd.frame.opt.Models.Player(name)
	if !ready || err != nil {
		return nil
	}
	return g
}

// putCorpse places the body of a player who is no player any more: his frame says how he
// lies, and of Quake III the entity says whose it is.
func (bs *bodies) putCorpse(w *world.World, m *marker, look paint) {
	if w.Game == world.Quake3 {
		t := ownHuman()
		if slot := int(m.skin); slot >= 0 && slot < len(w.Players) && w.Players[slot].InUse {
			t = bs.wardrobe.triple(w, &w.Players[slot])
		}
		dead := motion{models.BothDead1, 0}
		bs.putStance(m.sent, &stance{yaw: m.angles[1], legsYaw: m.angles[1], legs: dead, torso: dead}, t, gun{}, look)
		return
	}
	if g := bs.wardrobe.model(m.name); g != nil {
		look.coat = bs.wardrobe.coat(g, clothes{skin: int(m.skin), player: true}, nil)
		to := g.Pose(int(m.frame), m.clock)
		bs.poser.one(posed{model: g, from: to, to: to, at: bodyOf(m.sent, mgl32.Vec3{0, m.angles[1], 0}, 1), paint: look})
		return
	}
	deeds := quakeDeeds
	if m.name == "" {
		deeds = quake2Deeds
	}
	t := ownHuman()
	st := stance{yaw: m.angles[1], legsYaw: m.angles[1]}
	st.legs = motion{models.BothDead1, 0}
	if d := deedOf(deeds, int(m.frame)); d != nil && d.both {
		part := float32(int(m.frame)-d.first+1) / float32(d.last-d.first+1)
		st.legs = motion{d.animation, part * float32(max(0, t.list[d.animation].Count-1))}
	}
	st.torso = st.legs
	bs.putStance(m.sent, &st, t, gun{}, look)
}
