package scan

import (
	"slices"
	"strconv"

	"demoscope/formats/message"
	"demoscope/player/world"
)

// maxGaps is how many gaps of a demo are kept apart, more than a bar can show.
// Beyond it each two neighbors become one, so that damage everywhere costs neither
// memory nor time.
const maxGaps = 256

// Gap is a place where something of a demo is lost, or several close together. Times
// are viewer's seconds.
type Gap struct {
	// Damage is the first damage there, and Losses are those of all; Count is 0 if the
	// file can be read, but what it holds is a change of something that it lacks.
	Damage message.Damage
	Losses
	// Start is the last frame before it and End the first one after it; if Last is
	// set, none has been read after it, and End is the end of what has been read.
	Start, End float64
	Last       bool
	// Until is when the world is certain again: from Start to Until things may be out
	// of place. If Lasting is set, it is not certain again in what has been read,
	// whose end is Until.
	Until   float64
	Lasting bool

	from          moment  // the last one before it
	first         bool    // no frame is before it
	timed         int64   // bytes of Skipped in records that say their time
	usual         float64 // from frame to frame before it, in seconds
	before, after rate    // of the demo beside it
}

// moment is a time of the demo's own clock, in seconds, on a level.
type moment struct {
	time  float64
	level int
}

// Losses are what is lost by damages.
type Losses struct {
	Count   int     // damages
	Skipped int64   // bytes of the file that were not read because of them
	Missing int64   // bytes that the file should have and lacks
	Lost    float64 // seconds without a frame because of them
	// Beginning is set if the demo begins in the middle of a level, and Packets if there
	// are changes of frames that it does not have, although no bytes are damaged.
	Beginning, Packets bool
	// Guessed is set if Lost is an estimate, because times do not tell it.
	Guessed bool
}

// Plus returns two losses as one.
func (l Losses) Plus(o Losses) Losses {
	return Losses{
		Count: l.Count + o.Count, Skipped: l.Skipped + o.Skipped, Missing: l.Missing + o.Missing, Lost: l.Lost + o.Lost,
		Beginning: l.Beginning || o.Beginning, Packets: l.Packets || o.Packets, Guessed: l.Guessed || o.Guessed,
	}
}

// leastLost is the shortest time that is said to be lost, in seconds: of two frames of
// the fastest servers.
const leastLost = 0.05

// Append appends what is lost in words, without the number of damages: "the beginning
// missing, packets missing, 412 bytes unreadable, 7 bytes missing, 1.2 s lost" or "about
// 1.2 s lost", or nothing.
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
		if l.Guessed {
			text = append(text, "about "...)
		}
		text = strconv.AppendFloat(text, l.Lost, 'f', 1, 64)
		text = append(text, " s lost"...)
	}
	return text
}

// Text is what [Losses.Append] appends.
func (l Losses) Text() string { return string(l.Append(nil)) }

// Gaps gathers the damages of a demo: see [Cursor].Gaps.
type Gaps struct {
	list []Gap
	sum  Losses
	// open is set if no frame has been read after the last gap, whose last damage is behind
	// the frame at the clock last; certain is how many of the gaps have been followed by a
	// frame that is certain.
	open    bool
	last    float64
	certain int
	framed  bool // a frame has been read
	changed bool // since the last call of Changed
	// now is the last moment whose time was not doubted, and doubted is set while that of the frame after the open gap
	// is: see [world.World.TimeDoubted].
	now     moment
	doubted bool

	timed  bool    // the packets have times, so that nothing asks for the rate
	recent rate    // of what was read last
	fading fading  // of recent
	bytes  float64 // read since the frame at clock, in viewer's seconds
	clock  float64
	levels int
}

// Losses returns the sum of the damages met so far.
func (g *Gaps) Losses() Losses {
	sum := g.sum
	sum.Lost = 0
	for i := range g.list {
		k := g.list[i].told()
		sum.Lost += k.Lost
		sum.Guessed = sum.Guessed || k.Guessed
	}
	return sum
}

// Changed reports whether gaps were met, or have changed, since the last call.
func (g *Gaps) Changed() bool {
	changed := g.changed
	g.changed = false
	return changed
}

