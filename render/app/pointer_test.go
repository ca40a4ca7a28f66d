package app

import (
	"slices"
	"testing"

	"demoscope/render/control"
	"demoscope/render/hud"
)

// In 1280x720 pixels the track of the bar goes from x 200 to 1094, at y 697,
// for the 60.223 s of the demo: 14.845 pixels are a second.
const trackY = 697

func (r *rig) panel() hud.Panel { return hud.NewPanel(r.Size) }

func TestBarLiesWhereTheTestsPress(t *testing.T) {
	if b := newRig(t).bar(); b.Track != (hud.Rect{X: 200, Y: 674, W: 894, H: 46}) {
		t.Fatalf("the track is at %+v", b.Track)
	}
}

// The clock follows the pointer, stands while it is held, and goes on as
// before.
func TestDraggingTheBar(t *testing.T) {
	for _, paused := range []bool{true, false} {
		r := newRig(t)
		r.Demo.Player.SetPaused(paused)
		at := func(what string, clock float64) {
			t.Helper()
			if got := r.see(); !near(got.Clock, clock, 0.02) || got.Paused != paused || !r.Demo.Player.Paused() ||
				r.Input.Held != hud.HeldTrack {
				t.Errorf("%s: %+v, want a clock of %v that stands", what, got, clock)
			}
		}
		r.move(423.5, trackY)
		r.hit(control.MouseLeft)
		at("a quarter of the track", 15.056)
		r.run(64)
		at("held for a second", 15.056)
		r.move(647, trackY)
		at("half of the track", 30.112)
		r.move(870.5, 300)
		at("above the bar", 45.167)
		r.move(300, 5)
		at("back again", 6.736)
		r.move(-50, trackY)
		at("left of the track", 0)
		r.move(1279, trackY)
		at("right of the track", 60.223)
		r.move(647, trackY)
		r.lift(control.MouseLeft)
		if got := r.see(); got.Paused != paused || r.Demo.Player.Paused() != paused || r.Input.Held == hud.HeldTrack {
			t.Errorf("let go: %+v", got)
		}
		r.move(300, trackY)
		if got := r.see(); !near(got.Clock, 30.112, 0.1) {
			t.Errorf("a pointer that is not held moves the clock to %v", got.Clock)
		}
	}
}

// A press beside the bar is no drag, even when the pointer is moved onto it.
func TestPressBesideTheBar(t *testing.T) {
	r := newRig(t)
	r.move(640, 300)
	r.hit(control.MouseLeft)
	r.move(647, trackY)
	if got := r.see(); got.Clock != 10 || r.Input.Held == hud.HeldTrack {
		t.Errorf("a press on the picture drags the bar: %+v", got)
	}
}

// While the bar is dragged, a key for fast playing does nothing.
func TestDraggingEndsFastPlaying(t *testing.T) {
	r := newRig(t)
	r.hold("L")
	r.run(10)
	r.move(640, trackY) // beside all ticks
	r.hit(control.MouseLeft)
	r.run(10)
	if got := r.see(); got.Speed != 1 || !near(got.Clock, 29.64, 0.02) {
		t.Errorf("dragging with L held: %+v", got)
	}
	r.lift(control.MouseLeft)
	r.run(1)
	if got := r.see(); got.Speed != 5 || got.Paused {
		t.Errorf("let go with L held: %+v", got)
	}
	r.release("L")
	if got := r.see(); got.Speed != 1 || !got.Paused {
		t.Errorf("after L: %+v", got)
	}
}

// Space during a drag does not begin again, even at the end.
func TestPauseWhileDraggingAtTheEnd(t *testing.T) {
	r := newRig(t)
	r.move(1080, trackY)
	r.hit(control.MouseLeft)
	r.move(1200, trackY)
	r.press("Space")
	if c := r.see().Clock; c != 60.223 {
		t.Errorf("the clock is at %v", c)
	}
}

