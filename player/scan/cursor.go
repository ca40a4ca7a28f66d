// Package scan reads demos. [Read] reads one once, for many listeners: everything that is
// true of a whole demo, such as its summary, its events and where players walked, is found
// by one. A [Cursor] drives a world through a demo, packet by packet, and [Gaps] gathers
// what of it is lost.
//
// maxGaps bounds the list of gaps.
package scan

import (
	"errors"
	"fmt"
	"io"
	"math"
	"sync/atomic"

	"demoscope/formats/message"
	"demoscope/player/world"
	"demoscope/player/world/rules"
)

// Cursor drives a world through a demo, packet by packet. It is for one
// goroutine.
type Cursor struct {
	// World is the world after the last packet.
	World *world.World
	// Observe, if not nil, is called with every message before it is applied. The
	// message is valid for the call.
	Observe func(message.Message)
	// Begin, if not nil, is called with every packet before its messages. The packet is valid for the call.
	Begin func(*message.Packet)
	// Damage is the first damage met so far, nil if there was none.
	Damage *message.Damage
	// DamageClock is the last frame before it, in viewer's seconds.
	DamageClock float64
	// Gaps, if not nil, gathers all damages of a cursor that reads the demo once,
	// without going back.
	Gaps *Gaps

	format  string
	timed   bool // packets have times: see relative
	decoder message.Decoder
	start   message.Mark
	blank   *world.World    // the world before the first packet
	next    *message.Packet // read but not applied, nil if there is none
	mark    message.Mark    // of next
	time    float64         // of the last packet, in the container's seconds
	at      int64           // the end of the last packet, in bytes from the beginning of the file
	ended   bool
	waits   bool    // there is no packet yet: the demo grows
	lost    bool    // there is damage between the last packet and the next one
	from    float64 // FrameClock of the frame before the current one
	own     bool    // see Own
	beyond  bool    // packets after the current frame, which has begun, have been applied
}

// NewCursor returns a cursor before the first packet of a demo in a format, named
// as for [rules.New]. The decoder must be at the first packet; the cursor takes it
// over.
func NewCursor(format string, decoder message.Decoder) *Cursor {
	c := &Cursor{World: rules.New(format), format: format, timed: !relative(format), decoder: decoder,
		start: decoder.Mark(), from: -1}
	c.World.Wary = true
	if l, ok := decoder.(message.Localizer); ok {
		world.SetGameTexts(c.World, l.GameTexts())
	}
	c.assume()
	c.blank = c.World.Clone()
	return c
}

// assume tells the world the protocol if the demo does not say it, or damage says another.
func (c *Cursor) assume() {
	if a, ok := c.decoder.(message.Assumer); ok {
		c.World.Assume(a.Assumed())
	}
}

// Skim leaves out everything that only a viewer needs. Call it before the first packet.
func (c *Cursor) Skim() { c.World.Defer, c.World.Since = true, math.Inf(1) }

// Rewind goes back before the first packet.
func (c *Cursor) Rewind() {
	c.Return(c.start, c.blank)
	c.from, c.beyond = -1, false
}

// Next applies the next packet that can be found. A damaged one is applied as far as
// it can be read. Damage sets Damage, and makes the world uncertain: see
// [world.Uncertain]. The error is [io.EOF] at the end of the demo, and [message.ErrGrowing] at that of one that
// grows: the next call may find a packet.
func (c *Cursor) Next() error {
	p := c.next
	if p == nil {
		p = c.fetch()
	}
	if p == nil {
		if c.waits {
			return message.ErrGrowing
		}
		return io.EOF
	}
	c.next = nil
	if c.lost {
		c.lost = false
		c.World.Lost()
	}
	same := p.Time != 0 && p.Time == c.time
	c.time = p.Time
	c.own = p.Kind == message.PacketCommand || p.Kind == message.PacketSequence
	before, began := c.World.FrameClock, c.World.Began()
	usual := before - c.World.PrevFrameClock
	if n := counter.Load(); n != nil {
		n.Add(1)
	}
	c.World.Begin(p)
	if c.Begin != nil {
		c.Begin(p)
	}
	for {
		m, err := c.decoder.NextMessage()
		if err != nil {
			if err != io.EOF {
				c.own = false
				c.damaged(err)
			}
			break
		}
		if c.Observe != nil {
			c.Observe(m)
		}
		level := c.World.LevelCount
		c.World.Apply(m)
		if c.World.LevelCount != level {
			c.assume() // damage may have changed what the message says of it
		}
	}
	c.World.End()
	if c.World.Missing != world.NothingMissing {
		c.missing(p, before, usual)
	}
	if c.Gaps != nil {
		c.Gaps.timed = c.timed
		c.Gaps.packet(c.World, p.Size)
	}
	c.at = p.Offset + int64(p.Size)
	switch {
	case c.World.FrameClock != before:
		c.from, c.beyond = before, false
	case !same && began: // else Reach has not stopped here
		c.beyond = true
	}
	return nil
}