// List returns the gaps met so far, in order of time. The clock is that of the world
// now, in viewer's seconds, for gaps that have not ended.
func (g *Gaps) List(clock float64) []Gap {
	list := slices.Clone(g.list)
	for i := range list {
		k := &list[i]
		*k = k.told()
		if k.Last = g.open && i == len(list)-1; k.Last {
			k.End = max(k.Start, clock)
		}
		if k.Lasting = i >= g.certain; k.Lasting {
			k.Until = max(k.End, clock)
		}
	}
	return list
}

// damaged adds a damage after the last packet that was applied to w, or in it.
func (g *Gaps) damaged(w *world.World, d *message.Damage) {
	g.changed = true
	loss, timed := Losses{Count: 1, Skipped: d.Skipped, Missing: d.Missing}, int64(0)
	if d.Format == "mvd" && d.Message != "container" {
		timed = d.Skipped // the record has its milliseconds
	}
	g.sum = g.sum.Plus(loss)
	if n := len(g.list); n > 0 && g.open && (g.last == w.FrameClock || g.doubted) {
		last := &g.list[n-1]
		last.Losses = last.Plus(loss)
		last.timed += timed
		return
	}
	g.end(w.FrameClock)
	g.begin(Gap{Damage: *d, Losses: loss, Start: w.FrameClock, first: !g.framed, usual: w.FrameClock - w.PrevFrameClock,
		before: g.recent, timed: timed})
}

// begin adds a gap behind the last frame.
func (g *Gaps) begin(k Gap) {
	k.from = g.now
	g.add(k)
	g.open, g.last, g.doubted = true, k.Start, false
}

// missing adds what the last packet that was applied shows to be missing before it: d,
// with the losses k. clock is that of the frame before, and usual what is between frames
// there, in viewer's seconds.
func (g *Gaps) missing(d *message.Damage, k Losses, clock, usual float64) {
	g.changed = true
	if n := len(g.list); n > 0 && g.open && (g.list[n-1].Start >= clock || g.doubted) {
		// It is because of that damage, or that is in the packet that shows it.
		last := &g.list[n-1]
		if last.Start > clock {
			last.Start, last.usual = clock, usual
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
		g.begin(Gap{Damage: *d, Losses: k, Start: clock, first: !g.framed, usual: usual, before: g.recent})
	}
	g.sum = g.sum.Plus(k)
}

// add adds a gap, and where there are too many joins neighbors.
func (g *Gaps) add(k Gap) {
	if len(g.list) == maxGaps {
		for i := range g.list[:maxGaps/2] {
			g.list[i] = join(g.list[2*i], g.list[2*i+1])
		}
		g.list = g.list[:maxGaps/2]
		g.certain /= 2 // a pair with one that is not certain is not
	}
	g.list = append(g.list, k)
}

// join returns two neighbors as one.
func join(a, b Gap) Gap {
	a, b = a.told(), b.told()
	if a.Count == 0 {
		a.Damage = b.Damage
	}
	a.Losses, a.timed = a.Plus(b.Losses), a.timed+b.timed
	a.End, a.Until = b.End, max(a.Until, b.Until)
	a.before, a.after = rate{}, rate{} // told once and for all
	return a
}

// packet looks at the world after a packet of so many bytes.
func (g *Gaps) packet(w *world.World, bytes int) {
	ended := g.open && w.FrameClock != g.last
	if g.doubted = ended && w.TimeDoubted() && w.Time > g.now.time; g.doubted {
		ended = false // the next time says how long the gap is
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

// end ends the last gap with a frame, at a clock in viewer's seconds.
func (g *Gaps) end(clock float64) {
	if !g.open {
		return
	}
	g.changed, g.open = true, false
	k := &g.list[len(g.list)-1]
	k.End = max(k.Start, clock)
	if !k.first { // else nothing tells it
		k.Lost = max(0, k.End-k.Start-k.usual)
		if g.now.level == k.from.level { // the viewer's clock passes over a long gap
			k.Lost = max(k.Lost, g.now.time-k.from.time-k.usual)
		}
	}
}
