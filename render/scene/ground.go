package scene

import (
	"cmp"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/render/draw"
)

// Without a map the level is guessed from the ground that players have walked on: cells that
// lie side by side are one surface, and where it ends or drops there is an edge.

// ground is the surface of walked cells, in patches that are drawn back to front.
type ground struct {
	of      *Walked
	cells   int    // of it, when the surface was made
	frame   uint32 // when that was
	patches []patch
	rims    []rim
	// order has the patches in the picture from the farthest to the nearest, next is the
	// first that is not placed yet, and beyond how far each is, in steps of groundStep.
	order, spare []int32
	beyond       []uint16
	next         int
}

// patch is a part of the surface: one cell, or several that are level.
type patch struct {
	corners         [4]mgl32.Vec3 // in turn
	middle          mgl32.Vec3
	reach           float32 // from the middle to the corners, units
	light           float32 // factor of its colour
	firstRim        int32
	numRims         uint8
	gridLow, gridIn bool // its first and its last side lie on the grid
}

// rim is an edge of the surface.
type rim struct {
	a, b mgl32.Vec3
	out  mgl32.Vec3 // away from the surface
	// drop is how deep the face below it is, in units, and wall how opaque the one above it.
	drop, wall float32
}

const (
	// groundJoin is by how many units neighbouring cells may differ that are one surface:
	// a stair's step and some more.
	groundJoin = 20
	// groundPatch is how many cells wide a patch is at most: patches are sorted as a whole.
	groundPatch = 4
	// groundLevel is by how many units corners of cells in a patch may differ.
	groundLevel = 0.5
	// groundDrop is the highest face between two surfaces that are seen as steps of one
	// level, and groundSlab how thick ground is without one, in units.
	groundDrop, groundSlab = 96, 10
	// groundStep is how exactly patches are sorted, in units.
	groundStep = 4
	// A surface is made again when it has grown by a groundGrown-th, or after groundWait
	// pictures.
	groundGrown, groundWait = 8, 60
	// Where an edge is straight for guessedLong cells and more, and nobody was seen beyond
	// it, a wall is guessed: as high as guessedHigh units.
	guessedLong, guessedHigh = 3, 48
)

// The colours of ground: of its surface in full light, of its edges, of the lines on it and
// of guessed walls.
var (
	groundColor = draw.RGB(0x66748a)
	groundEdge  = draw.RGB(0xa9bccb).Alpha(0.8)
	groundLine  = draw.RGB(0xa9bccb).Alpha(0.13)
	guessedWall = draw.RGB(0x8fa0b4)
)

const (
	groundOpaque = 0.94 // what is behind it is hardly seen
	// How light the lowest and the highest ground of a level is, and its lower side.
	groundLow, groundHigh, groundBelow = 0.46, 1.0, 0.5
	// groundFace is how light the faces below its edges are.
	groundFace = 0.5
	// groundFar is how far edges and lines on ground are seen, in units, and guessedFar how
	// far guessed walls are.
	groundFar, groundLineFar, guessedFar = 5000, 900, 1500
	guessedAlpha                         = 0.1
)

// groundCell is a cell while the surface is made.
type groundCell struct {
	x, y int32
	z    float32
	// corners are the heights at (x,y), (x+1,y), (x+1,y+1), (x,y+1).
	corners [4]float32
	next    int32 // in the same column
	patch   int32 // 1 + the patch that it is in
	side    [4]groundSide
}

// groundSide is what is beyond a side of a cell.
type groundSide struct {
	joined bool
	drop   float32
	wall   bool
}

// The sides of a cell, in the order of its corners: from each to the next.
var groundSides = [4][2]int32{{0, -1}, {1, 0}, {0, 1}, {-1, 0}}

// columns find cells by where they are, of all heights.
type columns struct {
	cells []groundCell
	first map[[2]int32]int32
	// seen are the heights at which anybody was, in steps of a cell.
	seen map[[3]int32]struct{}
}

// at returns the cell in a column whose height is nearest to z, and within reach; -1 for none.
func (c *columns) at(x, y int32, z, reach float32) int32 {
	i, ok := c.first[[2]int32{x, y}]
	best := int32(-1)
	for ; ok && i >= 0; i = c.cells[i].next {
		if d := abs(c.cells[i].z - z); d <= reach {
			best, reach = i, d
		}
	}
	return best
}

