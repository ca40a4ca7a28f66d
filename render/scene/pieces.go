package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	models "demoscope/assets/model"
	"demoscope/bsp"
	"demoscope/render/draw"
	"demoscope/render/material"
)

// shape is the shape of a piece of a thing.
type shape uint8

const (
	shapeFill shape = iota // convex polygon, visible from both sides
	shapeLine              // two points
	shapeDot               // one point
	shapeGlow              // one point: a disc that fades toward its edge
	shapeCell              // a cell of the heat map with index first
	shapeHole              // a hole around a body with its center at one point
)

// piece is the part of a thing in one leaf.
type piece struct {
	first, count int32 // range of pieces.points
	firstLight   int32 // index into pieces.lights, for count corners if it is smooth
	next         int32 // next piece in the same leaf, -1 at the end
	shape        shape
	smooth       bool    // a fill with light at each corner
	skin         int32   // of a smooth piece: 1 + the number of its texture, 0 for a plain one
	adds         bool    // a smooth piece with a skin whose color is added
	soft         bool    // a line width units wide that fades toward its sides
	width        float32 // of a line in pixels, of a dot in units; radius of a glow in units
	minFade      float32 // least brightness in the distance
	color        draw.Color
	textured     int32 // a fill: 1 + index into textured.list, 0 for a plain one
}

// cornerLight is the light of a corner of a smooth piece, as a factor for its color, and its texel in the skin.
type cornerLight struct{ light, u, v float32 }

// pieces are the contents of the level, by leaf.
type pieces struct {
	frame    *frame
	visible  *visibility
	canvas   *canvas
	walked   *walkedCells
	textured *textured

	points []mgl32.Vec3
	lights []cornerLight // of smooth pieces, by corner
	list   []piece
	// head and tail are the first and last piece of each leaf. They are valid if stamp is the number of the picture.
	head, tail []int32
	stamp      []uint32
	work       int // steps taken so far: see maxWork
	// group collects the pieces of a body while grouping is set.
	group    []piece
	grouping bool
	// alpha is the opacity of the thing being placed, 0 for that of its color.
	alpha float32
	// direct is set while pieces are drawn immediately, over everything drawn so far. keeps is set if they stay in the
	// list, as list[firstLate:endLate] in drawing order.
	direct, keeps      bool
	firstLate, endLate int
	// capture, unless it is nil, receives models and solids, and nothing else is placed. solids are those of captures.
	capture *Capture
	solids  map[*solid]*models.Model
}

func (ps *pieces) reset(g *Geometry) {
	ps.head, ps.tail = make([]int32, len(g.leaves)), make([]int32, len(g.leaves))
	ps.stamp = make([]uint32, len(g.leaves))
	ps.begin()
}

func (ps *pieces) begin() {
	ps.points, ps.lights, ps.list = ps.points[:0], ps.lights[:0], ps.list[:0]
	ps.work, ps.direct, ps.keeps = 0, false, false
	ps.firstLate, ps.endLate = 0, 0
}

// Limits on the contents of a picture, far above what any game sends, so that no demo can make a picture slow.
const (
	maxThings = 1 << 12
	maxPieces = 1 << 17
	// maxWork is the total number of tree nodes that things pass on their way to their leaves, and that brush models
	// have: a tenth of a second. A crowded moment takes some ten thousand. The rest is not drawn.
	maxWork = 1 << 22
	putWork = 8 // additional work for each piece
	// maxThingPoints bounds the corners of all pieces, which take 12 bytes each.
	maxThingPoints = 1 << 20
)

// overBudget reports whether nothing more can be placed in this picture.
func (ps *pieces) overBudget() bool {
	return ps.work > maxWork || len(ps.points) > maxThingPoints || len(ps.list) >= maxPieces
}

// limitAlpha limits the opacity of the thing being placed.
func (ps *pieces) limitAlpha(most float32) {
	if ps.alpha == 0 || most < ps.alpha {
		ps.alpha = most
	}
}

