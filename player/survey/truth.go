package survey

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/bsp"
	"demoscope/player/world"
)

// Truth is a map that levels are compared with, and where players touched it: what to measure
// the building by. It is fed with the frames of demos of that map.
type Truth struct {
	floors  map[[2]int32][]trueFloor // by column, rising
	walls   map[[3]int32][]int32     // by cubes of wallCube, indices into faces
	faces   []trueFace
	places  []map[mgl32.Vec3]bool // by inline model, where it was seen
	m       *bsp.Map
	paths   []path
	was     map[int]sample
	spawned bool
}

// trueFloor is a true height in a column.
type trueFloor struct {
	z       float32
	mover   bool // of a brush model that is not where it was first
	touched bool
	reached bool
}

// trueFace is something upright, or steep: a convex polygon.
type trueFace struct {
	corners []mgl32.Vec3
	normal  mgl32.Vec3
}

// path is a part of the way of the middle of a body.
type path struct{ from, to mgl32.Vec3 }

const (
	upward, upright = 0.7, 0.3 // least part upwards of a floor's normal, most of a wall's
	wallCube        = 32
	// near is how far what is drawn may be from the truth, and exactly how far what is exact.
	near, exactly = 8, 2
	// maxPaths bounds what is kept of ways: 100 MB. maxPlaces bounds those of a brush model.
	maxPaths, maxPlaces = 1 << 22, 64
	// stepUp is how high somebody comes in a jump.
	stepUp = 45
)

// NewTruth returns the truth of a map.
func NewTruth(m *bsp.Map) *Truth {
	t := &Truth{floors: map[[2]int32][]trueFloor{}, walls: map[[3]int32][]int32{}, m: m, places: make([]map[mgl32.Vec3]bool, len(m.Models)), was: map[int]sample{}}
	if len(m.Models) > 0 {
		t.model(0, mgl32.Vec3{}, false)
	}
	return t
}

// model adds the faces of an inline model at a place.
func (t *Truth) model(n int, at mgl32.Vec3, mover bool) {
	m := &t.m.Models[n]
	for i := m.FirstFace; i < m.FirstFace+m.NumFaces; i++ {
		f := &t.m.Faces[i]
		if f.Kind != bsp.KindSolid && f.Kind != bsp.KindWindow && f.Kind != bsp.KindNoDraw && f.Kind != bsp.KindClip {
			continue
		}
		corners := make([]mgl32.Vec3, f.NumVertices)
		for k := range corners {
			corners[k] = t.m.Vertices[t.m.FaceVertices[f.FirstVertex+uint32(k)]].Add(at)
		}
		if !f.Triangles {
			t.polygon(corners, mover)
			continue
		}
		for k := 0; k+2 < len(corners); k += 3 {
			t.polygon(corners[k:k+3:k+3], mover)
		}
	}
}

// polygon adds a convex polygon whose corners are clockwise.
func (t *Truth) polygon(corners []mgl32.Vec3, mover bool) {
	var normal mgl32.Vec3
	for i := range corners {
		a, b := corners[i], corners[(i+1)%len(corners)]
		normal = normal.Sub(a.Sub(corners[0]).Cross(b.Sub(corners[0])))
	}
	l := normal.Len()
	if !(l > 1e-3) {
		return
	}
	normal = normal.Mul(1 / l)
	low, high := corners[0], corners[0]
	for _, c := range corners {
		for k := range c {
			low[k], high[k] = min(low[k], c[k]), max(high[k], c[k])
		}
	}
	if !inside(low) || !inside(high) {
		return
	}
	if normal[2] >= upward {
		t.floor(corners, normal, low, high, mover)
	}
	if normal[2] < upward && normal[2] > -upward {
		n := int32(len(t.faces))
		t.faces = append(t.faces, trueFace{corners, normal})
		for x := cubeOf(low[0] - near); x <= cubeOf(high[0]+near); x++ {
			for y := cubeOf(low[1] - near); y <= cubeOf(high[1]+near); y++ {
				for z := cubeOf(low[2] - near); z <= cubeOf(high[2]+near); z++ {
					t.walls[[3]int32{x, y, z}] = append(t.walls[[3]int32{x, y, z}], n)
				}
			}
		}
	}
}

