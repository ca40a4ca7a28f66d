package scene

import (
	"cmp"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

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
	first, count int32 // range of things.points
	firstLight   int32 // in things.lights, of count corners if it is smooth
	next         int32 // next piece in the same leaf, -1 at the end
	shape        shape
	smooth       bool    // a fill that is lit at each corner
	soft         bool    // a line of width units that fades toward its sides
	width        float32 // of a line in pixels, of a dot in units, and the radius of a glow in units
	minFade      float32 // how bright it stays in the distance
	color        draw.Color
}

// things are all pieces, by leaf.
type things struct {
	list   []thing
	points []mgl32.Vec3
	lights []float32 // factors of the colors of smooth pieces, by corner
	pieces []piece
	// head and tail are the first and last piece of each leaf, valid if stamp is
	// the number of the picture.
	head, tail []int32
	stamp      []uint32

	brush   []brushEntity
	markers []marker
	work    int     // steps taken so far: see maxWork
	late    []thing // the living behind faces that are only presumed, who are drawn over them
	// Their pieces are pieces[firstLate:endLate], in the order in which they are drawn.
	firstLate, endLate int

	// group collects the pieces of one body while grouping is set.
	group    []piece
	grouping bool
	// veil is how opaque what is placed is, 0 for as much as its color says.
	veil float32
	// direct is set for what is drawn at once, over all that is drawn so far, and keeps if it stays among the pieces.
	direct, keeps bool
}

func (t *things) reset(g *Geometry) {
	t.head, t.tail = make([]int32, len(g.leaves)), make([]int32, len(g.leaves))
	t.stamp = make([]uint32, len(g.leaves))
	t.begin()
}

