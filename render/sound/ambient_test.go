package sound

import (
	"math"
	"path/filepath"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/bsp"
	"demoscope/internal/corpus"
	"demoscope/player/world"
)

// halves is a map whose space before x 0 is one leaf and behind it another, each with its ambient
// levels.
func halves(before, behind [4]uint8) *bsp.Map {
	return &bsp.Map{
		Planes: []bsp.Plane{{Normal: mgl32.Vec3{1, 0, 0}, Type: 0}}, Nodes: []bsp.Node{{Children: [2]int32{^1, ^2}}},
		Leaves: []bsp.Leaf{{}, {Ambient: behind}, {Ambient: before}}, Models: []bsp.Model{{}},
	}
}

// TestAmbients: of a leaf's four levels water and sky sound, with 0.3 of the level, on both sides;
// below 27 they do not; and they take 0.77 seconds from one level to the next.
func TestAmbients(t *testing.T) {
	for _, c := range []struct {
		game         world.Game
		levels       [4]uint8
		water, wind  float32
		withoutALeaf bool
	}{
		{world.QuakeWorld, [4]uint8{255, 0, 255, 255}, 0.3, 0, false}, {world.Quake, [4]uint8{0, 100, 0, 0}, 0,
			0.3 * 100 / 255, false},
		{world.Quake, [4]uint8{26, 27, 0, 0}, 0, 0.3 * 27 / 255, false}, {world.Quake2, [4]uint8{255, 255, 0, 0},
			0, 0, false},
		{world.Quake, [4]uint8{255, 255, 0, 0}, 0, 0, true},
	} {
		s := &Score{Bank: NewBank(c.game, nil, true), Mixer: NewMixer(c.game)}
		s.Map = halves(c.levels, [4]uint8{})
		s.at.Origin = mgl32.Vec3{-5, 0, 0}
		if c.withoutALeaf {
			s.at.Origin[0] = float32(math.NaN())
		}
		w := &world.World{Game: c.game}
		levels := func() (water, wind float32) {
			s.Mixer.BeginLoops()
			s.ambients(w)
			for i := range s.Mixer.loops {
				h := &s.Mixer.loops[i]
				if h.toLeft != h.toRight {
					t.Errorf("%+v: %v and %v", c, h.toLeft, h.toRight)
				}
				if level := h.toLeft / h.sound.Level; h.sound.Name == "ambience/water1.wav" {
					water = level
				} else {
					wind = level
				}
			}
			return water, wind
		}
		if water, wind := levels(); !near(water, c.water) || !near(wind, c.wind) {
			t.Errorf("%+v: %v, %v", c, water, wind)
		}
		// On the other side it fades, and there and back again.
		s.at.Origin = mgl32.Vec3{5, 0, 0}
		for i := 1; i <= 77; i++ {
			water, wind := levels()
			if part := float32(77-i) / 77; !near(water, part*c.water) || !near(wind, part*c.wind) {
				t.Fatalf("%+v, block %d: %v, %v", c, i, water, wind)
			}
		}
	}
}

// TestAmbientsAreHeard: in a real level with a sky, without any other sound; the mix is
// the same after a seek.
func TestAmbientsAreHeard(t *testing.T) {
	m, err := bsp.Load(corpus.Read(t, filepath.Join(corpus.Sample, "demoscope1.bsp")))
	if err != nil {
		t.Fatal(err)
	}
	loud := [2]int{}
	for i := range m.Leaves {
		for k := range loud {
			if m.Leaves[i].Ambient[k] >= 27 {
				loud[k]++
			}
		}
	}
	if loud != [2]int{0, 287} {
		t.Fatalf("%v of %d leaves have water and wind", loud, len(m.Leaves))
	}
	_, p := opened(t, filepath.Join(corpus.Sample, "demoscope1.qwd"))
	render := func(frame int64, blocks int) (left []float32) {
		s := NewScore(p.NewSoundCursor(), NewBank(world.QuakeWorld, nil, true))
		asked := 0
		s.Maps = func(w *world.World) *bsp.Map {
			if asked++; asked > 1 || w.Level().Map != "maps/demoscope1.bsp" {
				t.Errorf("map %d is %q", asked, w.Level().Map)
			}
			return m
		}
		for i := range s.Mixer.Kinds {
			s.Mixer.Kinds[i] = 0
		}
		s.Mixer.Kinds[2] = 1 // ambience
		s.Render(frame, func(l, _ []float32) bool {
			left = append(left, l...)
			return len(left) < blocks*Block
		})
		return left
	}
	whole := render(0, 1500)
	power := 0.0
	for _, v := range whole {
		power += float64(v) * float64(v)
	}
	if power/float64(len(whole)) < 1e-8 {
		t.Errorf("the mean power is %v", power/float64(len(whole)))
	}
	part := render(900*Block, 300)
	for i, v := range part {
		if v != whole[900*Block+i] {
			t.Fatalf("frame %d is %v after a seek, %v after playing", i, v, whole[900*Block+i])
		}
	}
}