func cubeOf(x float32) int32 { return int32(math.Floor(float64(x) / wallCube)) }

// floor adds the columns whose middle is below a polygon.
func (t *Truth) floor(corners []mgl32.Vec3, normal, low, high mgl32.Vec3, mover bool) {
	for y := cellOf(low[1]); y <= cellOf(high[1]); y++ {
		for x := cellOf(low[0]); x <= cellOf(high[0]); x++ {
			px, py := float32(x)*cell+cell/2, float32(y)*cell+cell/2
			if !within(corners, px, py) {
				continue
			}
			z := corners[0][2] - (normal[0]*(px-corners[0][0])+normal[1]*(py-corners[0][1]))/normal[2]
			c := [2]int32{x, y}
			list := t.floors[c]
			if slices.ContainsFunc(list, func(f trueFloor) bool { return f.z-z < 0.5 && z-f.z < 0.5 }) {
				continue
			}
			list = append(list, trueFloor{z: z, mover: mover})
			slices.SortFunc(list, func(a, b trueFloor) int {
				if a.z < b.z {
					return -1
				}
				return 1
			})
			t.floors[c] = list
		}
	}
}

// within reports whether a point lies in a convex polygon, seen from above.
func within(corners []mgl32.Vec3, x, y float32) bool {
	left, right := false, false
	for i, a := range corners {
		b := corners[(i+1)%len(corners)]
		side := (b[0]-a[0])*(y-a[1]) - (b[1]-a[1])*(x-a[0])
		left, right = left || side > 1e-3, right || side < -1e-3
	}
	return !left || !right
}

// Frame adds where players and brush models are in a frame of a demo of the map.
func (t *Truth) Frame(w *world.World) {
	t.movers(w)
	for i := range w.Players {
		p := &w.Players[i]
		if !p.Visible || p.Spectator || p.Dead || w.Intermission || w.Paused || !inside(p.Pose.Origin) {
			delete(t.was, i)
			continue
		}
		at := p.Pose.Origin
		at[2] -= feet
		last, known := t.was[i]
		d := at.Sub(last.at)
		dt := w.FrameClock - last.clock
		reach := float32(jumpFar + jumpSpeed*dt)
		joined := known && !p.NoLerp && dt >= 0 && dt <= longestGap && d.Dot(d) <= reach*reach
		if joined && d.Dot(d) < 1 {
			t.was[i] = sample{at: last.at, clock: w.FrameClock}
			continue
		}
		if joined && len(t.paths) < maxPaths {
			t.paths = append(t.paths, path{last.at, at})
		}
		t.was[i] = sample{at: at, clock: w.FrameClock}
		t.touch(at)
	}
}

// Merge adds where players went and brush models were in other demos of the map.
func (t *Truth) Merge(o *Truth) {
	for n, places := range o.places {
		for at := range places {
			t.mover(n, at)
		}
	}
	for c, list := range o.floors {
		for _, f := range list {
			own := t.floors[c]
			for i := range own {
				if d := own[i].z - f.z; d > -0.5 && d < 0.5 {
					own[i].touched = own[i].touched || f.touched
				}
			}
		}
	}
	t.paths = append(t.paths, o.paths[:min(len(o.paths), maxPaths-len(t.paths))]...)
}

// mover adds a brush model at a place, if it was not seen there yet.
func (t *Truth) mover(n int, at mgl32.Vec3) {
	if t.places[n] == nil {
		t.places[n] = map[mgl32.Vec3]bool{}
	}
	if !t.places[n][at] && len(t.places[n]) < maxPlaces {
		t.model(n, at, len(t.places[n]) > 0)
		t.places[n][at] = true
	}
}

