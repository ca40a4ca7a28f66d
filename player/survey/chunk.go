package survey

import (
	"math"
	"math/bits"
	"unsafe"
)

// Lengths are in units.
const (
	// cell is the width of a column: the floors and stairs of the games are aligned to it.
	cell = 8
	// chunkWidth and chunkHeight are the size of a chunk. A chunk has 64 layers, one for each bit of a word.
	chunkWidth, chunkHeight = 64, 256
	chunkCells              = chunkWidth / cell
	layer                   = chunkHeight / 64
	// rise moves the borders between chunks away from common floor heights.
	rise = 116
)

const (
	// maxChunks limits the chunks of a survey to several times those of the largest deathmatch levels: 93 MB.
	maxChunks = 1 << 16
	// maxPrints limits the footprints of a survey: 32 MB. The longest matches of the corpus have 200,000.
	maxPrints = 1 << 21
	// columnPrints limits the footprints of a column. Floors are a body height apart and lifts stop at two
	// heights, so more footprints mean nothing.
	columnPrints = 24
	recentChunks = 2048 // 16 by 16 by 8
)

const (
	chunkBytes = int64(unsafe.Sizeof(chunk{}))
	printBytes = int64(unsafe.Sizeof(footprint{}))
)

// chunk is a part of space.
type chunk struct {
	at   [3]int32                        // in units of the chunk size
	free [chunkCells * chunkCells]uint64 // for each column, a bit for each layer that a body passed through
	// flown has a bit for each layer that a missile or shot passed through.
	flown [chunkCells * chunkCells]uint64
	head  [chunkCells * chunkCells]int32 // for each column, the index of its first footprint plus 1
}

// footprint is a height at which feet were in a column.
type footprint struct {
	z            float32 // in units
	next         int32   // index of the column's next footprint plus 1
	strong, weak uint16  // how often a player stood there for certain, or possibly
	middle       uint16  // how often the central part of a body was above it, not only the rim
	slope        uint16  // how often the middle of a body moving evenly up or down was there
}

func (f *footprint) attested() int { return 4*int(f.strong) + int(f.weak) }

// floorDiv returns a divided by b, rounded down. b must be positive.
func floorDiv(a, b int32) int32 {
	if a < 0 {
		return -((-a + b - 1) / b)
	}
	return a / b
}

// cellOf returns the column of a coordinate, and layerOf the layer of a height.
func cellOf(x float32) int32  { return floorOf(float64(x) * (1. / cell)) }
func layerOf(z float32) int32 { return floorOf(float64(z+rise) * (1. / layer)) }

// floorOf returns x rounded down. x must be in the range of int32.
func floorOf(x float64) int32 {
	n := int32(x)
	if float64(n) > x {
		n--
	}
	return n
}

// floorLayer returns the layer just above a floor at height z. Bodies that stand on that floor, or a little
// lower, do not carve it. So if it is free, there is no floor.
func floorLayer(z float32) int32 { return layerOf(z + 0.5) }

func hashChunk(x, y, z int32) uint32 {
	return uint32(x)*0x9e3779b1 ^ bits.RotateLeft32(uint32(y)*0x85ebca6b, 11) ^ bits.RotateLeft32(uint32(z)*0xc2b2ae35,
		21)
}

// find returns the index of a chunk, -1 if there is none. It does not change s.
func (s *Survey) find(x, y, z int32) int32 {
	if len(s.directory) == 0 {
		return -1
	}
	mask := uint32(len(s.directory) - 1)
	for i := hashChunk(x, y, z) & mask; ; i = (i + 1) & mask {
		n := s.directory[i] - 1
		if n < 0 || s.chunks[n].at == [3]int32{x, y, z} {
			return n
		}
	}
}