// A press beside the tick of an event goes to the event, a drag from there
// does not.
func TestTicksAreSnappedTo(t *testing.T) {
	const tick = 494.4 // of the kill at 19.833 s
	r := newRig(t)
	r.move(tick+3, trackY)
	r.hit(control.MouseLeft)
	if c := r.see().Clock; c != 19.833 {
		t.Errorf("a press 3 pixels beside a tick goes to %v", c)
	}
	r.move(tick+6, trackY)
	if c := r.see().Clock; c != 19.833 {
		t.Errorf("3 pixels further it is %v", c)
	}
	r.move(tick+9, trackY)
	if c := r.see().Clock; !near(c, 20.439, 0.02) {
		t.Errorf("6 pixels further it is %v", c)
	}
	r.move(tick, trackY)
	if c := r.see().Clock; !near(c, 19.833, 0.02) || c == 19.833 {
		t.Errorf("dragged back it is %v", c)
	}
	r.lift(control.MouseLeft)

	r.move(tick-4, trackY)
	r.hit(control.MouseLeft)
	r.lift(control.MouseLeft)
	if c := r.see().Clock; c != 19.833 {
		t.Errorf("a click 4 pixels before it goes to %v", c)
	}
	r.move(tick-10, trackY)
	r.hit(control.MouseLeft)
	r.lift(control.MouseLeft)
	if c := r.see().Clock; !near(c, 19.159, 0.02) {
		t.Errorf("a click 10 pixels before it goes to %v", c)
	}
}

// On a dense screen it takes twice as many pixels to begin a drag.
func TestTicksOnADenseScreen(t *testing.T) {
	const tick = 989 // of the kill at 19.833 s, on a track from x 400 to 2188
	r := newRig(t)
	r.Size = hud.Screen{Width: 2560, Height: 1440, Scale: 2}
	r.pass(0)
	r.move(tick, 2*trackY)
	r.hit(control.MouseLeft)
	r.move(tick+7, 2*trackY)
	if c := r.see().Clock; c != 19.833 {
		t.Errorf("after 7 pixels it is %v", c)
	}
	r.move(tick+9, 2*trackY)
	if c := r.see().Clock; !near(c, 20.13, 0.02) {
		t.Errorf("after 9 pixels it is %v", c)
	}
}

// What lies ahead is not snapped to when it is hidden, nor what is filtered.
func TestHiddenTicksAreNotSnappedTo(t *testing.T) {
	const tick = 494.4
	for _, c := range []struct {
		name string
		keys []string
		from float64
		want float64
	}{
		{"all is shown", nil, 0, 19.833},
		{"ahead and hidden", []string{"U"}, 0, 20.035},
		{"hidden, but behind", []string{"U"}, 40, 19.833},
		{"filtered", []string{"Shift+3"}, 0, 20.035}, // a death of the first player
	} {
		r := newRig(t)
		for _, k := range c.keys {
			r.press(k)
		}
		r.seek(c.from)
		r.move(tick+3, trackY)
		r.hit(control.MouseLeft)
		r.lift(control.MouseLeft)
		if got := r.see().Clock; !near(got, c.want, 0.02) {
			t.Errorf("%s: a click goes to %v, want %v", c.name, got, c.want)
		}
	}
}

// The parts of the bar do what their keys do.
func TestBarButtons(t *testing.T) {
	b := newRig(t).bar()
	for _, c := range []struct {
		name string
		part hud.Rect
		want func(*seen)
	}{
		{"back", b.Back, func(s *seen) { s.Clock = 9.966 }},
		{"forward", b.Forward, func(s *seen) { s.Clock = 10.033 }},
		{"play", b.Play, func(s *seen) { s.Paused, s.Clock, s.Says = false, 10.0313, "" }},
		{"clock", b.Elapsed, func(s *seen) { s.ClockKind, s.Says = hud.ClockServer, "Clock: server time" }},
		{"length", b.Total, func(s *seen) { s.ClockKind, s.Says = hud.ClockServer, "Clock: server time" }},
		{"list", b.List, func(s *seen) { s.List = true }},
		{"speed", b.Rate, func(s *seen) { s.Speed = 1.5 }},
		{"menu", b.Menu, func(s *seen) { s.Finder = true }},
	} {
		r := newRig(t)
		was := r.see()
		r.click(c.part)
		r.changed("a click on "+c.name, was, c.want)
		r = newRig(t)
		was = r.see()
		r.rightClick(c.part)
		r.changed("a right click on "+c.name, was, func(s *seen) {
			if c.name == "speed" {
				s.Speed = 0.75
			}
		})
	}
}

