// Package coding is what the protocols share: the table that each has of its
// messages, and the coders of those that several write in the same way.
//
// A message stands in one place a protocol: its row, with its id, what makes a
// new one, and the function that reads and writes it. Decoder, encoder, dump,
// compile and the names of errors are made from there. Messages of which a
// demo has most have no function in their row: they are read and written by
// hand beside it, because a function for both ways costs about a fifth more.
package coding

import (
	"fmt"

	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// Row is a message of a protocol. C is what its function codes with.
type Row[C any] struct {
	ID uint8
	// Name is that of the message. It stands with the type, whose Name method
	// may tell varieties with ids of their own apart.
	Name string
	// New returns a new message, of the variety that the row is.
	New func() message.Message
	// Code reads or writes what stands behind the id. It is nil for messages
	// that are coded by hand, and for those that are never legal.
	Code func(c C, m message.Message)
	// Legal is false for an id that has a name and no message.
	Legal bool

	is func(m message.Message) bool // whether m has the type of the row
}

// Simple returns the row of a message with one function for both ways. The
// message is a zero one; see [Variety].
func Simple[C, M any, P interface {
	*M
	message.Message
}](id uint8, code func(c C, m P)) Row[C] {
	return Variety(id, func() P { return new(M) }, code)
}

// Coder is what the functions of a protocol code with: a [wire.Codec] and what
// else the protocol needs.
type Coder interface{ Wire() *wire.Codec }

// Shared returns the row of a message whose function is one of those below.
func Shared[C Coder, M any, P interface {
	*M
	message.Message
}](id uint8, code func(c *wire.Codec, m P)) Row[C] {
	row := Variety[C](id, func() P { return new(M) }, nil)
	row.Code = func(c C, m message.Message) { code(c.Wire(), m.(P)) }
	return row
}

// Variety returns the row of a message that is one of several varieties, which
// new tells.
func Variety[C any, P message.Message](id uint8, new func() P, code func(c C, m P)) Row[C] {
	row := Row[C]{ID: id, Name: new().Name(), New: func() message.Message { return new() }, Legal: true}
	row.is = func(m message.Message) bool { _, ok := m.(P); return ok }
	if code != nil {
		row.Code = func(c C, m message.Message) { code(c, m.(P)) }
	}
	return row
}

// Hot returns the row of a message that is coded by hand.
func Hot[C, M any, P interface {
	*M
	message.Message
}](id uint8) Row[C] {
	return HotVariety[C](id, func() P { return new(M) })
}

// HotVariety is [Hot] for a message that is one of several varieties, which new
// makes.
func HotVariety[C any, P message.Message](id uint8, new func() P) Row[C] {
	return Variety[C](id, new, nil)
}

// Bad returns the row of an id that is never legal.
func Bad[C any](id uint8, name string) Row[C] { return Row[C]{ID: id, Name: name} }

// Table is all messages of a protocol.
type Table[C any] struct {
	rows    []Row[C]
	unknown string
	byID    [256]*Row[C]
	names   map[string]*Row[C]
}

// NewTable returns the table of rows, each of which has an id and a name of
// its own. A mistake in them is one in the program. Unknown is the name of all
// other ids.
func NewTable[C any](unknown string, rows ...Row[C]) *Table[C] {
	t := &Table[C]{rows: rows, unknown: unknown, names: map[string]*Row[C]{}}
	for i := range rows {
		r := &rows[i]
		if t.byID[r.ID] != nil {
			panic(fmt.Sprintf("coding: %s and %s have the id %d", t.byID[r.ID].Name, r.Name, r.ID))
		}
		t.byID[r.ID] = r
		if !r.Legal {
			continue
		}
		if t.names[r.Name] != nil {
			panic(fmt.Sprintf("coding: the ids %d and %d have the name %s", t.names[r.Name].ID, r.ID, r.Name))
		}
		t.names[r.Name] = r
	}
	return t
}

// Rows returns all rows. They must not be changed.
func (t *Table[C]) Rows() []Row[C] { return t.rows }

// ID returns the row of an id, nil if it has none or is never legal.
func (t *Table[C]) ID(id uint8) *Row[C] {
	if r := t.byID[id]; r != nil && r.Legal {
		return r
	}
	return nil
}

// Name returns the name of an id for errors.
func (t *Table[C]) Name(id uint8) string {
	if r := t.byID[id]; r != nil {
		return r.Name
	}
	return t.unknown
}

// Message returns the row of a message, nil if the protocol has none of that
// name and type.
func (t *Table[C]) Message(m message.Message) *Row[C] {
	if r := t.names[m.Name()]; r != nil && r.is(m) {
		return r
	}
	return nil
}

// New returns a new message with that name, nil if there is none. Every format
// may have raw bytes.
func (t *Table[C]) New(name string) message.Message {
	if raw := new(message.Raw); name == raw.Name() {
		return raw
	}
	if r := t.names[name]; r != nil {
		return r.New()
	}
	return nil
}

// Store keeps one message of each row, which a decoder uses again and again.
type Store[C any] [256]message.Message

// Message returns the message of a row.
func (s *Store[C]) Message(r *Row[C]) message.Message {
	if s[r.ID] == nil {
		s[r.ID] = r.New()
	}
	return s[r.ID]
}
