package mvd

import (
	"demoscope/formats/message"
	"demoscope/formats/quakeworld"
)

// New returns a new message of the type with that name in an .mvd, nil if there is none.
func New(name string) message.Message {
	if m := new(message.QWSequence); m.Name() == name {
		return m
	}
	if m := newHidden(name); m != nil {
		return m
	}
	return quakeworld.New(true, name)
}

// detectRecords is the number of records that Detect reads: servers write the serverdata first, old ones after a record
// or two.
const detectRecords = 8

// Detect reports whether head, the beginning of a file, is an .mvd: one of
// its first records must hold a serverdata, and everything before that must be
// readable. The name does not matter.
func Detect(head []byte, _ string) bool { return newDecoder(head).begins() }

// begins reports whether one of the first records has a serverdata, and everything before it is readable.
func (d *Decoder) begins() bool {
	for range detectRecords {
		if _, err := d.NextPacket(); err != nil {
			return false
		}
		for m, err := range message.Rest(d) {
			if err != nil {
				return false
			}
			if _, ok := m.(*message.QWServerData); ok {
				return true
			}
		}
	}
	return false
}
