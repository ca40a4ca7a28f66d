// Package container has what the containers of demos share. A file is a sequence
// of records, each with a header, a size and that many bytes of messages. Each
// format knows its own headers and messages; this package keeps the position in
// the file, handles records that the end of the file cuts, places damage, and
// fills in sizes once a record is written.
package container

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"demoscope/formats/message"
)

// Reasons for damage.
var (
	ErrEndMark = errors.New("the file ends without the mark of its end")
	ErrNotRead = errors.New("the blocks from here on have a protocol that is not read")
)

// Reader goes through a file from record to record. Its zero value, with Format,
// Data and Clock set, stands at the beginning of the file.
type Reader struct {
	Format string         // name of the format, for damage
	Data   []byte         // the whole file, which must not change
	Clock  func() float64 // returns the demo's own clock in seconds, for damage

	Pos   int // offset in bytes of the next record, which is where the packet ends
	Block int // number of the next record, from 0
	// Ended is set once no more records can be read: after the end mark, after a
	// record that the end of the file cuts, and by a format that cannot continue.
	Ended bool

	// Packet is the record that is being read.
	Packet  message.Packet
	Payload int // where its messages begin
	// Tail are the bytes of it that are not messages. Last returns them.
	Tail []byte

	cut  bool // the file ends inside the packet, and Last has not reported it yet
	rest []byte
	raw  message.Raw
}

// Rest returns the bytes that the last damage lost: see [message.Rester].
func (r *Reader) Rest() []byte { return r.rest }

// stateEnded is the word of a Mark that keeps Ended.
const stateEnded = len(message.Mark{}.State) - 1

// Mark returns the position of the next record. state is what the format must
// keep; its last word must be 0.
func (r *Reader) Mark(state [6]uint32) message.Mark {
	if r.Ended {
		state[stateEnded] = 1
	}
	return message.Mark{Offset: int64(r.Pos), Block: r.Block, State: state}
}

// Return goes to a position that Mark returned.
func (r *Reader) Return(m message.Mark) {
	r.Pos = int(min(max(m.Offset, 0), int64(len(r.Data))))
	r.Block = m.Block
	r.Ended = m.State[stateEnded] != 0
	r.Packet, r.Payload = message.Packet{}, r.Pos
	r.Tail, r.cut, r.rest = nil, false, nil
}

// Next leaves the packet and returns the file from the next record on, at least
// header bytes. If there is none, the error is [io.EOF], or a [*message.Damage]
// if the file must not end there.
func (r *Reader) Next(header int, mayEnd bool) ([]byte, error) {
	r.Tail, r.cut = nil, false
	left := r.Data[r.Pos:]
	switch {
	case len(left) >= header && len(left) > 0 && !r.Ended:
		return left, nil
	case len(left) == 0 && (mayEnd || r.Ended):
		return nil, io.EOF
	case len(left) == 0:
		return nil, r.Broken(ErrEndMark)
	case r.Ended:
		return nil, r.Broken(ErrNotRead)
	}
	return nil, r.Broken(message.ErrTruncated)
}

// Take makes the next record the packet: a header, which must be there, and size
// bytes after it, at least 0. It returns those of them that the file has, and
// sets Block, Offset, Size and Missing of Packet.
func (r *Reader) Take(header, size int) []byte {
	r.Payload = r.Pos + header
	body := r.Data[r.Payload:]
	p := &r.Packet
	if p.Missing = max(size-len(body), 0); p.Missing > 0 {
		r.cut, r.Ended = true, true
	} else {
		body = body[:size]
	}
	p.Block, p.Offset, p.Size = r.Block, int64(r.Pos), header+len(body)
	r.Pos += p.Size
	r.Block++
	return body
}

// Fixed is [Reader.Take] for a record that must be there as a whole.
func (r *Reader) Fixed(header, size int) ([]byte, error) {
	if len(r.Data)-r.Pos < header+size {
		return nil, message.ErrTruncated
	}
	return r.Take(header, size), nil
}

// sizeBytes is how many bytes of a header are the size of its record.
const sizeBytes = 4

// Sized is [Reader.Take] for a record whose header ends with its size, a signed
// 32-bit number, which must be 0 to limit.
func (r *Reader) Sized(header, limit int) ([]byte, error) {
	if len(r.Data)-r.Pos < header {
		return nil, message.ErrTruncated
	}
	size := int32(binary.LittleEndian.Uint32(r.Data[r.Pos+header-sizeBytes:]))
	if size < 0 || int(size) > limit {
		return nil, message.ErrTooLarge
	}
	return r.Take(header, int(size)), nil
}

// End makes the next record the packet: the end mark, of header bytes. What the
// file has after it becomes the tail. Packet keeps only its time.
func (r *Reader) End(header int) *message.Packet {
	r.Packet = message.Packet{Kind: message.PacketEnd, Block: r.Block, Offset: int64(r.Pos), Size: header, Time: r.Packet.Time}
	r.Tail = r.Data[r.Pos+header:]
	r.Pos, r.Ended = len(r.Data), true
	return &r.Packet
}

// Last returns what follows the messages of the packet: its tail, then a damage
// if the file ends inside it, then [io.EOF].
func (r *Reader) Last() (message.Message, error) {
	if len(r.Tail) == 0 && !r.cut {
		return nil, io.EOF
	}
	return r.last()
}

// last is the rare part of Last.
func (r *Reader) last() (message.Message, error) {
	if len(r.Tail) > 0 {
		r.raw.Data, r.Tail = r.Tail, nil
		return &r.raw, nil
	}
	r.cut, r.rest = false, nil
	err := fmt.Errorf("%d bytes of the record are missing: %w", r.Packet.Missing, message.ErrTruncated)
	return nil, r.damage("container", r.Pos, r.Packet.Block, err)
}

// Lost gives up the rest of the packet, from the message at offset in the file
// on, and returns the damage. name is the message's.
func (r *Reader) Lost(name string, offset int, err error) error {
	r.Tail, r.cut = nil, false
	r.rest = r.Data[offset:r.Pos]
	return r.damage(name, offset, r.Packet.Block, err)
}

// Broken gives up the file from the next record on and returns the damage.
func (r *Reader) Broken(err error) error {
	at := r.Pos
	r.rest = r.Data[at:]
	r.Pos, r.Ended = len(r.Data), true
	return r.damage("container", at, r.Block, err)
}

func (r *Reader) damage(name string, offset, block int, err error) error {
	return &message.Damage{Format: r.Format, Message: name, Offset: int64(offset), Block: block, Time: r.Clock(), Skipped: int64(len(r.rest)), Err: err}
}
