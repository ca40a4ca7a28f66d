package container

import (
	"io"

	"demoscope/formats/message"
)

// Format is a decoder with knowledge about its format's records and protocols, to find the next record after damage,
// and a protocol hidden by damage.
type Format interface {
	message.Decoder
	// Likely returns the size in bytes of the record with a header at an offset in the file, 0 if recorders write no
	// such header. The record may be longer than the file; an end mark reaches to its end. Likely is called for each
	// record, so it must not read more than the header and a byte or two after it.
	Likely(at int) int
	// Strength returns how much evidence a run of likely records is.
	Strength() Strength
	// Trial returns a new decoder of the same file that ends where its container is broken, with its Reader.
	Trial() (message.Decoder, *Reader)

	// Begin returns the mark before the first record, and whether the first records state their protocol, like those of
	// a file with an undamaged beginning. It is called on a new decoder and may change its position.
	Begin() (first message.Mark, whole bool)
	// Starts returns marks with the possible protocols of a file whose beginning is lost, the most frequent first.
	Starts() []message.Mark
	// SetProtocol sets the protocol to that in the state of a mark.
	SetProtocol(state [6]uint32)
	// ProtocolName describes the protocol for people.
	ProtocolName() string
}

// Strength is how much evidence a run of records is.
type Strength struct {
	Headers int // number of likely headers after a record that confirm it, 1 or 2
	Run     int // number of readable records in a row needed to continue with them
	Sure    int // number of readable records in a row that prove a stated protocol; 0 if only bytes do
}

// Limits of the search for records. They bound the time that damage can cost: a search reads at most a constant number
// of bytes for each byte of the file, whatever its content.
const (
	// runBytes is the minimum size in bytes of a run of records, so that a file of tiny records with damage between
	// them is not read many times. Real runs are longer.
	runBytes = 256
	// runRecords is the maximum number of records, including empty ones, that a run may need.
	runRecords = 64
	// endBytes is the minimum size in bytes of a run that is shorter than usual because it reaches the end of the file.
	endBytes = 24
	// credit is the number of bytes of records that a search may read in vain, and creditPerByte the number for each
	// byte that it advances. Real damage needs a few thousand.
	credit        = 32 << 10
	creditPerByte = 16
	// maxJump is the maximum time in seconds between two records of a run.
	maxJump = 60
	// maxGap is the maximum difference between the sequence numbers of two records of a run.
	maxGap = 1 << 10
)

// Recover makes r search for records after damage.
func (r *Reader) Recover(format Format) {
	r.format, r.headers = format, format.Strength().Headers
	r.found = newFindings(int64(r.Pos))
}

// searchHeaders is the number of likely headers in a row needed before a search reads records.
const searchHeaders = 3

// follows reports whether that many likely headers in a row begin at an offset, or fewer up to the end of the file.
func (r *Reader) follows(at, headers int) bool {
	n, _, end := r.walk(at, headers)
	return n == headers || end >= len(r.Data)
}

// walk goes from header to likely header. It returns their number, at most headers, the offset of the last one, and the
// end of its record.
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

// aheadRecords is the number of headers that goesOn examines at once.
const aheadRecords = 64

// goesOn reports whether enough likely headers follow at end for the next record. It also examines the headers of the
// records after that, and sets known.
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
	r.whole(last) // records that end before last are confirmed; those that end at last must be examined again
	return true
}

// whole records that the next record is whole, and those after it up to an offset.
func (r *Reader) whole(to int) {
	r.known = to
	r.found.extend(r.Pos, to)
}

// cutShort returns the end of the next record, which claims to end at an offset where none follows, or comes after
// damage: that offset, or one inside the record if it is unreadable because bytes were lost.
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

// leadsTo reports whether the record at offset at, or one that follows it, ends at offset end. If not, the records at
// both offsets exclude each other: one has a part of the other as its header.
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

// readable reports whether the record at an offset is readable completely.
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

// Behind returns the next record it finds at least bytes after the position.
func (r *Reader) Behind(bytes int) (at int, ok bool) {
	if r.format == nil || r.Pos+bytes >= len(r.Data) {
		return 0, false
	}
	return r.find(r.Pos+bytes, len(r.Data))
}

// find returns the first offset from from on, but before to, where a run of records begins.
func (r *Reader) find(from, to int) (at int, ok bool) {
	return r.findWith([]message.Mark{r.mark()}, from, to)
}

// findWith is find for records that are readable with the state of one of the marks.
func (r *Reader) findWith(marks []message.Mark, from, to int) (at int, ok bool) {
	t := r.search()
	spent := make([]int, len(marks)) // bytes read in vain
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
	format Format // of the records
	d      message.Decoder
	file   *Reader // of d
}

// search returns the reader for trials and makes it first if needed.
func (r *Reader) search() *trial {
	if r.trial.d == nil {
		r.trial.format = r.format
		r.trial.d, r.trial.file = r.format.Trial()
		r.trial.file.quiet = true
	}
	return &r.trial
}

// run reads the records from mark on. It reports whether enough of them in a row are readable and consistent, and how
// many bytes were read.
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
			// The bytes read, plus the cost of the damage, which is like that of a hundred bytes.
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

// maxLeftover is the maximum number of bytes that recorders leave after the messages of a packet.
const maxLeftover = 3

// readAll reads the messages of the packet. It reports whether all of them are readable, how many there are, and
// whether a level begins in them.
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
