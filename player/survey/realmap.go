package survey

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/bsp"
)

// RealMap holds the floors, walls and liquids of a real map.
type RealMap struct {
	floors map[[2]int32][]trueFloor // by column, ascending
	// liquids are the surface heights by column.
	liquids map[[2]int32][]float32
	walls   map[[3]int32][]int32 // indices into faces, by cubes of wallCube
	faces   []trueFace
	m       *bsp.Map
	work    int // remaining columns and cubes to process: see maxRealMap
}

// trueFloor is a real floor in a column.
type trueFloor struct {
	z       float32
	mover   bool // part of a brush model that has moved from its first position
	touched bool
	reached bool
}

// trueFace is a steep or upright face: a convex polygon.
type trueFace struct {
	corners []mgl32.Vec3
	normal  mgl32.Vec3
}

const (
	upward, upright = 0.7, 0.3 // minimum z of a floor's normal, and maximum z of a wall's
	wallCube        = 32
	// near is the maximum error, in units, of a face that counts as correct; exactly is that of an exact one.
	near, exactly = 8, 2
	// maxRealMap limits the columns and cubes that a map's faces are in: 30 times those of the largest deathmatch
	// levels. Faces beyond the limit are left out.
	maxRealMap = 1 << 26
	// stepUp is the maximum height of a jump in units.
	stepUp = 45
)

// NewRealMap returns the floors, walls and liquids of a map.
func NewRealMap(m *bsp.Map) *RealMap {
	t := &RealMap{floors: map[[2]int32][]trueFloor{}, liquids: map[[2]int32][]float32{}, walls: map[[3]int32][]int32{},
		m: m, work: maxRealMap}
	if len(m.Models) > 0 {
		t.model(0, mgl32.Vec3{}, false)
	}
	return t
}

// model adds the faces of an inline model at a position.
func (t *RealMap) model(n int, at mgl32.Vec3, mover bool) {
	m := &t.m.Models[n]
	for i := m.FirstFace; i < m.FirstFace+m.NumFaces; i++ {
		f := &t.m.Faces[i]
		liquid := f.Kind == bsp.KindWater || f.Kind == bsp.KindSlime || f.Kind == bsp.KindLava
		if !liquid && f.Kind != bsp.KindSolid && f.Kind != bsp.KindWindow && f.Kind != bsp.KindNoDraw &&
			f.Kind != bsp.KindClip {
			continue
		}
		corners := make([]mgl32.Vec3, f.NumVertices)
		for k := range corners {
			corners[k] = t.m.Vertices[t.m.FaceVertices[f.FirstVertex+uint32(k)]].Add(at)
		}
		step := len(corners)
		if f.Triangles {
			step = 3
		}
		for k := 0; k+step <= len(corners) && step > 0; k += step {
			if part := corners[k : k+step : k+step]; liquid {
				t.liquid(part)
			} else {
				t.polygon(part, mover)
			}
		}
	}
}

// liquid adds the surface of a liquid, if level.
func (t *RealMap) liquid(corners []mgl32.Vec3) {
	f := Face{Corners: corners, Normal: up}
	for _, c := range corners {
		if c[2] != corners[0][2] || !inside(c) {
			return
		}
	}
	f.columns(func(x, y int32, z float32) { t.liquids[[2]int32{x, y}] = append(t.liquids[[2]int32{x, y}], z) })
}

