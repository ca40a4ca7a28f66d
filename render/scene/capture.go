package scene

import (
	"slices"
	"strconv"

	"github.com/go-gl/mathgl/mgl32"

	figures "demoscope/assets/figure"
	models "demoscope/assets/model"
	"demoscope/bsp"
	"demoscope/player"
	"demoscope/render/draw"
	"demoscope/render/setting"
)

// Capture holds everything that is in a level at a moment, visible or not: see [Scene.Capture].
type Capture struct {
	Bodies []Body
	Movers []Mover
}

// BodyKind is the kind of a [Body].
type BodyKind uint8

// The kinds of bodies. The number of a player is the slot, that of an entity the entity number, that of a static entity
// its index in the level's list, and that of a nail its index in QuakeWorld's list.
const (
	PlayerBody BodyKind = iota
	EntityBody
	StaticBody
	NailBody
)

// BodyID identifies a body across moments. Model is the path of an entity's model, because numbers are reused; it is
// empty for players.
type BodyID struct {
	Kind   BodyKind
	Number int32
	Model  string
}

// Body is a player, monster, item or projectile: a group of models.
type Body struct {
	ID    BodyID
	Name  string // of a player, in the game's character set
	Parts []Part
}

// Part is one model of a body: at fraction T between the poses From and To, at a place in Quake units.
type Part struct {
	Model    *models.Model
	From, To int
	T        float32
	At       models.Tag
	Finish   Finish
}

// Finish is the coloring of a part. Parts of the same model with equal finishes have the same colors, apart from the
// light.
type Finish struct{ paint paint }

// Capture returns everything in the level at a moment except effects and, with [Options.FirstPerson], the player whose
// eye the camera is. The camera has no other influence.
func (s *Scene) Capture(m *player.Moment, c Camera, v View, o *Options) *Capture {
	k := &Capture{}
	s.begin(m, c, v, o)
	s.visible.open()
	s.frame.open()
	if m == nil || m.World == nil {
		return k
	}
	s.frame.opt.Set(setting.Effects, false)
	s.pieces.capture = k
	defer func() { s.pieces.capture = nil }()

	s.movers.addAll(m)
	k.Movers = slices.Clone(s.movers.list)
	s.things.list = s.things.list[:0]
	s.markers.addAll(m)
	for i := range s.things.list {
		s.captureThing(m, &s.things.list[i])
	}
	for i := range m.World.Players {
		if s.frame.drawsPlayer(m, i) {
			p := &m.World.Players[i]
			k.add(Body{ID: BodyID{Kind: PlayerBody, Number: int32(i)}, Name: p.Name}, func() {
				s.bodies.putPlayer(m, i, s.colors.paint(m.World, p))
			})
		}
	}
	return k
}

// captureThing captures a marker or a nail.
func (s *Scene) captureThing(m *player.Moment, t *thing) {
	if t.kind == thingNail { // as a fallback figure
		n := &m.World.Nails[t.index]
		s.pieces.capture.add(Body{ID: BodyID{Kind: NailBody, Number: t.index, Model: "nail"}}, func() {
			s.bodies.poser.one(posed{model: figures.Get("nail").Model,
				at:    bodyOf(n.Origin, mgl32.Vec3{-n.Angles[0], n.Angles[1], 0}, 1),
				paint: paint{accent: colorSilver}})
		})
		return
	}
	mk := &s.markers.list[t.index]
	if mk.look.fire {
		return
	}
	id := BodyID{Kind: EntityBody, Number: mk.entity, Model: mk.name}
	if mk.static > 0 {
		id.Kind, id.Number = StaticBody, mk.static-1
	}
	s.pieces.capture.add(Body{ID: id}, func() {
		if mk.class == &bodyClass {
			s.bodies.putCorpse(m.World, mk, s.colors.corpse(m.World, mk))
		} else if !s.markers.placeFigure(mk) {
			s.markers.placeSolid(mk)
		}
	})
}

// add captures what put places as a body.
func (k *Capture) add(b Body, put func()) {
	if len(k.Bodies) >= maxThings {
		return
	}
	k.Bodies = append(k.Bodies, b)
	if put(); len(k.Bodies[len(k.Bodies)-1].Parts) == 0 {
		k.Bodies = k.Bodies[:len(k.Bodies)-1]
	}
}

// addParts captures models as parts of the last body.
func (k *Capture) addParts(list []posed) {
	b := &k.Bodies[len(k.Bodies)-1]
	for i := range list {
		p := &list[i]
		look := p.paint
		// None of these changes colors, and they would make equal parts differ.
		look.outline, look.standsOut, look.wide, look.flag = draw.Color{}, false, false, draw.Color{}
		look.rows = [2]uint8{} // already in the colors of shirt and trousers
		b.Parts = append(b.Parts, Part{Model: p.model, From: p.from, To: p.to, T: p.t, At: p.at, Finish: Finish{look}})
	}
}

