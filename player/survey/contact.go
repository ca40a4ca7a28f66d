package survey

import (
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/world"
)

// A player who runs against a wall stops across it and moves on along it. slideSpeed and slideStep are the
// minimum speed, in units per second, and distance, in units, toward the wall. slideSame is the rounding of
// positions in units.
const (
	slideSpeed, slideStep, slideSame = 40, 1, 0.14
	// slideAlong is the minimum distance along the wall between two samples, in units.
	slideAlong = 0.5
)

// slide is a player's motion along a wall across one axis.
type slide struct {
	side   int8 // direction from the player to the wall; 0 for none
	frames int16
	rest   bool       // the last, shorter step to the wall was seen
	counts bool       // it is certainly a slide
	from   mgl32.Vec3 // end of the recorded part
}

// leastSlide returns the minimum number of frames and units of a slide, and half the width of a body. Quake III
// rounds the positions of other players to whole units, so slow motion looks like a slide.
func (s *Survey) leastSlide() (frames int16, along, half float32) {
	if s.game == world.Quake3 {
		return 3, 20, 15
	}
	return 2, 4, 16
}

// slide detects whether a wall stopped the player between a sample and the next position.
func (s *Survey) slide(t *track, last *sample, at mgl32.Vec3, clock float64) {
	dt := float32(clock - last.clock)
	for axis := range t.slides {
		k := &t.slides[axis]
		d, along := at[axis]-last.at[axis], at[1-axis]-last.at[1-axis]
		if k.side != 0 && d >= -slideSame && d <= slideSame && (along >= slideAlong || -along >= slideAlong) {
			k.frames++
			frames, least, half := s.leastSlide()
			far := at[1-axis] - k.from[1-axis]
			if !k.counts && (k.frames < frames || far < least && -far < least) {
				continue
			}
			s.touch(axis, k.side, at[axis]+half*float32(k.side), k.from, at, !k.counts)
			k.from = at
			k.counts = true
			continue
		}
		toward := d * float32(k.side)
		switch {
		case d >= slideStep && d >= slideSpeed*dt:
			*k = slide{side: 1, from: at}
		case -d >= slideStep && -d >= slideSpeed*dt:
			*k = slide{side: -1, from: at}
		case k.side != 0 && k.frames == 0 && !k.rest && toward >= 0:
			k.rest, k.from = true, at
		default:
			*k = slide{}
		}
	}
}

const (
	// maxContacts limits the contacts of a survey: 12 MB. The longest matches of the corpus have 40,000.
	maxContacts = 1 << 20
	// touchReach is how far from the middle of a body, along the wall, a touch is assumed, in units. The body
	// may touch only with an edge 16 units away, but that is rare.
	touchReach = 3
)

// piece is a contact with something upright: a part 8 units wide of a plane across x or y.
type piece struct {
	axis  int   // 0 for a plane of constant x, 1 for one of constant y
	side  int8  // 1 if the solid side has the higher coordinates, otherwise -1
	plane int32 // in eighths of a unit: see planeParts
	along int32 // position along the plane, in cells
	low   int32 // height of the feet, in cells
}

// These are the bits of a piece's fields in its key.
const (
	planeBits, planeShift = 20, 32
	cellBits, alongShift  = 16, 16
	sideShift, axisShift  = planeShift + planeBits, planeShift + planeBits + 1
	planeBias, cellBias   = 1 << (planeBits - 1), 1 << (cellBits - 1)
)

// key returns a piece as a number. Keys sort by axis, side, plane, along and height.
func (p piece) key() uint64 {
	key := uint64(p.axis)<<axisShift | uint64(p.plane+planeBias)&(1<<planeBits-1)<<planeShift |
		uint64(p.along+cellBias)&(1<<cellBits-1)<<alongShift | uint64(p.low+cellBias)&(1<<cellBits-1)
	if p.side > 0 {
		key |= 1 << sideShift
	}
	return key
}

func pieceOf(key uint64) piece {
	p := piece{axis: int(key >> axisShift & 1), side: -1}
	if key>>sideShift&1 != 0 {
		p.side = 1
	}
	p.plane = int32(key>>planeShift&(1<<planeBits-1)) - planeBias
	p.along = int32(key>>alongShift&(1<<cellBits-1)) - cellBias
	p.low = int32(key&(1<<cellBits-1)) - cellBias
	return p
}

