package hud

import (
	"slices"
	"testing"

	"demoscope/formats/message"
	"demoscope/player/story"
	"demoscope/player/world"
	"demoscope/player/world/rules"
	"demoscope/render/anchor"
)

// TestOverlaysOfTheFrontView: the speed, 150 by 84 units, stands 6 from the right side and from the
// strip of 26 of the view of the one it tells of; where that has no room it is left out, and another
// view knows what lies over it.
func TestOverlaysOfTheFrontView(t *testing.T) {
	left, right := Rect{0, 0, 640, 600}, Rect{640, 0, 640, 600}
	for _, c := range []struct {
		panes []Rect
		front int
		want  Rect
		shown Display
	}{
		{[]Rect{left, right}, 0, Rect{484, 484, 150, 84}, Analyst},
		{[]Rect{left, right}, 0, Rect{484, 484, 150, 84}, Watch},
		{[]Rect{left, right}, 1, Rect{1124, 484, 150, 84}, Watch},
		{[]Rect{{0, 0, 140, 600}, right}, 0, Rect{}, Analyst},
		{[]Rect{{0, 0, 640, 100}, right}, 0, Rect{}, Analyst},
	} {
		h, in := New(1), &Input{Screen: Screen{1280, 720, 1, 0, false}, Moment: Moment{World: rules.New("mvd")},
			Overlays: Overlays{Velocity: true}}
		in.Extent, in.Panes, in.Front, in.Display = Window, c.panes, c.front, c.shown
		h.decide(in)
		if got := h.page.layout.Beside[overlaySpeed]; got != c.want {
			t.Errorf("%v, view %d: the speed is at %v, want %v", c.panes, c.front, got, c.want)
		}
		of := New(1)
		of.window = h
		of.decide(&Input{Screen: Screen{640, 600, 1, 0, false}, Moment: Moment{World: in.World}, Extent: Pane,
			Split: Split{At: [2]float32{640, 0}}})
		want := Rect{}
		if c.want.X >= 640 {
			want = Rect{c.want.X - 640, c.want.Y, c.want.W, c.want.H}
		}
		if got := of.page.layout.Beside[overlaySpeed]; got != want {
			t.Errorf("%v, view %d: the right view has the speed at %v, want %v", c.panes, c.front, got, want)
		}
	}
}

// TestOverlaysAmongViews: with all overlays none lies on another one, on what a view says of its player, or out of a
// view, and there is room for the line that tells a kill. At 1280x720 four views have the table of eight players, whose
// rows end above the strip only without their teams' names, and no room for the speed beside it; two have both.
func TestOverlaysAmongViews(t *testing.T) {
	for _, s := range []Screen{{Width: 1280, Height: 720, Scale: 1}, {Width: 640, Height: 360, Scale: 1},
		{Width: 3440, Height: 1440, Scale: 1}, {Width: 1080, Height: 1920, Scale: 1}} {
		w, tall, flat := s.Width/2, s.Height, s.Height/2
		for _, panes := range [][]Rect{
			{{0, 0, w, tall}, {w, 0, w, tall}},
			{{0, 0, s.Width, flat}, {0, flat, s.Width, flat}},
			{{0, 0, w, flat}, {w, 0, w, flat}, {0, flat, w, flat}, {w, flat, w, flat}},
		} {
			for front, pane := range panes {
				h, in := New(s.Unit()), fakeInput(s)
				in.World = quakeWorld(8)
				in.Sides = []world.Side{{Name: "a", Slot: world.Nobody, Color: 4}, {Name: "b", Slot: world.Nobody,
					Color: 13}}
				in.Clock, in.Messages, in.NoBar = in.World.Clock, nil, true
				in.Extent, in.Panes, in.Front = Window, panes, front
				in.Overlays = Overlays{Team: true, Timers: true, Velocity: true, Buttons: true, Heard: true,
					Items: in.Overlays.Items}
				h.decide(in)
				l := &h.page.layout
				b := &l.Beside
				for i := range b {
					r := &b[i]
					if r.W <= 0 {
						continue
					}
					inside := false
					for _, p := range panes {
						p.H -= StripHeight(s)
						inside = inside || p.Contains(*r)
					}
					if !inside {
						t.Errorf("%vx%v, %d views: overlay %d at %v is in no view", s.Width, s.Height,
							len(panes), i, *r)
					}
					for k, other := range b {
						if k != i && other.W > 0 && overlap(r, &other) {
							t.Errorf("%vx%v, %d views: overlays %d at %v and %d at %v", s.Width, s.Height, len(panes),
								i, *r, k, other)
						}
					}
					column := i == int(overlayButtons) || i == int(overlaySpeed)
					if column && r.X < pane.X+240*s.Unit() {
						t.Errorf("%vx%v, view %d of %d: the overlay at %v leaves no room for a kill", s.Width, s.Height,
							front, len(panes), *r)
					}
				}
				if s.Width == 1280 && front == 0 {
					if shows := b[overlaySpeed].W > 0; b[overlayTeam].W <= 0 || shows != (len(panes) == 2 &&
						pane.H == 720 ||
						pane.W == 1280) {
						t.Errorf("%d views of %v: the players at %v, the speed at %v", len(panes), pane,
							b[overlayTeam], b[overlaySpeed])
					}
				}
				if s.Width == 640 && len(panes) == 4 && b[overlayTeam].W > 0 {
					t.Errorf("a table of some of the players at %v", b[overlayTeam])
				}
			}
		}
	}
}

