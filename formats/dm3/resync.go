package dm3

import (
	"encoding/binary"
	"fmt"

	"demoscope/formats/internal/container"
	"demoscope/formats/message"
)

// A record that can be read to its end mark proves much.
var strength = container.Strength{Headers: 1, Run: 3}

// Strength implements [container.Records].
func (*Decoder) Strength() container.Strength { return strength }

const (
	// likelyRecord is the largest length in bytes of a record that is searched for:
	// that of the largest buffer of a game of this family.
	likelyRecord = 1 << 15
	// likelySequence is a sequence number that no game reaches.
	likelySequence = 1 << 28
)

// Likely implements [container.Records]: a sequence number and a length, or the mark
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

// Trial implements [container.Records].
func (d *Decoder) Trial() (message.Decoder, *container.Reader, message.Mark) {
	if d.trial == nil {
		d.trial = newDecoder(d.file.Data)
	}
	m := d.file.Mark([6]uint32{uint32(d.proto.number), uint32(d.claimed)})
	m.Time = int64(d.time)
	return d.trial, &d.trial.file, m
}

// settle finds out the protocol of a demo whose first record cannot be read, and
// returns from how many records.
func (d *Decoder) settle() int {
	var marks []message.Mark
	for _, p := range candidates(d.option) {
		marks = append(marks, message.Mark{State: [6]uint32{uint32(p.number)}})
	}
	best, records := d.file.Settle(marks)
	if records > 0 {
		d.Return(best)
		d.note = fmt.Sprintf("the beginning is damaged: protocol %d was found out by reading %d records with it", d.proto.number, records)
	}
	return records
}

// FoundOut reports whether the protocol was found out by trying, because the
// beginning is damaged.
func (d *Decoder) FoundOut() bool { return d.note != "" }

// Recover returns how many records can be read of a demo of this family whose
// beginning is damaged or missing, up to a limit; 0 if data is none.
func Recover(data []byte, name string) int {
	d := newDecoder(data)
	d.option = Extension(name)
	d.restart(protocols[0])
	d.file.Recover(d)
	return d.settle()
}