// Own reports whether the last packet has only moves of the recording client, or sequence numbers, as half of those of
// a .qwd: they change neither the other players nor the match.
func (c *Cursor) Own() bool { return c.own }

// counter is that of [CountPackets].
var counter atomic.Pointer[atomic.Int64]

// CountPackets counts in n the packets that all cursors apply from now on, nil for none: divided by those of a demo
// that is how often it is read. It is for tests.
func CountPackets(n *atomic.Int64) { counter.Store(n) }

// damaged tells the world that the packet cannot be read on.
func (c *Cursor) damaged(err error) {
	partial, level := c.note(err), c.World.LevelCount
	c.World.Damaged(partial)
	if c.World.LevelCount != level {
		c.assume()
	}
}

// peek returns the next packet without applying it, nil at the end, or where there is none yet.
func (c *Cursor) peek() *message.Packet {
	if c.next != nil || c.ended {
		return c.next
	}
	var mark message.Mark
	if r, ok := c.decoder.(message.Rememberer); ok {
		mark = r.Place() // see Mark
	} else {
		mark = c.decoder.Mark()
	}
	c.next = c.fetch()
	c.mark = mark
	return c.next
}

// fetch reads the next packet, nil at the end, or where there is none yet.
func (c *Cursor) fetch() *message.Packet {
	if c.ended {
		return nil
	}
	c.waits = false
	for {
		p, err := c.decoder.NextPacket()
		if err == nil && p.Kind != message.PacketEnd && p.Kind != message.PacketRaw { // which are no blocks
			return p
		}
		if err == message.ErrGrowing {
			c.waits = true
			return nil
		}
		if err == nil || err == io.EOF {
			c.ended, c.mark = true, c.decoder.Mark()
			return nil
		}
		c.note(err)
		c.lost = true // go on with the next packet that can be found
	}
}

// note keeps a damage, and returns what was read of its message, nil for nothing.
func (c *Cursor) note(err error) (partial message.Message) {
	var d *message.Damage
	if !errors.As(err, &d) {
		return nil
	}
	partial, d.Partial = d.Partial, nil // which is the decoder's
	if c.Damage == nil {
		c.Damage, c.DamageClock = d, c.World.FrameClock
	}
	if c.Gaps != nil {
		c.Gaps.damaged(c.World, d)
	}
	return partial
}

// What is missing from a demo although its file can be read.
var (
	errBeginning = errors.New("the beginning of the demo is missing, with the names of the map and the players")
	errPackets   = errors.New("packets are missing before it: it changes a frame that is not there")
)

// missing keeps what the packet p shows to be missing before it. clock is that of the
// frame before, and usual what is between frames there, in viewer's seconds.
func (c *Cursor) missing(p *message.Packet, clock, usual float64) {
	d := &message.Damage{Format: c.format, Message: "container", Offset: p.Offset, Block: p.Block, Time: c.World.Time,
		Err: errPackets}
	if in, ok := c.decoder.(message.Placer); ok {
		d.Offset = in.Place(p.Offset)
	}
	k := Losses{Count: 1, Packets: true}
	if c.World.Missing == world.MissingBeginning {
		d.Err = errBeginning
		k = Losses{Count: 1, Beginning: true}
		if first := c.Damage; first != nil { // it is where the beginning should be
			*d = *first
			d.Err = fmt.Errorf("%w: %w", errBeginning, first.Err)
			c.Damage = nil
		}
	}
	if c.Damage == nil {
		c.Damage, c.DamageClock = d, clock
	}
	if c.Gaps != nil {
		c.Gaps.missing(d, k, clock, usual)
	}
}

