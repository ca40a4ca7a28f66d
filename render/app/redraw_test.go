package app

import (
	"path/filepath"
	"testing"

	"demoscope/bsp"
	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/internal/fault"
	"demoscope/player"
	"demoscope/player/world"
	"demoscope/render/camera"
)

// pictures lets so many ticks of a length in seconds pass, and returns how many pictures were drawn.
func (r *rig) pictures(ticks int, length float64) (n int) {
	for range ticks {
		r.pass(length)
		if r.redraw.draw {
			n++
		}
	}
	return n
}

// rest lets all that says something at the beginning end.
func (r *rig) rest() {
	r.t.Helper()
	r.passUntil(0, "the textures", r.textured)
	r.pictures(200, idleSeconds)
	if n := r.pictures(100, idleSeconds); n != 0 {
		r.t.Fatalf("%d pictures in 100 ticks in which nothing moves", n)
	}
}

func TestPausedWindowDrawsNothing(t *testing.T) {
	r := newRig(t)
	r.rest()
	if !r.redraw.skipped {
		t.Error("pictures are built although nothing moves")
	}
	if n := r.pictures(640, 1./64); n != 0 {
		t.Errorf("%d pictures in 640 short ticks", n)
	}

	r.hold("Right")
	if !r.redraw.draw || r.Input.Clock != 15 {
		t.Errorf("a key is not seen at once: drawn %v, at %v s", r.redraw.draw, r.Input.Clock)
	}
	r.release("Right")
	r.rest()

	r.Size.Width, r.Size.Height = 640, 360
	r.pass(idleSeconds)
	if !r.redraw.draw || r.Input.Screen != r.Size {
		t.Error("another size is not seen at once")
	}
	r.rest()

	r.Demo.Notices.say("Something")
	r.pass(idleSeconds)
	if !r.redraw.draw || len(r.Input.Messages) != 1 {
		t.Error("a message is not seen at once")
	}
	if n := r.pictures(100, idleSeconds); n != 1 || len(r.Input.Messages) != 0 {
		t.Errorf("a message ends in %d pictures, not in one", n)
	}
}

// A pointer that moves where nothing is changes no picture.
func TestPointerAloneDrawsNothing(t *testing.T) {
	r := newRig(t)
	r.rest()
	n := 0
	for i := range 50 {
		r.move(200+float32(i), 200)
		if r.redraw.skipped {
			t.Fatal("the pointer is not looked at")
		}
		if r.redraw.draw {
			n++
		}
	}
	if n != 0 {
		t.Errorf("%d pictures", n)
	}
}

// What moves by itself while the demo is paused is drawn at the full rate until its end.
func TestPausedCameraFlies(t *testing.T) {
	r := newRig(t)
	r.rest()
	r.Active.Camera.Set(camera.Chase)
	n := 0
	for r.pass(idleSeconds); r.redraw.draw && n < 1000; n++ { // the first sign is seen within a tick
		r.pass(1. / 64)
	}
	if n < 10 || n > 200 {
		t.Errorf("the camera flies for %d pictures of 1/64 s", n)
	}
	r.rest()
}

// What was done in the background is seen soon.
func TestPausedWindowShowsTheMapThatWasLoaded(t *testing.T) {
	m, _ := sampleMap(t)(nil)
	r := &rig{t: t, input: newTestDevices(), window: &testDesktop{}, folder: t.TempDir()}
	p := newPlayer(t, "demoscope1.mvd", sample(t, "demoscope1.mvd"))
	p.Seek(10)
	ready := make(chan struct{})
	maps := func(*world.Level) (*bsp.Map, string) { <-ready; return m, "" }
	r.App = New(&Options{Demo: Demo{Player: p, Maps: maps}, Width: 1280, Height: 720}, r.window, r.input)
	r.rest()
	if r.Demo.Maps.Geometry != nil {
		t.Fatal("there is a map already")
	}
	close(ready)
	r.passUntil(0, "the map", func() bool { return r.Demo.Maps.Current != nil })
	if !r.redraw.draw || r.Demo.Maps.Geometry == nil || r.Active.Scene.Geometry() != r.Demo.Maps.Geometry {
		t.Error("the map that has come is not drawn")
	}
	r.rest()
}

