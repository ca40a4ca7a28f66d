package container

import (
	"io"

	"demoscope/formats/message"
)

// Format is a decoder of a format with what it knows of its records and protocols, so
// that the next record can be found behind damage, and the protocol that damage hides.
type Format interface {
	message.Decoder
	// Likely returns how many bytes the record has whose header is at an offset in
	// the file, 0 if recorders write no such header. The record may be longer than
	// the file; an end mark reaches to its end. Likely is called for each record,
	// so it must not read more than the header and a byte or two behind it.
	Likely(at int) int
	// Strength returns how much a run of likely records proves.
	Strength() Strength
	// Trial returns a new decoder of the same file that ends where its container is
	// broken, with its Reader.
	Trial() (message.Decoder, *Reader)

	// Begin returns the mark before the first record, and whether the first records
	// say their protocol, as they do in a file whose beginning is not damaged. It is
	// called of a new decoder, which it may leave anywhere.
	Begin() (first message.Mark, whole bool)
	// Starts returns marks with the protocols that a file may have whose beginning
	// is lost, the most frequent first.
	Starts() []message.Mark
	// SetProtocol sets the protocol to that in the state of a mark.
	SetProtocol(state [6]uint32)
	// ProtocolName returns the protocol for people.
	ProtocolName() string
}

// Strength is how much a run of records proves.
type Strength struct {
	Headers int // likely headers behind a record that are taken for records, 1 or 2
	Run     int // records in a row that must be readable to go on with them
	Sure    int // records in a row whose readability proves a protocol that was said; 0 if only bytes do
}

// Limits of the search for records. All of them bound the time that damage can
// cost: a search takes at most a constant number of bytes read for each byte of the
// file, whatever is in it.
const (
	// runBytes is how many bytes a run of records must have, so that a file of
	// tiny records with damage between them is not read many times. Real runs have
	// more.
	runBytes = 256
	// runRecords is how many records, empty ones included, a run may need.
	runRecords = 64
	// endBytes is how many bytes a run must have that is shorter than usual because
	// it reaches the end of the file.
	endBytes = 24
	// credit is how many bytes of records a search may read in vain, and
	// creditPerByte how many more for each byte that it advances. Real damage needs
	// a few thousand.
	credit        = 32 << 10
	creditPerByte = 16
	// maxJump is how many seconds may be between two records of a run, and
	// maxGap how many sequence numbers.
	maxJump = 60
	maxGap  = 1 << 10
)

// Recover makes r look for records behind damage.
func (r *Reader) Recover(format Format) {
	r.format, r.headers = format, format.Strength().Headers
	r.found = newFindings(int64(r.Pos))
}

// searchHeaders is how many likely headers must follow each other before records are
// read in a search.
const searchHeaders = 3

// follows reports whether that many likely headers of records follow at an offset, or
// fewer up to the end of the file.
func (r *Reader) follows(at, headers int) bool {
	n, _, end := r.walk(at, headers)
	return n == headers || end >= len(r.Data)
}

// walk goes from header to likely header, at most so many, and returns how many there
// are, where the last one is, and where its record ends.
func (r *Reader) walk(at, headers int) (n, last, end int) {
	last = at
	for n < headers && at < len(r.Data) {
		size := r.format.Likely(at)
		if size == 0 {
			break
		}
		n, last, at = n+1, at, at+size
	}
	return n, last, at
}

// aheadRecords is how many headers are looked at in one go.
const aheadRecords = 64

// goesOn reports whether the likely headers of records follow at an offset that the next
// record needs behind it. It looks at those of the records behind it too, and sets known.
func (r *Reader) goesOn(end int) bool {
	r.known = r.found.intact()
	switch {
	case end < r.known:
		return true
	case end > len(r.Data):
		return false
	}
	n, last, at := r.walk(end, aheadRecords)
	if n < r.headers && at < len(r.Data) {
		return false
	}
	r.whole(last) // what ends before it has them too, what ends there is looked at anew
	return true
}

// whole notes that the next record is whole, and those behind it up to an offset.
func (r *Reader) whole(to int) {
	r.known = to
	r.found.extend(r.Pos, to)
}

// cutShort returns where the next record ends that claims to end at an offset where
// none follows, or comes behind damage: there, or inside it, if it cannot be read because bytes were lost.
func (r *Reader) cutShort(header, end int) int {
	if !r.readable(r.Pos) {
		next, ok := r.find(r.Pos+header, min(end, len(r.Data)))
		if ok && (end > len(r.Data) || r.leadsTo(next, end) || !r.follows(end, r.headers) || !r.readable(end)) {
			return next
		}
	}
	r.whole(min(end, len(r.Data)))
	return end
}

