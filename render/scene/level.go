package scene

import (
	"math"
	"sync"
	"sync/atomic"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/assets"
	"demoscope/assets/shader"
	"demoscope/bsp"
	"demoscope/player"
	"demoscope/render/draw"
	"demoscope/render/material"
	"demoscope/render/raster"
)

// level draws the faces and edges of the world in order, with the contents of its leaves.
type level struct {
	frame    *frame
	visible  *visibility
	canvas   *canvas
	pieces   *pieces
	tints    *tints
	textured *textured
	lights   lights
	hidden   hidden

	number uint32      // of the frame
	points []projected // the vertices of the map
	order  []int32     // faces, and leaves as ^leaf, back to front
	passes []pass      // parallel to order
	drawn  []uint32    // edges: see pass
	edges  edgeSet
}

func (lv *level) reset(g *Geometry) {
	lv.points = make([]projected, len(g.vertices))
	lv.edges.reset(len(g.edges))
	lv.lights.reset(g)
}

func (lv *level) begin() {
	lv.number = lv.frame.number
	lv.order, lv.drawn = lv.order[:0], lv.drawn[:0]
	lv.lights.begin()
}

// walk lists the visible leaves and faces of the world, back to front.
func (lv *level) walk() { lv.walkNode(lv.frame.g.models[0].root, allPlanes) }

// walkNode lists the contents of n: first the far side of its plane, as seen from the camera, then the faces on the
// plane, then the near side. mask contains the planes of the frustum that may still cut it.
func (lv *level) walkNode(n int32, mask uint8) {
	f, g := &lv.frame.frustum, lv.frame.g
	for n >= 0 {
		if !lv.visible.node(n) {
			return
		}
		nd := &g.nodes[n]
		if mask != 0 {
			var out bool
			if out, mask = f.outside(&nd.mins, &nd.maxs, mask); out {
				return
			}
		}
		d := nd.distance(&f.origin)
		near := 0
		if d < 0 {
			near = 1
		}
		lv.walkNode(nd.children[1-near], mask)
		first := len(lv.order)
		for i := nd.first; i < nd.first+nd.num; i++ {
			fc := &g.faces[i]
			// The plane of the face may be the node's plane reversed, or slightly off it.
			front := fc.plane.normal.Dot(f.origin) > fc.plane.dist
			if (front || lv.textured.twoSided(fc)) && lv.visible.face(fc.source) {
				lv.order = append(lv.order, int32(i))
			}
		}
		lv.textured.raise(lv.order[first:])
		n = nd.children[near]
	}
	l := ^n
	if lv.pieces.stamp[l] == lv.number && lv.visible.leaf(l) {
		lv.order = append(lv.order, ^l)
	}
}

// pass is a range of level.drawn: the edges that a face draws.
type pass struct{ first, count uint32 }

// edgeSet is the set of edges that a list of faces has already had.
type edgeSet struct {
	stamp []uint32 // by edge: number of the list
	list  uint32
}

func (s *edgeSet) reset(edges int) { *s = edgeSet{stamp: make([]uint32, edges)} }

// begin starts another list.
func (s *edgeSet) begin() { s.list++ }

// add adds an edge and reports whether it was not in the set.
func (s *edgeSet) add(edge uint32) bool {
	if s.stamp[edge] == s.list {
		return false
	}
	s.stamp[edge] = s.list
	return true
}

// ownEdges assigns every edge to the last face in the order that has it. If it were drawn with an earlier face, the
// later one would hide half of it.
func (lv *level) ownEdges() {
	lv.edges.begin()
	if cap(lv.passes) < len(lv.order) {
		lv.passes = make([]pass, len(lv.order), 2*len(lv.order))
	}
	lv.passes = lv.passes[:len(lv.order)]
	for i := len(lv.order) - 1; i >= 0; i-- {
		p := pass{first: uint32(len(lv.drawn))}
		if lv.order[i] >= 0 {
			f := &lv.frame.g.faces[lv.order[i]]
			if len(lv.textured.of(f)) > 0 { // it has no edges
				lv.passes[i] = p
				continue
			}
			for _, e := range lv.frame.g.sidesOf(f) {
				if lv.edges.add(e) {
					lv.drawn = append(lv.drawn, e)
				}
			}
		}
		p.count = uint32(len(lv.drawn)) - p.first
		lv.passes[i] = p
	}
}

