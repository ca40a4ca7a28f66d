package survey

import (
	"math"
	"slices"
	"strconv"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/bsp"
	"demoscope/player/world"
)

// Truth is a map that levels are compared with, and where players touched it: what to measure
// the building by. It is fed with the frames of demos of that map.
type Truth struct {
	floors map[[2]int32][]trueFloor // by column, rising
	// liquids are the heights of their surfaces by column.
	liquids map[[2]int32][]float32
	walls   map[[3]int32][]int32 // by cubes of wallCube, indices into faces
	faces   []trueFace
	places  []map[mgl32.Vec3]bool // by inline model, where it was seen
	m       *bsp.Map
	work    int // columns and cubes that may still be looked at: see maxTruth
	paths   []path
	was     map[int]sample
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
	// maxTruth bounds the columns and cubes that the faces of a map lie in: 30 times those of the
	// largest levels of deathmatch. What is beyond it is left out.
	maxTruth = 1 << 26
	// maxPaths bounds what is kept of ways: 100 MB. maxPlaces bounds those of a brush model.
	maxPaths, maxPlaces = 1 << 22, 64
	// stepUp is how high somebody comes in a jump.
	stepUp = 45
)

// NewTruth returns the truth of a map.
func NewTruth(m *bsp.Map) *Truth {
	t := &Truth{floors: map[[2]int32][]trueFloor{}, liquids: map[[2]int32][]float32{}, walls: map[[3]int32][]int32{},
		m: m, work: maxTruth, places: make([]map[mgl32.Vec3]bool, len(m.Models)), was: map[int]sample{}}
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

// liquid adds the level surface of a liquid.
func (t *Truth) liquid(corners []mgl32.Vec3) {
	f := Face{Corners: corners, Normal: up}
	for _, c := range corners {
		if c[2] != corners[0][2] || !inside(c) {
			return
		}
	}
	f.columns(func(x, y int32, z float32) { t.liquids[[2]int32{x, y}] = append(t.liquids[[2]int32{x, y}], z) })
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

// affords reports whether a box of so many columns or cubes, less one along each axis, can still be
// looked at, and takes them.
func (t *Truth) affords(x, y, z int32) bool {
	n := int64(x+1) * int64(y+1) * int64(z+1)
	if n > int64(t.work) {
		return false
	}
	t.work -= int(n)
	return true
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
