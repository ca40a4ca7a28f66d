package dem

import (
	"bytes"
	"io"

	"demoscope/formats/message"
)

// maxTrackLine limits the line with the CD track, in bytes. A number has at
// most 11; the rest is room for the white space that old engines skip.
const maxTrackLine = 64

// findFirstBlock returns where the first block begins. Three readings of what
// stands before it are in use (DEM 6.1): up to the first line feed (1.09 and
// later), a number and all white space behind it (before), or nothing. The
// first of them that gives a block which can be read is right. The old engine
// could not play files whose first block begins with what looks like white
// space; less of it behind the number is tried for them.
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
	blockFound        // a header that may be one
	blockPart         // a message or more can be read
	blockRead         // all messages can be read
)

// tryBlock ranks the block at that offset.
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

// trackByStep returns where the first line ends, if there is a line of digits
// and signs.
func trackByStep(data []byte) (int, bool) {
	n := bytes.IndexByte(data[:min(len(data), maxTrackLine)], '\n')
	for i := range max(n, 0) {
		if c := data[i]; c != '-' && (c < '0' || c > '9') && !isSpace(c) {
			return 0, false
		}
	}
	return n + 1, n >= 0
}

// trackByScan returns where C's scanf("%i\n") stops, and where the number
// before it ends, 0 if it found none.
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

// Detect reports whether head, a file or the first part of one, is a .dem: a
// CD track or none, then a block that can be read with a serverinfo of a
// protocol that this package knows. The name does not matter.
func Detect(head []byte, _ string) bool {
	d := NewDecoder(head, Options{})
	for range detectBlocks {
		if _, err := d.NextPacket(); err != nil {
			return false
		}
		for {
			_, err := d.NextMessage()
			if d.p.begun {
				return true
			}
			if err == io.EOF {
				break
			}
			if err != nil {
				return false
			}
		}
	}
	return false
}

// detectBlocks is how many blocks Detect reads: recorders that join late, and
// servers with much to say, put some before the serverinfo.
const detectBlocks = 8
