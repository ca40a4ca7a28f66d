// Package container has the code that the containers of demos share. A file is a sequence of records, each with a
// header, a size and that many bytes of messages. Each format knows its own headers and messages; this package keeps
// the position in the file, handles truncated records at the end of the file, locates damage, and fills in sizes of
// written records.
//
// A search after damage reads at most a constant number of bytes for each byte of the file, whatever its content: see
// credit and creditPerByte.
package container

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"demoscope/formats/message"
)

// Reasons for damage.
var (
	ErrEndMark = errors.New("the file ends without the mark of its end")
	ErrNotRead = errors.New("the blocks from here on have a protocol that is not read")
	ErrZeros   = errors.New("zeros where a record should begin")
	ErrGoesOn  = errors.New("the demo goes on behind the mark of its end")
)

// Reader reads a file record by record. Its zero value, with Format, Data and Clock set, is at the beginning of the
// file.
type Reader struct {
	Format string         // name of the format, for damage
	Data   []byte         // the whole file, or a window of it, which must not change
	Base   int64          // offset of Data in the file, in bytes: see Slide
	Clock  func() float64 // returns the demo's own clock in seconds, for damage
	Pos    int            // offset in Data of the next record, which is the end of the packet
	Block  int            // number of the next record, from 0
	// Ended is set when no more records can be read: after the end mark, after a record truncated by the end of the
	// file, and by a format that can't continue.
	Ended bool

	// Packet is the current record.
	Packet  message.Packet
	Payload int // offset of its messages
	// Tail is the part of the packet that is not messages. Last returns it.
	Tail []byte

	// Note describes for people how the protocol was deduced if damage hides it.
	Note string

	format   Format // see Recover; without it, a broken container ends the file
	headers  int    // see Strength
	trial    trial  // see search
	quiet    bool   // no recovery from damage, because r is reading on trial
	checked  bool   // CheckProtocol checked a level of the packet
	known    int    // records that end before this offset are whole: see goesOn
	found    *findings
	overlaps bool // the record was suspect and contains another one, so its size is wrong
	suspect  bool // the last record was unreadable, so the next one may be none
	reached  int  // offset up to which the last damaged message was read, for the cost of a search

	// lastTime is the last result of Clock, and goodTime its last plausible result if timed is set: see observe.
	lastTime, goodTime float64
	timed              bool

	cut  bool // the file ends inside the packet, and Last has not reported it yet
	rest []byte
	raw  message.Raw
}

// Rest returns the bytes lost by the last damage: see [message.LostBytes].
func (r *Reader) Rest() []byte { return r.rest }

// stateReader is the word of a Mark for the Reader's own state: the bits below.
const stateReader = len(message.Mark{}.State) - 1

const (
	markEnded   = 1
	markSuspect = 2
)

// Mark returns the position of the next record. state is the format's state; its last word must be 0.
func (r *Reader) Mark(state [6]uint32) message.Mark {
	if r.Ended {
		state[stateReader] |= markEnded
	}
	if r.suspect {
		state[stateReader] |= markSuspect
	}
	return message.Mark{Offset: r.Base + int64(r.Pos), Block: r.Block, State: state}
}

// mark returns the format's mark with an offset in Data, for decoders on trial, which only have Data.
func (r *Reader) mark() message.Mark {
	m := r.format.Mark()
	m.Offset -= r.Base
	return m
}

// Left returns the number of bytes of Data from the next record on.
func (r *Reader) Left() int { return len(r.Data) - r.Pos }

// Slide replaces the window: data begins at offset base in the file. Use it when the file has grown, or continues in
// another segment of memory. The position stays if it is in the window. The packet must have been read completely.
func (r *Reader) Slide(data []byte, base int64) {
	at := r.Base + int64(r.Pos)
	if base != r.Base && r.format != nil {
		r.found = newFindings(0)
	}
	r.Data, r.Base = data, base
	r.Pos = int(min(max(at-base, 0), int64(len(data))))
	r.Payload, r.Ended = r.Pos, false
	r.Tail, r.cut, r.rest = nil, false, nil
	r.trial, r.known = trial{}, 0
}

// Return goes to a position returned by Mark.
func (r *Reader) Return(m message.Mark) {
	r.Pos = int(min(max(m.Offset-r.Base, 0), int64(len(r.Data))))
	r.Block = m.Block
	r.Ended = m.State[stateReader]&markEnded != 0
	r.suspect = m.State[stateReader]&markSuspect != 0
	r.Packet, r.Payload = message.Packet{}, r.Pos
	r.Tail, r.cut, r.rest = nil, false, nil
	r.checked, r.known = false, 0
	r.timed, r.lastTime, r.goodTime = false, 0, 0
}

