package dm2

import (
	"encoding/binary"
	"errors"
	"fmt"

	"demoscope/formats/internal/container"
	"demoscope/formats/message"
	"demoscope/formats/quake2"
)

// The header of a block is only its length, so that several must follow each other.
var strength = container.Strength{Headers: 2, Run: 4}

// Strength implements [container.Records].
func (*Decoder) Strength() container.Strength { return strength }

// likelyBlock is the largest length in bytes of a block that is searched for: that
// of the engines' buffers.
const likelyBlock = 1 << 15

// Likely implements [container.Records]: a length and the id of a message, or the
// mark of the end.
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
	if id := data[lengthSize]; !legal[id&^unicastBit] || id&unicastBit != 0 && !d.mayBeRelay() {
		return 0
	}
	return lengthSize + int(size)
}

// legal has the ids of all messages.
var legal = func() (list [256]bool) {
	for id := range list {
		list[id] = quake2.Legal(uint8(id))
	}
	return list
}()

// Trial implements [container.Records].
func (d *Decoder) Trial() (message.Decoder, *container.Reader, message.Mark) {
	if d.trial == nil {
		d.trial = newDecoder(d.file.Data)
	}
	return d.trial, &d.trial.file, d.file.Mark(d.state())
}

// begin is the mark before the first serverdata.
var begin = message.Mark{State: [6]uint32{stateProtocol: 34, stateIsDemo: quake2.DemoClient}}

// starts are the protocols that a demo may have whose serverdata is lost, the most
// frequent first.
func starts() (list []message.Mark) {
	for _, kind := range []uint32{quake2.DemoClient, quake2.DemoServer, quake2.DemoRelay} {
		for _, number := range []uint32{34, 26, 3434, 3435, 3436} {
			m := message.Mark{State: [6]uint32{stateProtocol: number, stateIsDemo: kind, stateBegun: 1}}
			list = append(list, m)
		}
	}
	return list
}

// detectBlocks is how many blocks may precede the serverdata.
const detectBlocks = maxEmpty + 1

// begins reports whether the first block that is not empty begins with a serverdata
// that can be read, or with one of a protocol that is known but not read.
func (d *Decoder) begins() bool {
	for range detectBlocks {
		if _, err := d.NextPacket(); err != nil {
			return false
		}
		for {
			m, err := d.NextMessage()
			var unsupported *quake2.UnsupportedError
			if errors.As(err, &unsupported) && quake2.Recorded(unsupported.Protocol) {
				return true
			}
			if err != nil {
				break
			}
			if _, ok := m.(*message.Quake2ServerData); ok {
				return true
			}
		}
	}
	return false
}

// settle finds out the protocol, and returns from how many blocks.
func (d *Decoder) settle() int {
	best, records := d.file.Settle(starts())
	if records > 0 {
		d.Return(best)
		d.note = fmt.Sprintf("the beginning is damaged: protocol %d was found out by reading %d blocks with it", d.parser.Protocol.Number, records)
	}
	return records
}

// FoundOut reports whether the protocol was found out by trying, because the
// beginning is damaged.
func (d *Decoder) FoundOut() bool { return d.note != "" }

// believe replaces the protocol of a serverdata that damage changed.
func (d *Decoder) believe(before quake2.Protocol, m *message.Quake2ServerData) {
	said := d.file.Mark(d.state())
	now := d.parser.Protocol
	d.parser.Protocol = before
	was := d.file.Mark(d.state())
	d.parser.Protocol = now
	if best := d.file.Believe(said, was, starts); best.State != said.State {
		d.parser.Protocol, _ = protocolOf(best.State)
		m.Units = d.parser.Protocol.Units()
		d.note = fmt.Sprintf("a serverdata says protocol %d, but protocol %d is what can be read", now.Number, d.parser.Protocol.Number)
	}
}

// Recover returns how many blocks can be read of a .dm2 whose beginning is damaged or
// missing, up to a limit; 0 if data is none. The name does not matter.
func Recover(data []byte, _ string) int {
	d := newDecoder(data)
	d.file.Recover(d)
	return d.settle()
}