func (c *columns) add(x, y int32, z float32) {
	key := [2]int32{x, y}
	next := int32(-1)
	if i, ok := c.first[key]; ok {
		next = i
	}
	c.first[key] = int32(len(c.cells))
	c.cells = append(c.cells, groundCell{x: x, y: y, z: z, next: next})
}

// update makes the surface of walked ground, unless it is known and hardly larger now.
func (o *ground) update(w *Walked, frame uint32) {
	n := min(len(w.Points), len(w.Counts))
	if w == o.of || o.cells > 0 && n >= o.cells && n < o.cells+o.cells/groundGrown && frame-o.frame < groundWait {
		return
	}
	o.of, o.cells, o.frame = w, n, frame
	o.patches, o.rims = o.patches[:0], o.rims[:0]
	c := columnsOf(w, n)
	c.fill()
	c.join()
	o.cover(c)
	o.order, o.spare, o.beyond = slices.Grow(o.order[:0], len(o.patches)), slices.Grow(o.spare[:0], len(o.patches)), make([]uint16, len(o.patches))
}

// columnsOf returns the cells that have ground. Where nobody knows who stood, all have.
func columnsOf(w *Walked, n int) *columns {
	c := &columns{first: make(map[[2]int32]int32, n), seen: make(map[[3]int32]struct{}, n)}
	for i := range n {
		p := w.Points[i]
		if !sane(p) {
			continue
		}
		x, y := cellOf(p[0]), cellOf(p[1])
		c.seen[[3]int32{x, y, cellOf(p[2])}] = struct{}{}
		if len(w.Stood) >= n && !w.Stood[i] || c.at(x, y, p[2], groundJoin) >= 0 {
			continue
		}
		c.add(x, y, p[2])
	}
	return c
}

// cellOf returns the number of the cell that a coordinate is in.
func cellOf(f float32) int32 { return int32(math.Floor(float64(f / cellSize))) }

// fill adds cells that have ground on three sides or on opposite ones.
func (c *columns) fill() {
	for range 2 {
		known := len(c.cells)
		for i := range known {
			for _, d := range groundSides {
				x, y, z := c.cells[i].x+d[0], c.cells[i].y+d[1], c.cells[i].z
				if c.at(x, y, z, groundDrop/2) >= 0 {
					continue
				}
				count, sum := 0, float32(0)
				for _, e := range groundSides {
					if k := c.at(x+e[0], y+e[1], z, groundJoin); k >= 0 {
						count++
						sum += c.cells[k].z
					}
				}
				if count >= 3 {
					c.add(x, y, sum/float32(count))
				}
			}
		}
	}
}

// join finds the heights of corners, and what is beyond the sides.
func (c *columns) join() {
	corner := [4][2]int32{{-1, -1}, {0, -1}, {0, 0}, {-1, 0}} // the lowest of the four cells around each
	for i := range c.cells {
		o := &c.cells[i]
		for k, at := range corner {
			sum, count := float32(0), float32(0)
			for dx := range int32(2) {
				for dy := range int32(2) {
					if n := c.at(o.x+at[0]+dx, o.y+at[1]+dy, o.z, groundJoin); n >= 0 {
						sum += c.cells[n].z
						count++
					}
				}
			}
			o.corners[k] = sum / count // of itself at least
		}
		for k, d := range groundSides {
			o.side[k] = c.beyond(o, d)
		}
	}
}

// beyond returns what is beyond a side of a cell.
func (c *columns) beyond(o *groundCell, d [2]int32) (side groundSide) {
	if c.at(o.x+d[0], o.y+d[1], o.z, groundJoin) >= 0 {
		return groundSide{joined: true}
	}
	side.drop = groundSlab
	lower := c.at(o.x+d[0], o.y+d[1], o.z-groundDrop/2, groundDrop/2)
	if lower >= 0 {
		side.drop = o.z - c.cells[lower].z
		return side
	}
	for step := int32(-2); step <= 2; step++ {
		if _, ok := c.seen[[3]int32{o.x + d[0], o.y + d[1], cellOf(o.z) + step}]; ok {
			return side
		}
	}
	side.wall = true
	return side
}

