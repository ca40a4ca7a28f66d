package material

import (
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/assets"
	"demoscope/assets/model"
	"demoscope/assets/picture"
	"demoscope/bsp"
	"demoscope/internal/golden"
	"demoscope/render/draw"
)

// noise returns numbers without a pattern, and a different list for each seed.
func noise(seed uint32) func() uint8 {
	seed = seed*2654435761 + 1
	return func() uint8 {
		seed ^= seed << 13
		seed ^= seed >> 17
		seed ^= seed << 5
		return uint8(seed >> 11)
	}
}

// TestLevels compares all of made levels and skins with a file: each surface, texture, fog and moment, and checksums of
// all pixels, in true and in lifted light. The levels have every kind of texture, light, stage and sky.
func TestLevels(t *testing.T) {
	game := picturesAndScripts(t)
	for name, m := range map[string]*bsp.Map{"quake": quakeLevel("29"), "quake2": quakeLevel("38"),
		"quake3": quake3Level()} {
		var lines []string
		add := func(format string, v ...any) { lines = append(lines, fmt.Sprintf(format, v...)) }
		for _, trueLight := range []bool{true, false} {
			l := New(m, colors, game, trueLight)
			add("true light %v: %v %+v %+v %v %v", trueLight, l.True, l.Lift, l.Fog, l.LightScale, l.Missing)
			for i := range l.List {
				add("texture %+v, pixels %s", l.List[i], sum(l.Image, &l.List[i]))
				for _, frame := range []int32{NoFrame, 0, 1, 2} {
					var frames []int32
					for _, time := range []float64{0, 0.13, 0.2, 0.39, 0.52, 0.6, 0.91, math.NaN(), -1, 1e300} {
						frames = append(frames, l.Frame(int32(i), time, frame))
					}
					if slices.ContainsFunc(frames, func(n int32) bool { return n != int32(i) }) {
						add("frames %v", frames)
					}
				}
			}
			add("image %s", sum(l.Image, &draw.Texture{Width: l.Image.Rect.Dx(), Height: l.Image.Rect.Dy(), Levels: 1}))
			for i := range m.Faces {
				face := uint32(i)
				add("face %d: %v %v %+v", i, l.TwoSided(face), l.Raised(face), l.Deforms(face))
				for triangle := range m.Faces[i].NumVertices / 3 {
					for _, s := range l.Of(face, triangle) {
						add("triangle %d %+v", triangle, s)
					}
				}
			}
			add("volumes %+v, sides %.3f", l.Volumes, l.SkySides(1))
			for _, time := range []float64{0, 1.7, 100} {
				add("moments %+v", l.Moments(nil, time))
			}
			lines = append(lines, skinsBeside(l)...)
		}
		if runtime.GOARCH == "amd64" { // others may round pixels differently
			golden.Lines(t, name, lines, golden.Near(1e-4))
		}
	}
}

// sum returns the checksum of all pixels of a texture. It is empty for none.
func sum(from *image.RGBA, x *draw.Texture) string {
	if x.X < 0 {
		return ""
	}
	h := crc32.NewIEEE()
	for level := range x.Levels {
		left, top, width, height := x.At(level)
		for y := range height {
			h.Write(from.Pix[from.PixOffset(left, top+y):][:4*width])
		}
	}
	return fmt.Sprintf("%08x", h.Sum32())
}

// skinsBeside describes skins of all kinds beside a level.
func skinsBeside(l *Level) (lines []string) {
	var s Skins
	s.Begin(l, l.True)
	next := noise(7)
	put := func(skin Skin) {
		x := s.Textures()
		t := &x.List[skin.Texture]
		lines = append(lines, fmt.Sprintf("skin %+v of %+v, pixels %s, %v", skin, t, sum(x.Image, t), x.Added))
	}
	for i, look := range []assets.Look{{}, {Blends: true}, {Holes: true}, {Adds: true, Mirrors: true},
		{Adds: true, Blends: true}, {Colored: true, Color: [3]float32{0.25, 0.5, 3}}} {
		p := &picture.Picture{Width: 20 + 13*i, Height: 9 + 5*i}
		for range p.Width * p.Height {
			p.Pix, p.Opacity = append(p.Pix, next(), next()/2, next()/4), append(p.Opacity, next())
		}
		put(s.AddPicture(SkinName{Path: fmt.Sprint(i)}, assets.Skin{Picture: p, Look: look}))
	}
	for i := range 3 {
		own := &model.Image{Width: 31, Height: 17, Pixels: [][]byte{nil}}
		for range own.Width * own.Height {
			own.Pixels[0] = append(own.Pixels[0], next())
		}
		put(s.AddImage(SkinName{Image: own, Palette: colors, Dyed: i > 0, Sprite: i > 1, Shirt: 5, Trousers: 12}))
	}
	return lines
}

