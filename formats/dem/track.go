package dem

import (
	"bytes"
	"io"

	"demoscope/formats/message"
)

// maxTrackLine is the maximum length in bytes of the line with the CD track. A number has at most 11; the rest is for
// white space, which old engines skip.
const maxTrackLine = 64

// findFirstBlock returns the offset of the first block. Engines skip the CD track in one of three ways (DEM 6.1): up to
// the first line feed (1.09 and later), a number and all white space after it (before), or nothing. findFirstBlock
// takes the first way that leads to a readable block. If the first block begins with bytes that look like white space,
// the old way skips too much, so it also tries to skip less.
func (d *Decoder) findFirstBlock() int {
	best, at := 0, 0
	try := func(offset int) {
		if rank := d.tryBlock(offset); rank > best {
			best, at = rank, offset
		}
	}
	step, ok := trackByStep(d.file.Data)
	if ok {
		try(step)
	}
	for number, i := trackByScan(d.file.Data); number > 0 && i >= number; i-- {
		try(i)
	}
	try(0)
	if best == 0 && ok {
		return step
	}
	return at
}

// Ranks of a first block.
const (
	blockNone  = iota // not even a header
	blockFound        // a plausible header
	blockPart         // some messages are readable
	blockRead         // all messages are readable
)

// tryBlock ranks the block at an offset.
func (d *Decoder) tryBlock(at int) int {
	d.Return(message.Mark{Offset: int64(at), State: [6]uint32{protocolQuake}})
	p, err := d.NextPacket()
	if err != nil || p.Size == headerSize {
		return blockNone
	}
	for _, a := range p.Angles {
		if a != a || a > 1e6 || a < -1e6 {
			return blockNone
		}
	}
	for n := 0; ; n++ {
		switch _, err := d.NextMessage(); {
		case err == io.EOF:
			return blockRead
		case err != nil && n == 0:
			return blockFound
		case err != nil:
			return blockPart
		}
	}
}

// trackByStep returns the offset after the first line, if that consists of digits, minus signs and white space.
func trackByStep(data []byte) (int, bool) {
	n := bytes.IndexByte(data[:min(len(data), maxTrackLine)], '\n')
	for i := range max(n, 0) {
		if c := data[i]; c != '-' && (c < '0' || c > '9') && !isSpace(c) {
			return 0, false
		}
	}
	return n + 1, n >= 0
}

// trackByScan returns the end of the number that C's scanf("%i\n") reads, 0 if there is none, and the offset where
// scanf stops.
func trackByScan(data []byte) (number, end int) {
	data = data[:min(len(data), maxTrackLine)]
	i := 0
	for i < len(data) && isSpace(data[i]) {
		i++
	}
	if i < len(data) && data[i] == '-' {
		i++
	}
	digits := i
	for i < len(data) && data[i] >= '0' && data[i] <= '9' {
		i++
	}
	if i == digits {
		return 0, 0
	}
	number = i
	for i < len(data) && isSpace(data[i]) {
		i++
	}
	return number, i
}

func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

// Detect reports whether head, a file or the first part of one, is a .dem: an optional CD track, then readable blocks,
// one of the first of them with a serverinfo of a supported protocol. The name does not matter.
func Detect(head []byte, _ string) bool {
	d := newDecoder(head)
	begun, _ := d.begins(message.Mark{Offset: int64(d.findFirstBlock()), State: [6]uint32{protocolQuake}})
	return begun
}

// begins reports whether one of the first blocks after a mark has a serverinfo and everything before it is readable,
// and whether the existing part of the serverinfo is readable completely.
func (d *Decoder) begins(first message.Mark) (begun, whole bool) {
	d.Return(first)
	d.p.begun, d.doubt = false, doubt{}
	defer func() { d.p.begun, d.doubt = false, doubt{} }()
	for range detectBlocks {
		if _, err := d.NextPacket(); err != nil {
			return false, false
		}
		for {
			_, err := d.NextMessage()
			if d.p.begun {
				return true, err == nil || d.file.Packet.Missing > 0
			}
			if err == io.EOF {
				break
			}
			if err != nil {
				return false, false
			}
		}
	}
	return false, false
}

// detectBlocks is the number of blocks that Detect reads: some recordings have a few blocks before the serverinfo.
const detectBlocks = 8
