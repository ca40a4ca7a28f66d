package torture

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/assets"
	"demoscope/bsp"
	"demoscope/formats/message"
	"demoscope/player"
	"demoscope/player/world"
	"demoscope/render/draw"
	"demoscope/render/scene"
)

// seen returns what a picture of a moment has, from before a place or from the moment's eye.
func seen(m *player.Moment, g *scene.Geometry, models *assets.Models, near *mgl32.Vec3) []draw.Vertex {
	s := scene.New()
	s.SetGeometry(g)
	c := scene.EyeCamera(m.Eye, 90)
	if near != nil {
		c.Origin, c.Angles = near.Add(mgl32.Vec3{-100, 0, 10}), mgl32.Vec3{}
	}
	o := scene.DefaultOptions()
	o.Models = models
	s.Build(m, c, scene.View{Width: 640, Height: 360, Scale: 1}, &o)
	return slices.Clone(s.World.Vertices)
}

// TestGameFilesAreDrawn: what a drive puts into a game folder is in the picture, and not
// only loaded: each model that a moment asks for, and a player of three.
func TestGameFilesAreDrawn(t *testing.T) {
	b := &bench{dir: t.TempDir(), Rand: rand.New(rand.NewPCG(1, 1))}
	for _, test := range []struct {
		game   bsp.Game
		data   []byte
		models int // that are asked for at 20 s, at least
	}{{bsp.Quake, pyramidMDL(), 15}, {bsp.Quake2, pyramidMD2(), 15}, {bsp.Quake3, pyramidMD3(), 8}} {
		m, err := b.pictures.moment(test.game, 20)
		if err != nil {
			t.Fatal(err)
		}
		list := askedFor(m)
		if len(list) < test.models {
			t.Errorf("%v: %d models are asked for", test.game, len(list))
		}
		drawn := 0
		for _, a := range list {
			if err := b.put(test.game, test.data, a.path); err != nil {
				t.Fatal(err)
			}
			s, err := b.searched(test.game)
			if err != nil {
				t.Fatal(err)
			}
			models := assets.NewModels(s, scene.BrushModel)
			if err := wait(func() (error, bool) {
				_, err, ready := models.Model(a.path)
				return err, ready
			}); err != nil {
				t.Error(err)
			}
			if !slices.Equal(seen(m, nil, nil, &a.at), seen(m, nil, models, &a.at)) {
				drawn++
			}
			s.Close()
			b.taken()
		}
		// Some are before the eye, or in the hand of somebody for whom there is no model.
		if drawn*4 < len(list)*3 {
			t.Errorf("%v: %d of %d models are in a picture", test.game, drawn, len(list))
		}
	}
	m, err := b.pictures.moment(bsp.Quake3, 20)
	if err != nil {
		t.Fatal(err)
	}
	slot := visiblePlayers(m)[0]
	name := assets.ParsePlayer(m.World.Players[slot].InfoValue("model"), "")
	if err := b.arenaPlayer(name.Model, "cfg", []byte(animationText)); err != nil {
		t.Fatal(err)
	}
	defer b.taken()
	s, err := b.searched(bsp.Quake3)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	models, at := assets.NewModels(s, scene.BrushModel), mgl32.Vec3(m.Poses[slot].Origin)
	if err := wait(func() (error, bool) { _, err, ready := models.Player(name); return err, ready }); err != nil {
		t.Fatal(err)
	}
	if slices.Equal(seen(m, nil, nil, &at), seen(m, nil, models, &at)) {
		t.Error("the player of the game is not in the picture")
	}
}

// TestSurfacesAreDrawn: light styles, colored light and textures that the drives change are
// in the picture.
func TestSurfacesAreDrawn(t *testing.T) {
	b := &bench{dir: t.TempDir()}
	flickering := 0
	for _, s := range builtSurfaces() {
		if s.Kind != KindMap {
			continue
		}
		flickering++
		m, err := bsp.Load(s.Data)
		if err != nil {
			t.Fatal(err)
		}
		moment, err := b.pictures.moment(m.Version.Game(), 20)
		if err != nil {
			t.Fatal(err)
		}
		pictures := map[string][]draw.Vertex{}
		for _, pattern := range []string{"a", "z"} {
			for style := range 64 {
				if moment.World.Game == world.Quake {
					moment.World.Apply(&message.LightStyle{Style: uint8(style), Text: []byte(pattern)})
				} else {
					moment.World.Apply(&message.ConfigString{Index: uint16(800 + style), Text: []byte(pattern)})
				}
			}
			pictures[pattern] = seen(moment, scene.Prepare(m), nil, nil)
		}
		if slices.Equal(pictures["a"], pictures["z"]) {
			t.Errorf("%s of %s does not flicker", s.Name, s.Format)
		}
	}
	if flickering != 2 {
		t.Errorf("%d maps flicker", flickering)
	}
	b.pictures = pictures{}
	data, err := sampleMap(assets.Quake2)
	if err != nil {
		t.Fatal(err)
	}
	m, err := bsp.Load(data)
	if err != nil {
		t.Fatal(err)
	}
	moment, err := b.pictures.moment(bsp.Quake2, 20)
	if err != nil {
		t.Fatal(err)
	}
	plain := seen(moment, scene.Prepare(m), nil, nil)
	for _, name := range m.Wals() {
		if err := m.AttachWal(name, walOf(name, 64)); err != nil {
			t.Fatal(err)
		}
	}
	if slices.Equal(plain, seen(moment, scene.Prepare(m), nil, nil)) {
		t.Error("textures are not in the picture")
	}
}
