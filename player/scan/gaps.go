package scan

import (
	"slices"
	"strconv"

	"demoscope/formats/message"
	"demoscope/player/world"
)

// maxGaps is the maximum number of separate gaps of a demo, more than a timeline can show. Beyond that, pairs of
// neighbors are merged, so that damage everywhere takes neither much memory nor time.
const maxGaps = 256

// Gap is a place where something of a demo is lost, or several such places close together. Times are seconds of the
// viewer's clock.
type Gap struct {
	// Damage is the first damage there, and Losses is the sum. Count is 0 if the file is readable, but contains deltas
	// from frames that it lacks.
	Damage message.Damage
	Losses
	// Start is the time of the last frame before the gap and End that of the first frame after it. If Last is set, no
	// frame has been read after it, and End is the end of what has been read.
	Start, End float64
	Last       bool
	// Until is when the world is certain again: from Start to Until, things may be in wrong places. If Lasting is set,
	// it is not certain again so far, and Until is the end of what has been read.
	Until   float64
	Lasting bool

	from          moment  // last moment before the gap
	first         bool    // there is no frame before it
	timed         int64   // bytes of Skipped in records that have a time
	frameInterval float64 // time between frames before it, in seconds
	before, after rate    // byte rates around it
}

// moment is a time of the demo's own clock, in seconds, in a level.
type moment struct {
	time  float64
	level int
}

// Losses is what damage has lost.
type Losses struct {
	Count   int     // number of damages
	Skipped int64   // bytes of the file that were not read
	Missing int64   // bytes that the file lacks
	Lost    float64 // seconds without a frame
	// Beginning is set if the demo begins in the middle of a level, and Packets if there are deltas from frames that it
	// lacks, although no bytes are damaged.
	Beginning, Packets bool
	// Estimated is set if Lost is an estimate, because times don't show it.
	Estimated bool
}

// Plus returns the sum of two losses.
func (l Losses) Plus(o Losses) Losses {
	return Losses{
		Count: l.Count + o.Count, Skipped: l.Skipped + o.Skipped, Missing: l.Missing + o.Missing, Lost: l.Lost + o.Lost,
		Beginning: l.Beginning || o.Beginning, Packets: l.Packets || o.Packets, Estimated: l.Estimated || o.Estimated,
	}
}

// leastLost is the shortest reported loss in seconds: two frames of the fastest servers.
const leastLost = 0.05

// Append appends a description of the losses without the number of damages, or nothing: "the beginning missing, packets
// missing, 412 bytes unreadable, 7 bytes missing, 1.2 s lost" or "about 1.2 s lost".
func (l Losses) Append(text []byte) []byte {
	start := len(text)
	comma := func() {
		if len(text) > start {
			text = append(text, ", "...)
		}
	}
	bytes := func(n int64, are string) {
		if n == 0 {
			return
		}
		comma()
		text = append(strconv.AppendInt(text, n, 10), " byte"...)
		if n != 1 {
			text = append(text, 's')
		}
		text = append(append(text, ' '), are...)
	}
	if l.Beginning {
		text = append(text, "the beginning missing"...)
	}
	if l.Packets {
		comma()
		text = append(text, "packets missing"...)
	}
	bytes(l.Skipped, "unreadable")
	bytes(l.Missing, "missing")
	if l.Lost >= leastLost {
		comma()
		if l.Estimated {
			text = append(text, "about "...)
		}
		text = strconv.AppendFloat(text, l.Lost, 'f', 1, 64)
		text = append(text, " s lost"...)
	}
	return text
}

// Text returns what [Losses.Append] appends.
func (l Losses) Text() string { return string(l.Append(nil)) }

// Gaps collects the damage of a demo, see [Cursor].Gaps.
type Gaps struct {
	list []Gap
	sum  Losses
	// open is set if no frame has been read after the last gap. last is the clock of the frame before its last damage,
	// and certain the number of gaps that were followed by a certain frame.
	open    bool
	last    float64
	certain int
	framed  bool // a frame has been read
	changed bool // since the last call of Changed
	// now is the last moment with a trusted time. doubted is set while the time of the frame after the open gap is not
	// trusted, see [world.World.TimeDoubted].
	now     moment
	doubted bool

	timed  bool    // packets have absolute times, so rates are not needed
	recent rate    // of the last part that was read
	decay  decay   // of recent
	bytes  float64 // read since the frame at clock, in seconds of the viewer's clock
	clock  float64
	levels int
}

// Losses returns the sum of the damage so far.
func (g *Gaps) Losses() Losses {
	sum := g.sum
	sum.Lost = 0
	for i := range g.list {
		k := g.list[i].withEstimate()
		sum.Lost += k.Lost
		sum.Estimated = sum.Estimated || k.Estimated
	}
	return sum
}

// Changed reports whether gaps were added or changed since the last call.
func (g *Gaps) Changed() bool {
	changed := g.changed
	g.changed = false
	return changed
}

