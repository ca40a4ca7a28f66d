package survey_test

import (
	"reflect"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/survey"
)

// TestBuildInSteps: a level that is built in steps is the same, and none of the steps is a large part of the work.
func TestBuildInSteps(t *testing.T) {
	s := surveyOf(sampleDemo(t))
	steps := 0
	if l := s.BuildInSteps(func() { steps++ }); !reflect.DeepEqual(l, s.Build()) {
		t.Error("it is another level")
	}
	if steps < 500 {
		t.Errorf("it is built in %d steps", steps)
	}
}

// The plan of a survey has the lines of that of its map, and few others.
func TestPlanIsThatOfTheMap(t *testing.T) {
	const step, most = 8, 12 // units along a line, and from one that is the same
	along := func(p *survey.Plan) (list []mgl32.Vec3) {
		for _, l := range p.Lines {
			for i, v := range l.Points[1:] {
				d := v.Sub(l.Points[i])
				for at := float32(0); at < d.Len(); at += step {
					list = append(list, l.Points[i].Add(d.Mul(at/d.Len())))
				}
			}
		}
		return list
	}
	missing := func(list, of []mgl32.Vec3) (n int) {
		for _, v := range list {
			if !slices.ContainsFunc(of, func(o mgl32.Vec3) bool { return v.Sub(o).Len() <= most }) {
				n++
			}
		}
		return n
	}
	s := surveyOf(sampleDemo(t))
	is, want := along(s.Plan()), along(survey.PlanOf(s.Build().Map()))
	if len(want) < 500 {
		t.Fatalf("the plan of the map has only %d places on its lines", len(want))
	}
	if n := missing(want, is); n > 0 {
		t.Errorf("%d of %d places on lines are missing", n, len(want))
	}
	if n := missing(is, want); n > len(want)/50 {
		t.Errorf("%d of %d places are on no line of the map's", n, len(is))
	}
}
