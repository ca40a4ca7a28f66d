package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	figures "demoscope/assets/figure"
	models "demoscope/assets/model"
	"demoscope/render/draw"
)

// bodyOf is the place and axes of a body at angles in degrees, which is size times as large.
func bodyOf(origin, angles mgl32.Vec3, size float32) models.Tag {
	p := placeAt(origin, angles, size)
	return models.Tag{Origin: origin, Axis: mgl32.Mat3FromCols(p.x, p.y, p.z)}
}

// putFigure places a fallback figure in the color of its marker.
func (ms *markers) putFigure(f *figures.Figure, m *marker, at models.Tag, color draw.Color) {
	from, to, t := figurePose(f, m)
	ms.bodies.poser.one(posed{model: f.Model, from: from, to: to, t: t, at: at, paint: paint{accent: color, shirt: color,
		trousers: color, clear: m.clear(), dead: m.class.kind == kindCorpse, meat: m.class.kind == kindCorpse,
		outline: m.owner}})
}

// figurePose returns the poses between which a figure is: those of the entity's frame, if
// the figure has the frames of the game's model, or else what stands or rests.
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

// cycle returns the poses between which an animation is that repeats itself.
func cycle(a *models.Animation, clock float64) (from, to int, t float32) {
	steps := clock * float64(a.Rate)
	whole := int64(steps)
	n := int(whole % int64(max(1, a.Count)))
	from, _ = a.Pose(n)
	to, _ = a.Pose((n + 1) % max(1, a.Count))
	return from, to, float32(steps - float64(whole))
}

// clear returns how much is seen through a marker, 0 to 1.
func (m *marker) clear() float32 {
	if m.alpha == 0 {
		return 0
	}
	return 1 - float32(m.alpha-1)/254
}

// placeFigure places a marker as a model of its game or a figure of our own, and reports
// whether there is one.
func (ms *markers) placeFigure(m *marker) bool {
	eye := ms.frame.origin
	if ms.pieces.capture != nil {
		eye = m.origin.Add(mgl32.Vec3{1, 0, 0}) // no camera is the one that a cross could face
	}
	at := bodyOf(m.origin, m.figureAngles(eye), m.scale)
	if g := ms.bodies.wardrobe.model(m.name); g != nil {
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
	ms.putFigure(f, m, at, color)
	return true
}

// figureAngles returns how a figure of our own is turned that is seen from eye.
func (m *marker) figureAngles(eye mgl32.Vec3) mgl32.Vec3 {
	switch m.class.kind {
	case kindHealth: // the cross faces the camera
		return mgl32.Vec3{0, degreesOf(eye.Sub(m.origin)), 0}
	case kindProjectile, kindCorpse, kindMonster:
		return m.angles
	case kindAmmo, kindBackpack, kindOther:
		return mgl32.Vec3{0, m.angles[1], 0}
	}
	return mgl32.Vec3{0, m.angles[1] + m.spin, 0}
}

// model returns a model of the game by its path, nil if there is none, or not yet.
func (wd *wardrobe) model(name string) *models.Model {
	if wd.frame.opt.Models == nil || name == "" || name[0] == '*' || name[0] == '#' {
		return nil
	}
	m, err, ready := wd.frame.opt.Models.Model(name)
	if !ready || err != nil || len(m.Frames) == 0 {
		return nil
	}
	return m
}

// thingDye is how much of its kind's color is on the skin of a thing of Quake II and III, whose
// grenades are black and whose health is gray from afar.
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
	p := paint{coat: ms.bodies.wardrobe.coat(g, clothes{skin: int(m.skin)}, nil), shirt: color, accent: color, clear: m.clear(),
		glows: m.look.glows, dead: m.class.kind == kindCorpse, meat: m.class.kind == kindCorpse, outline: m.owner}
	if g.Format != models.MDL && !m.class.corner && m.class.kind != kindMonster && m.class.kind != kindCorpse {
		p.dye = color.Alpha(thingDye)
	}
	p.bare = g.Format == models.MD3 && m.class.kind == kindProjectile
	ms.bodies.poser.one(posed{model: g, from: from, to: to, t: t, at: bodyOf(m.sent, angles, m.scale), paint: p})
}
