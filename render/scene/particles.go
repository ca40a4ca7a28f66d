package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/world"
	"demoscope/render/draw"
)

// maxParticles bounds the particles of one effect.
const maxParticles = 96

// particleGravity pulls particles of messages down, in units a second squared.
const particleGravity = 160

// dice generates random numbers, the same ones in every picture of an effect.
type dice uint32

func newDice(e *world.Effect) dice {
	return diceOf(e.Origin[0], e.Origin[1], e.Origin[2], float32(e.Clock))
}

// diceOf returns dice that numbers decide.
func diceOf(numbers ...float32) dice {
	h := uint32(2166136261)
	for _, f := range numbers {
		h = (h ^ math.Float32bits(f)) * 16777619
	}
	return dice(h | 1)
}

// roll returns a number from -1 to 1.
func (d *dice) roll() float32 {
	x := uint32(*d)
	x ^= x << 13
	x ^= x >> 17
	x ^= x << 5
	*d = dice(x)
	return float32(x>>8)/(1<<23) - 1
}

// direction returns a point in the cube from -1 to 1.
func (d *dice) direction() mgl32.Vec3 { return mgl32.Vec3{d.roll(), d.roll(), d.roll()} }

// ball is a ball of lines that grows to a radius in units.
type ball struct {
	radius float32
	color  draw.Color
}

// ring is a circle of lines that grows to a radius in units: flat on the ground, or
// facing the camera.
type ring struct {
	radius    float32
	grow      float32 // the part of the radius that it gains; 0 stands for nearly all
	flat      bool
	low, high float32 // heights above the origin at the beginning and the end, units
	color     draw.Color
}

// particles fly apart: count of them, unless the effect says how many it has.
type particles struct {
	count int
	box   float32 // how far from the origin they begin at most, units
	speed float32 // units a second
	up    float32 // how much faster upwards, or away from what was hit
	fall  float32 // units a second squared
	size  float32 // units; 0 stands for 2.5
	color draw.Color
}

// number returns how many particles to draw of an effect; usual is their number if
// it does not say.
func (e *effect) number(usual int) int {
	if e.Colors > 0 && e.Count > 0 {
		usual = int(e.Count)
	}
	return min(usual, maxParticles)
}

// particle returns where a particle of an effect is, and its velocity in units a second.
func (e *effect) particle(look *particles, d *dice) (at, velocity mgl32.Vec3) {
	velocity = d.direction().Mul(look.speed)
	at = e.origin.Add(d.direction().Mul(look.box))
	away := e.Velocity
	if away != (mgl32.Vec3{}) {
		// Away from the surface: the half towards it is turned round.
		if v := velocity.Dot(away); v < 0 {
			velocity = velocity.Sub(away.Mul(2 * v))
		}
		velocity = velocity.Add(away.Mul(look.up))
	} else {
		velocity[2] += look.up
	}
	at = at.Add(velocity.Mul(e.age))
	at[2] -= look.fall / 2 * e.age * e.age
	velocity[2] -= look.fall * e.age
	return at, velocity
}

// putDots places dots that fly apart and fall.
func (s *Scene) putDots(e *effect, look *particles) {
	d := newDice(e.Effect)
	size := look.size
	if size == 0 {
		size = 2.5
	}
	n, size, alpha := e.thinned(e.number(look.count), size)
	for range n {
		at, _ := e.particle(look, &d)
		s.putDot(at, size, 0.5, s.tint(e, &d, look.color).Alpha(alpha))
	}
}

// maxStreaks bounds the streaks of an effect that has dots, too, or hundreds.
const maxStreaks = 24

// streakTime is how long the way is that a streak shows, in seconds.
const streakTime = 0.045

// putStreaks places short lines along the ways of what flies apart.
func (s *Scene) putStreaks(e *effect, look *particles) {
	d := newDice(e.Effect)
	d.roll()
	n := e.number(look.count)
	if effectLooks[e.Kind].dots.count > 0 {
		n = look.count // the dots are as many as the game's
	}
	n, width, alpha := e.thinned(min(n, maxStreaks), 1.3)
	for range n {
		at, v := e.particle(look, &d)
		tail := at.Sub(v.Mul(min(streakTime, e.age+0.01)))
		s.putLine(tail, at, width, 0.5, s.tint(e, &d, look.color).Alpha(alpha))
	}
}