// Colors returns the colors of the triangles of a part, in the light at its place. A triangle whose A is 0 is not
// drawn. Colors refers to the last [Scene.Capture].
func (s *Scene) Colors(p *Part) []draw.Color {
	b := &posed{model: p.Model, from: p.From, to: p.To, t: p.T, at: p.At, paint: p.Finish.paint}
	var o part
	if b.model.Format == models.Drafted {
		o.paintRoles(b)
	}
	points := b.model.Lerp(nil, p.From, p.To, p.T)
	for i := range points {
		points[i] = p.At.Apply(points[i])
	}
	list := make([]draw.Color, len(b.model.Triangles))
	for n := range list {
		if b.paint.bare && b.paint.triangleColors != nil && (*b.paint.triangleColors)[n] == noPicture {
			continue
		}
		v := &b.model.Triangles[n].V
		list[n] = s.bodies.poser.litColor(b, &o, n, points[v[0]], points[v[1]], points[v[2]]).Alpha(1 - b.paint.clear)
		list[n] = s.frame.safe(list[n])
	}
	return list
}

// Face is a convex face of a map, with its corners in Quake units in the space of its model, and their colors. The
// corners run counterclockwise as seen from the front.
type Face struct {
	Kind    bsp.Kind
	Corners []mgl32.Vec3
	Colors  []draw.Color
}

// Faces calls each with the faces of a model of the map. A face is only valid during the call. Colors are those at the
// moment of the last [Scene.Capture]. In mode Wire there are no faces.
func (s *Scene) Faces(model int, each func(*Face)) {
	if s.frame.opt.Mode == Wire || model >= len(s.frame.g.models) {
		return
	}
	var out Face
	g := s.frame.g
	g.eachFace(g.models[model].root, func(f *face) {
		corners := g.cornersOf(f)
		lights := g.lights[f.firstCorner:][:f.numCorners]
		color := s.tints.faceColor(f)
		if model > 0 {
			color = s.tints.moverColor(f)
		}
		lit, scale, more := s.tints.light(f)
		out.Kind, out.Corners, out.Colors = f.kind, out.Corners[:0], out.Colors[:0]
		for i, c := range corners {
			cl := color
			if lit {
				l := float32(lights[i])
				if model > 0 {
					l = float32(f.light)
				}
				light := g.lightOf(l*scale + more)
				if cl = color.Dim(light); f.mist {
					cl.A = mist(light)
				}
			}
			at := g.vertices[c]
			if g.built {
				at = at.Add(f.plane.normal.Mul(thick))
			}
			out.Corners, out.Colors = append(out.Corners, at), append(out.Colors, s.frame.safe(cl))
		}
		if normalOf(out.Corners).Dot(f.plane.normal) < 0 {
			for i, k := 0, len(corners)-1; i < k; i, k = i+1, k-1 {
				out.Corners[i], out.Corners[k] = out.Corners[k], out.Corners[i]
				out.Colors[i], out.Colors[k] = out.Colors[k], out.Colors[i]
			}
		}
		each(&out)
	})
}

// thick is half the thickness of a floor of a reconstructed level, in units. Such floors have no thickness, and without
// back-to-front drawing their two sides would coincide.
const thick = 0.125

// normalOf returns the normal of a polygon, with twice its area as length. It points to the side from which the corners
// run counterclockwise.
func normalOf(corners []mgl32.Vec3) (n mgl32.Vec3) {
	for i := 2; i < len(corners); i++ {
		n = n.Add(corners[i-1].Sub(corners[0]).Cross(corners[i].Sub(corners[0])))
	}
	return n
}

// Edges calls each with the edges of a model of the map, in the model's space, and their colors.
func (s *Scene) Edges(model int, each func(a, b mgl32.Vec3, color draw.Color)) {
	if model >= len(s.frame.g.models) {
		return
	}
	s.level.edges.begin()
	s.frame.g.eachFace(s.frame.g.models[model].root, func(f *face) {
		for _, i := range s.frame.g.sidesOf(f) {
			e := &s.frame.g.edges[i]
			if !s.level.edges.add(i) || e.kind == bsp.KindPresumed && s.frame.g.upright(e) {
				continue
			}
			color := edgeColor(e)
			if model > 0 && e.kind == bsp.KindSolid {
				color = moverColor
			}
			each(s.frame.g.vertices[e.v[0]], s.frame.g.vertices[e.v[1]], s.frame.safe(color))
		}
	})
}

// String returns a name for a body: the player's, or that of the model's file.
func (b *Body) String() string {
	if b.ID.Kind == PlayerBody && b.Name != "" {
		return b.Name
	}
	return b.ID.Model + " " + strconv.Itoa(int(b.ID.Number))
}
