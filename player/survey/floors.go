package survey

import (
	"cmp"
	"math"
	"slices"
)

// around are the directions to the four neighbors of a column.
var around = [4][2]int32{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}

const (
	// levelHeight is the maximum height difference between neighboring columns of one floor. wholeHeight is the
	// maximum difference of a height from the whole number that it is rounded to. Both are in units.
	levelHeight, wholeHeight = 1, 0.2
	// smallIsland is the minimum size of a floor, in columns, that is not mistaken for one where players swam.
	smallIsland = 24
	// gapCells is the maximum gap, in columns, between two parts of a floor: a narrower gap would not fit a
	// body.
	gapCells = 4
)

// level gives all columns of a floor the height of the best attested one.
func (f *field) level() {
	order := make([]int32, 0, len(f.spots))
	for i := range f.spots {
		f.spots[i].patch = -1
		if !f.spots[i].gone && f.spots[i].kind == Floor {
			order = append(order, int32(i))
		}
	}
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(f.spots[b].sure, f.spots[a].sure) })
	var stack []int32
	for _, seed := range order {
		if f.spots[seed].patch >= 0 {
			continue
		}
		z := f.spots[seed].z
		whole := z
		if nearWhole(z) {
			z = float32(math.Round(float64(z)))
		}
		f.spots[seed].patch = seed
		stack = append(stack[:0], seed)
		for len(stack) > 0 {
			i := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			f.spots[i].z = z
			f.patchSize[seed]++
			for _, d := range around {
				n := f.near(f.spots[i].x+d[0], f.spots[i].y+d[1], whole, levelHeight)
				if n >= 0 && f.spots[n].patch < 0 && f.spots[n].kind == Floor {
					f.spots[n].patch = seed
					stack = append(stack, n)
				}
			}
		}
	}
}

// fill closes gaps of up to most columns between two parts of one floor. The new floors are of the given kind,
// and grown columns away from known floor.
func (f *field) fill(most int32, kind Kind, grown uint8) {
	known := len(f.spots)
	for i := range known {
		p := f.spots[i]
		if p.gone || p.kind != Floor {
			continue
		}
		for _, d := range [2][2]int32{{1, 0}, {0, 1}} {
			f.bridge(p, d, most, kind, grown)
		}
	}
}

// bridge closes the gap between a floor and its next part in direction d, if the gap has at most most columns
// and nothing passed through.
func (f *field) bridge(p spot, d [2]int32, most int32, kind Kind, grown uint8) {
	far := int32(0)
	for n := int32(1); n <= most+1; n++ {
		x, y := p.x+n*d[0], p.y+n*d[1]
		if q := f.near(x, y, p.z, body); q >= 0 {
			if o := &f.spots[q]; o.z-p.z <= 0.5 && p.z-o.z <= 0.5 && o.kind != Slope {
				far = n
			}
			break
		}
		if f.walled(x-d[0], y-d[1], d, p.z) || !kind.Presumed() && !f.mayBe(x, y, p.z) || kind.Presumed() &&
			!f.mayPresume(x, y, p.z) {
			break
		}
	}
	for n := int32(1); n < far && len(f.spots) < maxSpots; n++ {
		f.add(spot{x: p.x + n*d[0], y: p.y + n*d[1], z: p.z, kind: kind, grown: grown, patch: p.patch})
	}
}

// mayBe reports whether nothing rules out a floor of a column at a height.
func (f *field) mayBe(x, y int32, z float32) bool {
	free, flown := f.s.layersAt(x, y, floorLayer(z)-3, 4) // as in openBelow
	return free&0b1101 == 0 && flown&0b11 == 0
}

// floorGap is the maximum distance, in units, between a floor and one below it that rules out a presumed floor
// between them, which would hide the lower one.
const floorGap = 256

// above reports whether a column has a known floor at most floorGap below a height.
func (f *field) above(x, y int32, z float32) bool {
	for i := f.first(x, y); i != 0; i = f.spots[i-1].next {
		if p := &f.spots[i-1]; !p.gone && !p.kind.Presumed() && p.z < z-body && p.z > z-floorGap {
			return true
		}
	}
	return false
}

