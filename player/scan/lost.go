package scan

import "math"

// relative reports whether the packets of a format only have the time since the previous packet. Then a loss between
// two packets doesn't show in the times, and the viewer's clock continues as if nothing were lost.
func relative(format string) bool { return format == "mvd" || format == "mvd2" }

const (
	// nearby is how many seconds around a gap count for the byte rate: long enough to include quiet and busy moments,
	// short enough to follow a changing number of players.
	nearby = 30
	// leastRate is the minimum number of seconds from which a rate is computed.
	leastRate = 1
)

// rate is the number of bytes of a part of a demo, and its duration.
type rate struct{ bytes, seconds float64 }

// decay caches the decay factor of a time step, because almost all frames of a demo are equally spaced.
type decay struct{ step, old float64 }

// add adds a frame to a part, and reduces the weight of the earlier frames.
func (f *decay) add(r *rate, bytes, seconds float64) {
	if seconds != f.step {
		f.step, f.old = seconds, math.Exp(-seconds/nearby)
	}
	r.bytes, r.seconds = r.bytes*f.old+bytes, r.seconds*f.old+seconds
}

// with returns the sum of two rates.
func (r rate) with(o rate) rate { return rate{r.bytes + o.bytes, r.seconds + o.seconds} }

// secondsOf returns the duration of a number of bytes. known is false if the rate is unknown.
func (r rate) secondsOf(bytes int64) (seconds float64, known bool) {
	if r.seconds < leastRate || r.bytes <= 0 {
		return 0, false
	}
	return float64(bytes) * r.seconds / r.bytes, true
}

// withEstimate returns a gap with the best known loss: by the clock, or if that doesn't show it, by the bytes and the
// rate around the gap.
func (k Gap) withEstimate() Gap {
	if !relative(k.Damage.Format) || k.Count == 0 || k.first {
		return k
	}
	// Bytes that a record claims but lacks are not counted: they are part of one frame, or not real if the claim itself
	// is damage.
	if seconds, known := k.before.with(k.after).secondsOf(k.Skipped - k.timed); known && seconds > k.Lost {
		k.Lost, k.Estimated = seconds, true
	}
	return k
}

// read counts the bytes of a packet for the rate of the demo. apart is set if they don't count, because the packet ends
// a gap or begins a level, whose lists take no time. clock is that of the frame, in seconds of the viewer's clock.
func (g *Gaps) read(bytes int, apart bool, clock float64) {
	if g.bytes += float64(bytes); apart || g.open {
		g.bytes, g.clock = 0, clock
	}
	if clock == g.clock {
		return
	}
	step := clock - g.clock
	g.decay.add(&g.recent, g.bytes, step)
	if n := len(g.list); n > 0 && g.list[n-1].after.seconds < nearby {
		after := &g.list[n-1].after
		*after = after.with(rate{g.bytes, step})
	}
	g.bytes, g.clock = 0, clock
}
