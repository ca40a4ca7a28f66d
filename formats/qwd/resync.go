package qwd

import (
	"encoding/binary"
	"math"

	"demoscope/formats/internal/container"
	"demoscope/formats/message"
	"demoscope/formats/quakeworld"
)

var strength = container.Strength{Headers: 1, Run: 8}

// Strength implements [container.Format].
func (*Decoder) Strength() container.Strength { return strength }

// Likely implements [container.Format]: a time, a type, and the start of the type's data.
func (d *Decoder) Likely(at int) int {
	data := d.file.Data[at:]
	if len(data) < prefixSize+markSize {
		return 0
	}
	if !between(binary.LittleEndian.Uint32(data), shortestTime, longestTime) {
		return 0
	}
	data = data[prefixSize:]
	switch d.file.Data[at+prefixSize-1] {
	case typeFrame:
		return prefixSize + quakeworld.SequenceSize
	case typeClient:
		// The move and the angles of a client's command.
		if len(data) < clientSize {
			return 0
		}
		for _, angles := range [...]int{4, 24} { // of the move, and of the view
			for i := angles; i < angles+12; i += 4 {
				if !likelyAngle(binary.LittleEndian.Uint32(data[i:])) {
					return 0
				}
			}
		}
		return prefixSize + clientSize
	case typeServer:
		size := binary.LittleEndian.Uint32(data)
		if size < markSize || size > quakeworld.MaxPayload {
			return 0
		}
		return prefixSize + 4 + int(size)
	}
	return 0
}

// largestAngle exceeds the angles that clients send, in degrees.
const largestAngle = 1e5

func likelyAngle(bits uint32) bool {
	bits &^= 1 << 31
	return bits == 0 || between(bits, shortestTime, largestAngle)
}

// between reports whether bits is a float from least, which is positive, to most. Positive floats have the order of
// their bits.
func between(bits uint32, least, most float32) bool {
	return bits-math.Float32bits(least) <= math.Float32bits(most)-math.Float32bits(least)
}

// Trial implements [container.Format].
func (d *Decoder) Trial() (message.Decoder, *container.Reader) {
	t := newDecoder(d.file.Data)
	return t, &t.file
}

// Begin implements [container.Format]: one of the first blocks has a readable serverdata.
func (d *Decoder) Begin() (first message.Mark, whole bool) {
	first = d.Mark()
	for range detectBlocks {
		if _, err := d.NextPacket(); err != nil {
			return first, false
		}
		for {
			m, err := d.NextMessage()
			if err != nil {
				break
			}
			if _, ok := m.(*message.QWServerData); ok {
				return first, true
			}
		}
	}
	return first, false
}

// Starts implements [container.Format].
func (*Decoder) Starts() []message.Mark { return quakeworld.Starts(false) }

// SetProtocol implements [container.Format].
func (d *Decoder) SetProtocol(state [6]uint32) { d.server.SetState(state) }

// ProtocolName implements [container.Format].
func (d *Decoder) ProtocolName() string { return d.server.Protocol.Name() }

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
	return d.server.Protocol.ServerData()
}

// Span returns the size in bytes of the block at the beginning of data, which may be longer than data; 0 if data is too
// short to tell. The error says that no block begins there.
func Span(data []byte) (int, error) {
	if len(data) < prefixSize {
		return 0, nil
	}
	switch data[prefixSize-1] {
	case typeClient:
		return prefixSize + clientSize, nil
	case typeFrame:
		return prefixSize + quakeworld.SequenceSize, nil
	case typeServer:
		return quakeworld.Span(data, prefixSize+4)
	}
	return 0, message.ErrRange
}

// File returns the reader of the file's blocks.
func (d *Decoder) File() *container.Reader { return &d.file }
