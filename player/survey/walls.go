package survey

import (
	"cmp"
	"slices"

	"demoscope/player/world"
)

const (
	// bodyRows is how many rows of cells a body is high, and lowRows one that crouches.
	bodyRows, lowRows = 7, 4
	// Planes that are so many parts of a unit apart are one: what the wire rounds.
	samePlane, samePlaneWhole = planeParts, 2 * planeParts
	// standsOver is how far above a floor, in units, the feet of who stands there are, at most, by the row
	// that is kept of them.
	standsOver = cell + 1
)

// wall is a cell of something upright.
type wall struct {
	piece // low is its row
	kind  Kind
}

// walls are those of a level while it is built.
type walls struct {
	list []wall
	have map[uint64]Kind // of the cells of list
	// shut are the borders between columns that have a wall, by row: the piece of side -1
	// whose plane is the number of the column after it.
	shut map[uint64]bool
	// sieve has a bit for each border of shut, whatever its row: most have none.
	sieve [1 << 12]uint64
	// planes are pieces by axis, side and the cell in which their plane lies.
	planes map[uint64][]attesting
	near   []attested // of planeNear
}

// attesting is a piece that shows where the plane of a wall is.
type attesting struct {
	piece
	certain bool // that it is a wall, even where no floor ends
}

// add adds a cell of a wall, unless it is known.
func (w *walls) add(p piece, kind Kind) {
	key := p.key()
	if _, known := w.have[key]; known {
		return
	}
	w.have[key] = kind
	w.list = append(w.list, wall{p, kind})
	b := border(p.axis, floorDiv(p.plane+planeParts*cell/2, planeParts*cell), p.along, p.low)
	w.shut[b.key()] = true
	n, bit := b.sieved()
	w.sieve[n] |= bit
}

// sieved returns the place of a border in the sieve.
func (p piece) sieved() (n, bit uint64) {
	h := (uint64(uint32(p.plane))<<32 | uint64(uint32(p.along))<<1 | uint64(p.axis)) * 0x9e3779b97f4a7c15 >> 46
	return h >> 6, 1 << (h & 63)
}

func border(axis int, after, along, row int32) piece {
	return piece{axis: axis, side: -1, plane: after, along: along, low: row}
}

// walled reports whether a wall lies between a column and its neighbor, at a height.
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
	if n, bit := p.sieved(); f.walls.sieve[n]&bit == 0 {
		return false
	}
	for n := range int32(3) {
		p.low = row + n
		if f.walls.shut[p.key()] {
			return true
		}
	}
	return false
}

// freeBeyond reports whether a body was beyond a cell of a wall, 5 or 12 units away. It may
// have been a layer higher than what is certain to be free.
func (s *Survey) freeBeyond(p piece) bool {
	free, flown := s.beyond(p)
	return free|flown != 0
}

// passedBeyond is freeBeyond of bodies alone: what flies past a wall may touch the cells behind it.
func (s *Survey) passedBeyond(p piece) bool {
	free, _ := s.beyond(p)
	return free != 0
}

// beyond returns in which layers around a cell of a wall, beyond it, bodies were, and in which something flew.
func (s *Survey) beyond(p piece) (free, flown uint64) {
	for _, beyond := range [2]float32{5, 12} {
		c := cellOf(p.at() + float32(p.side)*beyond)
		x, y := c, p.along
		if p.axis == 1 {
			x, y = p.along, c
		}
		a, b := s.layersAt(x, y, layerOf(float32(p.low)*cell)-1, 3)
		free, flown = free|a, flown|b
	}
	return free, flown
}

// rows returns how many rows above the feet of who touched a wall are known: in the later games
// many walls end above who crouches.
func (s *Survey) rows() int32 {
	if s.game >= world.Quake2 {
		return lowRows
	}
	return bodyRows
}

// wallUp finds the walls.
func (f *field) wallUp() {
	s := f.s
	w := &walls{have: map[uint64]Kind{}, shut: map[uint64]bool{}, planes: map[uint64][]attesting{}}
	f.walls = w
	contacts := f.snapped(s.contacts.sorted())
	support := supportOf(contacts)
	for pass := range 2 {
		var stood foot
		for i, c := range contacts {
			certain, likely := s.certain(c, support[i])
			kind := Wall
			if pass == 1 {
				kind = PresumedWall
			} else if !certain && f.endMay(c, support[i]) {
				w.attest(pieceOf(c.key), false)
			}
			if pass == 0 && !certain || pass == 1 && !certain && !(likely && wide(contacts, i)) {
				continue
			}
			p := pieceOf(c.key)
			switch {
			case pass > 0:
			case c.n/visit < 2 && f.inAir(p):
				kind = LikelyWall // who flies past the end of a wall goes straight on, too
			default:
				w.attest(p, true)
			}
			known := s.rows()
			if pass == 0 {
				known = stood.rows(p, known)
			}
			for row := range int32(bodyRows) {
				q := p
				q.low += row
				if s.freeBeyond(q) {
					continue
				}
				if row < known {
					w.add(q, kind)
				} else if pass == 1 {
					w.add(q, LikelyWall)
				}
			}
		}
		if pass == 0 {
			f.wallImpacts()
			f.wallEnds()
			f.standUp()
		}
	}
}

