// Package cut makes a demo of a part of a demo, in the same format, which the original engine plays.
//
// What a client must know where the part begins is gathered from the messages before it, as they are on the wire, and
// from the [world.World] there: see [opening]. It is written as the engine's own recorder writes a recording that begins
// in the middle of a game. The packets of the part follow byte for byte; one is written anew only where it changes
// something that was sent before the part.
package cut

import (
	"errors"
	"fmt"
	"io"
	"math"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/player/timeline"
	"demoscope/player/world"
)

// ErrEmpty says that a demo has nothing between the two times.
var ErrEmpty = errors.New("the demo has nothing between these times")

// DamageError says that a part cannot be cut out, because some of it cannot be read.
type DamageError struct {
	Damage *message.Damage
	Clock  float64 // of the last frame before it, in viewer's seconds
	// Behind is the clock of the first frame behind all damage of the part, from which on it can be cut; 0 if there is none.
	Behind float64
	// From and To are the clocks of the first and the last frame of the longest stretch without damage, if there is none
	// behind all of it; they are equal if there is no such stretch either.
	From, To float64
}

func (e *DamageError) Error() string { return "the part is damaged: " + e.Damage.Error() }
func (e *DamageError) Unwrap() error { return e.Damage }

// opening gathers what a client must know at a moment of a demo, and writes it.
type opening interface {
	// packet begins a packet before the part, or of it.
	packet(p *message.Packet)
	// message takes a message of a packet before the part, which is valid for the call.
	message(m message.Message)
	// write writes the beginning of a demo at the moment of first, the first packet of the part; w is the world before it.
	write(e message.Encoder, w *world.World, first *message.Packet) error
	// renew takes the next message of a packet of the part. It returns the message to write in its place, and whether
	// that is another one: m may change what was sent before the part.
	renew(m message.Message) (message.Message, bool)
	// settled reports whether no further message changes what was sent before the part.
	settled() bool
	// ended reports whether a demo is ended by its last packet: then it is not closed.
	ended(demo []byte) bool
	// close ends the demo.
	close(e message.Encoder, last *message.Packet) error
}

// referring is an opening that writes whole what the part refers to, in place of renewing the messages that do.
type referring interface {
	opening
	// ahead takes a message of the part, and reports whether one behind it may refer to something before the part.
	ahead(m message.Message) bool
}

// headed is an opening of a format whose files begin with something that is neither a packet nor a message.
type headed interface {
	opening
	// begin writes the beginning of a demo that begins with a level of the part.
	begin(e message.Encoder) error
}

// aheadMost is how many packets of a part may refer to something before it: more than any protocol's deltas reach back.
const aheadMost = 64

// openings are the formats that can be cut.
var openings = map[string]func() opening{
	"dem":  func() opening { return newDEM() },
	"dm2":  func() opening { return newDM2() },
	"dm3":  func() opening { return newDM3() },
	"mvd":  func() opening { return newMVD() },
	"mvd2": func() opening { return newMVD2() },
	"qwd":  func() opening { return newQWD() },
}

// Part is a part of a demo, as a demo.
type Part struct {
	Data []byte
	// From and To are the moments of its first and last frame in the demo that it is of, in viewer's seconds.
	From, To float64
}

// Check returns an error if demos of a format cannot be cut.
func Check(format *formats.Format) error {
	if openings[format.Name] == nil {
		return fmt.Errorf("a .%s cannot be cut", format.Name)
	}
	return nil
}

// Cut returns the part of a demo from one moment to another, in viewer's seconds; to may be infinite. The part begins with
// the first frame at or after from, and has all that is at or before to. If it begins before the first frame of a level, it
// begins with that level.
//
// The error is that of [Check], [ErrEmpty], or a [*DamageError].
func Cut(demo *formats.Demo, from, to float64) (*Part, error) {
	packets, err := find(demo, from, to)
	return assemble(demo, packets, err)
}

// Within is [Cut] of a part that ends, too, where the level does in which it begins.
func Within(demo *formats.Demo, from, to float64) (*Part, error) {
	packets, err := search(demo, stretch{from: from, to: to, within: true})
	return assemble(demo, packets, err)
}

// Level returns the level of a demo that begins, with its first frame, at a moment or as the next one after it. The error is
// that of [Cut].
func Level(demo *formats.Demo, from float64) (*Part, error) {
	packets, err := search(demo, stretch{from: from, to: math.Inf(1), within: true, level: true})
	return assemble(demo, packets, err)
}

