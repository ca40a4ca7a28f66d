package app

import (
	"testing"
	"time"

	"demoscope/render/scene"
	"demoscope/render/setting"
)

// TestTexturesComeLater: a window draws the level as lit until its textures are ready, and a picture waits for them.
func TestTexturesComeLater(t *testing.T) {
	r := newRig(t)
	r.Viewing.Mode = scene.Game
	for begun := time.Now(); r.Active.Scene.World.Textures == nil; r.pass(0.01) {
		if time.Since(begun) > time.Minute {
			t.Fatal("the textures do not come")
		}
	}
	if !r.Active.Options.TrueLight && r.Active.Scene.World.Lift.Power == 0 {
		t.Error("the light is not lifted")
	}
	r.Viewing.Choose(setting.Values{"mode": {"lit"}})
	if r.pass(0.01); r.Active.Scene.World.Textures != nil {
		t.Error("lit has textures")
	}

	pic := NewPicture(&Options{Player: newPlayer(t, "demoscope1.mvd", sample(t, "demoscope1.mvd")), Maps: sampleMap(t),
		Width: 320, Height: 180})
	pic.Viewing.Choose(setting.Values{"mode": {"game"}, "light": {"true"}})
	pic.Demo.Player.Seek(10)
	m := pic.Demo.Player.Moment()
	pic.Demo.LoadMap(m.World)
	pic.BuildScene(m, 0)
	if w := &pic.Active.Scene.World; w.Textures == nil || w.Lift.Power != 0 {
		t.Errorf("a picture has textures %v, lifted by %+v", w.Textures != nil, w.Lift)
	}
}
