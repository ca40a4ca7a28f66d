package survey

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/world"
)

// feet is the height of a player's origin above the ground, in units, in all games.
const feet = 24

// When two places of a player belong to one way: seconds, and units with those a second. What
// is farther leads through a teleporter, or from death to life.
const (
	longestGap         = 0.35
	jumpFar, jumpSpeed = 40, 1400
)

const (
	// trackSamples is how many places of a way are kept: more than lag and apart need.
	trackSamples = 64
	// finest is how many seconds lie between two of them at least, and walkFinest that where only
	// the ground counts.
	finest, walkFinest = 1. / 130, 1. / 45
	// lag is how many seconds pass before it is decided whether somebody stood.
	lag = 0.2
	// A run of places at one height is a stand if it lasts so many seconds, has so many
	// different places, and they differ by so much: the top of a jump lasts a quarter of that.
	runTime, runSamples, runHeight = 0.2, 3, 0.3
	// Two neighboring places at one height are merged unless the places apart seconds before and after are both lower
	// by a minimum height.
	apart, evenHeight, topHeight = 0.1, 0.14, 0.5
)

// sample is where a player was.
type sample struct {
	at      mgl32.Vec3
	clock   float64
	run     int32
	footing world.Footing
	still   bool // beside the footing he is told to have no speed along the ground
}

// track is the way of one player, as far as it is joined.
type track struct {
	ring    [trackSamples]sample
	n       int // samples so far
	decided int // of them, whose ground is
	until   float64

	run       int32 // number of the run of the last sample
	runStart  float64
	low, high float32
	runCount  int
	strong    uint64 // a bit for each of the last runs
	slides    [2]slide

	carved carved   // where the body was carved last
	stood  heatCell // where it was noted last that the player stood
}

func (t *track) sample(i int) *sample { return &t.ring[i&(trackSamples-1)] }

// cut ends the way of a player.
func (s *Survey) cut(slot int) {
	if slot >= len(s.tracks) || s.tracks[slot] == nil {
		return
	}
	t := s.tracks[slot]
	for t.decided+1 < t.n {
		s.decide(t)
	}
	t.n, t.decided, t.strong = 0, 0, 0
	t.slides = [2]slide{}
	s.heat.of(slot).followed = math.Inf(-1)
}

// follow adds where a living player is.
func (s *Survey) follow(slot int, p *world.Player, clock float64) {
	for slot >= len(s.tracks) {
		s.tracks = append(s.tracks, nil) // at most world.MaxPlayers
	}
	t := s.tracks[slot]
	if t == nil {
		t = &track{}
		s.tracks[slot] = t
	}
	at := p.Pose.Origin
	at[2] -= feet
	if t.n > 0 {
		last := t.sample(t.n - 1)
		if since := clock - last.clock; s.walks && since >= 0 && since < walkFinest && !p.NoLerp {
			return
		}
		dt := clock - t.until
		d := at.Sub(last.at)
		reach := float32(jumpFar + jumpSpeed*dt)
		switch {
		case p.NoLerp, dt < 0, dt > longestGap, d.Dot(d) > reach*reach:
			s.cut(slot)
		case d == mgl32.Vec3{}:
			t.until = clock // there may only be no news of him
			return
		case clock-last.clock < finest:
			return
		}
	}
	t.until = clock
	if !s.walks {
		top := s.bodyTop()
		if t.n > 0 {
			last := t.sample(t.n - 1)
			s.slide(t, last, at, clock)
			s.sweep(last.at, at, float32(clock-last.clock), top)
		}
		if k := boxAround(at[0], at[1], bodyReach, at[2]+bodyBottom, at[2]+top); k != t.carved {
			s.carveBox(k)
			t.carved = k
		}
	}
	t.push(at, clock)
	s.heat.of(slot).followed = clock
	newest := t.sample(t.n - 1)
	newest.footing, newest.still = p.Footing, p.Footing != world.FootingUnknown && p.Pose.VelocityKnown &&
		p.Pose.Velocity[0] == 0 && p.Pose.Velocity[1] == 0
	for t.decided+1 < t.n && (clock-t.sample(t.decided+1).clock >= lag || t.n-t.decided >= trackSamples-16) {
		s.decide(t)
	}
}

