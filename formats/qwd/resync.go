package qwd

import (
	"encoding/binary"
	"math"

	"demoscope/formats/internal/container"
	"demoscope/formats/message"
	"demoscope/formats/quakeworld"
)

var strength = container.Strength{Headers: 1, Run: 8}

// Strength implements [container.Records].
func (*Decoder) Strength() container.Strength { return strength }

// Likely implements [container.Records]: a time, a type, and what follows it by the
// type.
func (d *Decoder) Likely(at int) int {
	data := d.file.Data[at:]
	if len(data) < prefixSize+markSize {
		return 0
	}
	if t := math.Float32frombits(binary.LittleEndian.Uint32(data)); !(t >= shortestTime && t <= longestTime) {
		return 0
	}
	data = data[prefixSize:]
	switch d.file.Data[at+prefixSize-1] {
	case typeFrame:
		return prefixSize + quakeworld.SequenceSize
	case typeClient:
		// The move and the angles of a command are those of a client.
		if len(data) < clientSize {
			return 0
		}
		for i := 24; i < clientSize; i += 4 {
			if !likelyAngle(binary.LittleEndian.Uint32(data[i:])) {
				return 0
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

// largestAngle is beyond what a client sends, in degrees.
const largestAngle = 1e5

func likelyAngle(bits uint32) bool {
	a := math.Float32frombits(bits &^ (1 << 31))
	return bits&^(1<<31) == 0 || a >= shortestTime && a <= largestAngle
}

// Trial implements [container.Records].
func (d *Decoder) Trial() (message.Decoder, *container.Reader, message.Mark) {
	if d.trial == nil {
		d.trial = newDecoder(d.file.Data)
	}
	return d.trial, &d.trial.file, d.file.Mark(d.server.Protocol.State())
}

// begins reports whether a serverdata can be read among the first blocks.
func (d *Decoder) begins() bool {
	for range detectBlocks {
		if _, err := d.NextPacket(); err != nil {
			return false
		}
		for {
			m, err := d.NextMessage()
			if err != nil {
				break
			}
			if _, ok := m.(*message.QWServerData); ok {
				return true
			}
		}
	}
	return false
}

// settle finds out the protocol, and returns from how many blocks.
func (d *Decoder) settle() int {
	best, records := d.file.Settle(quakeworld.Starts(false))
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
	if note := d.server.Believe(&d.file, m, 0); note != "" {
		d.note = note
	}
}

// Recover returns how many blocks can be read of a .qwd whose beginning is damaged or
// missing, up to a limit; 0 if data is none. The name does not matter.
func Recover(data []byte, _ string) int {
	d := newDecoder(data)
	d.file.Recover(d)
	return d.settle()
}
