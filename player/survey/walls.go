package survey

import (
	"cmp"
	"slices"

	"demoscope/player/world"
)

const (
	// bodyRows and lowRows are the heights of a body and of a crouching body, in rows of cells.
	bodyRows, lowRows = 7, 4
	// samePlane and samePlaneWhole are the maximum distances between planes that are merged, in eighths of a
	// unit, because of the rounding in messages. samePlaneWhole is for positions rounded to whole units.
	samePlane, samePlaneWhole = planeParts, 2 * planeParts
	// standsOver is the maximum height of standing feet above a floor, in units, given that feet are stored by
	// row.
	standsOver = cell + 1
)

// wall is a cell of a wall.
type wall struct {
	piece // low is the row
	kind  Kind
}

// walls are the walls of a level while it is built.
type walls struct {
	list []wall
	have map[uint64]Kind // kinds of the cells in list, by key
	// shut contains the borders between columns that have a wall, by row. A border is a piece of side -1 whose
	// plane is the number of the column after it.
	shut map[uint64]bool
	// sieve has a bit for each border in shut, regardless of the row, because most borders have none.
	sieve [1 << 12]uint64
	// planes are pieces by axis, side and the cell of their plane.
	planes map[uint64][]attesting
	near   []attested // scratch space of planeNear
}

// attesting is a piece that shows the position of a wall's plane.
type attesting struct {
	piece
	certain bool // it is a wall, even where no floor ends
}

// add adds a cell of a wall, unless there is one.
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

// sieved returns the word and the bit of a border in the sieve.
func (p piece) sieved() (n, bit uint64) {
	h := (uint64(uint32(p.plane))<<32 | uint64(uint32(p.along))<<1 | uint64(p.axis)) * 0x9e3779b97f4a7c15 >> 46
	return h >> 6, 1 << (h & 63)
}

func border(axis int, after, along, row int32) piece {
	return piece{axis: axis, side: -1, plane: after, along: along, low: row}
}

// walled reports whether there is a wall between a column and its neighbor at a height.
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

// freeBeyond reports whether a body or a missile was beyond a cell of a wall, 5 or 12 units behind the plane.
// It includes the layer below the cell, because a carved box may begin a layer too high.
func (s *Survey) freeBeyond(p piece) bool {
	free, flown := s.beyond(p)
	return free|flown != 0
}

// passedBeyond is like freeBeyond, but only for bodies: missiles flying along a wall may touch the cells behind
// it.
func (s *Survey) passedBeyond(p piece) bool {
	free, _ := s.beyond(p)
	return free != 0
}

// beyond returns the layers around a cell of a wall, behind its plane, that bodies were in and that missiles
// flew through.
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

// rows returns the known height of a wall above the feet of a player who touched it, in rows. In the later
// games, many walls end above crouching players.
func (s *Survey) rows() int32 {
	if s.game >= world.Quake2 {
		return lowRows
	}
	return bodyRows
}

// wallUp finds the walls.
func (f *field) wallUp() {
	f.walls = &walls{have: map[uint64]Kind{}, shut: map[uint64]bool{}, planes: map[uint64][]attesting{}}
	b := wallBuilder{f}
	contacts := f.snapped(f.s.contacts.sorted())
	support := supportOf(contacts)
	b.wallCertain(contacts, support)
	b.wallImpacts()
	b.wallEnds()
	b.standUp()
	b.wallLikely(contacts, support)
}

// wallBuilder adds the walls of a field.
type wallBuilder struct{ *field }

// wallCertain adds the walls of certain contacts, and records what contacts show about the planes of walls.
func (b wallBuilder) wallCertain(contacts []counted, support []uint32) {
	var stood foot
	for i, c := range contacts {
		p := pieceOf(c.key)
		if certain, _ := b.s.certain(c, support[i]); !certain {
			if b.endMay(c, support[i]) {
				b.walls.attest(p, false)
			}
			continue
		}
		kind := Wall
		if c.n/visit < 2 && b.inAir(p) {
			kind = LikelyWall // a player flying past the end of a wall also moves straight on
		} else {
			b.walls.attest(p, true)
		}
		b.addRows(p, 0, stood.rows(p, b.s.rows()), kind)
	}
}

// wallLikely adds the walls of likely contacts, and the upper parts of walls that are known lower down.
func (b wallBuilder) wallLikely(contacts []counted, support []uint32) {
	known := b.s.rows()
	for i, c := range contacts {
		if certain, likely := b.s.certain(c, support[i]); certain || likely && wide(contacts, i) {
			p := pieceOf(c.key)
			b.addRows(p, 0, known, PresumedWall)
			b.addRows(p, known, bodyRows, LikelyWall)
		}
	}
}

// addRows adds cells of a wall in the rows from first to before end above a piece, except where something passed
// through.
func (b wallBuilder) addRows(p piece, first, end int32, kind Kind) {
	for row := first; row < end; row++ {
		q := p
		q.low += row
		if !b.s.freeBeyond(q) {
			b.walls.add(q, kind)
		}
	}
}