// The speed goes by its steps, and from the fastest a click leads back to the demo's own; the wheel goes both ways.
func TestSpeedAtTheBar(t *testing.T) {
	r := newRig(t)
	rate := r.bar().Rate
	is := func(what string, want float64) {
		t.Helper()
		if got := r.see(); got.Speed != want || got.Clock != 10 {
			t.Errorf("%s: %v times at %v s, want %v at 10", what, got.Speed, got.Clock, want)
		}
	}
	for _, want := range []float64{1.5, 2, 3, 5, 10, 20, 1, 1.5} {
		r.click(rate)
		is("a click", want)
	}
	r.rightClick(rate)
	r.rightClick(rate)
	is("two right clicks", 0.75)
	r.turn(1)
	is("a notch up", 1)
	r.turn(-2)
	is("two notches down", 0.5)
	r.turn(0.5)
	is("half a notch", 0.5)
	r.turn(0.5)
	is("the other half", 0.75)
	r.turn(0.5)
	r.move(300, 300)
	r.hover(rate)
	r.turn(0.5)
	is("halves that are not one", 0.75)
}

// TestMutedSign: the bar has a button while the sound is muted, which unmutes it.
func TestMutedSign(t *testing.T) {
	r := newRig(t)
	if b := r.bar(); b.Mute.W > 0 {
		t.Errorf("with sound there is a button: %+v", b.Mute)
	}
	r.press("M")
	r.pass(0)
	was := r.see()
	r.click(r.bar().Mute)
	r.changed("a click on it", was, func(s *seen) { s.Loud.Muted, s.Says = false, "Mute: off" })
	if b := r.bar(); b.Mute.W > 0 {
		t.Errorf("unmuted there is a button: %+v", b.Mute)
	}
}

// With a mouse alone one comes to everything, and away from it again.
func TestMouseAlone(t *testing.T) {
	r := newRig(t)
	row := func(i int) hud.Rect {
		b := hud.NewFinderBox(r.Size)
		return hud.Rect{X: b.Rows.X + 50, Y: b.Rows.Y + float32(i)*b.Row, W: 20, H: b.Row}
	}
	r.click(r.bar().Menu)
	if got := r.labels()[:3]; !slices.Equal(got, []string{"Help", "Settings", "Display"}) {
		t.Errorf("first are %q", got)
	}
	r.click(r.bar().Menu)
	if r.finder.open {
		t.Error("another click on the menu leaves it open")
	}
	r.click(r.bar().Menu)
	r.click(row(0))
	if got := r.see(); !got.Help || got.Finder {
		t.Errorf("the first row: help %v, menu %v", got.Help, got.Finder)
	}
	for range 20 {
		if r.click(hud.Rect{X: 640, Y: 300}); !r.Viewing.help {
			break
		}
	}
	if got := r.see(); got.Help || got.Follow != -1 {
		t.Errorf("clicks on the help page: help %v, watching %d", got.Help, got.Follow)
	}
	r.click(r.bar().Menu)
	at := slices.Index(r.labels(), "Close / quit")
	r.click(row(at))
	if !r.quit {
		t.Errorf("row %d does not quit", at)
	}
}

// A click on the score or on the panel of the level is not one on the picture.
func TestClicksOnPanels(t *testing.T) {
	r := newRig(t)
	r.Viewing.Display = hud.Analyst // the level is always there
	r.pass(0)
	l := hud.NewLayout(r.Size)
	for name, at := range map[string]hud.Rect{"the level": {X: l.Info.X + l.Info.W - 20, Y: l.Info.Y + 10},
		"the clock": {X: l.Score.X + 10, Y: l.Score.Y + 10}} {
		was := r.see()
		r.click(at)
		r.changed("a click on "+name, was, func(*seen) {})
		r.rightClick(at)
		r.changed("a right click on "+name, was, func(*seen) {})
	}
}

