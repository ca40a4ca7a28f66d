package prints

import "bytes"

// maxLine bounds a printed line that is put together of pieces: no console
// shows more.
const maxLine = 1024

// Pieces are printed lines that come in parts, as Quake's and QuakeWorld's
// games print them. Those of a packet stay where they are until the next one
// begins.
type Pieces struct {
	buffer []byte
	start  int // of the line that is not complete
}

// Settle forgets the complete lines of the last packet.
func (p *Pieces) Settle() {
	if p.start > 0 {
		p.buffer = append(p.buffer[:0], p.buffer[p.start:]...)
		p.start = 0
	}
}

// Open returns the beginning of the line that is not complete.
func (p *Pieces) Open() []byte { return p.buffer[p.start:] }

// Drop forgets it.
func (p *Pieces) Drop() { p.buffer = p.buffer[:p.start] }

// CopyFrom makes p equal to s, between packets.
func (p *Pieces) CopyFrom(s *Pieces) {
	p.buffer = append(p.buffer[:0], s.Open()...)
	p.start = 0
}

// Add hands out the lines that text completes, without their ends; the rest
// waits. A line is valid until the next call of Settle.
func (p *Pieces) Add(text []byte, line func(line []byte)) {
	for {
		head, rest, ended := bytes.Cut(text, []byte{'\n'})
		if len(p.Open())+len(head) <= maxLine {
			p.buffer = append(p.buffer, head...)
		}
		if !ended {
			return
		}
		complete := p.Open()
		p.start = len(p.buffer)
		line(complete)
		text = rest
	}
}

// Plain appends line without the charset's other colour: the games' own
// words may be in it, of names it is a part.
func Plain(dst, line []byte) []byte {
	for _, c := range line {
		dst = append(dst, c&0x7f)
	}
	return dst
}
