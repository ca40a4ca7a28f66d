package scene

import (
	"testing"

	"demoscope/assets"
	figures "demoscope/assets/figure"
	models "demoscope/assets/model"
	"demoscope/internal/corpus"
	"demoscope/internal/wait"
)

// TestGamesModels builds pictures with the models of LibreQuake, whose PAK has the ogre and
// the knights of this moment: once they are loaded they are drawn in the place of our figures,
// colored by their skins, and looking for them allocates nothing.
func TestGamesModels(t *testing.T) {
	search, err := assets.Open(assets.Options{Game: assets.Quake, BaseDirs: []string{corpus.Dir(t) + "/game/lq"},
		NoInstalled: true})
	if err != nil {
		t.Fatal(err)
	}
	defer search.Close()
	m := openPlayer(t, "dem/lq_demo2_lite.dem", 33).Moment()
	s := New()
	o := Options{Mode: Lit, Models: assets.NewModels(search, BrushModel), FirstPerson: true, Follow: -1}
	round := func() {
		for turn := range 8 {
			camera := EyeCamera(m.Eye, 90)
			camera.Angles[1] += float32(turn) * 45
			s.Build(m, camera, View{800, 600, 1}, &o)
		}
	}
	wait.For(t, "all models", func() bool { round(); return !o.Models.Waiting() })
	if n := testing.AllocsPerRun(20, round); n > 0 {
		t.Errorf("%v allocations in 8 pictures", n)
	}
	for _, name := range []string{"progs/ogre.mdl", "progs/knight.mdl"} {
		g := s.wardrobe.model(name)
		if g == nil || g.Format != models.MDL {
			t.Fatalf("%s is not found", name)
		}
		if s.wardrobe.cache.made[skinKey{g, skinChoice{}, s.frame.opt.Palette}] == nil {
			t.Errorf("%s has been drawn without triangle colors", name)
		}
	}
}

// TestMuzzleOfGamesModel: Quake's own models of weapons are moved to the right of the middle, as ours are held, and
// lightning begins at their muzzles.
func TestMuzzleOfGamesModel(t *testing.T) {
	m := openPlayer(t, "dem/lqdm11_p666.dem", 28.08).Moment() // fires the Thunderbolt
	_, right, _ := vectors(m.Eye.Angles)
	off := func(s *Scene) float32 {
		at, ok := s.bodies.muzzle(m, m.Eye.Entity)
		if !ok {
			t.Fatal("no muzzle")
		}
		return at.Sub(m.Eye.Origin).Dot(right)
	}
	build := func(s *Scene, list *assets.Models) {
		s.Build(m, EyeCamera(m.Eye, 90), View{800, 600, 1}, &Options{Mode: Lit, Models: list, FirstPerson: true,
			Follow: -1})
	}
	ours := New()
	build(ours, nil)
	if got := off(ours); abs(got-6.5) > 0.01 {
		t.Errorf("our figure's muzzle is %v units to the right", got)
	}
	if f := ours.bodies.poser.human[0].model.Format; f != models.Drafted {
		t.Errorf("without game data a model of the format %s is before the eye", f)
	}
	games := drawn(t, build, assets.Options{Game: assets.Quake, BaseDirs: []string{corpus.Dir(t) + "/game/lq"},
		NoInstalled: true})
	if got := off(games); abs(got-5.59) > 0.01 {
		t.Errorf("the game's muzzle is %v units to the right", got)
	}
	if body := &games.bodies.poser.human[0]; body.model.Format != models.MDL || body.paint.triangleColors == nil {
		t.Errorf("before the eye is a model of the format %s", body.model.Format)
	}
}

// TestFlagsOfGamesModels: Quake II's own models of flags wave and do not turn, Quake III's do.
func TestFlagsOfGamesModels(t *testing.T) {
	for format, turns := range map[models.Format]bool{models.MD2: false, models.MD3: true} {
		s := New()
		s.Build(nil, Camera{}, View{640, 480, 1}, &Options{Follow: -1})
		g := *figures.Get("flag").Model
		g.Format = format
		s.markers.putGameModel(&g, &marker{class: &class{kind: kindFlag}, look: &look{}, angles: vec{0, 30, 0},
			spin: 75, scale: 1})
		want := bodyOf(vec{}, vec{0, 30, 0}, 1).Axis
		if got := s.bodies.poser.human[0].at.Axis; (got != want) != turns {
			t.Errorf("a flag of the format %s that stands by %v is drawn by %v", format, want, got)
		}
	}
}
