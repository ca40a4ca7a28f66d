package scene

import (
	"testing"

	"demoscope/player"
	"demoscope/player/world"
	"demoscope/render/setting"
)

// burning returns the colors of the lights that a moment draws, from outside to inside, and how far the largest of
// them reaches.
func burning(m *player.Moment, o Options) (colors []uint32, reach float32) {
	s := New()
	o.Follow = -1
	s.Build(m, Camera{Origin: vec{-300, 0, 0}}, View{640, 480, 1}, &o)
	for _, p := range s.pieces.list {
		if p.shape != shapeGlow {
			continue
		}
		c := p.color
		colors = append(colors, uint32(c.R*255+0.5)<<16|uint32(c.G*255+0.5)<<8|uint32(c.B*255+0.5))
		reach = max(reach, p.width)
	}
	return colors, reach
}

// An explosion is dark outside and light inside, and its light goes first. It grows at first, and is gone after 0.25 s.
func TestExplosionsBurn(t *testing.T) {
	for _, c := range []struct {
		part        float64
		want        []uint32
		least, most float32
	}{
		{0, []uint32{0xe2601c, 0xffa53a, 0xfff0b4}, 30, 40},
		{0.1, []uint32{0xe2601c, 0xffa53a, 0xfff0b4}, 50, 60},
		{0.3, []uint32{0xe2601c, 0xffa53a}, 60, 62},
		{0.35, []uint32{0xe2601c}, 60, 62},
		{0.45, nil, 0, 0},
	} {
		colors, reach := burning(effectMoment(world.Effect{Kind: world.EffectExplosion}, 0.6, c.part), Options{})
		if len(colors) != len(c.want) {
			t.Errorf("part %v: colors %x, not %x", c.part, colors, c.want)
			continue
		}
		for i := range colors {
			if colors[i] != c.want[i] {
				t.Errorf("part %v: colors %x, not %x", c.part, colors, c.want)
				break
			}
		}
		if reach < c.least || reach > c.most {
			t.Errorf("part %v: reaches %v units, not %v to %v", c.part, reach, c.least, c.most)
		}
	}
	if colors, _ := burning(effectMoment(world.Effect{Kind: world.EffectExplosion, RGB: 0x0000ff}, 0.6, 0.2),
		Options{}); len(colors) != 3 ||
		colors[0]&0xff < 0x80 {
		t.Errorf("a blue explosion burns in %x", colors)
	}
	if colors, _ := burning(effectMoment(world.Effect{Kind: world.EffectTarExplosion}, 0.6, 0.2), Options{}); len(
		colors) != 2 {
		t.Errorf("a spawn's explosion burns in %x", colors)
	}
}

// Quake's sprite of a fire burns by its six frames, in Team Fortress without an effect. With
// the effect of the same explosion there is one fire, not two.
func TestSpritesOfExplosionsBurn(t *testing.T) {
	at := vec{0, 20, 0}
	sprite := func(frame uint16, effects ...world.Effect) *player.Moment {
		m := momentWith("dem", []string{"progs/s_explod.spr"}, world.Entity{Number: 50, Frame: frame, Origin: at})
		m.Entities[0].Model[0] = 2
		m.Clock = 10
		m.World.Effects.List = effects
		return m
	}
	effect := func(at vec, clock float64) world.Effect {
		return world.Effect{Kind: world.EffectExplosion, Origin: at, Clock: clock, Life: 0.6}
	}
	for _, c := range []struct {
		name string
		m    *player.Moment
		o    Options
		want int
	}{
		{"first frame", sprite(0), Options{}, 3},
		{"fifth frame", sprite(4), Options{}, 2},
		{"no such frame", sprite(6), Options{}, 0},
		{"with its effect", sprite(4, effect(vec{0, 22, 1}, 9.9)), Options{}, 3},
		{"with its effect, hidden", sprite(4, effect(vec{0, 22, 1}, 9.9)), Options{Switches: setting.Effects}, 2},
		{"with another's effect", sprite(4, effect(vec{0, 90, 0}, 9.9)), Options{}, 5},
		{"with an effect that is over", sprite(4, effect(at, 9)), Options{}, 2},
	} {
		if colors, _ := burning(c.m, c.o); len(colors) != c.want {
			t.Errorf("%s: %d layers of fire, not %d", c.name, len(colors), c.want)
		}
	}
}
