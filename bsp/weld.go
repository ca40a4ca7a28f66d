package bsp

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// Points closer than weldDistance units are one vertex. Compilers of Quake III write a vertex for each of its faces,
// rounded here and there.
const weldDistance = 1.0 / 32

// weldCell is the side in units of a cell of the grid for finding neighbors: small, so that few different points are in
// a cell, whatever the file.
const weldCell = 0.25

// weldShift keeps points with integer coordinates, which are the most frequent, away from the boundaries of cells.
const weldShift = 0.11

// welder collects points and gives those at the same position the same index.
type welder struct {
	points []mgl32.Vec3
	next   []int32          // next point of the cell, -1 at the end
	first  map[uint64]int32 // by cellKey: cells that are 1<<19 units apart share a key
}

func newWelder(size int) *welder {
	return &welder{points: make([]mgl32.Vec3, 0, size), next: make([]int32, 0, size),
		first: make(map[uint64]int32, size)}
}

func cellOf(f float32) int32 { return int32(math.Floor(float64(f+weldShift) / weldCell)) }

// add returns the index of the vertex at v. It adds one if there is none.
func (w *welder) add(v mgl32.Vec3) uint32 {
	var low, high, home [3]int32
	for i, f := range v {
		low[i], high[i], home[i] = cellOf(f-weldDistance), cellOf(f+weldDistance), cellOf(f)
	}
	for x := low[0]; x <= high[0]; x++ {
		for y := low[1]; y <= high[1]; y++ {
			for z := low[2]; z <= high[2]; z++ {
				i, ok := w.first[cellKey([3]int32{x, y, z})]
				for ; ok && i >= 0; i = w.next[i] {
					if d := w.points[i].Sub(v); d.Dot(d) < weldDistance*weldDistance {
						return uint32(i)
					}
				}
			}
		}
	}
	i := int32(len(w.points))
	key := cellKey(home)
	after, ok := w.first[key]
	if !ok {
		after = -1
	}
	w.points = append(w.points, v)
	w.next = append(w.next, after)
	w.first[key] = i
	return uint32(i)
}
