// Package cut makes a demo of a part of a demo, in the same format, which the original engine plays.
//
// What a client must know where the part begins is gathered from the messages before it, as they are on the wire, and
// from the [world.World] there: see [opening]. It is written as the engine's own recorder writes a recording
// that begins in the middle of a game. The packets of the part follow byte for byte; one is written anew only
// where it changes something that was sent before the part.
package cut

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"slices"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/player/scan"
	"demoscope/player/world"
)

// ErrEmpty says that a demo has nothing between the two times.
var ErrEmpty = errors.New("no frames between these times")

// DamageError says that a part cannot be cut out, because some of it cannot be read.
type DamageError struct {
	Damage *message.Damage
	Clock  float64 // of the last frame before it, in viewer's seconds
	// Behind is the clock of the first frame behind all damage of the part, from which on it can be cut; 0 if
	// there is none.
	Behind float64
	// From and To are the clocks of the first and the last frame of the longest stretch without damage, if
	// there is none behind all of it; they are equal if there is no such stretch either.
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
	// write writes the beginning of a demo at the moment of first, the first packet of the part; w is the
	// world before it.
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
	// keep returns what takes back all that was called since then, messages excepted: for the next part of the demo.
	keep() (back func())
}

// kept is keep of an opening that changes, but for messages, nothing to which it points.
func kept[T any](o *T) (back func()) {
	was := *o
	return func() { *o = was }
}

// referring is an opening that writes what the part refers to, in place of renewing the messages that do.
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

// decoderOf returns a decoder at the beginning of a demo. Tests count what it reads.
var decoderOf = (*formats.Demo).Decoder

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
		return fmt.Errorf(".%s demos can't be cut", format.Name)
	}
	return nil
}

// Cut returns the part of a demo from one moment to another, in viewer's seconds; to may be infinite. The
// part begins with the first frame at or after from, and has all that is at or before to. If it begins before
// the first frame of a level, it begins with that level.
//
// The error is that of [Check], [ErrEmpty], or a [*DamageError].
func Cut(demo *formats.Demo, from, to float64) (*Part, error) {
	packets, err := find(demo, from, to)
	return assemble(demo, packets, err)
}

// Span says which part of a demo is meant: what begins at From or as the next frame after it, up to To or to
// the end of the level in which it begins. Times are viewer's seconds.
type Span struct {
	From, To float64
	// Level asks for the whole level of which the first frame is at From, or is the next one after it,
	// wherever that ends.
	Level bool
}

// Parts cuts several parts out of a demo, and returns them in the order of their spans, each with the error
// of [Cut]. However many they are, the demo is read twice to find them, if their beginnings rise, and each
// part once more.
func Parts(demo *formats.Demo, spans []Span) iter.Seq2[*Part, error] {
	return func(yield func(*Part, error) bool) {
		var list []*sought
		for _, s := range spans {
			of := stretch{from: s.From, to: s.To, within: true, level: s.Level}
			if s.Level {
				of.to = math.Inf(1)
			}
			list = append(list, &sought{stretch: of})
		}
		if _, err := seek(demo, list, 0); err != nil {
			yield(nil, err)
			return
		}
		c := cutter{demo: demo}
		for _, s := range list {
			part, err := (*Part)(nil), s.err
			if err == nil {
				part, err = c.cut(s.found)
			}
			if !yield(part, err) {
				return
			}
		}
	}
}

// assemble makes the part of a demo that has been found, unless err says that it has not.
func assemble(demo *formats.Demo, packets packets, err error) (*Part, error) {
	if err != nil {
		return nil, err
	}
	c := cutter{demo: demo}
	return c.cut(packets)
}

// packets are those of a part, by their numbers.
type packets struct {
	first, last int
	from, to    float64 // viewer's seconds
	// opened is set if the part needs an opening: it does not begin with a level.
	opened bool
	// whole is set if it begins with the demo.
	whole bool
	// mark is the position of the first one.
	mark message.Mark
}

