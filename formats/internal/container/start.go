package container

import (
	"fmt"

	"demoscope/formats/message"
)

// HeadSearch is the number of bytes of a file that are searched for its first record. Damage of a beginning is shorter;
// more would only make it slow to refuse a large file that is no demo.
const HeadSearch = 1 << 20

// Start is the start of a file's records. It is found once for all decoders of the file.
type Start struct {
	Mark message.Mark // before the first record
	// Records is the number of readable records, up to a limit. It is only counted if the file was not detected or its
	// beginning is damaged.
	Records int
	Note    string // how the protocol was deduced if the beginning is damaged, for people
	Err     error  // problem of the bytes before the first record, nil if there is none

	found *findings
}

// FindStart finds the start of the file of r; format is a new decoder of it. detected says that the beginning of the
// file is that of the format, so its records need not be counted if they state their protocol.
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

// Begin goes to the start of the file and enables recovery.
func (r *Reader) Begin(format Format, s Start) {
	r.Recover(format)
	r.Note, r.found = s.Note, s.found
	format.Return(s.Mark)
}

// trialBytes is the number of bytes read to determine the protocol of a file: enough to meet the differences between
// two similar protocols, in a few milliseconds each.
const trialBytes = 256 << 10

// settle determines the protocol of a file whose beginning does not state it. It returns the first of the marks whose
// state reads most of the first records, and their number; 0 if there is no record near the beginning.
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
			break // no other state can read more
		}
	}
	best.Offset = int64(r.Pos)
	return best, records
}

// checkBytes is the number of bytes after a packet with the beginning of a level, plus four times the size of the
// packet, that must be readable to trust its protocol. Most such packets are large; a file of many small ones is read
// little more than once.
const checkBytes = 1 << 10

// checkRecords is the minimum number of readable records to prefer another protocol to that of a packet.
const checkRecords = 8

// headBlocks is the last record in which a level counts as the first of a file.
const headBlocks = 8

// CheckProtocol compares the protocol of a message of the packet, which the format has set, with the records after the
// packet. If only the previous protocol, in the state before, can read them, or at the beginning of a file only one of
// Starts, damage changed the message: CheckProtocol sets that protocol and returns true. name is the message's name.
// CheckProtocol only checks the first level of a packet, so that a packet with many levels does not read all others
// many times.
func (r *Reader) CheckProtocol(name string, before [6]uint32) bool {
	if r.format == nil || r.checked {
		return false
	}
	head := r.Packet.Block <= headBlocks
	said := r.mark()
	if said.State == before && !head {
		return false
	}
	r.checked = true
	a := announcement{said, before}
	a.said.Memory = ""
	best, ok := r.found.protocol(a)
	if !ok {
		best = r.readableProtocol(said, before, head)
		r.found.storeProtocol(a, best)
	}
	if best == said.State {
		return false
	}
	says := r.format.ProtocolName()
	r.format.SetProtocol(best)
	r.Note = fmt.Sprintf("a %s says %s, but %s fits the data", name, says, r.format.ProtocolName())
	return true
}

// readableProtocol returns the state that reads the records after the packet: that of said, or if that is not credible,
// before or one of Starts.
func (r *Reader) readableProtocol(said message.Mark, before [6]uint32, head bool) [6]uint32 {
	t, limit := r.search(), checkBytes+4*r.Packet.Size
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
		if records, n, all := t.clean(m, limit, 0, 2*most); records >= checkRecords && n > 2*most && n > all/2 {
			best, most = m, n
		}
	}
	return best.State
}

// clean counts the readable records from mark on, their bytes, and the bytes of all records. It stops after limit
// bytes, after sure records that are all readable (unless sure is 0), or when they can't have more bytes than beat.
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
			all -= size // an empty one is no evidence
		}
	}
	return records, bytes, all
}
