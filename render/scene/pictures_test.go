package scene

import (
	"fmt"
	"slices"
	"testing"

	"demoscope/internal/golden"
	"demoscope/player"
	"demoscope/player/world"
	"demoscope/player/world/rules"
	"demoscope/render/draw"
	"demoscope/render/setting"
)

// effectsMoment has an effect of every kind but the largest, one beside another, a third of
// their lives after they began.
func effectsMoment() *player.Moment {
	m := momentOf()
	m.Clock = 10
	for k := range world.EffectKindCount {
		if k == world.EffectNuke {
			continue // it would cover all others
		}
		at := vec{350, 200 - float32(k%6)*75, 85 - float32(k/6)*60}
		e := world.Effect{Kind: k, Clock: 9.7, Life: 0.9, Origin: at, End: at.Add(vec{0, -50, 25}), Count: 40,
			Color: 0x48, Velocity: vec{0, 1, 3}}
		if k == world.EffectParticles {
			e.Colors = 8
		}
		m.World.Effects.List = append(m.World.Effects.List, e)
	}
	return m
}

// playersMoment has players who stand, lie, glow, are hardly seen, carry a flag, shoot, run,
// look up and down, are bright and dark.
func playersMoment() *player.Moment {
	var places []vec
	for i := range 6 {
		places = append(places, vec{160, 150 - float32(i)*60, -10})
	}
	m := momentOf(places...)
	m.World = rules.New("qwd")
	for i, p := range []world.Player{
		{Shirt: 4, Pants: 13, Frame: 12}, {Shirt: 0, Pants: 1, Dead: true, Frame: 60},
		{Shirt: 12, Pants: 12, Frame: 104}, {Shirt: 3, Pants: 5, Frame: 37},
		{Shirt: 6, Pants: 6, Frame: 8}, {Shirt: 8, Pants: 9, Frame: 12},
	} {
		if items := [...]int32{world.ItemGoldKey, 0, world.ItemQuad, 0, world.ItemPentagram,
			world.ItemRing}[i]; items != 0 {
			p.Stats = &world.Stats{}
			p.Stats.Set(world.StatItems, items)
		}
		p.Slot, p.InUse, p.Visible, p.Name = i, true, true, fmt.Sprint("Player ", i)
		m.World.Players = append(m.World.Players, p)
		m.Poses[i].Angles = vec{float32(i-3) * 20, float32(i) * 60, 0}
		m.Poses[i].VelocityKnown = true
		if i == 4 {
			m.Poses[i].Velocity = vec{-160, -277, 0}
		}
	}
	return m
}