// The bar grows while a long demo is read.
func TestPausedWindowShowsTheIndex(t *testing.T) {
	path := filepath.Join(corpus.Dir(t), "qwd", "qwz_demo24.qwd")
	demo, err := formats.Open(path, corpus.Read(t, path))
	if err != nil {
		t.Fatal(err)
	}
	p := player.New(demo, player.Options{})
	defer p.Close()
	p.SetPaused(true)
	r := &rig{t: t, input: newTestDevices(), window: &testDesktop{}, folder: t.TempDir()}
	r.App = New(&Options{Demo: Demo{Player: p}, Width: 1280, Height: 720}, r.window, r.input)
	r.pass(0)
	if r.Input.Complete {
		t.Skip("the whole demo was read before the first picture")
	}
	p.Timeline().Wait()
	r.pass(0)
	if !r.redraw.draw || !r.Input.Complete {
		t.Error("what was read meanwhile is not shown")
	}
}

func TestPlayingDrawsEachTick(t *testing.T) {
	r := newRig(t)
	r.rest()
	r.press("Space")
	if n := r.pictures(100, 1./64); n != 100 {
		t.Errorf("%d pictures in 100 ticks", n)
	}
	r.Demo.Player.Seek(1e6)
	r.rest()
	if !r.Input.Ended || r.Input.Paused {
		t.Error("this is not the end")
	}
}

func TestMinimizedWindowDrawsNothing(t *testing.T) {
	r := newRig(t)
	r.press("Space")
	r.window.hidden = true
	was := r.Demo.Player.Clock()
	if n := r.pictures(20, idleSeconds); n != 0 || !near(r.Demo.Player.Clock(), was+20*idleSeconds, 1e-6) {
		t.Errorf("%d pictures, and the clock went from %v to %v", n, was, r.Demo.Player.Clock())
	}
	r.window.hidden = false
	if n := r.pictures(1, idleSeconds); n != 1 {
		t.Error("a window that is there again is not drawn")
	}
}

// A window in which nothing moves waits for input, and draws behind it whatever became of it:
// something may have lain over it.
func TestStillWindowWaits(t *testing.T) {
	r := newRig(t)
	r.rest()
	r.redraw.wait(r.window, true)
	if !r.window.waits {
		t.Fatal("it does not wait")
	}
	if err := r.Update(); err != nil || !r.redraw.draw {
		t.Errorf("input that changes nothing does not draw: %v", err)
	}
	r.rest()
	r.redraw.wait(r.window, true)
	r.redraw.alarm.Stop() // as after it has gone off
	if err := r.Update(); err != nil || r.redraw.draw {
		t.Errorf("the end of the wait draws: %v", err)
	}
	r.hold("Right")
	if r.redraw.wait(r.window, true); r.window.waits {
		t.Error("it waits while a key is held")
	}
}

// A window that is minimized from the start builds its first picture all the same, because Update
// needs one.
func TestMinimizedFromTheStart(t *testing.T) {
	r := newRig(t)
	g := New(&Options{Demo: Demo{Player: r.Demo.Player.Player, Maps: sampleMap(t)},
		Width: 640, Height: 360, Renderer: CPU},
		&testDesktop{hidden: true}, newTestDevices())
	for range 10 {
		if err := g.Update(); err != nil {
			t.Fatal(err)
		}
	}
	if g.HUD == nil {
		t.Error("nothing was built")
	}
}

// The same with the home.
func TestHomeMinimizedFromTheStart(t *testing.T) {
	r := newHomeRig(t, folderSource{})
	r.window.hidden, r.HUD = true, nil
	r.pass(0)
	if r.HUD == nil {
		t.Error("nothing was built")
	}
}

// A mistake that is met while the window waits for input ends that: what is opened instead would not
// be noticed.
func TestMistakeWhileWaiting(t *testing.T) {
	r := newRig(t)
	r.redraw.skipped = true
	r.redraw.wait(r.window, true)
	if !r.window.waits {
		t.Fatal("the window does not wait")
	}
	r.panicked.last = &fault.Error{}
	if err := r.Update(); err != nil || r.window.waits {
		t.Errorf("%v, waits %v", err, r.window.waits)
	}
}
