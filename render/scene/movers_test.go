package scene

import (
	"image"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/assets/shader"
	"demoscope/bsp"
	"demoscope/player"
	"demoscope/player/world"
	"demoscope/render/material"
)

// oneShader is a game with one script for all surfaces, and white pictures of 8 by 8 pixels.
type oneShader struct{ all *shader.Shader }

func (s oneShader) Shader(string) *shader.Shader { return s.all }

func (s oneShader) Image(string) (*image.NRGBA, error) {
	p := image.NewNRGBA(image.Rect(0, 0, 8, 8))
	for i := range p.Pix {
		p.Pix[i] = 255
	}
	return p, nil
}

// TestDeforms: a face 64 units wide, from 68 to 132 units before the eye, which sees its edge. The picture is 640
// pixels wide, and a unit at a distance of one unit is 320.
func TestDeforms(t *testing.T) {
	for _, c := range []struct {
		deform                   string
		high                     float32
		time                     float64
		left, right, top, bottom float32
	}{
		{"autosprite", 64, 0, 217.6, 422.4, 137.6, 342.4},
		{"autosprite2", 128, 0, 217.6, 422.4, 35.2, 444.8},
		// To the left by 17 at half a second, when the wave is at its top.
		{"move 0 1 0 sin 7 10 0 0.5", 64, 0.5, 240, 320 - 17./132*320, 240 - 32./68*320, 240 + 32./68*320},
		// Along its normal, by 10 and -10 in turn: its corners are half a wave apart.
		{"wave 128 sin 0 10 -0.03125 0", 64, 9, 320 - 10./68*320, 320 + 10./68*320, 240 - 32./68*320,
			240 + 32./68*320},
	} {
		g := oneFace(t, "cull none\ndeformVertexes "+c.deform, c.high)
		s := New()
		s.SetGeometry(g)
		o := DefaultOptions()
		o.Mode = Game
		s.begin(nil, Camera{FOV: 90}, View{640, 480, 1}, &o)
		s.textured.time = c.time
		s.visible.open()
		s.level.walk()
		s.level.emit()
		if len(s.World.Vertices) != 4 {
			t.Errorf("%s: %d corners", c.deform, len(s.World.Vertices))
			continue
		}
		left, right, top, bottom := s.World.Vertices[0].X, s.World.Vertices[0].X, s.World.Vertices[0].Y,
			s.World.Vertices[0].Y
		for _, v := range s.World.Vertices {
			left, right, top, bottom = min(left, v.X), max(right, v.X), min(top, v.Y), max(bottom, v.Y)
			if c.deform != "autosprite" {
				continue
			}
			// The texture is once on it, upright: 8 texels.
			u, w := v.Custom[0]/v.Custom[2], v.Custom[1]/v.Custom[2]
			if abs(u-8*(v.X-c.left)/(c.right-c.left)) > 0.01 || abs(w-8*(v.Y-c.top)/(c.bottom-c.top)) > 0.01 {
				t.Errorf("%v, %v has texel %v, %v", v.X, v.Y, u, w)
			}
		}
		for i, pair := range [][2]float32{{left, c.left}, {right, c.right}, {top, c.top}, {bottom, c.bottom}} {
			if abs(pair[0]-pair[1]) > 0.1 {
				t.Errorf("%s: side %d is at %v, not %v", c.deform, i, pair[0], pair[1])
			}
		}
	}
}

// oneFace returns a map of Quake III without walls and its textures: a face 64 units wide, from x = 68 to x = 132,
// with a height, and a script for it.
func oneFace(t *testing.T, script string, high float32) *Geometry {
	t.Helper()
	list, err := shader.Parse([]byte("x\n{\n" + script + "\n{\nmap a\n}\n}"))
	if err != nil {
		t.Fatal(err)
	}
	z := high / 2
	m := &bsp.Map{
		Version: bsp.VersionQuake3, Models: []bsp.Model{{NumFaces: 1}},
		Planes:   []bsp.Plane{{Normal: mgl32.Vec3{1, 0, 0}, Dist: -900}},
		Nodes:    []bsp.Node{{Children: [2]int32{^0, ^1}, Parent: -1}},
		Leaves:   []bsp.Leaf{{Cluster: -1}, {Cluster: -1}},
		Textures: []bsp.Texture{{Name: "x"}},
		Vertices: []mgl32.Vec3{{68, 0, -z}, {68, 0, z}, {132, 0, z}, {132, 0, -z}},
		Faces: []bsp.Face{{Plane: -1, NumVertices: 4, Mins: mgl32.Vec3{68, 0, -z}, Maxs: mgl32.Vec3{132, 0, z},
			Light: bsp.FaceLight{Offset: -1}}},
		FaceVertices: []uint32{0, 1, 2, 3},
		TexCoords:    []mgl32.Vec2{{2, 3}, {2, 2}, {3, 2}, {3, 3}},
	}
	m.Lighting.Corners, m.Lighting.Colors = make([]mgl32.Vec2, 4), make([][4]uint8, 4)
	g := Prepare(m)
	g.paint.level.Store(material.New(m, nil, oneShader{list[0]}, true))
	g.paint.ready.Store(true)
	return g
}

// TestFrames: entities of Quake II choose the frames of their animated textures with effects.
func TestFrames(t *testing.T) {
	for _, c := range []struct {
		game    world.Game
		effects uint32
		time    float64
		want    int32
	}{
		{world.Quake, 0x40, 3.5, 5}, {world.Quake2, 0, 3.5, 5}, {world.Quake2, 0x40, 3.5, 1},
		{world.Quake2, 0x40, 4, 0}, {world.Quake2, 0x80, 3.5, 3}, {world.Quake2, 0x80, 4, 2},
		{world.Quake2, 0x100, 3.5, 7}, {world.Quake2, 0x200, 3.5, 35}, {world.Quake2, 0x1000, 3.5, 5},
		{world.Quake2, 0x100, -1, 5},
	} {
		m := &player.Moment{Time: c.time, World: &world.World{Game: c.game}}
		if got := frameOf(m, &world.Entity{Frame: 5, Effects: c.effects}); got != c.want {
			t.Errorf("game %v, effects %#x at %v s: frame %d, want %d", c.game, c.effects, c.time, got, c.want)
		}
	}
}
