package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"demoscope/bsp"
	"demoscope/player"
	"demoscope/player/world"
	"demoscope/render/draw"
	"demoscope/render/setting"
)

// brushEntity is a brush model at the place of its entity.
type brushEntity struct {
	model  int
	origin mgl32.Vec3
	angles mgl32.Vec3
}

// brushModel returns the number of an entity's inline model, 0 if it has none.
func (s *Scene) brushModel(w *world.World, e *world.Entity) int {
	if e.Model[0] == 0 {
		return 0
	}
	n := s.names.class(w.ModelOf(e)).inline
	if n >= len(s.frame.g.models) {
		return 0
	}
	return n
}

// addBrushModels collects the visible brush models.
func (s *Scene) addBrushModels(m *player.Moment) {
	if !s.frame.g.hasMap() {
		return
	}
	for i := range m.Entities {
		e := &m.Entities[i]
		if n := s.brushModel(m.World, e); n > 0 {
			s.addBrushModel(n, e)
		}
	}
	for i := range m.World.Statics {
		e := &m.World.Statics[i]
		if n := s.brushModel(m.World, e); n > 0 {
			s.addBrushModel(n, e)
		}
	}
}

func (s *Scene) addBrushModel(n int, e *world.Entity) {
	if e.Alpha == 1 || !sane(e.Origin) || !sane(e.Angles) {
		return // invisible, or nowhere
	}
	md, origin := &s.frame.g.models[n], mgl32.Vec3(e.Origin)
	mins, maxs := md.mins.Add(origin), md.maxs.Add(origin)
	if e.Angles != (mgl32.Vec3{}) {
		// Whichever way it is turned, it stays within a sphere.
		var far mgl32.Vec3
		for k := range far {
			far[k] = max(md.maxs[k], -md.mins[k])
		}
		r := far.Len()
		mins, maxs = origin.Sub(mgl32.Vec3{r, r, r}), origin.Add(mgl32.Vec3{r, r, r})
	}
	if !s.visible.box(&mins, &maxs) {
		return
	}
	s.movers.list = append(s.movers.list, brushEntity{n, e.Origin, e.Angles})
	s.things.add(&s.frame, thingBrushModel, len(s.movers.list)-1, mins.Add(maxs).Mul(0.5))
}

// placeBrushModel places the faces of a brush model that face the camera, back to
// front, each with the edges that no later one has.
func (s *Scene) placeBrushModel(b *brushEntity) {
	at := placeAt(b.origin, b.angles, 1)
	// The camera in the space of the model.
	d := s.frame.origin.Sub(b.origin)
	eye := mgl32.Vec3{d.Dot(at.x), d.Dot(at.y), d.Dot(at.z)}

	first := len(s.order)
	s.walkModel(s.frame.g.models[b.model].root, &eye)
	order := s.order[first:]

	s.sequence++
	for i := len(order) - 1; i >= 0; i-- {
		f := &s.frame.g.faces[order[i]]
		for _, e := range s.frame.g.sides[f.firstSide : f.firstSide+f.numSides] {
			if s.edgeStamp[e] != s.sequence {
				s.edgeStamp[e] = s.sequence
				s.drawn = append(s.drawn, e, uint32(i))
			}
		}
	}
	edges := s.drawn
	for i, k := range order {
		if s.pieces.tired() {
			break
		}
		f := &s.frame.g.faces[k]
		s.putModelFace(f, &at)
		s.putModelLattice(f, &at, &eye)
		for len(edges) > 0 && edges[len(edges)-1] == uint32(i) {
			e := &s.frame.g.edges[edges[len(edges)-2]]
			edges = edges[:len(edges)-2]
			color := moverColor
			if e.kind != bsp.KindSolid {
				color = edgeColors[e.kind]
			}
			s.pieces.put(piece{shape: shapeLine, width: s.frame.line, minFade: faintestFar, color: color},
				at.point(s.frame.g.vertices[e.v[0]]), at.point(s.frame.g.vertices[e.v[1]]))
		}
	}
	s.order, s.drawn = s.order[:first], s.drawn[:0]
}

