package dem

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"strings"

	"demoscope/formats/internal/container"
	"demoscope/formats/message"
)

const (
	// likelyBlock is the maximum size in bytes of a block in a search, that of the largest message of later engines.
	likelyBlock = 64_000
	// Range of plausible view angles in degrees. The engine does not bound the yaw, which grows as the recorder turns
	// around.
	largestAngle  = 1e5
	smallestAngle = 1e-6
)

var strength = container.Strength{Headers: 1, Run: 4}

// Strength implements [container.Format].
func (*Decoder) Strength() container.Strength { return strength }

// Likely implements [container.Format]: a size, three angles, and the id of a
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
		if a := math.Float32frombits(bits &^ (1 << 31)); bits != 0 && !(a >= smallestAngle && a <= largestAngle) &&
			bits != 1<<31 {
			return 0
		}
	}
	id := data[headerSize]
	if !legal[id] || extensionIDs[id] && d.p.fte|d.p.fte2 == 0 {
		if d.p.number != protocolNehahra || nehahraMessages.ID(id) == nil {
			return 0
		}
	}
	return headerSize + int(size)
}

// legal are the ids of all messages except for the rare ones of the 2021 game.
var legal = func() (list [256]bool) {
	for id := range list {
		list[id] = id >= svcUpdateEntity || messages.ID(uint8(id)) != nil
	}
	list[svcAchievement], list[svcLocalSound] = false, false
	return list
}()

// Trial implements [container.Format].
func (d *Decoder) Trial() (message.Decoder, *container.Reader) {
	t := newDecoder(d.file.Data)
	return t, &t.file
}

// Starts implements [container.Format]. For protocol 999 it returns the flags that engines set.
func (*Decoder) Starts() (list []message.Mark) {
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
	for _, start := range []version{
		{protocolRMQ, flagAngleShort | flagCoordFloat, 0, qssUsual}, {protocolFitz, 0, 0, fteUsual},
	} {
		var m message.Mark
		start.state(&m.State)
		list = append(list, m)
	}
	return list
}

// The bits of FTE2 in demos of QuakeSpasm-Spiked with its own server, and with FTE's.
const qssUsual, fteUsual = 0x2b, 0x3f

// Begin implements [container.Format].
func (d *Decoder) Begin() (first message.Mark, whole bool) {
	first = message.Mark{Offset: int64(d.findFirstBlock()), State: [6]uint32{protocolQuake}}
	_, whole = d.begins(first)
	return first, whole
}

// SetProtocol implements [container.Format].
func (d *Decoder) SetProtocol(state [6]uint32) { d.p.set(versionIn(&state)) }

// ProtocolName implements [container.Format].
func (d *Decoder) ProtocolName() string {
	name := fmt.Sprintf("protocol %d", d.p.number)
	if d.p.number == protocolRMQ {
		name += fmt.Sprintf(" with flags 0x%x", d.p.flags)
	}
	if d.p.fte|d.p.fte2 != 0 {
		name += fmt.Sprintf(" with FTEX 0x%x and FTE2 0x%x", d.p.fte, d.p.fte2)
	}
	return name
}

// Find finds the start of the file data. detected says that [Detect] returned true for it.
func Find(data []byte, detected bool) container.Start {
	d := newDecoder(data)
	start := d.file.FindStart(d, detected)
	if state := &start.Mark.State; start.Note != "" && int32(state[0]) == protocolRMQ && state[1]&flagCoordFloat != 0 {
		name := d.ProtocolName()
		if d.wholeCoords(start.Mark) {
			state[1] = state[1]&^flagCoordFloat | flagCoordLong
			d.SetProtocol(*state)
			start.Note = strings.Replace(start.Note, name, d.ProtocolName(), 1)
		}
	}
	return start
}

const (
	// coordBlocks is the number of blocks examined to distinguish float coordinates from 32-bit integers, which have
	// the same size.
	coordBlocks = 64
	// wholeCoord exceeds all coordinates in 16ths of a unit, and is tiny when read as a float.
	wholeCoord = 1 << 22
)

// wholeCoords reports whether most entity coordinates after mark are plausible as 32-bit integers rather than floats.
func (d *Decoder) wholeCoords(mark message.Mark) bool {
	d.Return(mark)
	whole, float := 0, 0
	for range coordBlocks {
		if _, err := d.NextPacket(); err == io.EOF {
			break
		}
		for {
			m, err := d.NextMessage()
			if err != nil {
				break
			}
			e, ok := m.(*message.UpdateEntity)
			if !ok {
				continue
			}
			for axis, c := range e.Origin {
				switch {
				case e.Mask&(message.FieldOriginX<<axis) == 0 || c == 0:
				case c > -wholeCoord && c < wholeCoord:
					whole++
				default:
					float++
				}
			}
		}
	}
	return whole > float
}

// Assumed implements [message.ProtocolGuesser].
func (d *Decoder) Assumed() message.Message {
	if d.file.Note == "" {
		return nil
	}
	extensions := []message.QWExtension{{Tag: message.TagFTE, Bits: d.p.fte}, {Tag: message.TagFTE2, Bits: d.p.fte2}}
	return &message.ServerInfo{Extensions: extensions, Protocol: d.p.number, Flags: d.p.flags, Units: d.p.Units}
}
