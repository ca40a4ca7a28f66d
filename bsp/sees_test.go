package bsp

import (
	"math"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/internal/corpus"
)

func TestSees(t *testing.T) {
	m := standingWall()
	for _, c := range []struct {
		from, to mgl32.Vec3
		sees     bool
	}{
		{mgl32.Vec3{0, 0, 10}, mgl32.Vec3{9, 500, 10}, true},
		{mgl32.Vec3{0, 0, 10}, mgl32.Vec3{30, 0, 10}, false},
		{mgl32.Vec3{30, 0, 10}, mgl32.Vec3{0, 0, 10}, false},
		{mgl32.Vec3{0, 0, 10}, mgl32.Vec3{30, 0, 95}, false}, // 38 high where the wall begins
		{mgl32.Vec3{0, 0, 10}, mgl32.Vec3{30, 0, 145}, true}, // 55 high
		{mgl32.Vec3{0, 0, 60}, mgl32.Vec3{30, 0, 60}, true},
		{mgl32.Vec3{0, 0, 60}, mgl32.Vec3{0, 0, -1}, false},
		{mgl32.Vec3{15, 0, 10}, mgl32.Vec3{15, 0, 60}, false}, // out of the wall
	} {
		if m.Sees(c.from, c.to) != c.sees {
			t.Errorf("from %v to %v: sees is not %v", c.from, c.to, c.sees)
		}
	}
	// The world's tree need not begin at the first node: without the first there is no ground.
	m.Models[0].HeadNode = 1
	if !m.Sees(mgl32.Vec3{0, 0, 10}, mgl32.Vec3{0, 0, -1}) || m.Sees(mgl32.Vec3{0, 0, 10}, mgl32.Vec3{30, 0, 10}) {
		t.Error("it is not seen below the world's own head node")
	}
	nan := float32(math.NaN())
	m.Sees(mgl32.Vec3{nan, nan, nan}, mgl32.Vec3{0, 0, 10}) // ends
}

// Between random places of the sample's map nothing solid is met by points on the line where
// Sees finds none.
func TestSeesAgreesWithPoints(t *testing.T) {
	m, err := Load(corpus.Read(t, filepath.Join(corpus.Sample, "demoscope1.bsp")))
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(3, 4))
	place := func() mgl32.Vec3 {
		for {
			p := mgl32.Vec3{rng.Float32()*2300 - 1184, rng.Float32()*2240 - 1120, rng.Float32()*768 - 160}
			if m.Leaves[m.LeafAt(p)].Cluster >= 0 {
				return p
			}
		}
	}
	free, wrong := 0, 0
	for range 2000 {
		a, b := place(), place()
		d := b.Sub(a)
		met := 0 // points in something solid, one each half unit
		n := int(d.Len() * 2)
		for i := range n {
			if m.Leaves[m.LeafAt(a.Add(d.Mul(float32(i)/float32(n))))].Contents&ContentsSolid != 0 {
				met++
			}
		}
		sees := m.Sees(a, b)
		if sees {
			free++
		}
		if sees && met > 0 || !sees && met == 0 {
			wrong++ // a corner thinner than half a unit, or rounding
		}
	}
	if free < 200 || free > 1800 || wrong > 4 {
		t.Errorf("%d of 2000 lines are free, %d are not as their points say", free, wrong)
	}
}