// TestOverlaysWithoutRoom: four views at 747x420 have no room for the keys and the table of five players,
// which one view has; the clocks have at least three rows there, because they begin below what the upper
// right corner says.
func TestOverlaysWithoutRoom(t *testing.T) {
	s := Screen{Width: 747, Height: 420, Scale: 1}
	h, in := New(s.Unit()), overlayInput(s)
	in.NoBar = true
	h.Build(in)
	if lack, _ := h.NoRoom(in); lack != 0 {
		t.Errorf("one view has no room for %v", lack)
	}
	in.Extent, in.Panes = Window, []Rect{{0, 0, 372, 209}, {375, 0, 372, 209},
		{0, 211, 372, 209}, {375, 211, 372, 209}}
	h.Build(in)
	if lack, _ := h.NoRoom(in); lack.String() != "the team overlay and the key display" {
		t.Errorf("four views have no room for %v", lack)
	}
	if lack := h.NoRoomAlone(in); lack != 0 {
		t.Errorf("with four views, one is said to have no room for %v", lack)
	}
	if b := h.page.layout.Beside[overlayTimers]; b.H < h.clocksHeight(3) || b.Y+b.H > 209 {
		t.Errorf("the clocks are at %v", b)
	}
	in.Display = Clean
	h.Build(in)
	if lack, known := h.NoRoom(in); lack != 0 || known != 0 {
		t.Errorf("of what is hidden there is said to be no room for %v, and of %v it is known", lack, known)
	}
}

// inView builds a window with four views at 747x420 and the HUD of the first one, which the speed and the
// clocks lie in.
func inView(world *world.World, change func(window, pane *Input)) (window, pane *HUD, in *Input) {
	s := Screen{Width: 747, Height: 420, Scale: 1}
	window, in = New(s.Unit()), fakeInput(s)
	if world != nil {
		in.World = world
	}
	in.Clock, in.Messages, in.NoBar = in.World.Clock, nil, true
	in.Extent, in.Panes = Window, []Rect{{0, 0, 372, 209}, {375, 0, 372, 209},
		{0, 211, 372, 209}, {375, 211, 372, 209}}
	in.Overlays = Overlays{Velocity: true, Speed: Speed{Now: 412.4, Track: someTrack()}}
	of := *in
	of.Extent, of.Screen.Width, of.Screen.Height, of.Labels, of.Bodies = Pane, 372, 209, nil, nil
	change(in, &of)
	window.Build(in)
	pane = window.Pane()
	pane.Build(&of)
	return window, pane, &of
}