// isEnd reports whether any neighbor of a column lacks the floor.
func (f *field) isEnd(p *spot) bool {
	for _, d := range around {
		if f.near(p.x+d[0], p.y+d[1], p.z, body) < 0 {
			return true
		}
	}
	return false
}

// passed returns how often players stood at the most frequented spot near a position. Players rarely stand on
// the very edge of a floor.
func (f *field) passed(x, y int32, z float32) (most int) {
	const reach = 3
	f.anyNear(x, y, reach, func(q *spot) bool {
		if !q.gone && q.z-z <= cell && z-q.z <= cell {
			most = max(most, q.sure)
		}
		return false
	})
	return most
}

// mayPresume reports whether a floor can be presumed in a column at a height. Nothing may rule it out, it may
// not hide a known floor up to floorGap below it or below columns half a body's width around it, and no player
// may have passed there in the air.
func (f *field) mayPresume(x, y int32, z float32) bool {
	const beside = 4
	if !f.mayBe(x, y, z) || f.liquidAt(x, y, z) {
		return false
	}
	for b := int32(-beside); b <= beside; b += beside {
		for a := int32(-beside); a <= beside; a += beside {
			if f.above(x+a, y+b, z) {
				return false
			}
		}
	}
	if !f.s.freeAt(x, y, floorLayer(z)+1) {
		return true
	}
	// The rim of a player standing beside it is there, too.
	return f.anyNear(x, y, 1, func(p *spot) bool {
		return !p.gone && !p.kind.Presumed() && p.z-z <= cell && z-p.z <= cell
	})
}

// ceiling returns the height of the lowest known floor above z in a column, at most z + most.
func (f *field) ceiling(x, y int32, z, most float32) float32 {
	for i := f.first(x, y); i != 0; i = f.spots[i-1].next {
		if p := &f.spots[i-1]; !p.gone && !p.kind.Presumed() && p.z > z+body {
			return min(p.z, z+most)
		}
	}
	return z + most
}

// These constants say how far presumed floors extend beyond known ones, in columns. Where many players passed,
// the edge of the known floor usually is its end.
const (
	fewPassed, somePassed       = 48, 150
	growFew, growSome, growMany = 4, 2, 1
	presumedGap                 = 8 // columns between two parts of one floor
	// presumedBlock is the width, in columns, of the blocks that presumed floors fill where few players passed.
	// Without blocks, their edges and walls would be as ragged as the players' paths.
	presumedBlock       = 4
	presumedHigh  int32 = 16 // height of walls, in cells: most rooms are higher
	// largestHole is the maximum size of a closed hole in a floor, in columns.
	largestHole = 144
	// growFlown is the maximum distance from known floor, in columns, of a floor presumed below flights.
	// flownLow and flownLayers are the layers above the floor that are searched for flights.
	growFlown, flownLow, flownLayers = 20, 2, 24
)

// flownOver reports whether something flew above a floor presumed at height z in the block of a column. Then
// the block is open and part of the room.
func (f *field) flownOver(x, y int32, z float32) bool {
	bx, by, l := floorDiv(x, presumedBlock), floorDiv(y, presumedBlock), layerOf(z)+flownLow
	key := levelKey(bx, by, l)
	if over, known := f.over[key]; known {
		return over
	}
	over := false
	for y := by * presumedBlock; y < (by+1)*presumedBlock && !over; y++ {
		for x := bx * presumedBlock; x < (bx+1)*presumedBlock; x++ {
			if _, flown := f.s.layersAt(x, y, l, flownLayers); flown != 0 {
				over = true
				break
			}
		}
	}
	f.over[key] = over
	return over
}

// growing is a floor beyond which others are presumed.
type growing struct {
	spot, left int32 // left is how many columns further it extends
	blocks     bool  // fill the block up to its border
}