// List returns the gaps so far in order of time. clock is the current time of the world, in seconds of the viewer's
// clock, for gaps that have not ended.
func (g *Gaps) List(clock float64) []Gap {
	list := slices.Clone(g.list)
	for i := range list {
		k := &list[i]
		*k = k.withEstimate()
		if k.Last = g.open && i == len(list)-1; k.Last {
			k.End = max(k.Start, clock)
		}
		if k.Lasting = i >= g.certain; k.Lasting {
			k.Until = max(k.End, clock)
		}
	}
	return list
}

// damaged adds a damage in or after the last packet applied to w.
func (g *Gaps) damaged(w *world.World, d *message.Damage) {
	g.changed = true
	loss, timed := Losses{Count: 1, Skipped: d.Skipped, Missing: d.Missing}, int64(0)
	if d.Format == "mvd" && d.Message != "container" {
		timed = d.Skipped // the record's header has its duration
	}
	g.sum = g.sum.Plus(loss)
	if n := len(g.list); n > 0 && g.open && (g.last == w.FrameClock || g.doubted) {
		last := &g.list[n-1]
		last.Losses = last.Plus(loss)
		last.timed += timed
		return
	}
	g.end(w.FrameClock)
	g.begin(Gap{Damage: *d, Losses: loss, Start: w.FrameClock, first: !g.framed,
		frameInterval: w.FrameClock - w.PrevFrameClock, before: g.recent, timed: timed})
}

// begin adds a gap after the last frame.
func (g *Gaps) begin(k Gap) {
	k.from = g.now
	g.add(k)
	g.open, g.last, g.doubted = true, k.Start, false
}

// missing adds the loss d that the last packet revealed, with the losses k. clock is the time of the previous frame,
// and frameInterval the time between frames there, in seconds of the viewer's clock.
func (g *Gaps) missing(d *message.Damage, k Losses, clock, frameInterval float64) {
	g.changed = true
	if n := len(g.list); n > 0 && g.open && (g.list[n-1].Start >= clock || g.doubted) {
		// The open gap caused the loss, or its damage is in the packet that reveals the loss.
		last := &g.list[n-1]
		if last.Start > clock {
			last.Start, last.frameInterval = clock, frameInterval
			if n > 1 {
				last.Start = max(clock, g.list[n-2].End)
			}
		}
		k.Count = 0
		last.Losses = last.Plus(k)
		if k.Beginning {
			last.Damage = *d
		}
	} else {
		g.end(clock)
		g.begin(Gap{Damage: *d, Losses: k, Start: clock, first: !g.framed, frameInterval: frameInterval,
			before: g.recent})
	}
	g.sum = g.sum.Plus(k)
}

// add adds a gap. If there are too many, it merges neighbors.
func (g *Gaps) add(k Gap) {
	if len(g.list) == maxGaps {
		for i := range g.list[:maxGaps/2] {
			g.list[i] = join(g.list[2*i], g.list[2*i+1])
		}
		g.list = g.list[:maxGaps/2]
		g.certain /= 2 // a pair is certain only if both are
	}
	g.list = append(g.list, k)
}

// join merges two neighbors.
func join(a, b Gap) Gap {
	a, b = a.withEstimate(), b.withEstimate()
	if a.Count == 0 {
		a.Damage = b.Damage
	}
	a.Losses, a.timed = a.Plus(b.Losses), a.timed+b.timed
	a.End, a.Until = b.End, max(a.Until, b.Until)
	a.before, a.after = rate{}, rate{} // the estimates are final
	return a
}

// packet looks at the world after a packet of the given size.
func (g *Gaps) packet(w *world.World, bytes int) {
	ended := g.open && w.FrameClock != g.last
	if g.doubted = ended && w.TimeDoubted() && w.Time > g.now.time; g.doubted {
		ended = false // the next time shows how long the gap is
	}
	if !w.TimeDoubted() {
		g.now = moment{w.Time, w.LevelCount}
	}
	if ended {
		g.end(w.FrameClock)
	}
	g.framed = g.framed || w.Began()
	if !g.timed {
		g.read(bytes, ended || w.LevelCount != g.levels, w.FrameClock)
	}
	g.levels = w.LevelCount
	if len(g.list) == 0 && !w.Uncertain.Places() {
		return
	}
	switch places := w.Uncertain.Places(); {
	case places && g.certain == len(g.list):
		g.changed = true
		g.add(Gap{Start: w.Uncertain.Since, End: w.FrameClock})
	case !places && !g.open && g.certain < len(g.list):
		g.changed = true
		for i := g.certain; i < len(g.list); i++ {
			g.list[i].Until = max(g.list[i].End, w.FrameClock)
		}
		g.certain = len(g.list)
	}
}

// end ends the last gap with a frame, at a time of the viewer's clock in seconds.
func (g *Gaps) end(clock float64) {
	if !g.open {
		return
	}
	g.changed, g.open = true, false
	k := &g.list[len(g.list)-1]
	k.End = max(k.Start, clock)
	if !k.first { // otherwise nothing shows the loss
		k.Lost = max(0, k.End-k.Start-k.frameInterval)
		if g.now.level == k.from.level { // the viewer's clock skips a long gap
			k.Lost = max(k.Lost, g.now.time-k.from.time-k.frameInterval)
		}
	}
}
