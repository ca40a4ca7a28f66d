package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/world"
	"demoscope/render/draw"
)

// effectLook is the appearance of a kind of effect. The parts that are set are drawn in the order of the fields, in the
// effect's own colors if it has any. All of them fade out over the effect's life.
type effectLook struct {
	// reach is the maximum extent of an effect from its origin, in units. 0 means [effectReach].
	reach float32
	// life is the maximum time that an effect is visible, in seconds. 0 means its own life.
	life float32
	// fire is the radius of a fire that lasts as long as the effect, in units; 0 for none.
	fire  float32
	ball  ball
	rings []ring
	dots  particles
	// streaks are short lines, for effects that dots alone would not identify.
	streaks particles
	beam    beam
	// draw draws what is specific to this kind.
	draw func(sp *sparks, e *effect)
}

// Hits are visible for at most briefly seconds, and explosions for fireLife seconds.
const briefly, fireLife = 0.3, 0.25

// Default colors of effects.
var (
	colorFire  = draw.RGB(0xffb347)
	colorSmoke = draw.RGB(0xa8a29a)
	colorLava  = draw.RGB(0xff7b2e)
	colorBlood = draw.RGB(0xd8281c)
	colorPink  = draw.RGB(0xe88a96)
)

// effectLooks are the looks of all kinds of effects. The numbers of particles are for effects that don't have their
// own.
var effectLooks = [world.EffectKindCount]effectLook{
	world.EffectGunshot: {life: briefly, dots: particles{count: 3, box: 4, speed: 30, fall: -40, color: colorGray},
		draw: (*sparks).impact},
	world.EffectSpike: {life: briefly, streaks: particles{count: 3, speed: 90, fall: 200, color: colorSilver},
		draw: (*sparks).impact},
	world.EffectSuperSpike: {life: briefly, streaks: particles{count: 4, speed: 120, fall: 200, color: colorSilver},
		draw: (*sparks).impact},
	world.EffectWizSpike: {life: briefly, streaks: particles{count: 5, speed: 90, fall: 200, color: colorGreen},
		draw: (*sparks).impact},
	world.EffectKnightSpike: {life: briefly, streaks: particles{count: 5, speed: 90, fall: 200, color: colorOrange},
		draw: (*sparks).impact},
	world.EffectBlood: {life: briefly, dots: particles{count: 5, box: 3, speed: 55, fall: 420, size: 3,
		color: colorBlood}, draw: (*sparks).blood},
	world.EffectSparks: {life: briefly, streaks: particles{count: 5, speed: 110, fall: 240, color: colorYellow}},
	world.EffectExplosion: {life: fireLife, reach: 160, fire: fireRadius,
		streaks: particles{count: 8, speed: 260, fall: 160, color: colorFire}},
	world.EffectTarExplosion: {life: fireLife, reach: 160, ball: ball{64, colorPurple}},
	world.EffectLavaSplash: {reach: 320, rings: []ring{{radius: 150, flat: true, color: colorLava}},
		draw: (*sparks).lavaSplash},
	world.EffectTeleport:    {draw: (*sparks).teleport},
	world.EffectParticles:   {draw: (*sparks).particles},
	world.EffectMuzzleFlash: {draw: (*sparks).muzzleFlash},
	world.EffectItemRespawn: {ball: ball{26, colorGreen}},
	world.EffectBFG: {reach: 200, ball: ball{90, colorGreen}, dots: particles{count: 12, box: 10, speed: 200, size: 3,
		color: colorGreen}},
	world.EffectSplash: {streaks: particles{count: 8, speed: 90, up: 110, fall: 480, color: colorCyan}},
	world.EffectShield: {life: briefly, ball: ball{22, colorCyan}},
	world.EffectPlasma: {life: briefly, ball: ball{16, colorBlue}},
	world.EffectGibs: {reach: 200, dots: particles{count: 8, box: 12, speed: 100, fall: 420, size: 3, color: meatColor},
		draw: (*sparks).gibs},
	world.EffectSteam: {draw: (*sparks).steam},
	world.EffectFlame: {ball: ball{18, colorOrange},
		dots: particles{count: 8, box: 8, speed: 20, up: 70, size: 3, color: colorYellow}},
	world.EffectJumpPad: {rings: []ring{{radius: 20, grow: 0.2, flat: true, low: -24, high: 40, color: colorCyan}}},
	world.EffectNuke: {reach: 600, ball: ball{300, colorWhite},
		dots: particles{count: 40, box: 30, speed: 420, size: 5, color: colorFire}},
	world.EffectBeam:      {beam: beam{1.6, colorYellow, 1}},
	world.EffectLightning: {draw: (*sparks).lightning},
	world.EffectRail:      {life: railLife, beam: beam{1.6, colorWhite, 1}},
	world.EffectBubbles:   {draw: (*sparks).bubbles},
	world.EffectGrapple:   {draw: (*sparks).cable},
	world.EffectLaser:     {beam: beam{2, colorRed, 0.5}},
	world.EffectHeatBeam:  {beam: beam{3, colorFire, 0.3}, draw: (*sparks).heatRings},
	world.EffectForceWall: {draw: (*sparks).forceWall},
	world.EffectTongue:    {draw: (*sparks).tongue},
	world.EffectShotgun:   {draw: (*sparks).pellets},
}

