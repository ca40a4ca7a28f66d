package render

import (
	"fmt"
	"image"
	"strings"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"demoscope/bsp"
	"demoscope/player/world"
	"demoscope/render/hud"
)

func TestWindowShowsTheLevel(t *testing.T) {
	g := open(t, "demoscope1.mvd", sampleMaps(t))
	img := window.shoot()
	saved(t, "level", img)
	if img.Rect.Dx() != 1280 || img.Rect.Dy() != 720 {
		t.Fatalf("picture of %v", img.Rect)
	}
	lines := 0
	for y := 100; y < 560; y++ {
		for x := range 1280 {
			if c := img.RGBAAt(x, y); c != background {
				lines++
			}
		}
	}
	if lines < 20000 {
		t.Errorf("only %d pixels of the level are drawn", lines)
	}
	// The knob of the bar is where the clock is.
	var at, y float32
	window.on(func() {
		bar := hud.NewBar(hud.NewLayout(g.hudScreen()))
		d, _ := g.player.Duration()
		at, y = bar.XAt(10, d), bar.Track.Y+bar.Track.H/2
	})
	if c := img.RGBAAt(int(at), int(y)); c.R < 200 || c.G < 200 || c.B < 200 {
		t.Errorf("the bar's knob is not at %v, %v: %v", at, y, c)
	}
	if c := img.RGBAAt(int(at)-40, int(y)); c.R < 200 || c.B > 120 {
		t.Errorf("what was played is not marked: %v", c)
	}
}

func TestRealKeys(t *testing.T) {
	g := open(t, "demoscope1.mvd", sampleMaps(t))
	pointer(t)
	clock := func() (c float64) { window.on(func() { c = g.player.Clock() }); return c }

	xdotool(t, "key", "Right")
	window.until(t, "Right has gone 5 s on", func(g *Game) bool { return g.player.Clock() == 15 })
	xdotool(t, "key", "shift+Right")
	window.until(t, "Shift+Right has gone 30 s on", func(g *Game) bool { return g.player.Clock() == 45 })
	xdotool(t, "key", "shift+Left")
	window.until(t, "Shift+Left has gone 30 s back", func(g *Game) bool { return g.player.Clock() == 15 })
	xdotool(t, "key", "Left")
	window.until(t, "Left has gone 5 s back", func(g *Game) bool { return g.player.Clock() == 10 })

	xdotool(t, "key", "period")
	window.until(t, "a full stop has gone one frame on", func(g *Game) bool { c := g.player.Clock(); return c > 10 && c < 10.2 })
	on := clock()
	xdotool(t, "key", "comma")
	window.until(t, "a comma has gone one frame back", func(g *Game) bool { return g.player.Clock() < on })

	xdotool(t, "key", "5")
	window.until(t, "5 has gone to the middle", func(g *Game) bool {
		d, _ := g.player.Duration()
		return g.player.Clock() == d*5/10
	})
	xdotool(t, "key", "End")
	window.until(t, "End has gone to the end", func(g *Game) bool { return g.player.Ended() })
	xdotool(t, "key", "Home")
	window.until(t, "Home has gone to the beginning", func(g *Game) bool { return g.player.Clock() == 0 })

	xdotool(t, "key", "bracketright")
	window.until(t, "] has made it faster", func(g *Game) bool { return g.player.Speed() == 1.5 })
	xdotool(t, "key", "bracketright")
	window.until(t, "] has made it faster twice", func(g *Game) bool { return g.player.Speed() == 2 })
	xdotool(t, "key", "space")
	window.until(t, "Space has let it play", func(g *Game) bool { return !g.player.Paused() && g.player.Clock() > 0.2 })
	xdotool(t, "key", "space")
	window.until(t, "Space has paused it and the speed is kept", func(g *Game) bool { return g.player.Paused() && g.player.Speed() == 2 })
	rest := clock()
	time.Sleep(150 * time.Millisecond)
	if c := clock(); c != rest {
		t.Errorf("paused, the clock went from %v to %v", rest, c)
	}

	before := window.shoot()
	xdotool(t, "key", "h")
	window.until(t, "H has opened the help page", func(g *Game) bool { return g.help })
	help := window.shoot()
	saved(t, "help", help)
	if n := differing(before, help, image.Rect(200, 100, 1080, 560)); n < 100000 {
		t.Errorf("the help page changed only %d pixels", n)
	}
	xdotool(t, "key", "h")
	window.until(t, "H has closed it", func(g *Game) bool { return !g.help })
	xdotool(t, "key", "Tab")
	window.until(t, "Tab has opened the scores", func(g *Game) bool { return g.scores && !g.help })
	scores := window.shoot()
	saved(t, "scores", scores)
	if n := differing(before, scores, image.Rect(310, 200, 970, 400)); n < 50000 {
		t.Errorf("the scoreboard changed only %d pixels", n)
	}
	xdotool(t, "key", "Tab")
	window.until(t, "Tab has closed them", func(g *Game) bool { return !g.scores })

	first := g.lastViewNow()
	xdotool(t, "keydown", "w")
	window.until(t, "W flies", func(g *Game) bool { return g.camera.how == HowFly && g.captured })
	window.until(t, "it has moved", func(g *Game) bool { return g.camera.origin != first.Origin })
	xdotool(t, "keyup", "w", "key", "Escape")
	window.until(t, "Esc has given the pointer back", func(g *Game) bool { return !g.captured && !g.quit && !g.notices.leaving() })
	xdotool(t, "key", "r")
	window.until(t, "R is back in the eyes", func(g *Game) bool { return g.camera.how == HowEye })
	xdotool(t, "key", "Escape")
	window.until(t, "Esc asks", func(g *Game) bool { return g.notices.leaving() && !g.quit })
	saved(t, "escape", window.shoot())
}

