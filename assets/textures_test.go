package assets

import (
	"errors"
	"image/color"
	"io/fs"
	"strings"
	"testing"
)

// TestTextures: of files with one name the most important place counts, of shaders with one name the least important
// place and its last script, and names count without case and extension.
func TestTextures(t *testing.T) {
	// A TGA of one pixel: blue, green, red.
	tga := func(c byte) string {
		return string([]byte{0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 24, 0, 3, 2, c})
	}
	base := t.TempDir()
	writeTree(t, base, map[string]string{
		"baseq3/pak0.pk3": makeZIP(t,
			pakFile{"scripts/a.shader", "textures/One\n{\ncull none\n}\ntextures/two\n{\n}\nbroken {"},
			pakFile{"scripts/b.shader", "textures/two\n{\ncull none\n}\n"},
			pakFile{"scripts/e.shader", "textures/six\n{\ncull none\n}\ntextures/seven\n{\n}\n"},
			pakFile{"scripts/c.txt", "textures/three\n{\n}\n"},
			pakFile{"scripts/d/e.shader", "textures/three\n{\n}\n"},
			pakFile{"textures/x.tga", tga(10)}, pakFile{"textures/y.tga", tga(20)},
			pakFile{"textures/z.tga", "no picture"}, pakFile{"scripts/models.shader", "models/glass\n{\n{\n" +
				"map textures/z.tga\ntcgen environment\n}\n{\nmap $whiteimage\n}\n{\nmap textures/x.tga\n}\n}\n" +
				"models/white\n{\n{\nmap $whiteimage\n}\n}\n"}),
		"baseq3/pak1.pk3": makeZIP(t, pakFile{"Scripts/z.Shader", "textures/one\n{\n}\ntextures/four\n{\n}\n"},
			pakFile{"scripts/e.shader", "textures/six\n{\n}\n"},
			pakFile{"textures/Y.tga", tga(30)}),
		"baseq3/scripts/loose.shader": "textures/five\n{\n}\n",
	})
	s, err := Open(Options{BaseDirs: []string{base}, NoInstalled: true})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	files := NewTextures(s)
	for name, want := range map[string]struct{ found, twoSided bool }{
		"textures/ONE": {true, true}, "textures/six": {true, false}, "textures/seven": {},
		"textures/two": {true, true}, "textures/three": {},
		"textures/four": {true, false}, "textures/FIVE": {true, false},
		"broken": {},
	} {
		got := files.Shader(name)
		if (got != nil) != want.found || got != nil && got.TwoSided != want.twoSided {
			t.Errorf("%s is %+v", name, got)
		}
	}
	for name, red := range map[string]uint8{"textures/x": 10, "textures/X.jpg": 10, "textures/y.tga": 30} {
		p, err := files.Image(name)
		if err != nil || p.NRGBAAt(0, 0) != (color.NRGBA{red, 2, 3, 255}) {
			t.Errorf("%s is %v, %v", name, p, err)
		}
	}
	models := NewModels(s, nil).LoadAtOnce()
	if p, err, _ := models.Picture("models/glass.tga"); err != nil || p.Pix[0] != 10 {
		t.Errorf("the picture of a script is %v, %v", p, err)
	}
	if p, err, _ := models.Skin("models/glass.tga"); err != nil || p.Pix[0] != 10 {
		t.Errorf("the skin of a script is %v, %v", p, err)
	}
	for _, name := range []string{"models/white.tga", "models/none.tga"} {
		if p, err, _ := models.Picture(name); p != nil || !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s is %v, %v", name, p, err)
		}
	}
	if _, err := files.Image("textures/none"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing picture: %v", err)
	}
	for _, name := range []string{"textures/z.tga", "../x"} {
		if _, err := files.Image(name); err == nil || errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestLooks: how a script draws the skin of a model. Of several stages the one that hides the surface counts.
func TestLooks(t *testing.T) {
	for script, want := range map[string]struct {
		file string
		look Look
	}{
		"{ map a.tga }":                    {"a.tga", Look{}},
		"{ map a.tga; blendfunc blend }":   {"a.tga", Look{Blends: true}},
		"{ map a.tga; alphafunc ge128 }":   {"a.tga", Look{Holes: true}},
		"{ map a.tga; blendfunc add }":     {"a.tga", Look{Adds: true}},
		"{ map a.tga; tcgen environment }": {"a.tga", Look{Mirrors: true}},
		"{ map $lightmap }; { map b.tga }": {"b.tga", Look{}},
		"{ map a.tga; tcgen environment; blendfunc add }; { map b.tga; blendfunc add }": {"b.tga", Look{Adds: true}},
		"{ map a.tga; tcgen environment }; { map b.tga; blendfunc add }":                {"a.tga", Look{Mirrors: true}},
		"{ map a.tga; tcgen environment }; { map b.tga; blendfunc blend }":              {"b.tga", Look{}},
		"{ map b.tga; blendfunc add; rgbgen const ( 0 0.5 1 ) }": {"b.tga",
			Look{Adds: true, Color: [3]float32{0, 0.5, 1}, Colored: true}},
		"{ map b.tga; blendfunc gl_src_alpha gl_one }": {"b.tga", Look{Adds: true, Blends: true}},
	} {
		base := t.TempDir()
		stages := strings.NewReplacer(";", "\n", "}", "\n}").Replace(script)
		writeTree(t, base, map[string]string{"baseq3/scripts/a.shader": "models/x\n{\n" + stages + "\n}\n"})
		s, err := Open(Options{BaseDirs: []string{base}, NoInstalled: true})
		if err != nil {
			t.Fatal(err)
		}
		if file, look := NewTextures(s).look("models/x.tga"); file != want.file || look != want.look {
			t.Errorf("%s is %s, %+v", script, file, look)
		}
		s.Close()
	}
}
