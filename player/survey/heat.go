package survey

import (
	"math"
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
	stood  []bool      // somebody stood there, at the height of the point
	pages  []*heatPage // of blocks
	used   int32       // how many blocks there are
	known  table       // by the key of a block its index, 1 more
	last   []int32     // by slot the cell, to count arrivals and not frames
	at     []heatAt
}

// heatBlock is a part of space of 4 by 4 by 4 cells: their indices, 1 more, 0 for those where
// nobody was.
type heatBlock [64]int32

// heatPage is some blocks: a list of all would be copied again and again as it grows.
type heatPage [1 << pageShift]heatBlock

const (
	pageShift = 5
	pageBytes = int64(unsafe.Sizeof(heatPage{}))
)

// block returns the block with an index.
func (h *heat) block(n int32) *heatBlock { return &h.pages[n>>pageShift][n&(1<<pageShift-1)] }

// heatAt is where the player of a slot is: nearly all go on in the same block.
type heatAt struct {
	box   heatBox
	key   uint64 // of the block, and 1 more; 0 for none
	block int32
	// followed is when the newest place of the player's way was noted, in viewer's seconds, -Inf if there
	// is none.
	followed float64
}

// heatBox is where feet are in the same cell, in units: from low to below high. The zero value is
// nowhere.
type heatBox struct{ low, high mgl32.Vec3 }

func (b *heatBox) has(at *mgl32.Vec3) bool {
	return at[0] >= b.low[0] && at[0] < b.high[0] && at[1] >= b.low[1] && at[1] < b.high[1] && at[2] >= b.low[2] &&
		at[2] < b.high[2]
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
	return heatCell{floorOf(float64(at[0])) >> heatShift, floorOf(float64(at[1])) >> heatShift,
		(floorOf(float64(at[2])) + rise) >> heatShift, true}
}

// blockKey returns the place of the cell's block as a number, and inBlock the cell's place there.
func (c heatCell) blockKey() uint64 {
	const bits = 21
	part := func(v int32) uint64 { return uint64(uint32(v>>2) & (1<<bits - 1)) }
	return part(c.x)<<(2*bits) | part(c.y)<<bits | part(c.z)
}

func (c heatCell) inBlock() int32 { return c.x&3 | c.y&3<<2 | c.z&3<<4 }

func (h *heat) clone() heat {
	c := heat{points: slices.Clone(h.points), counts: slices.Clone(h.counts), stood: slices.Clone(h.stood),
		used: h.used, known: h.known.clone()}
	for _, p := range h.pages {
		page := *p
		c.pages = append(c.pages, &page)
	}
	return c
}

// of returns where the player of a slot is.
func (h *heat) of(slot int) *heatAt {
	for slot >= len(h.last) {
		// at most world.MaxPlayers and 1
		h.last, h.at = append(h.last, -1), append(h.at, heatAt{followed: math.Inf(-1)})
	}
	return &h.at[slot]
}

// step notes that the feet of a player are at a place, and where they are now.
func (h *heat) step(s *Survey, slot int, now *heatAt, at mgl32.Vec3) {
	if now.box.has(&at) {
		return
	}
	cell := heatCellOf(at)
	n := h.add(now, cell, at, s.budget)
	if n < 0 {
		return
	}
	now.box = cell.box()
	if h.last[slot] != n {
		h.last[slot] = n
		h.counts[n]++
	}
}

// add returns the index of a cell, which is made of a place in it if need be; -1 if there is no
// room. Now is where its player was.
func (h *heat) add(now *heatAt, cell heatCell, at mgl32.Vec3, b *Budget) int32 {
	if key := cell.blockKey(); now.key != key+1 {
		n := h.findBlock(key)
		if n < 0 {
			if int(h.used) == len(h.pages)<<pageShift {
				if !b.take(pageBytes) {
					return -1
				}
				h.pages = append(h.pages, new(heatPage))
			}
			before := h.known.n
			if h.known.add(key, uint32(h.used)+1, maxHeat, b); h.known.n == before {
				return -1
			}
			n = h.used
			h.used++
		}
		now.key, now.block = key+1, n
	}
	place := &h.block(now.block)[cell.inBlock()]
	if *place == 0 {
		if len(h.points) >= maxHeat || !room(&h.points, b, heatBytes) {
			return -1
		}
		h.points, h.counts, h.stood = append(h.points, at), append(h.counts, 0), append(h.stood, false)
		*place = int32(len(h.points))
	}
	return *place - 1
}

// findBlock returns the index of a block, -1 if it is not known.
func (h *heat) findBlock(key uint64) int32 {
	if h.known.n == 0 {
		return -1
	}
	i := h.known.find(key + 1)
	if h.known.keys[i] == 0 {
		return -1
	}
	return int32(h.known.counts[i]) - 1
}

// find returns the index of a cell, -1 if it is not known.
func (h *heat) find(cell heatCell) int32 {
	n := h.findBlock(cell.blockKey())
	if n < 0 {
		return -1
	}
	return h.block(n)[cell.inBlock()] - 1
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
	var now heatAt
	for i, at := range o.points {
		n := h.add(&now, heatCellOf(at), at, b)
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
