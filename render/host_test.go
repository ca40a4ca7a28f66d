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
	window.until(t, "the window has the keyboard", func(*Game) bool { return ebiten.IsFocused() })
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