// A click on a line of the scoreboard watches its player, one on the rest of the
// scoreboard nobody else.
func TestClicksOnTheScoreboard(t *testing.T) {
	r := newRig(t)
	r.press("Tab")
	lines := map[int]hud.Rect{}
	var ground hud.Rect
	for y := float32(0); y < trackY-30; y++ {
		switch slot, on := r.HUD.ScoreAt(640, y); {
		case slot >= 0:
			lines[slot] = hud.Rect{X: 640, Y: y}
		case on && ground == hud.Rect{}:
			ground = hud.Rect{X: 640, Y: y}
		}
	}
	if len(lines) != 4 || ground == (hud.Rect{}) {
		t.Fatalf("lines of players at %v, something else at %v", lines, ground)
	}
	for slot := range 4 {
		was := r.see()
		r.click(lines[slot])
		r.changed("a click on a line", was, func(s *seen) { s.Follow = slot })
	}
	was := r.see()
	r.click(ground)
	r.changed("a click on the scoreboard's head", was, func(*seen) {})
	r.press("G")
	r.press("G") // the pointer is free again
	r.press("Tab")
	r.click(lines[2])
	if got := r.see(); got.Follow == 2 {
		t.Errorf("a click where the line was before the scoreboard was closed watches its player: %+v", got)
	}
}

// A player that a recording does not show cannot be watched.
func TestClicksOnAPlayerWhoIsNotShown(t *testing.T) {
	r := newRig(t)
	r.press("Tab")
	w := r.Demo.Player.Moment().World
	w.Players[2].Visible = false
	for y := float32(0); y < trackY-30; y++ {
		if slot, _ := r.HUD.ScoreAt(640, y); slot == 2 {
			was := r.see()
			r.click(hud.Rect{X: 640, Y: y})
			r.changed("a click", was, func(s *seen) { s.Says = "The demo does not show this player now" })
			return
		}
	}
	t.Error("the player has no line")
}

// TestHoldOnThePicture: the left button that is held for half a second on the picture opens the menu of all
// commands, as a finger does, and is no click when it is let go; a click that is shorter and a drag open nothing.
func TestHoldOnThePicture(t *testing.T) {
	r := newRig(t)
	at := hud.Rect{X: 900, Y: 300, W: 2, H: 2}
	was := r.see()
	r.hover(at)
	r.hit(control.MouseLeft)
	r.run(16)
	if r.see().Finder {
		t.Error("it is open after a quarter of a second")
	}
	r.run(20)
	if !r.see().Finder {
		t.Error("it is not open after half a second")
	}
	r.lift(control.MouseLeft)
	if s := r.see(); !s.Finder || s.Follow != was.Follow || s.Paused != was.Paused {
		t.Errorf("after the button was let go: %+v", s)
	}
	r.press("Escape")
	r.hover(at)
	r.hit(control.MouseLeft)
	r.move(930, 300)
	r.run(60)
	if r.see().Finder {
		t.Error("a drag opened it")
	}
	r.lift(control.MouseLeft)
}

// A click on the picture watches the player who is there, or the next one; the
// right button the one before.
func TestClicksOnThePicture(t *testing.T) {
	player := hud.Rect{X: 640, Y: 300} // the first one, from behind
	beside := hud.Rect{X: 100, Y: 300}
	for _, c := range []struct {
		name   string
		before func(*rig)
		do     func(*rig)
		want   func(*seen)
	}{
		{"on a player", func(r *rig) { r.press("C"); r.settle() }, func(r *rig) { r.click(player) }, func(s *seen) {
			s.Follow = 0
		}},
		{"beside it", func(r *rig) { r.press("C"); r.settle() }, func(r *rig) { r.click(beside) }, func(s *seen) {
			s.Follow = 1
		}},
		{"at its edge", func(r *rig) { r.press("C"); r.settle() }, func(r *rig) { r.click(hud.Rect{X: 571, Y: 300}) },
			func(s *seen) { s.Follow = 0 }},
		{"beside its edge", func(r *rig) { r.press("C"); r.settle() }, func(r *rig) {
			r.click(hud.Rect{X: 559, Y: 300})
		}, func(s *seen) { s.Follow = 1 }},
		{"right", func(r *rig) {}, func(r *rig) { r.rightClick(beside) }, func(s *seen) {
			s.Follow = 3
		}},
		{"right, flying", func(r *rig) { r.press("G") }, func(r *rig) { r.rightClick(beside) }, func(s *seen) {
			s.Finder, s.Captured = true, false
		}},
		{"flying", func(r *rig) { r.press("G"); r.press("Esc") }, func(r *rig) { r.click(beside) }, func(s *seen) {
			s.Captured = true
		}},
		{"on a player, flying", func(r *rig) { r.press("C"); r.settle(); r.press("G"); r.press("Esc") }, func(r *rig) {
			r.click(player)
		},
			func(s *seen) { s.Follow, s.View = 0, "chase camera" }},
		{"on the player in the middle, with the pointer", func(r *rig) {
			r.press("C")
			r.settle()
			r.press("G")
			r.input.x, r.input.y = 5, 5
			r.pass(0)
			r.Active.Camera.Angles = r.Active.Camera.Angles.Mul(0)
			r.Active.Camera.Angles[1], r.Active.Camera.Angles[0] = 141.636, 6
			r.pass(0)
		},
			func(r *rig) { r.hit(control.MouseLeft) }, func(s *seen) {
				s.Follow, s.View, s.Captured, s.Says = 0, "chase camera", false, ""
			}},
	} {
		r := newRig(t)
		c.before(r)
		was := r.see()
		c.do(r)
		r.changed(c.name, was, c.want)
	}
}

