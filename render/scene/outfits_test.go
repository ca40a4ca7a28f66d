package scene

import (
	"encoding/binary"
	"image/color"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/assets"
	models "demoscope/assets/model"
	"demoscope/bsp"
	"demoscope/internal/corpus"
	"demoscope/player/world"
	"demoscope/player/world/equipment"
	"demoscope/render/draw"
	"demoscope/render/raster"
)

// poster is an MDL of a square of 40 by 40 units that looks to -x. The upper half of its skin of 8 by 8 pixels has one
// index, the lower half another.
func poster(upper, lower byte) []byte {
	var b []byte
	words := func(list ...int32) {
		for _, n := range list {
			b = binary.LittleEndian.AppendUint32(b, uint32(n))
		}
	}
	floats := func(list ...float32) {
		for _, f := range list {
			words(int32(math.Float32bits(f)))
		}
	}
	b = append(b, "IDPO"...)
	words(6)
	floats(1, 1, 1, 0, -20, -20, 50, 0, 0, 0)
	words(1, 8, 8, 4, 2, 1, 0, 0) // skins, their size, vertices, triangles, frames, sync type, flags
	floats(1)
	words(0)
	for i := range 64 {
		b = append(b, [2]byte{upper, lower}[i/32])
	}
	words(0, 0, 0, 0, 7, 0, 0, 7, 7, 0, 0, 7) // on the seam, s, t: from the upper left corner clockwise
	words(1, 0, 1, 2, 1, 0, 2, 3)
	words(0)
	b = append(b, 0, 0, 0, 0, 0, 40, 40, 0)
	b = append(b, "frame1\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"...)
	return append(b, 0, 40, 40, 0, 0, 0, 40, 0, 0, 0, 0, 0, 0, 40, 0, 0)
}

// posters is a game folder with a poster as the player of Quake.
func posters(t *testing.T, upper, lower byte) assets.Options {
	t.Helper()
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "id1", "progs"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "id1", "progs", "player.mdl"), poster(upper, lower), 0o666); err != nil {
		t.Fatal(err)
	}
	return assets.Options{Game: assets.Quake, BaseDirs: []string{dir}, NoInstalled: true}
}

