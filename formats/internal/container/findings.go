package container

import (
	"sync"
	"sync/atomic"

	"demoscope/formats/message"
)

// findings are facts that decoders of a file found out by reading ahead, shared by all decoders of that file. They are
// safe for concurrent use.
type findings struct {
	// upTo is the offset of a record up to which all records from the first one are whole and follow each other. No
	// decoder is between them.
	upTo atomic.Int64
	// appended is the number of bytes after the end of the demo, 0 before that was read.
	appended atomic.Int64

	mu      sync.Mutex
	beliefs map[claim][6]uint32
}

// claim is a protocol announced by a message.
type claim struct {
	said   message.Mark
	before [6]uint32
}

// maxBeliefs is the maximum number of levels of a file to remember, more than a night of games has.
const maxBeliefs = 1 << 10

// newFindings returns the findings for a file of which only the offset of the first record is known.
func newFindings(first int64) *findings {
	f := new(findings)
	f.upTo.Store(first)
	return f
}

// intact returns the offset up to which all records are known to be whole.
func (f *findings) intact() int { return int(f.upTo.Load()) }

// extend records that all records from one offset to another are whole. It only counts if they continue the known ones.
func (f *findings) extend(from, to int) {
	for {
		known := f.upTo.Load()
		if int64(from) > known || int64(to) <= known || f.upTo.CompareAndSwap(known, int64(to)) {
			return
		}
	}
}

// belief returns the known state with which to continue after a claim.
func (f *findings) belief(c claim) (state [6]uint32, ok bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	state, ok = f.beliefs[c]
	return state, ok
}

// believe stores the state for belief.
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
