// Package cut cuts a part out of a demo into a new demo of the same format, playable in the original engine.
//
// It gathers what a client must know at the start of the part from the messages before it, as sent, and from
// the [world.World] at that point: see [opening]. It writes this state in the way the engine's own recorder
// starts a recording in the middle of a game. The packets of the part follow unchanged, except for packets that
// refer to data sent before the part; these are rewritten.
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

// ErrEmpty is returned for a part without frames.
var ErrEmpty = errors.New("no frames between these times")

// DamageError is returned if a part cannot be cut because some of it is damaged.
type DamageError struct {
	Damage *message.Damage
	Clock  float64 // of the last frame before the damage, in viewer's seconds
	// Behind is the clock of the first frame after all damage of the part, at which a cut can begin, or 0 if
	// there is none.
	Behind float64
	// From and To are the clocks of the first and the last frame of the longest stretch without damage, for the
	// case that Behind is 0. They are equal if there is no such stretch.
	From, To float64
}

func (e *DamageError) Error() string { return "the part is damaged: " + e.Damage.Error() }
func (e *DamageError) Unwrap() error { return e.Damage }

// opening gathers what a client must know at a moment of a demo, and writes it.
type opening interface {
	// packet starts a packet before the part or of it.
	packet(p *message.Packet)
	// message processes a message of a packet before the part. m is only valid during the call.
	message(m message.Message)
	// write writes the state at first, the first packet of the part. w is the world before it.
	write(e message.Encoder, w *world.World, first *message.Packet) error
	// rewrite processes the next message of a packet of the part. It returns the message to write, and whether
	// it differs from m, because m refers to data sent before the part.
	rewrite(m message.Message) (message.Message, bool)
	// settled reports whether no further message refers to data sent before the part.
	settled() bool
	// ended reports whether a demo already has an end packet, so that close is not needed.
	ended(demo []byte) bool
	// close writes the end of the demo.
	close(e message.Encoder, last *message.Packet) error
	// checkpoint returns a function that undoes all later calls, except of message, so that the opening can be
	// used for the next part.
	checkpoint() (restore func())
}

// verbatim is embedded in openings whose parts never refer to data sent before them.
type verbatim struct{}

func (verbatim) rewrite(m message.Message) (message.Message, bool) { return m, false }

func (verbatim) settled() bool { return true }

// copyCheckpoint implements checkpoint for openings whose methods, except message, change nothing behind
// pointers.
func copyCheckpoint[T any](o *T) (restore func()) {
	was := *o
	return func() { *o = was }
}

// referring is an opening that writes the data that the part refers to, instead of rewriting the messages that
// refer to it.
type referring interface {
	opening
	// ahead processes a message of the part, and reports whether a later message may refer to data before the
	// part.
	ahead(m message.Message) bool
}

// headed is an opening of a format whose files have a header that is neither a packet nor a message.
type headed interface {
	opening
	// begin writes the header of a demo whose part begins with a level.
	begin(e message.Encoder) error
}

// decoderOf returns a decoder at the start of a demo. Tests replace it to count what is read.
var decoderOf = (*formats.Demo).Decoder

// maxRefPackets is the maximum number of packets of a part that may refer to data before it: more than the delta
// depth of any protocol.
const maxRefPackets = 64

// openings maps the names of the formats that can be cut.
var openings = map[string]func() opening{
	"dem":  func() opening { return newDEM() },
	"dm2":  func() opening { return newDM2() },
	"dm3":  func() opening { return newDM3() },
	"mvd":  func() opening { return newMVD() },
	"mvd2": func() opening { return newMVD2() },
	"qwd":  func() opening { return newQWD() },
}

// Part is a cut part of a demo, as a demo.
type Part struct {
	Data []byte
	// From and To are the times of its first and last frame in the original demo, in viewer's seconds.
	From, To float64
}

// Check returns an error if demos of the format cannot be cut.
func Check(format *formats.Format) error {
	if openings[format.Name] == nil {
		return fmt.Errorf(".%s demos can't be cut", format.Name)
	}
	return nil
}

// Cut returns the part of a demo between two times in viewer's seconds; to may be infinite. The part begins
// with the first frame at or after from, and contains everything at or before to. If from is before the first
// frame of a level, the part begins with that level.
//
// The error is that of [Check], [ErrEmpty], or a [*DamageError].
func Cut(demo *formats.Demo, from, to float64) (*Part, error) {
	packets, err := find(demo, from, to)
	return assemble(demo, packets, err)
}