// emit writes the listed leaves and faces in order.
func (lv *level) emit() {
	lv.lights.findPools(lv.order)
	lv.hide()
	lv.ownEdges()
	for i, k := range lv.order {
		if k < 0 {
			lv.pieces.emitLeaf(^k)
			continue
		}
		f := &lv.frame.g.faces[k]
		if lv.frame.opt.Mode != Wire {
			if lv.fillFace(f); lv.lights.on[k] != 0 {
				lv.lights.draw(k)
			}
		}
		p := lv.passes[i]
		for _, e := range lv.drawn[p.first : p.first+p.count] {
			lv.drawEdge(&lv.frame.g.edges[e])
		}
	}
}

// projected is a vertex in view space.
type projected struct {
	x, y, w        float32 // see frustum.transform
	screenX        float32 // pixels, if it is in front of the near plane
	screenY        float32
	outside, stamp uint32
	hazed          uint32 // stamp of seen and far
	seen           float32
	far            draw.Color // color of the haze there: see [haze.at]
}

// Bits of projected.outside: the sides of the picture that a point is beyond.
const (
	outLeft = 1 << iota
	outRight
	outTop
	outBottom
	outNear  // in front of the near plane
	outGuard // so far outside that the numbers are too large for the screen
)

// guard is how far a triangle may extend beyond the sides of the picture without being clipped, in widths or heights of
// the picture.
const guard = 8

// point returns a vertex of the map in view space, which is computed once per picture.
func (lv *level) point(i uint32) *projected {
	p := &lv.points[i]
	if p.stamp != lv.number {
		p.stamp = lv.number
		p.set(&lv.frame.frustum, lv.frame.g.vertices[i])
	}
	return p
}

// outside returns the planes of the frustum that any, and that all, of some vertices of the map are outside of.
func (lv *level) outside(corners []uint32) (any, all uint32) {
	all = ^uint32(0)
	for _, c := range corners {
		out := lv.point(c).outside
		any |= out
		all &= out
	}
	return any, all
}

// load makes vertices of the map the canvas's polygon.
func (lv *level) load(corners []uint32) []corner {
	in := lv.canvas.polygon[:0]
	for _, c := range corners {
		p := lv.point(c)
		in = append(in, corner{p.x, p.y, p.w, 1})
	}
	lv.canvas.polygon = in
	return in
}

// set projects a point of the world.
func (p *projected) set(f *frustum, v mgl32.Vec3) {
	p.x, p.y, p.w = f.transform(v)
	p.outside = 0
	width, height := f.centerX*p.w, f.centerY*p.w
	if p.x < -width {
		p.outside |= outLeft
	}
	if p.x > width {
		p.outside |= outRight
	}
	if p.y < -height {
		p.outside |= outTop
	}
	if p.y > height {
		p.outside |= outBottom
	}
	if p.w < f.near {
		p.outside |= outNear
		return
	}
	if p.x > guard*width || p.x < -guard*width || p.y > guard*height || p.y < -guard*height {
		p.outside |= outGuard
	}
	p.screenX, p.screenY = f.centerX+p.x/p.w, f.centerY+p.y/p.w
}

// fillFace draws a face of the world.
func (lv *level) fillFace(f *face) {
	if s := lv.textured.of(f); len(s) > 0 {
		lv.fillTextured(f, s)
		return
	}
	if f.kind == bsp.KindSky {
		lv.fillSky(f)
		return
	}
	if f.mist && lv.frame.overhead() {
		return // from above it would be a smear across the floors
	}
	g, cv := lv.frame.g, lv.canvas
	corners := g.cornersOf(f)
	lights := g.lights[f.firstCorner : f.firstCorner+f.numCorners]
	color := lv.tints.faceColor(f)
	lit, scale, more := lv.tints.light(f)
	any, all := lv.outside(corners)
	if all&^outGuard != 0 {
		return
	}
	if any&(outNear|outGuard) == 0 {
		buf, hazed := cv.world, cv.haze.on
		first := uint32(len(buf.Vertices))
		for i, c := range corners {
			p := &lv.points[c]
			cl := color
			if lit {
				light := g.lightOf(float32(lights[i])*scale + more)
				cl = color.Dim(light)
				if f.mist {
					cl.A = mist(light)
				}
			}
			switch {
			case hazed:
				cl = lv.pointFog(cl, p)
			case !g.built:
				cl = cv.inFog(cl, p.w)
			}
			buf.Vertex(p.screenX, p.screenY, cl)
		}
		buf.Fan(first, uint32(len(corners)))
		lv.drawLattice(f)
		return
	}
	polygon := lv.load(corners)
	for i := range polygon {
		if lit {
			polygon[i].light = g.lightOf(float32(lights[i])*scale + more)
		}
	}
	cv.fan(cv.world, cv.clip(), color, true, f.mist)
	lv.drawLattice(f)
}

