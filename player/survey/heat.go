package survey

import (
	"math"
	"slices"
	"unsafe"

	"github.com/go-gl/mathgl/mgl32"
)

// HeatSize is the edge length of a cell of the walked area, in units: the width of a player.
const HeatSize = 32

const (
	heatShift = 5 // log2 of HeatSize
	heatBytes = int64(unsafe.Sizeof(mgl32.Vec3{}) + 4 + 1)
	// maxHeat limits the cells of a level: the largest maps have some tens of thousands of floor cells.
	maxHeat = 1 << 18
)

// heat records how often players were where. The lists are parallel, in the order in which cells were first
// reached.
type heat struct {
	points []mgl32.Vec3
	counts []uint32
	stood  []bool      // whether a player stood there, at the height of the point
	pages  []*heatPage // the blocks
	used   int32       // number of blocks in use
	known  table       // maps the key of a block to its index plus 1
	last   []int32     // last cell of each slot, to count arrivals instead of frames
	at     []heatAt
}

// heatBlock is a block of 4 by 4 by 4 cells: their indices plus 1, or 0 for cells where no player was.
type heatBlock [64]int32

// heatPage is a part of the list of blocks. Growing one single list would copy all blocks each time.
type heatPage [1 << pageShift]heatBlock

const (
	pageShift = 5
	pageBytes = int64(unsafe.Sizeof(heatPage{}))
)

// block returns the block with index n.
func (h *heat) block(n int32) *heatBlock { return &h.pages[n>>pageShift][n&(1<<pageShift-1)] }

// heatAt is a cache of the current position of a slot's player: players rarely change blocks.
type heatAt struct {
	box   heatBox
	key   uint64 // key of the block plus 1; 0 for none
	block int32
	// followed is the time of the latest sample of the player's track, in viewer's seconds, -Inf if there is
	// none.
	followed float64
}

// heatBox is the box of a cell in units, from low (inclusive) to high (exclusive). The zero value is empty.
type heatBox struct{ low, high mgl32.Vec3 }

func (b *heatBox) has(at *mgl32.Vec3) bool {
	return at[0] >= b.low[0] && at[0] < b.high[0] && at[1] >= b.low[1] && at[1] < b.high[1] && at[2] >= b.low[2] &&
		at[2] < b.high[2]
}

// box returns the box of a cell.
func (c heatCell) box() heatBox {
	low := mgl32.Vec3{float32(c.x << heatShift), float32(c.y << heatShift), float32(c.z<<heatShift - rise)}
	return heatBox{low, low.Add(mgl32.Vec3{HeatSize, HeatSize, HeatSize})}
}

// heatCell is the position of a cell of the walked area. The zero value is no cell.
type heatCell struct {
	x, y, z int32
	known   bool
}

func heatCellOf(at mgl32.Vec3) heatCell {
	return heatCell{floorOf(float64(at[0])) >> heatShift, floorOf(float64(at[1])) >> heatShift,
		(floorOf(float64(at[2])) + rise) >> heatShift, true}
}

// blockKey returns the position of the cell's block as a number, and inBlock the cell's index in the block.
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

// of returns the cached position of a slot's player.
func (h *heat) of(slot int) *heatAt {
	for slot >= len(h.last) {
		// at most world.MaxPlayers + 1 slots
		h.last, h.at = append(h.last, -1), append(h.at, heatAt{followed: math.Inf(-1)})
	}
	return &h.at[slot]
}

// step records a player's feet at a position, and updates now.
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

// add returns the index of a cell, which it adds with the point at if needed. It returns -1 if there is no
// room. now caches the block.
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

// findBlock returns the index of a block, or -1.
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

// find returns the index of a cell, or -1.
func (h *heat) find(cell heatCell) int32 {
	n := h.findBlock(cell.blockKey())
	if n < 0 {
		return -1
	}
	return h.block(n)[cell.inBlock()] - 1
}

// stand records feet on the ground at a position. last is the last cell recorded for the player.
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

// merge adds the walked area of another survey.
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

// Walked is the walked area of a level, as cubes with edges of [HeatSize]. The slices are parallel; cells are
// in the order in which they were first reached.
type Walked struct {
	Points []mgl32.Vec3 // position of the feet of the first player in the cell, in units
	Counts []uint32     // how often players entered the cell
	// Stood is set for cells with ground: a player stood or ran there, at the height of the point. In the other
	// cells, players were only seen in the air.
	Stood []bool
}

// Walked returns the area walked so far. It shares its slices with s.
func (s *Survey) Walked() *Walked { return &Walked{s.heat.points, s.heat.counts, s.heat.stood} }

// Memory returns the size of the walked area in bytes.
func (w *Walked) Memory() int64 { return int64(len(w.Points)) * heatBytes }
