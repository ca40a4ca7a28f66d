package app

import (
	"strings"
	"testing"

	"demoscope/assets"
	"demoscope/bsp"
	"demoscope/render/internal/rendertest"
	"demoscope/render/scene"
	"demoscope/render/setting"
)

// TestTexturesComeLater: a window draws the level as lit until its textures are ready, and a picture waits for them.
func TestTexturesComeLater(t *testing.T) {
	r := newRig(t)
	r.Viewing.Mode = scene.Game
	r.passUntil(0.01, "the textures", func() bool { return r.Active.Scene.World.Textures != nil })
	if !r.Active.Options.TrueLight && r.Active.Scene.World.Lift.Power == 0 {
		t.Error("the light is not lifted")
	}
	r.Viewing.Apply(setting.Values{"mode": {"lit"}})
	if r.pass(0.01); r.Active.Scene.World.Textures != nil {
		t.Error("lit has textures")
	}

	pic := NewPicture(&Options{Demo: Demo{Player: newPlayer(t, "demoscope1.mvd", sample(t, "demoscope1.mvd")),
		Maps: sampleMap(t)},
		Width: 320, Height: 180})
	pic.Viewing.Apply(setting.Values{"mode": {"game"}, "light": {"true"}})
	pic.Demo.Player.Seek(10)
	m := pic.Demo.Player.Moment()
	pic.Demo.LoadMap(m.World)
	pic.BuildScene(m, 0)
	if w := &pic.Active.Scene.World; w.Textures == nil || w.Lift.Power != 0 {
		t.Errorf("a picture has textures %v, lifted by %+v", w.Textures != nil, w.Lift)
	}
}

// TestMissingTextures: a window says once that a level has no textures, and which are missing.
func TestMissingTextures(t *testing.T) {
	r := newRig(t)
	load := func(name string) *bsp.Map {
		m, _ := rendertest.GameMap(t, name)(nil)
		return m
	}
	level := load("demoscope1.mvd")
	for i := range level.Textures {
		if i%2 == 0 {
			level.Textures[i].Pixels = nil
		}
	}
	for _, c := range []struct {
		level *scene.Geometry
		want  string
	}{
		{scene.Prepare(level), "extures not found: "},
		{scene.Prepare(load("demoscope1.dm_71")), "No textures found for this level; drawn as lit"},
		{scene.Prepare(load("demoscope1.mvd")), ""},
	} {
		p, n := texturing{level: c.level, left: true}, &r.Demo.Notices
		n.say("")
		if p.report(n); n.note.text != "" {
			t.Errorf("before textures were looked for: %q", n.note.text)
		}
		c.level.Paint(assets.OwnPalette(assets.Quake), nil, false)
		if p.report(n); !strings.Contains(n.note.text, c.want) || c.want == "" && n.note.text != "" {
			t.Errorf("%q, not %q", n.note.text, c.want)
		}
		n.say("")
		if p.report(n); n.note.text != "" {
			t.Errorf("a second time: %q", n.note.text)
		}
	}
}

// TestOneLightAtATime: the textures for another light are prepared only when those requested before are ready, so
// that of two changes the last wins.
func TestOneLightAtATime(t *testing.T) {
	r := newRig(t)
	r.loaded()
	r.pass(0)
	if r.texturing.done != nil {
		<-r.texturing.done // of the light before
	}
	r.Viewing.Mode, r.Viewing.light = scene.Game, trueLight
	if r.untextured() == nil {
		t.Fatal("no textures are requested")
	}
	r.texturing.done = make(chan struct{})
	r.Viewing.light = liftedLight
	if r.untextured() != nil {
		t.Error("both lights are prepared at once")
	}
	close(r.texturing.done)
	if r.untextured() == nil || r.texturing.light != liftedLight {
		t.Error("the second light is never prepared")
	}
}
