package scene

import (
	"image/color"
	"slices"
	"testing"

	"demoscope/player/world"
	"demoscope/render/setting"
)

// TestCalmStandsStill: what moves or flickers without telling anything does so, and does not where the viewer wants
// calm: lightning, a tongue, rings on a beam, lasers of Quake II, flies, and what burns.
func TestCalmStandsStill(t *testing.T) {
	beam := func(kind world.EffectKind) func(float64, *Options) []float32 {
		return func(clock float64, o *Options) (list []float32) {
			s, m := New(), momentOf()
			m.Clock = clock
			m.World.Effects.List = []world.Effect{{Kind: kind, Clock: 10, Life: 100, Origin: vec{0, 0, 0},
				End: vec{0, 400, 0}}}
			s.Build(m, Camera{Origin: vec{-300, 200, 0}}, View{640, 480, 1}, o)
			for _, p := range s.pieces.points {
				list = append(list, p[0], p[1], p[2])
			}
			for _, p := range s.pieces.list {
				list = append(list, p.width)
			}
			return list
		}
	}
	for what, at := range map[string]func(float64, *Options) []float32{
		"lightning": beam(world.EffectLightning), "tongue": beam(world.EffectTongue),
		"heat": beam(world.EffectHeatBeam),
		"flies": func(clock float64, o *Options) (list []float32) {
			m := momentOf()
			m.World.Game, m.Clock = world.Quake2, clock
			for _, p := range besides(m, &world.Entity{Effects: 0x4000}, *o) {
				list = append(list, p[0], p[1], p[2])
			}
			return list
		},
		"lasers": func(clock float64, o *Options) (list []float32) {
			s, m := New(), momentOf()
			m.World.Game, m.Clock = world.Quake2, clock
			m.Entities = []world.Entity{{Number: 5, RenderFX: renderBeam, Frame: 4, Skin: 0x01020304,
				Origin: vec{0, -50, 0}, OldOrigin: vec{0, 50, 0}}}
			s.Build(m, Camera{Origin: vec{-100, 0, 0}}, View{640, 480, 1}, o)
			for i := range s.effects.items {
				c := s.effects.items[i].color
				list = append(list, c.R, c.G, c.B)
			}
			return list
		},
	} {
		o := DefaultOptions()
		o.Palette, o.Follow = testPalette(), -1
		o.Palette[2], o.Palette[3] = color.RGBA{R: 255}, color.RGBA{G: 255}
		o.Palette[1], o.Palette[4] = color.RGBA{B: 255}, color.RGBA{B: 200}
		a, b := at(10.02, &o), at(10.33, &o)
		if len(a) == 0 || slices.Equal(a, b) {
			t.Errorf("%s: %d numbers, which are the same a moment later: it does not move", what, len(a))
		}
		o.Set(setting.ReducedMotion, true)
		if a, b := at(10.02, &o), at(10.33, &o); len(a) == 0 || !slices.Equal(a, b) {
			t.Errorf("%s: it moves", what)
		}
	}
}
