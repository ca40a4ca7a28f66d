package render

import (
	"fmt"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"demoscope/assets"
	"demoscope/bsp"
	"demoscope/formats"
	"demoscope/player"
	"demoscope/player/world"
	"demoscope/render/hud"
)

// host is the game that the tests run in: it shows the game under test, frame
// by frame, and does on its thread what they ask for. Ebitengine has one loop
// a process, so all tests share it.
type host struct {
	mu       sync.Mutex
	game     *Game
	picture  *image.RGBA // of the last frame, if wanted
	wanted   bool
	jobs     chan func()
	finished chan int
	code     int
}

var window *host

func TestMain(m *testing.M) {
	if !displayed() {
		os.Exit(m.Run())
	}
	window = &host{jobs: make(chan func()), finished: make(chan int, 1)}
	openWindow(&Options{Width: 1280, Height: 720, Title: "test"})
	ebiten.SetWindowPosition(0, 0)
	started := make(chan struct{})
	go func() {
		<-started
		window.finished <- m.Run()
	}()
	go func() { window.jobs <- func() { close(started) } }()
	if err := run(window); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(window.code)
}

// displayed reports whether a window can be opened here.
func displayed() bool {
	return runtime.GOOS != "linux" || os.Getenv("DISPLAY") != ""
}

func (h *host) Update() error {
	select {
	case h.code = <-h.finished:
		return ebiten.Termination
	case job := <-h.jobs:
		job()
	default:
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.game != nil {
		return h.game.Update()
	}
	return nil
}

func (h *host) Draw(to *ebiten.Image) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.game == nil {
		return
	}
	h.game.Draw(to)
	if h.wanted {
		h.picture, h.wanted = pixels(to), false
	}
}

func (h *host) LayoutF(width, height float64) (float64, float64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.game != nil {
		return h.game.LayoutF(width, height)
	}
	return width, height
}

func (h *host) Layout(width, height int) (int, int) { return width, height }

// on does something on the game's thread, between two frames.
func (h *host) on(f func()) {
	done := make(chan struct{})
	h.jobs <- func() { f(); close(done) }
	<-done
}

// until waits until something is true of the game.
func (h *host) until(t *testing.T, what string, is func(g *Game) bool) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); ; {
		var ok bool
		h.on(func() { ok = is(h.game) })
		if ok {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("waited in vain until %s", what)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// shoot returns what the next frame shows.
func (h *host) shoot() *image.RGBA {
	h.on(func() { h.mu.Lock(); h.picture, h.wanted = nil, true; h.mu.Unlock() })
	for {
		var p *image.RGBA
		h.on(func() { h.mu.Lock(); p = h.picture; h.mu.Unlock() })
		if p != nil {
			return p
		}
	}
}

// sampleMaps loads maps from the embedded sample.
func sampleMaps(t *testing.T) Maps {
	search, err := assets.Open(assets.Options{NoInstalled: true, Getenv: func(string) string { return "" }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { search.Close() })
	return func(level *world.Level) (*bsp.Map, string) {
		data, _, err := search.ReadFile(level.Map)
		if err != nil {
			return nil, err.Error()
		}
		m, err := bsp.Load(data)
		if err != nil {
			return nil, err.Error()
		}
		return m, ""
	}
}

// open shows a demo of the sample, paused at 10 s, with an index that is
// complete.
func open(t *testing.T, name string, maps Maps) *Game {
	t.Helper()
	if window == nil {
		t.Skip("no display (DISPLAY is not set): window tests are skipped")
	}
	data, err := assets.ReadSample(name)
	if err != nil {
		t.Fatal(err)
	}
	demo, err := formats.Open(name, data)
	if err != nil {
		t.Fatal(err)
	}
	p := player.New(demo, player.Options{})
	p.Timeline().Wait()
	p.SetPaused(true)
	p.Seek(10)
	g := newGame(&Options{Player: p, Maps: maps, Width: 1280, Height: 720, Version: "test"})
	window.on(func() { window.mu.Lock(); window.game = g; window.mu.Unlock() })
	t.Cleanup(func() {
		window.on(func() {
			g.release()
			window.mu.Lock()
			window.game = nil
			window.mu.Unlock()
		})
		p.Close()
	})
	window.until(t, "the map is there and the clock at 10 s", func(g *Game) bool {
		return g.levels.current != nil && g.player.Clock() == 10 && !g.player.Behind()
	})
	return g
}

// xdotool sends real keys and pointer movements to the window.
func xdotool(t *testing.T, args ...string) {
	t.Helper()
	if out, err := exec.Command("xdotool", args...).CombinedOutput(); err != nil {
		t.Fatalf("xdotool %s: %v: %s", strings.Join(args, " "), err, out)
	}
}

// pointer makes sure that there is an xdotool and that the window has the
// keyboard.
func pointer(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("xdotool"); err != nil {
		t.Skip("xdotool is not installed: tests with real keys are skipped")
	}
	out, err := exec.Command("xdotool", "search", "--name", "^test - Demoscope$").Output()
	if err != nil {
		t.Fatalf("the window is not found: %v", err)
	}
	xdotool(t, "windowfocus", "--sync", strings.Fields(string(out))[0], "mousemove", "640", "200")
	time.Sleep(100 * time.Millisecond)
}

// saved writes a picture where DEMOSCOPE_WINDOW_PICTURES says, if it does.
func saved(t *testing.T, name string, img *image.RGBA) {
	dir := os.Getenv("DEMOSCOPE_WINDOW_PICTURES")
	if dir == "" {
		return
	}
	f, err := os.Create(filepath.Join(dir, name+".png"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := png.Encode(f, img); err != nil {
		t.Fatal(err)
	}
}

// differing counts the pixels of an area that differ.
func differing(a, b *image.RGBA, r image.Rectangle) (n int) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			if a.RGBAAt(x, y) != b.RGBAAt(x, y) {
				n++
			}
		}
	}
	return n
}

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
		if n := testing.AllocsPerRun(50, func() { g.step(in, 1./60) }); n > 0 {
			t.Errorf("%v allocations a frame", n)
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
