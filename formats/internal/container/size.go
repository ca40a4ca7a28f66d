package container

import (
	"encoding/binary"
	"fmt"

	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// Size fills in the size of the record that an encoder writes, which is only known when the record is complete.
type Size struct {
	Format string // name of the format, for errors
	Limit  int    // maximum size of a record in bytes

	start   int // offset of the record
	width   int // of the size field in bytes, 0 if no record is open
	at      int // offset of the size field
	body    int // offset from which the size counts
	missing int
}

// Open reports whether a record is open.
func (s *Size) Open() bool { return s.width != 0 }

// Begin makes room for the size of a record, width bytes (2 or 4). The size counts the bytes written from here until
// [Size.Finish], plus the missing bytes of a truncated record.
func (s *Size) Begin(w *wire.Writer, width, missing int) {
	s.at, s.width, s.missing = len(w.Data), width, missing
	w.Data = append(w.Data, make([]byte, width)...)
	s.Body(w)
}

// Body makes the size count from here on.
func (s *Size) Body(w *wire.Writer) { s.body = len(w.Data) }

// Finish fills in the size of the open record, if there is one. The next record begins here.
func (s *Size) Finish(w *wire.Writer) error {
	s.start = len(w.Data)
	if !s.Open() {
		return nil
	}
	size := len(w.Data) - s.body + s.missing
	if size < 0 || size > s.Limit {
		return fmt.Errorf("%s: a record of %d bytes: %w", s.Format, size, message.ErrTooLarge)
	}
	if s.width == 2 {
		binary.LittleEndian.PutUint16(w.Data[s.at:], uint16(size))
	} else {
		binary.LittleEndian.PutUint32(w.Data[s.at:], uint32(size))
	}
	s.width = 0
	return nil
}

// Exact replaces the whole record by the bytes of m.
func (s *Size) Exact(w *wire.Writer, m *message.Exact) {
	w.Data = append(w.Data[:s.start], m.Data...)
	s.width = 0
}

// Flush finishes the record and returns the bytes written, which w then forgets: see [message.Encoder].
func (s *Size) Flush(w *wire.Writer) ([]byte, error) {
	data, err := s.Close(w)
	w.Reset()
	s.start, s.width = 0, 0
	return data, err
}

// Close finishes the last record and returns the bytes written.
func (s *Size) Close(w *wire.Writer) ([]byte, error) {
	if err := s.Finish(w); err != nil {
		return nil, err
	}
	return w.Data, nil
}
