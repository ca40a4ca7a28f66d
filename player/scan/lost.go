package scan

import "math"

// relative reports whether the packets of a format say only how much later they are than
// those before them: what is lost between two of them then leaves no mark in their times,
// and the viewer's clock goes on as if nothing had been there.
func relative(format string) bool { return format == "mvd" || format == "mvd2" }

const (
	// nearby is how many seconds beside a gap count for the rate of its bytes: long
	// enough for quiet and busy moments, short enough for players who come and go.
	nearby = 30
	// leastRate is how many seconds must have been read to know a rate.
	leastRate = 1
)

// rate is how many bytes a part of a demo takes for its time.
type rate struct{ bytes, seconds float64 }

// fading is how much a step forgets of what is behind it: nearly all frames of a demo are
// as far from the last one, so that it is worked out seldom.
type fading struct{ step, old float64 }

// add adds a frame to a part, and forgets what is far behind it.
func (f *fading) add(r *rate, bytes, seconds float64) {
	if seconds != f.step {
		f.step, f.old = seconds, math.Exp(-seconds/nearby)
	}
	r.bytes, r.seconds = r.bytes*f.old+bytes, r.seconds*f.old+seconds
}

// with returns two parts as one.
func (r rate) with(o rate) rate { return rate{r.bytes + o.bytes, r.seconds + o.seconds} }

// secondsOf returns how long so many bytes take; false if that is not known.
func (r rate) secondsOf(bytes int64) (seconds float64, known bool) {
	if r.seconds < leastRate || r.bytes <= 0 {
		return 0, false
	}
	return float64(bytes) * r.seconds / r.bytes, true
}

// told returns a gap with what is lost as far as it is known now: by the clock, or where
// that leaves it out by the bytes and the demo's own rate around it.
func (k Gap) told() Gap {
	if !relative(k.Damage.Format) || k.Count == 0 || k.first {
		return k
	}
	// What a record claims and has not is left out: it is a part of one frame, or none at all
	// if the claim is damage.
	if seconds, known := k.before.with(k.after).secondsOf(k.Skipped - k.timed); known && seconds > k.Lost {
		k.Lost, k.Guessed = seconds, true
	}
	return k
}

// read counts the bytes of a packet for the rate of the demo. apart says that they do not
// count, because a gap ends with the packet, or a level begins in it, whose lists take no
// time; clock is that of the frame, in viewer's seconds.
func (g *Gaps) read(bytes int, apart bool, clock float64) {
	if g.bytes += float64(bytes); apart || g.open {
		g.bytes, g.clock = 0, clock
	}
	if clock == g.clock {
		return
	}
	step := clock - g.clock
	g.fading.add(&g.recent, g.bytes, step)
	if n := len(g.list); n > 0 && g.list[n-1].after.seconds < nearby {
		after := &g.list[n-1].after
		*after = after.with(rate{g.bytes, step})
	}
	g.bytes, g.clock = 0, clock
}