// movers adds the brush models at places where they were not seen yet.
func (t *Truth) movers(w *world.World) {
	for i := range w.Entities {
		e := &w.Entities[i]
		if e.Model[0] == 0 || !inside(e.Origin) {
			continue
		}
		name := w.ModelOf(e)
		if len(name) < 2 || name[0] != '*' {
			continue
		}
		n, err := strconv.Atoi(name[1:])
		if err != nil || n < 1 || n >= len(t.places) || e.Angles != (mgl32.Vec3{}) {
			continue
		}
		at := e.Origin
		for k := range at {
			at[k] = float32(math.Round(float64(at[k])/4) * 4)
		}
		t.mover(n, at)
	}
}

// touch marks the true floors under feet.
func (t *Truth) touch(at mgl32.Vec3) {
	t.under(at, printReach, func(f *trueFloor) {
		if d := f.z - at[2]; d >= -1 && d <= 1 {
			f.touched = true
		}
	})
}

// under visits the true floors of the columns whose middle is at most reach from a place.
func (t *Truth) under(at mgl32.Vec3, reach float32, visit func(*trueFloor)) {
	for y := cellOf(at[1] - reach + cell/2 - 0.001); y <= cellOf(at[1]+reach-cell/2); y++ {
		for x := cellOf(at[0] - reach + cell/2 - 0.001); x <= cellOf(at[0]+reach-cell/2); x++ {
			list := t.floors[[2]int32{x, y}]
			for i := range list {
				visit(&list[i])
			}
		}
	}
}

// Figures are how true and how complete a level is: shares from 0 to 1, NaN without anything
// to count. What is presumed does not count.
type Figures struct {
	// FloorTrue is how much of the floor drawn has a true one no more than 8 units above or
	// below, in its column or one beside it; FloorExact no more than 2, in its column.
	FloorTrue, FloorExact float64
	// TouchedDrawn is how much of the true floor below which players' feet were is drawn no
	// more than 8 units off.
	TouchedDrawn float64
	// WallsTrue is how much of the walls drawn has something upright no more than 8 units away.
	WallsTrue float64
	// WallsThrough is how much of the walls drawn a player went through.
	WallsThrough float64
	// Cover is how much of the floor that can be walked on, as far as can be told, is drawn.
	Cover float64
	// Recall is how much of the ends of the drawn floor at which a true wall across x or y
	// stands has a wall drawn.
	Recall float64
	// PresumedTrue is FloorTrue of the presumed floor, and PresumedWallsTrue that of walls.
	PresumedTrue, PresumedWallsTrue float64
	// Cells is the floor drawn, of 8 by 8 units, and Walls the walls, of as many.
	Cells, Walls int
}

func share(part, of int) float64 {
	if of == 0 {
		return math.NaN()
	}
	return float64(part) / float64(of)
}

// drawn are the heights of floors by column.
type drawn map[[2]int32][]float32

func (d drawn) has(x, y int32, z, reach float32) bool {
	for _, h := range d[[2]int32{x, y}] {
		if h-z <= reach && z-h <= reach {
			return true
		}
	}
	return false
}

// Compare measures a level.
func (t *Truth) Compare(l *Level) Figures {
	var g Figures
	floor, presumed := drawn{}, drawn{}
	var truly, exact, ghostTrue, ghosts int
	for i := range l.Faces {
		f := &l.Faces[i]
		if f.Kind != Floor && f.Kind != Slope && f.Kind != PresumedFloor {
			continue
		}
		f.columns(func(x, y int32, z float32) {
			ok := t.floorNear(x, y, z)
			if f.Kind == PresumedFloor {
				presumed[[2]int32{x, y}] = append(presumed[[2]int32{x, y}], z)
				ghosts++
				if ok {
					ghostTrue++
				}
				return
			}
			floor[[2]int32{x, y}] = append(floor[[2]int32{x, y}], z)
			g.Cells++
			if ok {
				truly++
			}
			if t.floorAt(x, y, z, exactly) {
				exact++
			}
		})
	}
	g.FloorTrue, g.FloorExact, g.PresumedTrue = share(truly, g.Cells), share(exact, g.Cells), share(ghostTrue, ghosts)
	g.TouchedDrawn = t.touchedDrawn(floor)
	g.Cover = t.cover(floor)
	t.compareWalls(l, floor, &g)
	return g
}