// The wheel over the bar seeks, by a second a notch in a demo of a minute; elsewhere it is the camera's.
func TestWheelOverTheBar(t *testing.T) {
	for _, c := range []struct {
		name    string
		keys    []string
		x, y    float32
		notches float32
		want    float64
	}{
		{"up", nil, 640, trackY, 3, 13},
		{"down", nil, 640, trackY, -2, 8},
		{"part of a notch", nil, 640, trackY, 0.5, 10.5},
		{"before the beginning", nil, 640, trackY, -40, 0},
		{"over a button", nil, 20, trackY, 1, 11},
		{"over the picture", nil, 640, 300, 3, 10},
		{"flying, with the pointer", []string{"G"}, 640, trackY, 3, 10},
		{"flying, without the pointer", []string{"G", "Esc"}, 640, trackY, 3, 13},
	} {
		r := newRig(t)
		for _, k := range c.keys {
			r.press(k)
		}
		r.move(c.x, c.y)
		speed := r.Active.Camera.Speed
		r.turn(c.notches)
		if got := r.see().Clock; !near(got, c.want, 1e-6) {
			t.Errorf("%s: at %v, want %v", c.name, got, c.want)
		}
		if moved := r.Active.Camera.Speed != speed; moved != (c.name == "flying, with the pointer") {
			t.Errorf("%s: the speed of flying went from %v to %v", c.name, speed, r.Active.Camera.Speed)
		}
	}
}

// While the bar is dragged, the wheel does nothing.
func TestWheelDuringADrag(t *testing.T) {
	r := newRig(t)
	r.move(640, trackY)
	r.hit(control.MouseLeft)
	was := r.see()
	r.turn(3)
	r.changed("the wheel", was, func(*seen) {})
}

