package survey

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

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
	for name, kind := range map[string]Kind{"player/inh2o.wav": Water, "player/slimbrn2.wav": Slime, "player/inlava.wav": Lava, "player/watr_in.wav": Water, "weapons/sgun1.wav": KindCount, "": KindCount} {
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
