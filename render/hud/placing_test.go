package hud

import (
	"fmt"
	"strings"
	"testing"

	"demoscope/player/story"
	"demoscope/player/weapon"
	"demoscope/player/world"
	"demoscope/render/anchor"
)

// platesOf draws names and returns the box of the ground of each, in the order in which they
// are drawn, and how many lines lead to heads.
func platesOf(in *Input) (boxes []Rect, leads int) {
	h := New(1)
	h.drawLabels(in, screenArea(h, in))
	for _, line := range describe(h) {
		var b Rect
		if n, _ := fmt.Sscanf(line, "rect %f %f %f %f 090b0f", &b.X, &b.Y, &b.W, &b.H); n == 4 &&
			strings.Contains(line, "090b0f") {
			boxes = append(boxes, b)
		}
		if strings.HasPrefix(line, "shape") {
			leads++
		}
	}
	return boxes, leads
}

// TestPlatesBeside: two names of one height are 8 points apart or above one another, and a name that the side of the
// picture would cut is moved into it: that is 1280 wide.
func TestPlatesBeside(t *testing.T) {
	for _, x := range []float32{560, 575, 590} {
		in := fakeInput(screens[3])
		in.Bodies = nil
		in.Labels = []anchor.Label{
			{X: 500, Y: 300, Text: "Vesper", Color: colorText, Depth: 300, Status: story.Status{
				HealthKnown: true, Health: 50}},
			{X: x, Y: 300, Text: "Quarry", Color: colorText, Depth: 400, Status: story.Status{
				HealthKnown: true, Health: 50}},
		}
		boxes, _ := platesOf(in)
		if len(boxes) != 2 {
			t.Fatalf("%v", boxes)
		}
		a, b := boxes[0], boxes[1]
		if a.Y < b.Y+b.H && b.Y < a.Y+a.H && b.X-a.X-a.W < 8 && a.X-b.X-b.W < 8 {
			t.Errorf("at %v: %v and %v", x, a, b)
		}
	}
	for _, x := range []float32{-20, 2, 1279, 1300} {
		in := fakeInput(screens[3])
		in.Bodies = nil
		in.Labels = []anchor.Label{{X: x, Y: 300, Text: "Vesper", Color: colorText, Depth: 300,
			Status: story.Status{HealthKnown: true, Health: 50}}}
		if boxes, _ := platesOf(in); len(boxes) != 1 || boxes[0].X < 0 || boxes[0].X+boxes[0].W > 1280 {
			t.Errorf("at %v: %v", x, boxes)
		}
	}
}

// TestPlatesLeaveTheScore: at 640x360 a name is not placed on the score, also where that is wide because it
// tells of flags.
func TestPlatesLeaveTheScore(t *testing.T) {
	s := Screen{640, 360, 1, 0, false}
	h, in := New(s.Unit()), teamInput(s)
	in.World.Match.Flags[0].State, in.World.Match.Flags[1].State = world.FlagTaken, world.FlagTaken
	in.Bodies, in.Messages = nil, nil
	h.Build(in)
	first := len(h.out.Vertices)
	h.score.drawScore(in, h.page.layout.Score)
	score, _ := h.drawn(first)
	in.Labels = []anchor.Label{{X: score.X + score.W - 5, Y: 34, Text: "Baker", Color: colorText, Depth: 300,
		Player: 9}}
	h.Build(in)
	for _, b := range h.targets {
		if b.slot == 8 && overlap(&b.area, &score) {
			t.Errorf("the name at %v lies below the score at %v", b.area, score)
		}
	}
	if score.W <= printedWidth*s.Unit() {
		t.Errorf("the score is only %v wide", score.W)
	}
}

