package scene

import (
	"cmp"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	models "demoscope/assets/model"
	"demoscope/player"
	"demoscope/render/draw"
	"demoscope/render/setting"
)

// thing is a brush model, player, ghost, marker or effect in the level. Things are placed
// from the farthest to the nearest.
type thing struct {
	depth float32 // squared distance from the camera
	kind  thingKind
	index int32
}

type thingKind uint8

const (
	thingBrushModel thingKind = iota
	thingMarker
	thingPlayer
	thingGhost
	thingEffect
	thingNail
)

// shape is what a piece of a thing is.
type shape uint8

const (
	shapeFill shape = iota // convex polygon, seen from both sides
	shapeLine              // two points
	shapeDot               // one point
	shapeGlow              // one point: a disc that fades toward its rim
	shapeCell              // a cell of walked ground: first is its index
	shapeHole              // a hole around a body whose middle is at one point
)

// piece is the part of a thing in one leaf.
type piece struct {
	first, count int32 // range of pieces.points
	firstLight   int32 // in pieces.lights, of count corners if it is smooth
	next         int32 // next piece in the same leaf, -1 at the end
	shape        shape
	smooth       bool    // a fill that is lit at each corner
	soft         bool    // a line of width units that fades toward its sides
	width        float32 // of a line in pixels, of a dot in units, and the radius of a glow in units
	minFade      float32 // how bright it stays in the distance
	color        draw.Color
}

// pieces are what is placed in the level, by leaf.
type pieces struct {
	frame   *frame
	visible *visibility
	canvas  *canvas
	walked  *walkedCells

	points []mgl32.Vec3
	lights []float32 // factors of the colors of smooth pieces, by corner
	list   []piece
	// head and tail are the first and last piece of each leaf, valid if stamp is
	// the number of the picture.
	head, tail []int32
	stamp      []uint32
	work       int // steps taken so far: see maxWork
	// group collects the pieces of one body while grouping is set.
	group    []piece
	grouping bool
	// veil is how opaque what is placed is, 0 for as much as its color says.
	veil float32
	// direct is set for what is drawn at once, over all that is drawn so far, and keeps if it stays among the pieces:
	// those are list[firstLate:endLate], in the order in which they are drawn.
	direct, keeps      bool
	firstLate, endLate int
	// capture takes models and solids while it is not nil, and nothing else is placed. solids are those of captures.
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

// things are brush models, players, ghosts, markers and effects before they are placed. late are the living behind
// faces that are only presumed, who are drawn over them.
type things struct{ list, late []thing }

// add collects a thing whose middle is at a place.
func (t *things) add(f *frame, kind thingKind, index int, at mgl32.Vec3) {
	if len(t.list) < maxThings {
		d := at.Sub(f.origin)
		t.list = append(t.list, thing{d.Dot(d), kind, int32(index)})
	}
}

// Bounds on the contents of one picture, far above what any game sends, so that no
// demo can make one take long.
const (
	maxThings = 1 << 12
	maxPieces = 1 << 17
	// maxWork is how many nodes of trees all things together may pass on their way to
	// their leaves, and how many brush models have: a tenth of a second. A crowded
	// moment takes some ten thousand. What does not fit is not drawn.
	maxWork = 1 << 22
	putWork = 8 // what a piece counts by itself
	// maxThingPoints bounds the corners of all pieces, 12 bytes each.
	maxThingPoints = 1 << 20
)

// tired reports whether nothing more can be placed in this picture.
func (ps *pieces) tired() bool {
	return ps.work > maxWork || len(ps.points) > maxThingPoints || len(ps.list) >= maxPieces
}

// placeThings places all things into their leaves.
func (s *Scene) placeThings(m *player.Moment) {
	slices.SortStableFunc(s.things.list, farther)
	s.things.late = s.things.late[:0]
	for i := range s.things.list {
		if s.pieces.tired() {
			return
		}
		t := &s.things.list[i]
		if at, ok := s.living(m, t); ok {
			presumed := !s.frame.plan() && s.frame.onlyPresumedHides(at)
			if s.frame.plan() || presumed && s.showsPresumed(t) {
				s.things.late = append(s.things.late, *t)
				continue
			}
			if i := s.sight.figureOf(int(t.index)); presumed && t.kind == thingPlayer && i >= 0 {
				s.sight.figures[i].unseen = true
			}
		}
		switch t.kind {
		case thingBrushModel:
			s.movers.place(&s.movers.list[t.index])
		case thingMarker:
			s.markers.place(m, &s.markers.list[t.index])
		case thingPlayer:
			s.bodies.placePlayer(m, int(t.index))
		case thingGhost:
			s.bodies.placeGhost(int(t.index))
		case thingEffect:
			s.effects.place(m, int(t.index))
		case thingNail:
			s.markers.placeNail(m, int(t.index))
		}
	}
}

// showsPresumed reports whether a living thing is seen that only presumed faces hide: the opponent in the fight, who
// may well be in sight, and with signs everybody.
func (s *Scene) showsPresumed(t *thing) bool {
	return !s.frame.opt.NoSigns || s.frame.opt.On(setting.XRay) || t.kind != thingPlayer || int(t.index) == s.frame.opt.Follow ||
		s.Story.Matchup.With(int(t.index))
}

// placeLate draws living players and monsters over everything else: in a plan all of them, since roofs hide nobody
// there, otherwise those that only presumed faces hide. These faces get a hole, so that nobody seems to stand in front
// of them.
func (s *Scene) placeLate(m *player.Moment) {
	s.pieces.direct, s.pieces.keeps, s.pieces.firstLate = true, true, len(s.pieces.list)
	for i := range s.things.late {
		switch t := &s.things.late[i]; t.kind {
		case thingPlayer:
			if int(t.index) != s.frame.opt.Follow && !s.frame.plan() {
				s.pieces.put(piece{shape: shapeHole}, m.Poses[t.index].Origin)
			}
			s.bodies.placePlayer(m, int(t.index))
		case thingMarker:
			s.markers.place(m, &s.markers.list[t.index])
		}
	}
	s.pieces.direct, s.pieces.keeps, s.pieces.endLate = false, false, len(s.pieces.list)
}

// How large a hole is around a body, in units, of how many sides, how opaque its haze, and from which part of it on
// that fades.
const (
	holeWide, holeHigh = 70, 90
	holeSides          = 20
	holeMist, holeRim  = 0.9, 0.4
)

// hole opens what is only presumed around the body of somebody at a place: haze is seen there.
func (cv *canvas) hole(b *draw.Buffer, origin mgl32.Vec3) {
	x, y, wide, high, ok := cv.holeAt(origin)
	if !ok {
		return
	}
	_, mist := cv.haze.at(cv.frame.transform(origin))
	clear := mist
	mist.A, clear.A = holeMist, 0
	middle := b.Vertex(x, y, mist)
	first := middle + 1
	for i := range uint32(holeSides) {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / holeSides)
		dx, dy := float32(cos)*wide, float32(sin)*high
		b.Vertex(x+holeRim*dx, y+holeRim*dy, mist)
		b.Vertex(x+dx, y+dy, clear)
		in, out := first+2*i, first+2*i+1
		nextIn, nextOut := first+2*((i+1)%holeSides), first+2*((i+1)%holeSides)+1
		b.Index(middle, in, nextIn)
		b.Index(in, out, nextIn)
		b.Index(out, nextOut, nextIn)
	}
}