// polygon adds a convex polygon with clockwise corners.
func (t *RealMap) polygon(corners []mgl32.Vec3, mover bool) {
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
	if normal[2] >= upward && t.affords(cellOf(high[0])-cellOf(low[0]), cellOf(high[1])-cellOf(low[1]), 0) {
		t.floor(corners, normal, low, high, mover)
	}
	if normal[2] < upward && normal[2] > -upward &&
		t.affords(cubeOf(high[0]+near)-cubeOf(low[0]-near), cubeOf(high[1]+near)-cubeOf(low[1]-near),
			cubeOf(high[2]+near)-cubeOf(low[2]-near)) {
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

// affords takes a box of columns or cubes from the remaining work, and reports whether there was enough. The
// arguments are the sizes of the box, less 1.
func (t *RealMap) affords(x, y, z int32) bool {
	n := int64(x+1) * int64(y+1) * int64(z+1)
	if n > int64(t.work) {
		return false
	}
	t.work -= int(n)
	return true
}

func cubeOf(x float32) int32 { return int32(math.Floor(float64(x) / wallCube)) }

// floor adds the columns whose middles are below a polygon.
func (t *RealMap) floor(corners []mgl32.Vec3, normal, low, high mgl32.Vec3, mover bool) {
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

// within reports whether a point is inside a convex polygon, seen from above.
func within(corners []mgl32.Vec3, x, y float32) bool {
	left, right := false, false
	for i, a := range corners {
		b := corners[(i+1)%len(corners)]
		side := (b[0]-a[0])*(y-a[1]) - (b[1]-a[1])*(x-a[0])
		left, right = left || side > 1e-3, right || side < -1e-3
	}
	return !left || !right
}

// place is a floor of a column.
type place struct {
	x, y int32
	z    float32
}

// flood is the real floor that players reach.
type flood struct {
	t     *RealMap
	queue []place // reached, without duplicates
}

// walked floods the real floor from starts, items and the positions of players' feet, and returns the reached
// floors, without duplicates. That is an estimate of where players can walk.
func (t *RealMap) walked() []place {
	w := flood{t: t}
	for c, list := range t.floors {
		for i := range list {
			list[i].reached = false
			if list[i].touched && !list[i].mover && t.walkable(c[0], c[1], list[i].z) {
				w.reach(c[0], c[1], &list[i])
			}
		}
	}
	for i := range t.m.Entities {
		if at, ok := standsAt(&t.m.Entities[i]); ok && inside(at) {
			w.below(cellOf(at[0]), cellOf(at[1]), at[2]+8, false)
		}
	}
	for n := 0; n < len(w.queue); n++ {
		p := w.queue[n]
		for _, d := range around {
			w.below(p.x+d[0], p.y+d[1], p.z+stepUp, true)
		}
	}
	return w.queue
}

// reach adds a floor.
func (w *flood) reach(x, y int32, f *trueFloor) {
	f.reached = true
	w.queue = append(w.queue, place{x, y, f.z})
}

// below reaches the highest floor of a column up to a height, or only one with room for a player.
func (w *flood) below(x, y int32, top float32, room bool) {
	list := w.t.floors[[2]int32{x, y}]
	for i := len(list) - 1; i >= 0; i-- {
		if f := &list[i]; f.z <= top && !f.mover {
			if !f.reached && (!room || w.t.walkable(x, y, f.z)) {
				w.reach(x, y, f)
			}
			return
		}
	}
}

// standsAt returns the origin of an entity that is on or above a floor where players come: a start, an item or a
// teleporter's destination.
func standsAt(e *bsp.Entity) (at mgl32.Vec3, ok bool) {
	class, _ := e.Get("classname")
	text, ok := e.Get("origin")
	onFloor := strings.Contains(class, "teleport")
	for _, prefix := range [...]string{"info_player", "item_", "weapon_", "ammo_"} {
		onFloor = onFloor || strings.HasPrefix(class, prefix)
	}
	for i, word := range strings.Fields(text) {
		if v, err := strconv.ParseFloat(word, 32); err == nil && i < len(at) {
			at[i] = float32(v)
		}
	}
	return at, ok && onFloor
}

// walkable reports whether a player could stand on a floor: with room for the body, and neither under water nor
// in slime or lava.
func (t *RealMap) walkable(x, y int32, z float32) bool {
	at := mgl32.Vec3{float32(x)*cell + cell/2, float32(y)*cell + cell/2, z + 4}
	if t.m.Leaves[t.m.LeafAt(at)].Contents&(bsp.ContentsSolid|bsp.ContentsLava|bsp.ContentsSlime) != 0 {
		return false
	}
	at[2] = z + 40
	return t.m.Leaves[t.m.LeafAt(at)].Contents&(bsp.ContentsSolid|bsp.ContentsLava|bsp.ContentsSlime|
		bsp.ContentsWater) == 0
}

// columns calls visit for the columns whose middles are below a floor.
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
				visit(x, y, f.Corners[0][2]-(f.Normal[0]*(px-f.Corners[0][0])+f.Normal[1]*(py-f.Corners[0][1]))/
					f.Normal[2])
			}
		}
	}
}
