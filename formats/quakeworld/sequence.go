package quakeworld

import (
	"encoding/binary"

	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// SequenceSize is the size in bytes of a frame block's numbers.
const SequenceSize = 8

// ReadSequence reads the numbers of a frame block, which both containers have.
func ReadSequence(b []byte, m *message.QWSequence) {
	m.Outgoing = int32(binary.LittleEndian.Uint32(b))
	m.Incoming = int32(binary.LittleEndian.Uint32(b[4:]))
}

// WriteSequence is the inverse of ReadSequence.
func WriteSequence(w *wire.Writer, m *message.QWSequence) {
	w.Long(m.Outgoing)
	w.Long(m.Incoming)
}