// observe checks the clock. A time far from the last good one may itself be damaged; it becomes good if the next
// different one is close to it.
func (r *Reader) observe() {
	t := r.Clock()
	if after := t - r.goodTime; r.timed && after >= 0 && after <= maxJump && t <= longest {
		r.goodTime, r.lastTime = t, t // nearly always
		return
	}
	if t == r.lastTime {
		return // also for 0, before the first time
	}
	near := func(other float64) bool { return math.Abs(t-other) <= maxJump }
	if t >= 0 && t <= longest && (!r.timed || near(r.goodTime) || near(r.lastTime)) {
		r.goodTime, r.timed = t, true
	}
	r.lastTime = t
}

// longest exceeds the clock of any server, in seconds.
const longest = 1 << 31

// Next leaves the packet and returns the file from the next record on, at least header bytes. If there is none, the
// error is [io.EOF], or a [*message.Damage] unless mayEnd is set.
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
		return nil, r.skip(len(r.Data), ErrNotRead)
	}
	return nil, r.Broken(message.ErrTruncated)
}

// Take makes the next record the packet: a header, which must exist, and size bytes after it, at least 0. It returns
// the existing ones of these, and sets Block, Offset, Size and Missing of Packet. Bytes are missing if the file ends
// inside the record, or if bytes of it were lost, so that the next record begins inside it.
func (r *Reader) Take(header, size int) []byte {
	end := r.Pos + header + size
	r.overlaps = false
	if end != len(r.Data) && r.format != nil && (r.suspect || end >= r.known && !r.goesOn(end)) {
		claimed := end
		end = r.cutShort(header, end)
		r.overlaps = r.suspect && end != claimed
	}
	r.suspect = false
	r.take(header, size, end)
	return r.Data[r.Payload:r.Pos]
}

// take makes the bytes up to end, or to the end of the file, the packet.
func (r *Reader) take(header, size, end int) {
	r.observe()
	r.Payload = r.Pos + header
	if end > len(r.Data) {
		end, r.Ended = len(r.Data), true
	}
	r.checked = false
	p := &r.Packet
	p.Missing = size - (end - r.Payload)
	r.cut = p.Missing > 0
	p.Block, p.Offset, p.Size = r.Block, r.Base+int64(r.Pos), end-r.Pos
	r.Pos = end
	r.Block++
}

// Fixed is [Reader.Take] for a record that must exist completely.
func (r *Reader) Fixed(header, size int) ([]byte, error) {
	end := r.Pos + header + size
	if end > len(r.Data) {
		return nil, message.ErrTruncated
	}
	if end >= r.known && end != len(r.Data) && r.format != nil && !r.goesOn(end) {
		if _, ok := r.find(r.Pos+1, end); ok {
			return nil, message.ErrTruncated
		}
		r.whole(end)
	}
	r.take(header, size, end)
	return r.Data[r.Payload:r.Pos], nil
}

// sizeBytes is the number of bytes of a record's size in its header.
const sizeBytes = 4

// Sized is [Reader.Take] for a record whose header ends with its size, a signed 32-bit number, which must be from 0 to
// limit.
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

// End makes the next record the packet: the end mark, of header bytes. The rest of the file becomes the tail, unless
// records follow: then the mark is damage. Packet keeps only its time.
func (r *Reader) End(header int) (*message.Packet, error) {
	if next, ok := r.Behind(header); ok {
		return nil, r.skip(next, ErrGoesOn)
	}
	r.Packet = message.Packet{Kind: message.PacketEnd, Block: r.Block, Offset: r.Base + int64(r.Pos), Size: header,
		Time: r.Packet.Time}
	r.Tail = r.Data[r.Pos+header:]
	r.Pos, r.Ended = len(r.Data), true
	r.append(len(r.Tail))
	return &r.Packet, nil
}

// Appendix makes the rest of the file the packet, if there is any and it contains no record: after the end of a demo,
// it is not part of the demo.
func (r *Reader) Appendix() (p *message.Packet, ok bool) {
	rest := r.Data[r.Pos:]
	if r.format == nil || r.Ended || len(rest) == 0 {
		return nil, false
	}
	if _, ok := r.Behind(0); ok && len(bytes.Trim(rest, "\x00")) > 0 {
		return nil, false
	}
	return r.TakeRest(), true
}