// Count returns the figures of a level that need no true map: Cells and Walls.
func Count(l *Level) Figures {
	var g Figures
	for i := range l.Faces {
		switch f := &l.Faces[i]; f.Kind {
		case Floor, Slope:
			f.columns(func(int32, int32, float32) { g.Cells++ })
		case Wall:
			f.uprightCells(func(mgl32.Vec3, piece) { g.Walls++ })
		}
	}
	return g
}

// columns visits the columns whose middle is below a floor.
func (f *Face) columns(visit func(x, y int32, z float32)) {
	low, high := f.Corners[0], f.Corners[0]
	for _, c := range f.Corners {
		for k := range c {
			low[k], high[k] = min(low[k], c[k]), max(high[k], c[k])
		}
	}
	for y := cellOf(low[1]); y <= cellOf(high[1]); y++ {
		for x := cellOf(low[0]); x <= cellOf(high[0]); x++ {
			px, py := float32(x)*cell+cell/2, float32(y)*cell+cell/2
			if px > low[0] && px < high[0] && py > low[1] && py < high[1] && within(f.Corners, px, py) {
				visit(x, y, f.Corners[0][2]-(f.Normal[0]*(px-f.Corners[0][0])+f.Normal[1]*(py-f.Corners[0][1]))/f.Normal[2])
			}
		}
	}
}

func (t *Truth) floorAt(x, y int32, z, reach float32) bool {
	for _, f := range t.floors[[2]int32{x, y}] {
		if f.z-z <= reach && z-f.z <= reach {
			return true
		}
	}
	return false
}

func (t *Truth) floorNear(x, y int32, z float32) bool {
	for b := y - 1; b <= y+1; b++ {
		for a := x - 1; a <= x+1; a++ {
			if t.floorAt(a, b, z, near) {
				return true
			}
		}
	}
	return false
}

func (t *Truth) touchedDrawn(floor drawn) float64 {
	touched, have := 0, 0
	for c, list := range t.floors {
		for _, f := range list {
			if f.touched && !f.mover {
				touched++
				if floor.has(c[0], c[1], f.z, near) {
					have++
				}
			}
		}
	}
	return share(have, touched)
}

// cover floods the true floor from where players start, things lie and feet were.
func (t *Truth) cover(floor drawn) float64 {
	type place struct {
		x, y int32
		n    int
	}
	var queue []place
	for c, list := range t.floors {
		for i := range list {
			list[i].reached = list[i].touched && !list[i].mover && t.walkable(c[0], c[1], list[i].z)
			if list[i].reached {
				queue = append(queue, place{c[0], c[1], i})
			}
		}
	}
	for _, e := range t.m.Entities {
		class, _ := e.Get("classname")
		text, ok := e.Get("origin")
		if !ok || !(strings.HasPrefix(class, "info_player") || strings.HasPrefix(class, "item_") || strings.HasPrefix(class, "weapon_") ||
			strings.HasPrefix(class, "ammo_") || strings.Contains(class, "teleport")) {
			continue
		}
		var at [3]float32
		for i, word := range strings.Fields(text) {
			if v, err := strconv.ParseFloat(word, 32); err == nil && i < 3 {
				at[i] = float32(v)
			}
		}
		if !inside(at) {
			continue
		}
		c := [2]int32{cellOf(at[0]), cellOf(at[1])}
		list := t.floors[c]
		for i := len(list) - 1; i >= 0; i-- {
			if list[i].z <= at[2]+8 && !list[i].mover {
				if !list[i].reached {
					list[i].reached = true
					queue = append(queue, place{c[0], c[1], i})
				}
				break
			}
		}
	}
	all, have := 0, 0
	for n := 0; n < len(queue); n++ {
		p := queue[n]
		z := t.floors[[2]int32{p.x, p.y}][p.n].z
		all++
		if floor.has(p.x, p.y, z, near) {
			have++
		}
		for _, d := range around {
			x, y := p.x+d[0], p.y+d[1]
			list := t.floors[[2]int32{x, y}]
			for i := len(list) - 1; i >= 0; i-- {
				if list[i].z > z+stepUp || list[i].mover {
					continue
				}
				if !list[i].reached && t.walkable(x, y, list[i].z) {
					list[i].reached = true
					queue = append(queue, place{x, y, i})
				}
				break
			}
		}
	}
	return share(have, all)
}