// walkModel lists the faces below n that face the eye, back to front.
func (s *Scene) walkModel(n int32, eye *mgl32.Vec3) {
	for n >= 0 {
		nd := &s.frame.g.nodes[n]
		if s.pieces.work += 1 + int(nd.num); s.pieces.work > maxWork {
			return
		}
		near := 0
		if nd.distance(eye) < 0 {
			near = 1
		}
		s.walkModel(nd.children[1-near], eye)
		for f := nd.first; f < nd.first+nd.num; f++ {
			if fc := &s.frame.g.faces[f]; fc.plane.normal.Dot(*eye) > fc.plane.dist {
				s.order = append(s.order, int32(f))
			}
		}
		n = nd.children[near]
	}
}

// putModelFace places a face of a brush model.
func (s *Scene) putModelFace(f *face, at *place) {
	if s.frame.opt.Mode == Wire {
		return
	}
	p := piece{shape: shapeFill, first: int32(len(s.pieces.points)), count: int32(f.numCorners)}
	p.color = s.faceColor(f)
	if f.kind == bsp.KindSolid {
		p.color = s.moverTint(f).Dim(s.brightness(f.shade))
		if s.frame.opt.Mode == Lit {
			scale, more := float32(1), float32(0)
			if f.styled != 0 {
				scale, more = s.styles.light(&s.frame.g.styled[f.styled-1])
			}
			p.color = p.color.Dim(s.frame.g.lightOf(float32(f.light)*scale + more))
		}
	}
	for _, c := range s.frame.g.corners[f.firstCorner : f.firstCorner+f.numCorners] {
		s.pieces.points = append(s.pieces.points, at.point(s.frame.g.vertices[c]))
	}
	s.pieces.sink(s.frame.g.models[0].root, p)
}

// moverHue is how much of its texture's color a face of a brush model has: doors stay
// doors, and those of one kind look alike.
const moverHue = 0.4

// moverTint returns the color of a solid face of a brush model in full light.
func (s *Scene) moverTint(f *face) draw.Color {
	if c := s.faceTint(f); c != faceTints[f.kind] {
		return moverTint.Mix(c, moverHue)
	}
	return moverTint
}

// putModelLattice places the lines of the lattice on a face of a brush model, whose own space
// the eye is in.
func (s *Scene) putModelLattice(f *face, at *place, eye *mgl32.Vec3) {
	if f.numLattice == 0 || !s.frame.opt.On(setting.FloorGrid) || s.frame.opt.Mode > Shaded {
		return
	}
	apart := latticeStep * s.frame.focal * (f.plane.normal.Dot(*eye) - f.plane.dist) / s.frame.scale
	color := s.latticeColor(f)
	corners := s.frame.g.corners[f.firstCorner : f.firstCorner+f.numCorners]
	for i := range s.frame.g.lattice[f.firstLattice : f.firstLattice+uint32(f.numLattice)] {
		l := &s.frame.g.lattice[int(f.firstLattice)+i]
		p, q := s.frame.g.latticePoint(corners, l.from), s.frame.g.latticePoint(corners, l.to)
		_, _, w := s.frame.transform(at.point(p.Add(q).Mul(0.5)))
		if alpha := latticeAlpha(apart, w, l.wide); alpha >= latticeNothing {
			s.pieces.put(piece{shape: shapeLine, width: latticeWidth * s.frame.scale, minFade: 1, color: color.Alpha(alpha)},
				at.point(p), at.point(q))
		}
	}
}

// colorAlpha returns c with the opacity of an entity's Alpha.
func colorAlpha(c draw.Color, alpha uint8) draw.Color {
	if alpha == 0 {
		return c
	}
	return c.Alpha(float32(alpha-1) / 254)
}