func (t *things) begin() {
	t.list, t.points, t.lights, t.pieces = t.list[:0], t.points[:0], t.lights[:0], t.pieces[:0]
	t.brush, t.markers, t.work, t.direct, t.keeps = t.brush[:0], t.markers[:0], 0, false, false
	t.firstLate, t.endLate = 0, 0
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
func (t *things) tired() bool {
	return t.work > maxWork || len(t.points) > maxThingPoints || len(t.pieces) >= maxPieces
}

// addThing collects a thing whose middle is at a place.
func (s *Scene) addThing(kind thingKind, index int, at mgl32.Vec3) {
	if len(s.things.list) >= maxThings {
		return
	}
	d := at.Sub(s.frame.origin)
	s.things.list = append(s.things.list, thing{d.Dot(d), kind, int32(index)})
}

// placeThings places all things into their leaves.
func (s *Scene) placeThings(m *player.Moment) {
	slices.SortStableFunc(s.things.list, farther)
	s.things.late = s.things.late[:0]
	for i := range s.things.list {
		if s.things.tired() {
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
			s.placeBrushModel(&s.things.brush[t.index])
		case thingMarker:
			s.placeMarker(m, &s.things.markers[t.index])
		case thingPlayer:
			s.placePlayer(m, int(t.index))
		case thingGhost:
			s.placeGhost(int(t.index))
		case thingEffect:
			s.placeEffect(m, int(t.index))
		case thingNail:
			s.placeNail(m, int(t.index))
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
	s.things.direct, s.things.keeps, s.things.firstLate = true, true, len(s.things.pieces)
	for i := range s.things.late {
		switch t := &s.things.late[i]; t.kind {
		case thingPlayer:
			if int(t.index) != s.frame.opt.Follow && !s.frame.plan() {
				s.put(piece{shape: shapeHole}, m.Poses[t.index].Origin)
			}
			s.placePlayer(m, int(t.index))
		case thingMarker:
			s.placeMarker(m, &s.things.markers[t.index])
		}
	}
	s.things.direct, s.things.keeps, s.things.endLate = false, false, len(s.things.pieces)
}

// How large a hole is around a body, in units, of how many sides, how opaque its haze, and from which part of it on
// that fades.
const (
	holeWide, holeHigh = 70, 90
	holeSides          = 20
	holeMist, holeRim  = 0.9, 0.4
)

// hole opens what is only presumed around the body of somebody at a place: haze is seen there.
func (s *Scene) hole(b *draw.Buffer, origin mgl32.Vec3) {
	x, y, wide, high, ok := s.holeAt(origin)
	if !ok {
		return
	}
	_, mist := s.haze.at(s.frame.transform(origin))
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
func (s *Scene) holeAt(origin mgl32.Vec3) (x, y, wide, high float32, ok bool) {
	x, y, w := s.frame.transform(origin.Add(mgl32.Vec3{0, 0, 4}))
	if s.frame.opt.Mode == Wire || w < s.frame.near {
		return 0, 0, 0, 0, false
	}
	unit := s.frame.focal / w
	return s.frame.centerX + x/w, s.frame.centerY + y/w, holeWide * unit, holeHigh * unit, true
}

// living returns where a thing is that lives: a player or a monster.
func (s *Scene) living(m *player.Moment, t *thing) (at mgl32.Vec3, ok bool) {
	switch t.kind {
	case thingPlayer:
		return m.Poses[t.index].Origin, !m.World.Players[t.index].Dead
	case thingMarker:
		k := &s.things.markers[t.index]
		return k.origin, k.class.kind == kindMonster
	}
	return at, false
}

func farther(a, b thing) int { return cmp.Compare(b.depth, a.depth) }

// put places a piece with the given corners. In Wire mode over a map nothing hides
// anything: lines and dots are drawn at once, and faces not at all.
func (s *Scene) put(p piece, corners ...mgl32.Vec3) {
	if s.capture != nil {
		return // lines and dots are for one camera
	}
	if s.things.work += putWork; s.things.tired() {
		return
	}
	if s.things.veil > 0 {
		p.color.A *= s.things.veil
	}
	p.first, p.count = int32(len(s.things.points)), int32(len(corners))
	s.things.points = append(s.things.points, corners...)
	if s.things.direct {
		if s.emitPiece(&s.World, &p); s.things.keeps {
			s.things.pieces = append(s.things.pieces, p)
		} else {
			s.things.forget(&p)
		}
		return
	}
	if s.frame.opt.Mode == Wire && s.frame.g.hasMap() {
		if p.shape != shapeFill {
			s.emitPiece(&s.Overlay, &p)
		}
		s.things.forget(&p)
		return
	}
	if s.things.grouping {
		s.things.group = append(s.things.group, p)
		return
	}
	s.sink(s.frame.g.models[0].root, p)
}

// putSmooth places a triangle that is lit at each corner.
func (s *Scene) putSmooth(color draw.Color, lights [3]float32, a, b, c mgl32.Vec3) {
	p := piece{shape: shapeFill, smooth: true, firstLight: int32(len(s.things.lights)), color: color}
	s.things.lights = append(s.things.lights, lights[:]...)
	s.put(p, a, b, c)
}

// forget removes the corners of the piece that was placed last.
func (t *things) forget(p *piece) {
	if t.points = t.points[:p.first]; p.smooth {
		t.lights = t.lights[:p.firstLight]
	}
}

func (s *Scene) putLine(a, b mgl32.Vec3, width, minFade float32, color draw.Color) {
	s.put(piece{shape: shapeLine, width: width * s.frame.scale, minFade: minFade, color: color}, a, b)
}

func (s *Scene) putDot(at mgl32.Vec3, size, minFade float32, color draw.Color) {
	s.put(piece{shape: shapeDot, width: size, minFade: minFade, color: color}, at)
}

// putSoftLine places a line of a width in units that fades toward its sides.
func (s *Scene) putSoftLine(a, b mgl32.Vec3, width float32, color draw.Color) {
	s.put(piece{shape: shapeLine, soft: true, width: width, color: color}, a, b)
}

// putGlow places a soft light of a radius in units.
func (s *Scene) putGlow(at mgl32.Vec3, radius float32, color draw.Color) {
	s.put(piece{shape: shapeGlow, width: radius, color: color}, at)
}

// sink moves a piece from node n down to its leaves, cut by the planes that it
// crosses. Parts in walls or in leaves that are not visible are dropped.
func (s *Scene) sink(n int32, p piece) {
	for n >= 0 {
		if s.things.work++; s.things.tired() || !s.visible.node(n) {
			return
		}
		nd := &s.frame.g.nodes[n]
		points := s.things.points[p.first : p.first+p.count]
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
			if nd.distance(&s.frame.origin) < 0 {
				n = nd.children[1]
			}
		case low >= -onPlane:
			n = nd.children[0]
		case high <= onPlane:
			n = nd.children[1]
		default:
			front := s.cutPiece(p, nd, 1)
			back := s.cutPiece(p, nd, -1)
			if front.count > 0 {
				s.sink(nd.children[0], front)
			}
			if back.count == 0 {
				return
			}
			p = back
			n = nd.children[1]
		}
	}
	if l := ^n; !s.frame.g.leaves[l].solid && s.visible.leaf(l) {
		s.addToLeaf(l, p)
	}
}

// cutPiece returns the part of a piece on one side of a node: 1 is in front,
// -1 behind.
func (s *Scene) cutPiece(p piece, nd *node, side float32) piece {
	first, firstLight := len(s.things.points), len(s.things.lights)
	for i := range p.count {
		a := s.things.points[p.first+i]
		da := nd.distance(&a) * side
		if da >= 0 {
			if s.things.points = append(s.things.points, a); p.smooth {
				s.things.lights = append(s.things.lights, s.things.lights[p.firstLight+i])
			}
		}
		if p.shape == shapeLine && i == p.count-1 {
			break // a line is not closed
		}
		b := s.things.points[p.first+(i+1)%p.count]
		db := nd.distance(&b) * side
		if (da < 0) != (db < 0) {
			t := da / (da - db)
			if s.things.points = append(s.things.points, a.Add(b.Sub(a).Mul(t))); p.smooth {
				l, k := s.things.lights[p.firstLight+i], s.things.lights[p.firstLight+(i+1)%p.count]
				s.things.lights = append(s.things.lights, l+(k-l)*t)
			}
		}
	}
	p.firstLight = int32(firstLight)
	p.first, p.count = int32(first), int32(len(s.things.points)-first)
	if p.shape == shapeLine && p.count < 2 || p.shape == shapeFill && p.count < 3 {
		p.count = 0
	}
	return p
}

func (s *Scene) addToLeaf(l int32, p piece) {
	t := &s.things
	if t.tired() {
		return
	}
	i := int32(len(t.pieces))
	p.next = -1
	t.pieces = append(t.pieces, p)
	if t.stamp[l] != s.frame.number {
		t.stamp[l] = s.frame.number
		t.head[l] = i
	} else {
		t.pieces[t.tail[l]].next = i
	}
	t.tail[l] = i
}

// emitLeaf writes the pieces of a leaf.
func (s *Scene) emitLeaf(l int32) {
	for i := s.things.head[l]; i >= 0; i = s.things.pieces[i].next {
		s.emitPiece(&s.World, &s.things.pieces[i])
	}
}

// emitPiece writes a piece.
func (s *Scene) emitPiece(buf *draw.Buffer, p *piece) {
	switch p.shape {
	case shapeFill:
		in := s.polygon[0][:0]
		cut := false
		for i, v := range s.things.points[p.first : p.first+p.count] {
			c := corner{light: 1}
			if p.smooth {
				c.light = s.things.lights[int(p.firstLight)+i]
			}
			c.x, c.y, c.w = s.frame.transform(v)
			cut = cut || c.w < s.frame.near
			in = append(in, c)
		}
		s.polygon[0] = in
		if cut {
			in = s.clipPolygon()
		}
		s.addFan(buf, in, p.color, false, false)
	case shapeLine:
		if p.soft {
			s.emitSoftLine(buf, p)
			return
		}
		var a, b corner
		a.x, a.y, a.w = s.frame.transform(s.things.points[p.first])
		b.x, b.y, b.w = s.frame.transform(s.things.points[p.first+1])
		a, b, ok := s.frame.clipLine(a, b, p.width+1)
		if !ok {
			return
		}
		x0, y0 := s.frame.screen(&a)
		x1, y1 := s.frame.screen(&b)
		buf.LineGradient(x0, y0, x1, y1, p.width,
			s.faded(p.color, a.w, p.minFade), s.faded(p.color, b.w, p.minFade))
	case shapeDot:
		s.emitDot(buf, p)
	case shapeGlow:
		s.emitGlow(buf, p)
	case shapeCell:
		s.emitCell(buf, int(p.first))
	case shapeHole:
		s.hole(buf, s.things.points[p.first])
	}
}

// A soft line is at least softLeast points and at most softMost points wide.
const softLeast, softMost = 6, 44

// emitSoftLine writes a soft line: two quads that are opaque along their common side.
func (s *Scene) emitSoftLine(buf *draw.Buffer, p *piece) {
	var a, b corner
	a.x, a.y, a.w = s.frame.transform(s.things.points[p.first])
	b.x, b.y, b.w = s.frame.transform(s.things.points[p.first+1])
	a, b, ok := s.frame.clipLine(a, b, softMost*s.frame.scale)
	if !ok {
		return
	}
	x0, y0 := s.frame.screen(&a)
	x1, y1 := s.frame.screen(&b)
	dx, dy := x1-x0, y1-y0
	l := float32(math.Sqrt(float64(dx*dx + dy*dy)))
	if !(l > 1e-3) {
		return
	}
	dx, dy = dx/l, dy/l
	half := func(w float32) float32 {
		return max(softLeast*s.frame.scale, min(softMost*s.frame.scale, p.width*s.frame.focal/w)) / 2
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

// emitDot writes a dot of p.width units, at least a point wide.
func (s *Scene) emitDot(buf *draw.Buffer, p *piece) {
	x, y, w := s.frame.transform(s.things.points[p.first])
	if w < s.frame.near {
		return
	}
	x, y = s.frame.centerX+x/w, s.frame.centerY+y/w
	size := max(s.frame.scale*1.25, min(p.width*s.frame.focal/w, dotMost*s.frame.scale))
	if x < -size || y < -size || x > s.frame.width+size || y > s.frame.height+size {
		return
	}
	color := p.color.Alpha(max(p.minFade, fade(w)))
	if size < softDot*s.frame.scale {
		buf.Rect(x-size/2, y-size/2, size, size, color)
		return
	}
	s.softDisc(buf, x, y, size*0.8, color)
}

// glowMost is how large the radius of a glow is at most, as a part of the picture's height: nearer ones would hide
// the fight. They are fainter as well, down to glowFaint.
const glowMost, glowFaint = 0.22, 0.3

// emitGlow writes a glow of p.width units.
func (s *Scene) emitGlow(buf *draw.Buffer, p *piece) {
	x, y, w := s.frame.transform(s.things.points[p.first])
	if w < s.frame.near {
		return
	}
	x, y = s.frame.centerX+x/w, s.frame.centerY+y/w
	radius, most := p.width*s.frame.focal/w, glowMost*s.frame.height
	color := p.color
	if radius > most {
		color, radius = color.Alpha(max(glowFaint, most/radius)), most
	}
	if radius < 0.5 || x < -radius || y < -radius || x > s.frame.width+radius || y > s.frame.height+radius {
		return
	}
	s.softDisc(buf, x, y, radius, color)
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
func (s *Scene) softDisc(buf *draw.Buffer, x, y, radius float32, color draw.Color) {
	rings, step := discRings[:], 1
	if radius < largeDisc*s.frame.scale {
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