// drawEdge draws an edge of the world.
func (lv *level) drawEdge(e *edge) {
	if e.kind == bsp.KindPresumed && lv.frame.g.upright(e) {
		return
	}
	p, q := lv.point(e.v[0]), lv.point(e.v[1])
	if p.outside&q.outside&^outGuard != 0 {
		return
	}
	color := edgeColor(e)
	if lv.frame.g.built && (lv.frame.opt.Mode == Lit || lv.frame.opt.Mode == Shaded) {
		if e.kind == bsp.KindPresumed {
			color = color.Alpha(presumedEdge)
		} else {
			color = color.Alpha(builtEdge)
		}
	}
	from, to := color, color
	if lv.canvas.haze.on {
		lv.hazePoint(p)
		if lv.hazePoint(q); max(p.seen, q.seen) < hazeNothing {
			return
		}
		from, to = color.Alpha(p.seen), color.Alpha(q.seen)
	}
	if p.outside|q.outside == 0 {
		lv.canvas.world.LineGradient(p.screenX, p.screenY, q.screenX, q.screenY, lv.frame.line,
			lv.canvas.faded(from, p.w, 0), lv.canvas.faded(to, q.w, 0))
		return
	}
	lv.canvas.line(lv.canvas.world, corner{p.x, p.y, p.w, 1}, corner{q.x, q.y, q.w, 1}, lv.frame.line, 0, from, to)
}

// edgeColor returns the color of a near edge of the world.
func edgeColor(e *edge) draw.Color {
	if int(e.kind) < len(edgeColors) {
		return edgeColors[e.kind]
	}
	return edgeColors[bsp.KindSolid]
}

// hidden leaves out the faces of the world that are covered by nearer faces.
type hidden struct {
	cover   raster.Cover
	bare    raster.Bare // the area that it does not cover, if it was computed for this picture
	polygon [][2]float32
}

// hideMargin is how far the drawing of a face may extend beyond it, in pixels, in addition to half a line width.
const hideMargin = 2

// hide removes faces that are covered by nearer faces from the order. This doesn't change the picture: the edges of
// such a face are covered, too.
func (lv *level) hide() {
	h := &lv.hidden
	h.bare = raster.Bare{}
	if !lv.frame.opt.SkipHidden || lv.frame.opt.Mode == Wire || lv.frame.g.built {
		return
	}
	h.cover.Reset(int(math.Ceil(float64(lv.frame.width))), int(math.Ceil(float64(lv.frame.height))))
	n := len(lv.order) // the kept faces start here
	for i := len(lv.order) - 1; i >= 0; i-- {
		k := lv.order[i]
		if k >= 0 && lv.hides(&lv.frame.g.faces[k]) {
			continue
		}
		n--
		lv.order[n] = k
	}
	lv.order = lv.order[:copy(lv.order, lv.order[n:])]
	h.bare = h.cover.Bare()
}