// cover makes patches of all cells.
func (o *ground) cover(c *columns) {
	list := make([]int32, 0, len(c.cells))
	low, high := float32(math.Inf(1)), float32(math.Inf(-1))
	for i := range c.cells {
		cell := &c.cells[i]
		if cell.alone() {
			continue // seen once, and not where anybody goes
		}
		list = append(list, int32(i))
		low, high = min(low, cell.z), max(high, cell.z)
	}
	slices.SortFunc(list, func(a, b int32) int {
		p, q := &c.cells[a], &c.cells[b]
		return cmp.Or(cmp.Compare(p.y, q.y), cmp.Compare(p.x, q.x), cmp.Compare(p.z, q.z))
	})
	for _, i := range list {
		if c.cells[i].patch == 0 {
			o.spread(c, i, low, high)
		}
	}
}

// alone reports whether no other ground is beside a cell.
func (o *groundCell) alone() bool {
	for i := range o.side {
		if o.side[i].joined {
			return false
		}
	}
	return true
}

// level reports whether a cell is level at a height.
func (o *groundCell) level(z float32) bool {
	for _, h := range o.corners {
		if abs(h-z) > groundLevel {
			return false
		}
	}
	return true
}

// spread makes a patch of a cell and those that are level with it.
func (o *ground) spread(c *columns, i int32, low, high float32) {
	first := &c.cells[i]
	x, y, z := first.x, first.y, first.corners[0]
	free := func(x, y int32) int32 {
		if n := c.at(x, y, z, groundLevel); n >= 0 && c.cells[n].patch == 0 && c.cells[n].level(z) {
			return n
		}
		return -1
	}
	width, height := int32(1), int32(1)
	if first.level(z) {
		for (x+width)%groundPatch != 0 && free(x+width, y) >= 0 {
			width++
		}
	grow:
		for (y+height)%groundPatch != 0 {
			for k := range width {
				if free(x+k, y+height) < 0 {
					break grow
				}
			}
			height++
		}
	}
	number := int32(len(o.patches) + 1)
	at := func(k, l int32) *groundCell {
		if k == 0 && l == 0 {
			return first
		}
		return &c.cells[c.at(x+k, y+l, z, groundLevel)]
	}
	p := patch{firstRim: int32(len(o.rims)), gridLow: y%groundPatch == 0, gridIn: x%groundPatch == 0}
	for k, d := range [4][2]int32{{0, 0}, {width, 0}, {width, height}, {0, height}} {
		cell := at(max(0, d[0]-1), max(0, d[1]-1))
		p.corners[k] = mgl32.Vec3{float32(x+d[0]) * cellSize, float32(y+d[1]) * cellSize, cell.corners[k]}
		p.middle = p.middle.Add(p.corners[k].Mul(0.25))
	}
	for _, v := range p.corners {
		p.reach = max(p.reach, v.Sub(p.middle).Len())
	}
	normal := p.corners[1].Sub(p.corners[3]).Cross(p.corners[2].Sub(p.corners[0]))
	part := float32(0.5)
	if high > low {
		part = (p.middle[2] - low) / (high - low)
	}
	p.light = (groundLow + (groundHigh-groundLow)*part) * float32(shadeOf(normalize(normal))) / 255
	for k := range groundSides {
		o.edge(&p, k, width, height, at)
	}
	p.numRims = uint8(len(o.rims) - int(p.firstRim))
	o.patches = append(o.patches, p)
	for k := range width {
		for l := range height {
			at(k, l).patch = number
		}
	}
}