// put places a piece with the given corners. In Wire mode with a map nothing hides anything: lines and dots are drawn
// immediately, and faces not at all.
func (ps *pieces) put(p piece, corners ...mgl32.Vec3) {
	if ps.capture != nil {
		return // lines and dots depend on the camera
	}
	if ps.work += putWork; ps.overBudget() {
		return
	}
	if ps.alpha > 0 {
		p.color.A *= ps.alpha
	}
	p.first, p.count = int32(len(ps.points)), int32(len(corners))
	ps.points = append(ps.points, corners...)
	if ps.direct {
		if ps.emit(ps.canvas.world, &p); ps.keeps {
			ps.list = append(ps.list, p)
		} else {
			ps.forget(&p)
		}
		return
	}
	if ps.frame.opt.Mode == Wire && ps.frame.g.hasMap() {
		if p.shape != shapeFill {
			ps.emit(ps.canvas.overlay, &p)
		}
		ps.forget(&p)
		return
	}
	if ps.grouping {
		ps.group = append(ps.group, p)
		return
	}
	ps.sink(ps.frame.g.models[0].root, p)
}

// putSmooth places a triangle with light at each corner. skin and adds have the same meaning as in piece.
func (ps *pieces) putSmooth(color draw.Color, skin int32, adds bool, lights [3]cornerLight, a, b, c mgl32.Vec3) {
	p := piece{shape: shapeFill, smooth: true, skin: skin, adds: adds, firstLight: int32(len(ps.lights)), color: color}
	ps.lights = append(ps.lights, lights[:]...)
	ps.put(p, a, b, c)
}

// forget removes the corners of the last placed piece.
func (ps *pieces) forget(p *piece) {
	if ps.points = ps.points[:p.first]; p.smooth {
		ps.lights = ps.lights[:p.firstLight]
	}
}

func (ps *pieces) putLine(a, b mgl32.Vec3, width, minFade float32, color draw.Color) {
	ps.put(piece{shape: shapeLine, width: width * ps.frame.scale, minFade: minFade, color: color}, a, b)
}

func (ps *pieces) putDot(at mgl32.Vec3, size, minFade float32, color draw.Color) {
	ps.put(piece{shape: shapeDot, width: size, minFade: minFade, color: color}, at)
}

// putSoftLine places a line with a width in units that fades toward its sides.
func (ps *pieces) putSoftLine(a, b mgl32.Vec3, width float32, color draw.Color) {
	ps.put(piece{shape: shapeLine, soft: true, width: width, color: color}, a, b)
}

// putGlow places a glow with a radius in units.
func (ps *pieces) putGlow(at mgl32.Vec3, radius float32, color draw.Color) {
	ps.put(piece{shape: shapeGlow, width: radius, color: color}, at)
}

// putFlare places a square with a skin that faces the camera and is added to what is behind it. radius is half its
// side, in units.
func (ps *pieces) putFlare(at mgl32.Vec3, radius, alpha float32, skin *material.Skin) {
	right, up := ps.frame.right.Mul(radius), ps.frame.up.Mul(radius)
	var corners [4]mgl32.Vec3
	var lights [4]cornerLight
	for i, c := range [4][2]float32{{0, 0}, {1, 0}, {1, 1}, {0, 1}} {
		corners[i] = at.Add(right.Mul(2*c[0] - 1)).Add(up.Mul(1 - 2*c[1]))
		lights[i] = cornerLight{light: 1, u: c[0] * skin.Width, v: c[1] * skin.Height}
	}
	white := draw.Color{R: 1, G: 1, B: 1, A: alpha}
	for i := 1; i < 3; i++ {
		ps.putSmooth(white, skin.Texture+1, true, [3]cornerLight{lights[0], lights[i], lights[i+1]}, corners[0],
			corners[i], corners[i+1])
	}
}

