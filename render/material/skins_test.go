package material

import (
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/assets"
	"demoscope/assets/model"
	"demoscope/assets/picture"
	"demoscope/bsp"
	"demoscope/render/draw"
)

// TestLuxel: the light of a place is the mean of the luxels around it, for each light style.
func TestLuxel(t *testing.T) {
	l := New(floor("29", "stone"), gray, nil, true)
	s := &l.Surfaces[0]
	for _, c := range []struct {
		p     mgl32.Vec3
		style int
		want  float32 // of 255
	}{
		// From the first luxel 1 right and 3 below: see TestSurface. Rows have 9.
		{mgl32.Vec3{134.5, 256 + 17, 10}, 0, 1 + 9*3 + 1},
		{mgl32.Vec3{138.5, 256 + 17, 10}, 0, 1 + 9*3 + 1.5},
		{mgl32.Vec3{134.5, 256 + 9, 10}, 0, 1 + 9*3.5 + 1},
		{mgl32.Vec3{134.5, 256 + 17, 10}, 1, 46 + 9*3 + 1},
		{mgl32.Vec3{-1e6, 0, 0}, 0, 0}, // not in the image
	} {
		if got := l.Luxel(s, c.p, c.style); got.Sub(mgl32.Vec3{c.want, c.want, c.want}.Mul(1./255)).Len() > 1e-3 {
			t.Errorf("at %v style %d is %v of 255, not %v", c.p, c.style, got.Mul(255), c.want)
		}
	}
}

// shown returns a texel of a skin.
func shown(s *Skins, skin Skin, u, v int) color.RGBA {
	x := &s.Textures().List[skin.Texture]
	return s.Textures().Image.RGBAAt(x.X+u, x.Y+v)
}

// TestSkinsBesideLevel: skins are below the textures of the level, which stay where they are, with entries in the table
// behind theirs. Their sides are multiples of eight, so that there are smaller versions.
func TestSkinsBesideLevel(t *testing.T) {
	l := New(floor("29", "stone"), gray, nil, true)
	was := l.Textures
	var s Skins
	if s.Begin(l, true) != 1 || s.Textures() != &l.Textures || s.Begin(l, true) != 1 {
		t.Fatal("without skins the textures are not the level's")
	}
	p := &picture.Picture{Width: 20, Height: 9}
	for i := range 20 * 9 {
		p.Pix = append(p.Pix, uint8(i), 1, 2)
	}
	name := SkinName{Path: "players/male/grunt.pcx"}
	skin := s.AddPicture(name, assets.Skin{Picture: p})
	first := s.Textures()
	x := first.List[skin.Texture]
	if skin != (Skin{Texture: 1, Width: 20, Height: 9}) || x.Width != 24 || x.Height != 16 || x.Levels != 4 ||
		x.Kind != draw.Plain || x.Glows {
		t.Fatalf("the skin is %+v, %+v", skin, x)
	}
	for _, c := range [][2]int{{0, 0}, {19, 8}, {5, 3}} {
		if got := shown(&s, skin, c[0], c[1]); got != (color.RGBA{uint8(20*c[1] + c[0]), 1, 2, 255}) {
			t.Errorf("texel %v is %v", c, got)
		}
	}
	if got := shown(&s, skin, 23, 15); got != (color.RGBA{20*8 + 19, 1, 2, 255}) {
		t.Errorf("beyond the skin is %v", got)
	}
	if l.Image != was.Image || len(l.List) != len(was.List) {
		t.Error("the level has changed")
	}
	for y := range l.Image.Rect.Dy() {
		for i := range l.Image.Rect.Dx() {
			if got := first.Image.RGBAAt(i, y); got != l.Image.RGBAAt(i, y) && y > 2 {
				t.Fatalf("at %d, %d is %v, not %v", i, y, got, l.Image.RGBAAt(i, y))
			}
		}
	}
	entry := first.Image.Pix[4*4:]
	for i, want := range []int{x.X, x.Y, 24, 16, 4 << 8} {
		if got := int(binary.LittleEndian.Uint16(entry[2*i:])); got != want {
			t.Errorf("number %d of its entry is %d, not %d", i, got, want)
		}
	}
	want := []image.Rectangle{image.Rect(x.X, x.Y, x.X+36, x.Y+16), image.Rect(0, 0, 2048, 1)}
	if !slices.Equal(first.Added, want) {
		t.Errorf("%v were added, not %v", first.Added, want)
	}
	// Textures that are being drawn stay as they are.
	s.AddPicture(SkinName{Path: "another"}, assets.Skin{Picture: p})
	if len(first.List) != 2 || len(first.Added) != 2 || s.Textures().Image != first.Image ||
		len(s.Textures().List) != 3 {
		t.Errorf("the textures before became %d, %d", len(first.List), len(first.Added))
	}
	if _, ok := s.Find(name); !ok {
		t.Error("a skin was forgotten")
	}
	if s.Begin(New(floor("29", "stone"), gray, nil, true), true) != 2 || len(s.Textures().List) != 1 {
		t.Error("another level has the skins of the one before")
	}
	if _, ok := s.Find(name); ok {
		t.Error("a skin of another level is found")
	}
}