// edge adds the rims on a side of a patch that is so many cells wide and high: one for each
// row of cells beyond which there is the same.
func (o *ground) edge(p *patch, side int, width, height int32, at func(k, l int32) *groundCell) {
	long := width
	if side%2 == 1 {
		long = height
	}
	a, b := p.corners[side], p.corners[(side+1)%4]
	along := func(n int32) *groundCell {
		switch side {
		case 0:
			return at(n, 0)
		case 1:
			return at(width-1, n)
		case 2:
			return at(width-1-n, height-1)
		}
		return at(0, height-1-n)
	}
	for n := int32(0); n < long; {
		s := along(n).side[side]
		end := n + 1
		for end < long && along(end).side[side] == s {
			end++
		}
		if !s.joined {
			r := rim{drop: s.drop, out: mgl32.Vec3{float32(groundSides[side][0]), float32(groundSides[side][1]), 0}}
			r.a = a.Add(b.Sub(a).Mul(float32(n) / float32(long)))
			r.b = a.Add(b.Sub(a).Mul(float32(end) / float32(long)))
			if s.wall && end-n >= guessedLong {
				r.wall = guessedAlpha
			}
			o.rims = append(o.rims, r)
		}
		n = end
	}
}

// groundBuckets is how many distances patches are sorted by.
const groundBuckets = 1 << 11

// sortGround lists the patches in the picture from the farthest to the nearest.
func (s *Scene) sortGround() {
	o := &s.ground
	o.order, o.spare, o.next = o.order[:0], o.spare[:0], 0
	var count [groundBuckets + 1]int32
	f := &s.frustum
	for i := range o.patches {
		p := &o.patches[i]
		d := p.middle.Sub(f.origin)
		far := d.Dot(d)
		if far > cellReach*cellReach || d.Dot(f.forward) < -p.reach {
			continue
		}
		out := false
		for k := range f.planes {
			if f.planes[k].normal.Dot(p.middle)-f.planes[k].dist < -p.reach-guessedHigh {
				out = true
				break
			}
		}
		if out {
			continue
		}
		n := uint16(min(groundBuckets-1, (float32(math.Sqrt(float64(far)))+p.reach)/groundStep))
		o.beyond[i] = groundBuckets - 1 - n
		count[o.beyond[i]+1]++
		o.spare = append(o.spare, int32(i))
	}
	for i := range groundBuckets {
		count[i+1] += count[i]
	}
	o.order = o.order[:len(o.spare)]
	for _, i := range o.spare {
		k := &count[o.beyond[i]]
		o.order[*k] = i
		*k++
	}
}

// addGround places the patches that are farther away than a distance in units.
func (s *Scene) addGround(distance float32) {
	o := &s.ground
	limit := uint16(0)
	if n := distance / groundStep; n < groundBuckets {
		limit = uint16(groundBuckets - 1 - n)
	}
	for ; o.next < len(o.order) && o.beyond[o.order[o.next]] <= limit; o.next++ {
		s.addToLeaf(0, piece{shape: shapeGround, first: o.order[o.next]})
	}
}

// groundHides reports whether a patch lies between the camera and a place. It is only guessed:
// who is behind it may well be in sight.
func (s *Scene) groundHides(at mgl32.Vec3) bool {
	o, from := &s.ground, s.frustum.origin
	for _, i := range o.order {
		p := &o.patches[i]
		normal := p.corners[1].Sub(p.corners[0]).Cross(p.corners[3].Sub(p.corners[0]))
		a, b := normal.Dot(from.Sub(p.middle)), normal.Dot(at.Sub(p.middle))
		if (a > 0) == (b > 0) {
			continue
		}
		through := from.Add(at.Sub(from).Mul(a / (a - b)))
		low, high := p.corners[0], p.corners[2] // the sides lie along the axes
		if through[0] >= low[0] && through[0] <= high[0] && through[1] >= low[1] && through[1] <= high[1] {
			return true
		}
	}
	return false
}

