package prints

import (
	"bytes"

	"demoscope/player/world"
)

// maxLine bounds a line joined from pieces, in bytes. No console shows more.
const maxLine = 1024

// Pieces joins lines that Quake's and QuakeWorld's games print in parts. The lines of a packet are valid until the next
// packet begins. The zero value is empty.
type Pieces struct {
	buffer []byte
	start  int // start of the incomplete line
}

// Settle drops the complete lines of the last packet.
func (p *Pieces) Settle() {
	if p.start > 0 {
		p.buffer = append(p.buffer[:0], p.buffer[p.start:]...)
		p.start = 0
	}
}

// Open returns the incomplete line so far.
func (p *Pieces) Open() []byte { return p.buffer[p.start:] }

// Drop drops the incomplete line.
func (p *Pieces) Drop() { p.buffer = p.buffer[:p.start] }

// CopyFrom copies s. It may be called between packets.
func (p *Pieces) CopyFrom(s *Pieces) {
	p.buffer = append(p.buffer[:0], s.Open()...)
	p.start = 0
}

// Memory returns the size of p in bytes.
func (p *Pieces) Memory() int64 { return int64(cap(p.buffer)) }

// Read adds printed text. For each line that this completes, it calls read without the line end, and ends the line with
// [world.Edit.LineRead]. A line is valid until [Pieces.Settle].
func (p *Pieces) Read(w world.Edit, text []byte, read func(w world.Edit, line []byte)) {
	p.Add(text, func(line []byte) {
		first := len(w.Events)
		read(w, line)
		w.LineRead(first)
	})
}

// Add adds text and calls line with each line that this completes, without the line end. A line is valid until
// [Pieces.Settle].
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

// Plain appends line to dst without the charset's second color.
func Plain(dst, line []byte) []byte {
	for _, c := range line {
		dst = append(dst, c&0x7f)
	}
	return dst
}