// effect is an effect at a moment.
type effect struct {
	*world.Effect
	origin, end mgl32.Vec3
	age         float32 // seconds
	part        float32 // passed part of its life, 0 to 1
	clock       float64 // from [frame.idle]
	// shooter is the color of the player who fired lightning, a rail or pellets. Its A is 0 if the player is unknown.
	shooter draw.Color
	// sprite is set if the game's sprite is drawn as its fire.
	sprite bool
	// thin is set for blood in front of a living player, which would hide that player.
	thin bool
}

// sparks places the parts of effects.
type sparks struct {
	frame  *frame
	pieces *pieces
}

// thinned returns the number of particles of an effect, their size, and their opacity.
func (e *effect) thinned(n int, size float32) (int, float32, float32) {
	if e.thin {
		return min(thinMost, (n+1)/2), size * thinSize, (1 - thinClear) * (1 - e.part)
	}
	return n, size, 1 - e.part
}

// put places an effect with its look.
func (sp *sparks) put(e *effect, look *effectLook) {
	if look.fire > 0 && !e.sprite {
		dye := draw.Color{}
		if e.RGB != 0 {
			dye = bright(draw.RGB(e.RGB)).Alpha(0.6)
		}
		sp.fire(e.origin, look.fire, e.part, dye)
	}
	if look.ball.radius > 0 {
		sp.ball(e, &look.ball)
	}
	for i := range look.rings {
		sp.ring(e, &look.rings[i])
	}
	if look.dots.count > 0 {
		sp.dots(e, &look.dots)
	}
	if look.streaks.count > 0 {
		sp.streaks(e, &look.streaks)
	}
	if b := &look.beam; b.width > 0 {
		d := newDice(e.Effect)
		color := dyeShot(sp.tint(e, &d, b.color), e.shooter, tracerHue)
		sp.beam(e.origin, e.end, b.width, color.Alpha(1-e.part*b.fades))
	}
	if look.draw != nil {
		look.draw(sp, e)
	}
}

// tint returns the color of a part of an effect: one of the effect's own colors at random, or the usual color.
func (sp *sparks) tint(e *effect, d *dice, usual draw.Color) draw.Color {
	n := int(e.Colors)
	switch {
	case n > 0:
		c := sp.frame.opt.Palette[e.Color+uint8(min(int(abs(d.roll())*float32(n)), n-1))]
		return visible(bright(rgb(c)))
	case e.RGB != 0:
		return bright(draw.RGB(e.RGB))
	}
	return usual
}

// visible returns a color that is visible on a dark wall: black smoke and dust become gray.
func visible(c draw.Color) draw.Color {
	const least = 0.5
	top := max(c.R, c.G, c.B)
	if top >= least {
		return c
	}
	d := least - top
	return draw.Color{R: c.R + d, G: c.G + d, B: c.B + d, A: c.A}
}

// maxParticles bounds the particles of one effect.
const maxParticles = 96

// particleGravity is the downward acceleration of particles from messages, in units per second squared.
const particleGravity = 160

// dice generates random numbers that are the same in every picture of an effect.
type dice uint32

func newDice(e *world.Effect) dice {
	return diceOf(e.Origin[0], e.Origin[1], e.Origin[2], float32(e.Clock))
}

// diceOf returns dice with numbers as the seed.
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

// ball is a glow that grows to a radius in units.
type ball struct {
	radius float32
	color  draw.Color
}

// ring is a circle of lines that grows to a radius in units, flat on the ground or facing the camera.
type ring struct {
	radius    float32
	grow      float32 // part of the radius that it gains; 0 means nearly all
	flat      bool
	low, high float32 // heights above the origin at the start and the end, units
	color     draw.Color
}

// particles fly apart. count is their number unless the effect has its own.
type particles struct {
	count int
	box   float32 // largest initial distance from the origin along each axis, units
	speed float32 // units per second
	up    float32 // additional speed upward or away from the surface
	fall  float32 // units per second squared
	size  float32 // units; 0 means 2.5
	color draw.Color
}