// emitGround writes a patch with its edges.
func (s *Scene) emitGround(buf *draw.Buffer, i int) {
	p := &s.ground.patches[i]
	var q [4]projected
	any, all := uint32(0), ^uint32(0)
	near := float32(math.Inf(1))
	for k := range q {
		q[k].set(&s.frustum, p.corners[k])
		any |= q[k].outside
		all &= q[k].outside
		near = min(near, q[k].w)
	}
	rims := s.ground.rims[p.firstRim:][:p.numRims]
	for k := range rims {
		s.emitDrop(buf, &rims[k], p.light)
	}
	if all&^outGuard == 0 && s.opt.Mode != Wire {
		light := p.light
		if p.corners[1].Sub(p.corners[0]).Cross(p.corners[3].Sub(p.corners[0])).Dot(s.frustum.origin.Sub(p.middle)) < 0 {
			light *= groundBelow
		}
		color := groundColor.Dim(light).Alpha(groundOpaque)
		if any&(outNear|outGuard) == 0 {
			first := uint32(len(buf.Vertices))
			for k := range q {
				buf.Vertex(q[k].screenX, q[k].screenY, fog(color, Background, q[k].w))
			}
			buf.Fan(first, 4)
		} else {
			in := s.polygon[0][:0]
			for k := range q {
				in = append(in, corner{q[k].x, q[k].y, q[k].w, 1})
			}
			s.polygon[0] = in
			s.addFan(buf, s.clipPolygon(), color, Background)
		}
	}
	if near < groundLineFar && s.opt.Mode <= Shaded && !s.opt.NoGrid {
		alpha := max(0, 1-max(near, 0)/groundLineFar)
		if p.gridLow {
			s.groundStroke(buf, &q[0], &q[1], groundLine.Alpha(alpha))
		}
		if p.gridIn {
			s.groundStroke(buf, &q[3], &q[0], groundLine.Alpha(alpha))
		}
	}
	for k := range rims {
		s.emitRim(buf, &rims[k])
	}
}

// groundStroke writes a line between two projected points.
func (s *Scene) groundStroke(buf *draw.Buffer, p, q *projected, color draw.Color) {
	if p.outside&q.outside&^outGuard != 0 {
		return
	}
	if p.outside|q.outside == 0 {
		buf.LineGradient(p.screenX, p.screenY, q.screenX, q.screenY, s.line, s.faded(color, p.w, 0), s.faded(color, q.w, 0))
		return
	}
	s.drawLine(buf, corner{p.x, p.y, p.w, 1}, corner{q.x, q.y, q.w, 1}, s.line, color, color)
}

// emitRim writes the line of an edge, and a guessed wall on it.
func (s *Scene) emitRim(buf *draw.Buffer, r *rim) {
	var p, q projected
	p.set(&s.frustum, r.a)
	q.set(&s.frustum, r.b)
	if min(p.w, q.w) > groundFar {
		return
	}
	s.groundStroke(buf, &p, &q, groundEdge)
	if r.wall > 0 && min(p.w, q.w) < guessedFar && s.opt.Mode != Wire {
		up := mgl32.Vec3{0, 0, guessedHigh}
		s.emitFace(buf, [4]mgl32.Vec3{r.a, r.b, r.b.Add(up), r.a.Add(up)}, guessedWall.Alpha(r.wall*max(0, 1-max(p.w, q.w)/guessedFar)))
	}
}

// emitDrop writes the face below an edge that is seen from outside.
func (s *Scene) emitDrop(buf *draw.Buffer, r *rim, light float32) {
	if s.opt.Mode == Wire || r.out.Dot(s.frustum.origin.Sub(r.a)) <= 0 {
		return
	}
	down := mgl32.Vec3{0, 0, r.drop}
	shade := groundFace * (0.8 + 0.2*r.out[0]*r.out[0])
	s.emitFace(buf, [4]mgl32.Vec3{r.a, r.b, r.b.Sub(down), r.a.Sub(down)}, groundColor.Dim(light*shade).Alpha(groundOpaque))
}

// emitFace writes a four-sided face.
func (s *Scene) emitFace(buf *draw.Buffer, corners [4]mgl32.Vec3, color draw.Color) {
	if color.A <= 0 {
		return
	}
	in := s.polygon[0][:0]
	any, all := uint32(0), ^uint32(0)
	for _, v := range corners {
		var q projected
		q.set(&s.frustum, v)
		any |= q.outside
		all &= q.outside
		in = append(in, corner{q.x, q.y, q.w, 1})
	}
	s.polygon[0] = in
	if all&^outGuard != 0 {
		return
	}
	if any&(outNear|outGuard) != 0 {
		in = s.clipPolygon()
	}
	s.addFan(buf, in, color, Background)
}
