package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player"
	"demoscope/render/draw"
)

// fireRadius is how far the fire of an explosion reaches, in units, and fireFrames how many
// pictures its flames have: facts of Quake's sprite, which is 64 units wide and has six of a
// tenth of a second.
const (
	fireRadius = 32
	fireFrames = 6
)

// fireLayers are what a fire is made of, from the outside to the inside: how large each is,
// at which part of the fire's life it is gone, and its colour.
var fireLayers = [...]struct {
	size, gone, alpha float32
	color             draw.Color
}{
	{0.78, 1, 0.8, draw.RGB(0xe2601c)}, {0.6, 0.85, 0.9, draw.RGB(0xffa53a)}, {0.38, 0.6, 1, draw.RGB(0xfff0b4)},
}

const (
	fireSides = 10
	// fireGrown is the part of its life at which a fire is as large as it gets.
	fireGrown = 0.15
)

// fireCorners are the corners of a fire of radius 1.
var fireCorners = func() (list [fireSides + 1][2]float32) {
	for i := range list {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / fireSides)
		list[i] = [2]float32{float32(cos), float32(sin)}
	}
	return list
}()

// putFire places the fire of an explosion, which is filled so that it is seen at a glance,
// from all sides: part of its life has passed. Its flames are others in each of the frames.
// A dye colours it by as much as its A says.
func (s *Scene) putFire(at mgl32.Vec3, radius, part float32, dye draw.Color) {
	if !(part >= 0 && part < 1) {
		return
	}
	_, x, y := s.facing(at)
	d := diceOf(at[0], at[1], at[2], float32(int(part*fireFrames)))
	radius *= min(1, 0.5+0.5*part/fireGrown)
	var rim [fireSides]mgl32.Vec3
	for i := range fireLayers {
		l := &fireLayers[i]
		left := 1 - part/l.gone
		if left <= 0 {
			break // so are those within
		}
		color := l.color.Mix(draw.Color{R: dye.R, G: dye.G, B: dye.B, A: 1}, dye.A).Alpha(l.alpha * min(1, 2*left))
		r := radius * l.size * (0.55 + 0.45*left)
		for k, c := range fireCorners[:fireSides] {
			rim[k] = at.Add(x.Mul(r * c[0])).Add(y.Mul(r * c[1]))
		}
		s.put(piece{shape: shapeFill, color: color}, rim[:]...)
		for k := range rim { // flames
			tip := fireCorners[k]
			next := fireCorners[k+1]
			reach := r * (1.2 + 0.35*d.roll()) / 2
			s.put(piece{shape: shapeFill, color: color}, rim[k], at.Add(x.Mul(reach*(tip[0]+next[0]))).Add(
				y.Mul(reach*(tip[1]+next[1]))), rim[(k+1)%fireSides])
		}
	}
}

// putSpriteFire places the fire of an entity whose model is Quake's sprite of it, unless the
// effect of the same explosion has one: servers send both, but those of Team Fortress the
// sprite alone.
func (s *Scene) putSpriteFire(m *player.Moment, mk *marker) {
	if !s.opt.HideEffects {
		for i := range m.World.Effects.List {
			e := &m.World.Effects.List[i]
			d := mk.origin.Sub(e.Origin)
			if s.showsEffect(m, e) && effectLooks[e.Kind].fire > 0 && d.Dot(d) < fireRadius*fireRadius {
				return
			}
		}
	}
	frame := float32(mk.frame)
	if mk.blends && mk.was < mk.frame {
		frame = float32(mk.was) + (frame-float32(mk.was))*mk.lerp
	}
	s.putFire(mk.origin, fireRadius*mk.scale, frame/fireFrames, draw.Color{})
}