// putRing places a ring in the plane of two perpendicular axes of length 1.
func (ps *pieces) putRing(at, x, y mgl32.Vec3, r, width float32, color draw.Color) {
	last := at.Add(x.Mul(r))
	for _, p := range ringPoints[1:] {
		next := at.Add(x.Mul(r * p[0])).Add(y.Mul(r * p[1]))
		ps.putLine(last, next, width, 0.5, color)
		last = next
	}
}

// ringSides is the number of lines of a ring.
const ringSides = 12

// ringPoints are the corners of a ring with radius 1.
var ringPoints = func() (list [ringSides + 1][2]float32) {
	for i := range list {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / ringSides)
		list[i] = [2]float32{float32(cos), float32(sin)}
	}
	return list
}()

// sink moves a piece from node n down to its leaves and cuts it at the planes that it crosses. Parts in walls or in
// invisible leaves are dropped.
func (ps *pieces) sink(n int32, p piece) {
	for n >= 0 {
		if ps.work++; ps.overBudget() || !ps.visible.node(n) {
			return
		}
		nd := &ps.frame.g.nodes[n]
		points := ps.points[p.first : p.first+p.count]
		low := nd.distance(&points[0])
		high := low
		for i := 1; i < len(points); i++ { // written out because it runs for every piece at every node
			d := nd.distance(&points[i])
			low, high = min(low, d), max(high, d)
		}
		switch {
		case low >= -onPlane && high <= onPlane:
			// In front of faces on the plane.
			n = nd.children[0]
			if nd.distance(&ps.frame.origin) < 0 {
				n = nd.children[1]
			}
		case low >= -onPlane:
			n = nd.children[0]
		case high <= onPlane:
			n = nd.children[1]
		default:
			front := ps.cutPiece(p, nd, 1)
			back := ps.cutPiece(p, nd, -1)
			if front.count > 0 {
				ps.sink(nd.children[0], front)
			}
			if back.count == 0 {
				return
			}
			p = back
			n = nd.children[1]
		}
	}
	if l := ^n; !ps.frame.g.leaves[l].solid && ps.visible.leaf(l) {
		ps.addToLeaf(l, p)
	}
}

// cutPiece returns the part of a piece on one side of a node: 1 is in front, -1 behind.
func (ps *pieces) cutPiece(p piece, nd *node, side float32) piece {
	first, firstLight := len(ps.points), len(ps.lights)
	for i := range p.count {
		a := ps.points[p.first+i]
		da := nd.distance(&a) * side
		if da >= 0 {
			if ps.points = append(ps.points, a); p.smooth {
				ps.lights = append(ps.lights, ps.lights[p.firstLight+i])
			}
		}
		if p.shape == shapeLine && i == p.count-1 {
			break // a line is not closed
		}
		b := ps.points[p.first+(i+1)%p.count]
		db := nd.distance(&b) * side
		if (da < 0) != (db < 0) {
			t := da / (da - db)
			if ps.points = append(ps.points, a.Add(b.Sub(a).Mul(t))); p.smooth {
				l, k := &ps.lights[p.firstLight+i], &ps.lights[p.firstLight+(i+1)%p.count]
				ps.lights = append(ps.lights, l.to(k, t))
			}
		}
	}
	p.firstLight = int32(firstLight)
	p.first, p.count = int32(first), int32(len(ps.points)-first)
	if p.shape == shapeLine && p.count < 2 || p.shape == shapeFill && p.count < 3 {
		p.count = 0
	}
	return p
}

// to interpolates between two corners.
func (l *cornerLight) to(k *cornerLight, t float32) cornerLight {
	return cornerLight{l.light + (k.light-l.light)*t, l.u + (k.u-l.u)*t, l.v + (k.v-l.v)*t}
}

func (ps *pieces) addToLeaf(l int32, p piece) {
	if ps.overBudget() {
		return
	}
	i := int32(len(ps.list))
	p.next = -1
	ps.list = append(ps.list, p)
	if ps.stamp[l] != ps.frame.number {
		ps.stamp[l] = ps.frame.number
		ps.head[l] = i
	} else {
		ps.list[ps.tail[l]].next = i
	}
	ps.tail[l] = i
}