// stretch says which part of a demo is meant.
type stretch struct {
	from, to float64 // viewer's seconds
	// within says that the part ends where the level does in which it begins, level that it is the first
	// level to begin at or after from.
	within, level bool
}

// find finds the packets of a part from one moment to another.
func find(demo *formats.Demo, from, to float64) (packets, error) {
	return search(demo, stretch{from: from, to: to})
}

// search finds the packets of a part.
func search(demo *formats.Demo, part stretch) (packets, error) {
	list, err := seek(demo, []*sought{{stretch: part}}, 0)
	if err != nil {
		return packets{}, err
	}
	return list[0].found, list[0].err
}

// sought is a part that is looked for, and what is found.
type sought struct {
	stretch
	found packets
	err   error // why there is none: that of [Cut]

	of     int          // the level in which it begins
	damage *DamageError // the first one
	ended  bool
}

// begun reports whether the first packet of the part is found.
func (s *sought) begun() bool { return s.found.first >= 0 }

// seek finds the packets of parts, reading a demo once. To the list it appends so many levels, one after another: those
// behind the last one that the demo has are [ErrEmpty]. The error is that of [Check].
func seek(demo *formats.Demo, list []*sought, levels int) ([]*sought, error) {
	if err := Check(demo.Format); err != nil {
		return nil, err
	}
	k := seeker{cursor: cursorOf(demo), level: -1, began: -1, last: -1,
		broken: -1, unfit: -1, fresh: true}
	k.cursor.Skim()
	k.cursor.Observe = k.observe
	for _, s := range list {
		s.found.first = -1
	}
	k.open = slices.Clone(list)
	slices.SortStableFunc(k.open, func(a, b *sought) int { return cmp.Compare(a.from, b.from) })
	further := func() {
		if levels > 0 && len(k.open) == 0 && k.err == nil {
			levels--
			next := &sought{stretch: stretch{from: math.Inf(-1), to: math.Inf(1), within: true, level: true},
				found: packets{first: -1}}
			list, k.open = append(list, next), append(k.open, next)
		}
	}
	for further(); len(k.open) > 0; {
		k.read()
		further() // it may begin with this packet
		k.look()
	}
	return list, nil
}

// seeker reads a demo and finds the packets of parts.
type seeker struct {
	cursor *scan.Cursor
	err    error     // of the last packet
	open   []*sought // parts that have not ended, rising by from

	// Before the packet that is read:
	before packetState
	last   int     // number of the packet
	to     float64 // clock of its frame

	levels int // that have begun
	level  int // the first packet of the last one
	opens  message.Mark
	framed bool // it has had a frame
	began  int  // the first packet of the moment
	begins message.Mark
	ready  bool // there was a frame of the level before it
	// headed is set once a level has been read from what begins it. Of one whose beginning is damaged the
	// world has as much as it can show, which is too little for an opening.
	headed bool

	// The first damage since the level began, and that of the last packet with any, whose number is broken.
	ofLevel, latest *DamageError
	broken          int
	behind          float64 // see DamageError
	unfit           float64 // clock of the last frame before that, from which on nothing can be cut
	clean, longest  struct{ from, to float64 }
	fresh           bool // no frame has come since the last damage
}

// packetState is what holds before a packet.
type packetState struct {
	mark        message.Mark
	framed      bool
	frame, time float64 // clocks
}

// read reads a packet, and ends the parts that end with the level before it.
func (k *seeker) read() {
	w := k.cursor.World
	k.before = packetState{k.cursor.Mark(), k.framed, w.FrameClock, w.Clock}
	k.err = k.cursor.Next()
	if w.LevelCount == k.levels {
		return
	}
	if k.levels > 0 {
		k.ofLevel = nil
	}
	k.levels, k.level, k.framed, k.opens = w.LevelCount, w.Block, false, k.before.mark
	k.each(func(s *sought) (ends bool) { return s.within && s.begun() && s.of != k.levels })
}

