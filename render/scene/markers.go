package scene

import (
	"demoscope/player"
	"demoscope/player/world"
)

// marker stands for an entity that is no brush model.
type marker struct {
	class  *class
	skin   int32
	alpha  uint8
	origin vec
	angles vec
	spin   float32 // degrees that the moment has turned it by
}

// markerReach is the distance in units from its origin that a marker stays
// within, by kind, at size 1.
const markerReach = 48

// farMarker is the distance in units from which small markers are left out.
const farMarker = 6000

// spinSpeed is how fast items turn, in degrees a second.
const spinSpeed = 100

// addMarkers notes the markers that can be seen.
func (s *Scene) addMarkers(m *player.Moment) {
	w := m.World
	lift := float32(0)
	if w.Game == world.Quake || w.Game == world.QuakeWorld {
		lift = 14 // there the origin of an item lies on the floor
	}
	spin := float32(m.Clock*spinSpeed - 360*float64(int64(m.Clock*spinSpeed/360)))
	for i := range m.Entities {
		e := &m.Entities[i]
		if s.opt.FirstPerson && e.Number == m.Eye.Entity && m.Eye.Entity != 0 {
			continue
		}
		s.addMarker(w, e, lift, spin)
	}
	for i := range w.Statics {
		s.addMarker(w, &w.Statics[i], lift, spin)
	}
	for i := range w.Nails {
		at := w.Nails[i].Origin
		if sane(at) && sane(w.Nails[i].Angles) && s.nearVisible(at, 16) {
			s.addThing(thingNail, i, at)
		}
	}
}

// nearVisible reports whether what lies within reach of a place can be seen.
func (s *Scene) nearVisible(at vec, reach float32) bool {
	mins, maxs := sub(at, vec{reach, reach, reach}), add(at, vec{reach, reach, reach})
	return s.boxVisible(&mins, &maxs)
}

func (s *Scene) addMarker(w *world.World, e *world.Entity, lift, spin float32) {
	c := s.entityClass(w, e)
	if c == nil || c.hidden || c.inline > 0 || e.Alpha == 1 || !sane(e.Origin) || !sane(e.Angles) {
		return
	}
	at := e.Origin
	switch {
	case c.corner:
		at = add(at, vec{16, 16, 10})
	case c.kind >= KindWeapon && c.kind <= KindFlag || c.kind == KindBackpack:
		at[2] += lift
	}
	if d := sub(at, s.lens.origin); c.kind > KindMonster && dot(d, d) > farMarker*farMarker {
		return
	}
	size := c.size
	if size == 0 {
		size = 1
	}
	if !s.nearVisible(at, markerReach*size) {
		return
	}
	mk := marker{class: c, skin: e.Skin, alpha: e.Alpha, origin: at, angles: e.Angles}
	if c.kind >= KindWeapon && c.kind <= KindFlag {
		mk.spin = spin
	}
	s.things.markers = append(s.things.markers, mk)
	s.addThing(thingMarker, len(s.things.markers)-1, at)
}

// quake2Player is the model index that stands for the model of the player's
// skin.
const quake2Player = 255

// The frames of Quake's player in which he lies or falls.
const (
	firstDeathFrame = 41
	lastDeathFrame  = 102
)

// entityClass returns what an entity stands for, nil for nothing to be seen.
func (s *Scene) entityClass(w *world.World, e *world.Entity) *class {
	if w.Game == world.Quake2 && e.Model[0] == quake2Player {
		return &bodyClass
	}
	name := w.ModelOf(e)
	if name == "" || name == w.Level().Map {
		return nil
	}
	c := s.names.class(name)
	if c.kind == KindPlayer && e.Frame >= firstDeathFrame && e.Frame <= lastDeathFrame {
		return &bodyClass
	}
	return c
}

// bodyClass stands for a player's body that is no player (a corpse that has
// been left).
var bodyClass = class{kind: KindCorpse, size: 1.5}

