package quake2

import (
	"encoding/binary"
	"math/bits"
)

// Solids tracks which entities are solid, in the baselines and in each of the last frames. Protocol 2022 does not
// repeat this where it determines the size of coordinates. An entity missing in a frame is as in its baseline.
type Solids struct {
	baselines solidSet
	frames    [depthRerelease]solidFrame
	now       int  // index of the current frame
	known     bool // there is something to remember
}

type solidSet [maxEntitiesExtended / 64]uint64

type solidFrame struct {
	sequence int32
	valid    bool
	set      solidSet
}

func (s *solidSet) put(number int32, solid bool) {
	word, bit := &s[uint32(number)/64%uint32(len(s))], uint64(1)<<(number&63)
	if *word &^= bit; solid {
		*word |= bit
	}
}

func (s *solidSet) has(number int32) bool {
	return s[uint32(number)/64%uint32(len(s))]&(1<<(number&63)) != 0
}

// level starts a level, of which nothing is known.
func (s *Solids) level() { *s = Solids{} }

// frame starts a frame, which is a change of frame delta. If that is missing, it takes the last frame instead.
func (s *Solids) frame(sequence, delta int32) {
	set := &s.baselines
	if delta > 0 {
		if f := &s.frames[uint32(delta)%depthRerelease]; f.valid && f.sequence == delta {
			set = &f.set
		} else if f := &s.frames[s.now]; f.valid {
			set = &f.set
		}
	}
	s.now = int(uint32(sequence) % depthRerelease)
	f := &s.frames[s.now]
	f.sequence, f.valid, s.known = sequence, true, true
	if set != &f.set {
		f.set = *set
	}
}

// entity applies the flags of an entity's change, and its solid field if they announce it. It reports whether the
// entity is solid.
func (s *Solids) entity(number int32, flags uint64, solid int32) bool {
	set := &s.frames[s.now].set
	switch {
	case flags&bitRemove != 0:
		set.put(number, s.baselines.has(number))
	case flags&bitSolid != 0:
		set.put(number, solid != 0)
	}
	return set.has(number)
}

// Memory returns s as bytes for [Solids.Recall]. Each frame is stored as its differences from the previous one in the
// ring.
func (s *Solids) Memory() string {
	if !s.known {
		return ""
	}
	b := appendSet(nil, new(solidSet), &s.baselines)
	before := &s.baselines
	b = append(b, uint8(s.now))
	for i := range s.frames {
		f := &s.frames[i]
		if !f.valid && f.set == *before {
			continue
		}
		valid := uint8(0)
		if f.valid {
			valid = 1
		}
		b = append(b, uint8(i), valid)
		b = binary.LittleEndian.AppendUint32(b, uint32(f.sequence))
		b = appendSet(b, before, &f.set)
		before = &f.set
	}
	return string(b)
}

// appendSet appends the count of the numbers in which two sets differ, and the numbers.
func appendSet(b []byte, from, to *solidSet) []byte {
	at, n := len(b), 0
	b = append(b, 0, 0)
	for i := range to {
		for differ := from[i] ^ to[i]; differ != 0; differ &= differ - 1 {
			b = binary.LittleEndian.AppendUint16(b, uint16(i*64+bits.TrailingZeros64(differ)))
			n++
		}
	}
	binary.LittleEndian.PutUint16(b[at:], uint16(n))
	return b
}

// Recall restores s from a string returned by Memory. An empty string means that nothing is known.
func (s *Solids) Recall(memory string) {
	s.level()
	if s.known = memory != ""; !s.known {
		return
	}
	b := []byte(memory)
	b = readSet(b, &s.baselines)
	before := &s.baselines
	s.now = int(b[0])
	for b = b[1:]; len(b) > 0; {
		f := &s.frames[b[0]]
		f.valid, f.sequence = b[1] != 0, int32(binary.LittleEndian.Uint32(b[2:]))
		f.set = *before
		b = readSet(b[6:], &f.set)
		before = &f.set
	}
}

// readSet toggles the numbers at the beginning of b in a set, and returns the rest.
func readSet(b []byte, set *solidSet) []byte {
	n := int(binary.LittleEndian.Uint16(b))
	b = b[2:]
	for range n {
		number := int32(binary.LittleEndian.Uint16(b))
		set.put(number, !set.has(number))
		b = b[2:]
	}
	return b
}
