package survey

import (
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
			s.touch(axis, k.side, at[axis]+half*float32(k.side), k.from, at)
			k.from = at
			k.counts = true
			continue
		}
		*k = slide{}
		switch {
		case d >= slideStep && d >= slideSpeed*dt:
			*k = slide{side: 1, from: at}
		case -d >= slideStep && -d >= slideSpeed*dt:
			*k = slide{side: -1, from: at}
		}
	}
}

const (
	// maxContacts bounds the pieces of a survey: 12 MB. The corpus' longest matches have 40,000.
	maxContacts = 1 << 20
	// touchReach is how far along from the middle of a body what it touches is taken to be, in
	// units: half its width.
	touchReach = 8
	touchStep  = 8
)

// piece is where something upright was touched: a place 8 units wide on a plane across x or y.
type piece struct {
	axis  int   // 0 for a plane of one x, 1 for one of one y
	side  int8  // 1 if it is solid towards higher coordinates
	plane int32 // in half units
	along int32 // in cells
	low   int32 // the height of the feet, in cells
}

// key returns a piece as a number, in the order of axis, side, plane, along and height.
func (p piece) key() uint64 {
	const bias = 1 << 17
	side := uint64(0)
	if p.side > 0 {
		side = 1
	}
	return uint64(p.axis)<<63 | side<<62 | uint64(p.plane+bias)&(1<<18-1)<<44 | uint64(p.along+bias)&(1<<18-1)<<24 | uint64(p.low+bias)&(1<<18-1)
}

func pieceOf(key uint64) piece {
	const bias = 1 << 17
	p := piece{axis: int(key >> 63), side: -1}
	if key>>62&1 != 0 {
		p.side = 1
	}
	p.plane = int32(key>>44&(1<<18-1)) - bias
	p.along = int32(key>>24&(1<<18-1)) - bias
	p.low = int32(key&(1<<18-1)) - bias
	return p
}

// touch notes that somebody slid along a plane, from one place to another.
func (s *Survey) touch(axis int, side int8, plane float32, from, to mgl32.Vec3) {
	a, b := from[1-axis], to[1-axis]
	p := piece{axis: axis, side: side, plane: roundHalf(plane), low: cellOf(to[2] + 1)}
	for i := cellOf(min(a, b) - touchReach + 1); i <= cellOf(max(a, b)+touchReach-1); i++ {
		p.along = i
		s.contacts.add(p.key(), 1, maxContacts, s.budget)
	}
}

func roundHalf(x float32) int32 {
	if x < 0 {
		return -int32(-x*2 + 0.5)
	}
	return int32(x*2 + 0.5)
}

// table counts by keys that are not 0.
type table struct {
	keys   []uint64
	counts []uint32
	n      int
}

// add adds to the count of a key, unless there is no room for it.
func (t *table) add(key uint64, n uint32, most int, b *Budget) {
	key++ // 0 is none
	if 4*(t.n+1) > 3*len(t.keys) && !t.grow(most, b) {
		return
	}
	i := t.find(key)
	if t.keys[i] == 0 {
		t.keys[i] = key
		t.n++
	}
	if t.counts[i] < 1<<31 {
		t.counts[i] += n
	}
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