// assemble makes the part of a demo that has been found, unless err says that it has not.
func assemble(demo *formats.Demo, packets packets, err error) (*Part, error) {
	if err != nil {
		return nil, err
	}
	c := &cutter{demo: demo, part: packets, opening: openings[demo.Format.Name](), encoder: demo.Encoder(demo.File)}
	if err := c.cut(); err != nil {
		return nil, err
	}
	return &Part{Data: c.out, From: packets.from, To: packets.to}, nil
}

// packets are those of a part, by their numbers.
type packets struct {
	first, last int
	from, to    float64 // viewer's seconds
	// opened is set if the part needs an opening: it does not begin with a level.
	opened bool
	// whole is set if it begins with the demo.
	whole bool
}

// stretch says which part of a demo is meant.
type stretch struct {
	from, to float64 // viewer's seconds
	// within says that the part ends where the level does in which it begins, level that it is the first level to begin at or
	// after from.
	within, level bool
}

// find finds the packets of a part from one moment to another.
func find(demo *formats.Demo, from, to float64) (packets, error) {
	return search(demo, stretch{from: from, to: to})
}

// search finds the packets of a part.
func search(demo *formats.Demo, part stretch) (packets, error) {
	if err := Check(demo.Format); err != nil {
		return packets{}, err
	}
	from, to := part.from, part.to
	c := timeline.NewCursor(demo.Format.Name, demo.Decoder())
	w := c.World
	w.Defer, w.Plain = true, true
	p := packets{first: -1, last: -1}
	var damage *DamageError // of the part
	// ofLevel is the first damage since the level began, latest that of the last packet with any, whose number is broken.
	var ofLevel, latest *DamageError
	broken := -1
	behind := 0.0 // see DamageError
	var clean, longest struct{ from, to float64 }
	fresh := true   // no frame has come since the last damage
	end := func() { // of a stretch without damage
		if !fresh && clean.to-clean.from > longest.to-longest.from {
			longest = clean
		}
		fresh = true
	}
	level, levels, framed := -1, 0, false
	of := 0                   // the level in which the part begins
	began, ready := -1, false // the first packet of the moment, and whether there was a frame before it
	for {
		before, clock, now := framed, w.FrameClock, w.Clock
		err := c.Next()
		if w.LevelCount != levels {
			if levels > 0 {
				ofLevel = nil
			}
			levels, level, framed = w.LevelCount, w.Block, false
			if part.within && p.first >= 0 && levels != of {
				break
			}
		}
		if c.Damage != nil {
			end()
			latest, broken, behind = &DamageError{Damage: c.Damage, Clock: clock}, w.Block, 0
			if c.Damage = nil; ofLevel == nil {
				ofLevel = latest
			}
			if p.first >= 0 && (err != nil || w.Clock <= to) && damage == nil {
				damage = latest
			}
		}
		if err != nil || w.Clock > to {
			break
		}
		if w.Clock != now || level == w.Block || began < 0 {
			began, ready = w.Block, before
		}
		if p.first < 0 && levels > 0 && w.FrameClock >= from && w.Began() && !(part.level && framed) {
			p.first, p.from, p.opened = began, w.FrameClock, ready && level != began && !part.level
			of = levels
			if !p.opened {
				p.first = level
			}
			p.whole = !p.opened && levels == 1
			switch {
			case !p.opened:
				damage = ofLevel
			case broken >= p.first:
				damage = latest
			}
		}
		if latest != nil && behind == 0 && w.Block > broken && w.Began() && w.FrameClock > latest.Clock {
			behind = w.FrameClock
		}
		if w.Began() && w.Block > broken {
			if fresh {
				clean.from, fresh = w.FrameClock, false
			}
			clean.to = w.FrameClock
		}
		framed = framed || w.Began()
		p.last, p.to = w.Block, w.FrameClock
	}
	if latest != nil && levels == 0 {
		return p, &DamageError{Damage: latest.Damage, Clock: latest.Clock} // its beginning is missing: nothing in it is of a level
	}
	switch {
	case damage != nil:
		end()
		damage.Behind, damage.From, damage.To = behind, longest.from, longest.to
		return p, damage
	case p.first < 0 || p.last < p.first:
		return p, ErrEmpty
	}
	return p, nil
}

// cutter makes one demo.
type cutter struct {
	demo    *formats.Demo
	part    packets
	opening opening
	encoder message.Encoder
	out     []byte
}

