package scan

import (
	"math"

	"demoscope/formats/message"
)

// A Listener looks at a demo while [Read] reads it. It has a method of its own that
// returns what it found.
type Listener interface {
	// Needs returns what the listener reads besides what is always there. It is asked
	// once, before the first packet.
	Needs() Needs
	// Packet looks at the cursor behind a packet.
	Packet(c *Cursor)
}

// A MessageListener is a [Listener] that looks at messages, too.
type MessageListener interface {
	Listener
	// Message looks at a message before the cursor applies it. It is valid during the call.
	Message(c *Cursor, m message.Message)
}

// A Stopper is a [Listener] that may end the reading before the demo does.
type Stopper interface {
	Listener
	// Stop reports whether the listener needs no more packets. It is asked behind each.
	Stop() bool
}

// Needs are the parts of a demo that cost time, and that somebody has to ask for.
type Needs uint8

const (
	// Entities are what [demoscope/player/world.World].Defer puts off: the places of entities
	// and players behind each packet.
	Entities Needs = 1 << iota
	// Fleeting is what [demoscope/player/world.World].Since leaves out.
	Fleeting
	// Lost are the [Gaps] of the cursor.
	Lost
)

// Read reads a demo once, from its first packet to its last, for all listeners, in
// their order. The format is named as for [demoscope/player/world/rules.New], and the
// decoder must be at the first packet. Nothing is worked out that no listener needs.
// A [Stopper] that stops ends the reading for the others, too. The cursor that is
// returned is behind the last packet.
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