// lastViewNow returns the view of the last frame.
func (g *Game) lastViewNow() (v struct{ Origin [3]float32 }) {
	window.on(func() { v.Origin = g.lastView.Origin })
	return v
}

func TestRealPointerDragsTheBar(t *testing.T) {
	g := open(t, "demoscope1.mvd", sampleMaps(t))
	pointer(t)
	var bar hud.Bar
	var duration float64
	window.on(func() {
		bar = hud.NewBar(hud.NewLayout(g.hudScreen()))
		duration, _ = g.player.Duration()
		g.player.SetPaused(false)
	})
	y := fmt.Sprint(int(bar.Track.Y + bar.Track.H/2))
	at := func(part float32) string { return fmt.Sprint(int(bar.Track.X + bar.Track.W*part)) }
	near := func(part float64) func(g *Game) bool {
		return func(g *Game) bool {
			d := g.player.Clock()/duration - part
			return d > -0.01 && d < 0.01
		}
	}
	xdotool(t, "mousemove", at(0.25), y, "mousedown", "1")
	window.until(t, "a press on the track goes there", near(0.25))
	window.until(t, "the clock stands while it is held", func(g *Game) bool { return g.drag.active && g.player.Paused() })
	xdotool(t, "mousemove", at(0.5), y)
	window.until(t, "the clock follows", near(0.5))
	xdotool(t, "mousemove", at(0.75), "300")
	window.until(t, "also above the bar", near(0.75))
	saved(t, "drag", window.shoot())
	xdotool(t, "mouseup", "1")
	window.until(t, "it plays on when let go", func(g *Game) bool {
		return !g.drag.active && !g.player.Paused() && g.player.Clock()/duration > 0.75
	})
	play := func() { xdotool(t, "mousemove", fmt.Sprint(int(bar.Play.X+bar.Play.W/2)), y, "click", "1") }
	play()
	window.until(t, "a click on the button pauses", func(g *Game) bool { return g.player.Paused() })
	play()
	window.until(t, "and another plays on", func(g *Game) bool { return !g.player.Paused() })

	// Seeking changes neither whom one watches nor how.
	window.on(func() { g.follow(1); g.camera.how = HowChase })
	var who int
	window.on(func() { who = g.player.Following() })
	xdotool(t, "mousemove", at(0.1), y, "click", "1")
	window.until(t, "the click has gone back", func(g *Game) bool { return g.player.Clock()/duration < 0.3 })
	window.on(func() {
		if g.player.Following() != who || g.camera.how != HowChase {
			t.Errorf("a seek has changed the camera: %v %v", g.player.Following(), g.camera.how)
		}
	})
	saved(t, "chase", window.shoot())
}