func (c *cutter) cut() error {
	d := c.demo.Decoder()
	if !c.part.whole {
		mark, err := c.gather()
		if err != nil {
			return err
		}
		d.Return(mark)
	}
	last, err := c.copy(d)
	if err != nil || last.Kind == message.PacketEnd || c.opening.ended(c.out) {
		return err
	}
	c.encoder.Adopt(d.Mark().State)
	if err := c.opening.close(c.encoder, last); err != nil {
		return err
	}
	return c.flush(true)
}

// gather reads what is before the part and writes its opening. It returns the position of the part.
func (c *cutter) gather() (message.Mark, error) {
	cursor := timeline.NewCursor(c.demo.Format.Name, c.demo.Decoder())
	cursor.World.Defer, cursor.World.Plain = true, true
	cursor.Begin, cursor.Observe = c.opening.packet, c.opening.message
	for cursor.World.Block < c.part.first-1 {
		if err := cursor.Next(); err != nil {
			return message.Mark{}, err
		}
	}
	cursor.World.Settle()
	mark := cursor.Mark()
	d := c.demo.Decoder()
	d.Return(mark)
	first, err := d.NextPacket()
	if err != nil {
		return mark, err
	}
	if h, ok := d.(message.Headed); ok && h.Header() != nil {
		if err := c.encoder.Message(h.Header()); err != nil {
			return mark, err
		}
	}
	if !c.part.opened {
		if h, ok := c.opening.(headed); ok {
			if err := h.begin(c.encoder); err != nil {
				return mark, err
			}
		}
		return mark, c.flush(false)
	}
	c.encoder.Adopt(mark.State)
	p := *first
	if a, ok := c.opening.(referring); ok {
		if err := c.refer(a, d, first); err != nil {
			return mark, err
		}
	}
	if err := c.opening.write(c.encoder, cursor.World, &p); err != nil {
		return mark, err
	}
	return mark, c.flush(false)
}

// refer shows the messages of the part's first packets to an opening; p is the first of them.
func (c *cutter) refer(a referring, d message.Decoder, p *message.Packet) error {
	for range aheadMost {
		a.packet(p)
		for {
			m, err := d.NextMessage()
			if err == io.EOF {
				break
			}
			if err != nil {
				return err
			}
			if !a.ahead(m) {
				return nil
			}
		}
		next, err := d.NextPacket()
		if err == io.EOF || err == nil && next.Block > c.part.last {
			return nil
		}
		if err != nil {
			return err
		}
		p = next
	}
	return nil
}

// flush takes what was written.
func (c *cutter) flush(end bool) error {
	f := c.encoder.Flush
	if end {
		f = c.encoder.Close
	}
	data, err := f()
	c.out = append(c.out, data...)
	return err
}

// copy copies the packets of the part, and returns the last one.
func (c *cutter) copy(d message.Decoder) (last *message.Packet, err error) {
	last = new(message.Packet)
	for {
		mark := d.Mark()
		p, err := d.NextPacket()
		if err == io.EOF {
			return last, nil
		}
		if err != nil {
			return last, err
		}
		if p.Block > c.part.last && p.Kind != message.PacketEnd {
			return last, nil
		}
		if p.Block < c.part.first && !c.part.whole {
			continue
		}
		if c.part.whole && len(c.out) == 0 {
			c.out = append(c.out, c.demo.Data[:p.Offset]...)
		}
		*last = *p
		if c.part.opened && !c.opening.settled() {
			c.encoder.Adopt(mark.State)
			changed, err := c.renew(d, p)
			if err != nil {
				return last, err
			}
			if changed {
				continue
			}
		}
		c.out = append(c.out, c.demo.Data[last.Offset:last.Offset+int64(last.Size)]...)
	}
}

// renew writes a packet of the part anew if one of its messages has to be, and reports whether it has.
func (c *cutter) renew(d message.Decoder, p *message.Packet) (changed bool, err error) {
	c.opening.packet(p)
	wrong := c.encoder.Packet(p)
	for {
		m, err := d.NextMessage()
		if err == io.EOF {
			break
		}
		if err != nil {
			return false, err
		}
		m, other := c.opening.renew(m)
		changed = changed || other
		if wrong == nil {
			wrong = c.encoder.Message(m)
		}
	}
	data, err := c.encoder.Flush()
	if !changed {
		return false, nil // it stays as it is
	}
	c.out = append(c.out, data...)
	return true, errors.Join(wrong, err)
}
