package mvd

import (
	"encoding/binary"

	"demoscope/formats/internal/container"
	"demoscope/formats/message"
	"demoscope/formats/quakeworld"
)

// The header of a record is small, so that many must be readable in a row.
var strength = container.Strength{Headers: 1, Run: 8}

// Strength implements [container.Format].
func (*Decoder) Strength() container.Strength { return strength }

// likelyRecord is the largest size in bytes of the messages of a record that is
// searched for: that of the largest server's buffer.
const likelyRecord = 8192

// Likely implements [container.Format]: a type with a slot only where it has one, and
// a size.
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

// Find finds the start of the file data; detected says that [Detect] is true of it.
func Find(data []byte, _ Options, detected bool) container.Start {
	d := newDecoder(data)
	return d.file.FindStart(d, detected)
}

// Assumed implements [message.Assumer].
func (d *Decoder) Assumed() message.Message {
	if d.file.Note == "" {
		return nil
	}
	return d.server.Protocol.ServerData()
}

// Span returns how many bytes the record has with which data begin, 0 if they are too few to tell; they
// may be fewer than that. The error says that no record begins so.
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

// File returns what reads the file from record to record.
func (d *Decoder) File() *container.Reader { return &d.file }

// Live makes the decoder read on behind the message that ends a recording: in the stream of a game it stands
// at each change of the map, and when the server stops a recording.
func (d *Decoder) Live() { d.live = true }

// Over reports whether the message was read that ends the recording.
func (d *Decoder) Over() bool { return d.last }
