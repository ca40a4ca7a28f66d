package scene

import (
	"math"
	"strings"
	"testing"

	"demoscope/bsp"
	"demoscope/formats/message"
	"demoscope/player/world/rules"
	"demoscope/render/setting"
)

// TestLightStyles: ten letters pass in a second, from a, dark, over m, normal, to z.
func TestLightStyles(t *testing.T) {
	for _, c := range []struct {
		pattern string
		time    float64
		steady  bool
		want    float32
	}{
		{"", 3, false, 1}, {"m", 3, false, 1}, {"a", 3, false, 0}, {"z", 3, false, 25. / 12},
		{"amz", 0, false, 0}, {"amz", 0.099, false, 0}, {"amz", 0.1, false, 1}, {"amz", 0.25, false, 25. / 12},
		{"amz", 0.3, false, 0},
		{"amz", 123.4, false, 1}, // the letter 1234 is 1234 - 411*3 = 1
		{"amz", 7, true, 37. / 36},
		{"amy", -5, false, 0}, {"amy", math.NaN(), false, 0}, {"amy", math.Inf(1), false, 0}, {"amy", 1e300, false, 0},
		{"A~m", 0, false, 0}, {"A~m", 0.1, false, 25. / 12},
		{strings.Repeat("m", 64) + "z", 6.4, false, 1}, {strings.Repeat("m", 64) + strings.Repeat("z", 1000),
			6.4, true, 1},
	} {
		if got := styleValue(c.pattern, c.time, c.steady); abs(got-c.want) > 1e-5 {
			t.Errorf("%q at %v s, steady %v: %v, want %v", c.pattern, c.time, c.steady, got, c.want)
		}
	}
}

// styledMap has a lightmap of two luxels for each of three styles, behind one byte.
func styledMap() (*bsp.Map, *bsp.Face) {
	m := &bsp.Map{Version: bsp.VersionQuake}
	m.Lighting.Channels, m.Lighting.Samples = 1, []byte{99, 10, 20, 50, 70, 200, 100}
	return m, &bsp.Face{NumVertices: 3, Light: bsp.FaceLight{Offset: 1, Width: 2, Height: 1, Styles: [4]uint8{0, 32, 5,
		bsp.NoStyle}}}
}

func TestLayersOfLight(t *testing.T) {
	m, f := styledMap()
	r := lightReader{m: m}
	l, ok := r.layers(f)
	if want := (styledLight{styles: [4]uint8{0, 32, 5}, means: [4]uint8{15, 60, 150}, count: 3}); !ok || l != want {
		t.Errorf("%+v, %v, want %+v", l, ok, want)
	}
	var v styleValues
	v[0], v[32], v[5] = 0.5, 1, 0.1
	if scale, more := v.light(&l); scale != 0.5 || abs(more-75) > 1e-4 {
		t.Errorf("light is multiplied by %v and %v added, want 0.5 and 60 + 15", scale, more)
	}
	// One style of its own is enough; normal light alone is none.
	f.Light.Styles = [4]uint8{32, bsp.NoStyle, bsp.NoStyle, bsp.NoStyle}
	if l, ok := r.layers(f); !ok || l.count != 1 || l.means[0] != 15 {
		t.Errorf("a switched light: %+v, %v", l, ok)
	}
	for _, styles := range [][4]uint8{{0, bsp.NoStyle, 1, 1}, {bsp.NoStyle, 1, 1, 1}} {
		f.Light.Styles = styles
		if l, ok := r.layers(f); ok {
			t.Errorf("%v: %+v", styles, l)
		}
	}
	f.Light.Styles = [4]uint8{0, 32, 5, bsp.NoStyle}
	for what, change := range map[string]func(){
		"Quake III":       func() { m.Version = bsp.VersionQuake3 },
		"water":           func() { f.Kind = bsp.KindWater },
		"no lightmap":     func() { f.Light.Offset = -1 },
		"no light at all": func() { m.Lighting.Samples = nil },
	} {
		m, f = styledMap()
		r = lightReader{m: m}
		change()
		if l, ok := r.layers(f); ok {
			t.Errorf("%s: %+v", what, l)
		}
	}
}

// TestLevelFlickers: all of the sample's level gets one light style, and is as bright as
// the letters of the demo's pattern say.
func TestLevelFlickers(t *testing.T) {
	m := loadMap(t, "demoscope1.bsp")
	for i := range m.Faces {
		if l := &m.Faces[i].Light; l.Styles[0] == 0 {
			l.Styles[0] = 9
		}
	}
	s := New()
	s.SetGeometry(Prepare(m))
	mo := momentOf()
	mo.World = rules.New("dem")
	// Eight letters dark, eight bright.
	mo.World.Apply(&message.LightStyle{Style: 9, Text: []byte("aaaaaaaazzzzzzzz")})
	light := func(time float64, o Options) float32 {
		mo.Time = time
		s.Build(mo, poses[1].camera, View{160, 90, 1}, &o)
		sum := float32(0)
		for _, v := range s.World.Vertices {
			sum += v.R + v.G + v.B
		}
		return sum / float32(len(s.World.Vertices))
	}
	dark, bright := light(0.3, Options{}), light(1.3, Options{})
	if bright < 1.5*dark {
		t.Errorf("the level is %v bright, and %v when its lights are out", bright, dark)
	}
	if again := light(1.9, Options{}); again != dark {
		t.Errorf("after 16 letters it is %v, not %v", again, dark)
	}
	if a, b := light(0.3, Options{Switches: setting.LightFlicker}),
		light(1.3, Options{Switches: setting.LightFlicker}); a != b || a <= dark ||
		a >= bright {
		t.Errorf("without flicker it is %v and %v, between %v and %v", a, b, dark, bright)
	}
	if a, b := light(0.3, Options{Mode: Shaded}), light(1.3, Options{Mode: Shaded}); a != b {
		t.Errorf("shaded by direction alone it is %v and %v", a, b)
	}
}