// putParticles places particles of an effect that has their count, velocity and
// colours.
func (s *Scene) putParticles(e *effect) {
	d := newDice(e.Effect)
	n, size, alpha := e.thinned(e.number(0), 2.5)
	for range n {
		spread := d.direction()
		at := e.origin.Add(spread.Mul(8 + 15*e.age).Add(mgl32.Vec3(e.Velocity).Mul(15 * e.age)))
		at[2] -= particleGravity / 2 * e.age * e.age
		s.putDot(at, size, 0.5, s.tint(e, &d, colorWhite).Alpha(alpha))
	}
}

// putImpact places a star where something has hit a wall, which shrinks.
func (s *Scene) putImpact(e *effect) {
	d := newDice(e.Effect)
	r := 7 * (1 - e.part)
	for range 4 {
		to := normalize(d.direction()).Mul(r)
		s.putLine(e.origin.Sub(to), e.origin.Add(to), 1.2, 0.5, s.tint(e, &d, colorYellow).Mix(colorWhite,
			0.4).Alpha(1-e.part))
	}
}

// ballEdges are the edges of a ball: those of an icosahedron of radius 1.
var ballEdges = func() (list [][2]mgl32.Vec3) {
	var points []mgl32.Vec3
	const golden = 1.618034
	for _, a := range [...]float32{-1, 1} {
		for _, b := range [...]float32{-golden, golden} {
			points = append(points, normalize(mgl32.Vec3{0, a, b}), normalize(mgl32.Vec3{a, b, 0}),
				normalize(mgl32.Vec3{b, 0, a}))
		}
	}
	for i, a := range points {
		for _, b := range points[i+1:] {
			if a.Dot(b) > 0.4 { // neighbours
				list = append(list, [2]mgl32.Vec3{a, b})
			}
		}
	}
	return list
}()

// putBall places a growing ball of lines, with a flash in it at first.
func (s *Scene) putBall(e *effect, look *ball) {
	// Fast at first, as a shock wave is.
	r := look.radius * (0.25 + 0.75*(1-(1-e.part)*(1-e.part)))
	d := newDice(e.Effect)
	near := s.fadeNear(e.origin, look.radius)
	line := s.tint(e, &d, look.color).Alpha((1 - e.part*e.part) * near)
	if e.part < 0.5 {
		s.putDot(e.origin, r*0.9, 0.5, colorYellow.Mix(line, 0.3).Alpha(0.5*(1-2*e.part)*near))
	}
	for _, edge := range ballEdges {
		s.putLine(e.origin.Add(edge[0].Mul(r)), e.origin.Add(edge[1].Mul(r)), 1.3, 0.5, line)
	}
}

// fadeNear returns how opaque a shell of a radius around a place is: one that takes much of the
// picture would hide the fight behind it.
func (s *Scene) fadeNear(at mgl32.Vec3, radius float32) float32 {
	const whole, least = 4, 0.15 // radii away, opacity
	return max(least, min(1, at.Sub(s.frustum.origin).Len()/(whole*radius)))
}

// ringSides is how many lines a ring has.
const ringSides = 12

// ringPoints are the corners of a ring of radius 1.
var ringPoints = func() (list [ringSides + 1][2]float32) {
	for i := range list {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / ringSides)
		list[i] = [2]float32{float32(cos), float32(sin)}
	}
	return list
}()

// putRing places a ring in the plane of two axes of length 1.
func (s *Scene) putRing(at, x, y mgl32.Vec3, r, width float32, color draw.Color) {
	last := at.Add(x.Mul(r))
	for _, p := range ringPoints[1:] {
		next := at.Add(x.Mul(r * p[0])).Add(y.Mul(r * p[1]))
		s.putLine(last, next, width, 0.5, color)
		last = next
	}
}

// putGrowingRing places a ring of an effect.
func (s *Scene) putGrowingRing(e *effect, look *ring) {
	grow := look.grow
	if grow == 0 {
		grow = 0.85
	}
	at := e.origin
	at[2] += look.low + (look.high-look.low)*e.part
	x, y := mgl32.Vec3{1, 0, 0}, mgl32.Vec3{0, 1, 0}
	switch {
	case !look.flat:
		_, x, y = s.facing(at)
	case e.Velocity != (mgl32.Vec3{}): // on the surface
		x, y = across(e.Velocity)
	}
	d := newDice(e.Effect)
	s.putRing(at, x, y, look.radius*(1-grow+grow*e.part), 1.3,
		s.tint(e, &d, look.color).Alpha(0.9*(1-e.part*e.part)*s.fadeNear(at, look.radius)))
}