// holeAt returns where the hole around a body is in the picture, and half of how wide and high it is, in pixels.
func (cv *canvas) holeAt(origin mgl32.Vec3) (x, y, wide, high float32, ok bool) {
	x, y, w := cv.frame.transform(origin.Add(mgl32.Vec3{0, 0, 4}))
	if cv.frame.opt.Mode == Wire || w < cv.frame.near {
		return 0, 0, 0, 0, false
	}
	unit := cv.frame.focal / w
	return cv.frame.centerX + x/w, cv.frame.centerY + y/w, holeWide * unit, holeHigh * unit, true
}

// living returns where a thing is that lives: a player or a monster.
func (s *Scene) living(m *player.Moment, t *thing) (at mgl32.Vec3, ok bool) {
	switch t.kind {
	case thingPlayer:
		return m.Poses[t.index].Origin, !m.World.Players[t.index].Dead
	case thingMarker:
		k := &s.markers.list[t.index]
		return k.origin, k.class.kind == kindMonster
	}
	return at, false
}

func farther(a, b thing) int { return cmp.Compare(b.depth, a.depth) }

// put places a piece with the given corners. In Wire mode over a map nothing hides
// anything: lines and dots are drawn at once, and faces not at all.
func (ps *pieces) put(p piece, corners ...mgl32.Vec3) {
	if ps.capture != nil {
		return // lines and dots are for one camera
	}
	if ps.work += putWork; ps.tired() {
		return
	}
	if ps.veil > 0 {
		p.color.A *= ps.veil
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

// putSmooth places a triangle that is lit at each corner.
func (ps *pieces) putSmooth(color draw.Color, lights [3]float32, a, b, c mgl32.Vec3) {
	p := piece{shape: shapeFill, smooth: true, firstLight: int32(len(ps.lights)), color: color}
	ps.lights = append(ps.lights, lights[:]...)
	ps.put(p, a, b, c)
}

// forget removes the corners of the piece that was placed last.
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

// putSoftLine places a line of a width in units that fades toward its sides.
func (ps *pieces) putSoftLine(a, b mgl32.Vec3, width float32, color draw.Color) {
	ps.put(piece{shape: shapeLine, soft: true, width: width, color: color}, a, b)
}

// putGlow places a soft light of a radius in units.
func (ps *pieces) putGlow(at mgl32.Vec3, radius float32, color draw.Color) {
	ps.put(piece{shape: shapeGlow, width: radius, color: color}, at)
}

// sink moves a piece from node n down to its leaves, cut by the planes that it
// crosses. Parts in walls or in leaves that are not visible are dropped.
func (ps *pieces) sink(n int32, p piece) {
	for n >= 0 {
		if ps.work++; ps.tired() || !ps.visible.node(n) {
			return
		}
		nd := &ps.frame.g.nodes[n]
		points := ps.points[p.first : p.first+p.count]
		low := nd.distance(&points[0])
		high := low
		for i := 1; i < len(points); i++ {
			d := nd.distance(&points[i])
			low, high = min(low, d), max(high, d)
		}
		switch {
		case low >= -onPlane && high <= onPlane:
			// In front of what lies on the plane.
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

// cutPiece returns the part of a piece on one side of a node: 1 is in front,
// -1 behind.
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
				l, k := ps.lights[p.firstLight+i], ps.lights[p.firstLight+(i+1)%p.count]
				ps.lights = append(ps.lights, l+(k-l)*t)
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

func (ps *pieces) addToLeaf(l int32, p piece) {
	t := ps
	if t.tired() {
		return
	}
	i := int32(len(t.list))
	p.next = -1
	t.list = append(t.list, p)
	if t.stamp[l] != ps.frame.number {
		t.stamp[l] = ps.frame.number
		t.head[l] = i
	} else {
		t.list[t.tail[l]].next = i
	}
	t.tail[l] = i
}

// emitLeaf writes the pieces of a leaf.
func (ps *pieces) emitLeaf(l int32) {
	for i := ps.head[l]; i >= 0; i = ps.list[i].next {
		ps.emit(ps.canvas.world, &ps.list[i])
	}
}

// emit writes a piece.
func (ps *pieces) emit(buf *draw.Buffer, p *piece) {
	switch p.shape {
	case shapeFill:
		in := ps.canvas.polygon[0][:0]
		cut := false
		for i, v := range ps.points[p.first : p.first+p.count] {
			c := corner{light: 1}
			if p.smooth {
				c.light = ps.lights[int(p.firstLight)+i]
			}
			c.x, c.y, c.w = ps.frame.transform(v)
			cut = cut || c.w < ps.frame.near
			in = append(in, c)
		}
		ps.canvas.polygon[0] = in
		if cut {
			in = ps.canvas.clip()
		}
		ps.canvas.fan(buf, in, p.color, false, false)
	case shapeLine:
		if p.soft {
			ps.canvas.softLine(buf, ps.points[p.first], ps.points[p.first+1], p)
			return
		}
		var a, b corner
		a.x, a.y, a.w = ps.frame.transform(ps.points[p.first])
		b.x, b.y, b.w = ps.frame.transform(ps.points[p.first+1])
		a, b, ok := ps.frame.clipLine(a, b, p.width+1)
		if !ok {
			return
		}
		x0, y0 := ps.frame.screen(&a)
		x1, y1 := ps.frame.screen(&b)
		buf.LineGradient(x0, y0, x1, y1, p.width,
			ps.canvas.faded(p.color, a.w, p.minFade), ps.canvas.faded(p.color, b.w, p.minFade))
	case shapeDot:
		ps.canvas.dot(buf, ps.points[p.first], p)
	case shapeGlow:
		ps.canvas.glow(buf, ps.points[p.first], p)
	case shapeCell:
		at, color := ps.walked.cell(int(p.first))
		ps.canvas.cell(buf, at, color)
	case shapeHole:
		ps.canvas.hole(buf, ps.points[p.first])
	}
}

// A soft line is at least softLeast points and at most softMost points wide.
const softLeast, softMost = 6, 44

// softLine writes a soft line: two quads that are opaque along their common side.
func (cv *canvas) softLine(buf *draw.Buffer, from, to mgl32.Vec3, p *piece) {
	var a, b corner
	a.x, a.y, a.w = cv.frame.transform(from)
	b.x, b.y, b.w = cv.frame.transform(to)
	a, b, ok := cv.frame.clipLine(a, b, softMost*cv.frame.scale)
	if !ok {
		return
	}
	x0, y0 := cv.frame.screen(&a)
	x1, y1 := cv.frame.screen(&b)
	dx, dy := x1-x0, y1-y0
	l := float32(math.Sqrt(float64(dx*dx + dy*dy)))
	if !(l > 1e-3) {
		return
	}
	dx, dy = dx/l, dy/l
	half := func(w float32) float32 {
		return max(softLeast*cv.frame.scale, min(softMost*cv.frame.scale, p.width*cv.frame.focal/w)) / 2
	}
	side := func(x, y, half float32, color draw.Color) {
		clear := color.Alpha(0)
		buf.Vertex(x, y, color)
		buf.Vertex(x-dy*half, y+dx*half, clear)
		buf.Vertex(x+dy*half, y-dx*half, clear)
	}
	n := uint32(len(buf.Vertices))
	side(x0, y0, half(a.w), p.color)
	side(x1, y1, half(b.w), p.color)
	for _, k := range [...]uint32{1, 2} {
		buf.Index(n, n+3, n+k)
		buf.Index(n+3, n+3+k, n+k)
	}
}

// dotMost is how large a dot is at most, and softDot from which size on it is round, in points.
const dotMost, softDot = 8, 3

// dot writes a dot of p.width units, at least a point wide.
func (cv *canvas) dot(buf *draw.Buffer, at mgl32.Vec3, p *piece) {
	x, y, w := cv.frame.transform(at)
	if w < cv.frame.near {
		return
	}
	x, y = cv.frame.centerX+x/w, cv.frame.centerY+y/w
	size := max(cv.frame.scale*1.25, min(p.width*cv.frame.focal/w, dotMost*cv.frame.scale))
	if x < -size || y < -size || x > cv.frame.width+size || y > cv.frame.height+size {
		return
	}
	color := p.color.Alpha(max(p.minFade, fade(w)))
	if size < softDot*cv.frame.scale {
		buf.Rect(x-size/2, y-size/2, size, size, color)
		return
	}
	cv.softDisc(buf, x, y, size*0.8, color)
}

// glowMost is how large the radius of a glow is at most, as a part of the picture's height: nearer ones would hide
// the fight. They are fainter as well, down to glowFaint.
const glowMost, glowFaint = 0.22, 0.3

// glow writes a glow of p.width units.
func (cv *canvas) glow(buf *draw.Buffer, at mgl32.Vec3, p *piece) {
	x, y, w := cv.frame.transform(at)
	if w < cv.frame.near {
		return
	}
	x, y = cv.frame.centerX+x/w, cv.frame.centerY+y/w
	radius, most := p.width*cv.frame.focal/w, glowMost*cv.frame.height
	color := p.color
	if radius > most {
		color, radius = color.Alpha(max(glowFaint, most/radius)), most
	}
	if radius < 0.5 || x < -radius || y < -radius || x > cv.frame.width+radius || y > cv.frame.height+radius {
		return
	}
	cv.softDisc(buf, x, y, radius, color)
}

// discRings are the rings of a large disc: how far each is from the middle, as a part of the radius, and how opaque it
// is, by the square of 1 less the square of that.
var discRings = [...][2]float32{{0.3, 0.83}, {0.55, 0.49}, {0.8, 0.13}, {1, 0}}

// smallRings are those of a small disc.
var smallRings = [...][2]float32{{0.5, 0.55}, {1, 0}}

// discSides is how many sides a large disc has, a multiple of ringSides.
const discSides = 36

// discPoints are the corners of a disc of radius 1.
var discPoints = func() (list [discSides][2]float32) {
	for i := range list {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / discSides)
		list[i] = [2]float32{float32(cos), float32(sin)}
	}
	return list
}()

// largeDisc is the radius in points from which on a disc has all rings and sides.
const largeDisc = 10

// softDisc writes a disc that is as opaque as its color in the middle, and fades toward its rim.
func (cv *canvas) softDisc(buf *draw.Buffer, x, y, radius float32, color draw.Color) {
	rings, step := discRings[:], 1
	if radius < largeDisc*cv.frame.scale {
		rings, step = smallRings[:], discSides/ringSides
	}
	middle := buf.Vertex(x, y, color)
	first, n, sides := middle+1, uint32(len(rings)), uint32(discSides/step)
	for i := 0; i < discSides; i += step {
		c := &discPoints[i]
		for _, r := range rings {
			buf.Vertex(x+r[0]*radius*c[0], y+r[0]*radius*c[1], color.Alpha(r[1]))
		}
	}
	for i := range sides {
		in, next := first+n*i, first+n*((i+1)%sides)
		buf.Index(middle, in, next)
		for k := range n - 1 {
			buf.Index(in+k, in+k+1, next+k)
			buf.Index(in+k+1, next+k+1, next+k)
		}
	}
}