// colors is a palette of 256 colors that differ in each channel.
var colors = func() *assets.Palette {
	p := new(assets.Palette)
	for i := range p {
		p[i] = color.RGBA{uint8(i), uint8(77 * i), uint8(255 - 3*i), 255}
	}
	return p
}()

// quakeLevel returns a map of Quake or Quake II.
func quakeLevel(version bsp.Version) *bsp.Map {
	m := floor(version, "")
	m.Entities = []bsp.Entity{{{Key: "fog", Value: "0.5 0.1 0.2 0.3"}, {Key: "sky", Value: "far_"},
		{Key: "skyrotate", Value: "90"}, {Key: "skyaxis", Value: "0 0 2"}}}
	face, texture, corners := m.Faces[0], m.Textures[0], slices.Clone(m.Lighting.Corners)
	m.Faces, m.Textures, m.FaceVertices, m.Lighting.Corners = nil, nil, nil, nil
	if version == "38" {
		m.Lighting.Channels = 3
	}
	m.Lighting.Samples = nil
	next := noise(3)
	for i, c := range []struct {
		name          string
		kind          bsp.Kind
		flags         uint32
		width, height uint32
	}{
		{"stone", bsp.KindSolid, 0, 32, 16}, {"{grate", bsp.KindSolid, 0, 16, 32}, {"*lava", bsp.KindLava, 0, 16, 16},
		{"*water", bsp.KindWater, 0x10, 24, 16}, {"*slime", bsp.KindSlime, 0x48, 16, 16},
		{"*teleport", bsp.KindTeleport, 0, 16, 8}, {"sky", bsp.KindSky, 4, 32, 16},
		{"glass", bsp.KindWindow, 0x20, 8, 8},
		{"+0a", bsp.KindSolid, 0, 8, 16}, {"+1A", bsp.KindSolid, 0, 8, 16}, {"+2a", bsp.KindSolid, 0, 16, 16},
		{"+aa", bsp.KindSolid, 0, 8, 16}, {"+ba", bsp.KindSolid, 0, 8, 16}, {"+9b", bsp.KindSolid, 0, 8, 8},
		{"odd", bsp.KindSolid, 0x40, 30, 14}, {"three", bsp.KindSolid, 0, 3, 4},
		{"four", bsp.KindSolid, 0, 4, 3}, {"one", bsp.KindSolid, 0, 1, 1}, {"line", bsp.KindSolid, 0, 1030, 1},
		{"large", bsp.KindSolid, 0, 1040, 12}, {"", bsp.KindSolid, 0, 8, 8}, {"missing", bsp.KindSolid, 0, 0, 0},
	} {
		x := texture
		x.Name, x.Kind, x.Flags, x.Width, x.Height, x.Pixels = c.name, c.kind, c.flags, c.width, c.height, nil
		for range c.width * c.height {
			x.Pixels = append(x.Pixels, next()/uint8(1+i%3))
		}
		m.Textures = append(m.Textures, x)
		for k := range 2 {
			f := face
			f.FirstVertex, f.Texture, f.Kind = uint32(len(m.FaceVertices)), int32(i), c.kind
			f.Light.Offset = int32(len(m.Lighting.Samples))
			f.Light.Styles[1] = []uint8{3, bsp.NoStyle}[k]
			if i%7 == 6 {
				f.Light.Offset = -1
			}
			for range 9 * 5 * (2 - k) * m.Lighting.Channels {
				m.Lighting.Samples = append(m.Lighting.Samples, next()/uint8(1+i%4))
			}
			m.FaceVertices = append(m.FaceVertices, []uint32{0, 1, 2, 3, 2, 1, 0, 3}[4*k:][:4]...)
			m.Lighting.Corners = append(m.Lighting.Corners, corners...)
			m.Faces = append(m.Faces, f)
		}
	}
	m.Faces[3].NumVertices, m.Faces[5].Texture = 0, -1
	m.Textures[8].Next, m.Textures[9].Next, m.Textures[10].Next = 10, 11, 9 // frames of Quake II
	m.Textures[14].Next, m.Textures[15].Next = 16, 1000
	return m
}