// observe notes whether what begins a level is there.
func (k *seeker) observe(m message.Message) {
	switch m.(type) {
	case *message.ServerInfo, *message.QWServerData, *message.Quake2ServerData, *message.MultiViewData,
		*message.GameState:
		k.headed = true
	}
}

// look looks what the packet is to the parts.
func (k *seeker) look() {
	c, w := k.cursor, k.cursor.World
	if c.Damage != nil {
		k.longest, k.fresh = k.cleanest(), true
		k.latest, k.broken, k.behind = &DamageError{Damage: c.Damage, Clock: k.before.frame}, w.Block, 0
		if c.Damage = nil; k.ofLevel == nil {
			k.ofLevel = k.latest
		}
		k.each(func(s *sought) (ends bool) {
			if s.begun() && (k.err != nil || w.Clock <= s.to) && s.damage == nil {
				s.damage = k.latest
			}
			return false
		})
	}
	k.each(func(s *sought) (ends bool) { return k.err != nil || w.Clock > s.to })
	if k.err != nil {
		return
	}
	if w.Clock != k.before.time || k.level == w.Block || k.began < 0 {
		k.began, k.ready, k.begins = w.Block, k.before.framed, k.before.mark
	}
	k.each(func(s *sought) (ends bool) {
		starts := !(s.level && k.framed)
		if w.Unheaded { // what begins it is written from the world before it, which shows it from its second frame on
			starts = k.framed
		}
		if !s.begun() && k.levels > 0 && w.FrameClock >= s.from && w.Began() && starts {
			k.begin(s)
		}
		return false
	})
	// A part from here on has all of the moment, and of the level where it begins with that.
	whole := w.FrameClock > k.unfit && k.headed && w.Began() && k.began > k.broken && (k.ofLevel == nil || k.ready &&
		k.level != k.began)
	if !whole && w.Began() && k.behind == 0 {
		k.unfit = w.FrameClock
	}
	if whole && k.latest != nil && k.behind == 0 && w.FrameClock > k.latest.Clock {
		k.behind = w.FrameClock
	}
	if whole {
		if k.fresh {
			k.clean.from, k.fresh = w.FrameClock, false
		}
		k.clean.to = w.FrameClock
	}
	k.framed = k.framed || w.Began()
	k.last, k.to = w.Block, w.FrameClock
}

// begin begins a part with the moment, or with the level.
func (k *seeker) begin(s *sought) {
	p, w := &s.found, k.cursor.World
	s.of = k.levels
	p.first, p.mark, p.from, p.opened = k.began, k.begins, w.FrameClock, k.ready && k.level != k.began &&
		(!s.level || w.Unheaded)
	if !p.opened {
		p.first, p.mark = k.level, k.opens
	}
	p.whole = !p.opened && k.levels == 1
	switch {
	case !p.opened:
		s.damage = k.ofLevel
	case k.broken >= p.first || !k.headed:
		s.damage = k.latest
	}
}

// each does something with all open parts that have begun, or whose time has come, and ends those for which
// it returns true.
func (k *seeker) each(ends func(*sought) bool) {
	w := k.cursor.World
	n := 0
	for ; n < len(k.open); n++ {
		s := k.open[n]
		if !s.begun() && s.from > max(w.Clock, w.FrameClock) && k.err == nil {
			break
		}
		if ends(s) {
			k.end(s)
		}
	}
	at := n
	for i := n - 1; i >= 0; i-- {
		if !k.open[i].ended {
			at--
			k.open[at] = k.open[i]
		}
	}
	k.open = k.open[at:]
}

