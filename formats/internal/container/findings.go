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

	mu        sync.Mutex
	protocols map[announcement][6]uint32
}

// announcement is a protocol announced by a message.
type announcement struct {
	said   message.Mark
	before [6]uint32
}

// maxProtocols is the maximum number of levels of a file to remember, more than a night of games has.
const maxProtocols = 1 << 10

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

// protocol returns the known state with which to continue after an announcement.
func (f *findings) protocol(a announcement) (state [6]uint32, ok bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	state, ok = f.protocols[a]
	return state, ok
}

// storeProtocol stores the state for protocol.
func (f *findings) storeProtocol(a announcement, state [6]uint32) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.protocols == nil {
		f.protocols = map[announcement][6]uint32{}
	}
	if len(f.protocols) < maxProtocols {
		f.protocols[a] = state
	}
}