// at returns the coordinate of a piece's plane, in units.
func (p piece) at() float32 { return float32(p.plane) / planeParts }

// planeParts is the resolution of planes: an eighth of a unit, as in network messages.
const planeParts = 8

func planeOf(x float32) int32 { return int32(math.Round(float64(x) * planeParts)) }

// visit is added to the count of a piece once for each slide, besides 1 for each frame.
const visit = 1 << 16

// touch records that a player slid along a plane. If begins is set, the cells at from count as visited, too.
func (s *Survey) touch(axis int, side int8, plane float32, from, to mgl32.Vec3, begins bool) {
	a, b := from[1-axis], to[1-axis]
	p := piece{axis: axis, side: side, plane: planeOf(plane), low: cellOf(to[2] + 1)}
	old, oldEnd := cellOf(a-touchReach), cellOf(a+touchReach)
	for i := cellOf(min(a, b) - touchReach); i <= cellOf(max(a, b)+touchReach); i++ {
		p.along = i
		n := uint32(1)
		if begins || i < old || i > oldEnd {
			n += visit
		}
		s.contacts.add(p.key(), n, maxContacts, s.budget)
	}
}

// table maps keys to counts.
type table struct {
	keys   []uint64
	counts []uint32
	n      int
}

// add adds n to the count of a key if there is room.
func (t *table) add(key uint64, n uint32, most int, b *Budget) {
	if c := t.count(key, most, b); c != nil {
		*c = added(*c, n)
	}
}

// count returns the count of a key, which it adds if needed. It returns nil if there is no room. The pointer is
// valid until the next call.
func (t *table) count(key uint64, most int, b *Budget) *uint32 {
	key++ // 0 means none
	if 4*(t.n+1) > 3*len(t.keys) && !t.grow(most, b) {
		return nil
	}
	i := t.find(key)
	if t.keys[i] == 0 {
		t.keys[i] = key
		t.n++
	}
	return &t.counts[i]
}

// raise raises the count of a key to at least n if there is room.
func (t *table) raise(key uint64, n uint32, most int, b *Budget) {
	if c := t.count(key, most, b); c != nil {
		*c = max(*c&(visit-1), n&(visit-1)) | max(*c/visit, n/visit)*visit
	}
}

// added returns the sum of two counts of frames and visits, with saturation.
func added(a, b uint32) uint32 {
	return min(a&(visit-1)+b&(visit-1), visit-1) | min(a/visit+b/visit, visit-1)*visit
}

func (t *table) find(key uint64) int {
	mask := uint64(len(t.keys) - 1)
	h := key * 0x9e3779b97f4a7c15
	i := (h >> 32) & mask
	for t.keys[i] != 0 && t.keys[i] != key {
		i = (i + 1) & mask
	}
	return int(i)
}

func (t *table) grow(most int, b *Budget) bool {
	size := max(256, 2*len(t.keys))
	const bytes = 8 + 4
	if t.n >= most || !b.take(int64(size-len(t.keys))*bytes) {
		// Existing keys can still be counted while a free slot ends each search.
		return t.n+1 < len(t.keys)
	}
	old := *t
	t.keys, t.counts = make([]uint64, size), make([]uint32, size)
	for i, key := range old.keys {
		if key != 0 {
			n := t.find(key)
			t.keys[n], t.counts[n] = key, old.counts[i]
		}
	}
	return true
}

func (t *table) memory() int64 { return int64(len(t.keys)) * (8 + 4) }

func (t *table) clone() table {
	return table{slices.Clone(t.keys), slices.Clone(t.counts), t.n}
}

// counted is a key with its count.
type counted struct {
	key uint64
	n   uint32
}

// sorted returns all keys in ascending order.
func (t *table) sorted() []counted {
	list := make([]counted, 0, t.n)
	for i, key := range t.keys {
		if key != 0 {
			list = append(list, counted{key - 1, t.counts[i]})
		}
	}
	slices.SortFunc(list, func(a, b counted) int {
		if a.key < b.key {
			return -1
		}
		return 1
	})
	return list
}