// Span describes a part of a demo: from the first frame at or after From, up to To or the end of the level.
// Times are viewer's seconds.
type Span struct {
	From, To float64
	// Level selects the whole level whose first frame is the first at or after From; To is ignored.
	Level bool
}

// Parts cuts several parts out of a demo, and returns them in the order of the spans, each with the error of
// [Cut]. If the spans are sorted by their starts, the demo is read only twice to find all parts, and each part
// once more.
func Parts(demo *formats.Demo, spans []Span) iter.Seq2[*Part, error] {
	return func(yield func(*Part, error) bool) {
		var list []*request
		for _, s := range spans {
			of := stretch{from: s.From, to: s.To, within: true, level: s.Level}
			if s.Level {
				of.to = math.Inf(1)
			}
			list = append(list, &request{stretch: of})
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

// assemble returns the part of a demo with the given packets, or err if it is not nil.
func assemble(demo *formats.Demo, packets packets, err error) (*Part, error) {
	if err != nil {
		return nil, err
	}
	c := cutter{demo: demo}
	return c.cut(packets)
}

// packets are the packets of a part, by their numbers.
type packets struct {
	first, last int
	from, to    float64 // viewer's seconds
	// opened is set if the part needs an opening, because it does not begin with a level.
	opened bool
	// whole is set if the part begins with the demo.
	whole bool
	// mark is the position of the first packet.
	mark message.Mark
}

// stretch describes the part to search for.
type stretch struct {
	from, to float64 // viewer's seconds
	// within ends the part at the end of its level. level selects the first level that begins at or after from.
	within, level bool
}

// find finds the packets of the part between two times.
func find(demo *formats.Demo, from, to float64) (packets, error) {
	return search(demo, stretch{from: from, to: to})
}

// search finds the packets of a part.
func search(demo *formats.Demo, part stretch) (packets, error) {
	list, err := seek(demo, []*request{{stretch: part}}, 0)
	if err != nil {
		return packets{}, err
	}
	return list[0].found, list[0].err
}

// request is a part to search for, with the result.
type request struct {
	stretch
	found packets
	err   error // the error of [Cut]

	of     int          // the level in which it begins
	damage *DamageError // the first damage
	ended  bool
}

// begun reports whether the first packet of the part has been found.
func (s *request) begun() bool { return s.found.first >= 0 }

// seek finds the packets of parts, reading the demo once. It appends the given number of consecutive levels to
// the list; levels that the demo does not have get [ErrEmpty]. The error is that of [Check].
func seek(demo *formats.Demo, list []*request, levels int) ([]*request, error) {
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
	slices.SortStableFunc(k.open, func(a, b *request) int { return cmp.Compare(a.from, b.from) })
	further := func() {
		if levels > 0 && len(k.open) == 0 && k.err == nil {
			levels--
			next := &request{stretch: stretch{from: math.Inf(-1), to: math.Inf(1), within: true, level: true},
				found: packets{first: -1}}
			list, k.open = append(list, next), append(k.open, next)
		}
	}
	for further(); len(k.open) > 0; {
		k.read()
		further() // the level may begin with this packet
		k.look()
	}
	return list, nil
}

// seeker reads a demo and finds the packets of parts.
type seeker struct {
	cursor *scan.Cursor
	err    error      // of the last packet
	open   []*request // parts that have not ended, sorted by from

	// The state before the current packet:
	before packetState
	last   int     // number of the packet
	to     float64 // clock of its frame

	levels int // number of levels so far
	level  int // first packet of the current level
	opens  message.Mark
	framed bool // the level has had a frame
	began  int  // first packet of the current moment
	begins message.Mark
	ready  bool // the level had a frame before the moment
	// headed is set once the message that begins a level has been read. If it is damaged, the world knows only
	// as much as it can show, which is too little for an opening.
	headed bool

	// The first damage on the level and the latest damage; broken is the number of the latest damaged packet.
	ofLevel, latest *DamageError
	broken          int
	behind          float64 // see DamageError
	unfit           float64 // clock of the last frame before behind at which no cut can begin
	clean, longest  struct{ from, to float64 }
	fresh           bool // no frame since the last damage
}

// packetState is the state before a packet.
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
	k.each(func(s *request) (ends bool) { return s.within && s.begun() && s.of != k.levels })
}

// observe sets headed when a message begins a level.
func (k *seeker) observe(m message.Message) {
	switch m.(type) {
	case *message.ServerInfo, *message.QWServerData, *message.Quake2ServerData, *message.MultiViewData,
		*message.GameState:
		k.headed = true
	}
}

// look updates the parts for the current packet.
func (k *seeker) look() {
	c, w := k.cursor, k.cursor.World
	if c.Damage != nil {
		k.damaged(c.Damage)
		c.Damage = nil
	}
	k.each(func(s *request) (ends bool) { return k.err != nil || w.Clock > s.to })
	if k.err != nil {
		return
	}
	if w.Clock != k.before.time || k.level == w.Block || k.began < 0 {
		k.began, k.ready, k.begins = w.Block, k.before.framed, k.before.mark
	}
	k.each(func(s *request) (ends bool) {
		starts := !(s.level && k.framed)
		if w.LacksLevelStart { // the opening uses the world before the packet, so the level needs a frame
			starts = k.framed
		}
		if !s.begun() && k.levels > 0 && w.FrameClock >= s.from && w.Began() && starts {
			k.begin(s)
		}
		return false
	})
	k.lookWhole()
	k.framed = k.framed || w.Began()
	k.last, k.to = w.Block, w.FrameClock
}

// damaged records damage before the current packet, for the parts that it is in, too.
func (k *seeker) damaged(d *message.Damage) {
	w := k.cursor.World
	k.longest, k.fresh = k.cleanest(), true
	k.latest, k.broken, k.behind = &DamageError{Damage: d, Clock: k.before.frame}, w.Block, 0
	if k.ofLevel == nil {
		k.ofLevel = k.latest
	}
	k.each(func(s *request) (ends bool) {
		if s.begun() && (k.err != nil || w.Clock <= s.to) && s.damage == nil {
			s.damage = k.latest
		}
		return false
	})
}

// lookWhole records where parts can start and which stretches are without damage.
func (k *seeker) lookWhole() {
	w := k.cursor.World
	// A part starting here has the whole moment, and the whole level if it begins with the level.
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
}

// begin begins a part at the current moment, or at the beginning of the level.
func (k *seeker) begin(s *request) {
	p, w := &s.found, k.cursor.World
	s.of = k.levels
	p.first, p.mark, p.from, p.opened = k.began, k.begins, w.FrameClock, k.ready && k.level != k.began &&
		(!s.level || w.LacksLevelStart)
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

// each calls ends for all open parts that have begun or are due, and ends those for which it returns true.
func (k *seeker) each(ends func(*request) bool) {
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

// end ends a part before the current packet.
func (k *seeker) end(s *request) {
	s.ended = true
	p := &s.found
	p.last, p.to = k.last, k.to
	switch {
	case k.latest != nil && k.levels == 0: // the beginning is missing, so no packet belongs to a level
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

// cutter cuts parts out of a demo, one after another.
type cutter struct {
	demo *formats.Demo
	// cursor and gathered are the state before the last part that needed an opening; nil before the first such
	// part.
	cursor   *scan.Cursor
	gathered opening

	// The current part:
	part    packets
	opening opening
	encoder message.Encoder
	out     []byte
}

// cut returns a part as a demo.
func (c *cutter) cut(part packets) (*Part, error) {
	c.part, c.opening, c.encoder, c.out = part, openings[c.demo.Format.Name](), c.demo.Encoder(c.demo.File), nil
	if part.opened {
		if err := c.gather(); err != nil {
			return nil, err
		}
		defer c.opening.checkpoint()()
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

// gather reads the packets before the part. It continues where the last part began, if that is before this
// part.
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

// open writes the opening of the part.
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

// refer passes the messages of the part's first packets to an opening. p is the first of these packets.
func (c *cutter) refer(a referring, d message.Decoder, p *message.Packet) error {
	for range maxRefPackets {
		a.packet(p)
		for m, err := range message.Rest(d) {
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

// flush appends the encoded data to the output.
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
			// Ignore damage after the part, including a server recording without an end.
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
			changed, err := c.rewritePacket(d, p)
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

// rewritePacket rewrites a packet of the part if one of its messages must change, and reports whether it did.
func (c *cutter) rewritePacket(d message.Decoder, p *message.Packet) (changed bool, err error) {
	c.opening.packet(p)
	wrong := c.encoder.Packet(p)
	for m, err := range message.Rest(d) {
		if err != nil {
			return false, err
		}
		m, other := c.opening.rewrite(m)
		changed = changed || other
		if wrong == nil {
			wrong = c.encoder.Message(m)
		}
	}
	data, err := c.encoder.Flush()
	if !changed {
		return false, nil // keep the original packet
	}
	c.out = append(c.out, data...)
	return true, errors.Join(wrong, err)
}
