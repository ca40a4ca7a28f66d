package container

import (
	"io"

	"demoscope/formats/message"
)

// Records is what a format knows of its records, so that the next one can be found
// behind damage.
type Records interface {
	// Likely returns how many bytes the record has whose header is at an offset in
	// the file, 0 if recorders write no such header. The record may be longer than
	// the file; an end mark reaches to its end. Likely is called for each record,
	// so it must not read more than the header and a byte or two behind it.
	Likely(at int) int
	// Strength returns how much a run of likely records proves.
	Strength() Strength
	// Trial returns a decoder of the same file that ends where its container is
	// broken, with its Reader, and a mark with the state in which records are read
	// from the reader's position on. All calls return the same decoder.
	Trial() (message.Decoder, *Reader, message.Mark)
}

// Strength is how much a run of records proves.
type Strength struct {
	Headers int // likely headers behind a record that are taken for records
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

// HeadSearch is how many bytes of a file are searched for its first record. Damage
// of a beginning is shorter; more would only make it slow to refuse a large file
// that is no demo.
const HeadSearch = 1 << 20

// Recover makes r look for records behind damage.
func (r *Reader) Recover(records Records) {
	r.records, r.headers = records, records.Strength().Headers
}

// searchHeaders is how many likely headers must follow each other before records are
// read in a search.
const searchHeaders = 3

// follows reports whether that many likely headers of records follow at an offset, or
// fewer up to the end of the file.
func (r *Reader) follows(at, headers int) bool {
	if at > len(r.Data) {
		return false
	}
	for range headers {
		if at >= len(r.Data) {
			return true
		}
		n := r.records.Likely(at)
		if n == 0 {
			return false
		}
		at += n
	}
	return true
}

// goesOn reports whether the likely headers of records follow at an offset that a record
// needs behind it. Where two are needed, the second of one record is the first of the
// next, and is not looked at again.
func (r *Reader) goesOn(end int) bool {
	switch {
	case r.headers != 2:
		return r.follows(end, r.headers)
	case end > len(r.Data):
		return false
	}
	next := r.after
	if end != r.sure || end == 0 {
		n := r.records.Likely(end)
		if n == 0 {
			return false
		}
		next = end + n
	}
	r.sure = 0
	if next >= len(r.Data) {
		return true
	}
	n := r.records.Likely(next)
	r.sure, r.after = next, next+n
	return n != 0
}

// cutShort returns where the next record ends that claims to end at an offset where
// none follows: there, or inside it, if it cannot be read because bytes were lost.
func (r *Reader) cutShort(header, end int) int {
	if !r.readable(r.Pos) {
		if next, ok := r.find(r.Pos+header, min(end, len(r.Data))); ok {
			return next
		}
	}
	return end
}

// readable reports whether the record at an offset can be read as a whole.
func (r *Reader) readable(at int) bool {
	d, file, mark := r.records.Trial()
	mark.Offset = int64(at)
	d.Return(mark)
	if _, err := d.NextPacket(); err != nil || file.Packet.Missing > 0 {
		return false
	}
	clean, n, _ := readAll(d, file)
	return clean && n > 0
}

// Behind returns the next record that can be found from that many bytes behind the
// reader's position on.
func (r *Reader) Behind(bytes int) (at int, ok bool) {
	if r.records == nil || r.Pos+bytes >= len(r.Data) {
		return 0, false
	}
	return r.find(r.Pos+bytes, len(r.Data))
}

// find returns the first offset from which on, but before to, a run of records begins.
func (r *Reader) find(from, to int) (at int, ok bool) {
	d, file, mark := r.records.Trial()
	return r.findRun(d, file, mark, from, to)
}

func (r *Reader) findRun(d message.Decoder, file *Reader, mark message.Mark, from, to int) (at int, ok bool) {
	left := credit
	for at = from; at < to; at++ {
		left += creditPerByte
		if left <= 0 || r.records.Likely(at) == 0 || !r.follows(at, searchHeaders) {
			continue
		}
		mark.Offset = int64(at)
		n, ok := r.run(d, file, mark, left)
		if ok {
			return at, true
		}
		left -= n
	}
	return 0, false
}

// run reads the records from mark on with d, whose reader is file. It reports whether
// enough of them in a row are readable and agree, and how many bytes were read.
func (r *Reader) run(d message.Decoder, file *Reader, mark message.Mark, limit int) (read int, ok bool) {
	need := r.records.Strength().Run
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
		case r.records.Likely(int(p.Offset)) == 0:
			return read, false
		}
		if s := p.Sequence &^ (-1 << 31); s != 0 && p.Sequence != -1 {
			if sequence != 0 && (s < sequence || s-sequence > maxGap) {
				return read, false
			}
			sequence = s
		}
		clean, messages, level := readAll(d, file)
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

// readAll reads the messages of the packet of file with d. It reports whether all of them could be
// read, how many there are, and whether a level begins in them.
func readAll(d message.Decoder, file *Reader) (clean bool, messages int, level bool) {
	for {
		m, err := d.NextMessage()
		if err == io.EOF {
			return true, messages, level
		}
		if err != nil {
			return false, messages, level
		}
		switch m := m.(type) {
		case *message.Raw:
			if len(m.Data) > maxLeftover {
				file.reached = file.Pos
				return false, messages, level
			}
			continue
		case *message.ServerInfo, *message.QWServerData, *message.Quake2ServerData, *message.MultiViewData, *message.GameState:
			level = true
		}
		messages++
	}
}

// trialBytes is how many bytes are read to find out with which protocol a file is to
// be read: enough for what only one of two similar protocols has, in a few
// milliseconds each.
const trialBytes = 256 << 10

// Settle finds out how a file is to be read whose beginning does not say it: it
// returns the first of the marks with whose state most of the first records can be
// read, and how many those are; 0 if no record can be found near the beginning.
func (r *Reader) Settle(marks []message.Mark) (best message.Mark, records int) {
	if len(marks) > 0 {
		best = marks[0]
	}
	d, file, _ := r.records.Trial()
	to := min(len(r.Data), HeadSearch)
	first := -1
	for _, m := range marks {
		limit := to
		if first >= 0 {
			limit = min(to, first+1)
		}
		if at, ok := r.findRun(d, file, m, r.Pos, limit); ok && (first < 0 || at < first) {
			first = at
		}
	}
	if first < 0 {
		return best, 0
	}
	most := 0
	for _, m := range marks {
		m.Offset = int64(first)
		if n, bytes, _ := clean(d, file, m, trialBytes, 0); bytes > most {
			best, records, most = m, n, bytes
		}
	}
	best.Offset = int64(r.Pos)
	return best, records
}

// beliefBytes is how many bytes behind a packet in which a level begins, and four times
// as many as it has itself, must be readable for its protocol to be believed. Most such
// packets are large; a file of many small ones is not read much more often than once.
const beliefBytes = 1 << 10

// beliefRecords is how many records must be readable with another protocol than the
// one that a packet says.
const beliefRecords = 8

// headBlocks is up to which record a level is the first of a file.
const headBlocks = 8

// Believe returns the mark with whose state the records behind the packet can be read:
// that of said, which is what the packet says, or if damage changed it, that of before;
// in the first records of a file, also one of starts. Only the first level of a packet is
// looked at, so that a packet of many does not read all the others many times.
func (r *Reader) Believe(said, before message.Mark, starts func() []message.Mark) message.Mark {
	head := r.Packet.Block <= headBlocks
	if r.records == nil || r.believed || said.State == before.State && !head {
		return said
	}
	r.believed = true
	d, file, _ := r.records.Trial()
	limit := beliefBytes + 4*r.Packet.Size
	_, most, all := clean(d, file, said, limit, r.records.Strength().Sure)
	if most > all/2 || all == 0 {
		return said
	}
	others := []message.Mark{before}
	if head {
		others = append(others, starts()...)
	}
	best := said
	for _, m := range others {
		m.Offset, m.Block, m.Time = said.Offset, said.Block, said.Time
		if records, n, all := clean(d, file, m, limit, 0); records >= beliefRecords && n > 2*most && n > all/2 {
			best, most = m, n
		}
	}
	return best
}

// clean counts the records that can be read from mark on, their bytes, and those of
// all records, up to a limit, or up to so many that are all readable, if sure is not 0.
func clean(d message.Decoder, file *Reader, mark message.Mark, limit, sure int) (records, bytes, all int) {
	d.Return(mark)
	for end := int(mark.Offset) + limit; file.Pos < end; {
		p, err := d.NextPacket()
		if err != nil || p.Kind == message.PacketEnd || p.Kind == message.PacketRaw {
			break
		}
		ok, n, _ := readAll(d, file)
		all += p.Size
		if ok && n > 0 {
			records++
			bytes += p.Size
			if records == sure && bytes == all {
				break
			}
		} else if ok {
			all -= p.Size // an empty one proves nothing
		}
	}
	return records, bytes, all
}