// inAir reports whether there is no floor below who touched a piece: he jumped or fell.
func (f *field) inAir(p piece) bool {
	c := cellOf(p.at() - float32(p.side)*halfBody)
	x, y := c, p.along
	if p.axis == 1 {
		x, y = p.along, c
	}
	z := float32(p.low) * cell
	return !f.anyNear(x, y, 1, func(q *spot) bool { return !q.gone && q.z-z <= standsOver && z-q.z <= standsOver })
}

// foot is the lowest of the places above one another where a plane was touched.
type foot struct {
	key uint64 // of axis, side, plane and along
	low int32
}

// rows returns how many rows above a piece are known of so many, of pieces in the order of their keys: who jumps
// along a wall touches it with any part of his body, so that what is known of it below explains that.
func (t *foot) rows(p piece, rows int32) int32 {
	if key := p.key() >> alongShift; key != t.key || p.low >= t.low+rows {
		*t = foot{key, p.low}
	}
	return rows - (p.low - t.low)
}

// wide reports whether a plane was touched in the cells beside one too: else it would be drawn as
// a pole.
func wide(contacts []counted, i int) bool {
	p := pieceOf(contacts[i].key)
	left, right := false, false
	for n := i - 1; n >= 0 && contacts[n].key>>planeShift == contacts[i].key>>planeShift; n-- {
		q := pieceOf(contacts[n].key)
		if left = left || q.along == p.along-1; q.along < p.along-1 {
			break
		}
	}
	for n := i + 1; n < len(contacts) && contacts[n].key>>planeShift == contacts[i].key>>planeShift; n++ {
		q := pieceOf(contacts[n].key)
		if right = right || q.along == p.along+1; q.along > p.along+1 {
			break
		}
	}
	return left || right
}

// endMay reports whether a contact that is not certain shows a wall where a long straight floor ends. Of the
// planes that are no multiple of 8 it seldom does, and the later games have others.
func (f *field) endMay(c counted, support uint32) bool {
	return f.s.game <= world.QuakeWorld && support >= some && c.n&(visit-1) >= 2 && pieceOf(c.key).plane%evenPlane == 0
}

// attest notes a piece, for what else lies on its plane.
func (w *walls) attest(p piece, certain bool) {
	key := planeKey(p.axis, p.side, cellOf(p.at()))
	w.planes[key] = append(w.planes[key], attesting{p, certain})
}

func planeKey(axis int, side int8, c int32) uint64 {
	return piece{axis: axis, side: side, plane: c}.key()
}

const (
	// A floor that ends straight, over endLong cells and more, ends at a wall if a contact that is certain shows the
	// plane of one within endNear cells along it: endReach if the end is endFar long and the floor behind it endDeep
	// cells deep, since a shallow one may be a path. Of an end of any length they do so within endBetween cells if
	// they are on both sides of it.
	endLong, endFar, endDeep, endShallow = 5, 17, 5, 2
	endNear, endReach, endBetween        = 8, 16, 64
	// Contacts that are not certain do so within endBeside cells on both sides, if the end is endMore long.
	endBeside, endMore = 12, 9
	// A wall lies so many units before or behind the end of the floor that reaches it, and one
	// that a contact shows is no higher or lower than endHigh cells.
	endBefore, endBehind, endHigh = 4, 12.5, 12
)

// attested is a plane that pieces show, and how far the next of them are from a place along it on either
// side, in cells: endBetween and 1 more if there is none.
type attested struct {
	plane       int32
	certain     bool // of some of them
	left, right int32
}

// shown notes that a piece so many cells along shows a plane.
func (w *walls) shown(plane, along int32, certain bool) {
	i := slices.IndexFunc(w.near, func(a attested) bool { return a.plane == plane })
	if i < 0 {
		i = len(w.near)
		w.near = append(w.near, attested{plane: plane, left: endBetween + 1, right: endBetween + 1})
	}
	a := &w.near[i]
	a.certain = a.certain || certain
	if along <= 0 {
		a.left = min(a.left, -along)
	}
	if along >= 0 {
		a.right = min(a.right, along)
	}
}

