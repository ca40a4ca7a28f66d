package wire

import (
	"encoding/binary"
	"math"
)

// Writer appends numbers to a slice.
type Writer struct {
	// Data is the bytes written so far.
	Data []byte
}

// Reset empties w and keeps its memory.
func (w *Writer) Reset() { w.Data = w.Data[:0] }

// Byte writes an unsigned byte.
func (w *Writer) Byte(v uint8) { w.Data = append(w.Data, v) }

// Char writes a signed byte.
func (w *Writer) Char(v int8) { w.Byte(uint8(v)) }

// Short writes a signed 16-bit number.
func (w *Writer) Short(v int16) { w.Word(uint16(v)) }

// Word writes an unsigned 16-bit number.
func (w *Writer) Word(v uint16) { w.Data = binary.LittleEndian.AppendUint16(w.Data, v) }

// Long writes a signed 32-bit number.
func (w *Writer) Long(v int32) { w.Data = binary.LittleEndian.AppendUint32(w.Data, uint32(v)) }

// Float writes a 32-bit IEEE number.
func (w *Writer) Float(v float32) { w.Long(int32(math.Float32bits(v))) }

// Bytes writes v unchanged.
func (w *Writer) Bytes(v []byte) { w.Data = append(w.Data, v...) }

// String writes v and a zero byte.
func (w *Writer) String(v []byte) { w.Data = append(append(w.Data, v...), 0) }
