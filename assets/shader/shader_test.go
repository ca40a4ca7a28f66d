package shader

import (
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"
)

// TestParse: words of all kinds, in the layouts that scripts have.
func TestParse(t *testing.T) {
	list, err := Parse([]byte(`// a comment
textures/a/Wall
{
	qer_editorimage textures/a/wall_e.tga
	surfaceparm nomarks
	polygonOffset
	cull none
	{
		map $Lightmap /* two
		lines */ rgbGen identity
	}
	{ map textures/a/wall.tga
		blendFunc GL_DST_COLOR GL_ZERO
		tcMod scroll 0.5 -1
		tcMod scale 2 3
		tcmod rotate 90
	}
	{
		clampmap "textures/a/glow 1.tga"
		blendfunc add
		rgbGen wave inversesawtooth 0.25 0.5 0 2
		alphaGen const 0.5
		tcMod stretch sin 1 .5 0.25 4
		tcGen environment
		depthWrite
	}
	{
		animMap 8 a.tga b.tga c.tga
		alphaFunc GE128
		rgbgen const ( 1 0.5 0.25 )
		detail
	}
	{
		map textures/b.tga
		blendFunc blend
		rgbGen vertex
		alphaGen lightingSpecular
		tcMod transform 1 2 3 4 5 6
		tcMod turb 0 .1 .2 .3
		tcMod entityTranslate
	}
}
textures/a/sky
{
	surfaceparm sky
	skyParms env/far 300 -
}
textures/a/clouds
{
	skyparms - - -
	{
		map x.tga
		blendFunc GL_ONE_MINUS_SRC_ALPHA GL_SRC_ALPHA
		alphaFunc LT128
	}
}
`))
	if err != nil {
		t.Fatal(err)
	}
	want := []*Shader{
		{Name: "textures/a/Wall", TwoSided: true, Raised: true, Stages: []Stage{
			{Maps: []string{"$lightmap"}, Source: One},
			{Maps: []string{"textures/a/wall.tga"}, Source: DstColor, Mods: []Mod{
				{Kind: Scroll, Args: [6]float64{0.5, -1}}, {Kind: Scale, Args: [6]float64{2, 3}},
				{Kind: Rotate, Args: [6]float64{90}}}},
			{Maps: []string{"textures/a/glow 1.tga"}, Clamp: true, Source: One, Dest: One,
				Color:   Gen{Kind: Waving, Wave: Wave{InverseSawtooth, 0.25, 0.5, 0, 2}},
				Opacity: Gen{Kind: Const, Value: [3]float32{0.5, 0.5, 0.5}}, Coords: OfEnvironment,
				Mods: []Mod{{Kind: Stretch, Wave: Wave{Sine, 1, 0.5, 0.25, 4}}}},
			{Maps: []string{"a.tga", "b.tga", "c.tga"}, Rate: 8, Source: One, Test: AtLeastHalf, Detail: true,
				Color: Gen{Kind: Const, Value: [3]float32{1, 0.5, 0.25}}},
			{Maps: []string{"textures/b.tga"}, Source: SrcAlpha, Dest: OneMinusSrcAlpha, Color: Gen{Kind: Vertex},
				Opacity: Gen{Kind: Lit}, Mods: []Mod{{Kind: Transform, Args: [6]float64{1, 2, 3, 4, 5, 6}},
					{Kind: Turbulence, Wave: Wave{Sine, 0, 0.1, 0.2, 0.3}}}},
		}},
		{Name: "textures/a/sky", Sky: true, Box: "env/far", CloudHeight: 300},
		{Name: "textures/a/clouds", Sky: true, CloudHeight: 512, Stages: []Stage{
			{Maps: []string{"x.tga"}, Source: OneMinusSrcAlpha, Dest: SrcAlpha, Test: BelowHalf}}},
	}
	if len(list) != len(want) {
		t.Fatalf("%d shaders, not %d", len(list), len(want))
	}
	for i := range want {
		if len(list[i].Stages) != len(want[i].Stages) {
			t.Fatalf("%s has %d stages, not %d", want[i].Name, len(list[i].Stages), len(want[i].Stages))
		}
		for k := range want[i].Stages {
			if !reflect.DeepEqual(list[i].Stages[k], want[i].Stages[k]) {
				t.Errorf("%s, stage %d:\n%+v, not\n%+v", want[i].Name, k, list[i].Stages[k], want[i].Stages[k])
			}
		}
		list[i].Stages, want[i].Stages = nil, nil
		if !reflect.DeepEqual(list[i], want[i]) {
			t.Errorf("%+v, not %+v", list[i], want[i])
		}
	}
}

