package qwd

import (
	"io"

	"demoscope/formats/message"
	"demoscope/formats/quakeworld"
)

// New returns a new message of the type with that name in a .qwd, nil if there is none.
func New(name string) message.Message {
	for _, m := range [...]message.Message{new(message.QWClientBlock), new(message.QWSequence),
		new(message.QWConnectionless)} {
		if m.Name() == name {
			return m
		}
	}
	return quakeworld.New(false, name)
}

const (
	// detectBlocks is the number of blocks that Detect reads: enough to reach the server's first packet after the
	// client's moves.
	detectBlocks = 64
	// Range of plausible times in seconds. Other formats begin with small integers, which are far smaller as floats.
	shortestTime = 1e-6
	longestTime  = 1e7
)

// Detect reports whether head, the beginning of a file, is a .qwd: its first blocks
// and the first packet of the server must be readable. The name does not matter.
func Detect(head []byte, _ string) bool {
	d := newDecoder(head)
	for range detectBlocks {
		p, err := d.NextPacket()
		if err != nil {
			return false
		}
		if p.Time != 0 && !(p.Time >= shortestTime && p.Time <= longestTime) {
			return false
		}
		if p.Kind != message.PacketServer || p.Headerless {
			continue
		}
		for n := 0; ; n++ {
			m, err := d.NextMessage()
			if err == io.EOF && n == 0 {
				break // a packet without messages is no evidence
			}
			if err != nil {
				return err == io.EOF || p.Missing > 0 && n > 0
			}
			if m, ok := m.(*message.QWConnectionless); ok && m.Kind == nil {
				return false
			}
		}
	}
	return false
}