// planeNear returns the plane of a wall at a side of a column, which is part of an end so many cells long of a floor so
// many cells deep, and whether there is one.
func (w *walls) planeNear(q piece, long int, deep int32) (plane int32, ok bool) {
	reach := int32(-1)
	switch {
	case long >= endFar && deep >= endDeep:
		reach = endReach
	case long >= endLong:
		reach = endNear
	}
	edge := q.at()
	best, sure := float32(endBehind), false
	for c := cellOf(edge) - 2; c <= cellOf(edge)+2; c++ {
		w.near = w.near[:0]
		for _, p := range w.planes[planeKey(q.axis, q.side, c)] {
			along, far := p.along-q.along, int32(endBetween)
			if !p.certain {
				far = endBeside
			}
			if along <= far && -along <= far && p.low-q.low <= endHigh && q.low-p.low <= endHigh {
				w.shown(p.plane, along, p.certain)
			}
		}
		for _, a := range w.near {
			between := max(a.left, a.right) <= endBetween && (a.certain || long >= endMore)
			if !between && !(a.certain && min(a.left, a.right) <= reach) || sure && !a.certain {
				continue
			}
			beyond := (float32(a.plane)/planeParts - edge) * float32(q.side)
			if beyond < -endBefore || beyond > endBehind {
				continue
			}
			if d := max(beyond, -beyond); a.certain && !sure || d < best || d == best && a.plane < plane {
				best, plane, sure, ok = d, a.plane, a.certain, true
			}
		}
	}
	return plane, ok
}

// wallEnds adds walls at the straight ends of floors on planes of walls that are certain.
func (f *field) wallEnds() {
	type side struct {
		piece
		z    float32
		deep int32
	}
	var list []side
	f.ends(func(p *spot, d [2]int32) {
		if p.kind != Floor || f.openBelow(p.x+d[0], p.y+d[1], p.z) {
			return
		}
		deep := int32(1)
		for deep < endDeep && f.near(p.x-deep*d[0], p.y-deep*d[1], p.z, body) >= 0 {
			deep++
		}
		if deep < endShallow {
			return
		}
		list = append(list, side{sideOf(p, d, p.z+cell/2), p.z, deep})
	})
	slices.SortFunc(list, func(a, b side) int {
		return cmp.Or(cmp.Compare(a.axis, b.axis), cmp.Compare(a.side, b.side), cmp.Compare(a.plane, b.plane),
			cmp.Compare(a.z, b.z), cmp.Compare(a.along, b.along))
	})
	for i := 0; i < len(list); {
		n := i + 1
		for n < len(list) && list[n].axis == list[i].axis && list[n].side == list[i].side &&
			list[n].plane == list[i].plane && list[n].z == list[i].z && list[n].along == list[n-1].along+1 {
			n++
		}
		for _, e := range list[i:n] {
			if plane, ok := f.walls.planeNear(e.piece, n-i, e.deep); ok {
				e.plane = plane
				f.stack(e.piece, Wall, f.s.rows())
			}
		}
		i = n
	}
}

// stack adds cells of a wall above one another, up to where somebody was beyond it.
func (f *field) stack(q piece, kind Kind, rows int32) {
	for range rows {
		if f.s.freeBeyond(q) {
			return
		}
		f.walls.add(q, kind)
		q.low++
	}
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
	q := piece{axis: 0, side: 1, along: p.y, low: cellOf(z)}
	at := p.x
	if d[1] != 0 {
		q.axis, q.along, at = 1, p.x, p.y
	}
	if d[0]+d[1] < 0 {
		q.side = -1
		q.plane = at * planeParts * cell
	} else {
		q.plane = (at + 1) * planeParts * cell
	}
	return q
}

// presumedTop returns how high a wall is that closes a side of a floor, known or presumed, where
// nobody went on and nobody falls: the height of its top, that of the floor if there is none.
func (f *field) presumedTop(p *spot, d [2]int32) float32 {
	x, y := p.x+d[0], p.y+d[1]
	if f.openBelow(x, y, p.z) || f.above(x, y, p.z) || f.walled(p.x, p.y, d, p.z) {
		return p.z
	}
	q := sideOf(p, d, p.z+cell/2)
	low := q.low
	for row := range int32(bodyRows) {
		q.low = low + row
		if f.s.freeBeyond(q) {
			return p.z
		}
	}
	most := float32(presumedHigh * cell)
	top := min(f.ceiling(p.x, p.y, p.z, most), f.ceiling(x, y, p.z, most))
	for q.low = low; float32(q.low+1)*cell <= top+cell/2; q.low++ {
		if f.s.freeBeyond(q) {
			return float32(q.low) * cell
		}
	}
	return top
}
