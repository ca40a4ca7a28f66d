package world

import "bytes"

// maxLine bounds a printed line that is put together of pieces: no console
// shows more.
const maxLine = 1024

// pieces are printed lines that come in parts, as Quake's and QuakeWorld's
// games print them. Those of a packet stay where they are until the next one
// begins.
type pieces struct {
	buffer []byte
	start  int // of the line that is not complete
}

// settle forgets the lines of the last packet.
func (p *pieces) settle() {
	if p.start > 0 {
		p.buffer = append(p.buffer[:0], p.buffer[p.start:]...)
		p.start = 0
	}
}

// open returns the beginning of the line that is not complete.
func (p *pieces) open() []byte { return p.buffer[p.start:] }

// drop forgets it.
func (p *pieces) drop() { p.buffer = p.buffer[:p.start] }

func (p *pieces) copyFrom(s *pieces) {
	p.buffer = append(p.buffer[:0], s.open()...)
	p.start = 0
}

// add hands out the lines that text completes, without their ends; the rest
// waits.
func (p *pieces) add(w *World, text []byte, line func(w *World, line []byte)) {
	for {
		head, rest, ended := bytes.Cut(text, []byte{'\n'})
		if len(p.open())+len(head) <= maxLine {
			p.buffer = append(p.buffer, head...)
		}
		if !ended {
			return
		}
		complete := p.open()
		p.start = len(p.buffer)
		line(w, complete)
		text = rest
	}
}

// plainText appends line without the charset's other colour: the games' own
// words may be in it, of names it is a part.
func plainText(dst, line []byte) []byte {
	for _, c := range line {
		dst = append(dst, c&0x7f)
	}
	return dst
}