// TestPlatesLeaveBodies: a plate stands above its own head, above that of another who is behind
// it, beside its own body where the head is at the upper side of the picture, and not on a body
// that is near; the body of who is watched is no obstacle. Alone it is 74 wide and 35 high.
func TestPlatesLeaveBodies(t *testing.T) {
	own := anchor.Body{X: 480, Y: 310, W: 40, H: 120}
	for _, c := range []struct {
		name  string
		body  anchor.Body
		other []anchor.Body
		x, y  float32
		lead  bool
	}{
		{"alone", own, nil, 455, 265, false},
		{"a head above it", own, []anchor.Body{{X: 490, Y: 260, W: 20, H: 60}}, 455, 223, true},
		{"one who is beside it", own, []anchor.Body{{X: 300, Y: 100, W: 157, H: 500}}, 459, 265, false},
		{"who is watched", own, []anchor.Body{{X: 300, Y: 100, W: 400, H: 500, Watched: true}}, 455, 265, false},
		{"at the upper side", anchor.Body{X: 480, Y: 0, W: 40, H: 300}, nil, 404, 0, true},
	} {
		in := fakeInput(screens[3])
		in.Bodies = append([]anchor.Body{c.body}, c.other...)
		in.Labels = []anchor.Label{{X: 500, Y: min(300, c.body.Y), Text: "Vesper", Color: colorText,
			Depth: 300, Body: 1, Status: story.Status{HealthKnown: true, Health: 50}}}
		if c.body.Y > 0 {
			in.Labels[0].Y = 300
		}
		boxes, leads := platesOf(in)
		if len(boxes) != 1 || boxes[0].X != c.x || boxes[0].Y != c.y || leads > 0 != c.lead {
			t.Errorf("%s: %v, %d lines", c.name, boxes, leads)
		}
	}
}

// TestPlatesSpread: of a heap of many no plate is on another one, and none on a head. Six have one, the
// others a mark that can be clicked; while a kill is told three, its two before the others, of whom the name and
// a small bar of health are told.
func TestPlatesSpread(t *testing.T) {
	in := fakeInput(screens[3])
	for i := range 12 {
		x := 560 + 12*float32(i)
		in.Bodies = append(in.Bodies, anchor.Body{X: x - 20, Y: 310, W: 40, H: 120})
		in.Labels = append(in.Labels, anchor.Label{X: x, Y: 300, Text: "Vesper", Color: colorText,
			Depth: 300 + float32(i), Body: i + 1, Player: i + 1, Status: story.Status{HealthKnown: true, Health: 50}})
	}
	h := New(1)
	show := func() { h.out.Reset(); h.drawLabels(in, screenArea(h, in)) }
	show()
	if n := testing.AllocsPerRun(20, show); n > 0 {
		t.Errorf("%v allocations", n)
	}
	boxes, _ := platesOf(in)
	if len(boxes) != 6 {
		t.Fatalf("%d plates, want 6", len(boxes))
	}
	if slot := h.PlayerAt(560+12*11, 297); slot != 11 {
		t.Errorf("a click on the last one's mark watches %d", slot)
	}
	told := *in
	told.Kill = anchor.Kill{Kill: story.Kill{Known: true}}
	told.Kill.Sides[0].Player, told.Kill.Sides[1].Player = 12, 11
	if killed, _ := platesOf(&told); len(killed) != 3 || killed[0].X != 560+12*10-45 || killed[2].H != 26 {
		t.Errorf("while the last two kill one another: %v", killed)
	}
	if boxes[0].Y != 265 || boxes[0].X != 515 {
		t.Errorf("the nearest stands at %v", boxes[0])
	}
	for i, a := range boxes {
		for _, b := range boxes[:i] {
			if a.X < b.X+b.W && b.X < a.X+a.W && a.Y < b.Y+b.H && b.Y < a.Y+a.H {
				t.Errorf("%v is on %v", a, b)
			}
		}
		if a.X < 712 && a.X+a.W > 540 && a.Y < 346 && a.Y+a.H > 310 {
			t.Errorf("%v is on heads", a)
		}
	}
}

// TestSmallPlates: at bodies lower than 45 of 720 lines there is a thin bar without a number,
// and one word at a sign; with the number, and all words, at who is aimed at.
func TestSmallPlates(t *testing.T) {
	for want, label := range map[string]anchor.Label{
		`"RL" "Vesper" "aims"`:        {Status: story.Status{Threat: true}},
		`"RL" "Vesper" "is hit" "50"`: {Status: story.Status{Hurt: 1, Target: true}},
	} {
		in := fakeInput(screens[3])
		in.Bodies = []anchor.Body{{X: 490, Y: 310, W: 20, H: 44}}
		label.X, label.Y, label.Text, label.Color, label.Body = 500, 300, "Vesper", colorText, 1
		label.HealthKnown, label.Health, label.ArmorKnown, label.Armor, label.Weapon = true, 50, true, 100,
			weapon.RocketLauncher
		in.Labels = []anchor.Label{label}
		h := New(1)
		h.drawLabels(in, screenArea(h, in))
		if got := words(h); got != want {
			t.Errorf("%s, want %s", got, want)
		}
		if got := strings.Join(describe(h), "|"); !strings.Contains(got, "rect 485.0 294.0 15.0 4.0 e9c343") {
			t.Errorf("no bar of 15 points: %s", got)
		}
	}
}