// stages are textures of Quake III in its scripting language, one a line.
var stages = []string{
	"{ map $lightmap; }; { map a; blendfunc filter; }", "{ map a; }; { map $lightmap; blendfunc filter; }",
	"{ map a; rgbgen vertex; }", "{ map a; }; { map $lightmap; blendfunc filter; }; { map c; blendfunc add; }",
	"{ map a; }; { map c; blendfunc add; }; { map $lightmap; blendfunc filter; }", "{ map b; alphafunc lt128; }",
	"cull none; { map b; alphafunc ge128; rgbgen vertex; }", "{ map c; alphafunc gt0; }", "{ map a; blendfunc blend; }",
	"{ map b; blendfunc gl_one_minus_src_alpha gl_src_alpha; }", "{ map c; blendfunc gl_src_alpha gl_one; }",
	"{ map a; blendfunc gl_zero gl_one_minus_src_color; }", "{ map b; blendfunc filter; }",
	"{ map c; blendfunc gl_dst_color gl_one; }", "{ map a; }; { map b; blendfunc filter; }",
	"{ map a; blendfunc gl_one gl_one_minus_src_alpha; }", "{ map a; blendfunc gl_one gl_src_alpha; }",
	"{ map a; }; { map b; blendfunc filter; tcmod scroll 1 1; }; { map c; blendfunc filter; }",
	"{ map a; }; { map b; blendfunc gl_dst_color gl_src_color; detail; }",
	"{ map a; }; { map b; blendfunc add; tcgen environment; }", "{ map b; tcgen environment; }",
	"{ map none; }; { map a; blendfunc add; }", "{ map none; }", "fogparms ( 1 1 1 ) 100",
	"{ map b; rgbgen wave sin 0.5 0.25 0.1 0.3; tcmod rotate 40; }", "{ map a; rgbgen const ( 0.2 0.4 0.6 ); }",
	"{ map c; alphagen wave square 0.5 0.25 0 1; blendfunc blend; }",
	"polygonoffset; { map a; rgbgen lightingdiffuse; }",
	"deformVertexes move 1 2 3 sin 0 1 0 1; { animmap 3 a b none c; rgbgen identity; }",
	"{ animmap 4 a c; }; { map $lightmap; blendfunc filter; }", "{ map $whiteimage; tcmod scale 2 3; }",
	"{ map b; tcmod turb 0 0.25 0.5 3; }; { map a; rgbgen oneminusvertex; }",
	"{ map a; blendfunc add; }; { map b; blendfunc add; }; { map c; blendfunc add; }; { map a; blendfunc blend; }; " +
		"{ map b; blendfunc blend; }",
}

// skies are skies of Quake III.
var skies = []string{
	"skyparms env/far 160 -; { map a; blendfunc blend; tcmod scale 2 3; tcmod scroll 0.5 0.25; }; " +
		"{ map b; blendfunc filter; tcmod scroll 1 1; }",
	"skyparms - 512 -; { map a; }; { map c; blendfunc add; tcmod scale 0.5 4; }",
	"skyparms env/none 6000 -; { map b; tcmod scale 300 0; }", "skyparms env/far - -",
}

// picturesAndScripts returns the files of the made levels.
func picturesAndScripts(t *testing.T) *game {
	var script strings.Builder
	for i, s := range append(slices.Clone(stages), skies...) {
		fmt.Fprintf(&script, "x%d\n{\n%s\n}\n", i, strings.ReplaceAll(s, ";", "\n"))
	}
	script.WriteString("fog\n{\nfogparms ( 0.1 0.2 0.3 ) 700\n}\n")
	g := newGame(t, script.String(), nil)
	put := func(name string, width, height int) {
		next := noise(uint32(len(g.pictures)))
		p := image.NewNRGBA(image.Rect(0, 0, width, height))
		for i := range p.Pix {
			p.Pix[i] = next()
		}
		g.pictures[name] = p
	}
	put("a", 16, 16)
	put("b", 8, 32)
	put("c", 16, 16)
	put("plain", 12, 20)
	put("large", 1030, 6)
	for _, side := range sideNames {
		put("env/far_"+side, 8, 8)
		put("env/far_"+side+".tga", 8, 8)
	}
	return g
}

// quake3Level returns a map of Quake III with each of the textures on the three faces of room3.
func quake3Level() *bsp.Map {
	m := room3("")
	names := []string{"plain", "Large", "none"}
	for i := range len(stages) + len(skies) {
		names = append(names, fmt.Sprintf("x%d", i))
	}
	faces := m.Faces
	m.Faces, m.Textures = nil, nil
	next := noise(5)
	for i := range m.Lighting.Samples {
		m.Lighting.Samples[i] = next() / 3
	}
	for i := range m.Lighting.Colors {
		m.Lighting.Colors[i] = [4]uint8{next(), next(), next() / 2, next()}
	}
	for i, name := range names {
		kind := bsp.KindSolid
		if i >= len(names)-len(skies) {
			kind = bsp.KindSky
		} else if i%9 == 1 {
			kind = bsp.KindWater
		}
		m.Textures = append(m.Textures, bsp.Texture{Name: name, Kind: kind})
		for _, f := range faces {
			f.Texture, f.Kind = int32(i), kind
			m.Faces = append(m.Faces, f)
		}
	}
	m.Fogs = []bsp.Fog{{Shader: "fog", Surface: bsp.Plane{Normal: mgl32.Vec3{0, 0, 1}, Dist: 100}}, {Shader: "fog"},
		{Shader: "none"}}
	return m
}
