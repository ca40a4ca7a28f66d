package scene

import (
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/assets"
	figures "demoscope/assets/figure"
	models "demoscope/assets/model"
	"demoscope/player"
	"demoscope/player/world"
	"demoscope/render/draw"
)

// triple is a player of three models, of Quake III or of our own.
type triple struct {
	lower, upper, head *models.Model
	list               []models.Animation
}

// ownHuman returns the human of our own.
func ownHuman() triple {
	h := figures.Human()
	return triple{h.Lower, h.Upper, h.Head, h.Animations.List}
}

// putHuman places a player: as his game's model where it is found, and otherwise as our own
// human in the same stance.
func (s *Scene) putHuman(m *player.Moment, slot int, look paint) {
	w := m.World
	p := &w.Players[slot]
	held := figures.NoWeapon
	if !p.Dead {
		held = figures.WeaponOf(w.HeldModel(p))
	}
	switch w.Game {
	case world.Quake, world.QuakeWorld:
		if s.putSingle(m, slot, s.gameModel(w.Level().Model(p.Model)), nil, look) {
			return
		}
	case world.Quake2:
		model := quake2Model(p)
		if body := s.gameModel(s.names.player(model, "tris.md2")); body != nil {
			s.putSingle(m, slot, body, s.gameModel(s.names.player(model, w.HeldModel(p))), look)
			return
		}
	case world.Quake3:
		if g := s.gamePlayer(p); g != nil {
			s.putTriple(m, slot, triple{g.Lower, g.Upper, g.Head, g.Animations.List}, held, look)
			return
		}
	}
	s.putTriple(m, slot, ownHuman(), held, look)
}

// putTriple places a player of three models and what he holds.
func (s *Scene) putTriple(m *player.Moment, slot int, t triple, held figures.Weapon, look paint) {
	st := s.stanceOf(m, slot, t.list)
	s.putStance(mgl32.Vec3(m.Poses[slot].Origin), &st, t, held, look)
}

// putStance places three models in a stance at a place.
func (s *Scene) putStance(origin mgl32.Vec3, st *stance, t triple, held figures.Weapon, look paint) {
	list := s.poser.human[:0]
	legsFrom, legsTo, legsT := st.legs.poses(t.list)
	torsoFrom, torsoTo, torsoT := st.torso.poses(t.list)
	legs := bodyOf(origin, mgl32.Vec3{0, st.legsYaw, 0}, 1)
	list = append(list, posed{model: t.lower, from: legsFrom, to: legsTo, t: legsT, at: legs, paint: look})

	turned := models.Tag{Axis: axis(mgl32.Vec3{st.torsoPitch, st.yaw - st.legsYaw, st.torsoRoll})}
	torso := legs.Mul(t.lower.Tag("tag_torso", legsFrom, legsTo, legsT)).Mul(turned)
	list = append(list, posed{model: t.upper, from: torsoFrom, to: torsoTo, t: torsoT, at: torso, paint: look})

	nod := models.Tag{Axis: axis(mgl32.Vec3{st.headPitch, 0, 0})}
	head := torso.Mul(t.upper.Tag("tag_head", torsoFrom, torsoTo, torsoT)).Mul(nod)
	list = append(list, posed{model: t.head, at: head, paint: look})

	if f := held.Figure(); f != nil && st.legs.animation > models.BothDead3 {
		gun := torso.Mul(t.upper.Tag("tag_weapon", torsoFrom, torsoTo, torsoT))
		dress := look
		dress.accent = draw.RGB(f.Accent)
		list = append(list, posed{model: f.Model, at: gun, paint: dress})
	}
	s.putBody(list)
}

// axis returns the axes of angles in degrees: forward, left and up as columns.
func axis(angles mgl32.Vec3) mgl32.Mat3 {
	f, r, u := vectors(angles)
	return mgl32.Mat3FromCols(f, r.Mul(-1), u)
}

// putSingle places a player who is one model, as in Quake and Quake II, and the weapon that
// has the same frames. It reports whether there is a model.
func (s *Scene) putSingle(m *player.Moment, slot int, body, weapon *models.Model, look paint) bool {
	if body == nil {
		return false
	}
	p, pose := &m.World.Players[slot], &m.Poses[slot]
	to := body.Pose(int(p.Frame), m.Clock)
	from, t := body.Pose(int(p.WasFrame), m.Clock), float32(max(0, min(1, (m.Clock-p.FrameClock)/frameTime)))
	pitch := float32(0)
	if !p.Dead {
		pitch = m.World.ViewAngles(p, pose)[0] / 3 // as much as the games turn their models
	}
	at := bodyOf(pose.Origin, mgl32.Vec3{pitch, pose.Angles[1], 0}, 1)
	look.coat = s.coats.of(body, int(p.SkinNumber), s.opt.Palette, true)
	list := append(s.poser.human[:0], posed{model: body, from: from, to: to, t: t, at: at, paint: look})
	if weapon != nil && !p.Dead {
		look.coat = s.coats.of(weapon, 0, s.opt.Palette, false)
		look.accent = colorSilver
		list = append(list, posed{model: weapon, from: from, to: to, t: t, at: at, paint: look})
	}
	s.putBody(list)
	return true
}

// quake2Model returns the folder of a player's model in Quake II: "male" of "male/grunt".
func quake2Model(p *world.Player) string {
	name, _, _ := strings.Cut(p.Skin, "/")
	if name == "" {
		return "male"
	}
	return name
}

// gamePlayer returns a player's models in Quake III, nil if they are not found, or not yet.
func (s *Scene) gamePlayer(p *world.Player) *assets.Player {
	if s.opt.Models == nil {
		return nil
	}
	model, head := p.InfoValue("model"), p.InfoValue("hmodel")
	if model == "" {
		return nil
	}
	g, err, ready := s.opt.Models.Player(assets.ParsePlayer(model, head))
	if !ready || err != nil {
		return nil
	}
	return g
}

// putCorpse places the body of a player who is no player any more: his frame says how he
// lies.
func (s *Scene) putCorpse(m *marker, look paint) {
	if g := s.gameModel(m.name); g != nil {
		look.coat = s.coats.of(g, int(m.skin), s.opt.Palette, true)
		to := g.Pose(int(m.frame), m.clock)
		s.poser.human[0] = posed{model: g, from: to, to: to, at: bodyOf(m.sent, mgl32.Vec3{0, m.angles[1], 0}, 1), paint: look}
		s.putBody(s.poser.human[:1])
		return
	}
	deeds := quakeDeeds
	if m.name == "" {
		deeds = quake2Deeds
	}
	t := ownHuman()
	st := stance{yaw: m.angles[1], legsYaw: m.angles[1]}
	st.legs = motion{models.BothDead1, 0}
	for i := range deeds {
		if d := &deeds[i]; d.both && int(m.frame) >= d.first && int(m.frame) <= d.last {
			part := float32(int(m.frame)-d.first+1) / float32(d.last-d.first+1)
			st.legs = motion{d.animation, part * float32(max(0, t.list[d.animation].Count-1))}
		}
	}
	st.torso = st.legs
	s.putStance(m.sent, &st, t, figures.NoWeapon, look)
}