// chunkAt returns the index of a chunk, which it adds if needed. It returns -1 if there is no room.
func (s *Survey) chunkAt(x, y, z int32) int32 {
	if s.recent == nil {
		s.recent = new([recentChunks]int32)
	}
	slot := &s.recent[x&15|y&15<<4|z&7<<8]
	if n := *slot - 1; n >= 0 && s.chunks[n].at == [3]int32{x, y, z} {
		return n
	}
	n := s.find(x, y, z)
	if n < 0 {
		if n = s.addChunk(x, y, z); n < 0 {
			return n
		}
	}
	*slot = n + 1
	return n
}

func (s *Survey) addChunk(x, y, z int32) int32 {
	if len(s.chunks) >= maxChunks {
		return -1
	}
	if 2*(len(s.chunks)+1) > len(s.directory) && !s.growDirectory() {
		return -1
	}
	if !room(&s.chunks, s.budget, chunkBytes) {
		return -1
	}
	s.chunks = append(s.chunks, chunk{at: [3]int32{x, y, z}})
	n := int32(len(s.chunks))
	s.enter(n)
	return n - 1
}

// enter puts the chunk with index n-1 into the directory.
func (s *Survey) enter(n int32) {
	at := s.chunks[n-1].at
	mask := uint32(len(s.directory) - 1)
	i := hashChunk(at[0], at[1], at[2]) & mask
	for s.directory[i] != 0 {
		i = (i + 1) & mask
	}
	s.directory[i] = n
}

func (s *Survey) growDirectory() bool {
	size := max(64, 2*len(s.directory))
	if !s.budget.take(int64(size-len(s.directory)) * 4) {
		return false
	}
	s.directory = make([]int32, size)
	for n := range s.chunks {
		s.enter(int32(n) + 1)
	}
	return true
}

// room makes room for one more element, growing the list by a quarter. It reports whether the budget allows
// that.
func room[T any](list *[]T, b *Budget, bytes int64) bool {
	l := *list
	if len(l) < cap(l) {
		return true
	}
	more := max(32, len(l)/4)
	if !b.take(int64(more) * bytes) {
		return false
	}
	larger := make([]T, len(l), len(l)+more)
	copy(larger, l)
	*list = larger
	return true
}

// column returns the index of a column in its chunk.
func column(x, y int32) int32 { return x&(chunkCells-1) | y&(chunkCells-1)<<3 }

// certainty is the certainty that a player stood at a position.
type certainty uint8

const (
	standsStrong certainty = iota
	standsWeak
	standsOnSlope
)

const (
	// printReach is the maximum horizontal distance, in units, between the middles of a body and of a column
	// under its foot. It is less than the 16 units of half a body, whose rim may hang over an edge.
	printReach = 12
	// middleReach is like printReach, for the central part of the body.
	middleReach = 8
	// sameHeight is the maximum height difference between footprints of one floor, in units.
	sameHeight = 1
)

// print marks the columns under the feet of a player who stands at a position.
func (s *Survey) print(x, y, z float32, how certainty) {
	reach := float32(printReach)
	if how == standsOnSlope {
		reach = 0
	}
	x0, x1 := cellOf(x-reach-cell/2+cell-0.001), cellOf(x+reach-cell/2)
	y0, y1 := cellOf(y-reach-cell/2+cell-0.001), cellOf(y+reach-cell/2)
	if how == standsOnSlope {
		x0, x1, y0, y1 = cellOf(x), cellOf(x), cellOf(y), cellOf(y)
	}
	cz := layerOf(z) >> 6
	// A body is above at most four chunks.
	var chunks [4]int32
	for cy := y0; cy <= y1; cy++ {
		dy := float32(cy)*cell + cell/2 - y
		middle := dy >= -middleReach && dy <= middleReach
		for cx := x0; cx <= x1; cx++ {
			known := &chunks[cx>>3&1|cy>>3&1<<1]
			if *known == 0 {
				*known = s.chunkAt(cx>>3, cy>>3, cz) + 1
				if *known == 0 {
					return
				}
			}
			f := s.printAt(*known-1, column(cx, cy), z)
			if f == nil {
				continue
			}
			switch how {
			case standsStrong:
				if f.strong == 0 {
					f.z = z
				}
				count(&f.strong)
			case standsWeak:
				count(&f.weak)
			default:
				count(&f.slope)
			}
			if dx := float32(cx)*cell + cell/2 - x; middle && dx >= -middleReach && dx <= middleReach {
				count(&f.middle)
			}
		}
	}
}

