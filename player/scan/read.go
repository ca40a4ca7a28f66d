package scan

import (
	"math"

	"demoscope/formats/message"
)

// A Listener looks at a demo while [Read] reads it. Each type has its own method that returns the result.
type Listener interface {
	// Needs returns what the listener needs besides the basics. It is called once, before the first packet.
	Needs() Needs
	// Packet looks at the cursor after a packet.
	Packet(c *Cursor)
}

// A MessageListener is a [Listener] that also looks at messages.
type MessageListener interface {
	Listener
	// Message looks at a message before the cursor applies it. The message is only valid during the call.
	Message(c *Cursor, m message.Message)
}

// A Stopper is a [Listener] that may end the reading before the demo ends.
type Stopper interface {
	Listener
	// Stop reports whether the listener needs no more packets. It is called after each packet.
	Stop() bool
}

// Needs are the costly parts of a demo, which are only read if a listener needs them.
type Needs uint8

const (
	// Entities is what [demoscope/player/world.World].Defer defers: the positions of entities and players after each
	// packet.
	Entities Needs = 1 << iota
	// Fleeting is what [demoscope/player/world.World].Since omits.
	Fleeting
	// Lost is the [Gaps] of the cursor.
	Lost
)

// Read reads a whole demo once for all listeners, in their order. The format is named as for
// [demoscope/player/world/rules.New], and the decoder must be at the first packet. Nothing is computed that no listener
// needs. A [Stopper] that stops ends the reading for all. The returned cursor is after the last packet.
func Read(format string, decoder message.Decoder, listeners ...Listener) *Cursor {
	c := NewCursor(format, decoder)
	var (
		needs    Needs
		messages []MessageListener
		stoppers []Stopper
	)
	for _, l := range listeners {
		needs |= l.Needs()
		if m, ok := l.(MessageListener); ok {
			messages = append(messages, m)
		}
		if s, ok := l.(Stopper); ok {
			stoppers = append(stoppers, s)
		}
	}
	c.World.Defer = needs&Entities == 0
	if needs&Fleeting == 0 {
		c.World.Since = math.Inf(1)
	}
	if needs&Lost != 0 {
		c.Gaps = new(Gaps)
	}
	if len(messages) > 0 {
		c.Observe = func(m message.Message) {
			for _, l := range messages {
				l.Message(c, m)
			}
		}
	}
	for c.Next() == nil {
		for _, l := range listeners {
			l.Packet(c)
		}
		for _, s := range stoppers {
			if s.Stop() {
				return c
			}
		}
	}
	return c
}