const (
	// middleLow is how high above the feet what is carved begins on a way that may be one of stairs: below
	// the middle of a body that crouches, and above what a straight line cuts of them.
	middleLow = 8
	// fallSpeed is faster than anybody comes down stairs, in units a second.
	fallSpeed = 450
)

const (
	// bodyReach is half the width of a body, less what the wire rounds.
	bodyReach = 15.5
	// bodyBottom and bodyHigh are how high above the feet a body is certain to begin and end;
	// bodyLow is the end of one that ducks, as many do in the later games.
	bodyBottom, bodyHigh, bodyLow = 1.5, 51, 28 - 3
)

func (s *Survey) bodyTop() float32 {
	if s.game >= world.Quake2 {
		return bodyLow
	}
	return bodyHigh
}

// sweep carves the way between two places, both excluded, that took some seconds.
func (s *Survey) sweep(from, to mgl32.Vec3, seconds, top float32) {
	d := to.Sub(from)
	long := max(d[0], d[1], -d[0], -d[1])
	if long <= cell {
		return
	}
	whole := d[2] <= 2 && d[2] >= -2 || d[2] < -fallSpeed*seconds
	steps := int(long/cell) + 1
	for i := 1; i < steps; i++ {
		at := from.Add(d.Mul(float32(i) / float32(steps)))
		if whole {
			s.carve(at[0], at[1], bodyReach, at[2]+bodyBottom, at[2]+top)
			continue
		}
		// The straight line cuts the corners of stairs, but not below the middle of the body, which is half a body
		// away from them.
		s.carve(at[0], at[1], middleReach, at[2]+middleLow, at[2]+top*2/3)
		s.carve(at[0], at[1], bodyReach, at[2]+top/3, at[2]+top*2/3)
	}
}

// push adds a sample to a track and to its runs.
func (t *track) push(at mgl32.Vec3, clock float64) {
	z := at[2]
	low, high := min(t.low, z), max(t.high, z)
	if t.n == 0 || high-low > runHeight {
		t.run++
		t.strong &^= 1 << uint(t.run&63)
		t.runStart, t.runCount = clock, 0
		low, high = z, z
	}
	t.low, t.high = low, high
	t.runCount++
	if clock-t.runStart >= runTime && t.runCount >= runSamples {
		t.strong |= 1 << uint(t.run&63)
	}
	*t.sample(t.n) = sample{at: at, clock: clock, run: t.run}
	t.n++
}

// decide decides whether the player stood between the next two samples of a track.
func (s *Survey) decide(t *track) {
	i := t.decided
	t.decided++
	a, b := t.sample(i), t.sample(i+1)
	if s.walks && t.stood == heatCellOf(b.at) {
		return // it would only be noted once more
	}
	if a.footing == world.InAir || b.footing == world.InAir || carried(a, b) {
		return
	}
	told := a.footing == world.OnGround && b.footing == world.OnGround
	d := a.at[2] - b.at[2]
	level := d >= -evenHeight && d <= evenHeight
	switch {
	case a.run == b.run && t.strong>>uint(a.run&63)&1 != 0:
		how := standsStrong
		if !told && !s.mayStand(a.at[2]) {
			how = standsWeak
		}
		s.stride(t, a.at, b.at, how, i == 0)
		return
	case told && level:
		s.stride(t, a.at, b.at, s.told(b), i == 0)
		return
	}
	before, after := t.before(i), t.after(i+1)
	if level && !told {
		z := a.at[2] - topHeight
		lowBefore, lowAfter := before == nil || before.at[2] < z, after == nil || after.at[2] < z
		if !(lowBefore && lowAfter) {
			s.stride(t, a.at, b.at, standsWeak, i == 0)
		}
		return
	}
	switch {
	case s.walks:
	case before != nil && after != nil && t.even(i, before, after, told):
		s.print(a.at[0], a.at[1], a.at[2], standsOnSlope)
	case told:
		s.print(b.at[0], b.at[1], b.at[2], s.told(b))
	}
}

// mayStand reports whether floors lie at a height: those of Quake are built on whole units, so that
// who stays at another height swims, flies, or is where a proxy thought that he would be.
func (s *Survey) mayStand(z float32) bool { return s.game >= world.Quake2 || nearWhole(z) }