func TestWindowWithoutItsMap(t *testing.T) {
	g := open(t, "demoscope1_p15.dem", func(level *world.Level) (*bsp.Map, string) {
		return nil, level.Map + " was not found"
	})
	img := window.shoot()
	saved(t, "nomap", img)
	drawn := 0
	for y := 100; y < 560; y++ {
		for x := range 1280 {
			if img.RGBAAt(x, y) != background {
				drawn++
			}
		}
	}
	if drawn < 2000 {
		t.Errorf("without a map only %d pixels are drawn", drawn)
	}
	window.on(func() {
		list := g.notices.list(g.player)
		if len(list) == 0 || !strings.Contains(list[0].Text, "maps/demoscope1.bsp was not found") {
			t.Errorf("messages %+v", list)
		}
	})
}

// A smaller window has the same parts, and the bar still answers.
func TestWindowResizes(t *testing.T) {
	g := open(t, "demoscope1.mvd", sampleMaps(t))
	pointer(t)
	t.Cleanup(func() {
		window.on(func() { ebiten.SetWindowSize(1280, 720) })
		window.until(t, "the window is large again", func(g *Game) bool { return g.width == 1280 })
	})
	window.on(func() { ebiten.SetWindowSize(640, 360) })
	window.until(t, "the window is small", func(g *Game) bool { return g.width == 640 && g.height == 360 && g.hud.Fits(g.hudScreen()) })
	img := window.shoot()
	saved(t, "small", img)
	if img.Rect.Dx() != 640 || img.Rect.Dy() != 360 {
		t.Fatalf("picture of %v", img.Rect)
	}
	var bar hud.Bar
	window.on(func() { bar = hud.NewBar(hud.NewLayout(g.hudScreen())) })
	x, y := bar.Track.X+bar.Track.W/2, bar.Track.Y+bar.Track.H/2
	xdotool(t, "mousemove", fmt.Sprint(int(x)), fmt.Sprint(int(y)), "click", "1")
	window.until(t, "a click in the middle of the bar has gone there", func(g *Game) bool {
		d, _ := g.player.Duration()
		part := g.player.Clock() / d
		return part > 0.49 && part < 0.51
	})
}

// A frame of the window's own code allocates nothing.
func TestFrameDoesNotAllocate(t *testing.T) {
	g := open(t, "demoscope1.mvd", sampleMaps(t))
	window.on(func() {
		in := &input{x: 640, y: 300}
		g.player.SetPaused(false)
		for range 60 {
			g.step(in, 1./60)
		}
		g.player.SetPaused(true)
		for _, page := range []string{"alone", "with the list", "with the list and nothing ahead"} {
			g.listOpen, g.spoilers = page != "alone", page == "with the list and nothing ahead"
			if n := testing.AllocsPerRun(50, func() { g.step(in, 1./60) }); n > 0 {
				t.Errorf("%s: %v allocations a frame", page, n)
			}
		}
	})
}

func TestShoot(t *testing.T) {
	g := open(t, "demoscope1.mvd", sampleMaps(t))
	window.on(func() {
		a := g.shoot(&ShotOptions{At: 20, Width: 320, Height: 200})
		b := g.shoot(&ShotOptions{At: 20, Width: 320, Height: 200})
		if a.Rect != image.Rect(0, 0, 320, 200) {
			t.Errorf("picture of %v", a.Rect)
		}
		if n := differing(a, b, a.Rect); n > 0 {
			t.Errorf("the same moment twice differs in %d pixels", n)
		}
		c := g.shoot(&ShotOptions{At: 20, Width: 320, Height: 200, Camera: &[6]float32{0, 0, 300, 60, 45, 0}})
		if n := differing(a, c, a.Rect); n < 10000 {
			t.Errorf("another camera changes only %d pixels", n)
		}
		h := g.shoot(&ShotOptions{At: 20, Width: 320, Height: 200, Camera: &[6]float32{0, 0, 300, 60, 45, 0}, HUD: true})
		if n := differing(h, c, a.Rect); n < 500 {
			t.Errorf("the HUD changes only %d pixels", n)
		}
	})
}
