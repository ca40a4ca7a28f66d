package survey

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/bsp"
	"demoscope/player/world"
	"demoscope/player/world/quakeworld"
)

// heard shows the player where he is, and a sound that he makes there.
func (k *walker) heard(name string) {
	k.clock += walkFrame
	w := world.New(world.QuakeWorld, quakeworld.NewServer)
	shown := seen(k.clock, k.at.Add(mgl32.Vec3{0, 0, 24}))
	w.FrameClock, w.PrevFrameClock, w.Players = shown.FrameClock, shown.PrevFrameClock, shown.Players
	w.Level().Sounds = []string{"", name}
	w.Effects.Sounds = []world.SoundStart{{Clock: k.clock, Origin: k.at.Add(mgl32.Vec3{0, 0, 24}), Sound: 1}}
	k.s.Frame(w)
}

// swum walks to the edge of a pool at x = 100 and swims through it, from its surface at -16 down to
// -80 and up again.
func swum(in string) *walker {
	k := newWalker()
	k.at = mgl32.Vec3{-60, 4, 0}
	for range 3 {
		k.to(90, 4, 0)
		k.to(110, 4, -10)
		k.at = mgl32.Vec3{116, 4, -17}
		if in != "" {
			k.heard(in)
		}
		k.to(180, 4, -80)
		k.to(240, 4, -80)
		k.to(180, 4, -70)
		k.to(116, 4, -13)
		if in != "" {
			k.heard("misc/outwater.wav")
		}
		k.to(90, 4, 0)
		k.to(-60, 4, 0)
	}
	return k
}

// Who is heard getting into a liquid shows its kind and the height of its surface, which is drawn
// where bodies were below it, and a little around; not where there is a floor.
func TestPools(t *testing.T) {
	for name, kind := range map[string]Kind{"player/inh2o.wav": Water, "player/slimbrn2.wav": Slime,
		"player/inlava.wav": Lava, "player/watr_in.wav": Water, "weapons/sgun1.wav": KindCount, "": KindCount} {
		l := swum(name).build()
		count := 0
		for i := range l.Faces {
			f := &l.Faces[i]
			if f.Kind < Water {
				continue
			}
			count++
			if name == "" || kind == KindCount && f.Kind != Water || kind != KindCount && f.Kind != kind {
				t.Errorf("%q: a face of %v", name, f.Kind)
			}
			if z := f.Corners[0][2]; z < -18 || z > -14 {
				t.Errorf("%q: a surface at %v, want -16", name, z)
			}
		}
		if kind == KindCount {
			continue
		}
		surface := cells(l, kind)
		z := l.Faces[len(l.Faces)-1].Corners[0][2]
		for x, want := range map[float32]bool{40: false, 136: true, 176: true, 232: true, 400: false} {
			if surface[mgl32.Vec3{x, 0, z}] != want {
				t.Errorf("%q: at %v there is a surface: %v", name, x, !want)
			}
		}
		if m := l.Map(); len(m.Faces) == 0 {
			t.Errorf("%q: no map", name)
		}
	}
}

// The surface lies between the feet of who got in and of who got out.
func TestSurface(t *testing.T) {
	for _, c := range []struct {
		in, out []float32
		want    float32
	}{
		{[]float32{-384, -378}, []float32{-357}, -367.5},
		{[]float32{-12, -9}, nil, -8},
		{nil, []float32{5, 40}, 2},
		{[]float32{-30, -10, 2}, []float32{-6, -5, -1}, -8.5}, // they contradict
	} {
		if got := surfaceOf(c.in, c.out); got != c.want {
			t.Errorf("%v below, %v above: %v, want %v", c.in, c.out, got, c.want)
		}
	}
}

// Who is heard deep below the surface and who is heard above it are heard of one pool, and a shore
// beside it is no part of it.
func TestOnePool(t *testing.T) {
	s := newSurvey()
	for y := float32(4); y < 160; y += 8 {
		for x := float32(4); x < 160; x += 8 {
			if x < 80 {
				s.print(x, y, 64, standsStrong)
				s.carve(x, y, 4, 66, 110)
			} else {
				s.carve(x, y, 4, 0, 110)
			}
		}
	}
	splashed := func(k splash, x, y, z float32) {
		s.splashed.add(k.piece(mgl32.Vec3{x, y, z}).key(), 1, maxSplashes, s.budget)
	}
	splashed(splashWater, 100, 20, 20)
	splashed(splashWater, 132, 100, 40)
	splashed(splashOut, 84, 50, 60)
	heights := map[float32]bool{}
	low := float32(math.Inf(1))
	for _, f := range s.Build().Faces {
		if f.Kind == Water {
			for _, v := range f.Corners {
				heights[v[2]] = true
				low = min(low, v[0])
			}
		}
	}
	if len(heights) != 1 || !heights[50] {
		t.Errorf("surfaces at %v, want one at 50", heights)
	}
	if low < 72 {
		t.Errorf("the surface begins at x = %v: over the shore", low)
	}
}

// The liquids of Quake III are triangles.
func TestTrueLiquidOfTriangles(t *testing.T) {
	m := &bsp.Map{
		Vertices:     []mgl32.Vec3{{0, 0, 8}, {0, 80, 8}, {80, 80, 8}, {80, 0, 8}},
		FaceVertices: []uint32{0, 1, 2, 0, 2, 3},
		Faces:        []bsp.Face{{NumVertices: 6, Triangles: true, Kind: bsp.KindLava}},
		Models:       []bsp.Model{{NumFaces: 1}},
	}
	truth := NewRealMap(m)
	if n := len(truth.liquids); n != 100 {
		t.Errorf("%d columns of a square of 10 by 10", n)
	}
	if h := truth.liquids[[2]int32{9, 0}]; len(h) == 0 || h[0] != 8 {
		t.Errorf("the far corner is at %v", h)
	}
}
