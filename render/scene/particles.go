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

// ball is a soft light that grows to a radius in units.
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
		// Away from the surface: the half toward it is turned round.
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

// maxDots bounds the dots of an effect: the games have hundreds, which hide the fight.
const maxDots = 24

// dots places dots that fly apart and fall.
func (sp *sparks) dots(e *effect, look *particles) {
	d := newDice(e.Effect)
	size := look.size
	if size == 0 {
		size = 2.5
	}
	n, size, alpha := e.thinned(min(e.number(look.count), maxDots), size)
	for range n {
		at, _ := e.particle(look, &d)
		sp.pieces.putDot(at, size, 0.5, sp.tint(e, &d, look.color).Alpha(alpha))
	}
}

// maxStreaks bounds the streaks of an effect that has dots, too, or hundreds.
const maxStreaks = 8

// streakTime is how long the way is that a streak shows, in seconds.
const streakTime = 0.045

// streaks places short lines along the ways of what flies apart.
func (sp *sparks) streaks(e *effect, look *particles) {
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
		sp.pieces.putLine(tail, at, width, 0.5, sp.tint(e, &d, look.color).Alpha(alpha))
	}
}

// particles places particles of an effect that has their count, velocity and
// colors.
func (sp *sparks) particles(e *effect) {
	d := newDice(e.Effect)
	n, size, alpha := e.thinned(min(e.number(0), maxDots), 2.5)
	for range n {
		spread := d.direction()
		at := e.origin.Add(spread.Mul(8 + 15*e.age).Add(mgl32.Vec3(e.Velocity).Mul(15 * e.age)))
		at[2] -= particleGravity / 2 * e.age * e.age
		sp.pieces.putDot(at, size, 0.5, sp.tint(e, &d, colorWhite).Alpha(alpha))
	}
}

// impact places a spark where something has hit a wall.
func (sp *sparks) impact(e *effect) {
	d := newDice(e.Effect)
	sp.pieces.putGlow(e.origin, 3.5*(1-0.5*e.part), sp.tint(e, &d, colorYellow).Mix(colorWhite, 0.4).Alpha(0.6*(1-e.part)))
}

// bloodMost and flashMost are how large the radii of the mist of blood and of a muzzle flash are at most, as parts of
// the picture's height: many pellets that hit somebody near the eye would add up to a red ball.
const bloodMost, flashMost = 0.03, 0.07

// blood places a faint red mist.
func (sp *sparks) blood(e *effect) {
	sp.pieces.putGlow(e.origin, min(4+4*e.part, sp.frame.unitsOf(bloodMost, e.origin)), meatColor.Alpha(0.2*(1-e.part)))
}

// unitsOf returns how many units at a place are as large in the picture as a part of its height, 0 in a picture
// without a size.
func (f *frustum) unitsOf(part float32, at mgl32.Vec3) float32 {
	return part * f.height * at.Sub(f.origin).Len() / max(f.focal, 1e-6)
}

