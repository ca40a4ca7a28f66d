package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"demoscope/bsp"
	"demoscope/player"
	"demoscope/player/world"
	"demoscope/render/draw"
	"demoscope/render/setting"
)

// Mover is a brush model, such as a door, at the place of its entity in Quake units and degrees. Model is its number in
// the map, Number that of the entity.
type Mover struct {
	Number         int32
	Static         bool
	Model          int
	Origin, Angles mgl32.Vec3
	other          bool // it is in its alternate state, and so are its animated textures
}

// movers are the visible brush models.
type movers struct {
	frame    *frame
	visible  *visibility
	things   *things
	pieces   *pieces
	names    *modelNames
	tints    *tints
	textured *textured
	edges    *once

	list  []Mover
	order []int32  // faces of the one being placed, back to front
	drawn []uint32 // its edges, each with the last face in the order that has it
}

// inline returns the number of an entity's inline model, or 0 if it has none.
func (mv *movers) inline(w *world.World, e *world.Entity) int {
	if e.Model[0] == 0 {
		return 0
	}
	n := mv.names.class(w.ModelOf(e)).inline
	if n >= len(mv.frame.g.models) {
		return 0
	}
	return n
}

// addAll collects the visible brush models.
func (mv *movers) addAll(m *player.Moment) {
	if !mv.frame.g.hasMap() {
		return
	}
	for i := range m.Entities {
		e := &m.Entities[i]
		mv.add(e, Mover{Number: e.Number, Model: mv.inline(m.World, e)})
	}
	for i := range m.World.Statics {
		e := &m.World.Statics[i]
		mv.add(e, Mover{Number: int32(i), Static: true, Model: mv.inline(m.World, e)})
	}
}

// add collects the brush model of an entity if it has a visible one.
func (mv *movers) add(e *world.Entity, o Mover) {
	if o.Model == 0 || !shown(e) {
		return
	}
	o.Origin, o.Angles, o.other = e.Origin, e.Angles, e.Frame != 0
	md, origin := &mv.frame.g.models[o.Model], mgl32.Vec3(e.Origin)
	mins, maxs := md.mins.Add(origin), md.maxs.Add(origin)
	if e.Angles != (mgl32.Vec3{}) {
		// However it is turned, it stays within a sphere.
		var far mgl32.Vec3
		for k := range far {
			far[k] = max(md.maxs[k], -md.mins[k])
		}
		r := far.Len()
		mins, maxs = origin.Sub(mgl32.Vec3{r, r, r}), origin.Add(mgl32.Vec3{r, r, r})
	}
	if !mv.visible.box(&mins, &maxs) {
		return
	}
	mv.list = append(mv.list, o)
	mv.things.add(thingBrushModel, len(mv.list)-1, mins.Add(maxs).Mul(0.5))
}

// place places the faces of a brush model that face the camera, back to front. Each edge is placed with the last face
// that has it.
func (mv *movers) place(b *Mover) {
	at := placeAt(b.Origin, b.Angles, 1)
	// The camera in the space of the model.
	d := mv.frame.origin.Sub(b.Origin)
	eye := mgl32.Vec3{d.Dot(at.x), d.Dot(at.y), d.Dot(at.z)}

	mv.order, mv.drawn = mv.order[:0], mv.drawn[:0]
	mv.walk(mv.frame.g.models[b.Model].root, &eye)
	mv.edges.begin()
	for i := len(mv.order) - 1; i >= 0; i-- {
		f := &mv.frame.g.faces[mv.order[i]]
		for _, e := range mv.frame.g.sidesOf(f) {
			if mv.edges.first(e) {
				mv.drawn = append(mv.drawn, e, uint32(i))
			}
		}
	}
	edges := mv.drawn
	for i, k := range mv.order {
		if mv.pieces.tired() {
			break
		}
		f := &mv.frame.g.faces[k]
		mv.putFace(f, &at, b.other)
		textured := len(mv.textured.of(f)) > 0
		if !textured {
			mv.putLattice(f, &at, &eye)
		}
		for len(edges) > 0 && edges[len(edges)-1] == uint32(i) {
			e := &mv.frame.g.edges[edges[len(edges)-2]]
			if edges = edges[:len(edges)-2]; textured {
				continue
			}
			color := moverColor
			if e.kind != bsp.KindSolid {
				color = edgeColors[e.kind]
			}
			mv.pieces.put(piece{shape: shapeLine, width: mv.frame.line, minFade: faintestFar, color: color},
				at.point(mv.frame.g.vertices[e.v[0]]), at.point(mv.frame.g.vertices[e.v[1]]))
		}
	}
}

// walk lists the faces below n that face the eye, back to front.
func (mv *movers) walk(n int32, eye *mgl32.Vec3) {
	for n >= 0 {
		nd := &mv.frame.g.nodes[n]
		if mv.pieces.work += 1 + int(nd.num); mv.pieces.work > maxWork {
			return
		}
		near := 0
		if nd.distance(eye) < 0 {
			near = 1
		}
		mv.walk(nd.children[1-near], eye)
		for f := nd.first; f < nd.first+nd.num; f++ {
			if fc := &mv.frame.g.faces[f]; fc.plane.normal.Dot(*eye) > fc.plane.dist {
				mv.order = append(mv.order, int32(f))
			}
		}
		n = nd.children[near]
	}
}

// putFace places a face of a brush model.
func (mv *movers) putFace(f *face, at *place, other bool) {
	if mv.frame.opt.Mode == Wire {
		return
	}
	p := piece{shape: shapeFill, first: int32(len(mv.pieces.points)), count: int32(f.numCorners),
		color: mv.tints.moverColor(f)}
	if lit, scale, more := mv.tints.light(f); lit && f.kind == bsp.KindSolid {
		p.color = p.color.Dim(mv.frame.g.lightOf(float32(f.light)*scale + more))
	}
	if list := mv.textured.of(f); len(list) > 0 {
		styles := mv.frame.g.source.Faces[f.source].Light.Styles
		p.textured = int32(len(mv.textured.list)) + 1
		for i := range list {
			mv.textured.list = append(mv.textured.list,
				texturedFace{moved(&list[i], at), styles, other, len(list) - 1 - i})
		}
	}
	for _, c := range mv.frame.g.cornersOf(f) {
		mv.pieces.points = append(mv.pieces.points, at.point(mv.frame.g.vertices[c]))
	}
	mv.pieces.sink(mv.frame.g.models[0].root, p)
}

// putLattice places the lattice lines on a face of a brush model. The eye is in the space of the model.
func (mv *movers) putLattice(f *face, at *place, eye *mgl32.Vec3) {
	if f.numLattice == 0 || !mv.frame.opt.On(setting.FloorGrid) || mv.frame.opt.Mode > Shaded {
		return
	}
	apart := latticeStep * mv.frame.focal * (f.plane.normal.Dot(*eye) - f.plane.dist) / mv.frame.scale
	color := mv.tints.latticeColor(f)
	corners := mv.frame.g.cornersOf(f)
	lines := mv.frame.g.latticeOf(f)
	for i := range lines {
		l := &lines[i]
		p, q := mv.frame.g.latticePoint(corners, l.from), mv.frame.g.latticePoint(corners, l.to)
		_, _, w := mv.frame.transform(at.point(p.Add(q).Mul(0.5)))
		if alpha := latticeAlpha(apart, w, l.wide); alpha >= latticeNothing {
			mv.pieces.putLine(at.point(p), at.point(q), latticeWidth, 1, color.Alpha(alpha))
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
