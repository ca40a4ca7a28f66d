package scene

import (
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	models "demoscope/assets/model"
	"demoscope/player"
	"demoscope/render/draw"
)

// viewAt is where a figure of ours is held before the eye, in units forward, left and up,
// and viewSize how large it is there: it tells the weapon and hides little.
var viewAt = mgl32.Vec3{15, -6, -7.5}

const viewSize = 0.42

// addViewWeapon draws the weapon of the player whose eye the picture is seen from: the
// model that his game draws, if it is found, otherwise our figure. It covers the level.
func (s *Scene) addViewWeapon(m *player.Moment) {
	if !s.opt.FirstPerson || s.opt.HideMarkers || m == nil || m.World == nil || !m.Eye.Known || m.Eye.ThirdPerson || m.World.Intermission ||
		!sane(m.Eye.Origin) || !sane(m.Eye.Angles) {
		return
	}
	slot := m.Eye.Slot
	if slot < 0 || slot >= len(m.World.Players) || m.World.Players[slot].Dead {
		return
	}
	p := &m.World.Players[slot]
	name := m.World.HeldModel(p)
	at := bodyOf(m.Eye.Origin, m.Eye.Angles, 1)
	look := s.playerPaint(m.World, p)
	look.clear, look.outline = 0, draw.Color{}
	var body posed
	if g := s.gameModel(name); g != nil && isViewModel(name) {
		pose := g.Pose(int(p.WeaponFrame), m.Clock)
		look.coat, look.accent = s.coats.of(g, 0, s.opt.Palette, false), colorSilver
		body = posed{model: g, from: pose, to: pose, at: at, paint: look}
	} else if f := s.held(m.World, p).Figure(); f != nil {
		look.accent = draw.RGB(f.Accent)
		body = posed{model: f.Model, at: at.Mul(models.Tag{Origin: viewAt, Axis: mgl32.Ident3().Mul(viewSize)}), paint: look}
	} else {
		return
	}
	s.things.direct = true
	s.putOne(body)
	s.things.direct = false
}

// isViewModel reports whether a model is what a game draws before the eye, by its name:
// progs/v_rock2.mdl, models/weapons/v_rail/tris.md2. Quake III has none.
func isViewModel(name string) bool {
	return strings.HasPrefix(name, "progs/v_") || strings.HasPrefix(name, "models/weapons/v_")
}