// walkable reports whether somebody could stand on a floor of a column: with room for his body,
// and not in what burns or under water.
func (t *Truth) walkable(x, y int32, z float32) bool {
	at := mgl32.Vec3{float32(x)*cell + cell/2, float32(y)*cell + cell/2, z + 4}
	if t.m.Leaves[t.m.LeafAt(at)].Contents&(bsp.ContentsSolid|bsp.ContentsLava|bsp.ContentsSlime) != 0 {
		return false
	}
	at[2] = z + 40
	return t.m.Leaves[t.m.LeafAt(at)].Contents&(bsp.ContentsSolid|bsp.ContentsLava|bsp.ContentsSlime|bsp.ContentsWater) == 0
}

// wallNear reports whether something upright is no more than near away.
func (t *Truth) wallNear(p mgl32.Vec3, only func(*trueFace) bool) bool {
	for _, n := range t.walls[[3]int32{cubeOf(p[0]), cubeOf(p[1]), cubeOf(p[2])}] {
		f := &t.faces[n]
		if (only == nil || only(f)) && f.distance(p) <= near {
			return true
		}
	}
	return false
}

// distance returns how far a point is from a face.
func (f *trueFace) distance(p mgl32.Vec3) float32 {
	d := p.Sub(f.corners[0]).Dot(f.normal)
	on := p.Sub(f.normal.Mul(d))
	best := float32(math.Inf(1))
	in := true
	for i, a := range f.corners {
		b := f.corners[(i+1)%len(f.corners)]
		e := b.Sub(a)
		if e.Cross(on.Sub(a)).Dot(f.normal) > 1e-3 { // the corners are clockwise
			in = false
		}
		l := e.Dot(e)
		s := float32(0)
		if l > 0 {
			s = max(0, min(1, p.Sub(a).Dot(e)/l))
		}
		best = min(best, p.Sub(a.Add(e.Mul(s))).Len())
	}
	if in {
		return max(d, -d)
	}
	return best
}

// compareWalls measures the walls.
func (t *Truth) compareWalls(l *Level, floor drawn, g *Figures) {
	truly, ghosts, ghostsTrue := 0, 0, 0
	var through map[uint64]bool
	sides := map[uint64][]float32{} // planes by border
	for i := range l.Faces {
		f := &l.Faces[i]
		if f.Kind != Wall && f.Kind != PresumedWall {
			continue
		}
		f.uprightCells(func(at mgl32.Vec3, p piece) {
			ok := t.wallNear(at, nil)
			if f.Kind == PresumedWall {
				ghosts++
				if ok {
					ghostsTrue++
				}
				return
			}
			g.Walls++
			if ok {
				truly++
			}
			p.side = -1
			plane := p.at()
			p.plane = cellOf(plane)
			sides[p.key()] = append(sides[p.key()], plane)
		})
	}
	through = t.through(sides)
	g.WallsTrue, g.WallsThrough, g.PresumedWallsTrue = share(truly, g.Walls), share(len(through), g.Walls), share(ghostsTrue, ghosts)
	g.Recall = t.recall(floor, sides)
}