// facing returns the direction from a place to the camera, and two across it.
func (s *Scene) facing(at mgl32.Vec3) (to, x, y mgl32.Vec3) {
	to = normalize(s.frustum.origin.Sub(at))
	x, y = across(to)
	return to, x, y
}

// across returns two directions that are across one, and across each other.
func across(dir mgl32.Vec3) (x, y mgl32.Vec3) {
	x = normalize(dir.Cross(mgl32.Vec3{0, 0, 1}))
	if x == (mgl32.Vec3{}) {
		x = mgl32.Vec3{1, 0, 0}
	}
	return x, normalize(x.Cross(dir))
}

// putTeleport places the sparks of an arrival: they rise around a player's box.
func (s *Scene) putTeleport(e *effect) {
	d := newDice(e.Effect)
	for range pillarSparks {
		p := d.direction()
		at := e.origin.Add(mgl32.Vec3{p[0] * (16 + 24*e.part), p[1] * (16 + 24*e.part), p[2]*28 + 20*e.part})
		s.putDot(at, 2.5, 0.5, s.tint(e, &d, colorWhite).Alpha(1-e.part))
	}
}

// pillarSparks is how many sparks an arrival has.
const pillarSparks = 48

// putLavaSplash places the fountain out of which Chthon rises: dots over a square of 256
// units, outside slower than in the middle.
func (s *Scene) putLavaSplash(e *effect) {
	d := newDice(e.Effect)
	for range e.number(80) {
		p := d.direction()
		from := mgl32.Vec3{p[0] * 128, p[1] * 128, 32 + 32*p[2]}
		v := normalize(mgl32.Vec3{p[0] * 128, p[1] * 128, 256}).Mul(110 + 60*d.roll())
		at := e.origin.Add(from).Add(v.Mul(e.age))
		at[2] -= 40 * e.age * e.age
		tail := at.Sub(v.Mul(0.08))
		s.putLine(tail, at, 1.6, 0.5, s.tint(e, &d, colorLava).Alpha(1-e.part))
	}
}

// gibPieces is how many pieces a body bursts into.
const gibPieces = 10

// putGibs places the pieces of a body, which turn, fly up and fall.
func (s *Scene) putGibs(e *effect) {
	d := newDice(e.Effect)
	for range gibPieces {
		v := d.direction().Mul(150)
		v[2] += 220
		at := e.origin.Add(v.Mul(e.age))
		at[2] -= 400 * e.age * e.age
		at[2] = max(at[2], e.origin[2]-22)
		turn := float64(d.roll()) * (3 + 9*float64(e.age))
		size := 6 + 2.5*d.roll()
		color := s.tint(e, &d, colorBlood).Alpha(1 - e.part*e.part)
		sin, cos := math.Sincos(turn)
		x, y := mgl32.Vec3{float32(cos), float32(sin), 0}, mgl32.Vec3{0, 0.3, 1}
		corners := [4]mgl32.Vec3{at.Add(x.Mul(size)), at.Add(y.Mul(size)), at.Sub(x.Mul(size)),
			at.Sub(y.Mul(size * 0.7))}
		s.put(piece{shape: shapeFill, color: color.Dim(0.5)}, corners[0], corners[1], corners[2], corners[3])
		for i := range corners {
			s.putLine(corners[i], corners[(i+1)%len(corners)], 1.2, 0.5, color)
		}
	}
}

// steamPuffs is how many puffs of steam rise.
const steamPuffs = 7

// putSteam places puffs that grow and rise, or leave a surface.
func (s *Scene) putSteam(e *effect) {
	d := newDice(e.Effect)
	away := mgl32.Vec3{0, 0, 1}
	if e.Velocity != (mgl32.Vec3{}) {
		away = e.Velocity
	}
	for i := range steamPuffs {
		part := (float32(i)/steamPuffs + e.part) * 0.6
		at := e.origin.Add(away.Mul(46 * part)).Add(d.direction().Mul(2 + 12*part))
		_, x, y := s.facing(at)
		s.putRing(at, x, y, 2+9*part, 1.1, s.tint(e, &d, colorSmoke).Alpha(0.8*(1-e.part)))
	}
}