// hides reports whether a face is covered. If it is not, it is added to what covers faces behind it.
func (lv *level) hides(f *face) bool {
	if len(lv.textured.deforms(f)) > 0 {
		return false // it is elsewhere
	}
	h := &lv.hidden
	corners := lv.frame.g.cornersOf(f)
	any, all := lv.outside(corners)
	if all&^outGuard != 0 {
		return false
	}
	h.polygon = h.polygon[:0]
	if any&(outNear|outGuard) == 0 {
		for _, c := range corners {
			p := &lv.points[c]
			h.polygon = append(h.polygon, [2]float32{p.screenX, p.screenY})
		}
	} else {
		lv.load(corners)
		for polygon := lv.canvas.clip(); len(h.polygon) < len(polygon); {
			x, y := lv.frame.screen(&polygon[len(h.polygon)])
			h.polygon = append(h.polygon, [2]float32{x, y})
		}
	}
	if len(h.polygon) < 3 {
		return false
	}
	left, top := h.polygon[0][0], h.polygon[0][1]
	right, bottom := left, top
	for _, p := range h.polygon[1:] {
		left, right = min(left, p[0]), max(right, p[0])
		top, bottom = min(top, p[1]), max(bottom, p[1])
	}
	margin := lv.frame.line/2 + hideMargin
	if h.cover.Hides(left-margin, top-margin, right+margin, bottom+margin) {
		return true
	}
	if s := lv.textured.of(f); f.kind == bsp.KindSolid && !f.mist && lv.tints.faceColor(f).A >= 1 &&
		(len(s) == 0 || lv.textured.hides(&s[0])) {
		h.cover.AddFan(h.polygon)
	}
	return false
}

// Paint prepares the geometry's textures for [Game], in the colors of a palette and with the game's files, which may be
// nil. If trueLight is set, they are as dark as in the game. Paint may be called while pictures are built: the next
// picture uses the textures, until Paint is called for the other light. Repeated calls for the same light do nothing.
func (g *Geometry) Paint(p *assets.Palette, files *assets.Textures, trueLight bool) {
	if g.source == nil || g.built {
		return
	}
	g.paint.mu.Lock()
	defer g.paint.mu.Unlock()
	if g.paint.ready.Load() && g.paint.trueLight == trueLight {
		return
	}
	var from material.Files
	if files != nil {
		from = files
	}
	g.paint.trueLight = trueLight
	g.paint.level.Store(material.New(g.source, p, from, trueLight))
	g.paint.ready.Store(true)
}

// Unpainted returns the names of the map's textures that [Geometry.Paint] did not find; all is set if it found none.
// ready is false until it has looked for them.
func (g *Geometry) Unpainted() (names []string, all, ready bool) {
	level := g.paint.level.Load()
	if level == nil {
		return nil, true, g.paint.ready.Load()
	}
	return level.Missing, false, g.paint.ready.Load()
}

// painting holds what the faces of a geometry are drawn with, nil until it is ready.
type painting struct {
	mu        sync.Mutex // held while it is prepared
	trueLight bool
	level     atomic.Pointer[material.Level]
	ready     atomic.Bool
}

// textured draws faces with textures.
type textured struct {
	frame  *frame
	canvas *canvas
	styles *styleValues
	time   float64
	list   []texturedFace    // of brush models in the picture
	moving []material.Moment // by stage of the level
	// clipped and clipping are scratch for polygons of a sky.
	clipped, clipping []corner
	raised            []int32                            // scratch
	sides             [len(material.Sides)]material.Side // of the skybox
}

// texturedFace is a surface of a face of a brush model, at its place. More surfaces of the same face may follow it.
type texturedFace struct {
	surface material.Surface
	styles  [4]uint8
	frame   int32 // as in [material.Level.Frame]
	more    int
}

// begin starts a picture of a moment, which may be nil.
func (t *textured) begin(m *player.Moment, world *draw.Buffer) {
	t.list, t.moving, t.time = t.list[:0], t.moving[:0], 0
	if t.frame.textures == nil {
		return
	}
	if m != nil {
		t.time = m.Time
	}
	t.moving = t.frame.textures.Moments(t.moving, t.time)
	t.sides = t.frame.textures.SkySides(t.time)
	world.Time, world.Lift, world.Fog = float32(t.time), t.frame.textures.Lift, t.frame.textures.Fog
}

// end sets the textures of the picture: those of the level, and the skins of all bodies in it.
func (t *textured) end(world *draw.Buffer) {
	switch {
	case t.frame.skins != nil:
		world.Textures = t.frame.skins.Textures()
	case t.frame.textures != nil:
		world.Textures = &t.frame.textures.Textures
	}
}

// affine is a value that is linear in view space: see [frustum.transform].
type affine struct{ x, y, w, more float32 }

// times returns a multiplied by a factor.
func (a affine) times(factor float32) affine {
	return affine{a.x * factor, a.y * factor, a.w * factor, a.more * factor}
}

// add returns a plus factor times b.
func (a affine) add(b *affine, factor float32) affine {
	return affine{a.x + b.x*factor, a.y + b.y*factor, a.w + b.w*factor, a.more + b.more*factor}
}