// TestDamaged: what is before an error is kept, and the error has the line.
func TestDamaged(t *testing.T) {
	for _, c := range []struct {
		text  string
		line  int
		names string
	}{
		{"a\n{\n}\nb\n{\n{\nmap x\n", 8, "a"},
		{"a\n{\n}\nb\n", 5, "a"},
		{"a { cull none\n}\nb c", 3, "a"},
		{"/* " + strings.Repeat("\n", 4) + "*/ a {", 5, ""},
		{"a\n{\n\"x", 3, ""},
	} {
		list, err := Parse([]byte(c.text))
		var wrong *FormatError
		if !errors.As(err, &wrong) || wrong.Line != c.line {
			t.Errorf("%q: %v, not in line %d", c.text, err, c.line)
		}
		names := ""
		for _, s := range list {
			names += s.Name
		}
		if names != c.names {
			t.Errorf("%q has %q", c.text, names)
		}
	}
	large := strings.Repeat("a\n{\n}\n", 1<<14)
	if list, err := Parse([]byte(large)); err != nil || len(list) != 1<<14 {
		t.Errorf("%d shaders, %v", len(list), err)
	}
	if list, err := Parse([]byte(large + "b\n{\n}\n")); err == nil || len(list) != 1<<14 {
		t.Errorf("one more: %d shaders, %v", len(list), err)
	}
	many := "a\n{\n" + strings.Repeat("{\nmap x\n"+strings.Repeat("tcmod scale 1 1\n", 9)+"}\n", 40) + "}\n"
	if list, err := Parse([]byte(many)); err != nil || len(list[0].Stages) != 16 || len(list[0].Stages[0].Mods) != 4 {
		t.Errorf("%v", err)
	}
}

// TestWaves: a value at eighths of a wave.
func TestWaves(t *testing.T) {
	half := math.Sqrt(0.5)
	for form, want := range map[Form][8]float64{
		Sine:            {0, half, 1, half, 0, -half, -1, -half},
		Square:          {1, 1, 1, 1, -1, -1, -1, -1},
		Triangle:        {0, 0.5, 1, 0.5, 0, -0.5, -1, -0.5},
		Sawtooth:        {0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875},
		InverseSawtooth: {1, 0.875, 0.75, 0.625, 0.5, 0.375, 0.25, 0.125},
		Noise:           {},
	} {
		// Two waves a second, a quarter of one ahead.
		w := Wave{form, 10, 2, 0.25, 2}
		for i := range want {
			if got, want := w.At(3+float64(i)/16), 10+2*want[(i+2)%8]; math.Abs(got-want) > 1e-9 {
				t.Errorf("form %d is %v after %d sixteenths of a second, not %v", form, got, i, want)
			}
		}
	}
	g := Gen{Kind: Waving, Wave: Wave{Square, 0, 3, 0, 1}}
	if a, b := g.At(0.1), g.At(0.6); a != [3]float32{1, 1, 1} || b != [3]float32{} {
		t.Errorf("a color is %v and %v", a, b)
	}
}

// TestMoved: where a place at 0.25, 0.75 is on its picture.
func TestMoved(t *testing.T) {
	for _, c := range []struct {
		mods string
		time float64
		s, t float64
	}{
		{"", 5, 0.25, 0.75},
		{"tcMod scroll 0.5 -1.25", 3, 0.75, 0},
		{"tcMod scale 2 -3", 1, 0.5, -2.25},
		{"tcMod rotate 90", 1, 0.75, 0.75}, // a quarter against the clock around the middle
		{"tcMod rotate 90", 2, 0.75, 0.25},
		{"tcMod stretch square 2 0 0 1", 0, 0.375, 0.625},
		{"tcMod transform 1 2 3 4 5 6", 0, 0.25 + 3*0.75 + 5, 0.5 + 3 + 6},
		{"tcMod scale 2 2\ntcMod scroll 0.125 0", 2, 0.75, 1.5},
		{"tcMod scroll 0.125 0\ntcMod scale 2 2", 2, 1, 1.5},
		{"tcMod turb 0 1 0 1", 2, 0.25, 0.75},
		{"tcMod scale 900000 1", 2, 0.25, 0.75}, // too far
		{"tcMod stretch square 0 0 0 1", 0, 0.25, 0.75},
	} {
		list, err := Parse([]byte("a\n{\n{\nmap x\n" + c.mods + "\n}\n}"))
		if err != nil {
			t.Fatal(err)
		}
		a := list[0].Stages[0].Moved(c.time)
		s, u := a[0]*0.25+a[1]*0.75+a[2], a[3]*0.25+a[4]*0.75+a[5]
		if math.Abs(s-c.s) > 1e-9 || math.Abs(u-c.t) > 1e-9 {
			t.Errorf("%q at %v: %v, %v, not %v, %v", c.mods, c.time, s, u, c.s, c.t)
		}
	}
}

