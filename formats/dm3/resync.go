package dm3

import (
	"encoding/binary"
	"fmt"
	"io"

	"demoscope/formats/internal/container"
	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// A record that is readable up to its end mark is strong evidence.
var strength = container.Strength{Headers: 1, Run: 3}

// Strength implements [container.Format].
func (*Decoder) Strength() container.Strength { return strength }

const (
	// likelyRecord is the maximum length in bytes of a record in a search, the largest buffer of a game of this family.
	likelyRecord = 1 << 15
	// likelySequence is a sequence number that no game reaches.
	likelySequence = 1 << 28
)

// Likely implements [container.Format]: a sequence number and a length, or the end mark.
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

// Begin implements [container.Format]: a protocol can read the first records.
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

// Find finds the start of the file data. detected says that [Detect] returned true for it.
func Find(data []byte, opt Options, detected bool) container.Start {
	d := newDecoder(data, opt)
	return d.file.FindStart(d, detected)
}

// Assumed implements [message.ProtocolGuesser]: a file may begin with snapshots.
func (d *Decoder) Assumed() message.Message {
	return &message.GameState{Protocol: int32(d.proto.number)}
}

// Span returns the size in bytes of the record at the beginning of data, which may be longer than data; 0 if data is
// too short to tell. The error is [io.EOF] for the end mark, or says that no record begins there.
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

// Enough reports whether head, the beginning of a growing demo, has all the records that the decoder needs to choose
// the protocol.
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

// File returns the reader of the file's records.
func (d *Decoder) File() *container.Reader { return &d.file }