// TestPicturesAreDrawnAsLookedAt compares pictures of our own recordings, and
// of moments made up, with those in testdata. They are drawn at 640x400 and
// kept at a quarter of that.
//
// Some are also compared exactly, at 320x180. What is drawn was recorded: the last bits of
// places differ among processors, of what is drawn of them none may. What this processor
// works out has to give the same picture but for rounding.
func TestPicturesAreDrawnAsLookedAt(t *testing.T) {
	demo := func(name string, clock float64) func(t *testing.T) *player.Moment {
		return func(t *testing.T) *player.Moment { return openPlayer(t, name, clock).Moment() }
	}
	made := func(m func() *player.Moment) func(t *testing.T) *player.Moment {
		return func(*testing.T) *player.Moment { return m() }
	}
	exact := []string{"quake eye", "quake wire", "effects", "players"}
	above, court := &poses[0].camera, &poses[1].camera
	for _, p := range []struct {
		name, mapName string
		moment        func(t *testing.T) *player.Moment
		camera        *Camera // nil is the eye
		options       Options
	}{
		{"quake eye", "demoscope1.bsp", demo("demoscope1_p15.dem", 6), nil, Options{FirstPerson: true}},
		{"quake eye at a door", "demoscope1.bsp", demo("demoscope1_p15.dem", 33), nil, Options{FirstPerson: true}},
		{"quake from above", "demoscope1.bsp", demo("demoscope1_p15.dem", 20), above, Options{Switches: setting.XRay}},
		{"quake ghost", "demoscope1.bsp", demo("demoscope1_p15.dem", 32.5), &Camera{Origin: vec{-150, 420, 220},
			Angles: vec{30, 215, 0}}, Options{}},
		{"quake shaded", "demoscope1.bsp", demo("demoscope1.mvd", 27.35), court,
			Options{Mode: Shaded, Switches: setting.Items}},
		{"quake hidden-line", "demoscope1.bsp", demo("demoscope1.mvd", 27.35), court, Options{Mode: HiddenLine}},
		{"quake wire", "demoscope1.bsp", demo("demoscope1.mvd", 27.35), court, Options{Mode: Wire}},
		{"quake2", "q2/demoscope1.bsp", demo("demoscope1.dm2", 46.5), above, Options{}},
		{"quake3", "q3/demoscope1.bsp", demo("demoscope1.dm_71", 20), court, Options{}},
		{"quake3 shaded", "q3/demoscope1.bsp", demo("demoscope1.dm_71", 20), above, Options{Mode: Shaded}},
		{"rebuilt", "", demo("demoscope1.mvd", 30), &Camera{Origin: vec{-429, -429, 352}, Angles: vec{30, 45, 0}},
			Options{}},
		{"rebuilt wire", "", demo("demoscope1.mvd", 30), nil, Options{Mode: Wire}},
		{"no map", "", demo("demoscope1.mvd", 30), &Camera{Origin: vec{-429, -429, 352}, Angles: vec{30, 45, 0}},
			Options{}},
		{"effects", "", made(effectsMoment), &Camera{}, Options{}},
		{"players", "", made(playersMoment), &Camera{Origin: vec{0, 0, 30}, Angles: vec{15, 0, 0}}, Options{}},
		{"players from below", "", made(playersMoment), &Camera{Origin: vec{0, 0, -90}, Angles: vec{-25, 0, 5},
			FOV: 100}, Options{}},
	} {
		t.Run(p.name, func(t *testing.T) {
			s := New()
			if p.mapName != "" {
				s.SetGeometry(Prepare(loadMap(t, p.mapName)))
			}
			m := p.moment(t)
			c := EyeCamera(m.Eye, 90)
			if p.camera != nil {
				c = *p.camera
			}
			p.options.Follow = -1
			switch p.name {
			case "quake from above":
				p.options.Walked = walkedLine()
				p.options.Set(setting.HeatMap, true)
			case "rebuilt", "rebuilt wire":
				s.SetGeometry(rebuiltGeometry(t, "demoscope1.mvd"))
			}
			if p.name == "quake ghost" {
				second := openPlayer(t, "demoscope1_p666.dem", 32.6)
				second.Timeline().Wait()
				p.options.Ghost = Ghost{Moment: second.Moment(), Track: second.Timeline().Track(0, 30, 35)}
			}
			s.Build(m, c, View{640, 400, 1}, &p.options)
			cv := s.picture(640, 400)
			golden.Save(t, "golden-"+p.name, cv.image())
			golden.Picture(t, p.name, golden.Smaller(cv.image(), 4))
			if !slices.Contains(exact, p.name) {
				return
			}
			s.Build(m, c, View{320, 180, 1}, &p.options)
			name := "exact " + p.name
			recorded := newPage(320, 180, Background)
			recorded.draw(golden.Recorded(t, name, s.together()))
			golden.Exact(t, name, recorded.image())
			golden.Picture(t, name, s.picture(320, 180).image())
		})
	}
}

// walkedLine is ground walked along a line through the sample's level, ever
// more often.
func walkedLine() *Walked {
	w := &Walked{}
	for i := range 30 {
		w.Points = append(w.Points, vec{-320 + 22*float32(i), -320 + 22*float32(i), 1})
		w.Counts = append(w.Counts, uint32(1+i*i/4))
	}
	return w
}

// TestLegendIsDrawnAsLookedAt compares the icons of the legend with a picture.
func TestLegendIsDrawnAsLookedAt(t *testing.T) {
	const side = 48
	var b draw.Buffer
	for i, item := range Legend() {
		LegendIcon(&b, item.Kind, float32(side*i+side/2), side/2, side)
	}
	cv := newPage(side*int(kinds), side, Background)
	cv.draw(&b)
	golden.Picture(t, "legend", cv.image())
}