// TestSwirl: how far turbulence moves a picture at a point.
func TestSwirl(t *testing.T) {
	for _, c := range []struct {
		mods    string
		time    float64
		x, y, z float32
		s, t    float32
	}{
		{"tcMod scroll 1 1", 3, 1, 2, 3, 0, 0},
		{"tcMod turb 9 0.5 0.25 1", 2, 0, 0, 0, 0.5, 0.5},
		{"tcMod turb 9 0.5 0.25 1", 2, 128, 512, 128, 0, -0.5}, // a quarter and half of a wave further
		{"tcMod turb 9 0.5 0 1", 0.25, 256, 0, -256, 0.5, 0.5},
		{"tcMod turb 9 0.5 0.25 1\ntcMod scale 2 3", 2, 0, 512, 0, 1, -1.5},
		{"tcMod scale 2 3\ntcMod turb 9 0.5 0.25 1", 2, 0, 512, 0, 0.5, -0.5},
		{"tcMod turb 9 0.5 0.25 1\ntcMod scale 900000 3", 2, 0, 512, 0, 0, 0}, // too far
	} {
		list, err := Parse([]byte("a\n{\n{\nmap x\n" + c.mods + "\n}\n}"))
		if err != nil {
			t.Fatal(err)
		}
		w := list[0].Stages[0].Swirl(c.time)
		if s, u := w.At(c.x, c.y, c.z); math.Abs(float64(s-c.s)) > 1e-6 || math.Abs(float64(u-c.t)) > 1e-6 {
			t.Errorf("%q at %v: %v, %v, not %v, %v", c.mods, c.time, s, u, c.s, c.t)
		}
	}
}

// TestDeform: how far a point is moved.
func TestDeform(t *testing.T) {
	list, err := Parse([]byte("a\n{\ndeformVertexes wave 100 sin 1 2 0.25 0.5\n" +
		"deformVertexes move 1 -2 3 square 0 4 0 1\n" +
		"deformVertexes bulge 1 2 3\ndeformVertexes wave\ndeformVertexes autosprite2\ndeformVertexes autosprite\n}"))
	if err != nil {
		t.Fatal(err)
	}
	d := list[0].Deforms
	if len(d) != 3 || d[0].Kind != Ripple || d[1].Kind != Shift || d[1].Way != [3]float32{1, -2, 3} ||
		d[2].Kind != Ripple {
		t.Fatalf("%+v", d)
	}
	for _, c := range []struct {
		x, y, z float32
		time    float64
		want    float32
	}{{0, 0, 0, 0, 3}, {10, 20, -5, 0, 1}, {25, 0, 0, 0.5, -1}, {0, 0, 0, 2, 3}} {
		if got := d[0].At(c.x, c.y, c.z, c.time); math.Abs(float64(got-c.want)) > 1e-6 {
			t.Errorf("a wave at %+v is %v", c, got)
		}
	}
	if a, b := d[1].At(0, 0, 0, 0.25), d[1].At(0, 0, 0, 0.75); a != 4 || b != -4 {
		t.Errorf("it is moved by %v and %v", a, b)
	}
	if list[0].Turns() {
		t.Error("a fourth deformation counts")
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("a\n{\ncull none\nskyparms env/x 12 -\n{\nanimmap 3 a b\nblendfunc add\nrgbgen wave sin 0 1 0 1\n" +
		"tcmod rotate 9\ntcmod stretch sin 1 2 3 4\n}\n}\n"))
	f.Add([]byte("a {\n/*/ } */ \"b"))
	f.Add([]byte("a\n{\ndeformVertexes wave 0 sin 1 2 3 4\ndeformVertexes move 1 2 3 noise 1 2 3 4\n{\nmap x\n" +
		"tcmod turb 1 2 3 4\ntcmod scale 9 9\n}\n}\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		list, _ := Parse(data)
		for _, s := range list {
			for i := range s.Deforms {
				if by := s.Deforms[i].At(1e5, -1e5, 1e5, 1e9); !(by >= -mostMoved && by <= mostMoved) {
					t.Errorf("deformed by %v", by)
				}
			}
			for i := range s.Stages {
				st := &s.Stages[i]
				w := st.Swirl(1e9)
				if a, b := w.At(1e5, -1e5, 1e5); !(a+b < 4*mostMoved && a+b > -4*mostMoved) {
					t.Errorf("swirled by %v, %v", a, b)
				}
				if len(st.Maps) == 0 || len(st.Maps) > maxMaps {
					t.Errorf("%d maps", len(st.Maps))
				}
				for _, n := range st.Moved(1e9) {
					if n != n || math.IsInf(n, 0) {
						t.Errorf("moved by %v", n)
					}
				}
				if c := st.Color.At(1e9); !(c[0] >= 0 && c[0] <= 1) {
					t.Errorf("color %v", c)
				}
			}
		}
	})
}
