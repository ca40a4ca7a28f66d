// Package scan reads demos. [Read] reads a demo once for many listeners, which collect everything about the whole demo,
// such as its summary, its events and where players walked. A [Cursor] drives a world through a demo, packet by packet,
// and [Gaps] collects what is lost.
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

// Cursor drives a world through a demo, packet by packet. It is for one goroutine.
type Cursor struct {
	// World is the world after the last packet.
	World *world.World
	// Observe, if not nil, is called with every message before it is applied. The message is only valid during the
	// call.
	Observe func(message.Message)
	// Begin, if not nil, is called with every packet before its messages. The packet is only valid during the call.
	Begin func(*message.Packet)
	// Damage is the first damage so far, or nil.
	Damage *message.Damage
	// DamageClock is the time of the last frame before Damage, in seconds of the viewer's clock.
	DamageClock float64
	// Gaps, if not nil, collects all damage of a cursor that reads the demo once, without going back.
	Gaps *Gaps

	format  string
	timed   bool // packets have absolute times, see relative
	decoder message.Decoder
	start   message.Mark
	blank   *world.World    // the world before the first packet
	next    *message.Packet // read but not applied; nil if there is none
	mark    message.Mark    // of next
	time    float64         // of the last packet, in seconds as in the container
	at      int64           // end of the last packet, in bytes from the start of the file
	ended   bool
	waits   bool    // no packet yet, because the demo is growing
	lost    bool    // there is damage between the last packet and the next one
	from    float64 // FrameClock of the previous frame
	own     bool    // see Own
	beyond  bool    // packets after the current frame have been applied
}

// NewCursor returns a cursor before the first packet of a demo in a format, named as for [rules.New]. The decoder must
// be at the first packet and must not be used elsewhere afterwards.
func NewCursor(format string, decoder message.Decoder) *Cursor {
	c := &Cursor{World: rules.New(format), format: format, timed: !relative(format), decoder: decoder,
		start: decoder.Mark(), from: -1}
	c.World.ConfirmTime = true
	if l, ok := decoder.(message.Localizer); ok {
		world.SetGameTexts(c.World, l.GameTexts())
	}
	c.assume()
	c.findRecorder()
	c.blank = c.World.Clone()
	return c
}

// maxLookahead is how many packets are read ahead to find the recorder of a demo without its beginning.
const maxLookahead = 1 << 15

// findRecorder sets the followed player from the first frame on, if the demo lacks its beginning and only later packets
// contain the slot.
func (c *Cursor) findRecorder() {
	if _, end := world.FoundRecorder(c.World); end || c.beginsLevel() {
		return
	}
	ahead := &Cursor{World: c.World.Clone(), decoder: c.decoder, format: c.format, timed: c.timed, from: -1}
	ahead.World.Defer, ahead.World.Since = true, math.Inf(1)
	for range maxLookahead {
		if ahead.Next() != nil {
			break
		}
		if slot, end := world.FoundRecorder(ahead.World); end {
			if slot != world.Nobody {
				world.AssumeRecorder(c.World, slot)
			}
			break
		}
	}
	c.decoder.Return(c.start)
}

// beginsLevel reports whether the first message of the demo that is of a level begins one.
func (c *Cursor) beginsLevel() bool {
	defer c.decoder.Return(c.start)
	for range maxLookahead {
		if _, err := c.decoder.NextPacket(); err != nil {
			var d *message.Damage
			if errors.As(err, &d) {
				continue
			}
			return true // there is nothing to find
		}
		for m := range message.Rest(c.decoder) {
			switch m.(type) {
			case *message.GameState:
				return true
			case *message.Snapshot:
				return false
			}
		}
	}
	return true
}

// assume tells the world the protocol if the demo doesn't have it, or damage has changed it.
func (c *Cursor) assume() {
	if a, ok := c.decoder.(message.ProtocolGuesser); ok {
		c.World.Assume(a.Assumed())
	}
}

// Skim skips everything that only a viewer needs. Call it before the first packet.
func (c *Cursor) Skim() { c.World.Defer, c.World.Since = true, math.Inf(1) }

// Rewind goes back before the first packet.
func (c *Cursor) Rewind() {
	c.Return(c.start, c.blank)
	c.from, c.beyond = -1, false
}

// Next applies the next packet that it finds. It applies a damaged packet up to the damage. Damage sets Damage and
// makes the world uncertain, see [world.Uncertain]. The error is [io.EOF] at the end of the demo, and
// [message.ErrGrowing] at the current end of a growing demo, where the next call may find a packet.
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
			c.assume() // damage may have changed what the message says about it
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
	case !same && began: // otherwise Reach has not stopped here
		c.beyond = true
	}
	return nil
}

// Own reports whether the last packet has only moves of the recording client or sequence numbers, like half of those of
// a .qwd. Such packets change neither other players nor the match.
func (c *Cursor) Own() bool { return c.own }

// counter is the counter set by [CountPackets].
var counter atomic.Pointer[atomic.Int64]

// CountPackets adds to n the number of packets that all cursors apply from now on; nil stops counting. Divided by the
// number of packets of a demo, it is how often the demo is read. It is for tests.
func CountPackets(n *atomic.Int64) { counter.Store(n) }