// More reports whether the next packet belongs to the same moment as the last one,
// as in recordings that spread a frame over several packets.
func (c *Cursor) More() bool {
	p := c.peek()
	return p != nil && p.Time != 0 && p.Time == c.time
}

// Ended reports whether there is no further packet, or none yet.
func (c *Cursor) Ended() bool { return c.peek() == nil }

// Grown returns a channel that is closed once there may be another packet, nil if the demo does not grow.
func (c *Cursor) Grown() <-chan struct{} {
	if g, ok := c.decoder.(message.Grower); ok && c.waits {
		return g.Grown()
	}
	return nil
}

// Info returns what the decoder knows about the demo so far; ok is false if it knows nothing.
func (c *Cursor) Info() (info message.Info, ok bool) {
	if i, tells := c.decoder.(message.Informer); tells {
		return i.Info(), true
	}
	return info, false
}

// Waiting reports whether the last call of [Cursor.Next] met the end of a demo that grows.
func (c *Cursor) Waiting() bool { return c.waits }

// Size returns how long a demo that grows is so far, in bytes; grows is false for any other demo.
func (c *Cursor) Size() (bytes int64, grows bool) {
	if g, ok := c.decoder.(message.Grower); ok {
		return g.Size(), true
	}
	return 0, false
}

// Offset returns where the last packet ends, in bytes from the beginning of the file.
func (c *Cursor) Offset() int64 { return c.at }

// Mark returns the position of the next packet, for [Cursor.Return].
func (c *Cursor) Mark() message.Mark {
	if c.next == nil && !c.ended {
		return c.decoder.Mark()
	}
	if _, ok := c.decoder.(message.Rememberer); ok && c.next != nil {
		c.mark.Memory = c.decoder.Mark().Memory // nothing of the packet was read
	}
	return c.mark
}

// Return goes back to a position from [Cursor.Mark], with a copy of the world as it
// was then.
func (c *Cursor) Return(m message.Mark, w *world.World) {
	c.decoder.Return(m)
	c.World.CopyFrom(w)
	c.World.Since = min(w.Since, w.FrameClock)
	c.next, c.ended, c.waits, c.lost, c.time = nil, false, false, false, 0
	c.from, c.beyond = w.FrameClock, false
}

// Reach applies packets until the current frame is complete and the first one at
// or after clock, in viewer's seconds, or until the demo ends. It returns false if
// stop, which is called now and then unless it is nil, returned true before that.
// The cursor must not be [Cursor.Past] clock.
func (c *Cursor) Reach(clock float64, stop func() bool) bool {
	// Nobody looks at the frames in between.
	if since := clock - world.Fleeting; c.World.Clock < since {
		c.World.Since = since
	}
	was := c.World.Defer
	c.World.Defer = true
	defer func() {
		c.World.Defer = was
		if !was {
			c.World.Settle()
		}
	}()
	for n := 1; c.World.FrameClock < clock || !c.World.Began() || c.More(); n++ {
		if c.Next() != nil {
			c.refreshEnd()
			return true
		}
		if n%stopEvery == 0 && stop != nil && stop() {
			return false
		}
	}
	return true
}

// refreshEnd reads the demo again if [Cursor.Reach] was to go so far beyond the end that the world there lacks effects,
// sounds and trails.
func (c *Cursor) refreshEnd() {
	since := c.World.Clock - world.Fleeting
	if !c.ended || c.World.Since <= max(0, since) {
		return
	}
	c.Rewind()
	c.World.Since = since
	for c.Next() == nil {
	}
}

// stopEvery is how many packets are applied between two calls of stop, which takes
// a fraction of a millisecond.
const stopEvery = 64

// Past reports whether the cursor must go back before [Cursor.Reach], to a keyframe [world.Fleeting] seconds before
// clock or to the beginning: the frame is before the current one, or the world would lack effects, sounds or trails.
func (c *Cursor) Past(clock float64) bool {
	return clock <= c.from || c.beyond && clock <= c.World.FrameClock || c.World.Since > max(0, clock-world.Fleeting)
}