func count(n *uint16) {
	if *n < math.MaxUint16 {
		*n++
	}
}

// printAt returns the footprint of a column at a height, which it adds if needed. It returns nil if there is no
// room.
func (s *Survey) printAt(n, column int32, z float32) *footprint {
	seen := 0
	for i := s.chunks[n].head[column]; i != 0; i = s.prints[i-1].next {
		f := &s.prints[i-1]
		if d := f.z - z; d >= -sameHeight && d <= sameHeight {
			return f
		}
		seen++
	}
	if seen >= columnPrints || len(s.prints) >= maxPrints || !room(&s.prints, s.budget, printBytes) {
		return nil
	}
	s.prints = append(s.prints, footprint{z: z, next: s.chunks[n].head[column]})
	s.chunks[n].head[column] = int32(len(s.prints))
	return &s.prints[len(s.prints)-1]
}

// carve records that a box around a vertical line contains nothing solid. The box is made of columns whose
// middles are less than reach away from the line, and of layers fully between low and high. Lengths are in
// units.
func (s *Survey) carve(x, y, reach, low, high float32) { s.carveBox(boxAround(x, y, reach, low, high)) }

// carved is a box of columns and layers.
type carved struct{ x0, x1, y0, y1, l0, l1 int32 }

// boxAround returns the box that [Survey.carve] carves.
func boxAround(x, y, reach, low, high float32) carved {
	return carved{
		cellOf(x - reach + cell/2), cellOf(x + reach - cell/2), cellOf(y - reach + cell/2), cellOf(y + reach - cell/2),
		layerOf(low + layer - 0.001), layerOf(high) - 1,
	}
}

func (s *Survey) carveBox(k carved) {
	x0, x1, y0, y1, l0, l1 := k.x0, k.x1, k.y0, k.y1, k.l0, k.l1
	for l0 <= l1 {
		cz := l0 >> 6
		last := min(l1, cz*64+63)
		mask := (^uint64(0) >> (63 - uint(last-l0))) << uint(l0-cz*64)
		for cy := y0; cy <= y1; {
			endY := min(y1, cy|7)
			for cx := x0; cx <= x1; {
				endX := min(x1, cx|7)
				n := s.chunkAt(cx>>3, cy>>3, cz)
				if n < 0 {
					return
				}
				free := &s.chunks[n].free
				for b := cy; b <= endY; b++ {
					for a := cx; a <= endX; a++ {
						free[column(a, b)] |= mask
					}
				}
				cx = endX + 1
			}
			cy = endY + 1
		}
		l0 = last + 1
	}
}

// freeAt reports whether a body was in a layer of a column.
func (s *Survey) freeAt(x, y, l int32) bool {
	n := s.find(x>>3, y>>3, floorDiv(l, 64))
	return n >= 0 && s.chunks[n].free[column(x, y)]>>uint(l&63)&1 != 0
}

// layersAt returns which of count layers of a column, from layer l on, bodies or missiles passed through. Bit 0
// is layer l. count is 1 to 64.
func (s *Survey) layersAt(x, y, l, count int32) (free, flown uint64) {
	z := floorDiv(l, 64)
	c, first := column(x, y), l-z*64
	if n := s.find(x>>3, y>>3, z); n >= 0 {
		free, flown = s.chunks[n].free[c]>>first, s.chunks[n].flown[c]>>first
	}
	if first+count > 64 {
		if n := s.find(x>>3, y>>3, z+1); n >= 0 {
			free, flown = free|s.chunks[n].free[c]<<(64-first), flown|s.chunks[n].flown[c]<<(64-first)
		}
	}
	mask := ^uint64(0) >> (64 - count)
	return free & mask, flown & mask
}
