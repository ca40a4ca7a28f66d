package qwd

import (
	"io"

	"demoscope/formats/message"
	"demoscope/formats/quakeworld"
)

// New returns a new message of the type that decoders hand out under a name,
// nil if there is none.
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
	// detectBlocks is how many blocks Detect reads: enough to reach the first
	// packet of the server after the client's moves.
	detectBlocks = 64
	// The range of plausible times in seconds. Other formats begin with small
	// integers, which as floats are far smaller.
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
				break // a packet without messages decides nothing
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