// TestForgottenSkins: after Forget the skins begin anew, so that they are stored in the order in which they are added
// then.
func TestForgottenSkins(t *testing.T) {
	l := New(floor("29", "stone"), gray, nil, true)
	small, large := &picture.Picture{Width: 8, Height: 8}, &picture.Picture{Width: 64, Height: 64}
	small.Pix, large.Pix = make([]byte, 3*8*8), make([]byte, 3*64*64)
	add := func(s *Skins, list ...*picture.Picture) (at []image.Point) {
		for _, p := range list {
			skin := s.AddPicture(SkinName{Path: fmt.Sprint(p.Width)}, assets.Skin{Picture: p})
			x := s.Textures().List[skin.Texture]
			at = append(at, image.Pt(x.X, x.Y))
		}
		return at
	}
	var want, s Skins
	want.Begin(l, true)
	s.Begin(l, true)
	before := s.Begin(l, true)
	places := add(&want, small, large)
	add(&s, large, small)
	s.Forget()
	if n := s.Begin(l, true); n == before || s.Begin(l, true) != n || s.Textures() != &l.Textures {
		t.Errorf("the number is %d, and was %d", n, before)
	}
	if got := add(&s, small, large); !slices.Equal(got, places) {
		t.Errorf("the skins are at %v, not %v", got, places)
	}
}

// TestManySkins: the more there are the smaller they become, and the last have no room.
func TestManySkins(t *testing.T) {
	for _, level := range []*Level{nil, New(floor("38", "stone"), gray, nil, true)} {
		var s Skins
		s.Begin(level, true)
		p := &picture.Picture{Width: 512, Height: 512, Pix: make([]byte, 3*512*512)}
		last, first := float32(512), float32(0)
		for i := range 600 {
			skin := s.AddPicture(SkinName{Path: string(rune('a' + i))}, assets.Skin{Picture: p})
			if skin.Texture < 0 {
				if i < 90 {
					t.Fatalf("only %d skins have room", i)
				}
				break
			}
			if first == 0 {
				first = skin.Width
			}
			if skin.Width > last {
				t.Errorf("skin %d has %v texels after one of %v", i, skin.Width, last)
			}
			last = skin.Width
		}
		if first < 256 || last >= first {
			t.Errorf("the first has %v texels, the last %v", first, last)
		}
		if size := s.Textures().Image.Rect.Size(); size.X > 4096 || size.Y > 4096 {
			t.Errorf("the image has %v", size)
		}
		inPlace(t, s.Textures())
	}
	l := New(largeMap(), gray, nil, true)
	var s Skins
	s.Begin(l, true)
	p := &picture.Picture{Width: 64, Height: 64, Pix: make([]byte, 3*64*64)}
	if skin := s.AddPicture(SkinName{}, assets.Skin{Picture: p}); skin.Texture < 0 {
		t.Errorf("beside the largest level is no room: %v", l.Image.Rect)
	}
	inPlace(t, s.Textures())
}

// largeMap returns a map with more textures and light than have room.
func largeMap() *bsp.Map {
	m := floor("29", "stone")
	for range 400 {
		m.Textures = append(m.Textures, bsp.Texture{Name: "wide", Width: 512, Height: 512,
			Pixels: make([]uint8, 512*512)})
	}
	m.Faces[0].Light.Width, m.Faces[0].Light.Height, m.Faces[0].Light.Offset = 512, 512, 0
	m.Lighting.Samples = make([]byte, 2*512*512)
	for range 20 {
		m.Faces = append(m.Faces, m.Faces[0])
	}
	return m
}

// inPlace checks that textures are within the image, and that no two share a pixel.
func inPlace(t *testing.T, x *draw.Textures) {
	t.Helper()
	taken := make([]bool, len(x.Image.Pix)/4)
	for i := range x.List {
		if x.List[i].X < 0 {
			continue
		}
		for level := range x.List[i].Levels {
			left, top, width, height := x.List[i].At(level)
			if r := image.Rect(left, top, left+width, top+height); !r.In(x.Image.Rect) || width < 1 || height < 1 {
				t.Fatalf("version %d of texture %d is in %v", level, i, r)
			}
			for y := top; y < top+height; y++ {
				for n := x.Image.Rect.Dx()*y + left; n < x.Image.Rect.Dx()*y+left+width; n++ {
					if taken[n] {
						t.Fatalf("texture %d is where another one is", i)
					}
					taken[n] = true
				}
			}
		}
	}
}

// FuzzSkins adds images of any size, with fewer pixels than they say, too.
func FuzzSkins(f *testing.F) {
	f.Add(uint16(8), uint16(8), uint16(64), uint8(4), true)
	f.Add(uint16(1), uint16(4096), uint16(4096), uint8(255), false)
	f.Add(uint16(513), uint16(3), uint16(0), uint8(13), true)
	f.Add(uint16(0), uint16(0), uint16(9), uint8(0), true)
	f.Fuzz(func(t *testing.T, width, height, pixels uint16, row uint8, dyed bool) {
		var s Skins
		s.Begin(nil, true)
		own := &model.Image{Width: int(width), Height: int(height), Pixels: [][]byte{make([]byte, pixels)}}
		for i := range own.Pixels[0] {
			own.Pixels[0][i] = uint8(i * 7)
		}
		for range 3 {
			row++
			skin := s.AddImage(SkinName{Image: own, Palette: gray, Dyed: dyed, Shirt: row, Trousers: ^row})
			if enough := int(width)*int(height) <= int(pixels); skin.Texture >= 0 && !enough {
				t.Errorf("%d pixels are a skin of %d by %d", pixels, width, height)
			}
		}
		if s.Textures() != nil {
			inPlace(t, s.Textures())
		}
	})
}
