package scene

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/assets"
	models "demoscope/assets/model"
	"demoscope/internal/corpus"
	"demoscope/internal/wait"
	"demoscope/player"
	"demoscope/player/world"
	"demoscope/player/world/rules"
	"demoscope/render/draw"
)

// flat is a TGA of one pixel.
func flat(red, green, blue byte) []byte {
	return []byte{2: 2, 12: 1, 14: 1, 16: 24, 17: 0x20, 18: blue, 19: green, 20: red}
}

// drawn builds pictures until all models are there, and returns the scene.
func drawn(t *testing.T, build func(*Scene, *assets.Models), o assets.Options) *Scene {
	t.Helper()
	search, err := assets.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { search.Close() })
	s, list := New(), assets.NewModels(search, BrushModel)
	wait.For(t, "all models", func() bool { build(s, list); return !list.Waiting() })
	return s
}

// TestSkinsOfQuake2: a player wears the picture that his configstring names, or that of the
// grunt, and has the color of his team on it; a model that is missing is the male's.
func TestSkinsOfQuake2(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, "baseq2", "players", "male")
	if err := os.MkdirAll(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	body, err := os.ReadFile(filepath.Join(corpus.Dir(t), "models", "md2", "sydney.md2"))
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"tris.md2": body, "grunt.tga": flat(0, 40, 0),
		"ctf_r.tga": flat(120, 20, 20)} {
		if err := os.WriteFile(filepath.Join(folder, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		skin string
		want triangleColor
		dye  draw.Color
	}{
		{"male/ctf_r", triangleColor{r: 120, g: 20, b: 20}, colorRed},
		{"female/ctf_b", triangleColor{g: 40}, colorBlue},
		{"male/nobody", triangleColor{g: 40}, slotColor(0)}, {"", triangleColor{g: 40}, slotColor(0)},
	} {
		m := momentOf(vec{100, 0, 0})
		m.World.Game = world.Quake2
		m.World.Players[0].Skin = c.skin
		build := func(s *Scene, list *assets.Models) {
			s.Build(m, Camera{FOV: 90}, View{400, 300, 1}, &Options{Mode: Lit, Models: list, Follow: -1})
		}
		s := drawn(t, build, assets.Options{Game: assets.Quake2, BaseDirs: []string{dir}, NoInstalled: true})
		worn := &s.bodies.poser.human[0]
		if list := worn.paint.triangleColors; worn.model.Format != models.MD2 || list == nil || (*list)[0] != c.want {
			t.Errorf("%q: %s with the triangle colors %v, want %+v", c.skin, worn.model.Format, list, c.want)
		}
		if d := worn.paint.dye; d.R != c.dye.R || d.G != c.dye.G || d.B != c.dye.B || d.A != 0.5 {
			t.Errorf("%q: dyed %+v, want half of %+v", c.skin, d, c.dye)
		}
		if n := testing.AllocsPerRun(100, func() { build(s, s.frame.opt.Models) }); n > 0 {
			t.Errorf("%q: %v allocations", c.skin, n)
		}
		// A flag that he carries is of its own color, and has no skin of his.
		m.World.Players[0].Effects = world.Quake2EffectRedFlag
		build(s, s.frame.opt.Models)
		if flag := &s.bodies.poser.human[1]; flag.paint.triangleColors != nil || flag.paint.accent != flag.paint.flag ||
			flag.paint.flag.A == 0 {
			t.Errorf("%q: a flag with triangle colors: %v, and the accent %+v", c.skin,
				flag.paint.triangleColors != nil, flag.paint.accent)
		}
	}
}

// TestSkinsOfOpenArena: the three models of a player wear what the skin files name, and teams
// those of the teams.
func TestSkinsOfOpenArena(t *testing.T) {
	o := assets.Options{Game: assets.Quake3, BaseDirs: []string{"/usr/share/games/openarena"}, NoInstalled: true}
	search, err := assets.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	defer search.Close()
	if _, err := search.Find("models/players/assassin/lower.md3"); err != nil {
		t.Skip("Debian's openarena-088-data is not installed: ", err)
	}
	mean := func(team string) (r, g, b int) {
		m := momentOf(vec{100, 0, 0})
		m.World.Game = world.Quake3
		m.World.Players[0].UserInfo, m.World.Players[0].Team = `\model\assassin\hmodel\assassin`, team
		s := drawn(t, func(s *Scene, list *assets.Models) {
			s.Build(m, Camera{FOV: 90}, View{400, 300, 1}, &Options{Mode: Lit, Models: list, Follow: -1})
		}, o)
		for i := range 3 {
			worn := &s.bodies.poser.human[i]
			if worn.model.Format != models.MD3 || worn.paint.triangleColors == nil {
				t.Fatalf("part %d is of %s with the triangle colors %v", i, worn.model.Format,
					worn.paint.triangleColors)
			}
			for _, k := range *worn.paint.triangleColors {
				r, g, b = r+int(k.r), g+int(k.g), b+int(k.b)
			}
		}
		return r, g, b
	}
	if r, _, b := mean("red"); r < 2*b {
		t.Errorf("red ones have %d of red and %d of blue", r, b)
	}
	if r, _, b := mean("blue"); 2*b < 3*r {
		t.Errorf("blue ones have %d of red and %d of blue", r, b)
	}
}

// TestGunsOfOpenArena: the weapon is in the hand of the game's player, with the barrel that
// turns, and shots come from its muzzle; a body that is left is that of its player, without one.
func TestGunsOfOpenArena(t *testing.T) {
	o := assets.Options{Game: assets.Quake3, BaseDirs: []string{"/usr/share/games/openarena"}, NoInstalled: true}
	search, err := assets.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	defer search.Close()
	if _, err := search.Find("models/weapons/vulcan/vulcan.md3"); err != nil {
		t.Skip("Debian's openarena-088-data is not installed: ", err)
	}
	m := momentOf(vec{100, 0, 0})
	m.World.Game = world.Quake3
	p := &m.World.Players[0]
	p.UserInfo, p.Frame, p.WeaponFrame = `\model\assassin\hmodel\assassin`, models.LegsIdle, models.TorsoStand
	build := func(s *Scene, list *assets.Models) {
		s.Build(m, Camera{FOV: 90}, View{400, 300, 1}, &Options{Mode: Lit, Models: list, Follow: -1})
	}
	for _, c := range []struct {
		weapon uint8
		barrel bool
		size   float32 // how far tag_flash is from the hand in the file, in units
	}{{weapon: 11, size: 14.546}, {weapon: 13, barrel: true, size: 32.852}} {
		p.Weapon = c.weapon
		s := drawn(t, build, o)
		list := &s.bodies.poser.human
		if gun := &list[3]; gun.model.Format != models.MD3 || gun.paint.triangleColors == nil ||
			(list[4].model != nil) != c.barrel {
			t.Fatalf("weapon %d is of %s with the colors %v, its barrel %v", c.weapon, gun.model.Format,
				gun.paint.triangleColors, list[4].model)
		}
		muzzle, ok := s.bodies.gunOf(m, 0)
		if d := muzzle.Origin.Sub(list[3].at.Origin).Len(); !ok || abs(d-c.size) > 0.001 {
			t.Errorf("weapon %d: the muzzle is %v units before the hand, want %v", c.weapon, d, c.size)
		}
		if n := testing.AllocsPerRun(100, func() { build(s, s.frame.opt.Models) }); n > 0 {
			t.Errorf("weapon %d: %v allocations", c.weapon, n)
		}
	}
	// Before the eye it is where tag_weapon of its hand is in the file: in pose 0, and 10
	// degrees of a wide view lower it by 2.
	p.Weapon = 12
	m.Eye = player.Eye{Slot: 0, Known: true}
	eye := drawn(t, func(s *Scene, list *assets.Models) {
		s.Build(m, Camera{FOV: 100}, View{400, 300, 1}, &Options{Models: list, Follow: -1, FirstPerson: true})
	}, o)
	before := &eye.bodies.poser.human[0].at
	if want := (mgl32.Vec3{11.917, -5.778, -13.782}); before.Origin.Sub(want).Len() > 0.01 ||
		abs(before.Axis.Col(0).Len()-0.6) > 1e-3 {
		t.Errorf("before the eye it is at %v, %v large, want %v", before.Origin, before.Axis.Col(0).Len(), want)
	}
	// A narrow view does not lift it.
	eye.Build(m, Camera{FOV: 80}, View{400, 300, 1}, &Options{Models: eye.frame.opt.Models, Follow: -1,
		FirstPerson: true})
	if want := (mgl32.Vec3{11.917, -5.778, -11.782}); eye.bodies.poser.human[0].at.Origin.Sub(want).Len() > 0.01 {
		t.Errorf("before the eye of a narrow view it is at %v, want %v", eye.bodies.poser.human[0].at.Origin, want)
	}
	m.Eye = player.Eye{Slot: world.Nobody}
	body := rules.New("dm3")
	body.Players = m.World.Players
	m.World, p.Visible = body, false
	m.Entities = []world.Entity{{Number: 70, Type: 1, Skin: 0, Origin: mgl32.Vec3{100, 0, 0}}}
	s := drawn(t, build, o)
	if list := &s.bodies.poser.human; list[2].model == nil || list[3].model != nil ||
		list[0].model.Format != models.MD3 {
		t.Errorf("a body is of %v, and holds %v", list[:3], list[3].model)
	}
}

// TestDyed: half of the dye, as bright as the skin is, and never quite dark.
func TestDyed(t *testing.T) {
	white, black := draw.RGB(0xffffff), draw.Color{A: 1}
	for _, c := range []struct{ from, dye, want draw.Color }{
		{white, draw.Color{R: 1, A: 0.5}, draw.Color{R: 1, G: 0.5, B: 0.5, A: 1}},
		{black, draw.Color{R: 1, A: 0.5}, draw.Color{R: 0.21, A: 1}},
		{draw.Color{G: 0.6, A: 1}, draw.Color{}, draw.Color{G: 0.6, A: 1}},
	} {
		if got := dyed(c.from, c.dye); abs(got.R-c.want.R)+abs(got.G-c.want.G)+abs(got.B-c.want.B)+
			abs(got.A-c.want.A) > 0.01 {
			t.Errorf("%+v with %+v is %+v, want %+v", c.from, c.dye, got, c.want)
		}
	}
}
