package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"demoscope/assets/shader"
	"demoscope/bsp"
	"demoscope/player"
	"demoscope/player/world"
	"demoscope/render/draw"
	"demoscope/render/material"
	"demoscope/render/setting"
)

// Mover is a brush model, such as a door, at the place of its entity in Quake units and degrees. Model is its number in
// the map, Number that of the entity.
type Mover struct {
	Number         int32
	Static         bool
	Model          int
	Origin, Angles mgl32.Vec3
	frame          int32 // of its animated textures
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
	edges    *edgeSet

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
		mv.add(m, e, Mover{Number: e.Number, Model: mv.inline(m.World, e)})
	}
	for i := range m.World.Statics {
		e := &m.World.Statics[i]
		mv.add(m, e, Mover{Number: int32(i), Static: true, Model: mv.inline(m.World, e)})
	}
}

// add collects the brush model of an entity if it has a visible one.
func (mv *movers) add(m *player.Moment, e *world.Entity, o Mover) {
	if o.Model == 0 || !shown(e) {
		return
	}
	o.Origin, o.Angles, o.frame = e.Origin, e.Angles, frameOf(m, e)
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

// Effects of Quake II's entities: their frame changes between 0 and 1, between 2 and 3, or counts, twice a second or
// ten times.
const effectAnim01, effectAnim23, effectAnimAll, effectAnimFast = 0x40, 0x80, 0x100, 0x200

// frameOf returns the frame of an entity's animated textures.
func frameOf(m *player.Moment, e *world.Entity) int32 {
	if m.World.Game == world.Quake2 && m.Time >= 0 {
		switch half := int32(2 * m.Time); {
		case e.Effects&effectAnim01 != 0:
			return half & 1
		case e.Effects&effectAnim23 != 0:
			return 2 + half&1
		case e.Effects&effectAnimAll != 0:
			return half
		case e.Effects&effectAnimFast != 0:
			return int32(10 * m.Time)
		}
	}
	return int32(e.Frame)
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
			if mv.edges.add(e) {
				mv.drawn = append(mv.drawn, e, uint32(i))
			}
		}
	}
	edges := mv.drawn
	for i, k := range mv.order {
		if mv.pieces.overBudget() {
			break
		}
		f := &mv.frame.g.faces[k]
		mv.putFace(f, &at, b.frame)
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
		first := len(mv.order)
		for f := nd.first; f < nd.first+nd.num; f++ {
			if fc := &mv.frame.g.faces[f]; fc.plane.normal.Dot(*eye) > fc.plane.dist {
				mv.order = append(mv.order, int32(f))
			}
		}
		mv.textured.raise(mv.order[first:])
		n = nd.children[near]
	}
}

// putFace places a face of a brush model.
func (mv *movers) putFace(f *face, at *place, frame int32) {
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
				texturedFace{moved(&list[i], at), styles, frame, len(list) - 1 - i})
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

// fillDeformed draws a face of the world that its shader deforms.
func (lv *level) fillDeformed(f *face, list []material.Surface, deforms []shader.Deform) {
	time := lv.textured.time
	at := placeAt(mgl32.Vec3{}, mgl32.Vec3{}, 1)
	var whole square
	sprite := false
	for i := range deforms {
		switch d := &deforms[i]; d.Kind {
		case shader.Shift:
			at.origin = at.origin.Add(mgl32.Vec3(d.Way).Mul(d.At(0, 0, 0, time)))
		case shader.Sprite, shader.Pole:
			by := at.origin
			whole, sprite = lv.frame.g.squareOf(f, &list[0]), d.Kind == shader.Sprite
			at = lv.frame.turned(&whole, d.Kind == shader.Pole)
			at.origin = at.origin.Add(by)
		}
	}
	polygon := lv.canvas.polygon[:0]
	for _, c := range lv.frame.g.cornersOf(f) {
		v := lv.frame.g.vertices[c]
		p := at.point(v)
		for i := range deforms {
			if d := &deforms[i]; d.Kind == shader.Ripple {
				p = p.Add(f.plane.normal.Mul(d.At(v[0], v[1], v[2], time)))
			}
		}
		polygon = append(polygon, lv.frame.corner(p))
	}
	lv.canvas.polygon = polygon
	polygon = lv.canvas.clip()
	for i := range list {
		s := list[i]
		if sprite {
			whole.show(&s, &lv.frame.textures.List[s.Texture])
		}
		s = moved(&s, &at)
		lv.textured.fan(lv.canvas.world, polygon, &s, &lv.frame.g.source.Faces[f.source].Light.Styles,
			material.NoFrame)
	}
}

// square is the rectangle that a face is a part of: its center, three perpendicular directions, which are those of its
// texture and its normal, and its size in units.
type square struct {
	center     mgl32.Vec3
	axes       [3]mgl32.Vec3
	wide, high float32
}

// squareOf returns the square that a face with a surface is a part of. Of a face of triangles, two make up a square.
func (g *Geometry) squareOf(f *face, s *material.Surface) (q square) {
	right := normalize(s.U.Vec3())
	down := right.Cross(f.plane.normal)
	if down.Dot(s.V.Vec3()) < 0 {
		down = down.Mul(-1)
	}
	of := &g.source.Faces[f.source]
	corners := g.source.FaceVertices[of.FirstVertex:][:of.NumVertices]
	if of.Triangles {
		first := min(len(corners), int(f.triangle/2*6))
		corners = corners[first:min(len(corners), first+6)]
	}
	var low, most [2]float32
	for i, c := range corners {
		v := g.source.Vertices[c]
		for k, d := range [2]float32{v.Dot(right), v.Dot(down)} {
			if i == 0 {
				low[k], most[k] = d, d
			}
			low[k], most[k] = min(low[k], d), max(most[k], d)
		}
	}
	q.axes = [3]mgl32.Vec3{right, down, f.plane.normal}
	q.wide, q.high = most[0]-low[0], most[1]-low[1]
	q.center = right.Mul((low[0] + most[0]) / 2).Add(down.Mul((low[1] + most[1]) / 2)).
		Add(f.plane.normal.Mul(f.plane.dist))
	return q
}

// turned returns the place of a square that turns to the camera around its center, or around its long axis if pole is
// set.
func (f *frame) turned(q *square, pole bool) place {
	to := [3]mgl32.Vec3{f.right, f.up.Mul(-1), f.forward.Mul(-1)}
	if pole {
		long, short := 1, 0
		if q.wide > q.high {
			long, short = 0, 1
		}
		seen := normalize(q.axes[long].Cross(f.origin.Sub(q.center)))
		if seen.Dot(to[short]) < 0 {
			seen = seen.Mul(-1)
		}
		to[long], to[short], to[2] = q.axes[long], seen, seen.Cross(q.axes[long])
	}
	var at place
	for k, axis := range [...]*mgl32.Vec3{&at.x, &at.y, &at.z} {
		for i := range to {
			*axis = axis.Add(to[i].Mul(q.axes[i][k]))
		}
	}
	at.origin = q.center.Sub(at.point(q.center))
	return at
}

// show makes a surface of the square show a texture once.
func (q *square) show(s *material.Surface, t *draw.Texture) {
	for i, to := range [...]struct {
		axis          *mgl32.Vec4
		size, texture float32
	}{{&s.U, q.wide, float32(t.Width)}, {&s.V, q.high, float32(t.Height)}} {
		*to.axis = q.axes[i].Mul(to.texture / max(1e-3, to.size)).Vec4(0)
		to.axis[3] = to.texture/2 - to.axis.Vec3().Dot(q.center)
	}
}
