package survey

import (
	"slices"
	"unsafe"

	"github.com/go-gl/mathgl/mgl32"
)

// HeatSize is the edge of a cell of walked ground, in units: a player's width.
const HeatSize = 32

const (
	heatShift = 5 // of HeatSize
	heatBytes = int64(unsafe.Sizeof(mgl32.Vec3{}) + 4 + 1)
	// maxHeat bounds the cells of a level; the largest maps have some tens of thousands of
	// cells of floor.
	maxHeat = 1 << 18
)

// heat is how often players came where: parallel lists, in the order in which cells were
// first reached.
type heat struct {
	points []mgl32.Vec3
	counts []uint32
	stood  []bool    // somebody stood there, at the height of the point
	cells  table     // by [heatCell.key] the index of the cell, 1 more
	last   []int32   // by slot the cell, to count arrivals and not frames
	at     []heatBox // by slot where that cell is
}

// heatBox is where feet are in the same cell, in units: from low to below high. The zero value is
// nowhere.
type heatBox struct{ low, high mgl32.Vec3 }

func (b *heatBox) has(at *mgl32.Vec3) bool {
	return at[0] >= b.low[0] && at[0] < b.high[0] && at[1] >= b.low[1] && at[1] < b.high[1] && at[2] >= b.low[2] && at[2] < b.high[2]
}

// box returns where a cell is.
func (c heatCell) box() heatBox {
	low := mgl32.Vec3{float32(c.x << heatShift), float32(c.y << heatShift), float32(c.z<<heatShift - rise)}
	return heatBox{low, low.Add(mgl32.Vec3{HeatSize, HeatSize, HeatSize})}
}

// heatCell is the place of a cell of walked ground; known is not set for none.
type heatCell struct {
	x, y, z int32
	known   bool
}

func heatCellOf(at mgl32.Vec3) heatCell {
	return heatCell{floorOf(float64(at[0])) >> heatShift, floorOf(float64(at[1])) >> heatShift, (floorOf(float64(at[2])) + rise) >> heatShift, true}
}

// key returns the place as a number.
func (c heatCell) key() uint64 {
	const bits = 21
	return uint64(uint32(c.x)&(1<<bits-1))<<(2*bits) | uint64(uint32(c.y)&(1<<bits-1))<<bits | uint64(uint32(c.z)&(1<<bits-1))
}

func (h *heat) clone() heat {
	return heat{points: slices.Clone(h.points), counts: slices.Clone(h.counts), stood: slices.Clone(h.stood), cells: h.cells.clone()}
}

// step notes that a player's origin is at a place.
func (h *heat) step(s *Survey, slot int, at mgl32.Vec3) {
	at[2] -= feet
	for slot >= len(h.last) {
		h.last, h.at = append(h.last, -1), append(h.at, heatBox{}) // at most world.MaxPlayers and 1
	}
	if h.at[slot].has(&at) {
		return
	}
	cell := heatCellOf(at)
	n := h.add(cell, at, s.budget)
	if n < 0 {
		return
	}
	h.at[slot] = cell.box()
	if h.last[slot] != n {
		h.last[slot] = n
		h.counts[n]++
	}
}

// add returns the index of a cell, which is made of a place in it if need be; -1 if there is no
// room.
func (h *heat) add(cell heatCell, at mgl32.Vec3, b *Budget) int32 {
	if n := h.find(cell); n >= 0 {
		return n
	}
	if len(h.points) >= maxHeat || !room(&h.points, b, heatBytes) {
		return -1
	}
	before := h.cells.n
	h.cells.add(cell.key(), uint32(len(h.points))+1, maxHeat, b)
	if h.cells.n == before {
		return -1
	}
	h.points, h.counts, h.stood = append(h.points, at), append(h.counts, 0), append(h.stood, false)
	return int32(len(h.points)) - 1
}

// find returns the index of a cell, -1 if it is not known.
func (h *heat) find(cell heatCell) int32 {
	if h.cells.n == 0 {
		return -1
	}
	i := h.cells.find(cell.key() + 1)
	if h.cells.keys[i] == 0 {
		return -1
	}
	return int32(h.cells.counts[i]) - 1
}

// stand notes that feet were on the ground at a place. Last is where somebody stood who has
// come there, and is noted anew.
func (h *heat) stand(at mgl32.Vec3, last *heatCell) {
	cell := heatCellOf(at)
	if *last == cell {
		return
	}
	n := h.find(cell)
	if n < 0 {
		return
	}
	*last = cell
	if !h.stood[n] {
		h.stood[n] = true
		h.points[n][2] = at[2]
	}
}

// merge adds the walked ground of another survey.
func (h *heat) merge(o *heat, b *Budget) {
	for i, at := range o.points {
		n := h.add(heatCellOf(at), at, b)
		if n < 0 {
			return
		}
		h.counts[n] += o.counts[i]
		if o.stood[i] && !h.stood[n] {
			h.stood[n], h.points[n] = true, at
		}
	}
}

// Walked is the ground of a level that players have walked on, as cubes with edges of
// [HeatSize]. The slices are parallel, and cells are in the order in which they were first
// reached.
type Walked struct {
	Points []mgl32.Vec3 // where the feet of the first player in the cell were, in units
	Counts []uint32     // how often players came to the cell
	// Stood says where there is ground: a player stood or ran in the cell, at the height of
	// its point. In the others players were seen in the air alone, as far as is known.
	Stood []bool
}

// Walked returns the ground that was walked on so far. It shares its slices with s.
func (s *Survey) Walked() *Walked { return &Walked{s.heat.points, s.heat.counts, s.heat.stood} }

// Memory returns how many bytes walked ground holds.
func (w *Walked) Memory() int64 { return int64(len(w.Points)) * heatBytes }
