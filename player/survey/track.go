package survey

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/world"
)

// feet is the height of a player's origin above the ground, in units. It is the same in all games.
const feet = 24

// These constants say when two positions of a player belong to one track: the maximum gap in seconds, and the
// maximum distance in units, constant and per second. A longer move is a teleport or a respawn.
const (
	longestGap         = 0.35
	jumpFar, jumpSpeed = 40, 1400
)

const (
	// trackSamples is the number of stored samples: more than lag and apart need.
	trackSamples = 64
	// finest is the minimum interval between samples in seconds. walkFinest is the interval if only the walked
	// area is gathered.
	finest, walkFinest = 1. / 130, 1. / 45
	// lag is the delay in seconds until a sample is classified as standing or not.
	lag = 0.2
	// A run of samples at one height is a stand if it lasts at least runTime seconds, has at least runSamples
	// different positions, and their heights differ by at most runHeight units. The top of a jump lasts a
	// quarter of that.
	runTime, runSamples, runHeight = 0.2, 3, 0.3
	// Two neighboring samples that differ by at most evenHeight in height count as standing, unless the samples
	// apart seconds before and after are both more than topHeight lower. Heights are in units.
	apart, evenHeight, topHeight = 0.1, 0.14, 0.5
)

// sample is a player's position at a time.
type sample struct {
	at      mgl32.Vec3
	clock   float64
	run     int32
	footing world.Footing
	still   bool // on top of a known footing, the reported speed over ground is 0
}

// track is the continuous path of one player.
type track struct {
	ring    [trackSamples]sample
	n       int // number of samples so far
	decided int // number of classified samples
	until   float64

	run       int32 // number of the last sample's run
	runStart  float64
	low, high float32
	runCount  int
	strong    uint64 // a bit for each of the last 64 runs
	slides    [2]slide

	carved carved   // the last box carved
	stood  heatCell // the last cell recorded as stood on
}

func (t *track) sample(i int) *sample { return &t.ring[i&(trackSamples-1)] }

// cut ends the track of a player.
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

// follow adds the position of a living player.
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
			t.until = clock // perhaps just no new data
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
	// middleLow is the height above the feet, in units, at which carving begins on a path that may be on
	// stairs: below the middle of a crouching body, and above the parts of the stairs that a straight line
	// cuts.
	middleLow = 8
	// fallSpeed is a vertical speed that nobody reaches on stairs, in units per second.
	fallSpeed = 450
)

const (
	// bodyReach is half the width of a body, less the rounding of positions, in units.
	bodyReach = 15.5
	// bodyBottom and bodyHigh are the heights above the feet, in units, between which a body certainly is.
	// bodyLow replaces bodyHigh in the later games, where many players crouch.
	bodyBottom, bodyHigh, bodyLow = 1.5, 51, 28 - 3
)

func (s *Survey) bodyTop() float32 {
	if s.game >= world.Quake2 {
		return bodyLow
	}
	return bodyHigh
}

// sweep carves the path between two positions, excluding both. seconds is the duration of the move.
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
		// A straight line cuts the corners of stairs, but not below the middle of the body, half a body away
		// from them.
		s.carve(at[0], at[1], middleReach, at[2]+middleLow, at[2]+top*2/3)
		s.carve(at[0], at[1], bodyReach, at[2]+top/3, at[2]+top*2/3)
	}
}

// push adds a sample to a track and its runs.
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

