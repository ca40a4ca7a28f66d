package survey

import (
	"cmp"
	"slices"
)

// spot is a floor in one column.
type spot struct {
	x, y    int32 // the column
	next    int32 // index of the column's next higher spot plus 1
	z       float32
	kind    Kind
	sure    int  // how often a player stood there, weighted by certainty
	rim     bool // only the rims of bodies were above it
	hasItem bool // an item rested there
	gone    bool
	grown   uint8 // distance of a presumed floor from known floor, in columns
	patch   int32
	// grade is the rise of a slope along x and y, in units per unit.
	grade [2]float32
}

// field holds the floors and walls of a level while it is built.
type field struct {
	s     *Survey
	walls *walls // nil until found
	spots []spot
	tiles map[uint64]*tile // by columnKey of the tile
	// recent caches tiles, by the low bits of their coordinates.
	recent [64]recentTile
	over   map[uint64]bool // by block: see [field.flownOver]
	// patchSize is the number of columns of each level floor, by patch.
	patchSize map[int32]int
	pools     []pool
	poured    map[[2]int32][]float32 // surface heights of liquids by column
	step      func()                 // see [Survey.BuildInSteps]; may be nil
	asked     int                    // number of calls of [field.near]
}

// recentTile is a cached tile; tile is nil if there is none at that place.
type recentTile struct {
	x, y  int32
	known bool
	tile  *tile
}

// tile is a block of 8 by 8 columns.
type tile struct {
	head [chunkCells * chunkCells]int32 // for each column, the index of its lowest spot plus 1
}

// columnKey returns the coordinates of a column as a number. levelKey returns those of a column and a level; a
// level is at least as high as a layer.
func columnKey(x, y int32) uint64 { return uint64(uint32(x))<<32 | uint64(uint32(y)) }

func levelKey(x, y, level int32) uint64 {
	const bits = 21 // enough for all reachable coordinates in layers
	return uint64(x&(1<<bits-1)) | uint64(y&(1<<bits-1))<<bits | uint64(level&(1<<bits-1))<<(2*bits)
}

// tile returns the tile of a column, or nil.
func (f *field) tile(x, y int32) *tile {
	x, y = x>>3, y>>3
	r := &f.recent[x&7|y&7<<3]
	if !r.known || r.x != x || r.y != y {
		*r = recentTile{x, y, true, f.tiles[columnKey(x, y)]}
	}
	return r.tile
}

// first returns the index of the lowest spot of a column plus 1, or 0.
func (f *field) first(x, y int32) int32 {
	t := f.tile(x, y)
	if t == nil {
		return 0
	}
	return t.head[column(x, y)]
}

// askedStep is the number of searches per step: most of the work searches for spots.
const askedStep = 256

// yield ends a step of the work.
func (f *field) yield() {
	if f.step != nil {
		f.step()
	}
}

// near returns the index of the spot in a column nearest to height z, at most reach units away, or -1.
func (f *field) near(x, y int32, z, reach float32) int32 {
	if f.asked++; f.asked%askedStep == 0 {
		f.yield()
	}
	best := int32(-1)
	for i := f.first(x, y); i != 0; i = f.spots[i-1].next {
		p := &f.spots[i-1]
		if p.gone {
			continue
		}
		if d := max(p.z-z, z-p.z); d <= reach {
			best, reach = i-1, d
		}
	}
	return best
}

// add adds a spot to its column and returns its index.
func (f *field) add(p spot) int32 {
	t := f.tile(p.x, p.y)
	if t == nil {
		t = &tile{}
		f.tiles[columnKey(p.x>>3, p.y>>3)] = t
		f.recent[p.x>>3&7|p.y>>3&7<<3].tile = t
	}
	link := &t.head[column(p.x, p.y)]
	for *link != 0 && f.spots[*link-1].z <= p.z {
		link = &f.spots[*link-1].next
	}
	p.next = *link
	n := int32(len(f.spots))
	*link = n + 1
	f.spots = append(f.spots, p)
	return n
}

// maxSpots limits the floors of a level: the largest have fewer footprints.
const maxSpots = 1 << 20

const (
	// fewestWeak is how often players must have been where none certainly stood, unless a certain floor is at
	// most sureNear columns away and differs by at most sureHeight units in height.
	fewestWeak, sureNear, sureHeight = 2, 2, 0.6
	// oddWeak is fewestWeak for heights at which maps have no floors.
	oddWeak = 16
	// oftenStood is the minimum value of attested for a floor on which many players stood.
	oftenStood = 24
	// liftStood is the minimum number of certain footprints of a lift: other players passed through it when it
	// was lower.
	liftStood = 50
	// body is the height of a crouching player, in units, and the minimum distance between floors of a column.
	body = 24
)