// TestSkinsInGame: in the mode game a player of QuakeWorld is the game's model in its skin, in the player's own colors,
// with an outline alone; in others it has triangle colors. Nothing is allocated for it.
func TestSkinsInGame(t *testing.T) {
	m := momentOf(vec{100, 0, 0}) // whose shirt is 4 and whose trousers are 13
	m.World.Game = world.QuakeWorld
	folder := posters(t, 96+7, 16+3)
	o := Options{Mode: Game, TrueLight: true, Follow: -1}
	build := func(s *Scene, list *assets.Models) {
		o.Models = list
		s.Build(m, Camera{FOV: 90}, View{400, 300, 1}, &o)
	}
	s := drawn(t, build, folder)
	build(s, o.Models)
	if body := &s.bodies.poser.human[0]; body.model.Format != models.MDL || body.paint.outfit == nil ||
		body.paint.triangleColors != nil {
		t.Fatalf("the body is of %s, with the outfit %v and the triangle colors %v", body.model.Format,
			body.paint.outfit, body.paint.triangleColors)
	}
	if n := testing.AllocsPerRun(100, func() { build(s, o.Models) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
	p := raster.New(400, 300)
	p.Draw(&s.World, nil)
	palette := assets.OwnPalette(assets.Quake)
	for y, index := range map[int]int{120: 13*16 + 15 - 7, 180: 4*16 + 3} {
		// Without a floor the light is 1.3, of which a face to -x has 0.778.
		got, want := p.Image().RGBAAt(200, y), palette[index]
		for i, c := range [3][2]uint8{{got.R, want.R}, {got.G, want.G}, {got.B, want.B}} {
			if math.Abs(float64(c[0])-1.3*0.778*float64(c[1])) > 2 {
				t.Errorf("channel %d in row %d is %d of a skin's %d", i, y, c[0], c[1])
			}
		}
	}
	texels, lines := map[[2]int]int{}, untextured(s)
	for i := range s.World.Vertices {
		v := &s.World.Vertices[i]
		if v.Custom[3] == 0 {
			continue
		}
		// Where it is on the square, in texels.
		u, w := (v.X-200)/v.Custom[2]/200, (v.Y-150)/v.Custom[2]/200
		if gotU, gotW := v.Custom[0]/v.Custom[2], v.Custom[1]/v.Custom[2]; abs(gotU-4-u*7/40) > 0.01 ||
			abs(gotW-4-w*7/40) > 0.01 {
			t.Errorf("a corner at %v, %v has texel %v, %v", u, w, gotU, gotW)
		}
		texels[[2]int{int(v.Custom[0] / v.Custom[2]), int(v.Custom[1] / v.Custom[2])}]++
	}
	o.NoRims = true
	build(s, o.Models)
	bare := untextured(s)
	m.World.Players[0].Visible = false
	build(s, o.Models)
	// A line has six corners.
	if alone := untextured(s); len(texels) != 4 || lines != bare+4*6 || bare != alone {
		t.Errorf("the corners have the texels %v, and lines have %d, without rims %d, and without the body %d", texels,
			lines, bare, alone)
	}
	m.World.Players[0].Visible = true
	o.Mode = Lit
	if build(s, o.Models); s.World.Textures != nil || s.bodies.poser.human[0].paint.triangleColors == nil {
		t.Error("in the mode lit it has a skin")
	}
	o.Mode, m.World.Game = Game, world.Quake
	if build(s, o.Models); s.bodies.poser.human[0].model.Format != models.Drafted {
		t.Error("a player of Quake without a model has one")
	}
}

// untextured returns how many corners in a picture have no texture.
func untextured(s *Scene) (n int) {
	for i := range s.World.Vertices {
		if s.World.Vertices[i].Custom[3] == 0 {
			n++
		}
	}
	return n
}

// TestSharedSkins: scenes that share their skins draw of the same image, and find what another one has added.
func TestSharedSkins(t *testing.T) {
	m := momentOf(vec{100, 0, 0}, vec{100, 60, 0})
	m.World.Game = world.QuakeWorld
	m.World.Players[1].Pants = 4
	var o Options
	build := func(s *Scene, list *assets.Models) {
		s.Build(m, Camera{FOV: 90}, View{400, 300, 1}, &Options{Models: list, Follow: -1})
		o = s.frame.opt
	}
	first := drawn(t, build, posters(t, 100, 100))
	build(first, o.Models)
	if n := len(first.World.Textures.List); n != 2 {
		t.Errorf("two players in other colors have %d skins", n)
	}
	o.Mode, o.Skins = Game, first.frame.skins
	second := New()
	if second.Build(m, Camera{FOV: 90}, View{400, 300, 1}, &o); second.World.Textures != first.World.Textures {
		t.Error("another scene has other textures")
	}
	// The level's textures have come.
	g := painted(t, "demoscope1.bsp")
	for _, s := range []*Scene{first, second} {
		s.SetGeometry(g)
		c := insideCameras(g, 1)[0]
		for i := range m.Poses {
			m.Poses[i].Origin = c.Origin.Add(vectorOf(c.Angles[1]).Mul(40))
		}
		s.Build(m, c, View{400, 300, 1}, &o)
		level := g.paint.level.Load()
		if x := s.World.Textures; len(x.List) != len(level.List)+2 || x.Image == level.Image {
			t.Errorf("there are %d textures, the level has %d", len(x.List), len(level.List))
		}
	}
	if first.World.Textures != second.World.Textures {
		t.Error("with a level they have other textures")
	}
}

// vectorOf returns a direction along the floor.
func vectorOf(yaw float32) vec {
	f, _, _ := vectors(vec{0, yaw, 0})
	return f
}

// TestLightOfBodies: a body has the light of the floor below it, which is where a line down from it ends, in bounds.
func TestLightOfBodies(t *testing.T) {
	g := painted(t, "demoscope1.bsp")
	s := New()
	s.SetGeometry(g)
	o := DefaultOptions()
	o.Mode = Game
	s.Build(nil, Camera{}, View{640, 360, 1}, &o)
	found, varied := 0, map[mgl32.Vec3]bool{}
	work := 0
	for _, c := range insideCameras(g, 200) {
		at := c.Origin
		f, floor := g.floorBelow(g.models[0].root, at, at[2]-2048, &work)
		if f == nil {
			continue
		}
		if end := g.until(at, at.Sub(vec{0, 0, 2048})); abs(end[2]-floor[2]) > 1 {
			t.Errorf("the floor below %v is at %v, not %v", at, floor[2], end[2])
		}
		found++
		light := s.textured.lightOn(at, false, &work)
		varied[light] = true
		if most := max(light[0], light[1], light[2]); most < 0.94 || most > 1.71 {
			t.Errorf("at %v it is %v", at, light)
		}
		dead := s.textured.lightOn(at, true, &work)
		if lit := s.textured.lightOf(f, floor); dead != lit {
			t.Errorf("at %v it is %v on the dead, not %v as on the floor", at, dead, lit)
		}
	}
	if found < 100 || len(varied) < 10 || work == 0 {
		t.Errorf("%d of 200 places have a floor, with %d lights, in %d steps", found, len(varied), work)
	}
	at := insideCameras(g, 1)[0].Origin
	s.tints.styles = styleValues{} // no light shines
	if light := s.textured.lightOn(at, false, &work); light != (mgl32.Vec3{0.95, 0.95, 0.95}) {
		t.Errorf("without any light it is %v", light)
	}
	s.frame.opt.TrueLight = true
	for _, dead := range []bool{false, true} {
		if light := s.textured.lightOn(at, dead, &work); light != (mgl32.Vec3{0.3, 0.3, 0.3}) {
			t.Errorf("without any light, and not lifted, it is %v", light)
		}
	}
	if light := s.textured.lightOn(vec{float32(math.NaN())}, false, &work); light != (mgl32.Vec3{1, 1, 1}) {
		t.Errorf("nowhere it is %v", light)
	}
}

// TestSkinAtNearPlane: of a body that reaches behind the camera what is before it has its texels.
func TestSkinAtNearPlane(t *testing.T) {
	s := New()
	s.begin(nil, Camera{FOV: 90}, View{640, 480, 1}, nil)
	ps := &s.pieces
	for _, c := range []struct {
		x       [3]float32 // how far before the camera its corners are
		corners int
	}{{[3]float32{10, 20, 30}, 3}, {[3]float32{-10, 20, 30}, 4}, {[3]float32{-10, -5, 30}, 3},
		{[3]float32{-1, -2, 0}, 0}} {
		s.World.Reset()
		ps.begin()
		ps.points = append(ps.points, vec{c.x[0], 0, 8}, vec{c.x[1], -30, -20}, vec{c.x[2], 30, -20})
		for _, v := range ps.points { // a texel is a place
			ps.lights = append(ps.lights, cornerLight{light: 1, u: v[0] + 100, v: v[1]})
		}
		ps.emit(&s.World, &piece{count: 3, smooth: true, skin: 5, color: draw.Color{R: 0.5, G: 0.25, B: 1, A: 0.5}})
		if n := len(s.World.Vertices); n != c.corners || len(s.World.Indices) != 3*max(0, n-2) {
			t.Fatalf("%v has %d corners and %d indices", c.x, n, len(s.World.Indices))
		}
		for i := range s.World.Vertices {
			v := &s.World.Vertices[i]
			depth := 1 / v.Custom[2]
			if depth < s.frame.near-0.001 || abs(v.Custom[0]*depth-100-depth) > 0.01 ||
				abs(v.Custom[1]*depth+(v.X-320)*depth/s.frame.focal) > 0.01 {
				t.Errorf("%v has a corner of texel %v, %v at %v", c.x, v.Custom[0]*depth, v.Custom[1]*depth, depth)
			}
			if v.R != 0.25 || v.G != 0.125 || v.B != 0.5 || v.A != 0.5 || v.Custom[3] != -5 {
				t.Errorf("%v has a corner %+v", c.x, v)
			}
		}
	}
}

// TestTexturesOfBrushModels: a model that is a map has its textures where the map has them.
func TestTexturesOfBrushModels(t *testing.T) {
	if _, err := BrushModel([]byte("IDPO is no map")); err == nil {
		t.Error("a file that is not a map is a model")
	}
	data := corpus.Read(t, filepath.Join(corpus.Sample, "demoscope1.bsp"))
	m, err := bsp.Load(data)
	if err != nil {
		t.Fatal(err)
	}
	g, err := BrushModel(data)
	if err != nil {
		t.Fatal(err)
	}
	points := g.Lerp(nil, 0, 0, 0)
	for i := range g.Surfaces {
		f := &g.Surfaces[i]
		var of *bsp.Texture
		for k := range m.Textures {
			x := &m.Textures[k]
			at := points[g.Triangles[f.FirstTriangle].V[0]]
			u := (x.Axes[0].Vec3().Dot(at) + x.Axes[0][3]) / float32(x.Width)
			v := (x.Axes[1].Vec3().Dot(at) + x.Axes[1][3]) / float32(x.Height)
			uv := g.TexCoords[g.Triangles[f.FirstTriangle].UV[0]]
			if f.Texture != nil && string(x.Pixels) == string(f.Texture.Pixels[0]) &&
				abs(u-uv[0]) < 0.05 && abs(v-uv[1]) < 0.05 {
				of = x
			}
		}
		if of == nil || int(of.Width) != f.Texture.Width || int(of.Height) != f.Texture.Height {
			t.Errorf("surface %d has no texture of the map: %+v", i, f.Texture != nil)
		}
	}
}

// sprite is an SPR of one picture of 8 by 8 pixels, with a hole on its left half.
func sprite(index byte) []byte {
	var b []byte
	for _, n := range []uint32{0x50534449, 1, 2, 0, 8, 8, 1, 0, 0, 0, uint32(0xfffffffc), 4, 8, 8} {
		b = binary.LittleEndian.AppendUint32(b, n)
	}
	for i := range 64 {
		b = append(b, [2]byte{255, index}[i%8/4])
	}
	return b
}

// TestSpritesInGame: in the mode game an explosion is the sprite of the game, which faces the camera; where it has a
// hole the level is seen. Without the sprite, and in other modes, it is ours.
func TestSpritesInGame(t *testing.T) {
	folder := posters(t, 1, 1)
	path := filepath.Join(folder.BaseDirs[0], "id1", "progs", "s_explod.spr")
	if err := os.WriteFile(path, sprite(4*16+9), 0o666); err != nil {
		t.Fatal(err)
	}
	m := effectMoment(world.Effect{Kind: world.EffectExplosion, Origin: vec{30, 0, 0}}, 0.6, 0.1)
	o := Options{Mode: Game, Follow: -1}
	build := func(s *Scene, list *assets.Models) {
		o.Models = list
		s.Build(m, Camera{Origin: vec{0, 0, 30}, Angles: vec{45, 0, 0}, FOV: 90}, View{400, 300, 1}, &o)
	}
	s := drawn(t, build, folder)
	build(s, o.Models)
	p := raster.New(400, 300)
	p.Draw(&s.World, nil)
	want := assets.OwnPalette(assets.Quake)[4*16+9]
	for _, c := range []struct {
		x, y int
		hole bool
	}{{185, 150, true}, {215, 150, false}, {208, 158, false}, {215, 128, true}} {
		got := p.Image().RGBAAt(c.x, c.y)
		if (got == want) == c.hole {
			t.Errorf("at %d, %d is %v, and its color is %v", c.x, c.y, got, want)
		}
	}
	if n := testing.AllocsPerRun(100, func() { build(s, o.Models) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
	glows := func() (n int) {
		for i := range s.pieces.list {
			if s.pieces.list[i].shape == shapeGlow {
				n++
			}
		}
		return n
	}
	if glows() != 0 {
		t.Error("it burns twice")
	}
	o.Mode = Lit
	if build(s, o.Models); glows() != 3 || s.World.Textures != nil {
		t.Errorf("in the mode lit it has %d layers", glows())
	}
}

// folderOf returns a new folder that contains a game folder with files.
func folderOf(t *testing.T, game string, files map[string][]byte) string {
	t.Helper()
	dir := t.TempDir()
	for name, data := range files {
		path := filepath.Join(dir, game, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// halfPCX is a PCX of 8 by 8 pixels: the left half has index 255, the right half another. Index n has the color
// n, 2n, 9.
func halfPCX(index byte) []byte {
	b := make([]byte, 128)
	b[0], b[1], b[2], b[3], b[8], b[10], b[65], b[66] = 10, 5, 1, 8, 7, 7, 1, 8
	for range 8 {
		b = append(b, 0xc4, 255, 0xc4, index)
	}
	b = append(b, 12)
	for n := range 256 {
		b = append(b, byte(n), byte(2*n), 9)
	}
	return b
}

// TestSpritesOfQuake2: in the mode game the ball of the BFG10K is the sprite of the game, with holes where its picture
// has index 255.
func TestSpritesOfQuake2(t *testing.T) {
	ball := binary.LittleEndian.AppendUint32(nil, 0x32534449)
	for _, n := range []uint32{2, 1, 8, 8, 4, 4} {
		ball = binary.LittleEndian.AppendUint32(ball, n)
	}
	ball = append(ball, append([]byte("sprites/ball.pcx"), make([]byte, 48)...)...)
	dir := folderOf(t, "baseq2", map[string][]byte{"sprites/s_bfg1.sp2": ball, "sprites/ball.pcx": halfPCX(100)})
	m := momentWith("dm2", []string{"sprites/s_bfg1.sp2"},
		world.Entity{Number: 9, Model: [4]uint16{2}, Origin: vec{60, 0, 0}})
	o := Options{Mode: Game, TrueLight: true, Follow: -1}
	build := func(s *Scene, list *assets.Models) {
		o.Models = list
		s.Build(m, Camera{FOV: 90}, View{400, 300, 1}, &o)
	}
	s := drawn(t, build, assets.Options{Game: assets.Quake2, BaseDirs: []string{dir}, NoInstalled: true})
	build(s, o.Models)
	p := raster.New(400, 300)
	p.Draw(&s.World, nil)
	want := color.RGBA{100, 200, 9, 255}
	for x, seen := range map[int]bool{193: false, 207: true, 220: false} {
		if got := p.Image().RGBAAt(x, 150); (got == want) != seen {
			t.Errorf("at %d is %v, and the color of the picture is %v", x, got, want)
		}
	}
}

// TestMirror: a mirror that looks at the camera has the middle of its picture there, and one that is turned left shows
// what is at the left.
func TestMirror(t *testing.T) {
	s := New()
	s.Build(nil, Camera{FOV: 90}, View{400, 300, 1}, nil)
	po := &s.bodies.poser
	po.points = []mgl32.Vec3{{100, 0, 0}}
	body := &posed{at: models.Tag{Axis: mgl32.Ident3().Mul(2)}}
	for normal, want := range map[mgl32.Vec3]mgl32.Vec2{
		{-3, 0, 0}: {0.5, 0.5}, {-1, 1, 0}: {1, 0.5}, {-1, 0, 1}: {0.5, 0}, {-1, 0, -1}: {0.5, 1}, {}: {0.5, 0.5},
	} {
		if got := po.mirrored(body, &part{}, 0, normal); got.Sub(want).Len() > 1e-5 {
			t.Errorf("a mirror with the normal %v shows %v, not %v", normal, got, want)
		}
	}
}

// TestShells: a player of Quake II with quad damage has a blue shell over the skin, which moves outward. In Quake III a
// shell has the texture of the game.
func TestShells(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, "baseq2", "players", "male")
	if err := os.MkdirAll(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"tris.md2": poster(1, 1), "grunt.tga": flat(80, 120, 40),
		"shell.tga": flat(9, 9, 9)} {
		if err := os.WriteFile(filepath.Join(folder, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	m := momentOf(vec{100, 0, 0})
	m.World.Game = world.Quake2
	o := Options{Mode: Game, TrueLight: true, Follow: -1}
	build := func(s *Scene, list *assets.Models) {
		o.Models = list
		s.Build(m, Camera{FOV: 90}, View{400, 300, 1}, &o)
	}
	s := drawn(t, build, assets.Options{Game: assets.Quake2, BaseDirs: []string{dir}, NoInstalled: true})
	pixel := func(x int) color.RGBA {
		build(s, o.Models)
		p := raster.New(400, 300)
		p.Draw(&s.World, nil)
		return p.Image().RGBAAt(x, 150)
	}
	before := pixel(200)
	m.World.Players[0].Effects = 0x8000 // quad damage
	got := pixel(200)
	for i, c := range [3][3]float64{{float64(got.R), float64(before.R), 0x4c},
		{float64(got.G), float64(before.G), 0x78}, {float64(got.B), float64(before.B), 0xff}} {
		if want := 0.7*c[1] + 0.3*c[2]; math.Abs(c[0]-want) > 8 {
			t.Errorf("channel %d is %v, not %v", i, c[0], want)
		}
	}
	if n := testing.AllocsPerRun(100, func() { build(s, o.Models) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
	// Its square is one unit nearer to the eye.
	nearest := float32(1e9)
	for _, p := range s.pieces.points {
		nearest = min(nearest, p[0])
	}
	if abs(nearest-99) > 0.01 {
		t.Errorf("the shell is at %v", nearest)
	}
	o.Mode, s.bodies.poser.human[1] = Lit, posed{}
	if build(s, o.Models); s.bodies.poser.human[0].paint.tint.A == 0 || s.bodies.poser.human[1].paint.shell > 0 {
		t.Error("in the mode lit there is a shell")
	}
	o.Mode = Game
	build(s, o.Models)
	for _, c := range []struct {
		what equipment.Carried
		want string
	}{{equipment.Quad | equipment.Regeneration, "powerups/quad"}, {equipment.BattleSuit, "powerups/battleSuit"},
		{equipment.Regeneration, "powerups/regen"}, {equipment.Haste, ""}} {
		m.World.Game = world.Quake3
		if got := shellSkin(m.World, c.what); got != c.want {
			t.Errorf("%v has the shell %q", c.what, got)
		}
	}
	o.Models.LoadAtOnce()
	body := s.bodies.poser.human[0]
	list := s.bodies.withShell([]posed{body}, paint{glow: colorRed.Alpha(0.3), shellSkin: "players/male/shell.tga"})
	if len(list) != 2 || list[1].paint.outfit == nil || !list[1].paint.outfit.some || list[1].paint.clear != 0.5 {
		t.Errorf("the shell with a texture is %+v", list[1:])
	}
}

// TestPlasma: in the mode game a shot of the plasma gun is the sprite of the game, in place of our body.
func TestPlasma(t *testing.T) {
	dir := folderOf(t, "baseq3", map[string][]byte{"a.tga": flat(50, 60, 200),
		"scripts/x.shader": []byte("sprites/plasma1\n{\n{\nclampmap a.tga\nblendfunc GL_ONE GL_ONE\n}\n}\n")})
	m := momentWith("dem", []string{"sprites/plasma1"},
		world.Entity{Number: 9, Model: [4]uint16{2}, Origin: vec{-90, 0, 0}})
	o := Options{Mode: Game, TrueLight: true, Follow: -1}
	g := oneFace(t, "", 64)
	build := func(s *Scene, list *assets.Models) {
		o.Models = list
		s.SetGeometry(g)
		s.Build(m, Camera{Angles: vec{0, 180, 0}, FOV: 90}, View{400, 300, 1}, &o)
	}
	s := drawn(t, build, assets.Options{Game: assets.Quake3, BaseDirs: []string{dir}, NoInstalled: true})
	build(s, o.Models)
	var least, most vec
	for i := range s.pieces.list {
		p := &s.pieces.list[i]
		if p.shape == shapeFill && (p.skin == 0 || !p.adds) {
			t.Errorf("%+v is drawn", p)
		}
		if p.shape != shapeFill {
			continue
		}
		for _, v := range s.pieces.points[p.first:][:p.count] {
			if v[0] != -90 {
				t.Errorf("a corner is at %v", v)
			}
			least = vec{0, min(least[1], v[1]), min(least[2], v[2])}
			most = vec{0, max(most[1], v[1]), max(most[2], v[2])}
		}
	}
	if least != (vec{0, -16, -16}) || most != (vec{0, 16, 16}) {
		t.Errorf("it is from %v to %v", least, most)
	}
}

// TestExplosionOfQuake3: in the mode game an explosion shows the pictures of the game's script one after the other,
// away from the surface.
func TestExplosionOfQuake3(t *testing.T) {
	dir := folderOf(t, "baseq3", map[string][]byte{"a.tga": flat(200, 0, 0), "b.tga": flat(0, 100, 50),
		"scripts/x.shader": []byte("rocketExplosion\n{\n{\nanimmap 8 a.tga b.tga\nblendfunc add\n}\n}\n")})
	m := effectMoment(world.Effect{Kind: world.EffectExplosion, Origin: vec{-84, 0, 0}, Velocity: vec{-1, 0, 0}}, 0.6,
		0.05)
	m.World.Game = world.Quake3
	o := Options{Mode: Game, TrueLight: true, Follow: -1}
	g := oneFace(t, "", 64)
	build := func(s *Scene, list *assets.Models) {
		o.Models = list
		s.SetGeometry(g)
		s.Build(m, Camera{Angles: vec{0, 180, 0}, FOV: 90}, View{400, 300, 1}, &o)
	}
	s := drawn(t, build, assets.Options{Game: assets.Quake3, BaseDirs: []string{dir}, NoInstalled: true})
	for _, c := range []struct {
		since float64 // of a quarter of a second
		want  color.RGBA
		half  float32 // in units
	}{{0.05, color.RGBA{200, 0, 0, 0}, 38.4}, {0.2, color.RGBA{0, 100, 50, 0}, 63.6}} {
		m.Clock = m.World.Effects.List[0].Clock + c.since
		build(s, o.Models)
		texture, half := int32(-1), float32(0)
		for i := range s.pieces.list {
			p := &s.pieces.list[i]
			if p.skin == 0 {
				continue
			}
			if texture = p.skin - 1; !p.adds {
				t.Errorf("%v s: it covers the background", c.since)
			}
			for _, v := range s.pieces.points[p.first:][:p.count] {
				if half = max(half, v[1], -v[2]); abs(v[0]+100) > 0.01 {
					t.Errorf("%v s: a corner is at %v", c.since, v)
				}
			}
		}
		if texture < 0 || abs(half-c.half) > 0.1 {
			t.Fatalf("%v s: its texture is %d, and half of its side %v", c.since, texture, half)
		}
		x := &s.World.Textures.List[texture]
		if got := s.World.Textures.Image.RGBAAt(x.X, x.Y); got.R != c.want.R || got.G != c.want.G ||
			got.B != c.want.B {
			t.Errorf("%v s: its picture is %v", c.since, got)
		}
	}
	if n := testing.AllocsPerRun(100, func() { build(s, o.Models) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestSkinsOfQuakeWorld: a player of QuakeWorld wears the skin of the user info, in the player's own colors, and
// without its file the model's own.
func TestSkinsOfQuakeWorld(t *testing.T) {
	folder := posters(t, 96+7, 96+7)
	pcx := make([]byte, 128, 128+320*200+1+768)
	copy(pcx, []byte{10, 5, 1, 8, 0, 0, 0, 0, 63, 1, 199, 0}) // 320 by 200 pixels
	pcx[65], pcx[66], pcx[67] = 1, 64, 1
	for i := range 320 * 200 {
		pcx = append(pcx, [2]byte{16 + 5, 0x4a}[i%320/148%2]) // the last columns are not on the model
	}
	pcx = append(append(pcx, 12), make([]byte, 768)...)
	if err := os.MkdirAll(filepath.Join(folder.BaseDirs[0], "id1", "skins"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder.BaseDirs[0], "id1", "skins", "hero.pcx"), pcx, 0o666); err != nil {
		t.Fatal(err)
	}
	palette := assets.OwnPalette(assets.Quake)
	for _, c := range []struct {
		skin        string
		left, right int // indices
	}{
		{"hero", 4*16 + 5, 0x4a}, {"Hero.pcx", 4*16 + 5, 0x4a},
		{"", 13*16 + 15 - 7, 13*16 + 15 - 7}, {"nobody", 13*16 + 15 - 7, 13*16 + 15 - 7},
		{"../../hero", 13*16 + 15 - 7, 13*16 + 15 - 7},
	} {
		m := momentOf(vec{100, 0, 0}) // whose shirt is 4 and whose trousers are 13
		m.World.Game, m.World.Players[0].Skin = world.QuakeWorld, c.skin
		o := Options{Mode: Game, TrueLight: true, Follow: -1, NoRims: true}
		build := func(s *Scene, list *assets.Models) {
			o.Models = list
			s.Build(m, Camera{FOV: 90}, View{400, 300, 1}, &o)
		}
		s := drawn(t, build, folder)
		build(s, o.Models)
		p := raster.New(400, 300)
		p.Draw(&s.World, nil)
		for x, index := range map[int]int{170: c.left, 230: c.right} {
			got, want := p.Image().RGBAAt(x, 150), palette[index]
			for i, pair := range [3][2]uint8{{got.R, want.R}, {got.G, want.G}, {got.B, want.B}} {
				if math.Abs(float64(pair[0])-1.3*0.778*float64(pair[1])) > 2 {
					t.Errorf("%q: channel %d at %d is %d of a skin's %d", c.skin, i, x, pair[0], pair[1])
				}
			}
		}
		if n := testing.AllocsPerRun(100, func() { build(s, o.Models) }); n > 0 {
			t.Errorf("%q: %v allocations", c.skin, n)
		}
	}
}
