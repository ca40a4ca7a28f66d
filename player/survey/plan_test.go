package survey

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/bsp"
	"demoscope/internal/corpus"
)

// flat returns a level floor.
func flat(x0, y0, x1, y1, z float32) bsp.Polygon {
	return bsp.Polygon{Corners: []mgl32.Vec3{{x0, y0, z}, {x0, y1, z}, {x1, y1, z}, {x1, y0, z}}, Texture: -1}
}

// corners returns the points of a plan's lines, each line from its lowest and leftmost point on.
func corners(p *Plan) (lines []string) {
	for _, l := range p.Lines {
		points := l.Points
		if n := len(points) - 1; points[0] == points[n] {
			points = points[:n]
			first := 0
			for i, v := range points {
				if v[1] < points[first][1] || v[1] == points[first][1] && v[0] < points[first][0] {
					first = i
				}
			}
			points = append(slices.Clone(points[first:]), points[:first]...)
		}
		lines = append(lines, fmt.Sprint(points))
	}
	return lines
}

// The plan of a floor goes around it, the floor on its left, and around what is no floor of it:
// over a step, but not over a ledge. What is presumed and what is upright do not count.
func TestPlan(t *testing.T) {
	wall := bsp.Polygon{Corners: []mgl32.Vec3{{0, 0, 0}, {0, 0, 64}, {0, 64, 64}, {0, 64, 0}}, Texture: -1}
	presumed := flat(64, 0, 128, 64, 0)
	presumed.Kind = bsp.KindPresumed
	for _, c := range []struct {
		name  string
		floor []bsp.Polygon
		want  []string
	}{
		{"nothing", nil, nil},
		{"a square", []bsp.Polygon{flat(0, 0, 64, 64, 8), wall, presumed},
			[]string{"[[0 0 8] [64 0 8] [64 64 8] [0 64 8]]"}},
		{"a step", []bsp.Polygon{flat(0, 0, 64, 64, 0), flat(64, 0, 128, 64, 16)},
			[]string{"[[0 0 0] [128 0 16] [128 64 0] [0 64 0]]"}},
		{"a ledge", []bsp.Polygon{flat(0, 0, 64, 64, 0), flat(64, 0, 128, 64, 40)},
			[]string{"[[0 0 0] [64 0 0] [64 64 0] [0 64 0]]", "[[64 0 40] [128 0 40] [128 64 40] [64 64 40]]"}},
		{"two floors", []bsp.Polygon{flat(0, 0, 64, 64, 0), flat(0, 0, 64, 64, 128)},
			[]string{"[[0 0 0] [64 0 0] [64 64 0] [0 64 0]]", "[[0 0 128] [64 0 128] [64 64 128] [0 64 128]]"}},
		{"a hole", []bsp.Polygon{flat(0, 0, 96, 32, 0), flat(0, 64, 96, 96, 0), flat(0, 32, 32, 64, 0),
			flat(64, 32, 96, 64, 0)},
			[]string{"[[0 0 0] [96 0 0] [96 96 0] [0 96 0]]", "[[32 32 0] [32 64 0] [64 64 0] [64 32 0]]"}},
	} {
		if got := corners(PlanOf(bsp.Build(c.floor, nil))); !slices.Equal(got, c.want) {
			t.Errorf("%s: the lines are\n%s\nwant\n%s", c.name, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
	p := PlanOf(bsp.Build([]bsp.Polygon{flat(-8, 0, 64, 64, 8), flat(200, 0, 232, 24, -40)}, nil))
	if want := [2]mgl32.Vec3{{-8, 0, -40}, {232, 64, 8}}; p.Box != want || len(p.Lines) != 2 ||
		p.Lines[0].Points[0][2] != -40 {
		t.Errorf("the box is %v, want %v; the lines are %v", p.Box, want, p.Lines)
	}
}

// Where a map says where players start, only what they can reach is in its plan.
func TestPlanOfWhatCanBeReached(t *testing.T) {
	m := bsp.Build([]bsp.Polygon{flat(0, 0, 64, 64, 0), flat(64, 0, 128, 64, 40), flat(128, 0, 192, 64, 120)}, nil)
	m.Entities = []bsp.Entity{{{Key: "classname", Value: "info_player_start"}, {Key: "origin", Value: "32 32 24"}}}
	if got := len(PlanOf(m).Lines); got != 2 {
		t.Errorf("%d lines, want those of the floor of the start and of the ledge that one jumps up to", got)
	}
}

// The sample's map, which is known: its rooms lie within these bounds, and nothing else.
func TestPlanOfSample(t *testing.T) {
	for _, name := range []string{"demoscope1.bsp", "q2/demoscope1.bsp", "q3/demoscope1.bsp"} {
		m, err := bsp.Load(corpus.Read(t, filepath.Join(corpus.Sample, name)))
		if err != nil {
			t.Fatal(err)
		}
		p := PlanOf(m)
		closed := 0
		for _, l := range p.Lines {
			if l.Points[0] == l.Points[len(l.Points)-1] {
				closed++
			}
		}
		if len(p.Lines) < 3 || closed < len(p.Lines)/2 {
			t.Errorf("%s: %d lines, %d of them closed", name, len(p.Lines), closed)
		}
	}
}

func TestPlanAsSVG(t *testing.T) {
	var out bytes.Buffer
	if err := PlanOf(bsp.Build([]bsp.Polygon{flat(0, 0, 64, 32, 8)}, nil)).WriteSVG(&out); err != nil {
		t.Fatal(err)
	}
	const want = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-64 -96 192 160">
<rect x="-64" y="-96" width="192" height="160" fill="#0a0c10"/>
<g fill="none" stroke-width="4" stroke-linejoin="round" stroke-linecap="round">
<polyline stroke="#46546c" points="0,0 64,0 64,-32 0,-32 0,0"/>
</g>
</svg>
`
	if out.String() != want {
		t.Errorf("it is\n%s", out.String())
	}
}

// A face far larger than any map's, and one that lies far away, cost no more than others.
func TestPlanOfLargeFaces(t *testing.T) {
	far := float32(60000)
	p := PlanOf(bsp.Build([]bsp.Polygon{flat(0, 0, 64, 64, 0), flat(-far, -far, far, far, -100),
		flat(far, far, 2*far, 2*far, 0)}, nil))
	if got := corners(p); len(got) != 1 || got[0] != "[[0 0 0] [64 0 0] [64 64 0] [0 64 0]]" {
		t.Errorf("the lines are %v", got)
	}
}