// end ends a part before the packet.
func (k *seeker) end(s *sought) {
	s.ended = true
	p := &s.found
	p.last, p.to = k.last, k.to
	switch {
	case k.latest != nil && k.levels == 0: // its beginning is missing: nothing in it is of a level
		s.err = &DamageError{Damage: k.latest.Damage, Clock: k.latest.Clock}
	case s.damage != nil:
		d, longest := *s.damage, k.cleanest()
		d.Behind, d.From, d.To = k.behind, longest.from, longest.to
		s.err = &d
	case !s.begun() || p.last < p.first:
		s.err = ErrEmpty
	}
}

// cleanest returns the longest stretch without damage so far.
func (k *seeker) cleanest() struct{ from, to float64 } {
	if !k.fresh && k.clean.to-k.clean.from > k.longest.to-k.longest.from {
		return k.clean
	}
	return k.longest
}

// cutter makes demos of parts of one, one after another.
type cutter struct {
	demo *formats.Demo
	// cursor and gathered are what is before a part that needs an opening; nil before the first such one.
	cursor   *scan.Cursor
	gathered opening

	// Of the part that is made:
	part    packets
	opening opening
	encoder message.Encoder
	out     []byte
}

// cut makes the demo of a part.
func (c *cutter) cut(part packets) (*Part, error) {
	c.part, c.opening, c.encoder, c.out = part, openings[c.demo.Format.Name](), c.demo.Encoder(c.demo.File), nil
	if part.opened {
		if err := c.gather(); err != nil {
			return nil, err
		}
		defer c.opening.keep()()
	}
	if err := c.write(); err != nil {
		return nil, err
	}
	return &Part{Data: c.out, From: part.from, To: part.to}, nil
}

func (c *cutter) write() error {
	d := decoderOf(c.demo)
	if !c.part.whole {
		if err := c.open(); err != nil {
			return err
		}
		d.Return(c.part.mark)
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

// cursorOf returns a cursor before the first packet of a demo.
func cursorOf(demo *formats.Demo) *scan.Cursor {
	return scan.NewCursor(demo.Format.Name, decoderOf(demo))
}

// gather reads what is before the part, on from where the last part began if that is before it.
func (c *cutter) gather() error {
	if c.cursor == nil || c.cursor.World.Block >= c.part.first {
		c.cursor, c.gathered = cursorOf(c.demo), c.opening
		c.cursor.Skim()
		c.cursor.Begin, c.cursor.Observe = c.gathered.packet, c.gathered.message
	}
	c.opening = c.gathered
	for c.cursor.World.Block < c.part.first-1 {
		if err := c.cursor.Next(); err != nil {
			return err
		}
	}
	c.cursor.World.Settle()
	return nil
}

// open writes what is before the part.
func (c *cutter) open() error {
	mark := c.part.mark
	d := decoderOf(c.demo)
	d.Return(mark)
	first, err := d.NextPacket()
	if err != nil {
		return err
	}
	if h, ok := d.(message.Headed); ok && h.Header() != nil {
		if err := c.encoder.Message(h.Header()); err != nil {
			return err
		}
	}
	if !c.part.opened {
		if h, ok := c.opening.(headed); ok {
			if err := h.begin(c.encoder); err != nil {
				return err
			}
		}
		return c.flush(false)
	}
	c.encoder.Adopt(mark.State)
	p := *first
	if a, ok := c.opening.(referring); ok {
		if err := c.refer(a, d, first); err != nil {
			return err
		}
	}
	if err := c.opening.write(c.encoder, c.cursor.World, &p); err != nil {
		return err
	}
	return c.flush(false)
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
	last = &message.Packet{Block: -1}
	for {
		mark := d.Mark()
		p, err := d.NextPacket()
		if err == io.EOF || err != nil && last.Block == c.part.last {
			// what cannot be read behind the part is none of it, as that nothing says that a server's recording ends
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
			c.out = append(c.out, c.demo.Data()[:p.Offset]...)
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
		c.out = append(c.out, c.demo.Data()[last.Offset:last.Offset+int64(last.Size)]...)
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