// uprightCells visits the cells of an upright face: their middle, and their piece.
func (f *Face) uprightCells(visit func(at mgl32.Vec3, p piece)) {
	axis := 0
	if f.Normal[1] != 0 {
		axis = 1
	}
	low, high := f.Corners[0], f.Corners[0]
	for _, c := range f.Corners {
		for k := range c {
			low[k], high[k] = min(low[k], c[k]), max(high[k], c[k])
		}
	}
	for a := cellOf(low[1-axis] + 0.01); float32(a)*cell < high[1-axis]-0.01; a++ {
		for z := cellOf(low[2] + 0.01); float32(z)*cell < high[2]-0.01; z++ {
			var at mgl32.Vec3
			at[axis], at[1-axis], at[2] = low[axis], float32(a)*cell+cell/2, float32(z)*cell+cell/2
			visit(at, piece{axis: axis, side: int8(-f.Normal[axis]), plane: planeOf(low[axis]), along: a, low: z})
		}
	}
}

// through returns the cells of walls that the middle of a body went through: at half its
// height when it crouches, so that it is part of it in any case.
func (t *Truth) through(sides map[uint64][]float32) map[uint64]bool {
	const middle = 14
	cut := map[uint64]bool{}
	for i := range t.paths {
		p := &t.paths[i]
		from, to := p.from, p.to
		from[2] += middle
		to[2] += middle
		d := to.Sub(from)
		for axis := range 2 {
			if d[axis] == 0 {
				continue
			}
			low, high := min(from[axis], to[axis]), max(from[axis], to[axis])
			for c := cellOf(low); c <= cellOf(high); c++ {
				// The plane lies somewhere in the cell: look where the way is there.
				mid := max(low, min(high, float32(c)*cell+cell/2))
				at := from.Add(d.Mul((mid - from[axis]) / d[axis]))
				q := piece{axis: axis, side: -1, plane: c, along: cellOf(at[1-axis]), low: cellOf(at[2])}
				for _, plane := range sides[q.key()] {
					if plane > low+0.01 && plane < high-0.01 {
						q.plane = planeOf(plane)
						cut[q.key()] = true
					}
				}
			}
		}
	}
	return cut
}

// recall returns how many of the ends of a floor at which there is a true wall have one drawn.
func (t *Truth) recall(floor drawn, sides map[uint64][]float32) float64 {
	const high = 28
	all, have := 0, 0
	for c, list := range floor {
		for _, z := range list {
			for _, d := range around {
				if floor.has(c[0]+d[0], c[1]+d[1], z, body) {
					continue
				}
				p := spot{x: c[0], y: c[1]}
				q := sideOf(&p, d, z+high)
				at := mgl32.Vec3{float32(c[0])*cell + cell/2, float32(c[1])*cell + cell/2, z + high}
				axis := q.axis
				at[axis] = q.at()
				if !t.wallNear(at, func(f *trueFace) bool { return f.normal[axis]*float32(q.side) < -axial }) {
					continue
				}
				all++
				q.side = -1
				if t.drawnAt(sides, q) {
					have++
				}
			}
		}
	}
	return share(have, all)
}

// drawnAt reports whether a wall is drawn no more than 12 units before or behind a piece.
func (t *Truth) drawnAt(sides map[uint64][]float32, q piece) bool {
	const reach = 12
	at := q.at()
	for c := cellOf(at - reach); c <= cellOf(at+reach); c++ {
		q.plane = c
		for _, plane := range sides[q.key()] {
			if plane-at <= reach && at-plane <= reach {
				return true
			}
		}
	}
	return false
}
