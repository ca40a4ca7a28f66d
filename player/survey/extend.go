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
func (f *field) standUp() {
	for _, t := range f.walls.stretches() {
		x, y := t.before()
		q := f.near(x, y, float32(t.low)*cell, downRows*cell)
		if q < 0 || f.spots[q].z > float32(t.low)*cell {
			continue
		}
		for p := t.piece; ; {
			p.low--
			if float32(p.low+1)*cell <= f.spots[q].z || f.s.freeBeyond(p) {
				break
			}
			f.walls.add(p, Wall)
		}
	}
}

// extendWalls extends the parts of walls on one plane to a common height and foot, and closes gaps between them. It
// stops where something passed through, and at floors in front of the wall. Otherwise, walls beside stairs
// would consist of hanging parts, each at the height at which a player touched it.
func (f *field) extendWalls() {
	type run struct {
		last      stretch
		low, high int32
		parts     []stretch
	}
	var open []run
	closeRun := func(r run) {
		slices.SortStableFunc(r.parts, func(a, b stretch) int { return cmp.Compare(a.along, b.along) })
		first := slices.IndexFunc(r.parts, func(t stretch) bool { return t.known })
		last := first
		for i, t := range r.parts {
			if t.known {
				last = i
			}
		}
		for i, t := range r.parts {
			above, beside := PresumedWall, PresumedWall
			if first >= 0 && i >= first && i <= last {
				above = LikelyWall
				f.walls.likely(t)
			}
			f.raise(t.piece, min(r.high, t.low+highest), above)
			f.lower(t.piece, max(r.low, t.low-highest), above)
			if i+1 < len(r.parts) {
				p := t.piece
				if t.known && r.parts[i+1].known {
					beside = Wall
				}
				for p.along++; p.along < r.parts[i+1].along; p.along++ {
					f.raise(p, min(r.high, t.low+highest), beside)
				}
			}
		}
	}
	f.closeChinks()
	list := f.walls.stretches()
	for i, t := range list {
		if i > 0 && t.key()>>planeShift != list[i-1].key()>>planeShift {
			for _, r := range open {
				closeRun(r)
			}
			open = open[:0]
		}
		joined := false
		for n := 0; n < len(open); {
			r := &open[n]
			if t.along-r.last.along > joinAlong+1 {
				closeRun(*r)
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
			open = append(open, run{t, t.low, t.high, []stretch{t}})
		}
	}
	for _, r := range open {
		closeRun(r)
	}
	for _, t := range f.walls.stretches() {
		f.presumeAbove(t)
	}
	for i := range f.walls.list {
		w := &f.walls.list[i]
		w.kind = f.walls.have[w.key()]
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
func (f *field) closeChinks() {
	for _, t := range f.walls.stretches() {
		for p := t.piece; p.low < t.high; p.low++ {
			left, right := p, p
			left.along, right.along = p.along-1, p.along+1
			_, l := f.walls.have[left.key()]
			_, r := f.walls.have[right.key()]
			if l && r && !f.s.passedBeyond(p) {
				f.walls.add(p, LikelyWall)
			}
		}
	}
}

// raise adds cells above each other up to row high, until something passed through.
func (f *field) raise(p piece, high int32, kind Kind) {
	for ; p.low <= high; p.low++ {
		if f.s.freeBeyond(p) {
			return
		}
		f.walls.add(p, kind)
	}
}

// presumeAbove extends a wall upward to the usual height of presumed walls, or to a floor above it. Players
// touch only the lowest part of a wall; without the extension, it would look like a parapet.
func (f *field) presumeAbove(t stretch) {
	x, y := t.before()
	behind := [2]int32{x, y}
	behind[t.axis] += int32(t.side)
	z, most := float32(t.low)*cell, float32(presumedHigh*cell)
	top := min(f.ceiling(x, y, z, most), f.ceiling(behind[0], behind[1], z, most))
	p := t.piece
	p.low = t.high + 1
	f.raise(p, cellOf(top)-1, PresumedWall)
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
func (f *field) lower(p piece, low int32, kind Kind) {
	x, y := p.before()
	for p.low--; p.low >= low; p.low-- {
		if f.near(x, y, float32(p.low+1)*cell, cell/2) >= 0 || f.s.freeBeyond(p) {
			return
		}
		f.walls.add(p, kind)
	}
}