// told is how sure it is that there is a floor below all of a foot of who is told to stand: on stairs
// a part of it hangs over the next step. Where no floors are built nothing less than strong counts.
func (s *Survey) told(at *sample) standing {
	if s.mayStand(at.at[2]) {
		return standsWeak
	}
	return standsStrong
}

// nearWhole reports whether a height is a whole number, or as near to one as the wire and the ground
// leave it.
func nearWhole(z float32) bool {
	d := z - float32(math.Round(float64(z)))
	return d >= -wholeHeight && d <= wholeHeight
}

// fastestStand is how fast somebody moves at most who stands, in units a second: the ground brakes
// whoever is faster. slowestMove is what told speeds are rounded to.
const fastestStand, slowestMove = 1200, 16

// carried reports whether the way from one sample to the next is not that of who goes on his own
// feet: he stands on what moves, or a camera was put there.
func carried(a, b *sample) bool {
	dx, dy, dt := b.at[0]-a.at[0], b.at[1]-a.at[1], float32(b.clock-a.clock)
	d := dx*dx + dy*dy
	if most := 2 + fastestStand*dt; d > most*most {
		return true
	}
	least := 1 + slowestMove*dt
	return a.still && b.still && d > least*least
}

// before returns the last sample that is well before another one, nil if there is none, and
// after the first that is well after it.
func (t *track) before(i int) *sample {
	clock := t.sample(i).clock - apart + 1e-4
	for n := i - 1; n >= 0 && n > t.n-trackSamples; n-- {
		if s := t.sample(n); s.clock <= clock {
			return s
		}
	}
	return nil
}

func (t *track) after(i int) *sample {
	clock := t.sample(i).clock + apart - 1e-4
	for n := i + 1; n < t.n; n++ {
		if s := t.sample(n); s.clock >= clock {
			return s
		}
	}
	return nil
}

// fastest is how fast somebody swims at most, in units a second: who swims rises evenly without a slope.
const fastest = 230

// Gravity bends a way; a slope does not. Units a second squared: a quarter of what servers
// usually set. A stair leaves the straight line by more than offLine units.
const leastBend, offLine = 200, 0.75

// even reports whether the way from one sample over another to a third goes up or down
// evenly, at no more than 45 degrees. Of who is told to stand no more is asked.
func (t *track) even(i int, from, to *sample, told bool) bool {
	at := t.sample(i)
	d := to.at.Sub(from.at)
	run := float32(math.Hypot(float64(d[0]), float64(d[1])))
	if run < 2*cell || !(d[2] <= run && -d[2] <= run) || d[2] > -1 && d[2] < 1 {
		return false
	}
	if told {
		if from.footing != world.OnGround || to.footing != world.OnGround {
			return false
		}
	} else {
		t1, t2 := float32(at.clock-from.clock), float32(to.clock-at.clock)
		if run < fastest*(t1+t2) {
			return false
		}
		bend := ((to.at[2]-at.at[2])/t2 - (at.at[2]-from.at[2])/t1) / ((t1 + t2) / 2)
		if !(bend > -leastBend && bend < leastBend) {
			return false
		}
	}
	for n := i; n >= 0; n-- {
		s := t.sample(n)
		if s.clock <= from.clock {
			break
		}
		if !onLine(s, from, to) {
			return false
		}
	}
	for n := i + 1; n < t.n; n++ {
		s := t.sample(n)
		if s.clock >= to.clock {
			break
		}
		if !onLine(s, from, to) {
			return false
		}
	}
	return true
}

func onLine(s, from, to *sample) bool {
	z := from.at[2] + (to.at[2]-from.at[2])*float32((s.clock-from.clock)/(to.clock-from.clock))
	return s.at[2]-z < offLine && z-s.at[2] < offLine
}

// stride prints the way from one place to another on one floor, the first excluded unless the
// way begins there.
func (s *Survey) stride(t *track, from, to mgl32.Vec3, how standing, begins bool) {
	s.heat.stand(to, &t.stood)
	if s.walks {
		return
	}
	if begins {
		s.print(from[0], from[1], from[2], how)
	}
	d := to.Sub(from)
	long := max(d[0], d[1], -d[0], -d[1])
	steps := int(long/cell) + 1
	for i := 1; i <= steps; i++ {
		at := from.Add(d.Mul(float32(i) / float32(steps)))
		s.print(at[0], at[1], at[2], how)
	}
}