// inAir reports whether there is no floor below the player who touched a piece, so that the player jumped or
// fell.
func (b wallBuilder) inAir(p piece) bool {
	c := cellOf(p.at() - float32(p.side)*halfBody)
	x, y := c, p.along
	if p.axis == 1 {
		x, y = p.along, c
	}
	z := float32(p.low) * cell
	return !b.anyNear(x, y, 1, func(q *spot) bool { return !q.gone && q.z-z <= standsOver && z-q.z <= standsOver })
}

// foot is the lowest contact of a stack of contacts on one plane.
type foot struct {
	key uint64 // axis, side, plane and along
	low int32
}

// rows returns how many of the given rows above piece p are known to be wall. Pieces must come in the order of
// their keys. A player jumping along a wall may touch it with any part of the body, so the height is counted
// from the lowest contact.
func (t *foot) rows(p piece, rows int32) int32 {
	if key := p.key() >> alongShift; key != t.key || p.low >= t.low+rows {
		*t = foot{key, p.low}
	}
	return rows - (p.low - t.low)
}

// wide reports whether a neighboring cell of the plane was touched, too. A single cell would look like a pole.
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

// endMay reports whether an uncertain contact may indicate a wall at the end of a long straight floor. Planes
// that are not multiples of 8 units rarely do so, and the later games have other ones.
func (b wallBuilder) endMay(c counted, support uint32) bool {
	return b.s.game <= world.QuakeWorld && support >= supportMedium && c.n&(visit-1) >= 2 &&
		pieceOf(c.key).plane%alignedPlane == 0
}

// attest records a piece that shows the plane of a wall, for other walls on this plane.
func (w *walls) attest(p piece, certain bool) {
	key := planeKey(p.axis, p.side, cellOf(p.at()))
	w.planes[key] = append(w.planes[key], attesting{p, certain})
}

func planeKey(axis int, side int8, c int32) uint64 {
	return piece{axis: axis, side: side, plane: c}.key()
}

const (
	// A floor with a straight edge of at least endLong cells ends at a wall if a certain contact within endNear
	// cells along it shows the wall's plane. The distance is endReach if the edge has at least endFar cells and
	// the floor behind it is at least endDeep cells deep: a shallower floor may be a path. For an edge of any
	// length, contacts within endBetween cells on both sides are enough.
	endLong, endFar, endDeep, endShallow = 5, 17, 5, 2
	endNear, endReach, endBetween        = 8, 16, 64
	// Uncertain contacts suffice within endBeside cells on both sides, if the edge has at least endMore cells.
	endBeside, endMore = 12, 9
	// A wall is at most endBefore units before or endBehind units behind the floor's edge. A contact shows it
	// up to endHigh cells above or below.
	endBefore, endBehind, endHigh = 4, 12.5, 12
)

// attested is a plane that pieces show, with the distances of the nearest pieces on both sides of a position
// along it, in cells. A distance is endBetween + 1 if there is none.
type attested struct {
	plane       int32
	certain     bool // at least one piece is certain
	left, right int32
}

// shown records that a piece at a distance along a plane shows it.
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

// planeNear returns the plane of the wall at a side of a column, and whether there is one. The edge of the
// floor has length long and the floor has depth deep, both in cells.
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
		for _, a := range w.attestedNear(q, c) {
			if !a.shows(reach, long) || sure && !a.certain {
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

// attestedNear returns the planes in cell c across a side of a column that pieces near that side show. The next call
// reuses the list.
func (w *walls) attestedNear(q piece, c int32) []attested {
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
	return w.near
}

// shows reports whether a plane is that of a wall at the edge of a floor with length long, where a certain piece within
// reach is enough.
func (a *attested) shows(reach int32, long int) bool {
	between := max(a.left, a.right) <= endBetween && (a.certain || long >= endMore)
	return between || a.certain && min(a.left, a.right) <= reach
}

// wallEnds adds walls at straight edges of floors, on the planes of known walls.
func (b wallBuilder) wallEnds() {
	type side struct {
		piece
		z    float32
		deep int32
	}
	var list []side
	b.ends(func(p *spot, d [2]int32) {
		if p.kind != Floor || b.openBelow(p.x+d[0], p.y+d[1], p.z) {
			return
		}
		deep := int32(1)
		for deep < endDeep && b.near(p.x-deep*d[0], p.y-deep*d[1], p.z, body) >= 0 {
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
			if plane, ok := b.walls.planeNear(e.piece, n-i, e.deep); ok {
				e.plane = plane
				b.raise(e.piece, e.low+b.s.rows()-1, Wall)
			}
		}
		i = n
	}
}

// ends calls visit for every side of a known or presumed floor without a neighbor.
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

// sideOf returns the piece at a column's side, in the row of height z.
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

// presumedTop returns the height of the top of a presumed wall at a side of a floor, where nobody passed and
// nobody can fall. Without a wall, it is the height of the floor.
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