func (a *affine) at(x, y, w float32) float32 { return a.x*x + a.y*y + a.w*w + a.more }

// point returns the point of the world at a point in view space.
func (f *frustum) point(x, y, w float32) mgl32.Vec3 {
	return f.origin.Add(f.right.Mul(x / f.focal)).Sub(f.up.Mul(y / f.focal)).Add(f.forward.Mul(w))
}

// seen returns the value xyz·p + w of points p in view space.
func (f *frustum) seen(v *mgl32.Vec4) affine {
	n := v.Vec3()
	return affine{n.Dot(f.right) / f.focal, -n.Dot(f.up) / f.focal, n.Dot(f.forward), n.Dot(f.origin) + v[3]}
}

// of returns the surfaces of a face of the map that is drawn with textures, or none.
func (t *textured) of(f *face) []material.Surface {
	if t.frame.textures == nil {
		return nil
	}
	return t.frame.textures.Of(f.source, f.triangle)
}

// deforms returns how a face is deformed.
func (t *textured) deforms(f *face) []shader.Deform {
	if t.frame.textures == nil {
		return nil
	}
	return t.frame.textures.Deforms(f.source)
}

// raise moves decals behind the other faces of a plane, so that they are drawn over them: faces that do not hide what
// is behind them, and those that a script raises.
func (t *textured) raise(order []int32) {
	if t.frame.textures == nil || len(order) < 2 {
		return
	}
	t.raised = t.raised[:0]
	low := 0
	for _, k := range order {
		f := &t.frame.g.faces[k]
		if list := t.of(f); len(list) > 0 && (!t.hides(&list[0]) || t.frame.textures.Raised(f.source)) {
			t.raised = append(t.raised, k)
			continue
		}
		order[low] = k
		low++
	}
	copy(order[low:], t.raised)
}

// twoSided reports whether a face is also drawn when it is seen from behind.
func (t *textured) twoSided(f *face) bool {
	return t.frame.textures != nil && t.frame.textures.TwoSided(f.source)
}

// hides reports whether a surface hides what is behind it.
func (t *textured) hides(s *material.Surface) bool {
	kind := t.frame.textures.List[s.Texture].Kind
	return s.Opacity >= 1 && !s.Adds && kind != draw.Fence && kind != draw.Blend
}

// fan writes a clipped polygon, once for each of its light styles.
func (t *textured) fan(buf *draw.Buffer, polygon []corner, s *material.Surface, styles *[4]uint8, frame int32) {
	if len(polygon) < 3 || s.Opacity <= 0 {
		return
	}
	f := &t.frame.frustum
	number := t.frame.textures.Frame(s.Texture, t.time, frame)
	switch kind := t.frame.textures.List[number].Kind; {
	case s.Box:
		t.box(buf, polygon, s.Texture)
		return
	case kind == draw.Sky:
		t.sky(buf, polygon, number, draw.Vertex{R: 1, G: 1, B: 1, A: 1})
		return
	case kind == draw.Dome:
		t.dome(buf, polygon, s, number)
		return
	}
	u, v, color, opacity := t.moved(s, number)
	var swirl shader.Swirl
	if s.Stage > 0 {
		swirl = t.moving[s.Stage-1].Swirl
	}
	mirrors := s.Mirror != (mgl32.Vec3{})
	if s.Once && !mirrors {
		if polygon = t.within(polygon, number, u, v); len(polygon) < 3 {
			return
		}
	}
	var ls, lt affine
	if s.Lit {
		ls, lt = f.seen(&s.S), f.seen(&s.T)
	}
	for k, style := range styles {
		light := opacity * (1 - s.Dark)
		if s.Lit {
			if style == bsp.NoStyle && k > 0 {
				break
			}
			light *= t.frame.textures.LightScale
			if style != bsp.NoStyle {
				light *= t.styles[style]
			}
		}
		if k > 0 && light <= 0 {
			continue
		}
		first := uint32(len(buf.Vertices))
		for i := range polygon {
			c := &polygon[i]
			x, y := f.screen(c)
			w := max(c.w, nearPlane/2)
			vertex := draw.Vertex{X: x, Y: y, R: light * color[0], G: light * color[1], B: light * color[2], A: opacity}
			if k > 0 || s.Adds {
				vertex.A = 0
			}
			tu, tv := u.at(c.x, c.y, w), v.at(c.x, c.y, w)
			if mirrors {
				tu, tv = t.mirrored(s, number, f.point(c.x, c.y, w))
			}
			if swirl != (shader.Swirl{}) {
				p := f.point(c.x, c.y, w)
				ds, dt := swirl.At(p[0], p[1], p[2])
				of := &t.frame.textures.List[number]
				tu, tv = tu+ds*float32(of.Width), tv+dt*float32(of.Height)
			}
			vertex.Textured(number, s.Lit, w, tu, tv, ls.at(c.x, c.y, w), lt.at(c.x, c.y, w)+float32(k)*s.Rows)
			buf.Vertices = append(buf.Vertices, vertex)
		}
		buf.Fan(first, uint32(len(polygon)))
		if !s.Lit {
			break
		}
	}
}

