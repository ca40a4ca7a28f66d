package survey

import (
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/world"
)

// Who runs against something upright stops across it at once and goes on along it. Units a
// second, units, and units of rounding.
const (
	slideSpeed, slideStep, slideSame = 40, 1, 0.14
	// slideAlong is how far somebody goes along it at least between two samples.
	slideAlong = 0.5
)

// slide is the way of a player along something upright across one axis.
type slide struct {
	side   int8 // of the player on which it is; 0 for none
	frames int16
	rest   bool       // the rest of the way to it was less than a step
	counts bool       // it is one for certain
	from   mgl32.Vec3 // what of it is noted ends here
}

// slides of a game that count: so many frames, over so many units. Quake III rounds the places
// of others to whole units, so that a slow drift looks like a slide.
func (s *Survey) leastSlide() (frames int16, along, half float32) {
	if s.game == world.Quake3 {
		return 3, 20, 15
	}
	return 2, 4, 16
}

// slide looks for what stopped a player between a sample and the next place.
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
	// maxContacts bounds the pieces of a survey: 12 MB. The corpus' longest matches have 40,000.
	maxContacts = 1 << 20
	// touchReach is how far along from the middle of a body what it touches is taken to be, in
	// units. It may touch with an edge alone, which is 16 units away, but that is seldom so.
	touchReach = 3
)

// piece is where something upright was touched: a place 8 units wide on a plane across x or y.
type piece struct {
	axis  int   // 0 for a plane of one x, 1 for one of one y
	side  int8  // 1 if it is solid toward higher coordinates
	plane int32 // in parts of a unit: see planeParts
	along int32 // in cells
	low   int32 // the height of the feet, in cells
}

// Where the parts of a piece lie in its key.
const (
	planeBits, planeShift = 20, 32
	cellBits, alongShift  = 16, 16
	sideShift, axisShift  = planeShift + planeBits, planeShift + planeBits + 1
	planeBias, cellBias   = 1 << (planeBits - 1), 1 << (cellBits - 1)
)

// key returns a piece as a number, in the order of axis, side, plane, along and height.
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

// at returns where the plane of a piece is, in units.
func (p piece) at() float32 { return float32(p.plane) / planeParts }

// Planes are kept as the wire has places: in eighths of a unit.
const planeParts = 8

func planeOf(x float32) int32 { return int32(math.Round(float64(x) * planeParts)) }

// visit is what one who slides along a piece adds to its count, beside 1 for each frame.
const visit = 1 << 16

// touch notes that somebody slid along a plane, from one place to another. The first is new
// too if the slide begins there.
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

// table counts by keys that are not 0.
type table struct {
	keys   []uint64
	counts []uint32
	n      int
}

// add adds to the count of a key, unless there is no room for it.
func (t *table) add(key uint64, n uint32, most int, b *Budget) {
	if c := t.count(key, most, b); c != nil {
		*c = added(*c, n)
	}
}

// count returns the count of a key, which it enters, nil if there is no room for it. It is valid until
// the next call.
func (t *table) count(key uint64, most int, b *Budget) *uint32 {
	key++ // 0 is none
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

// most lets the count of a key be no less than another one, unless there is no room for it.
func (t *table) most(key uint64, n uint32, most int, b *Budget) {
	if c := t.count(key, most, b); c != nil {
		*c = max(*c&(visit-1), n&(visit-1)) | max(*c/visit, n/visit)*visit
	}
}

// added returns a count, of frames and visits, with more of them.
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
		// What is known goes on to be counted as long as there is a free place to end a search.
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

// sorted returns all keys, rising.
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
