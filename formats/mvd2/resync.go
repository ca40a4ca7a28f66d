package mvd2

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"

	"demoscope/formats/internal/container"
	"demoscope/formats/message"
)

var errMagic = errors.New("the file does not begin with MVD2")

// The header of a block is only its length, so that several must follow each other.
var strength = container.Strength{Headers: 2, Run: 4, Sure: 32}

// Strength implements [container.Records].
func (*Decoder) Strength() container.Strength { return strength }

// Likely implements [container.Records]: a length and the id of a message, or the
// mark of the end.
func (d *Decoder) Likely(at int) int {
	data := d.file.Data[at:]
	if len(data) < lengthSize {
		return 0
	}
	size := int(binary.LittleEndian.Uint16(data))
	switch {
	case size == 0:
		return len(data)
	case size > maxBlock || len(data) == lengthSize || !likely[data[lengthSize]]:
		return 0
	}
	return lengthSize + size
}

// likely has the first bytes of all messages: those that have no use for the bits beside
// the command leave them 0.
var likely = func() (list [256]bool) {
	for b := range list {
		cmd := uint8(b) & cmdMask
		list[b] = messages.ID(cmd) != nil && (b == int(cmd) || casts[cmd] != nil || cmd == cmdServerData || cmd == cmdSound)
	}
	return list
}()

// Trial implements [container.Records].
func (d *Decoder) Trial() (message.Decoder, *container.Reader, message.Mark) {
	if d.trial == nil {
		d.trial = newDecoder(d.file.Data)
	}
	m := d.file.Mark(d.state())
	m.State[stateNoMagic] = 0
	return d.trial, &d.trial.file, m
}

// starts are the versions that a demo may have whose serverdata is lost, the most
// frequent first.
func starts() (list []message.Mark) {
	for _, v := range []struct{ version, flags uint32 }{{2010, 0}, {2011, 4}, {2012, 4}, {2012, 12}, {2013, 12}} {
		list = append(list, message.Mark{State: [6]uint32{stateKnown: 1, stateVersion: v.version, stateFlags: v.flags}})
	}
	return list
}

// begins reports whether the file begins with the magic and a serverdata that can be
// read.
func (d *Decoder) begins() bool {
	if !bytes.HasPrefix(d.file.Data, magic) {
		return false
	}
	if _, err := d.NextPacket(); err != nil {
		return false
	}
	m, err := d.NextMessage()
	if err != nil {
		return false
	}
	_, ok := m.(*message.MultiViewData)
	return ok
}

// checkMagic finds out whether the file begins with the magic and a block; if not, all
// up to the first block is a damage. So a packet that is raw is the first one only of
// a file without the magic, which the encoder has to know.
func (d *Decoder) checkMagic() {
	start := d.Mark()
	d.magicErr = errMagic
	if d.file.Pos == len(magic) {
		_, err := d.NextPacket()
		if err == nil {
			d.Return(start)
			return
		}
		d.magicErr = errors.Unwrap(err)
	}
	start.Offset = 0
	d.Return(start)
	d.noMagic = len(d.file.Data) > 0
}

// settle finds out the version, and returns from how many blocks.
func (d *Decoder) settle() int {
	best, records := d.file.Settle(starts())
	if records > 0 {
		best.State[stateNoMagic] = d.state()[stateNoMagic]
		d.Return(best)
		d.note = fmt.Sprintf("the beginning is damaged: version %d was found out by reading %d blocks with it", d.version, records)
	}
	return records
}

// FoundOut reports whether the protocol was found out by trying, because the
// beginning is damaged.
func (d *Decoder) FoundOut() bool { return d.note != "" }

// believe replaces the version of a serverdata that damage changed.
func (d *Decoder) believe(before [6]uint32) {
	said, was := d.file.Mark(d.state()), d.file.Mark(before)
	if best := d.file.Believe(said, was, starts); best.State != said.State {
		d.note = fmt.Sprintf("a serverdata says version %d with flags 0x%x, but version %d with flags 0x%x is what can be read", d.version, d.flags, best.State[stateVersion], best.State[stateFlags])
		d.setState(best.State)
		d.serverData.Units = d.protocol.Units()
	}
}

// Recover returns how many blocks can be read of an .mvd2 whose beginning is damaged
// or missing, up to a limit; 0 if data is none. The name does not matter.
func Recover(data []byte, _ string) int {
	d := newDecoder(data)
	d.file.Recover(d)
	d.checkMagic()
	return d.settle()
}