// The list of events, with the pointer.
func TestPointingAtTheList(t *testing.T) {
	p := newRig(t).panel()
	row := func(i int) hud.Rect {
		return hud.Rect{X: p.Rows.X, Y: p.Rows.Y + float32(i)*p.Row, W: p.Rows.W, H: p.Row}
	}
	for _, c := range []struct {
		name   string
		before func(*rig)
		do     func(*rig)
		want   func(*seen)
	}{
		{"a row goes to 3 s before its event", nil, func(r *rig) { r.click(row(9)) }, func(s *seen) {
			s.Clock, s.Follow, s.Says = 10.123, 3, "0:10 / 1:00"
		}},
		{"another row", nil, func(r *rig) { r.click(row(20)) }, func(s *seen) {
			s.Clock, s.Follow, s.Says = 30.356, 3, "0:30 / 1:00"
		}},
		{"a row of an event near the beginning", nil, func(r *rig) { r.click(row(2)) }, func(s *seen) {
			s.Clock, s.Says = 0, "0:00 / 1:00"
		}},
		{"a row of a bookmark", func(r *rig) { setMarks(r, 0.1) }, func(r *rig) { r.click(row(1)) }, func(s *seen) {
			s.Clock, s.Says = 0.1, "0:00 / 1:00"
		}},
		{"a right click on a row", nil, func(r *rig) { r.rightClick(row(9)) }, func(*seen) {}},
		{"a chip", nil, func(r *rig) { r.click(p.Chips[hud.ClassItem]) }, func(s *seen) {
			s.Filtered, s.Says = "items", "Event filter items: off"
		}},
		{"a chip twice", nil, func(r *rig) { r.click(p.Chips[hud.ClassItem]); r.click(p.Chips[hud.ClassItem]) },
			func(s *seen) { s.Says = "Event filter items: on" }},
		{"a chip alone", nil, func(r *rig) { r.rightClick(p.Chips[hud.ClassLevel]) }, func(s *seen) {
			s.Filtered, s.Says = "kills mine deaths chat items flags match marks bookmarks",
				"Event filter: only levels"
		}},
		{"a chip alone, and all", nil, func(r *rig) {
			r.rightClick(p.Chips[hud.ClassLevel])
			r.rightClick(p.Chips[hud.ClassLevel])
		}, func(s *seen) { s.Says = "Event filter: all" }},
		{"no spoilers", nil, func(r *rig) { r.click(p.Spoilers) }, func(s *seen) {
			s.Spoilers, s.Says = false, "Spoilers: off"
		}},
		{"spoilers again", func(r *rig) { r.press("U"); r.run(64 * 3) }, func(r *rig) {
			r.click(p.Spoilers)
		}, func(s *seen) { s.Spoilers, s.Says = true, "Spoilers: on" }},
		{"close", nil, func(r *rig) { r.click(p.Close) }, func(s *seen) { s.List = false }},
		{"query", nil, func(r *rig) { r.click(p.Query) }, func(s *seen) { s.Asking = true }},
		{"title", nil, func(r *rig) { r.click(p.Title) }, func(*seen) {}},
		{"the picture, while asking", func(r *rig) { r.press("/") }, func(r *rig) { r.click(hud.Rect{X: 100, Y: 300}) },
			func(s *seen) { s.Asking, s.Follow = false, 1 }},
		// The click turns the page.
		{"under the help page", func(r *rig) { r.press("H") }, func(r *rig) { r.click(row(9)) }, func(*seen) {}},
		{"under the scores", func(r *rig) { r.press("Tab") }, func(r *rig) { r.click(row(9)) }, func(s *seen) {
			s.Scores = false
		}},
	} {
		r := newRig(t)
		r.press("F3")
		if c.before != nil {
			c.before(r)
		}
		was := r.see()
		c.do(r)
		r.changed(c.name, was, c.want)
	}
}

// The wheel, the scroll bar and the page keys move the list of 41 rows, of
// which 25 are seen, and nothing else.
func TestScrollingTheList(t *testing.T) {
	r := newRig(t)
	r.press("F3")
	p := r.panel()
	was := r.see()
	top := func(what string, want int) {
		t.Helper()
		if _, got := p.Hit(r.Demo.List.Events, p.Rows.X+5, p.Rows.Y+5); got != want {
			t.Errorf("%s: row %d is the first, want %d", what, got, want)
		}
		r.changed(what, was, func(*seen) {})
	}
	if n := r.Demo.List.Events.Len(); n != 41 || p.Visible() != 25 {
		t.Fatalf("%d rows, %d are seen", n, p.Visible())
	}
	top("at the beginning", 0)
	r.hover(p.Rows)
	r.turn(-2)
	top("two notches down", 6)
	r.turn(1)
	top("one up", 3)
	r.turn(-100)
	top("at the end", 16)
	r.press("PgUp")
	top("a page up", 0)
	r.press("PgDn")
	top("a page down", 16)
	if c := &r.Active.Camera; c.Speed != 400 || c.Distance != 120 {
		t.Errorf("the wheel over the list has moved the camera: %+v", c)
	}
	r.turn(100)
	r.move(p.Scroll.X+2, p.Scroll.Y+p.Scroll.H-1)
	r.hit(control.MouseLeft)
	top("the scroll bar at the bottom", 16)
	r.move(100, p.Scroll.Y+p.Scroll.H/2)
	top("held, in the middle", 8)
	r.move(100, 0)
	top("held, at the top", 0)
	r.lift(control.MouseLeft)
	r.move(100, 600)
	top("let go", 0)
}

