package survey

import (
	"cmp"
	"math"
	"slices"
)

// around are the four neighbors of a column.
var around = [4][2]int32{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}

const (
	// levelHeight is by how much the heights of neighboring columns of one floor differ at
	// most, and wholeHeight how near to a whole number a height is taken for that.
	levelHeight, wholeHeight = 1, 0.2
	// smallIsland is how many columns a floor has that is none if somebody swam there.
	smallIsland = 24
	// gapCells is how many columns between two parts of a floor belong to it: a body that went
	// along between them would have been no wider than they are.
	gapCells = 4
)

// level gives the columns of one floor one height: that of the best attested of them.
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

// fill adds the columns that lie between two parts of one floor, if they are no more than so
// many, as a kind of floor that is so many steps from what is known.
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

// bridge adds the columns between a floor and the next part of it in a direction, if that is
// no more than so many columns away and nothing speaks against it.
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

// mayBe reports whether nothing speaks against a floor of a column at a height.
func (f *field) mayBe(x, y int32, z float32) bool {
	free, flown := f.s.layersAt(x, y, floorLayer(z)-3, 4) // as in openBelow
	return free&0b1101 == 0 && flown&0b11 == 0
}

// floorGap is the largest distance, in units, between a floor and one below it that rules out a presumed floor between
// them, which would hide the lower one.
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

// isEnd reports whether a floor has none beside it on a side.
func (f *field) isEnd(p *spot) bool {
	for _, d := range around {
		if f.near(p.x+d[0], p.y+d[1], p.z, body) < 0 {
			return true
		}
	}
	return false
}

// passed returns how often somebody stood near a place, where that was most often: ends of
// floors are seldom stood on themselves.
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

// mayPresume reports whether a floor of a column at a height can be presumed: nothing speaks
// against it, it hides no known floor floorGap below the column or one of those half a body's width around it,
// and nobody passed there in the air, who would have stood on a floor.
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
	// The rim of who stands beside is there, too.
	return f.anyNear(x, y, 1, func(p *spot) bool {
		return !p.gone && !p.kind.Presumed() && p.z-z <= cell && z-p.z <= cell
	})
}

// ceiling returns the height of the lowest known floor above a height in a column, at most so
// far above.
func (f *field) ceiling(x, y int32, z, most float32) float32 {
	for i := f.first(x, y); i != 0; i = f.spots[i-1].next {
		if p := &f.spots[i-1]; !p.gone && !p.kind.Presumed() && p.z > z+body {
			return min(p.z, z+most)
		}
	}
	return z + most
}

// How far floors are presumed to go on, in columns, by how well what they go on from is
// attested: where many came by, the end is mostly an end.
const (
	fewPassed, somePassed       = 48, 150
	growFew, growSome, growMany = 4, 2, 1
	presumedGap                 = 8 // columns between two parts of one floor
	// presumedBlock is how many columns wide the blocks are that presumed floors fill where few came by: else their
	// ends, and the walls on them, would be as ragged as the paths are.
	presumedBlock       = 4
	presumedHigh  int32 = 16 // cells, of walls: most rooms are higher
	// largestHole is how many columns a hole in a floor has at most that is closed.
	largestHole = 144
	// growFlown is how many columns from what is known a floor is presumed below what flew, and
	// flownLow and flownLayers in which layers above the floor that is looked for.
	growFlown, flownLow, flownLayers = 20, 2, 24
)

// flownOver reports whether something flew over the block of a column, above a floor that is
// presumed at a height: then that is open as far as is known, and part of the room.
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

// presume adds floors beyond the known ones.
func (f *field) presume() {
	f.fill(presumedGap, PresumedFloor, 1)
	type growing struct {
		spot, left int32
		blocks     bool // to the end of the block
	}
	var queue []growing
	for i := range f.spots {
		p := &f.spots[i]
		if p.gone || p.kind != Floor && p.kind != PresumedFloor {
			continue
		}
		if !f.isEnd(p) {
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
			over := g.blocks && p.grown < growFlown && f.flownOver(x, y, p.z)
			if !over && g.left == 0 && (!g.blocks || floorDiv(x, presumedBlock) != floorDiv(p.x, presumedBlock) ||
				floorDiv(y, presumedBlock) != floorDiv(p.y, presumedBlock)) {
				continue
			}
			if len(f.spots) >= maxSpots || f.near(x, y, p.z, body) >= 0 || f.walled(p.x, p.y, d, p.z) ||
				!f.mayPresume(x, y, p.z) {
				continue
			}
			n := f.add(spot{x: x, y: y, z: p.z, kind: PresumedFloor, grown: p.grown + 1, patch: p.patch})
			left := max(0, g.left-1)
			queue = append(queue, growing{n, left, g.blocks})
		}
	}
	f.closeHoles()
}

// sunkDeep is how many layers below a floor nobody gets who only lands on it: others are guessed ahead in some demos of
// Quake III, and are in the floor for a frame, up to 24 units deep. Who falls through a hole is seen in the
// sunkLayers from there on.
const sunkDeep, sunkLayers = 7, 7

// sunkInto reports whether whoever was where the floor of a column would be only sank into it.
func (f *field) sunkInto(x, y int32, z float32) bool {
	free, _ := f.s.layersAt(x, y, floorLayer(z)-sunkDeep-sunkLayers+1, sunkLayers)
	return free == 0 && !f.s.flownUnder(x, y, z)
}

// closeHoles presumes floor in holes that floors have on all sides, without a wall on any: nobody
// happened to walk there, and no more is known, or somebody only sank into it.
func (f *field) closeHoles() {
	seen := map[uint64]bool{} // by column and height
	var list [][2]int32
	for i := range len(f.spots) {
		p := f.spots[i]
		if p.gone || p.kind != Floor && p.kind != PresumedFloor {
			continue
		}
		level := floorDiv(int32(p.z), body)
		for _, d := range around {
			first := [2]int32{p.x + d[0], p.y + d[1]}
			if f.near(first[0], first[1], p.z, body) >= 0 || seen[levelKey(first[0], first[1], level)] {
				continue
			}
			list = append(list[:0], first)
			seen[levelKey(first[0], first[1], level)] = true
			hole := true
			for at := 0; at < len(list) && len(list) <= largestHole; at++ {
				c := list[at]
				hole = hole && (f.mayBe(c[0], c[1], p.z) || f.sunkInto(c[0], c[1], p.z)) && !f.above(c[0], c[1], p.z) &&
					!f.liquidAt(c[0], c[1], p.z)
				for _, d := range around {
					x, y := c[0]+d[0], c[1]+d[1]
					hole = hole && !f.walled(c[0], c[1], d, p.z)
					if f.near(x, y, p.z, body) >= 0 || seen[levelKey(x, y, level)] {
						continue
					}
					seen[levelKey(x, y, level)] = true
					list = append(list, [2]int32{x, y})
				}
			}
			if !hole || len(list) > largestHole || len(f.spots)+len(list) > maxSpots {
				continue
			}
			for _, c := range list {
				f.add(spot{x: c[0], y: c[1], z: p.z, kind: PresumedFloor, grown: 1, patch: p.patch})
			}
		}
	}
}
