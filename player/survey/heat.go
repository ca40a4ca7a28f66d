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
	heatWide, heatHigh = chunkWidth / HeatSize, chunkHeight / HeatSize
	heatCells          = heatWide * heatWide * heatHigh
	heatBytes          = int64(unsafe.Sizeof(mgl32.Vec3{}) + 4 + 1)
	// maxHeat bounds the cells of a level; the largest maps have some tens of thousands of
	// cells of floor.
	maxHeat = 1 << 18
)

// heat is how often players came where: parallel lists, in the order in which cells were
// first reached.
type heat struct {
	points []mgl32.Vec3
	counts []uint32
	stood  []bool  // somebody stood there, at the height of the point
	last   []int32 // by slot the cell, to count arrivals and not frames
}

func (h *heat) clone() heat {
	return heat{points: slices.Clone(h.points), counts: slices.Clone(h.counts), stood: slices.Clone(h.stood)}
}

// step notes that a player's origin is at a place.
func (h *heat) step(s *Survey, slot int, at mgl32.Vec3) {
	at[2] -= feet
	for slot >= len(h.last) {
		h.last = append(h.last, -1) // at most world.MaxPlayers and 1
	}
	place := h.place(s, at)
	if place == nil {
		return
	}
	if *place == 0 {
		if len(h.points) >= maxHeat || !room(&h.points, s.budget, heatBytes) {
			return
		}
		h.points, h.counts, h.stood = append(h.points, at), append(h.counts, 0), append(h.stood, false)
		*place = int32(len(h.points))
	}
	if h.last[slot] != *place {
		h.last[slot] = *place
		h.counts[*place-1]++
	}
}

// place returns where a chunk keeps the cell of a place; nil if there is no such chunk.
func (h *heat) place(s *Survey, at mgl32.Vec3) *int32 {
	var c [3]int32
	for i := range c {
		c[i] = int32(math.Floor(float64(at[i])))
	}
	c[2] += rise
	for i := range c {
		c[i] >>= 5 // HeatSize
	}
	n := s.chunkAt(c[0]>>1, c[1]>>1, c[2]>>3)
	if n < 0 {
		return nil
	}
	return &s.chunks[n].heat[c[0]&1|c[1]&1<<1|c[2]&7<<2]
}

// stand notes that feet were on the ground at a place.
func (h *heat) stand(s *Survey, at mgl32.Vec3) {
	if place := h.place(s, at); place != nil && *place != 0 && !h.stood[*place-1] {
		h.stood[*place-1] = true
		h.points[*place-1][2] = at[2]
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
