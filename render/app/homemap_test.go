package app

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/library"
	"demoscope/player/survey"
	"demoscope/render/hud"
)

// A map has its longer side level, neighbors that are as warm are one cell, and deaths outside are left out.
func TestMapOf(t *testing.T) {
	ground := func(turned bool) *library.Ground {
		v := func(x, y float32) mgl32.Vec3 {
			if turned {
				return mgl32.Vec3{y, x}
			}
			return mgl32.Vec3{x, y}
		}
		return &library.Ground{
			Walked: &survey.Walked{Points: []mgl32.Vec3{v(1, 1), v(33, 1), v(65, 1), v(33, 33)},
				Counts: []uint32{1, 1, 100, 1}},
			Plan: &survey.Plan{
				Lines: []survey.PlanLine{{Points: []mgl32.Vec3{v(0, 0), v(0.1, 0), v(128, 0), v(128, 64)}}},
				Box:   [2]mgl32.Vec3{v(0, 0), v(128, 64)},
			},
		}
	}
	m := mapOf(ground(false), []mgl32.Vec3{{64, 32, 9}, {500, 0, 0}})
	want := []hud.HomeCell{
		{Low: hud.HomePoint{X: 0, Y: 0}, High: hud.HomePoint{X: 0.5, Y: 0.5}},
		{Low: hud.HomePoint{X: 0.5, Y: 0}, High: hud.HomePoint{X: 0.75, Y: 0.5}, Heat: 1},
		{Low: hud.HomePoint{X: 0.25, Y: 0.5}, High: hud.HomePoint{X: 0.5, Y: 1}},
	}
	if m.Aspect != 2 || len(m.Cells) != 3 || m.Cells[0] != want[0] || m.Cells[1] != want[1] || m.Cells[2] != want[2] {
		t.Errorf("aspect %v, cells %+v", m.Aspect, m.Cells)
	}
	if len(m.Lines) != 2 || m.Lines[0] != (hud.HomeStroke{From: hud.HomePoint{X: 0, Y: 0},
		To: hud.HomePoint{X: 1, Y: 0}}) ||
		m.Lines[1] != (hud.HomeStroke{From: hud.HomePoint{X: 1, Y: 0}, To: hud.HomePoint{X: 1, Y: 1}}) {
		t.Errorf("lines %+v", m.Lines)
	}
	if len(m.Deaths) != 1 || m.Deaths[0] != (hud.HomePoint{X: 0.5, Y: 0.5}) {
		t.Errorf("deaths %+v", m.Deaths)
	}
	// The same map on its side: y goes to the right, x down.
	m = mapOf(ground(true), []mgl32.Vec3{{16, 128, 0}})
	if m.Aspect != 2 || len(m.Deaths) != 1 || m.Deaths[0] != (hud.HomePoint{X: 1, Y: 0.75}) {
		t.Errorf("aspect %v, deaths %+v", m.Aspect, m.Deaths)
	}
	hottest := hud.HomeCell{}
	for _, c := range m.Cells {
		if c.Heat == 1 {
			hottest = c
		}
	}
	if hottest.Low != (hud.HomePoint{X: 0.5, Y: 0.5}) || hottest.High != (hud.HomePoint{X: 0.75, Y: 1}) {
		t.Errorf("the warmest is at %+v", hottest)
	}
	// Nothing that has no area is drawn.
	flat := &library.Ground{Walked: &survey.Walked{Points: []mgl32.Vec3{{5, 5, 5}}, Counts: []uint32{1}},
		Plan: &survey.Plan{}}
	if m := mapOf(flat, nil); m.Aspect != 0 {
		t.Errorf("a point is a map: %+v", m)
	}
}