// number returns the number of particles to draw for an effect, usual unless it has its own.
func (e *effect) number(usual int) int {
	if e.Colors > 0 && e.Count > 0 {
		usual = int(e.Count)
	}
	return min(usual, maxParticles)
}

// particle returns the position of a particle of an effect, and its velocity in units per second.
func (e *effect) particle(look *particles, d *dice) (at, velocity mgl32.Vec3) {
	velocity = d.direction().Mul(look.speed)
	at = e.origin.Add(d.direction().Mul(look.box))
	away := e.Velocity
	if away != (mgl32.Vec3{}) {
		// Away from the surface: directions toward it are reflected.
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

// maxDots bounds the dots of an effect: the games draw hundreds, which hide the fight.
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

// maxStreaks bounds the streaks of an effect that also has dots, or has hundreds of streaks.
const maxStreaks = 8

// streakTime is the time that a streak covers, in seconds.
const streakTime = 0.045

// streaks places short lines along the paths of particles.
func (sp *sparks) streaks(e *effect, look *particles) {
	d := newDice(e.Effect)
	d.roll()
	n := e.number(look.count)
	if effectLooks[e.Kind].dots.count > 0 {
		n = look.count // the number of dots is the game's
	}
	n, width, alpha := e.thinned(min(n, maxStreaks), 1.3)
	for range n {
		at, v := e.particle(look, &d)
		tail := at.Sub(v.Mul(min(streakTime, e.age+0.01)))
		sp.pieces.putLine(tail, at, width, 0.5, sp.tint(e, &d, look.color).Alpha(alpha))
	}
}

// particles places the particles of an effect that has its own count, velocity and colors.
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
	color := sp.tint(e, &d, colorYellow).Mix(colorWhite, 0.4)
	sp.pieces.putGlow(e.origin, 3.5*(1-0.5*e.part), color.Alpha(0.6*(1-e.part)))
}

// bloodMost and flashMost are the largest radii of blood mist and of a muzzle flash, as parts of the picture's height:
// many pellets that hit a player close to the eye would add up to a red ball.
const bloodMost, flashMost = 0.03, 0.07

// blood places a faint red mist.
func (sp *sparks) blood(e *effect) {
	sp.pieces.putGlow(e.origin, min(4+4*e.part, sp.frame.unitsOf(bloodMost, e.origin)), meatColor.Alpha(0.2*(1-e.part)))
}

// ball places a growing glow.
func (sp *sparks) ball(e *effect, look *ball) {
	r := look.radius * (0.5 + 0.5*(1-(1-e.part)*(1-e.part))) // fast at first
	d := newDice(e.Effect)
	color := sp.tint(e, &d, look.color)
	sp.pieces.putGlow(e.origin, r, color.Alpha(0.6*(1-e.part)))
	sp.pieces.putGlow(e.origin, 0.4*r, color.Mix(colorWhite, 0.6).Alpha(0.8*(1-e.part)))
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
		x, y = sp.frame.facing(at)
	case e.Velocity != (mgl32.Vec3{}): // on the surface
		x, y = across(e.Velocity)
	}
	d := newDice(e.Effect)
	sp.pieces.putRing(at, x, y, look.radius*(1-grow+grow*e.part), 1.3,
		sp.tint(e, &d, look.color).Alpha(0.7*(1-e.part)))
}

// teleport places the sparks of an arrival, which rise around the player's box.
func (sp *sparks) teleport(e *effect) {
	d := newDice(e.Effect)
	sp.pieces.putGlow(e.origin, 44, sp.tint(e, &d, colorWhite).Alpha(0.35*(1-e.part)))
	for range pillarSparks {
		p := d.direction()
		at := e.origin.Add(mgl32.Vec3{p[0] * (16 + 24*e.part), p[1] * (16 + 24*e.part), p[2]*28 + 20*e.part})
		sp.pieces.putDot(at, 2.5, 0.5, sp.tint(e, &d, colorWhite).Alpha(1-e.part))
	}
}

// pillarSparks is the number of sparks of an arrival.
const pillarSparks = 14

// lavaSplash places the fountain from which Chthon rises: dots over a square of 256 units, slower outside than in the
// middle.
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

// gibPieces is the number of gibs of a body.
const gibPieces = 7

// gibs places the gibs of a body, which fly up and fall.
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

// steamPuffs is the number of puffs of steam.
const steamPuffs = 7

// steam places puffs that grow and rise, or move away from a surface.
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