// TakeRest makes the rest of the file, which is not part of the demo, the packet.
func (r *Reader) TakeRest() *message.Packet {
	rest := len(r.Data) - r.Pos
	r.append(rest)
	r.Packet = message.Packet{Kind: message.PacketRaw, Time: r.Packet.Time}
	r.Tail = r.Take(0, rest)
	return &r.Packet
}

// append records the number of bytes after the end of the demo.
func (r *Reader) append(bytes int) {
	if r.found != nil {
		r.found.appended.Store(int64(bytes))
	}
}

// Notes appends notes about the file as a whole.
func (r *Reader) Notes(notes []string) []string {
	if r.Note != "" {
		notes = append(notes, r.Note)
	}
	if r.found == nil {
		return notes
	}
	switch n := r.found.appended.Load(); n {
	case 0:
	case 1:
		notes = append(notes, "1 byte follows the end of the demo")
	default:
		notes = append(notes, fmt.Sprintf("%d bytes follow the end of the demo", n))
	}
	return notes
}

// Last returns the rest of the packet after its messages: its tail, then damage if the file ends inside it, then
// [io.EOF].
func (r *Reader) Last() (message.Message, error) {
	if len(r.Tail) == 0 && !r.cut {
		return nil, io.EOF
	}
	return r.last()
}

// last is the rare case of Last.
func (r *Reader) last() (message.Message, error) {
	if len(r.Tail) > 0 {
		r.raw.Data, r.Tail = r.Tail, nil
		return &r.raw, nil
	}
	r.rest = nil
	err := fmt.Errorf("%d bytes of the record are missing: %w", r.Packet.Missing, message.ErrTruncated)
	return nil, r.damage("container", r.Pos, r.Packet.Block, err)
}

// Lost skips the rest of the packet, from the message at offset in the file on, and returns the damage. name is the
// message's name, and reached the offset up to which it was read.
func (r *Reader) Lost(name string, offset, reached int, err error) error {
	r.reached, r.suspect = reached, true
	r.Tail = nil
	r.rest = r.Data[offset:r.Pos]
	return r.damage(name, offset, r.Packet.Block, err)
}

// Partly adds the readable part of a damaged message to its damage, unless that is nil: see [message.Damage].Partial.
func Partly(err error, m message.Message) error {
	if d, ok := err.(*message.Damage); ok {
		d.Partial = m
	}
	return err
}

// Broken returns the damage of a next record that is none, and goes to the next record it finds, or to the end of the
// file.
func (r *Reader) Broken(err error) error { return r.skipToNext(1, err) }

// skipToNext goes to the next record it finds at least bytes after the position, or to the end of the file, and returns
// the damage.
func (r *Reader) skipToNext(bytes int, err error) error {
	next, ok := r.Behind(bytes)
	if !ok {
		next = len(r.Data)
	}
	return r.skip(next, err)
}

// skip goes to an offset and returns the damage. The end of the file ends reading.
func (r *Reader) skip(to int, err error) error {
	at := r.Pos
	r.rest = r.Data[at:to]
	r.Pos, r.Ended, r.known = to, to == len(r.Data), 0
	return r.damage("container", at, r.Block, err)
}

// Zeros reports whether enough zeros follow to be lost data instead of records.
func (r *Reader) Zeros() bool {
	left := r.Data[r.Pos:]
	return r.format != nil && len(left) >= len(zeros) && *(*[len(zeros)]byte)(left) == zeros
}

// zeros is longer than any run of empty records in real files.
var zeros [64]byte

// SkipMissing goes to the next record, which may begin here, and returns the damage of the missing data before it.
func (r *Reader) SkipMissing(err error) error { return r.skipToNext(0, err) }

// Resume goes to a record found by [Reader.Behind], because the demo continues after its end, and returns the damage.
func (r *Reader) Resume(next int) error { return r.skip(next, ErrGoesOn) }

// damage returns a damage with the bytes in rest. It includes the missing bytes of the record, so that Last does not
// report them again.
func (r *Reader) damage(name string, offset, block int, err error) error {
	missing := int64(0)
	if r.cut && !r.overlaps {
		missing = int64(r.Packet.Missing)
	}
	r.cut = false
	if r.quiet {
		return err
	}
	r.observe()
	return &message.Damage{Format: r.Format, Message: name, Offset: r.Base + int64(offset), Block: block,
		Time: r.goodTime, Skipped: int64(len(r.rest)), Missing: missing, Err: err}
}