// The bodies of markers, about their origin, within 16 units of it.
var (
	bodyMonster    = [...]*solid{prism(5, 0, 15, -24, 9, 26), diamond(5, 7, -7, 9).moved(vec{0, 0, 33}, vec{1, 1, 1})}
	bodyWeapon     = diamond(4, 7, -6, 6).moved(vec{}, vec{3, 0.8, 1})
	bodyArmor      = diamond(6, 12, -15, 7)
	bodyHealthUp   = box(vec{-4, -4, -12}, vec{4, 4, 12})
	bodyHealthArmL = box(vec{-4, 4, -4}, vec{4, 12, 4})
	bodyHealthArmR = box(vec{-4, -12, -4}, vec{4, -4, 4})
	bodyAmmo       = box(vec{-9, -9, -9}, vec{9, 9, 7})
	bodyPowerup    = diamond(8, 11, -13, 13)
	bodyKey        = diamond(3, 8, -12, 12)
	bodyFlag       = prism(3, 0, 14, 0, 14, 4).moved(vec{6, 0, 16}, vec{1, 0.2, 4})
	bodyProjectile = diamond(4, 4, -3, 3).moved(vec{}, vec{2.5, 1, 1})
	bodyBackpack   = prism(4, 45, 12, -8, 8, 8)
	bodyCorpse     = diamond(5, 8, -4, 4)
	bodyOther      = diamond(4, 7, -8, 8)
)

// placeMarker places the bodies of a marker.
func (s *Scene) placeMarker(m *marker) {
	c := m.class
	size := c.size
	if size == 0 {
		size = 1
	}
	color := c.markerColor(m.skin)
	if m.alpha != 0 {
		color = colorAlpha(color, m.alpha)
	}
	if c.kind == KindFlag && m.skin == 1 && c.color.A == 0 {
		color = colorBlue
	}
	angles := vec{0, m.angles[1] + m.spin, 0}
	switch c.kind {
	case KindProjectile:
		angles = m.angles
		angles[0] = -angles[0] // models look up for a positive pitch
	case KindHealth:
		// The cross faces the camera.
		d := sub(s.lens.origin, m.origin)
		angles = vec{0, degreesOf(d), 0}
	case KindAmmo, KindBackpack, KindCorpse:
		angles = vec{0, m.angles[1], 0}
	}
	at := placeAt(m.origin, angles, size)
	at.line, at.solidFill = color, color.Dim(0.4)
	if c.kind == KindOther {
		at.least = 0.25
	}
	s.putMarker(c.kind, &at)
}

// putMarker places the bodies of a kind of marker.
func (s *Scene) putMarker(k Kind, at *place) {
	switch k {
	case KindPlayer:
		s.putFigure(at, at.line, at.line)
	case KindMonster:
		s.putStack(at, bodyMonster[:]...)
		s.putArrow(at, 20, 12, 14)
	case KindWeapon:
		s.putSolid(bodyWeapon, at)
	case KindArmor:
		s.putSolid(bodyArmor, at)
	case KindHealth:
		// The arms first: the upright hides what of them lies behind it.
		s.putSolid(bodyHealthArmL, at)
		s.putSolid(bodyHealthArmR, at)
		s.putSolid(bodyHealthUp, at)
	case KindAmmo:
		s.putSolid(bodyAmmo, at)
	case KindPowerup:
		s.putSolid(bodyPowerup, at)
	case KindKey:
		s.putSolid(bodyKey, at)
	case KindFlag:
		s.putLine(at.point(vec{0, 0, -14}), at.point(vec{0, 0, 34}), 1.5, at.least, at.line)
		s.putSolid(bodyFlag, at)
	case KindProjectile:
		s.putLine(at.point(vec{-8, 0, 0}), at.point(vec{-40, 0, 0}), 1, at.least, at.line.Alpha(0.5))
		s.putSolid(bodyProjectile, at)
	case KindBackpack:
		s.putSolid(bodyBackpack, at)
	case KindCorpse:
		s.putSolid(bodyCorpse, at)
	default:
		s.putSolid(bodyOther, at)
	}
}

// placeNail places a nail of QuakeWorld's list.
func (s *Scene) placeNail(m *player.Moment, i int) {
	n := &m.World.Nails[i]
	f, _, _ := vectors(vec{-n.Angles[0], n.Angles[1], 0})
	s.putLine(sub(n.Origin, scale(f, 12)), add(n.Origin, scale(f, 4)), 1.2, 0.6, colorSilver)
}