// A group is the pieces of one body, in drawing order. It sinks as a whole for as long as its box is on one side of
// each plane: most of a body is in one leaf, and moving hundreds of pieces separately would be slow.

// openGroup starts collecting the pieces that [pieces.put] places.
func (ps *pieces) openGroup() { ps.group, ps.grouping = ps.group[:0], true }

// closeGroup places the collected pieces into their leaves.
func (ps *pieces) closeGroup() {
	ps.grouping = false
	if len(ps.group) > 0 {
		mins, maxs := ps.groupBox(ps.group)
		ps.sinkGroup(ps.frame.g.models[0].root, 0, len(ps.group), mins, maxs)
	}
}

// groupBox returns the bounding box of pieces.
func (ps *pieces) groupBox(list []piece) (mins, maxs mgl32.Vec3) {
	first := true
	for i := range list {
		for _, v := range ps.points[list[i].first:][:list[i].count] {
			if first {
				mins, maxs, first = v, v, false
			}
			for k, x := range v {
				mins[k], maxs[k] = min(mins[k], x), max(maxs[k], x)
			}
		}
	}
	return mins, maxs
}

// sinkGroup moves the pieces group[first:end], which are within a box, from node n down to the leaves, as [pieces.sink]
// does with a single piece.
func (ps *pieces) sinkGroup(n int32, first, end int, mins, maxs mgl32.Vec3) {
	for n >= 0 {
		if ps.work++; ps.overBudget() || !ps.visible.node(n) {
			return
		}
		nd := &ps.frame.g.nodes[n]
		low, high := nd.span(&mins, &maxs)
		switch {
		case low >= 0:
			n = nd.children[0]
			continue
		case high <= 0:
			n = nd.children[1]
			continue
		}
		start := len(ps.group)
		for i := first; i < end; i++ {
			if p := ps.side(ps.group[i], nd, 1); p.count > 0 {
				ps.group = append(ps.group, p)
			}
		}
		if len(ps.group) > start {
			lower := mins
			if nd.axis <= bsp.PlaneZ {
				lower[nd.axis] = nd.plane.dist - onPlane
			}
			ps.sinkGroup(nd.children[0], start, len(ps.group), lower, maxs)
		}
		ps.group = ps.group[:start]
		for i := first; i < end; i++ {
			if p := ps.side(ps.group[i], nd, -1); p.count > 0 {
				ps.group = append(ps.group, p)
			}
		}
		if len(ps.group) == start {
			return
		}
		if nd.axis <= bsp.PlaneZ {
			maxs[nd.axis] = nd.plane.dist + onPlane
		}
		first, end = start, len(ps.group)
		n = nd.children[1]
	}
	if l := ^n; !ps.frame.g.leaves[l].solid && ps.visible.leaf(l) {
		for _, p := range ps.group[first:end] {
			ps.addToLeaf(l, p)
		}
	}
}

// side returns the part of a piece on one side of a node: 1 is in front, -1 behind. A piece on the plane is on the
// camera's side.
func (ps *pieces) side(p piece, nd *node, side float32) piece {
	ps.work++
	points := ps.points[p.first : p.first+p.count]
	low := nd.distance(&points[0])
	high := low
	for i := 1; i < len(points); i++ {
		d := nd.distance(&points[i])
		low, high = min(low, d), max(high, d)
	}
	front := false
	switch {
	case low >= -onPlane && high <= onPlane:
		front = nd.distance(&ps.frame.origin) >= 0
	case low >= -onPlane:
		front = true
	case high <= onPlane:
	default:
		return ps.cutPiece(p, nd, side)
	}
	if front != (side > 0) {
		p.count = 0
	}
	return p
}

