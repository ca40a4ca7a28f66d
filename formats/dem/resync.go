package dem

import (
	"encoding/binary"
	"fmt"
	"math"

	"demoscope/formats/internal/container"
	"demoscope/formats/message"
)

const (
	// likelyBlock is the largest size in bytes that a block has when one is searched
	// for, that of the largest message of later engines.
	likelyBlock = 64_000
	// The range of likely view angles in degrees. The engine does not bound the yaw,
	// which grows as the recorder turns around.
	largestAngle  = 1e5
	smallestAngle = 1e-6
)

var strength = container.Strength{Headers: 1, Run: 4}

// Strength implements [container.Records].
func (*Decoder) Strength() container.Strength { return strength }

// Likely implements [container.Records]: a size, three angles, and the id of a
// message.
func (d *Decoder) Likely(at int) int {
	data := d.file.Data[at:]
	if len(data) <= headerSize {
		return 0
	}
	size := binary.LittleEndian.Uint32(data)
	if size == 0 || size > likelyBlock {
		return 0
	}
	for i := 4; i < headerSize; i += 4 {
		bits := binary.LittleEndian.Uint32(data[i:])
		if a := math.Float32frombits(bits &^ (1 << 31)); bits != 0 && !(a >= smallestAngle && a <= largestAngle) && bits != 1<<31 {
			return 0
		}
	}
	if !legal[data[headerSize]] {
		return 0
	}
	return headerSize + int(size)
}

// legal has the ids of all messages.
var legal = func() (list [256]bool) {
	for id := range list {
		list[id] = id >= svcUpdateEntity || messages.ID(uint8(id)) != nil
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

// starts are the protocols that a demo may have whose serverinfo is lost: the most
// frequent first, and of protocol 999 the flags that engines set.
func starts() (list []message.Mark) {
	add := func(number int32, flags uint32) {
		list = append(list, message.Mark{State: [6]uint32{uint32(number), flags}})
	}
	add(protocolQuake, 0)
	add(protocolFitz, 0)
	add(protocolRMQ, flagAngleShort|flagCoord24)
	add(protocolRMQ, flagAngleShort|flagCoordFloat)
	for _, coord := range []uint32{0, flagCoordFloat, flagCoord24, flagCoordLong} {
		for _, angle := range []uint32{0, flagAngleShort, flagAngleFloat} {
			add(protocolRMQ, coord|angle)
		}
	}
	return list
}

// settle finds out the protocol of a demo whose serverinfo cannot be read, and
// returns how many records it was found out from.
func (d *Decoder) settle(at int) int {
	d.Return(message.Mark{Offset: int64(at), State: [6]uint32{protocolQuake}})
	best, records := d.file.Settle(starts())
	if records > 0 {
		d.Return(best)
		d.note = fmt.Sprintf("the beginning is damaged: protocol %d was found out by reading %d blocks with it", d.p.number, records)
	}
	return records
}

// FoundOut reports whether the protocol was found out by trying, because the
// beginning is damaged.
func (d *Decoder) FoundOut() bool { return d.note != "" }

// believe replaces the protocol of a serverinfo that damage changed.
func (d *Decoder) believe(number int32, flags uint32, m *message.ServerInfo) {
	said := d.file.Mark(d.state())
	before := said
	before.State[0], before.State[1] = uint32(number), flags
	if best := d.file.Believe(said, before, starts); best.State != said.State {
		d.p.set(int32(best.State[0]), best.State[1])
		m.Units = d.p.Units
		d.note = fmt.Sprintf("a serverinfo says protocol %d with flags 0x%x, but protocol %d with flags 0x%x is what can be read", said.State[0], said.State[1], d.p.number, d.p.flags)
	}
}

// Recover returns how many blocks can be read of a .dem whose beginning is damaged
// or missing, up to a limit; 0 if data is none. The name does not matter.
func Recover(data []byte, _ string) int {
	d := newDecoder(data)
	d.file.Recover(d)
	return d.settle(0)
}
