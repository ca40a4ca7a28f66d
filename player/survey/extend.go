package survey

import (
	"cmp"
	"slices"
)

const (
	// joinAlong and joinRows are the maximum gaps between parts of one wall, in cells.
	joinAlong, joinRows = 4, 4
	// highest is the maximum number of rows by which a wall is extended: the height of a body and a jump.
	highest = 16
	// downRows is the maximum height above the floor, in rows, at which a jumping player touches a wall.
	downRows = 7
)

// stretch is a vertical part of a wall, one cell wide.
type stretch struct {
	piece // low is the lowest row
	high  int32
	known bool // a player or shot was stopped there
}

// stretches returns the vertical parts of all walls, sorted by plane and position along it. Gaps of up to
// joinRows are ignored.
func (w *walls) stretches() []stretch {
	keys := make([]uint64, 0, len(w.list))
	for i := range w.list {
		keys = append(keys, w.list[i].key())
	}
	slices.Sort(keys)
	var list []stretch
	for i, key := range keys {
		p := pieceOf(key)
		if i > 0 && key>>alongShift == keys[i-1]>>alongShift {
			if last := &list[len(list)-1]; p.low-last.high <= joinRows {
				last.high, last.known = p.low, last.known || w.have[key] == Wall
				continue
			}
		}
		list = append(list, stretch{p, p.low, w.have[key] == Wall})
	}
	return list
}

// standUp extends walls down to the floor in front of them: contacts above a floor come from jumps.
func (b wallBuilder) standUp() {
	for _, t := range b.walls.stretches() {
		x, y := t.before()
		q := b.near(x, y, float32(t.low)*cell, downRows*cell)
		if q < 0 || b.spots[q].z > float32(t.low)*cell {
			continue
		}
		for p := t.piece; ; {
			p.low--
			if float32(p.low+1)*cell <= b.spots[q].z || b.s.freeBeyond(p) {
				break
			}
			b.walls.add(p, Wall)
		}
	}
}

// wallRun is a row of stretches on one plane that belong to one wall.
type wallRun struct {
	last      stretch
	low, high int32
	parts     []stretch
}

// extendWalls extends the parts of walls on one plane to a common height and foot, and closes gaps between them. It
// stops where something passed through, and at floors in front of the wall. Otherwise, walls beside stairs
// would consist of hanging parts, each at the height at which a player touched it.
func (f *field) extendWalls() {
	b := wallBuilder{f}
	b.closeChinks()
	var open []wallRun
	list := f.walls.stretches()
	for i, t := range list {
		if i > 0 && t.key()>>planeShift != list[i-1].key()>>planeShift {
			for _, r := range open {
				b.extendRun(r.parts, r.low, r.high)
			}
			open = open[:0]
		}
		open = b.joinRun(open, t)
	}
	for _, r := range open {
		b.extendRun(r.parts, r.low, r.high)
	}
	for _, t := range f.walls.stretches() {
		b.presumeAbove(t)
	}
	for i := range f.walls.list {
		w := &f.walls.list[i]
		w.kind = f.walls.have[w.key()]
	}
}

// joinRun adds a stretch to the open runs of its plane, and extends those that end before it.
func (b wallBuilder) joinRun(open []wallRun, t stretch) []wallRun {
	joined := false
	for n := 0; n < len(open); {
		r := &open[n]
		if t.along-r.last.along > joinAlong+1 {
			b.extendRun(r.parts, r.low, r.high)
			open = slices.Delete(open, n, n+1)
			continue
		}
		if !joined && t.low <= r.last.high+joinRows && t.high >= r.last.low-joinRows {
			joined = true
			r.last, r.low, r.high = t, min(r.low, t.low), max(r.high, t.high)
			r.parts = append(r.parts, t)
		}
		n++
	}
	if !joined {
		open = append(open, wallRun{t, t.low, t.high, []stretch{t}})
	}
	return open
}

// extendRun extends the parts of a wall toward rows low and high, and closes the gaps between them.
func (b wallBuilder) extendRun(parts []stretch, low, high int32) {
	slices.SortStableFunc(parts, func(a, b stretch) int { return cmp.Compare(a.along, b.along) })
	first := slices.IndexFunc(parts, func(t stretch) bool { return t.known })
	last := first
	for i, t := range parts {
		if t.known {
			last = i
		}
	}
	for i, t := range parts {
		kind := PresumedWall
		if first >= 0 && i >= first && i <= last {
			kind = LikelyWall
			b.walls.likely(t)
		}
		top := min(high, t.low+highest)
		b.raise(t.piece, top, kind)
		b.lower(t.piece, max(low, t.low-highest), kind)
		if i+1 == len(parts) {
			break
		}
		beside := PresumedWall
		if t.known && parts[i+1].known {
			beside = Wall
		}
		p := t.piece
		for p.along++; p.along < parts[i+1].along; p.along++ {
			b.raise(p, top, beside)
		}
	}
}

// likely turns the presumed cells of a stretch between known parts of a wall into likely ones.
func (w *walls) likely(t stretch) {
	for p := t.piece; p.low <= t.high; p.low++ {
		if key := p.key(); w.have[key] == PresumedWall {
			w.have[key] = LikelyWall
		}
	}
}

// closeChinks closes holes one cell wide in walls, which missiles flying close to the wall cause.
func (b wallBuilder) closeChinks() {
	for _, t := range b.walls.stretches() {
		for p := t.piece; p.low < t.high; p.low++ {
			left, right := p, p
			left.along, right.along = p.along-1, p.along+1
			_, l := b.walls.have[left.key()]
			_, r := b.walls.have[right.key()]
			if l && r && !b.s.passedBeyond(p) {
				b.walls.add(p, LikelyWall)
			}
		}
	}
}

// raise adds cells above each other up to row high, until something passed through.
func (b wallBuilder) raise(p piece, high int32, kind Kind) {
	for ; p.low <= high; p.low++ {
		if b.s.freeBeyond(p) {
			return
		}
		b.walls.add(p, kind)
	}
}

// presumeAbove extends a wall upward to the usual height of presumed walls, or to a floor above it. Players
// touch only the lowest part of a wall; without the extension, it would look like a parapet.
func (b wallBuilder) presumeAbove(t stretch) {
	x, y := t.before()
	behind := [2]int32{x, y}
	behind[t.axis] += int32(t.side)
	z, most := float32(t.low)*cell, float32(presumedHigh*cell)
	top := min(b.ceiling(x, y, z, most), b.ceiling(behind[0], behind[1], z, most))
	p := t.piece
	p.low = t.high + 1
	b.raise(p, cellOf(top)-1, PresumedWall)
}

// before returns the column in front of a piece.
func (p piece) before() (x, y int32) {
	c := cellOf(p.at() - float32(p.side)*cell/2)
	if p.axis == 1 {
		return p.along, c
	}
	return c, p.along
}

// lower adds cells below a piece down to row low. It stops where something passed through, and at a floor in
// front.
func (b wallBuilder) lower(p piece, low int32, kind Kind) {
	x, y := p.before()
	for p.low--; p.low >= low; p.low-- {
		if b.near(x, y, float32(p.low+1)*cell, cell/2) >= 0 || b.s.freeBeyond(p) {
			return
		}
		b.walls.add(p, kind)
	}
}