// leadsTo reports whether a record ends at an offset that begins at another one, or one of those behind it. If not,
// both cannot be records: one has a part of the other for its header.
func (r *Reader) leadsTo(at, end int) bool {
	for at < end {
		size := r.format.Likely(at)
		if size == 0 {
			break
		}
		at += size
	}
	return at == end
}

// readable reports whether the record at an offset can be read as a whole.
func (r *Reader) readable(at int) bool {
	t, mark := r.search(), r.mark()
	mark.Offset = int64(at)
	t.d.Return(mark)
	if _, err := t.d.NextPacket(); err != nil || t.file.Packet.Missing > 0 {
		return false
	}
	clean, n, _ := t.readAll()
	return clean && n > 0
}

// Behind returns the next record that can be found from that many bytes behind the
// reader's position on.
func (r *Reader) Behind(bytes int) (at int, ok bool) {
	if r.format == nil || r.Pos+bytes >= len(r.Data) {
		return 0, false
	}
	return r.find(r.Pos+bytes, len(r.Data))
}

// find returns the first offset from which on, but before to, a run of records begins.
func (r *Reader) find(from, to int) (at int, ok bool) {
	return r.findWith([]message.Mark{r.mark()}, from, to)
}

// findWith is find for records that can be read with the state of one of the marks.
func (r *Reader) findWith(marks []message.Mark, from, to int) (at int, ok bool) {
	t := r.search()
	spent := make([]int, len(marks)) // bytes that were read in vain
	for at = from; at < to; at++ {
		if r.format.Likely(at) == 0 || !r.follows(at, searchHeaders) {
			continue
		}
		earned := credit + creditPerByte*(at-from+1)
		for i, mark := range marks {
			left := earned - spent[i]
			if left <= 0 {
				continue
			}
			mark.Offset = int64(at)
			n, ok := t.run(mark, left)
			if ok {
				return at, true
			}
			spent[i] += n
		}
	}
	return 0, false
}

// trial reads records on trial.
type trial struct {
	format Format // whose records they are
	d      message.Decoder
	file   *Reader // of d
}

// search returns what reads records on trial, which is made when it is needed first.
func (r *Reader) search() *trial {
	if r.trial.d == nil {
		r.trial.format = r.format
		r.trial.d, r.trial.file = r.format.Trial()
		r.trial.file.quiet = true
	}
	return &r.trial
}

// run reads the records from mark on. It reports whether enough of them in a row are
// readable and agree, and how many bytes were read.
func (t *trial) run(mark message.Mark, limit int) (read int, ok bool) {
	d, file, need := t.d, t.file, t.format.Strength().Run
	d.Return(mark)
	start := file.Clock()
	clock, sequence := start, int32(0)
	records := 0
	for range runRecords {
		p, err := d.NextPacket()
		atEnd := err == io.EOF || err == nil && p.Kind == message.PacketEnd && len(file.Tail) == 0
		switch {
		case atEnd:
			return read, records > 0 && read >= endBytes
		case err != nil || p.Kind == message.PacketEnd || p.Kind == message.PacketRaw:
			return read, false
		case p.Missing > 0: // the file ends inside a record
			return read, records >= need-1 && read >= endBytes
		case t.format.Likely(int(p.Offset)) == 0:
			return read, false
		}
		if s := p.Sequence &^ (-1 << 31); s != 0 && p.Sequence != -1 {
			if sequence != 0 && (s < sequence || s-sequence > maxGap) {
				return read, false
			}
			sequence = s
		}
		clean, messages, level := t.readAll()
		if !clean {
			// What was read, and as much work as a hundred bytes for the damage.
			return read + max(min(file.reached-int(p.Offset), p.Size), 0) + 100, false
		}
		read += p.Size
		if read > limit+runBytes {
			return read, false
		}
		if messages == 0 {
			continue
		}
		records++
		now := file.Clock()
		if clock != start && (now < clock || now-clock > maxJump) && !level {
			return read, false
		}
		clock = now
		if records >= need && read >= runBytes {
			return read, true
		}
	}
	return read, false
}

// maxLeftover is how many bytes behind the messages of a packet recorders leave.
const maxLeftover = 3

// readAll reads the messages of the packet. It reports whether all of them could be
// read, how many there are, and whether a level begins in them.
func (t *trial) readAll() (clean bool, messages int, level bool) {
	for {
		m, err := t.d.NextMessage()
		if err == io.EOF {
			return true, messages, level
		}
		if err != nil {
			return false, messages, level
		}
		switch m := m.(type) {
		case *message.Raw:
			if len(m.Data) > maxLeftover {
				t.file.reached = t.file.Pos
				return false, messages, level
			}
			continue
		case *message.ServerInfo, *message.QWServerData, *message.Quake2ServerData, *message.MultiViewData,
			*message.GameState:
			level = true
		}
		messages++
	}
}
