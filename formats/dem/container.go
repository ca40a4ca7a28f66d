package dem

import (
	"encoding/binary"
	"fmt"
	"math"

	"demoscope/formats/internal/container"
	"demoscope/formats/message"
)

// headerSize is the size in bytes of a block's header: the size of its messages and three angles.
const headerSize = 16

// NextPacket goes to the next block. It returns a truncated block at the end of the file with the bytes that exist.
func (d *Decoder) NextPacket() (*message.Packet, error) {
	f := &d.file
	if d.ended() {
		if p, ok := f.Appendix(); ok {
			d.pos = f.Pos
			return p, nil
		}
	}
	left, err := f.Next(headerSize, true)
	if err != nil {
		d.pos = f.Pos
		return nil, err
	}
	header := left[:headerSize]
	size := int32(binary.LittleEndian.Uint32(header))
	err = checkSize(size)
	if size == 0 && f.Zeros() {
		err = container.ErrZeros
	}
	if err != nil {
		err = f.Broken(err)
		d.pos = f.Pos
		return nil, err
	}
	f.Take(headerSize, int(size))
	d.pos = f.Payload
	p := &f.Packet
	for i := range p.Angles {
		p.Angles[i] = math.Float32frombits(binary.LittleEndian.Uint32(header[4+4*i:]))
	}
	return p, nil
}

// ended reports whether the last block is the one that engines write at the end: a disconnect alone.
func (d *Decoder) ended() bool {
	const size, svcDisconnect = 1, 2
	f := &d.file
	if f.Pos < headerSize+size {
		return false
	}
	last := f.Data[f.Pos-headerSize-size : f.Pos]
	return binary.LittleEndian.Uint32(last) == size && last[headerSize] == svcDisconnect
}

func checkSize(size int32) error {
	if size < 0 || size > maxBlock {
		return fmt.Errorf("a block of %d bytes: %w", size, message.ErrTooLarge)
	}
	return nil
}

// Span returns the size in bytes of the block at the beginning of data, which may be longer than data; 0 if data is too
// short to tell. The error says that no block begins there.
func Span(data []byte) (int, error) {
	if len(data) < headerSize {
		return 0, nil
	}
	size := int32(binary.LittleEndian.Uint32(data))
	if err := checkSize(size); err != nil {
		return 0, err
	}
	return headerSize + int(size), nil
}

// File returns the reader of the file's blocks.
func (d *Decoder) File() *container.Reader { return &d.file }