// moved returns the texture coordinates of a surface, its color and its opacity at the time of the picture.
func (t *textured) moved(s *material.Surface, number int32) (u, v affine, color [3]float32, opacity float32) {
	u, v = t.frame.frustum.seen(&s.U), t.frame.frustum.seen(&s.V)
	if s.Stage == 0 {
		return u, v, [3]float32{1, 1, 1}, s.Opacity
	}
	m := &t.moving[s.Stage-1]
	of := &t.frame.textures.List[number]
	width, height := float32(of.Width), float32(of.Height)
	var a [len(m.Moved)]float32
	for i, n := range m.Moved {
		a[i] = float32(n)
	}
	from := u
	u, v = u.times(a[0]).add(&v, a[1]*width/height), v.times(a[4]).add(&from, a[3]*height/width)
	u.more += a[2] * width
	v.more += a[5] * height
	return u, v, m.Color, s.Opacity * m.Opacity
}

// within returns the part of a polygon that its texture covers without being repeated.
func (t *textured) within(polygon []corner, number int32, u, v affine) []corner {
	of := &t.frame.textures.List[number]
	right, bottom := affine{more: float32(of.Width)}, affine{more: float32(of.Height)}
	return t.clip(polygon, [4]affine{u, right.add(&u, -1), v, bottom.add(&v, -1)})
}

// clip returns the part of a polygon where none of these values is negative, without corners if it has no area. It is
// valid until the next call.
func (t *textured) clip(polygon []corner, edges [4]affine) []corner {
	t.clipped = append(t.clipped[:0], polygon...)
	for _, edge := range edges {
		if len(t.clipped) < 3 {
			return nil
		}
		plane := clipPlane{edge.x, edge.y, edge.w, -edge.more}
		t.clipped, t.clipping = plane.clip(t.clipping[:0], t.clipped), t.clipped
	}
	return t.clipped
}

// mirrored returns the texel that a mirror shows at a point.
func (t *textured) mirrored(s *material.Surface, number int32, p mgl32.Vec3) (u, v float32) {
	u, v = material.Reflection(t.frame.frustum.origin, p, s.Mirror)
	if s.Stage > 0 {
		u, v = t.moving[s.Stage-1].Moved.Of(u, v)
	}
	of := &t.frame.textures.List[number]
	return u * float32(of.Width), v * float32(of.Height)
}

// dome writes a polygon of a dome-shaped sky.
func (t *textured) dome(buf *draw.Buffer, polygon []corner, s *material.Surface, number int32) {
	m := &t.moving[s.Stage-1]
	vertex := draw.Vertex{R: m.Color[0], G: m.Color[1], B: m.Color[2], A: m.Opacity, U: float32(m.Moved[2]),
		V: float32(m.Moved[5])}
	if s.Adds {
		vertex.A = 0
	}
	t.sky(buf, polygon, number, vertex)
}