// presume adds floors beyond the known ones.
func (f *field) presume() {
	f.fill(presumedGap, PresumedFloor, 1)
	var queue []growing
	for i := range f.spots {
		p := &f.spots[i]
		if p.gone || p.kind != Floor && p.kind != PresumedFloor || !f.isEnd(p) {
			continue
		}
		left, blocks := int32(growFew), true
		switch passed := f.passed(p.x, p.y, p.z); {
		case p.kind == PresumedFloor:
			left, blocks = 1, passed < fewPassed
		case passed >= somePassed:
			left, blocks = growMany, false
		case passed >= fewPassed:
			left, blocks = growSome, false
		}
		queue = append(queue, growing{int32(i), left, blocks})
	}
	for at := 0; at < len(queue); at++ {
		g := queue[at]
		for _, d := range around {
			p := f.spots[g.spot]
			x, y := p.x+d[0], p.y+d[1]
			if !f.grows(g, &p, x, y) || len(f.spots) >= maxSpots || f.near(x, y, p.z, body) >= 0 ||
				f.walled(p.x, p.y, d, p.z) || !f.mayPresume(x, y, p.z) {
				continue
			}
			n := f.add(spot{x: x, y: y, z: p.z, kind: PresumedFloor, grown: p.grown + 1, patch: p.patch})
			queue = append(queue, growing{n, max(0, g.left-1), g.blocks})
		}
	}
	f.closeHoles()
}

// grows reports whether a floor extends to a neighboring column: it may extend further, something flew above that
// column, or it fills the block that has both columns.
func (f *field) grows(g growing, p *spot, x, y int32) bool {
	if g.blocks && p.grown < growFlown && f.flownOver(x, y, p.z) || g.left > 0 {
		return true
	}
	return g.blocks && floorDiv(x, presumedBlock) == floorDiv(p.x, presumedBlock) &&
		floorDiv(y, presumedBlock) == floorDiv(p.y, presumedBlock)
}

// sunkDeep is the depth in layers that a landing player never reaches below a floor. Some Quake III demos
// extrapolate other players, who are up to 24 units deep in the floor for one frame. A player who falls through
// a hole is seen in the sunkLayers layers below that.
const sunkDeep, sunkLayers = 7, 7

// sunkInto reports whether players in the floor of a column at height z only sank into it while landing.
func (f *field) sunkInto(x, y int32, z float32) bool {
	free, _ := f.s.layersAt(x, y, floorLayer(z)-sunkDeep-sunkLayers+1, sunkLayers)
	return free == 0 && !f.s.flownUnder(x, y, z)
}

// hole is a region without floor at one height.
type hole struct {
	f       *field
	z       float32
	columns [][2]int32
	seen    map[uint64]bool // columns of this and earlier holes, by column and height
}

// closeHoles presumes floor in holes that are surrounded by floor and have no walls. Either no player happened
// to walk there, or players only sank into it.
func (f *field) closeHoles() {
	h := hole{f: f, seen: map[uint64]bool{}}
	for i := range len(f.spots) {
		p := f.spots[i]
		if p.gone || p.kind != Floor && p.kind != PresumedFloor {
			continue
		}
		for _, d := range around {
			h.z, h.columns = p.z, h.columns[:0]
			h.add(p.x+d[0], p.y+d[1])
			if !h.closed() || len(f.spots)+len(h.columns) > maxSpots {
				continue
			}
			for _, c := range h.columns {
				f.add(spot{x: c[0], y: c[1], z: p.z, kind: PresumedFloor, grown: 1, patch: p.patch})
			}
		}
	}
}

// add adds a column, unless it has a floor or was seen.
func (h *hole) add(x, y int32) {
	key := levelKey(x, y, floorDiv(int32(h.z), body))
	if h.f.near(x, y, h.z, body) < 0 && !h.seen[key] {
		h.seen[key] = true
		h.columns = append(h.columns, [2]int32{x, y})
	}
}

// closed adds the columns that are connected with the first one, and reports whether floor can be presumed in all of
// them.
func (h *hole) closed() bool {
	f, closed := h.f, true
	for at := 0; at < len(h.columns) && len(h.columns) <= largestHole; at++ {
		x, y := h.columns[at][0], h.columns[at][1]
		closed = closed && (f.mayBe(x, y, h.z) || f.sunkInto(x, y, h.z)) && !f.above(x, y, h.z) &&
			!f.liquidAt(x, y, h.z)
		for _, d := range around {
			closed = closed && !f.walled(x, y, d, h.z)
			h.add(x+d[0], y+d[1])
		}
	}
	return closed && len(h.columns) <= largestHole
}
