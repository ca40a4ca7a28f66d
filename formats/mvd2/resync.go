package mvd2

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"demoscope/formats/internal/container"
	"demoscope/formats/message"
	"demoscope/formats/quake2"
)

var errMagic = errors.New("the file does not begin with MVD2")

// The header of a block is only its length, so several blocks must follow each other.
var strength = container.Strength{Headers: 2, Run: 4, Sure: 32}

// Strength implements [container.Format].
func (*Decoder) Strength() container.Strength { return strength }

// Likely implements [container.Format]: a length and the id of a message, or the end mark.
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

// likely are the first bytes of all messages. Messages that do not use the bits above the command leave them 0.
var likely = func() (list [256]bool) {
	for b := range list {
		cmd := uint8(b) & cmdMask
		list[b] = messages.ID(cmd) != nil && (b == int(cmd) || casts[cmd] != nil || cmd == cmdServerData ||
			cmd == cmdSound)
	}
	return list
}()

// Trial implements [container.Format].
func (d *Decoder) Trial() (message.Decoder, *container.Reader) {
	t := newDecoder(d.file.Data)
	return t, &t.file
}

// Starts implements [container.Format].
func (*Decoder) Starts() (list []message.Mark) {
	for _, v := range []struct{ version, flags uint32 }{{2010, 0}, {2011, 4}, {2012, 4}, {2012, 12}, {2013, 12}} {
		list = append(list, message.Mark{State: [6]uint32{stateKnown: 1, stateVersion: v.version, stateFlags: v.flags}})
	}
	return list
}

// begins reports whether the file begins with the magic and a readable serverdata.
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

// checkMagic checks that the file begins with the magic and a block. If not, it returns the reason, and all bytes up to
// the first block are damage. So a raw packet is the first one only in a file without the magic, which the encoder has
// to know.
func (d *Decoder) checkMagic() error {
	switch {
	case len(d.file.Data) == 0:
		return nil
	case d.file.Pos != len(magic):
		return errMagic
	}
	_, err := d.NextPacket()
	return errors.Unwrap(err)
}

// Begin implements [container.Format].
func (d *Decoder) Begin() (first message.Mark, whole bool) {
	first = d.Mark()
	whole = d.begins()
	d.Return(first)
	d.file.Recover(d)
	if d.magicErr = d.checkMagic(); d.magicErr != nil {
		first.Offset = 0
	}
	return first, whole
}

// SetProtocol implements [container.Format].
func (d *Decoder) SetProtocol(state [6]uint32) {
	d.known = state[stateKnown] != 0
	d.version, d.flags = uint16(state[stateVersion]), uint16(state[stateFlags])
	d.protocol = protocolOf(state)
}

// ProtocolName implements [container.Format].
func (d *Decoder) ProtocolName() string {
	return fmt.Sprintf("version %d with flags 0x%x", d.version, d.flags)
}

// Find finds the start of the file data. detected says that [Detect] returned true for it.
func Find(data []byte, detected bool) container.Start {
	d := newDecoder(data)
	start := d.file.FindStart(d, detected)
	start.Err = d.magicErr
	return start
}

// Assumed implements [message.ProtocolGuesser].
func (d *Decoder) Assumed() message.Message {
	if d.file.Note == "" {
		return nil
	}
	return &message.MultiViewData{Protocol: quake2.MultiViewProtocol, Version: d.version, Flags: d.flags,
		Units: d.protocol.Units()}
}

// Span returns the size in bytes of the block at the beginning of data, which may be longer than data; 0 if data is too
// short to tell. The error is [io.EOF] for the end mark, or says that no block begins there.
func Span(data []byte) (int, error) {
	if len(data) < lengthSize {
		return 0, nil
	}
	size := int(binary.LittleEndian.Uint16(data))
	switch {
	case size == 0:
		return lengthSize, io.EOF
	case size > maxBlock:
		return 0, message.ErrTooLarge
	}
	return lengthSize + size, nil
}

// Enough reports whether head, the beginning of a growing demo, has the whole block that begins a level.
func Enough(head []byte) bool {
	head = head[min(len(magic), len(head)):]
	n, err := Span(head)
	return err != nil || n > 0 && n <= len(head)
}

// File returns the reader of the file's blocks.
func (d *Decoder) File() *container.Reader { return &d.file }
