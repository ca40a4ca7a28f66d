package dm2

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"demoscope/formats/internal/container"
	"demoscope/formats/message"
	"demoscope/formats/quake2"
)

// The header of a block is only its length, so several blocks must follow each other.
var strength = container.Strength{Headers: 2, Run: 4}

// Strength implements [container.Format].
func (*Decoder) Strength() container.Strength { return strength }

// likelyBlock is the maximum length in bytes of a block in a search, the size of the engines' buffers.
const likelyBlock = 1 << 15

// Likely implements [container.Format]: a length and the id of a message, or the end mark.
func (d *Decoder) Likely(at int) int {
	data := d.file.Data[at:]
	if len(data) < lengthSize {
		return 0
	}
	size := binary.LittleEndian.Uint32(data)
	switch {
	case size == endMark&(1<<32-1):
		return len(data)
	case size == 0 || size > likelyBlock || len(data) == lengthSize:
		return 0
	}
	if id := data[lengthSize]; !legal[d.parser.Protocol.Edition][id&^unicastBit] || id&unicastBit != 0 &&
		!d.mayBeRelay() {
		return 0
	}
	return lengthSize + int(size)
}

// legal are the ids of all messages of each edition.
var legal = func() (lists [quake2.EditionNet + 1][256]bool) {
	for edition := range lists {
		for id := range lists[edition] {
			lists[edition][id] = quake2.Edition(edition).Legal(uint8(id))
		}
	}
	return lists
}()

// Trial implements [container.Format].
func (d *Decoder) Trial() (message.Decoder, *container.Reader) {
	t := newDecoder(d.file.Data)
	return t, &t.file
}

// begin is the mark before the first serverdata.
var begin = message.Mark{State: [6]uint32{stateProtocol: 34, stateIsDemo: quake2.DemoClient}}

// Starts implements [container.Format].
func (*Decoder) Starts() (list []message.Mark) {
	for _, kind := range []uint32{quake2.DemoClient, quake2.DemoServer, quake2.DemoRelay} {
		for _, number := range []uint32{34, 26, 3434, 3435, 3436} {
			m := message.Mark{State: [6]uint32{stateProtocol: number, stateIsDemo: kind, stateBegun: 1}}
			list = append(list, m)
		}
	}
	for _, number := range []uint32{2022, 2023, 1038} {
		m := message.Mark{State: [6]uint32{stateProtocol: number, stateIsDemo: rereleaseDemo, stateBegun: 1}}
		list = append(list, m)
	}
	return list
}

// rereleaseDemo is the state of a client's recording of the re-release, with the usual frame rate.
const rereleaseDemo = quake2.DemoClient | 40<<8 | uint32(quake2.LibraryRerelease)<<24

// detectBlocks is the number of blocks that Begin reads in search of the serverdata.
const detectBlocks = maxEmpty + 1

// Begin implements [container.Format]: the first nonempty block begins with a readable serverdata, or with one of a
// protocol that is known but not supported.
func (d *Decoder) Begin() (first message.Mark, whole bool) {
	for range detectBlocks {
		if _, err := d.NextPacket(); err != nil {
			return begin, false
		}
		for {
			m, err := d.NextMessage()
			var unsupported *quake2.UnsupportedError
			if errors.As(err, &unsupported) && quake2.Recorded(unsupported.Protocol) {
				return begin, true
			}
			if err != nil {
				break
			}
			if _, ok := m.(*message.Quake2ServerData); ok {
				return begin, true
			}
		}
	}
	return begin, false
}

// SetProtocol implements [container.Format].
func (d *Decoder) SetProtocol(state [6]uint32) {
	if p, ok := protocolOf(state); ok {
		d.parser.Protocol = p
	}
}

// ProtocolName implements [container.Format].
func (d *Decoder) ProtocolName() string {
	return fmt.Sprintf("protocol %d", d.parser.Protocol.Number)
}

// Find finds the start of the file data. detected says that [Detect] returned true for it.
func Find(data []byte, detected bool) container.Start {
	d := newDecoder(data)
	return d.file.FindStart(d, detected)
}

// Assumed implements [message.ProtocolGuesser].
func (d *Decoder) Assumed() message.Message {
	if d.file.Note == "" {
		return nil
	}
	p := &d.parser.Protocol
	m := &message.Quake2ServerData{Protocol: p.Number, IsDemo: p.IsDemo, Units: p.Units(), Rate: p.Rate}
	if p.Server {
		m.Client = -1
	}
	return m
}

// Span returns the size in bytes of the block at the beginning of data, which may be longer than data; 0 if data is too
// short to tell. The error is [io.EOF] for the end mark, or says that no block begins there.
func Span(data []byte) (int, error) {
	if len(data) < lengthSize {
		return 0, nil
	}
	size := int32(binary.LittleEndian.Uint32(data))
	switch {
	case size == endMark:
		return lengthSize, io.EOF
	case size < 0:
		return 0, errLength
	case size > maxBlock:
		return 0, message.ErrTooLarge
	}
	return lengthSize + int(size), nil
}

// File returns the reader of the file's blocks.
func (d *Decoder) File() *container.Reader { return &d.file }