// damaged tells the world that the rest of the packet is unreadable.
func (c *Cursor) damaged(err error) {
	partial, level := c.note(err), c.World.LevelCount
	c.World.Damaged(partial)
	if c.World.LevelCount != level {
		c.assume()
	}
}

// peek returns the next packet without applying it, or nil at the end or if there is none yet.
func (c *Cursor) peek() *message.Packet {
	if c.next != nil || c.ended {
		return c.next
	}
	var mark message.Mark
	if r, ok := c.decoder.(message.MemoryMarker); ok {
		mark = r.Place() // see Mark
	} else {
		mark = c.decoder.Mark()
	}
	c.next = c.fetch()
	c.mark = mark
	return c.next
}

// fetch reads the next packet. It returns nil at the end or if there is none yet.
func (c *Cursor) fetch() *message.Packet {
	if c.ended {
		return nil
	}
	c.waits = false
	for {
		p, err := c.decoder.NextPacket()
		if err == nil && p.Kind != message.PacketEnd && p.Kind != message.PacketRaw { // which are not blocks
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
		c.lost = true // continue with the next readable packet
	}
}

// note stores a damage. It returns what was read of its message, or nil.
func (c *Cursor) note(err error) (partial message.Message) {
	var d *message.Damage
	if !errors.As(err, &d) {
		return nil
	}
	partial, d.Partial = d.Partial, nil // belongs to the decoder
	if c.Damage == nil {
		c.Damage, c.DamageClock = d, c.World.FrameClock
	}
	if c.Gaps != nil {
		c.Gaps.damaged(c.World, d)
	}
	return partial
}

// What may be missing from a demo whose file is readable.
var (
	errBeginning = errors.New("the beginning of the demo is missing, with the names of the map and the players")
	errPackets   = errors.New("packets are missing before it: it changes a frame that is not there")
)

// missing stores the loss that the packet p reveals. clock is the time of the previous frame, and usual the time
// between frames there, in seconds of the viewer's clock.
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
		if first := c.Damage; first != nil { // it is in the place of the beginning
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

// More reports whether the next packet belongs to the same moment as the last one, as in recordings that split a frame
// into several packets.
func (c *Cursor) More() bool {
	p := c.peek()
	return p != nil && p.Time != 0 && p.Time == c.time
}

// Ended reports whether there is no further packet, or none yet.
func (c *Cursor) Ended() bool { return c.peek() == nil }

// Grown returns a channel that is closed when there may be another packet, or nil if the demo does not grow.
func (c *Cursor) Grown() <-chan struct{} {
	if g, ok := c.decoder.(message.Grower); ok && c.waits {
		return g.Grown()
	}
	return nil
}

// Info returns what the decoder knows about the demo so far. ok is false if it knows nothing.
func (c *Cursor) Info() (info message.Info, ok bool) {
	if i, tells := c.decoder.(message.Informer); tells {
		return i.Info(), true
	}
	return info, false
}

// Waiting reports whether the last call of [Cursor.Next] reached the current end of a growing demo.
func (c *Cursor) Waiting() bool { return c.waits }

// Size returns the current size of a growing demo in bytes. grows is false for other demos.
func (c *Cursor) Size() (bytes int64, grows bool) {
	if g, ok := c.decoder.(message.Grower); ok {
		return g.Size(), true
	}
	return 0, false
}

// Offset returns the end of the last packet, in bytes from the start of the file.
func (c *Cursor) Offset() int64 { return c.at }

// Mark returns the position of the next packet, for [Cursor.Return].
func (c *Cursor) Mark() message.Mark {
	if c.next == nil && !c.ended {
		return c.decoder.Mark()
	}
	if _, ok := c.decoder.(message.MemoryMarker); ok && c.next != nil {
		c.mark.Memory = c.decoder.Mark().Memory // nothing of the packet was read
	}
	return c.mark
}

// Return goes back to a position from [Cursor.Mark]. w is a copy of the world at that position.
func (c *Cursor) Return(m message.Mark, w *world.World) {
	c.decoder.Return(m)
	c.World.CopyFrom(w)
	c.World.Since = min(w.Since, w.FrameClock)
	c.next, c.ended, c.waits, c.lost, c.time = nil, false, false, false, 0
	c.from, c.beyond = w.FrameClock, false
}

// Reach applies packets until the current frame is complete and is the first one at or after clock, in seconds of the
// viewer's clock, or until the demo ends. It calls stop from time to time, unless it is nil, and returns false if stop
// returned true before. The cursor must not be [Cursor.Past] clock.
func (c *Cursor) Reach(clock float64, stop func() bool) bool {
	// The frames in between are not shown.
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

// refreshEnd reads the demo again if the target of [Cursor.Reach] was so far beyond the end that the world there lacks
// effects, sounds and trails.
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

// stopEvery is the number of packets between two calls of stop. They take a fraction of a millisecond.
const stopEvery = 64

// Past reports whether the cursor must go back before [Cursor.Reach], to a keyframe [world.Fleeting] seconds before
// clock or to the beginning: the target is before the current frame, or the world would lack effects, sounds or trails.
func (c *Cursor) Past(clock float64) bool {
	return clock <= c.from || c.beyond && clock <= c.World.FrameClock || c.World.Since > max(0, clock-world.Fleeting)
}
