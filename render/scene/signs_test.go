package scene

import (
	"testing"

	"demoscope/player/world"
	"demoscope/render/setting"
)

// TestSigns: a balloon is to the right of the head and bars to its left, with the names, and
// not for the dead.
func TestSigns(t *testing.T) {
	const talks, lags = 0x1000, 0x2000
	for _, c := range []struct {
		effects     uint32
		dead, names bool
		left, right bool
	}{
		{0, false, true, false, false}, {talks, false, true, false, true}, {lags, false, true, true, false},
		{talks | lags, false, true, true, true},
		{talks | lags, true, true, false, false}, {talks | lags, false, false, false, false},
	} {
		m := momentOf(vec{150, 0, 0})
		m.World.Game = world.Quake3
		p := &m.World.Players[0]
		p.Effects, p.Dead = c.effects, c.dead
		s := New()
		o := Options{Follow: -1}
		o.Set(setting.NameTags, c.names)
		s.Build(m, Camera{FOV: 90}, View{400, 300, 1}, &o)
		left, right := false, false
		for _, v := range s.Overlay.Vertices {
			// 36 units above the middle of the picture is 48 pixels, and a sign is at most 16.
			if v.Y < 150-48-3 || v.Y > 150-48+20 || v.X > 195 && v.X < 205 {
				t.Errorf("%x: a corner at %v, %v", c.effects, v.X, v.Y)
			}
			left, right = left || v.X < 200, right || v.X > 200
		}
		if left != c.left || right != c.right {
			t.Errorf("%x of who is dead: %v, with names: %v: left %v, right %v", c.effects, c.dead, c.names,
				left, right)
		}
		if n := testing.AllocsPerRun(20, func() { s.Build(m, Camera{FOV: 90}, View{400, 300, 1}, nil) }); n > 0 {
			t.Errorf("%v allocations", n)
		}
	}
	m := momentOf(vec{150, 0, 0})
	m.World.Game = world.QuakeWorld
	s := New()
	drawn := func(chat uint8) int {
		m.World.Players[0].Chat = chat
		s.Build(m, Camera{FOV: 90}, View{400, 300, 1}, nil)
		return len(s.Overlay.Vertices)
	}
	if none, dots, z := drawn(0), drawn(1), drawn(2); none != 0 || dots == 0 || z == 0 ||
		z == dots {
		t.Errorf("%d corners of nothing, %d of who talks, %d of who is away", none, dots, z)
	}
}
