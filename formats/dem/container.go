package dem

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"demoscope/formats/message"
)

// headerSize is the size of a block's header: the size of its messages and
// three angles.
const headerSize = 16

// NextPacket goes to the next block. One that the file's end cuts is handed
// out with what is there.
func (d *Decoder) NextPacket() (*message.Packet, error) {
	off := d.next
	left := len(d.data) - off
	if left == 0 || d.broken {
		return nil, io.EOF
	}
	var size int32
	err := message.ErrTruncated
	if left >= headerSize {
		size = int32(binary.LittleEndian.Uint32(d.data[off:]))
		err = checkSize(size)
	}
	if err != nil {
		d.broken = true
		d.pos, d.end = off, off
		d.packet.Missing = 0
		d.rest = d.data[off:]
		return nil, d.damaged("container", off, d.block, err)
	}
	b := d.data[off : off+headerSize]
	d.start = off + headerSize
	d.pos = d.start
	d.end = d.start + int(size)
	p := &d.packet
	p.Missing = 0
	if d.end > len(d.data) {
		p.Missing = d.end - len(d.data)
		d.end = len(d.data)
	}
	p.Block = d.block
	p.Offset = int64(off)
	p.Size = d.end - off
	for i := range p.Angles {
		p.Angles[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4+4*i:]))
	}
	d.block++
	d.next = d.end
	return p, nil
}

func checkSize(size int32) error {
	if size < 0 || size > MaxBlock {
		return fmt.Errorf("a block of %d bytes: %w", size, message.ErrTooLarge)
	}
	return nil
}