// TestKillBesideTheSpeed: at 747x420 the line of a kill in the first of four views ends at the left of the speed, and
// leaves out for that how hard the blow is, then that the shot is still to come and ends of names, then what kills.
func TestKillBesideTheSpeed(t *testing.T) {
	for i, c := range []struct{ by, who, means, want string }{
		{"Able", "Baker", "rocket", `"Able" "kills" "Baker: rocket," "−94 health"`},
		{"Able", "Baker the second", "super nailgun", `"Able" "kills" "Baker th...: super nailgun"`},
		{"Able of the clan of the long names", "Baker the second of them all", "rocket",
			`"Able of t..." "kills" "Baker th...: rocket"`},
		{"Able", "Baker the second", "super nailgun", `"Able" "kills" "Baker th...: super nailgun"`},
		{"Able of the clan of the long names", "Baker the second of them all", "super nailgun, as it seems",
			`"Able of t..." "kills" "Baker th..."`},
	} {
		window, pane, in := inView(nil, func(_, in *Input) {
			in.Kill = killInput()
			if i == 3 {
				in.Kill.Signs = story.SignUnfired
			}
			in.Kill.HealthLost, in.Kill.Means, in.Kill.Sides[0].Text, in.Kill.Sides[1].Text = 94, c.means, c.by, c.who
		})
		speed := window.page.layout.Beside[overlaySpeed]
		if r := pane.kill.headline; r.W <= 0 || speed.W <= 0 || overlap(&r, &speed) || r.X < 0 {
			t.Errorf("%s: the line is at %v, the speed at %v", c.who, r, speed)
		}
		pane.out.Reset()
		area := pane.page.matchupArea
		pane.kill.drawHeadline(in, &pane.page, area, area.Y+area.H)
		if got := words(pane); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}

// TestNamesBelowTheWindow: a name in a view is not drawn where the clock, the speed or the game's text in the middle
// would lie on it, and is moved beside that text.
func TestNamesBelowTheWindow(t *testing.T) {
	text := quakeWorld(4, &message.CenterPrint{Text: []byte("You glow\nin the dark")})
	var crowd []anchor.Body // whose heads leave no room for a name
	for y := range 9 {
		crowd = append(crowd, anchor.Body{X: 0, Y: 20 * float32(y), W: 319, H: 60})
	}
	for name, c := range map[string]struct {
		world  *world.World
		x, y   float32
		bodies []anchor.Body
		hidden bool
	}{
		"head beside the picture, at the clock": {nil, -4, 40, nil, true},
		"head at the clock, in a crowd":         {nil, 100, 30, crowd, true},
		"in the text":                           {text, 160, 115, nil, false},
		"free":                                  {nil, 100, 120, nil, false},
	} {
		window, pane, _ := inView(c.world, func(_, in *Input) {
			in.Bodies, in.Crosshair = c.bodies, false
			in.Labels = []anchor.Label{{X: c.x, Y: c.y, Text: "Vesper", Color: colorText, Depth: 300,
				Player: 2, Status: story.Status{HealthKnown: true, Health: 50}}}
		})
		if len(window.over) < 4 { // the clock, prints, the level, the speed
			t.Errorf("%s: the window has only %v", name, window.over)
		}
		if drawn := slices.Contains(textsOf(pane), "Vesper"); drawn == c.hidden {
			t.Errorf("%s: the name is drawn: %v", name, drawn)
		}
		for _, b := range pane.targets {
			for _, r := range window.over {
				if overlap(&b.area, &r) {
					t.Errorf("%s: the name at %v lies below what is at %v", name, b.area, r)
				}
			}
		}
	}
}

// TestTextOfTheFrontView: the game's text in the middle stands in the middle of the view of the one to whom
// it was said, in a fight, too, and on nothing that the window has above it. Beside the speed, which leaves
// the middle no room at 640x360, it is at its left.
func TestTextOfTheFrontView(t *testing.T) {
	for _, s := range []Screen{{Width: 1280, Height: 720, Scale: 1}, {Width: 640, Height: 360, Scale: 1}} {
		w, tall, flat := s.Width/2, s.Height, s.Height/2
		for _, panes := range [][]Rect{
			{{0, 0, w, tall}, {w, 0, w, tall}},
			{{0, 0, s.Width, flat}, {0, flat, s.Width, flat}},
			{{0, 0, w, flat}, {w, 0, w, flat}, {0, flat, w, flat}, {w, flat, w, flat}},
		} {
			for front, pane := range panes {
				h, in := New(s.Unit()), fakeInput(s)
				in.World = quakeWorld(2, &message.CenterPrint{Text: []byte("You need the silver key")})
				in.Clock, in.Messages, in.NoBar = in.World.Clock, nil, true
				in.Extent, in.Panes, in.Front = Window, panes, front
				in.Overlays = Overlays{Velocity: true}
				h.decide(in)
				h.out.Reset()
				h.canvas.Shade = false
				h.messages.drawCenter(in, centerArea(h, in))
				r, _ := bounds(&h.out)
				if speed := h.page.layout.Beside[overlaySpeed]; r.Overlaps(speed) || !pane.Contains(r) {
					t.Errorf("%vx%v, view %d of %v: the text at %v, the speed at %v", s.Width, s.Height, front,
						panes, r, speed)
				}
				in.Overlays = Overlays{}
				h.decide(in)
				h.out.Reset()
				h.messages.drawCenter(in, centerArea(h, in))
				r, any := bounds(&h.out)
				l := &h.page.layout
				switch middle := r.X + r.W/2 - pane.X - pane.W/2; {
				case !any:
					t.Errorf("%vx%v, view %d of %v: nothing is drawn", s.Width, s.Height, front, panes)
				case !pane.Contains(r), middle < -2, middle > 2:
					t.Errorf("%vx%v, view %d of %v: the text is at %v", s.Width, s.Height, front, panes, r)
				case r.Overlaps(l.Score), r.Overlaps(l.Notices), r.Overlaps(l.Info):
					t.Errorf("%vx%v, view %d of %v: the text at %v lies on %v, %v or %v", s.Width, s.Height, front,
						panes, r, l.Score, l.Notices, l.Info)
				}
			}
		}
	}
}

// TestWatchViews: in several views of the watch display no message of the program lies on a kill line, and a strip has
// the sign of a camera which is not the player's eyes.
func TestWatchViews(t *testing.T) {
	for _, s := range []Screen{{Width: 1280, Height: 720, Scale: 1}, {Width: 640, Height: 360, Scale: 1}} {
		w, tall := 2*s.Width/3, s.Height-46
		panes := []Rect{{0, 0, w, tall}, {w, 0, s.Width - w, tall / 2}, {w, tall / 2, s.Width - w, tall / 2}}
		window, in := New(s.Unit()), watchInput(s)
		in.Extent, in.Panes = Window, panes
		in.Messages = []Message{{Text: "2 of 57: run", Kind: MessageNote}}
		window.Build(in)
		for _, p := range panes {
			of := *in
			of.Extent, of.Screen.Width, of.Screen.Height, of.At = Pane, p.W, p.H, [2]float32{p.X, p.Y}
			pane := window.Pane()
			pane.Build(&of)
			line := killLineArea(pane, &of)
			line.X, line.Y = line.X+p.X, line.Y+p.Y
			if r := messagesArea(window, in); line.W <= 0 || overlap(&line, &r) {
				t.Errorf("%vx%v: the messages at %v, the kill line at %v", s.Width, s.Height, r, line)
			}
			eyes := len(pane.out.Vertices)
			of.Crosshair, of.Labels, of.Bodies = false, nil, nil
			pane.status.drawStrip(&of, Rect{0, 0, p.W, 26})
			own := len(pane.out.Vertices)
			of.Crosshair = true
			pane.status.drawStrip(&of, Rect{0, 0, p.W, 26})
			if camera := own - eyes - (len(pane.out.Vertices) - own); camera <= 0 {
				t.Errorf("%vx%v: no sign of the camera", s.Width, s.Height)
			}
		}
	}
}
