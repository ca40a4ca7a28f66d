package dm3

import (
	"encoding/binary"
	"fmt"
	"io"

	"demoscope/formats/internal/container"
	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// A record that can be read to its end mark proves much.
var strength = container.Strength{Headers: 1, Run: 3}

// Strength implements [container.Format].
func (*Decoder) Strength() container.Strength { return strength }

const (
	// likelyRecord is the largest length in bytes of a record that is searched for:
	// that of the largest buffer of a game of this family.
	likelyRecord = 1 << 15
	// likelySequence is a sequence number that no game reaches.
	likelySequence = 1 << 28
)

// Likely implements [container.Format]: a sequence number and a length, or the mark
// of the end.
func (d *Decoder) Likely(at int) int {
	data := d.file.Data[at:]
	if len(data) < headerSize {
		return 0
	}
	sequence := binary.LittleEndian.Uint32(data)
	size := binary.LittleEndian.Uint32(data[4:])
	switch {
	case sequence == 1<<32-1 && size == 1<<32-1:
		return len(data)
	case sequence >= likelySequence || size == 0 || size > likelyRecord:
		return 0
	}
	return headerSize + int(size)
}

// Trial implements [container.Format].
func (d *Decoder) Trial() (message.Decoder, *container.Reader) {
	t := newDecoder(d.file.Data, Options{})
	return t, &t.file
}

// Begin implements [container.Format]: the first records can be read with a protocol.
func (d *Decoder) Begin() (first message.Mark, whole bool) {
	p, good := d.choose(d.option)
	return message.Mark{State: [6]uint32{uint32(p.number)}}, good > 0
}

// Starts implements [container.Format].
func (d *Decoder) Starts() (list []message.Mark) {
	for _, p := range candidates(d.option) {
		list = append(list, message.Mark{State: [6]uint32{uint32(p.number)}})
	}
	return list
}

// SetProtocol implements [container.Format].
func (d *Decoder) SetProtocol(state [6]uint32) {
	if p := lookUp(int(state[0])); p != nil {
		d.proto = p
	}
}

// ProtocolName implements [container.Format].
func (d *Decoder) ProtocolName() string { return fmt.Sprintf("protocol %d", d.proto.number) }

// Find finds the start of the file data; detected says that [Detect] is true of it.
func Find(data []byte, opt Options, detected bool) container.Start {
	d := newDecoder(data, opt)
	return d.file.FindStart(d, detected)
}

// Assumed implements [message.Assumer]: a file may begin with snapshots.
func (d *Decoder) Assumed() message.Message {
	return &message.GameState{Protocol: int32(d.proto.number)}
}

// Span returns how many bytes the record has with which data begin, 0 if they are too few to tell; they may
// be fewer than that. The error is [io.EOF] for the mark of the end, or says that no record begins so.
func Span(data []byte) (int, error) {
	if len(data) < headerSize {
		return 0, nil
	}
	size := int32(binary.LittleEndian.Uint32(data[4:]))
	switch {
	case size == endMark:
		return headerSize, io.EOF
	case size < 0:
		return 0, errLength
	case size > wire.MaxBitMessage:
		return 0, message.ErrTooLarge
	}
	return headerSize + int(size), nil
}

// Enough reports whether head, the beginning of a demo that grows, has all the records by which the decoder
// chooses the protocol.
func Enough(head []byte) bool {
	for range trialPackets {
		n, err := Span(head)
		if err != nil {
			return true
		}
		if n == 0 || n > len(head) {
			return false
		}
		head = head[n:]
	}
	return true
}

// File returns what reads the file from record to record.
func (d *Decoder) File() *container.Reader { return &d.file }