// beam is a line from the effect's origin to its end.
type beam struct {
	width float32 // points
	color draw.Color
	fades float32 // part of its opacity that it loses by the effect's end, 0 to 1
}

// beam places a glowing line: a wide faint line, and a narrow bright one in it.
func (sp *sparks) beam(a, b mgl32.Vec3, width float32, color draw.Color) {
	sp.pieces.putLine(a, b, width*3.5, 0.4, color.Alpha(0.28))
	sp.pieces.putLine(a, b, width, 0.6, mixed(color, colorWhite, 0.35))
}

// lightning places the lightning of an effect.
func (sp *sparks) lightning(e *effect) {
	color := colorCyan
	switch {
	case e.RGB != 0:
		color = draw.RGB(e.RGB)
	case e.shooter.A > 0:
		color = e.shooter
	}
	sp.bolt(e.origin, e.end, e.clock, color)
}

// boltBlue is mixed into the glow of lightning, which is boltWide units wide.
var boltBlue = draw.RGB(0x4aa0ff)

const boltWide = 9

// bolt places lightning: a straight, slightly pulsing line from the gun to its end, with a glow there.
func (sp *sparks) bolt(from, to mgl32.Vec3, clock float64, color draw.Color) {
	pulse := 1 + 0.12*float32(math.Sin(math.Mod(clock, 100)*60))
	glow := color.Mix(boltBlue, 0.5)
	sp.pieces.putSoftLine(from, to, boltWide*pulse, glow.Alpha(0.5))
	sp.pieces.putSoftLine(from, to, boltWide/3*pulse, glow.Mix(colorWhite, 0.5).Alpha(0.7))
	sp.pieces.putLine(from, to, 2.4, 0.9, color.Mix(colorWhite, 0.85))
	sp.pieces.putGlow(to, 14*pulse, glow.Alpha(0.7))
	sp.pieces.putGlow(to, 5*pulse, colorWhite.Alpha(0.9))
}

// bubbles places rising bubbles along the line of an effect.
func (sp *sparks) bubbles(e *effect) {
	delta := e.end.Sub(e.origin)
	n := int(min(maxParticles/4, delta.Len()/20)) + 1
	d := newDice(e.Effect)
	for i := range n {
		at := e.origin.Add(delta.Mul((float32(i) + 0.5) / float32(n))).Add(d.direction().Mul(3 + 4*e.part))
		at[2] += e.age * (12 + 6*d.roll())
		x, y := sp.frame.facing(at)
		sp.pieces.putRing(at, x, y, 1.8+0.8*d.roll(), 1, sp.tint(e, &d, colorCyan).Alpha(0.9*(1-e.part)))
	}
}

// cable places a cable: a line with knots.
func (sp *sparks) cable(e *effect) {
	sp.pieces.putLine(e.origin, e.end, 1.5, 0.5, colorBrown)
	delta := e.end.Sub(e.origin)
	n := int(min(40, delta.Len()/24))
	for i := 1; i <= n; i++ {
		sp.pieces.putDot(e.origin.Add(delta.Mul(float32(i)/float32(n+1))), 2.5, 0.5, colorSilver)
	}
	d := normalize(delta)
	x, y := across(d)
	for _, p := range [...][2]float32{{1, 0}, {-0.5, 0.87}, {-0.5, -0.87}} { // the hook
		sp.pieces.putLine(e.end, e.end.Sub(d.Mul(8)).Add(x.Mul(6*p[0])).Add(y.Mul(6*p[1])), 1.4, 0.5, colorSilver)
	}
}

// tongue places a waving line.
func (sp *sparks) tongue(e *effect) {
	delta := e.end.Sub(e.origin)
	l := delta.Len()
	x, y := across(normalize(delta))
	n := int(min(48, l/10)) + 1
	last := e.origin
	for i := 1; i <= n; i++ {
		part := float32(i) / float32(n)
		phase := float64(part*l)*0.13 - math.Mod(e.clock, 100)*14
		sin, cos := math.Sincos(phase)
		swing := 5 * min(1, 4*part, 4*(1-part)+0.05)
		at := e.origin.Add(delta.Mul(part)).Add(x.Mul(swing * float32(sin))).Add(y.Mul(swing * 0.5 * float32(cos)))
		sp.pieces.putLine(last, at, 2.2, 0.5, colorPink)
		last = at
	}
	sp.pieces.putDot(e.end, 6, 0.5, colorPink)
}

