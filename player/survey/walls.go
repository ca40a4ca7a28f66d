package survey

import (
	"cmp"
	"slices"
)

const (
	// bodyRows is how many rows of cells a body is high.
	bodyRows = 7
	// fewestTouches is how often a place must have been touched.
	fewestTouches = 2
	// Planes that are so many half units apart are one: what the wire rounds.
	samePlane, samePlaneWhole = 2, 4
)

// wall is a cell of something upright.
type wall struct {
	piece // low is its row
	kind  Kind
}

// walls are those of a level while it is built.
type walls struct {
	list []wall
	have map[uint64]int32
	// shut are the borders between columns that have a wall, by row: the piece of side -1
	// whose plane is the number of the column after it.
	shut map[uint64]bool
}

// add adds a cell of a wall, unless it is known.
func (w *walls) add(p piece, kind Kind) {
	key := p.key()
	if _, known := w.have[key]; known {
		return
	}
	w.have[key] = int32(len(w.list))
	w.list = append(w.list, wall{p, kind})
	w.shut[border(p.axis, floorDiv(p.plane+cell, 2*cell), p.along, p.low).key()] = true
}

func border(axis int, after, along, row int32) piece {
	return piece{axis: axis, side: -1, plane: after, along: along, low: row}
}

// walled reports whether a wall lies between a column and its neighbour, at a height.
func (f *field) walled(x, y int32, d [2]int32, z float32) bool {
	if f.walls == nil {
		return false
	}
	row := cellOf(z + cell/2)
	var p piece
	if d[0] != 0 {
		p = border(0, max(x, x+d[0]), y, row)
	} else {
		p = border(1, max(y, y+d[1]), x, row)
	}
	for n := range int32(3) {
		p.low = row + n
		if f.walls.shut[p.key()] {
			return true
		}
	}
	return false
}

// freeBeyond reports whether a body was beyond a cell of a wall, 5 or 12 units away.
func (s *Survey) freeBeyond(p piece) bool {
	for _, beyond := range [2]float32{5, 12} {
		c := cellOf(float32(p.plane)/2 + float32(p.side)*beyond)
		x, y := c, p.along
		if p.axis == 1 {
			x, y = p.along, c
		}
		l := layerOf(float32(p.low) * cell)
		if s.freeAt(x, y, l) || s.freeAt(x, y, l+1) {
			return true
		}
	}
	return false
}

// build finds the walls.
func (f *field) wallUp() {
	s := f.s
	w := &walls{have: map[uint64]int32{}, shut: map[uint64]bool{}}
	f.walls = w
	contacts := f.snapped(s.contacts.sorted())
	for _, c := range contacts {
		if c.n < fewestTouches {
			continue
		}
		p := pieceOf(c.key)
		for row := range int32(bodyRows) {
			q := p
			q.low += row
			if !s.freeBeyond(q) {
				w.add(q, Wall)
			}
		}
	}
}

// snapped returns contacts with planes that are nearly one as one, rising by key.
func (f *field) snapped(list []counted) []counted {
	type plane struct {
		key  uint64 // axis, side and plane
		n    uint32
		goal int32
	}
	const shift = 44
	var planes []plane
	for _, c := range list {
		if len(planes) == 0 || planes[len(planes)-1].key != c.key>>shift {
			planes = append(planes, plane{key: c.key >> shift})
		}
		planes[len(planes)-1].n += c.n
	}
	same := uint64(samePlane)
	if f.s.game >= 2 {
		same = samePlaneWhole
	}
	order := make([]int, len(planes))
	for i := range order {
		order[i] = i
		planes[i].goal = -1
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(planes[b].n, planes[a].n) })
	for _, i := range order {
		if planes[i].goal >= 0 {
			continue
		}
		planes[i].goal = int32(i)
		for n := i + 1; n < len(planes) && planes[n].key-planes[i].key <= same; n++ {
			if planes[n].goal < 0 {
				planes[n].goal = int32(i)
			}
		}
		for n := i - 1; n >= 0 && planes[i].key-planes[n].key <= same; n-- {
			if planes[n].goal < 0 {
				planes[n].goal = int32(i)
			}
		}
	}
	at := 0
	for i := range list {
		for planes[at].key != list[i].key>>shift {
			at++
		}
		list[i].key = planes[planes[at].goal].key<<shift | list[i].key&(1<<shift-1)
	}
	slices.SortFunc(list, func(a, b counted) int { return cmp.Compare(a.key, b.key) })
	n := 0
	for i := range list {
		if n > 0 && list[n-1].key == list[i].key {
			list[n-1].n += list[i].n
			continue
		}
		list[n] = list[i]
		n++
	}
	return list[:n]
}

// end is where a floor ends: on the side of a column.
type end struct {
	spot int32
	d    [2]int32
}

// ends calls a function for every side of a floor, known or presumed, beside which is none.
func (f *field) ends(visit func(p *spot, d [2]int32)) {
	for i := range f.spots {
		p := &f.spots[i]
		if p.gone {
			continue
		}
		for _, d := range around {
			if f.near(p.x+d[0], p.y+d[1], p.z, body) < 0 {
				visit(p, d)
			}
		}
	}
}

// sideOf returns the piece at the side of a column, its row being that of a height.
func sideOf(p *spot, d [2]int32, z float32) piece {
	q := piece{axis: 0, side: 1, plane: p.x * 2 * cell, along: p.y, low: cellOf(z)}
	at := p.x
	if d[1] != 0 {
		q.axis, q.along, at = 1, p.x, p.y
	}
	if d[0]+d[1] < 0 {
		q.side = -1
		q.plane = at * 2 * cell
	} else {
		q.plane = (at + 1) * 2 * cell
	}
	return q
}

// presumeWalls closes the ends of what is known and presumed where nobody went on.
func (f *field) presumeWalls() {
	f.ends(func(p *spot, d [2]int32) {
		if p.kind == Slope || f.openBelow(p.x+d[0], p.y+d[1], p.z) || f.walled(p.x, p.y, d, p.z) {
			return
		}
		q := sideOf(p, d, p.z+cell/2)
		low := q.low
		for row := range presumedHigh {
			q.low = low + row
			if f.s.freeBeyond(q) {
				return
			}
		}
		for row := range presumedHigh {
			q.low = low + row
			f.walls.add(q, PresumedWall)
		}
	})
}
