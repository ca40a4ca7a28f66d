package scene

import (
	"math"

	"demoscope/bsp"
	"demoscope/render/draw"
)

// Stroke is a visible line of a picture, in pixels, with its color and width in pixels.
type Stroke struct {
	X0, Y0, X1, Y1 float32
	Color          draw.Color
	Width          float32
}

// Strokes returns the lines of the level, its things and its players in the picture of the last [Scene.Build], whose
// mode must not be Wire: exactly the parts that nothing nearer hides. Transparent faces, such as water, hide nothing.
// The view weapon and everything that is drawn over the level are not included.
func (s *Scene) Strokes() []Stroke {
	t := &tracer{frame: &s.frame, level: &s.level, canvas: &s.canvas, pieces: &s.pieces,
		columns: int(s.frame.width)/tileSide + 1, rows: int(s.frame.height)/tileSide + 1}
	t.tiles = make([][]int32, t.columns*t.rows)
	for i := s.pieces.endLate - 1; i >= s.pieces.firstLate; i-- { // drawn over all others
		t.piece(&s.pieces.list[i])
	}
	for i := len(s.level.order) - 1; i >= 0; i-- { // nearest to farthest, because only earlier faces hide
		k := s.level.order[i]
		if k < 0 {
			t.leaf(^k)
			continue
		}
		p := s.level.passes[i]
		for _, e := range s.level.drawn[p.first : p.first+p.count] {
			t.edge(&s.frame.g.edges[e])
		}
		t.face(&s.frame.g.faces[k])
	}
	return t.strokes
}

// tracer finds the visible parts of lines.
type tracer struct {
	frame  *frame
	level  *level
	canvas *canvas
	pieces *pieces

	strokes       []Stroke
	screens       []screen
	columns, rows int
	tiles         [][]int32 // of the picture: the screens that overlap each
	stamp         int32
	leafPieces    []int32
	open          [][2]float64 // visible parts of a line, 0 to 1
	spare         [][2]float64
}

const (
	// tileSide is the width and height in pixels of the tiles that index screens.
	tileSide = 32
	// seenThrough is the opacity up to which a face hides nothing: water, windows, slime.
	seenThrough = 0.7
	// onEdge is how far a line may extend into a face that it bounds and still be visible, in pixels. It allows for
	// rounding.
	onEdge = 0.05
	// shortest is the minimum length of a stroke, in pixels.
	shortest = 0.4
)

// screen is a convex polygon that hides what is behind it. Points inside are those at which all its sides are positive.
type screen struct {
	sides [][3]float64
	seen  int32 // stamp of the line that was last tested
}

// face adds a face of the world to the screens. If the face thins out, only its sufficiently opaque part counts.
func (t *tracer) face(f *face) {
	if !f.mist && t.level.tints.faceColor(f).A <= seenThrough {
		return
	}
	g := t.frame.g
	polygon := t.level.load(g.cornersOf(f))
	for i := range polygon {
		polygon[i].light = g.lightOf(float32(g.lights[int(f.firstCorner)+i]))
	}
	if !f.mist {
		t.hide()
		return
	}
	thick := func(c *corner) float32 { return mist(c.light) - seenThrough }
	polygon = t.canvas.clip()
	for i := 2; i < len(polygon); i++ { // the triangles over which the opacity of the corners is interpolated
		var points [][2]float64
		fan := [3]*corner{&polygon[0], &polygon[i-1], &polygon[i]}
		for k, c := range fan {
			next := fan[(k+1)%len(fan)]
			x0, y0 := t.frame.screen(c)
			x1, y1 := t.frame.screen(next)
			d0, d1 := thick(c), thick(next)
			if d0 > 0 {
				points = append(points, [2]float64{float64(x0), float64(y0)})
			}
			if (d0 > 0) != (d1 > 0) {
				u := d0 / (d0 - d1)
				points = append(points, [2]float64{float64(x0 + (x1-x0)*u), float64(y0 + (y1-y0)*u)})
			}
		}
		t.cover(points)
	}
}

// hide adds the polygon of the canvas to the screens.
func (t *tracer) hide() {
	polygon := t.canvas.clip()
	points := make([][2]float64, len(polygon))
	for i := range polygon {
		x, y := t.frame.screen(&polygon[i])
		points[i] = [2]float64{float64(x), float64(y)}
	}
	t.cover(points)
}

// cover adds a convex polygon of the picture to the screens.
func (t *tracer) cover(points [][2]float64) {
	if len(points) < 3 {
		return
	}
	left, top, right, low := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, p := range points {
		left, right = min(left, p[0]), max(right, p[0])
		top, low = min(top, p[1]), max(low, p[1])
	}
	area := 0.0
	for i, p := range points {
		q := points[(i+1)%len(points)]
		area += p[0]*q[1] - q[0]*p[1]
	}
	if !(math.Abs(area) > 1e-3) {
		return
	}
	var sides [][3]float64
	for i, p := range points {
		q := points[(i+1)%len(points)]
		a, b := p[1]-q[1], q[0]-p[0]
		l := math.Hypot(a, b)
		if !(l > 1e-6) {
			continue
		}
		if area < 0 {
			l = -l
		}
		a, b = a/l, b/l
		sides = append(sides, [3]float64{a, b, -a*p[0] - b*p[1] - onEdge})
	}
	n := int32(len(t.screens))
	t.screens = append(t.screens, screen{sides: sides, seen: -1})
	t.eachTile(left, top, right, low, func(tile *[]int32) { *tile = append(*tile, n) })
}

