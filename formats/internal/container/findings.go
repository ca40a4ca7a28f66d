package container

import (
	"sync"
	"sync/atomic"

	"demoscope/formats/message"
)

// findings is what decoders of a file found out by reading ahead, for all others of the
// same file, which may read at the same time.
type findings struct {
	// from the first record up to this offset, where one begins, all records are whole
	// and follow each other. No decoder stands between them.
	upTo atomic.Int64
	// appended is how many bytes follow the end of the demo, 0 before that was read.
	appended atomic.Int64

	mu      sync.Mutex
	beliefs map[claim][6]uint32
}

// claim is a protocol that a message said.
type claim struct {
	said   message.Mark
	before [6]uint32
}

// maxBeliefs is how many levels of a file are kept, more than a night of games has.
const maxBeliefs = 1 << 10

// newFindings returns what is known of a file whose first record is at an offset: nothing.
func newFindings(first int64) *findings {
	f := new(findings)
	f.upTo.Store(first)
	return f
}

// intact returns up to which offset all records are known to be whole.
func (f *findings) intact() int { return int(f.upTo.Load()) }

// extend notes that the record at an offset is whole, and all behind it up to another
// offset. Only records that follow those that are known count.
func (f *findings) extend(from, to int) {
	for {
		known := f.upTo.Load()
		if int64(from) > known || int64(to) <= known || f.upTo.CompareAndSwap(known, int64(to)) {
			return
		}
	}
}

// belief returns the state to read on with where a protocol was said.
func (f *findings) belief(c claim) (state [6]uint32, ok bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	state, ok = f.beliefs[c]
	return state, ok
}

// believe keeps what belief returns.
func (f *findings) believe(c claim, state [6]uint32) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.beliefs == nil {
		f.beliefs = map[claim][6]uint32{}
	}
	if len(f.beliefs) < maxBeliefs {
		f.beliefs[c] = state
	}
}