// span returns the range of a box's distances from the node's plane.
func (nd *node) span(mins, maxs *mgl32.Vec3) (low, high float32) {
	low, high = -nd.plane.dist, -nd.plane.dist
	for k, x := range nd.plane.normal {
		if x > 0 {
			low += x * mins[k]
			high += x * maxs[k]
		} else {
			low += x * maxs[k]
			high += x * mins[k]
		}
	}
	return low, high
}

// emitLeaf writes the pieces of a leaf.
func (ps *pieces) emitLeaf(l int32) {
	for i := ps.head[l]; i >= 0; i = ps.list[i].next {
		ps.emit(ps.canvas.world, &ps.list[i])
	}
}

// emit writes a piece.
func (ps *pieces) emit(buf *draw.Buffer, p *piece) {
	f, cv := &ps.frame.frustum, ps.canvas
	switch p.shape {
	case shapeFill:
		if p.skin > 0 {
			ps.emitSkin(buf, p)
			return
		}
		in := cv.polygon[:0]
		cut := false
		for i, v := range ps.points[p.first : p.first+p.count] {
			c := corner{light: 1}
			if p.smooth {
				c.light = ps.lights[int(p.firstLight)+i].light
			}
			c.x, c.y, c.w = f.transform(v)
			cut = cut || c.w < f.near
			in = append(in, c)
		}
		cv.polygon = in
		if cut {
			in = cv.clip()
		}
		if p.textured > 0 {
			list := ps.textured.list[p.textured-1:]
			for i := range list[:list[0].more+1] {
				ps.textured.fan(buf, in, &list[i].surface, &list[i].styles, list[i].frame)
			}
			return
		}
		cv.fan(buf, in, p.color, false, false)
	case shapeLine:
		a, b := f.corner(ps.points[p.first]), f.corner(ps.points[p.first+1])
		if p.soft {
			cv.softLine(buf, a, b, p.width, p.color)
			return
		}
		cv.line(buf, a, b, p.width, p.minFade, p.color, p.color)
	case shapeDot:
		cv.dot(buf, ps.points[p.first], p.width, p.color, p.minFade)
	case shapeGlow:
		cv.glow(buf, ps.points[p.first], p.width, p.color)
	case shapeCell:
		at, color := ps.walked.cell(int(p.first))
		cv.cell(buf, at, color)
	case shapeHole:
		cv.hole(buf, ps.points[p.first])
	}
}

// emitSkin writes a piece with a skin. It is only clipped by the near plane.
func (ps *pieces) emitSkin(buf *draw.Buffer, p *piece) {
	f, first := &ps.frame.frustum, uint32(len(buf.Vertices))
	points, lights := ps.points[p.first:][:p.count], ps.lights[p.firstLight:][:p.count]
	opacity := p.color.A
	if p.adds {
		opacity = 0
	}
	add := func(x, y, w float32, l *cornerLight) {
		light := l.light * p.color.A
		v := draw.Vertex{X: f.centerX + x/w, Y: f.centerY + y/w, R: light * p.color.R, G: light * p.color.G,
			B: light * p.color.B, A: opacity}
		v.Textured(p.skin-1, false, w, l.u, l.v, 0, 0)
		buf.Vertices = append(buf.Vertices, v)
	}
	last := len(points) - 1
	x0, y0, w0 := f.transform(points[last])
	for i, v := range points {
		x, y, w := f.transform(v)
		if (w >= f.near) != (w0 >= f.near) {
			t := (f.near - w0) / (w - w0)
			l := lights[last].to(&lights[i], t)
			add(x0+(x-x0)*t, y0+(y-y0)*t, f.near, &l)
		}
		if w >= f.near {
			add(x, y, w, &lights[i])
		}
		last, x0, y0, w0 = i, x, y, w
	}
	if n := uint32(len(buf.Vertices)) - first; n >= 3 {
		buf.Fan(first, n)
	} else {
		buf.Vertices = buf.Vertices[:first]
	}
}