// eachTile calls each with the tiles that a rectangle of the picture overlaps.
func (t *tracer) eachTile(left, top, right, low float64, each func(*[]int32)) {
	column := func(x float64) int { return max(0, min(t.columns-1, int(math.Floor(x/tileSide)))) }
	row := func(y float64) int { return max(0, min(t.rows-1, int(math.Floor(y/tileSide)))) }
	for y := row(top); y <= row(low); y++ {
		for x := column(left); x <= column(right); x++ {
			each(&t.tiles[y*t.columns+x])
		}
	}
}

// edge traces an edge of the world.
func (t *tracer) edge(e *edge) {
	if e.kind == bsp.KindPresumed && t.frame.g.upright(e) {
		return
	}
	p, q := t.level.point(e.v[0]), t.level.point(e.v[1])
	t.line(corner{p.x, p.y, p.w, 1}, corner{q.x, q.y, q.w, 1}, t.frame.line, edgeColor(e), 0, true)
}

// leaf traces the pieces of a leaf.
func (t *tracer) leaf(l int32) {
	t.leafPieces = t.leafPieces[:0]
	for i := t.pieces.head[l]; i >= 0; i = t.pieces.list[i].next {
		t.leafPieces = append(t.leafPieces, i)
	}
	for i := len(t.leafPieces) - 1; i >= 0; i-- {
		t.piece(&t.pieces.list[t.leafPieces[i]])
	}
}

// piece traces a piece.
func (t *tracer) piece(p *piece) {
	points := t.pieces.points[p.first : p.first+p.count]
	switch p.shape {
	case shapeLine:
		if p.soft {
			return
		}
		t.line(t.frame.corner(points[0]), t.frame.corner(points[1]), p.width, p.color, p.minFade, false)
	case shapeFill:
		if p.color.A <= seenThrough {
			return
		}
		t.canvas.polygon = t.canvas.polygon[:0]
		for _, v := range points {
			t.canvas.polygon = append(t.canvas.polygon, t.frame.corner(v))
		}
		t.hide()
	case shapeHole: // its dark center hides
		if x, y, wide, high, ok := t.canvas.holeAt(points[0]); ok {
			rim := make([][2]float64, holeSides)
			for i := range rim {
				sin, cos := math.Sincos(2 * math.Pi * float64(i) / holeSides)
				rim[i] = [2]float64{float64(x) + holeRim*float64(wide)*cos, float64(y) + holeRim*float64(high)*sin}
			}
			t.cover(rim)
		}
	}
}

// line adds the visible parts of a line. A line of the level fades in the haze.
func (t *tracer) line(a, b corner, width float32, color draw.Color, minFade float32, level bool) {
	a, b, ok := t.frame.clipLine(a, b, 0)
	if !ok {
		return
	}
	ax, ay := t.frame.screen(&a)
	bx, by := t.frame.screen(&b)
	x0, y0, x1, y1 := float64(ax), float64(ay), float64(bx), float64(by)
	long := math.Hypot(x1-x0, y1-y0)
	if !(long >= shortest) {
		return
	}
	t.open = append(t.open[:0], [2]float64{0, 1})
	t.stamp++
	t.eachTile(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1), func(tile *[]int32) {
		for _, n := range *tile {
			if len(t.open) == 0 {
				return
			}
			if k := &t.screens[n]; k.seen != t.stamp {
				k.seen = t.stamp
				if from, to, ok := k.covers(x0, y0, x1, y1); ok {
					t.take(from, to)
				}
			}
		}
	})
	for _, part := range t.open {
		if (part[1]-part[0])*long < shortest {
			continue
		}
		at := func(u float64) (x, y float32) { return float32(x0 + (x1-x0)*u), float32(y0 + (y1-y0)*u) }
		k := Stroke{Width: width}
		k.X0, k.Y0 = at(part[0])
		k.X1, k.Y1 = at(part[1])
		// Over the picture, the inverse of the depth is linear.
		u := float32(part[0]+part[1]) / 2
		w := 1 / ((1-u)/max(a.w, nearPlane) + u/max(b.w, nearPlane))
		k.Color = t.frame.safe(t.canvas.faded(color, w, minFade))
		if level && t.canvas.haze.on {
			seen, _ := t.canvas.haze.at((a.x+b.x)/2, (a.y+b.y)/2, w)
			if k.Color.A *= seen; seen < hazeNothing {
				continue
			}
		}
		t.strokes = append(t.strokes, k)
	}
}

// covers returns the part of a line that is behind the screen, 0 to 1. ok is false if none is.
func (k *screen) covers(x0, y0, x1, y1 float64) (from, to float64, ok bool) {
	from, to = 0, 1
	for _, side := range k.sides {
		d0, d1 := side[0]*x0+side[1]*y0+side[2], side[0]*x1+side[1]*y1+side[2]
		switch {
		case d0 <= 0 && d1 <= 0:
			return 0, 0, false
		case d0 <= 0:
			from = max(from, d0/(d0-d1))
		case d1 <= 0:
			to = min(to, d0/(d0-d1))
		}
	}
	return from, to, from < to
}

// take removes a part from the visible parts of the line.
func (t *tracer) take(from, to float64) {
	t.spare = t.spare[:0]
	for _, part := range t.open {
		if left := min(part[1], from); left > part[0] {
			t.spare = append(t.spare, [2]float64{part[0], left})
		}
		if right := max(part[0], to); right < part[1] {
			t.spare = append(t.spare, [2]float64{right, part[1]})
		}
	}
	t.open, t.spare = t.spare, t.open
}
