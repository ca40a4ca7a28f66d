package mvd

import (
	"encoding/binary"

	"demoscope/formats/internal/container"
	"demoscope/formats/message"
	"demoscope/formats/quakeworld"
)

// The header of a record is small, so that many must be readable in a row.
var strength = container.Strength{Headers: 1, Run: 8}

// Strength implements [container.Records].
func (*Decoder) Strength() container.Strength { return strength }

// likelyRecord is the largest size in bytes of the messages of a record that is
// searched for: that of the largest server's buffer.
const likelyRecord = 8192

// Likely implements [container.Records]: a type with a slot only where it has one, and
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

// Trial implements [container.Records].
func (d *Decoder) Trial() (message.Decoder, *container.Reader, message.Mark) {
	if d.trial == nil {
		d.trial = newDecoder(d.file.Data)
	}
	m := d.file.Mark(d.server.Protocol.State())
	m.Time = d.millis
	return d.trial, &d.trial.file, m
}

// settle finds out the protocol, and returns from how many records.
func (d *Decoder) settle() int {
	best, records := d.file.Settle(quakeworld.Starts(true))
	if records > 0 {
		d.Return(best)
		d.note = d.server.Protocol.FoundOut(records)
	}
	return records
}

// FoundOut reports whether the protocol was found out by trying, because the
// beginning is damaged.
func (d *Decoder) FoundOut() bool { return d.note != "" }

// believe replaces the protocol of a serverdata that damage changed.
func (d *Decoder) believe(m *message.QWServerData) {
	if note := d.server.Believe(&d.file, m, d.millis); note != "" {
		d.note = note
	}
}

// Recover returns how many records can be read of an .mvd whose beginning is damaged
// or missing, up to a limit; 0 if data is none. The name does not matter.
func Recover(data []byte, _ string) int {
	d := newDecoder(data)
	d.file.Recover(d)
	return d.settle()
}
