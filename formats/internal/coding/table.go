// Package coding has the code that the protocols share: the table of a protocol's messages, and the coders of messages
// that several protocols encode in the same way.
//
// A protocol defines a message in one row of its table: its id, a constructor, and a function that reads and writes it.
// Decoder, encoder, dump, compile and the names in errors use that row. The messages that make up most of a demo have
// no function there but separate code for each direction, because one function for both costs about a fifth more.
package coding

import (
	"fmt"

	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// Row is a message of a protocol. C is the type of the coder passed to Code.
type Row[C any] struct {
	ID uint8
	// Name is the result of the message's Name method. Varieties of a type with their own ids have their own names.
	Name string
	// New returns a new message, of the row's variety.
	New func() message.Message
	// Code reads or writes the data after the id. It is nil for messages with separate code for each direction, and for
	// messages that are never legal.
	Code func(c C, m message.Message)
	// Legal is false for an id that has a name but no message.
	Legal bool

	is func(m message.Message) bool // reports whether m has the type of the row
}

// Simple returns the row of a message with one function for both directions. A new message is zero; otherwise see
// [Variety].
func Simple[C, M any, P interface {
	*M
	message.Message
}](id uint8, code func(c C, m P)) Row[C] {
	return Variety(id, func() P { return new(M) }, code)
}

// Coder is the type of a protocol's coder: a [wire.Codec] with the protocol's additional state.
type Coder interface{ Wire() *wire.Codec }

// Shared returns the row of a message whose function is one of this package's coders, such as [Print].
func Shared[C Coder, M any, P interface {
	*M
	message.Message
}](id uint8, code func(c *wire.Codec, m P)) Row[C] {
	row := Variety[C](id, func() P { return new(M) }, nil)
	row.Code = func(c C, m message.Message) { code(c.Wire(), m.(P)) }
	return row
}

// Variety returns the row of a message that is one of several varieties of its type. new makes a message of the
// variety.
func Variety[C any, P message.Message](id uint8, new func() P, code func(c C, m P)) Row[C] {
	row := Row[C]{ID: id, Name: new().Name(), New: func() message.Message { return new() }, Legal: true}
	row.is = func(m message.Message) bool { _, ok := m.(P); return ok }
	if code != nil {
		row.Code = func(c C, m message.Message) { code(c, m.(P)) }
	}
	return row
}

// Handwritten returns the row of a message with separate code for each direction.
func Handwritten[C, M any, P interface {
	*M
	message.Message
}](id uint8) Row[C] {
	return HandwrittenVariety[C](id, func() P { return new(M) })
}

// HandwrittenVariety is [Handwritten] for a message that is one of several varieties. new makes a message of the
// variety.
func HandwrittenVariety[C any, P message.Message](id uint8, new func() P) Row[C] {
	return Variety[C](id, new, nil)
}

// Bad returns the row of an id that has a name but is never legal.
func Bad[C any](id uint8, name string) Row[C] { return Row[C]{ID: id, Name: name} }

// Table is the set of all messages of a protocol.
type Table[C any] struct {
	rows    []Row[C]
	unknown string
	byID    [256]*Row[C]
	names   map[string]*Row[C]
}

// NewTable returns the table of rows. unknown is the name of all other ids. It panics if two rows have the same id, or
// two messages the same name.
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

// ID returns the row of an id, nil if there is none or it is never legal.
func (t *Table[C]) ID(id uint8) *Row[C] {
	if r := t.byID[id]; r != nil && r.Legal {
		return r
	}
	return nil
}

// Name returns the name of an id, for errors.
func (t *Table[C]) Name(id uint8) string {
	if r := t.byID[id]; r != nil {
		return r.Name
	}
	return t.unknown
}

// Message returns the row of a message, nil if the protocol has none with that name and type.
func (t *Table[C]) Message(m message.Message) *Row[C] {
	if r := t.names[m.Name()]; r != nil && r.is(m) {
		return r
	}
	return nil
}

// New returns a new message with that name, nil if there is none. Every format has the messages "raw", "exact" and
// "protocol".
func (t *Table[C]) New(name string) message.Message {
	switch name {
	case (*message.Raw)(nil).Name():
		return new(message.Raw)
	case (*message.Exact)(nil).Name():
		return new(message.Exact)
	case (*message.Protocol)(nil).Name():
		return new(message.Protocol)
	}
	if r := t.names[name]; r != nil {
		return r.New()
	}
	return nil
}

// Store holds a message for each row, which a decoder reuses.
type Store[C any] [256]message.Message

// Message returns the message of a row.
func (s *Store[C]) Message(r *Row[C]) message.Message {
	if s[r.ID] == nil {
		s[r.ID] = r.New()
	}
	return s[r.ID]
}