// fieldOf returns the floors that the footprints show, in the order of their columns.
func fieldOf(s *Survey, step func()) *field {
	f := &field{s: s, step: step, tiles: map[uint64]*tile{}, over: map[uint64]bool{}, patchSize: map[int32]int{},
		poured: map[[2]int32][]float32{}}
	for _, n := range s.chunkOrder() {
		c := &s.chunks[n]
		f.yield()
		for k, head := range c.head {
			x, y := c.at[0]<<3|int32(k&7), c.at[1]<<3|int32(k>>3)
			for i := head; i != 0; i = s.prints[i-1].next {
				p := &s.prints[i-1]
				if p.strong == 0 && p.weak == 0 || len(f.spots) >= maxSpots || p.strong < liftStood &&
					(s.passed(x, y, p) || s.flownUnder(x, y, p.z)) {
					continue
				}
				if p.strong == 0 && p.weak < oddWeak && !s.mayStand(p.z) {
					continue
				}
				f.add(spot{x: x, y: y, z: p.z, sure: p.attested(), rim: p.middle == 0, grown: boolByte(p.strong > 0)})
			}
		}
	}
	f.addItemFloors()
	f.dropUnsure()
	f.dropRims()
	f.separate()
	for i := range f.spots {
		f.spots[i].grown = 0
	}
	return f
}

// passed reports whether a body passed through the floor of a footprint. Landing players sink into a floor by a
// unit or two for one frame, which counts only against floors where few players stood.
func (s *Survey) passed(x, y int32, p *footprint) bool {
	l := floorLayer(p.z)
	return s.freeAt(x, y, l) && (p.attested() < oftenStood || s.freeAt(x, y, l-1))
}

// chunkOrder returns the indices of the chunks, sorted by position.
func (s *Survey) chunkOrder() []int32 {
	order := make([]int32, len(s.chunks))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int {
		p, q := &s.chunks[a].at, &s.chunks[b].at
		return cmp.Or(cmp.Compare(p[0], q[0]), cmp.Compare(p[1], q[1]), cmp.Compare(p[2], q[2]))
	})
	return order
}

func boolByte(b bool) uint8 {
	if b {
		return 1
	}
	return 0
}

// addItemFloors adds the floors below items.
func (f *field) addItemFloors() {
	for i := range f.s.items {
		o := &f.s.items[i]
		x0, x1, y0, y1 := cellOf(o.origin[0]-8), cellOf(o.origin[0]+7.9), cellOf(o.origin[1]-8), cellOf(o.origin[1]+7.9)
		if f.s.brushBox(o) {
			x0, x1, y0, y1 = cellOf(o.origin[0]+8), cellOf(o.origin[0]+23.9), cellOf(o.origin[1]+8),
				cellOf(o.origin[1]+23.9)
		}
		for y := y0; y <= y1; y++ {
			for x := x0; x <= x1; x++ {
				if n := f.near(x, y, o.floor, sameHeight); n >= 0 {
					f.spots[n].hasItem, f.spots[n].rim, f.spots[n].grown = true, false, 1
				} else if !f.s.freeAt(x, y, floorLayer(o.floor)) && len(f.spots) < maxSpots {
					f.add(spot{x: x, y: y, z: o.floor, sure: 4, hasItem: true, grown: 1})
				}
			}
		}
	}
}

// dropUnsure drops floors that were seen too rarely and have no certain floor beside them. Until then, grown
// marks certain floors.
func (f *field) dropUnsure() {
	for i := range f.spots {
		p := &f.spots[i]
		if p.grown != 0 || p.sure >= fewestWeak {
			continue
		}
		p.gone = !f.anyNear(p.x, p.y, sureNear, func(q *spot) bool {
			return q.grown != 0 && q.z-p.z <= sureHeight && p.z-q.z <= sureHeight
		})
	}
}

// anyNear reports whether want returns true for any spot in the columns up to reach away.
func (f *field) anyNear(x, y, reach int32, want func(*spot) bool) bool {
	for b := y - reach; b <= y+reach; b++ {
		for a := x - reach; a <= x+reach; a++ {
			for i := f.first(a, b); i != 0; i = f.spots[i-1].next {
				if want(&f.spots[i-1]) {
					return true
				}
			}
		}
	}
	return false
}

// dropRims drops floors beside a drop that only the rims of bodies touched: players hang over edges.
func (f *field) dropRims() {
	const rimNear = 2
	for i := range f.spots {
		p := &f.spots[i]
		if !p.rim || p.gone {
			continue
		}
	search:
		for y := p.y - rimNear; y <= p.y+rimNear; y++ {
			for x := p.x - rimNear; x <= p.x+rimNear; x++ {
				if f.openBelow(x, y, p.z) {
					p.gone = true
					break search
				}
			}
		}
	}
}

// openBelow reports whether a column is known to be open just below a height.
func (f *field) openBelow(x, y int32, z float32) bool {
	free, flown := f.s.layersAt(x, y, floorLayer(z)-3, 3)
	return free&0b101 != 0 || flown&0b11 != 0
}

// separate removes floors too close above each other to stand on, except the best attested.
func (f *field) separate() {
	for i := range f.spots {
		p := &f.spots[i]
		if p.gone {
			continue
		}
		for n := p.next; n != 0; n = f.spots[n-1].next {
			q := &f.spots[n-1]
			if q.gone {
				continue
			}
			if q.z-p.z >= body {
				break
			}
			if q.sure > p.sure {
				p.gone = true
				break
			}
			q.gone = true
		}
	}
}
