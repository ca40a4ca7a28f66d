package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player"
	"demoscope/render/draw"
	"demoscope/render/setting"
)

// fireRadius is how far the fire of an explosion reaches, in units, and fireFrames how many
// pictures its flames have: facts of Quake's sprite, which is 64 units wide and has six of a
// tenth of a second.
const (
	fireRadius = 32
	fireFrames = 6
)

// fireLayers are the soft lights of a fire, from the outside to the inside: how large each is as a part of the fire,
// at which part of the fire's life it is gone, how opaque it is, and its color.
var fireLayers = [...]struct {
	size, gone, alpha float32
	color             draw.Color
}{
	{1.9, 1, 0.55, draw.RGB(0xe2601c)}, {1.2, 0.8, 0.7, draw.RGB(0xffa53a)}, {0.7, 0.55, 0.9, draw.RGB(0xfff0b4)},
}

// fireGrown is the part of its life at which a fire is as large as it gets.
const fireGrown = 0.3

// fire places the fire of an explosion, of whose life a part has passed. A dye colors it by as much as its A says.
func (sp *sparks) fire(at mgl32.Vec3, radius, part float32, dye draw.Color) {
	if !(part >= 0 && part < 1) {
		return
	}
	radius *= min(1, 0.6+0.4*part/fireGrown)
	for i := range fireLayers {
		l := &fireLayers[i]
		left := 1 - part/l.gone
		if left <= 0 {
			break // so are those within
		}
		color := l.color.Mix(draw.Color{R: dye.R, G: dye.G, B: dye.B, A: 1}, dye.A)
		sp.pieces.putGlow(at, radius*l.size, color.Alpha(l.alpha*left))
	}
}

// putSpriteFire places the fire of an entity whose model is Quake's sprite of it, unless the
// effect of the same explosion has one: servers send both, but those of Team Fortress the
// sprite alone.
func (ms *markers) putSpriteFire(m *player.Moment, mk *marker) {
	if ms.frame.opt.On(setting.Effects) {
		for i := range m.World.Effects.List {
			e := &m.World.Effects.List[i]
			d := mk.origin.Sub(e.Origin)
			if showsEffect(m, e) && effectLooks[e.Kind].fire > 0 && d.Dot(d) < fireRadius*fireRadius {
				return
			}
		}
	}
	frame := float32(mk.frame)
	if mk.blends && mk.was < mk.frame {
		frame = float32(mk.was) + (frame-float32(mk.was))*mk.lerp
	}
	ms.sparks.fire(mk.origin, fireRadius*mk.scale, frame/fireFrames, draw.Color{})
}