// box writes a polygon of a skybox: the part on each side.
func (t *textured) box(buf *draw.Buffer, polygon []corner, number int32) {
	f := &t.frame.frustum
	for i := range t.sides {
		side := &t.sides[i]
		of := &t.frame.textures.List[number+int32(i)]
		axis, right, up := side.Axis.Vec4(0), side.Right.Vec4(0), side.Up.Vec4(0)
		far, x, y := f.seen(&axis), f.seen(&right), f.seen(&up)
		far.more, x.more, y.more = 0, 0, 0 // directions have no position
		part := t.clip(polygon, [4]affine{far.add(&x, 1), far.add(&x, -1), far.add(&y, 1), far.add(&y, -1)})
		if len(part) < 3 {
			continue
		}
		// Half a texel is left out at each side, because the opposite edge of the texture follows it.
		width, height := float32(of.Width), float32(of.Height)
		first := uint32(len(buf.Vertices))
		for k := range part {
			c := &part[k]
			vertex := draw.Vertex{R: 1, G: 1, B: 1, A: 1}
			vertex.X, vertex.Y = f.screen(c)
			// The divisor of a pixel may have any factor: here the factor that makes the depth along the axis about 1.
			w := max(c.w, nearPlane/2)
			depth := max(far.at(c.x, c.y, w)/w, 1e-4)
			u := depth*width/2 + x.at(c.x, c.y, w)/w*(width-1)/2
			v := depth*height/2 - y.at(c.x, c.y, w)/w*(height-1)/2
			vertex.OfBox(number+int32(i), depth, u, v)
			buf.Vertices = append(buf.Vertices, vertex)
		}
		buf.Fan(first, uint32(len(part)))
	}
}

// sky writes a polygon of a sky, with corners of the same color.
func (t *textured) sky(buf *draw.Buffer, polygon []corner, number int32, vertex draw.Vertex) {
	f := &t.frame.frustum
	right, down := f.right.Mul(1/f.focal), f.up.Mul(-1/f.focal)
	first := uint32(len(buf.Vertices))
	for i := range polygon {
		c := &polygon[i]
		w := max(c.w, nearPlane/2)
		vertex.X, vertex.Y = f.screen(c)
		vertex.OfSky(number, f.forward.Add(right.Mul(c.x/w)).Add(down.Mul(c.y/w)))
		buf.Vertices = append(buf.Vertices, vertex)
	}
	buf.Fan(first, uint32(len(polygon)))
}

// fillTextured draws a face of the world with its textures.
func (lv *level) fillTextured(f *face, list []material.Surface) {
	if deforms := lv.textured.deforms(f); len(deforms) > 0 {
		lv.fillDeformed(f, list, deforms)
		return
	}
	corners := lv.frame.g.cornersOf(f)
	any, all := lv.outside(corners)
	if all&^outGuard != 0 || lv.frame.overhead() && f.kind == bsp.KindSky {
		return
	}
	polygon := lv.load(corners)
	if any&(outNear|outGuard) != 0 {
		polygon = lv.canvas.clip()
	}
	for i := range list {
		lv.textured.fan(lv.canvas.world, polygon, &list[i], &lv.frame.g.source.Faces[f.source].Light.Styles,
			material.NoFrame)
	}
	if n := lv.frame.g.source.Faces[f.source].Fog; n > 0 && lv.textured.hides(&list[0]) && f.kind != bsp.KindSky {
		lv.textured.fillFog(lv.canvas.world, polygon, &lv.frame.textures.Volumes[n-1])
	}
}

// fillFog draws the fog in front of a polygon.
func (t *textured) fillFog(buf *draw.Buffer, polygon []corner, v *material.Volume) {
	if len(polygon) < 3 || v.Depth <= 0 {
		return
	}
	f, first := &t.frame.frustum, uint32(len(buf.Vertices))
	for i := range polygon {
		c := &polygon[i]
		x, y := f.screen(c)
		share := v.At(f.origin, f.point(c.x, c.y, c.w), c.w)
		buf.Vertex(x, y, draw.Color{R: v.Color[0], G: v.Color[1], B: v.Color[2], A: share})
	}
	buf.Fan(first, uint32(len(polygon)))
}

// moved returns a surface of a brush model at its place.
func moved(s *material.Surface, at *place) material.Surface {
	m := *s
	for _, v := range [...]*mgl32.Vec4{&m.U, &m.V, &m.S, &m.T} {
		n := at.x.Mul(v[0]).Add(at.y.Mul(v[1])).Add(at.z.Mul(v[2]))
		*v = n.Vec4(v[3] - n.Dot(at.origin))
	}
	m.Mirror = at.x.Mul(s.Mirror[0]).Add(at.y.Mul(s.Mirror[1])).Add(at.z.Mul(s.Mirror[2]))
	return m
}