// decide classifies the next sample: whether the player stood between it and the following one.
func (s *Survey) decide(t *track) {
	i := t.decided
	t.decided++
	a, b := t.sample(i), t.sample(i+1)
	if s.walks && t.stood == heatCellOf(b.at) {
		return // the cell is already recorded
	}
	if a.footing == world.InAir || b.footing == world.InAir || carried(a, b) {
		return
	}
	onGround := a.footing == world.OnGround && b.footing == world.OnGround
	d := a.at[2] - b.at[2]
	level := d >= -evenHeight && d <= evenHeight
	switch {
	case a.run == b.run && t.strong>>uint(a.run&63)&1 != 0:
		how := standsStrong
		if !onGround && !s.mayStand(a.at[2]) {
			how = standsWeak
		}
		s.stride(t, a.at, b.at, how, i == 0)
	case level && onGround:
		s.stride(t, a.at, b.at, s.groundCertainty(b), i == 0)
	case level:
		if !t.isTop(i) {
			s.stride(t, a.at, b.at, standsWeak, i == 0)
		}
	case s.walks:
	case t.isRamp(i, onGround):
		s.print(a.at[0], a.at[1], a.at[2], standsOnSlope)
	case onGround:
		s.print(b.at[0], b.at[1], b.at[2], s.groundCertainty(b))
	}
}

// mayStand reports whether floors can be at height z. Quake's floors are at whole units, so players at other
// heights are swimming or flying, or a proxy extrapolated their positions.
func (s *Survey) mayStand(z float32) bool { return s.game >= world.Quake2 || nearWhole(z) }

// groundCertainty returns the certainty of a floor below the whole foot of a player who is reported to be on
// the ground. On stairs, a part of the foot is over the next step. At heights without floors, only standsStrong
// would count.
func (s *Survey) groundCertainty(at *sample) certainty {
	if s.mayStand(at.at[2]) {
		return standsWeak
	}
	return standsStrong
}

// nearWhole reports whether a height is a whole number within the precision of messages and of positions on the
// ground.
func nearWhole(z float32) bool {
	d := z - float32(math.Round(float64(z)))
	return d >= -wholeHeight && d <= wholeHeight
}

// fastestStand is the maximum speed of a standing player in units per second: friction slows faster players.
// slowestMove is the rounding of reported speeds in units per second.
const fastestStand, slowestMove = 1200, 16

// carried reports whether the player did not move from a to b on foot, but on a moving platform or as a camera.
func carried(a, b *sample) bool {
	dx, dy, dt := b.at[0]-a.at[0], b.at[1]-a.at[1], float32(b.clock-a.clock)
	d := dx*dx + dy*dy
	if most := 2 + fastestStand*dt; d > most*most {
		return true
	}
	least := 1 + slowestMove*dt
	return a.still && b.still && d > least*least
}

// before returns the last sample at least apart seconds before sample i, or nil. after returns the first at
// least that much later.
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

// fastest is the maximum speed of a swimmer in units per second: swimmers rise evenly without a slope.
const fastest = 230

// Gravity bends a path; a slope does not. leastBend is a quarter of the usual gravity, in units per second
// squared. offLine is the maximum distance from a straight line in units; stairs exceed it.
const leastBend, offLine = 200, 0.75

// isTop reports whether samples i and i+1 are at the top of a jump.
func (t *track) isTop(i int) bool {
	z := t.sample(i).at[2] - topHeight
	before, after := t.before(i), t.after(i+1)
	return (before == nil || before.at[2] < z) && (after == nil || after.at[2] < z)
}

// isRamp reports whether the path around samples i and i+1 goes evenly up or down, by at most 45 degrees.
// onGround is set if the player is reported to be on the ground; then fewer tests are needed.
func (t *track) isRamp(i int, onGround bool) bool {
	from, to := t.before(i), t.after(i+1)
	if from == nil || to == nil {
		return false
	}
	at := t.sample(i)
	d := to.at.Sub(from.at)
	run := float32(math.Hypot(float64(d[0]), float64(d[1])))
	if run < 2*cell || !(d[2] <= run && -d[2] <= run) || d[2] > -1 && d[2] < 1 {
		return false
	}
	if onGround {
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

// stride adds footprints along a straight path on one floor. It includes from only if begins is set.
func (s *Survey) stride(t *track, from, to mgl32.Vec3, how certainty, begins bool) {
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
