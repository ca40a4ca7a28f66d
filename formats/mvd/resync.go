package mvd

import (
	"encoding/binary"

	"demoscope/formats/internal/container"
	"demoscope/formats/message"
	"demoscope/formats/quakeworld"
)

// The header of a record is small, so many records in a row must be readable.
var strength = container.Strength{Headers: 1, Run: 8}

// Strength implements [container.Format].
func (*Decoder) Strength() container.Strength { return strength }

// likelyRecord is the maximum size in bytes of a record's messages in a search, the largest server's buffer.
const likelyRecord = 8192

// Likely implements [container.Format]: a type, with a slot only if the type has one, and a size.
func (d *Decoder) Likely(at int) int {
	data := d.file.Data[at:]
	if len(data) < prefixSize+4 {
		return 0
	}
	header := prefixSize + 4
	switch kind := data[1]; kind & typeMask {
	case typeSet:
		if kind != typeSet || len(data) < prefixSize+quakeworld.SequenceSize {
			return 0
		}
		return prefixSize + quakeworld.SequenceSize
	case typeMultiple:
		header += 4
		if kind != typeMultiple || len(data) < header {
			return 0
		}
	case typeSingle, typeStats:
	case typeRead, typeAll:
		if kind > typeMask {
			return 0
		}
	default:
		return 0
	}
	size := binary.LittleEndian.Uint32(data[header-4:])
	if size > likelyRecord || size > 0 && len(data) > header && data[header] == 0 && header == prefixSize+4 {
		return 0
	}
	return header + int(size)
}

// Trial implements [container.Format].
func (d *Decoder) Trial() (message.Decoder, *container.Reader) {
	t := newDecoder(d.file.Data)
	return t, &t.file
}

// Begin implements [container.Format].
func (d *Decoder) Begin() (first message.Mark, whole bool) {
	first = d.Mark()
	return first, d.begins()
}

// Starts implements [container.Format].
func (*Decoder) Starts() []message.Mark { return quakeworld.Starts(true) }

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

// Span returns the size in bytes of the record at the beginning of data, which may be longer than data; 0 if data is
// too short to tell. The error says that no record begins there.
func Span(data []byte) (int, error) {
	if len(data) < prefixSize {
		return 0, nil
	}
	header := prefixSize + 4
	switch data[1] & typeMask {
	case typeSet:
		return prefixSize + quakeworld.SequenceSize, nil
	case typeMultiple:
		header += 4
	case typeSingle, typeStats, typeRead, typeAll:
	default:
		return 0, message.ErrRange
	}
	return quakeworld.Span(data, header)
}

// File returns the reader of the file's records.
func (d *Decoder) File() *container.Reader { return &d.file }

// Live makes the decoder continue after the message that ends a recording: in a live stream it occurs at each map
// change, and when the server ends a recording.
func (d *Decoder) Live() { d.live = true }

// Over reports whether the message that ends the recording was read.
func (d *Decoder) Over() bool { return d.last }