// A jump brings the moment into sight in the list, and a click does.
func TestListFollowsTheMoment(t *testing.T) {
	for _, c := range []struct {
		name string
		do   func(*rig)
		want int // the first row
	}{
		{"a seek leaves it", func(r *rig) { r.seek(55) }, 0},
		{"a jump", func(r *rig) { r.seek(50); r.press("K") }, 16},
		{"a press on the bar", func(r *rig) { r.move(1020, trackY); r.hit(control.MouseLeft) }, 16},
		{"opening it again", func(r *rig) { r.seek(55); r.press("F3"); r.press("F3") }, 16},
	} {
		r := newRig(t)
		r.press("F3")
		p := r.panel()
		r.hover(p.Rows)
		r.seek(59)
		r.turn(100) // away from the moment
		if _, got := p.Hit(r.Demo.List.Events, p.Rows.X+5, p.Rows.Y+5); got != 0 {
			t.Fatalf("a list that was scrolled away shows row %d first", got)
		}
		c.do(r)
		if _, got := p.Hit(r.Demo.List.Events, p.Rows.X+5, p.Rows.Y+5); got != c.want {
			t.Errorf("%s: row %d is the first, want %d", c.name, got, c.want)
		}
	}
}

// Names, rows and lines of kills watch who they stand for, when the button is let go where it went
// down; the pointer is a hand there.
func TestClicksOnWhatStandsForPlayers(t *testing.T) {
	for _, size := range []hud.Screen{{Width: 1280, Height: 720, Scale: 1}, {Width: 640, Height: 360, Scale: 1},
		{Width: 1280, Height: 720, Scale: 2}} {
		r := newRig(t)
		r.Size = size
		r.press("F5") // the table of players
		find := func(slot int) hud.Rect {
			for y := float32(0); y < size.Height*0.8; y += 2 {
				for x := float32(0); x < size.Width; x += 4 {
					if r.HUD.PlayerAt(x, y) == slot {
						return hud.Rect{X: x, Y: y}
					}
				}
			}
			t.Fatalf("%v: player %d cannot be clicked", size, slot)
			return hud.Rect{}
		}
		name := []string{"Ranger", "Vesper", "Quarry", "Lumen"}
		for _, slot := range []int{3, 2, 1, 0} {
			at := find(slot)
			r.hover(at)
			if !r.window.hand {
				t.Errorf("%v: there is no hand on %s", size, name[slot])
			}
			was := r.see()
			r.hit(control.MouseLeft)
			r.changed("before the button is let go", was, func(*seen) {})
			r.lift(control.MouseLeft)
			r.changed("a click on "+name[slot], was, func(s *seen) { s.Follow = slot })
		}
		was, at := r.see(), find(2)
		r.hover(at)
		r.hit(control.MouseLeft)
		r.move(at.X+30*size.Scale, at.Y)
		r.lift(control.MouseLeft)
		r.changed("a drag", was, func(*seen) {})
		r.pass(4)
		if r.window.hand {
			t.Errorf("%v: the hand stays on the pointer that lies still", size)
		}
	}
}

// Who turns the camera over the list of events turns on, and no row is lit; a button that went down on the
// bar turns nothing.
func TestTurningOverTheList(t *testing.T) {
	r := newRig(t)
	r.Demo.Player.SetPaused(true)
	r.press("C") // from behind, which can be turned
	r.press("F3")
	r.move(640, 300)
	r.hit(control.MouseRight)
	r.move(r.panel().Rows.X+20, 300)
	if !r.Active.Camera.CanTurn() || r.Input.Held != hud.HeldPicture {
		t.Fatalf("over the list %d is held", r.Input.Held)
	}
	was := r.Active.View.Angles
	r.move(r.panel().Rows.X+40, 300)
	if now := r.Active.View.Angles; vecNear(now, was, 1) {
		t.Errorf("over the list the camera stays at %v", now)
	}
	r.lift(control.MouseRight)
	r.hover(r.bar().Rate)
	r.hit(control.MouseRight)
	r.run(64) // what the camera has been turned by takes a moment
	was = r.Active.View.Angles
	r.move(640, 300)
	r.run(64)
	if now := r.Active.View.Angles; !vecNear(now, was, 1) {
		t.Errorf("from the bar the camera turns from %v to %v", was, now)
	}
}