// ball places a growing light.
func (sp *sparks) ball(e *effect, look *ball) {
	r := look.radius * (0.5 + 0.5*(1-(1-e.part)*(1-e.part))) // fast at first
	d := newDice(e.Effect)
	color := sp.tint(e, &d, look.color)
	sp.pieces.putGlow(e.origin, r, color.Alpha(0.6*(1-e.part)))
	sp.pieces.putGlow(e.origin, 0.4*r, color.Mix(colorWhite, 0.6).Alpha(0.8*(1-e.part)))
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
func (ps *pieces) putRing(at, x, y mgl32.Vec3, r, width float32, color draw.Color) {
	last := at.Add(x.Mul(r))
	for _, p := range ringPoints[1:] {
		next := at.Add(x.Mul(r * p[0])).Add(y.Mul(r * p[1]))
		ps.putLine(last, next, width, 0.5, color)
		last = next
	}
}

// ring places a ring of an effect.
func (sp *sparks) ring(e *effect, look *ring) {
	grow := look.grow
	if grow == 0 {
		grow = 0.85
	}
	at := e.origin
	at[2] += look.low + (look.high-look.low)*e.part
	x, y := mgl32.Vec3{1, 0, 0}, mgl32.Vec3{0, 1, 0}
	switch {
	case !look.flat:
		_, x, y = sp.frame.facing(at)
	case e.Velocity != (mgl32.Vec3{}): // on the surface
		x, y = across(e.Velocity)
	}
	d := newDice(e.Effect)
	sp.pieces.putRing(at, x, y, look.radius*(1-grow+grow*e.part), 1.3,
		sp.tint(e, &d, look.color).Alpha(0.7*(1-e.part)))
}

// facing returns the direction from a place to the camera, and two across it.
func (f *frustum) facing(at mgl32.Vec3) (to, x, y mgl32.Vec3) {
	to = normalize(f.origin.Sub(at))
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

// teleport places the sparks of an arrival: they rise around a player's box.
func (sp *sparks) teleport(e *effect) {
	d := newDice(e.Effect)
	sp.pieces.putGlow(e.origin, 44, sp.tint(e, &d, colorWhite).Alpha(0.35*(1-e.part)))
	for range pillarSparks {
		p := d.direction()
		at := e.origin.Add(mgl32.Vec3{p[0] * (16 + 24*e.part), p[1] * (16 + 24*e.part), p[2]*28 + 20*e.part})
		sp.pieces.putDot(at, 2.5, 0.5, sp.tint(e, &d, colorWhite).Alpha(1-e.part))
	}
}

// pillarSparks is how many sparks an arrival has.
const pillarSparks = 14

// lavaSplash places the fountain out of which Chthon rises: dots over a square of 256
// units, outside slower than in the middle.
func (sp *sparks) lavaSplash(e *effect) {
	d := newDice(e.Effect)
	for range e.number(80) {
		p := d.direction()
		from := mgl32.Vec3{p[0] * 128, p[1] * 128, 32 + 32*p[2]}
		v := normalize(mgl32.Vec3{p[0] * 128, p[1] * 128, 256}).Mul(110 + 60*d.roll())
		at := e.origin.Add(from).Add(v.Mul(e.age))
		at[2] -= 40 * e.age * e.age
		tail := at.Sub(v.Mul(0.08))
		sp.pieces.putLine(tail, at, 1.6, 0.5, sp.tint(e, &d, colorLava).Alpha(1-e.part))
	}
}

// gibPieces is how many pieces a body bursts into.
const gibPieces = 7

// gibs places the pieces of a body, which fly up and fall.
func (sp *sparks) gibs(e *effect) {
	d := newDice(e.Effect)
	for range gibPieces {
		v := d.direction().Mul(110)
		v[2] += 160
		at := e.origin.Add(v.Mul(e.age))
		at[2] -= 400 * e.age * e.age
		at[2] = max(at[2], e.origin[2]-22)
		sp.pieces.putDot(at, 6+2*d.roll(), 0.5, sp.tint(e, &d, meatColor).Alpha(0.9*(1-e.part*e.part)))
	}
}

// steamPuffs is how many puffs of steam rise.
const steamPuffs = 7

// steam places puffs that grow and rise, or leave a surface.
func (sp *sparks) steam(e *effect) {
	d := newDice(e.Effect)
	away := mgl32.Vec3{0, 0, 1}
	if e.Velocity != (mgl32.Vec3{}) {
		away = e.Velocity
	}
	for i := range steamPuffs {
		part := (float32(i)/steamPuffs + e.part) * 0.6
		at := e.origin.Add(away.Mul(46 * part)).Add(d.direction().Mul(2 + 12*part))
		sp.pieces.putGlow(at, 4+12*part, sp.tint(e, &d, colorSmoke).Alpha(0.35*(1-e.part)))
	}
}
