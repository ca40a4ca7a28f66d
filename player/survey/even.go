package survey

import (
	"cmp"
	"slices"
)

const (
	// joinAlong and joinRows are how many cells may be between two parts of one wall.
	joinAlong, joinRows = 4, 4
	// highest is how many rows a wall is made even over: a body and a jump.
	highest = 16
	// downRows is how far above the floor somebody touched a wall who jumped, in rows.
	downRows = 7
)

// stretch is a part of a wall over one cell along it.
type stretch struct {
	piece // low is its lowest row
	high  int32
	known bool // somebody was stopped there
}

// stretches returns what is upright by plane and along, each without gaps above joinRows.
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

// standUp makes walls reach down to the floor before them: who touched one above it jumped.
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

// even gives walls on one plane one height and one foot, as far as nobody was beyond them and there is no floor before
// them, and closes gaps in them: else they would hang free beside stairs, each part as high as somebody touched it.
func (f *field) even() {
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

// likely makes what is presumed of a stretch of a wall that is known on both sides as likely as what is added to that.
func (w *walls) likely(t stretch) {
	for p := t.piece; p.low <= t.high; p.low++ {
		if key := p.key(); w.have[key] == PresumedWall {
			w.have[key] = LikelyWall
		}
	}
}

// closeChinks closes holes in walls that are one cell wide: something flew by close to the wall.
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

// raise adds cells of a kind above one another up to a row, as far as nobody was beyond them.
func (f *field) raise(p piece, high int32, kind Kind) {
	for ; p.low <= high; p.low++ {
		if f.s.freeBeyond(p) {
			return
		}
		f.walls.add(p, kind)
	}
}

// presumeAbove presumes that a wall goes on as high as one is that is only presumed, up to the floors before
// and behind it: nobody touches more of it than his height, and it would be a parapet.
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

// before returns the column before a piece.
func (p piece) before() (x, y int32) {
	c := cellOf(p.at() - float32(p.side)*cell/2)
	if p.axis == 1 {
		return p.along, c
	}
	return c, p.along
}

// lower adds cells of a kind below one another down to a row, as far as nobody was beyond them, and no farther than
// the floor before them.
func (f *field) lower(p piece, low int32, kind Kind) {
	x, y := p.before()
	for p.low--; p.low >= low; p.low-- {
		if f.near(x, y, float32(p.low+1)*cell, cell/2) >= 0 || f.s.freeBeyond(p) {
			return
		}
		f.walls.add(p, kind)
	}
}