// heatRings places rings that move along a heat beam.
func (sp *sparks) heatRings(e *effect) {
	delta := e.end.Sub(e.origin)
	l := delta.Len()
	dir := normalize(delta)
	x, y := across(dir)
	const apart = 40
	d := newDice(e.Effect)
	shift := float32(math.Mod(e.clock*240, apart))
	for i := 0; i < 24 && float32(i)*apart+shift < l; i++ {
		at := e.origin.Add(dir.Mul(float32(i)*apart + shift))
		sp.pieces.putRing(at, x, y, 4, 1, sp.tint(e, &d, colorFire).Alpha(0.8))
	}
}

// forceWall places a vertical lattice on the line of an effect.
func (sp *sparks) forceWall(e *effect) {
	const height = 64
	delta := e.end.Sub(e.origin)
	n := int(min(32, delta.Len()/16)) + 1
	d := newDice(e.Effect)
	top := mgl32.Vec3{0, 0, height}
	line := func(a, b mgl32.Vec3) {
		sp.pieces.putLine(a, b, 1.2, 0.4, sp.tint(e, &d, colorOrange).Alpha(0.7*(1-e.part*0.5)))
	}
	for i := 0; i <= n; i++ {
		at := e.origin.Add(delta.Mul(float32(i) / float32(n)))
		line(at, at.Add(top))
	}
	for i := range 5 {
		up := top.Mul(float32(i) / 4)
		line(e.origin.Add(up), e.end.Add(up))
	}
}

// fireRadius is the radius of the fire of an explosion, in units, and fireFrames its number of frames. They are those
// of Quake's sprite, which is 64 units wide and has six frames of 0.1 s.
const (
	fireRadius = 32
	fireFrames = 6
)

// fireLayers are the glows of a fire, from outside to inside: the size of each as a part of the fire, the part of the
// fire's life at which it is gone, its opacity, and its color.
var fireLayers = [...]struct {
	size, gone, alpha float32
	color             draw.Color
}{
	{1.9, 1, 0.55, draw.RGB(0xe2601c)}, {1.2, 0.8, 0.7, draw.RGB(0xffa53a)}, {0.7, 0.55, 0.9, draw.RGB(0xfff0b4)},
}

// fireGrown is the part of its life at which a fire has its full size.
const fireGrown = 0.3

// fire places the fire of an explosion after a part of its life. dye is mixed into its color; its A is the share.
func (sp *sparks) fire(at mgl32.Vec3, radius, part float32, dye draw.Color) {
	if !(part >= 0 && part < 1) {
		return
	}
	radius *= min(1, 0.6+0.4*part/fireGrown)
	for i := range fireLayers {
		l := &fireLayers[i]
		left := 1 - part/l.gone
		if left <= 0 {
			break // and so are the inner layers
		}
		color := l.color.Mix(draw.Color{R: dye.R, G: dye.G, B: dye.B, A: 1}, dye.A)
		sp.pieces.putGlow(at, radius*l.size, color.Alpha(l.alpha*left))
	}
}

// muzzleFlash places a shrinking glow.
func (sp *sparks) muzzleFlash(e *effect) {
	d := newDice(e.Effect)
	color := sp.tint(e, &d, colorYellow).Alpha(1 - e.part*0.7)
	size := float32(13)
	if e.Shot == world.ShotNone {
		size = 6
	}
	size = min(size, sp.frame.unitsOf(flashMost, e.origin)) * (1 - 0.6*e.part)
	sp.pieces.putGlow(e.origin, size, color.Alpha(0.55))
	sp.pieces.putGlow(e.origin, size*0.4, color.Mix(colorWhite, 0.6))
}

// flies places flies around a place.
func (sp *sparks) flies(at mgl32.Vec3, clock float64) {
	for i := range flyCount {
		n := float64(i)
		sinA, cosA := math.Sincos(2.4*n + clock*(1.1+0.07*n))
		sinB, cosB := math.Sincos(1.7*n + clock*0.9)
		far := flyNear + (flyFar-flyNear)*(0.5+0.5*math.Sin(n+1.3*clock))
		sp.pieces.putDot(at.Add(mgl32.Vec3{float32(far * cosA * cosB), float32(far * sinA * cosB),
			flyLow + float32(far*0.6*(1+sinB))}), 1.2, 0.6, flyColor)
	}
}

const (
	// quake3Grapple is the type of Quake III's hook, and quake2Flies Quake II's effect of old corpses.
	quake3Grapple = 11
	quake2Flies   = 0x4000

	flyCount = 28
	// Flies are between flyNear and flyFar units from the center.
	flyNear, flyFar = 12, 26
	flyLow          = -20 // height of the center above the origin, in units
)

var flyColor = draw.RGB(0x77705f)
