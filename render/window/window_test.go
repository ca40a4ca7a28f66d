package window

import (
	"fmt"
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/inpututil"

	"demoscope/internal/fault"
	"demoscope/internal/golden"
	"demoscope/internal/wait"
	"demoscope/render/app"
	"demoscope/render/camera"
	"demoscope/render/film"
	"demoscope/render/hud"
	"demoscope/render/internal/rendertest"
	"demoscope/render/scene"
	"demoscope/render/setting"
	"demoscope/render/studio"
)

// host runs a game in a real window, and does on the window's thread what a
// test asks for. Ebitengine has one window a process, which opens when a test
// wants it.
type host struct {
	game    *app.App // nil: nothing is shown
	idle    int      // frames since a key or a button was down
	picture chan *image.RGBA
	jobs    chan func()
	id      string // of the window, for xdotool; "" until a test has asked for it
}

var (
	wantWindow = make(chan struct{}, 1)
	theWindow  = &host{jobs: make(chan func())}
	windowOpen bool
)

// TestMain keeps the main thread for the window, should a test want it.
func TestMain(m *testing.M) {
	code := make(chan int, 1)
	go func() { code <- m.Run() }()
	select {
	case c := <-code:
		os.Exit(c)
	case <-wantWindow:
	}
	go func() { os.Exit(<-code) }()
	openWindow(&app.Options{Demo: app.Demo{Title: "test"}, Width: 1280, Height: 720})
	ebiten.SetWindowPosition(0, 0)
	if err := run(theWindow); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// realWindow opens the window, or returns the one that is open.
func realWindow(t *testing.T) *host {
	t.Helper()
	if runtime.GOOS == "linux" && os.Getenv("DISPLAY") == "" {
		t.Skip("no display (DISPLAY is not set): a real window is not tested")
	}
	if !windowOpen {
		windowOpen = true
		wantWindow <- struct{}{}
	}
	return theWindow
}

func (h *host) Update() error {
	select {
	case job := <-h.jobs:
		job()
	default:
	}
	h.idle++
	if len(inpututil.AppendPressedKeys(nil)) > 0 || len(inpututil.AppendJustReleasedKeys(nil)) > 0 ||
		ebiten.IsMouseButtonPressed(ebiten.MouseButtonLeft) {
		h.idle = 0
	}
	if h.game != nil {
		return h.game.Update()
	}
	// What a test asks of the window from another goroutine, as the names of keys, would wait for ever
	// if the game that is gone has left it waiting for input.
	windowDesktop{}.WaitForInput(false)
	return nil
}

func (h *host) Draw(to app.Card) {
	if h.game == nil {
		return
	}
	h.game.Draw(to)
	if h.picture != nil {
		img := image.NewRGBA(image.Rectangle{Max: to.Bounds()})
		to.(*screen).Read(img.Pix)
		h.picture <- img
		h.picture = nil
	}
}

func (h *host) Layout(width, height, scale float64, largest int) (float64, float64) {
	if h.game != nil {
		return h.game.Layout(width, height, scale, largest)
	}
	return width, height
}

func (h *host) Recover(*fault.Error) bool { return false }

func (h *host) Describe() string { return "the window of a test" }

// on does something on the window's thread, between two frames.
func (h *host) on(f func()) {
	done := make(chan struct{})
	windowDesktop{}.Wake() // it may wait for input
	h.jobs <- func() { defer close(done); f() }
	<-done
}

// until waits for a state of the window.
func (h *host) until(t *testing.T, what string, is func() bool) {
	t.Helper()
	wait.For(t, what, func() (ok bool) { h.on(func() { ok = is() }); return ok })
}

// shoot returns what the next frame shows.
func (h *host) shoot() *image.RGBA {
	c := make(chan *image.RGBA, 1)
	h.on(func() { h.picture = c })
	return <-c
}

// xdotool sends real keys and movements of the mouse to the window. Tests of other packages
// open windows on the same display, which are before this one and have the keyboard then: it
// is given back first.
func (h *host) xdotool(t *testing.T, args ...string) {
	t.Helper()
	args = append([]string{"windowraise", h.id, "windowfocus", h.id}, args...)
	if out, err := exec.Command("xdotool", args...).CombinedOutput(); err != nil {
		t.Fatalf("xdotool %s: %v: %s", strings.Join(args, " "), err, out)
	}
}

// press presses a key when no other one is down any longer, so that two are not
// taken for a chord. A test waits for what a key does before it presses the
// next one: until then the game may not have seen it.
func (h *host) press(t *testing.T, key string) {
	t.Helper()
	h.until(t, "the keyboard rests", func() bool { return h.idle > 1 })
	h.xdotool(t, "key", key)
}

// A real window with real keys and a real mouse: what Ebitengine reports
// reaches the game, and what the game draws is to be seen. All else of the
// behavior is tested without a window.
func TestWindow(t *testing.T) {
	h := realWindow(t)
	p := newPlayer(t, "demoscope1.mvd", sample(t, "demoscope1.mvd"))
	p.Seek(10)
	g := app.New(&app.Options{Demo: app.Demo{Player: p, Maps: sampleMap(t)},
		Width: 1280, Height: 720, Version: "test"},
		windowDesktop{},
		windowDevices{})
	h.on(func() { h.game = g })
	t.Cleanup(func() {
		h.on(func() { g.ReleasePointer(); h.game = nil })
	})
	h.until(t, "the level is drawn at 10 s", func() bool {
		return g.Demo.Maps.Current != nil && g.Input.Clock == 10 && g.Size.Width == 1280 && g.Size.Height == 720
	})

	t.Run("picture", func(t *testing.T) { testWindowPicture(t, h) })
	t.Run("shot", func(t *testing.T) { testShoot(t, h, g) })
	// A small window, and no faces to fill, for those who draw without a
	// graphics card.
	h.resize(t, g, 640, 360)
	defer h.resize(t, g, 1280, 720)
	h.on(func() { g.Viewing.Mode = scene.Wire })
	if _, err := exec.LookPath("xdotool"); err != nil {
		t.Skip("xdotool is not installed: real keys and a real mouse are not tested")
	}
	out, err := exec.Command("xdotool", "search", "--name", "^test - Demoscope$").Output()
	if err != nil {
		t.Fatalf("the window is not found: %v", err)
	}
	h.id = strings.Fields(string(out))[0]
	h.xdotool(t)
	h.until(t, "the window has the keyboard", ebiten.IsFocused)
	t.Run("keys", func(t *testing.T) { testRealKeys(t, h, g) })
	t.Run("mouse", func(t *testing.T) { testRealMouse(t, h, g) })
}

// resize gives the window another size.
func (h *host) resize(t *testing.T, g *app.App, w, height int) {
	t.Helper()
	h.on(func() { ebiten.SetWindowSize(w, height) })
	h.until(t, "the window has its size", func() bool {
		return g.Size.Width == float32(w) && g.Size.Height == float32(height) && g.Input.Screen == g.Size
	})
}

// The level is drawn, and the knob of the bar is where the clock is: 10 s are
// 148 pixels right of the track's beginning.
func testWindowPicture(t *testing.T, h *host) {
	img := h.shoot()
	golden.Save(t, "window", img)
	if img.Rect != image.Rect(0, 0, 1280, 720) {
		t.Fatalf("picture of %v", img.Rect)
	}
	drawn := 0
	for y := 100; y < 560; y++ {
		for x := range 1280 {
			if img.RGBAAt(x, y) != app.Background {
				drawn++
			}
		}
	}
	if drawn < 20000 {
		t.Errorf("only %d pixels of the level are drawn", drawn)
	}
	if c := img.RGBAAt(348, trackY); c.R < 200 || c.G < 200 || c.B < 200 {
		t.Errorf("the bar's knob is not where the clock is: %v", c)
	}
	if c := img.RGBAAt(308, trackY); c.R < 200 || c.B > 120 {
		t.Errorf("what was played is not marked: %v", c)
	}
}

// Pictures of one moment.
func testShoot(t *testing.T, h *host, g *app.App) {
	p := newPlayer(t, "demoscope1.mvd", sample(t, "demoscope1.mvd"))
	s := app.New(&app.Options{Demo: app.Demo{Player: p, Maps: sampleMap(t)}, Width: 1280,
		Height: 720}, windowDesktop{},
		windowDevices{})
	h.on(func() {
		above := &app.Camera{Origin: [3]float32{0, 0, 300}, Angles: [3]float32{60, 45, 0}}
		to := &screen{}
		shoot := func(o app.ShotOptions) *image.RGBA {
			o.At, o.Width, o.Height = 20, 320, 200
			return s.Shoot(&o, to)
		}
		a, b := shoot(app.ShotOptions{}), shoot(app.ShotOptions{})
		if a.Rect != image.Rect(0, 0, 320, 200) {
			t.Errorf("picture of %v", a.Rect)
		}
		if n := differing(a, b, a.Rect); n > 0 {
			t.Errorf("the same moment twice differs in %d pixels", n)
		}
		c := shoot(app.ShotOptions{Camera: above})
		if n := differing(a, c, a.Rect); n < 10000 {
			t.Errorf("another camera changes only %d pixels", n)
		}
		if v := s.Active.View; v.Origin != [3]float32{0, 0, 300} || v.Angles != [3]float32{60, 45, 0} || v.FOV != 90 {
			t.Errorf("the picture is taken by %+v", v)
		}
		d := shoot(app.ShotOptions{Camera: above, Settings: setting.Values{"display": {"clean"}}})
		if n := differing(d, c, a.Rect); n < 500 {
			t.Errorf("the HUD changes only %d pixels", n)
		}
		e := shoot(app.ShotOptions{Camera: above, FOV: 60})
		if n := differing(e, c, a.Rect); n < 5000 || s.Active.View.FOV != 60 {
			t.Errorf("another field of view changes only %d pixels", n)
		}
		if clock := s.Demo.Player.Clock(); clock != 20 || g.Demo.Player.Clock() != 10 {
			t.Errorf("taken at %v", clock)
		}
	})
}

func testRealKeys(t *testing.T, h *host, g *app.App) {
	clock := func(want float64) func() bool {
		return func() bool { return near(g.Input.Clock, want, 1e-6) }
	}
	for _, c := range []struct {
		key, what string
		is        func() bool
	}{
		{"Right", "Right is 5 s on", clock(15)},
		{"shift+Right", "with Shift it is 30 s", clock(45)},
		{"Left", "Left is 5 s back", clock(40)},
		{"shift+k", "Shift+K is the kill before", clock(36.678)},
		{"bracketright", "] is faster", func() bool { return g.Input.PlaybackRate == 1.5 }},
		{"h", "H opens the help page", func() bool { return g.Input.ShowHelp }},
	} {
		h.press(t, c.key)
		h.until(t, c.what, c.is)
	}
	help := h.shoot()
	golden.Save(t, "window-help", help)
	if help.Rect != image.Rect(0, 0, 640, 360) {
		t.Fatalf("picture of %v", help.Rect)
	}
	ink := 0 // of the title: its letters are new to the graphics card
	for y := 36; y < 60; y++ {
		for x := 20; x < 66; x++ {
			if help.RGBAAt(x, y).R > 180 {
				ink++
			}
		}
	}
	if ink < 50 || ink > 300 {
		t.Errorf("the title of the help page has %d bright pixels", ink)
	}
	h.press(t, "Escape")
	h.until(t, "Esc closes it", func() bool { return !g.Input.ShowHelp })

	h.press(t, "slash")
	h.until(t, "/ asks", func() bool { return g.Demo.List.Events.Asking })
	h.xdotool(t, "type", "Rocket")
	h.until(t, "letters are typed", func() bool {
		return g.Demo.List.Events.Query.String() == "Rocket" && g.Demo.List.Events.Len() == 5
	})
	h.press(t, "Escape")
	h.until(t, "Esc drops the search", func() bool { return !g.Demo.List.Events.Asking })
	h.press(t, "Escape")
	h.until(t, "the list is closed", func() bool { return !g.Viewing.List })

	h.xdotool(t, "keydown", "w")
	h.until(t, "W flies", func() bool {
		return g.Input.View == "free camera" && g.Captured && g.Active.Camera.Velocity.Len() > 100
	})
	h.xdotool(t, "keyup", "w")
	h.until(t, "it comes to rest", func() bool { return g.Active.Camera.Velocity.Len() == 0 })
	h.press(t, "r")
	h.until(t, "R is back in the eyes", func() bool { return g.Input.View == hud.PlayersView && !g.Captured })
	h.press(t, "space")
	h.until(t, "Space lets it play", func() bool { return !g.Input.Paused && g.Input.Clock > 36.8 })
	h.press(t, "space")
	h.until(t, "and pauses it", func() bool { return g.Input.Paused })
}

func testRealMouse(t *testing.T, h *host, g *app.App) {
	bar := hud.NewBar(hud.NewLayout(hud.Screen{Width: 640, Height: 360, Scale: 1}), false)
	point := func(r hud.Rect, part float32) {
		h.xdotool(t, "mousemove", fmt.Sprint(int(r.X+part*r.W)), fmt.Sprint(int(r.Y+r.H/2)))
	}
	at := func(want float64) func() bool {
		return func() bool { return g.Input.Held == hud.HeldTrack && near(g.Input.Clock, want, 0.5) }
	}
	defer h.xdotool(t, "mouseup", "1")
	point(bar.Track, 0.25)
	h.xdotool(t, "mousedown", "1")
	h.until(t, "the bar is held at its first quarter", at(15.06))
	point(bar.Track, 0.5)
	h.until(t, "the clock follows", at(30.11))
	h.xdotool(t, "mouseup", "1")
	h.until(t, "it is let go", func() bool { return g.Input.Held != hud.HeldTrack })
	point(bar.Play, 0.5)
	h.xdotool(t, "click", "1")
	h.until(t, "a click plays", func() bool { return !g.Input.Paused })
	h.xdotool(t, "click", "1")
	h.until(t, "and pauses", func() bool { return g.Input.Paused })
	h.on(func() { g.Active.Camera.Mode = camera.Chase })
	h.xdotool(t, "mousemove", "320", "150", "click", "5")
	h.until(t, "the wheel moves the camera away", func() bool {
		return near(float64(g.Active.Camera.Distance), 150, 1e-3)
	})
}

// offscreen lets pictures be drawn by the graphics card of the window.
func (h *host) offscreen(draw func(to app.Offscreen) error) (err error) {
	h.on(func() { err = draw(&screen{}) })
	return err
}

// both returns the picture of a moment by the graphics card and by the processor, and saves both for people.
func (h *host) both(t *testing.T, name string, o app.ShotOptions) (gpu, cpu *image.RGBA) {
	t.Helper()
	o.Offscreen = h.offscreen
	for _, r := range [...]struct {
		renderer app.Renderer
		to       **image.RGBA
	}{{app.GPU, &gpu}, {app.CPU, &cpu}} {
		o.Renderer = r.renderer
		m, err := studio.Shot(o)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		golden.Save(t, name+" "+app.Renderers[r.renderer], m)
		*r.to = m
	}
	return gpu, cpu
}

// compare compares pictures by the graphics card and by the processor.
func compare(t *testing.T, name string, gpu, cpu *image.RGBA) {
	t.Helper()
	mean, most, far := rendertest.Difference(gpu, cpu)
	t.Logf("%s: mean %.3f, most %d, %d pixels by more than 16", name, mean, most, far)
	if size := gpu.Rect.Size(); mean > rendertest.MeanTolerance || far > size.X*size.Y/rendertest.FarTolerance {
		t.Errorf("%s: the renderers differ by %.3f in the mean, in %d pixels by more than 16", name, mean, far)
	}
}

// TestWindowDrawsViews compares a picture of four views: both renderers put each into its place alone.
func TestWindowDrawsViews(t *testing.T) {
	h := realWindow(t)
	gpu, cpu := h.both(t, "4 views", app.ShotOptions{
		Player: newPlayer(t, "demoscope1.mvd", sample(t, "demoscope1.mvd")),
		Maps:   gameMap(t, "demoscope1.mvd"), At: 40, Width: 640, Height: 360, Views: 4,
		Settings: setting.Values{"mode": {"lit"}}})
	compare(t, "4 views", gpu, cpu)
}

// TestWindowRenderers compares pictures by the graphics card and by the processor, of moments of all games in all
// modes.
func TestWindowRenderers(t *testing.T) {
	h := realWindow(t)
	for _, m := range rendertest.Moments {
		p, maps := newPlayer(t, m.Name, sample(t, m.Name)), gameMap(t, m.Name)
		for mode := range scene.Wire + 1 {
			// The large one is slow under software.
			size := image.Pt(640, 360)
			if mode <= scene.Lit && m.Clock > 30 {
				size = image.Pt(1280, 720)
			}
			name := fmt.Sprintf("%s at %v %s", m.Name, m.Clock, mode)
			gpu, cpu := h.both(t, name, app.ShotOptions{Player: p, Maps: maps,
				At: m.Clock, Width: size.X, Height: size.Y,
				Settings: setting.Values{"mode": {mode.String()}}})
			if mode == scene.Game {
				compareTextures(t, name, gpu, cpu)
				continue
			}
			compare(t, name, gpu, cpu)
		}
	}
}

// TestWindowQuake3Textures compares pictures of a level whose surfaces have all kinds of stages, and a sky that is a
// dome.
func TestWindowQuake3Textures(t *testing.T) {
	h := realWindow(t)
	picture := []byte{0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 64, 0, 64, 0, 32, 8}
	for i := range 64 * 64 {
		x, y := i%64, i/64
		picture = append(picture, byte(80+x), byte(100+y), 90, byte(255*(x/32)))
	}
	kinds := []string{"alphafunc ge128", "blendfunc blend", "blendfunc add", "", "tcmod rotate 20",
		"tcmod scale 0.5 0.5\ntcmod scroll 0.1 0.2", "rgbgen vertex"}
	script := ""
	p, maps := newPlayer(t, "demoscope1.dm_71", sample(t, "demoscope1.dm_71")), gameMap(t, "demoscope1.dm_71")
	level, _ := maps(p.Moment().World.Level())
	if level == nil {
		t.Fatal("there is no map")
	}
	for i := range level.Textures {
		kind, sky := kinds[i%len(kinds)], ""
		if level.Textures[i].Kind.String() == "sky" {
			kind, sky = "tcmod scale 3 2\ntcmod scroll 0.1 0", "skyparms - 512 -\n"
		}
		script += fmt.Sprintf("%s\n{\n%s{\nmap x.tga\n%s\n}\n{\nmap $lightmap\nblendfunc filter\n}\n}\n",
			level.Textures[i].Name, sky, kind)
	}
	models := rendertest.GameFiles(t,
		map[string]string{"baseq3/scripts/a.shader": script, "baseq3/x.tga": string(picture)})
	for _, at := range []float64{20, 31} {
		name := fmt.Sprintf("textures of Quake III at %v", at)
		gpu, cpu := h.both(t, name, app.ShotOptions{Player: p, Maps: maps, Models: models, At: at,
			Width: 640, Height: 360, Settings: setting.Values{"mode": {"game"}, "display": {"clean"}}})
		compareTextures(t, name, gpu, cpu)
	}
}

// compareTextures is compare for textured faces: where one version of a texture follows another, a pixel may have
// either.
func compareTextures(t *testing.T, name string, gpu, cpu *image.RGBA) {
	t.Helper()
	mean, most, far := rendertest.Difference(gpu, cpu)
	t.Logf("%s: mean %.3f, most %d, %d pixels by more than 16", name, mean, most, far)
	if size := gpu.Rect.Size(); mean > 1 || far > size.X*size.Y/200 {
		t.Errorf("%s: the renderers differ by %.3f in the mean, in %d pixels by more than 16", name, mean, far)
	}
}

// TestWindowOnCPU: the window shows the processor's picture, pixel for pixel.
func TestWindowOnCPU(t *testing.T) {
	h := realWindow(t)
	p := newPlayer(t, "demoscope1.mvd", sample(t, "demoscope1.mvd"))
	p.Seek(10)
	g := app.New(&app.Options{Demo: app.Demo{Player: p, Maps: sampleMap(t)},
		Width: 1280, Height: 720, Renderer: app.CPU},
		windowDesktop{},
		windowDevices{})
	h.on(func() { h.game = g })
	t.Cleanup(func() { h.on(func() { h.game = nil }) })
	h.until(t, "the level is drawn at 10 s", func() bool {
		return g.Demo.Maps.Current != nil && g.Input.Clock == 10 && g.Size.Width > 1
	})
	shown := h.shoot()
	golden.Save(t, "window-cpu", shown)
	h.on(func() {
		want := g.DrawCPU(shown.Rect.Size(), g, true).Image()
		if n := differing(shown, want, shown.Rect); n > 0 {
			t.Errorf("%d pixels are not the processor's", n)
		}
	})
	if c := shown.RGBAAt(348, trackY); c.R < 200 || c.G < 200 || c.B < 200 {
		t.Errorf("the bar's knob is not where the clock is: %v", c)
	}
}

// TestWindowFilms compares films by the graphics card and by the processor: sharp ones, the mean of several pictures,
// and two views.
func TestWindowFilms(t *testing.T) {
	h := realWindow(t)
	times, err := film.NewTimes(10, 10+8./30, film.Ratio{Num: 30, Den: 1}, film.Ratio{Num: 1, Den: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name        string
		blur, views int
	}{{"sharp", 1, 1}, {"blurred", 4, 1}, {"two views, blurred", 4, 2}} {
		made := func(renderer app.Renderer) (list []*image.RGBA) {
			out := t.TempDir() + "/"
			err := studio.Film(t.Context(), app.FilmOptions{
				ShotOptions: app.ShotOptions{Player: newPlayer(t, "demoscope1.mvd", sample(t, "demoscope1.mvd")),
					Maps: sampleMap(t), Views: c.views, Renderer: renderer, Offscreen: h.offscreen,
					Settings: setting.Values{"mode": {"lit"}}},
				Film: film.Options{Kind: film.Pictures, Output: out, Times: times, Width: 480, Height: 300},
				Blur: c.blur,
			})
			if err != nil {
				t.Fatal(err)
			}
			names, err := filepath.Glob(out + "*.png")
			if err != nil || len(names) != 8 {
				t.Fatalf("%s: %d pictures, %v", c.name, len(names), err)
			}
			for _, name := range names {
				list = append(list, golden.Load(t, name))
			}
			return list
		}
		cpu, gpu := made(app.CPU), made(app.GPU)
		for k := range cpu {
			compare(t, fmt.Sprintf("%s, frame %d", c.name, k), gpu[k], cpu[k])
		}
	}
}
