package container

import (
	"fmt"

	"demoscope/formats/message"
)

// HeadSearch is how many bytes of a file are searched for its first record. Damage
// of a beginning is shorter; more would only make it slow to refuse a large file
// that is no demo.
const HeadSearch = 1 << 20

// Start is where and how the records of a file begin. It is found once for all decoders
// of the file.
type Start struct {
	Mark message.Mark // before the first record
	// Records is how many records can be read, up to a limit, where that was counted
	// because the file was not detected or its beginning is damaged.
	Records int
	Note    string // how the protocol was found out if the beginning is damaged, for people
	Err     error  // what is wrong with the bytes that must be before the first record, nil if nothing

	found *findings
}

// FindStart finds the start of the file of r; format is its decoder, a new one. detected
// says that the beginning of the file is that of the format, so that its records need
// not be counted if it says their protocol.
func (r *Reader) FindStart(format Format, detected bool) Start {
	first, whole := format.Begin()
	format.Return(first)
	s := Start{Mark: first, found: newFindings(first.Offset)}
	if whole && detected {
		return s
	}
	r.Recover(format)
	best, records := r.settle(format.Starts())
	s.Records = records
	if records > 0 && !whole {
		s.Mark = best
		format.SetProtocol(best.State)
		s.Note = fmt.Sprintf("the beginning is damaged: %s was found out by reading %d blocks with it",
			format.ProtocolName(), records)
	}
	return s
}

// Begin goes to the start of the file, to read it with recovery.
func (r *Reader) Begin(format Format, s Start) {
	r.Recover(format)
	r.Note, r.found = s.Note, s.found
	format.Return(s.Mark)
}

// trialBytes is how many bytes are read to find out with which protocol a file is to
// be read: enough for what only one of two similar protocols has, in a few
// milliseconds each.
const trialBytes = 256 << 10

// settle finds out how a file is to be read whose beginning does not say it: it
// returns the first of the marks with whose state most of the first records can be
// read, and how many those are; 0 if no record can be found near the beginning.
func (r *Reader) settle(marks []message.Mark) (best message.Mark, records int) {
	first, ok := r.findWith(marks, r.Pos, min(len(r.Data), HeadSearch))
	if !ok {
		return best, 0
	}
	most := 0
	for _, m := range marks {
		m.Offset = int64(first)
		n, bytes, all := r.search().clean(m, trialBytes, 0, most)
		if bytes > most {
			best, records, most = m, n, bytes
		}
		if bytes == all && bytes > 0 {
			break // no other can read more
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

// Believe compares the protocol that a message of the packet says, which the format has
// set, with the records behind the packet. If they can only be read with that of before,
// which is the state before the message, or in the first records of a file with one of
// Starts, damage changed the message: Believe sets that protocol and reports it. name is
// the message's. Only the first level of a packet is looked at, so that a packet of many
// does not read all the others many times.
func (r *Reader) Believe(name string, before [6]uint32) bool {
	if r.format == nil || r.believed {
		return false
	}
	head := r.Packet.Block <= headBlocks
	said := r.mark()
	if said.State == before && !head {
		return false
	}
	r.believed = true
	c := claim{said, before}
	c.said.Memory = ""
	best, ok := r.found.belief(c)
	if !ok {
		best = r.belief(said, before, head)
		r.found.believe(c, best)
	}
	if best == said.State {
		return false
	}
	says := r.format.ProtocolName()
	r.format.SetProtocol(best)
	r.Note = fmt.Sprintf("a %s says %s, but %s fits the data", name, says, r.format.ProtocolName())
	return true
}

// belief returns the state with which the records behind the packet can be read: that of
// said, or if it is not believed before or one of Starts.
func (r *Reader) belief(said message.Mark, before [6]uint32, head bool) [6]uint32 {
	t, limit := r.search(), beliefBytes+4*r.Packet.Size
	_, most, all := t.clean(said, limit, r.format.Strength().Sure, 0)
	if most > all/2 || all == 0 {
		return said.State
	}
	others := []message.Mark{{State: before}}
	if head {
		others = append(others, r.format.Starts()...)
	}
	best := said
	for _, m := range others {
		m.Offset, m.Block, m.Time = said.Offset, said.Block, said.Time
		if records, n, all := t.clean(m, limit, 0, 2*most); records >= beliefRecords && n > 2*most && n > all/2 {
			best, most = m, n
		}
	}
	return best.State
}

// clean counts the records that can be read from mark on, their bytes, and those of
// all records, up to a limit, or up to so many that are all readable, if sure is not 0,
// or up to where they cannot be more bytes than beat.
func (t *trial) clean(mark message.Mark, limit, sure, beat int) (records, bytes, all int) {
	d, file := t.d, t.file
	d.Return(mark)
	end := min(int(mark.Offset)+limit, len(file.Data))
	for file.Pos < end && bytes+end-file.Pos > beat {
		p, err := d.NextPacket()
		if err != nil || p.Kind == message.PacketEnd || p.Kind == message.PacketRaw {
			break
		}
		ok, n, _ := t.readAll()
		size := min(p.Size, end-int(p.Offset))
		all += size
		if ok && n > 0 {
			records++
			bytes += size
			if records == sure && bytes == all {
				break
			}
		} else if ok {
			all -= size // an empty one proves nothing
		}
	}
	return records, bytes, all
}
