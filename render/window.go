// Package render is the window: it turns keyboard and mouse into commands, and draws
// the finished buffers of [demoscope/render/scene] and [demoscope/render/hud] on the
// screen. It knows no file formats.
//
// What it shows of demos, and reads of the keys file, is bounded: texts (maxNotice,
// maxTitle), maps (maxMapsLoading, maxMapsKept), keys ([MaxKeyFile], [bounded.WrongLines]). A panic
// costs the demo or map that met it: see [demoscope/internal/fault].
package render

import (
	"errors"
	"os"
	"os/signal"
	"runtime"

	"github.com/hajimehoshi/ebiten/v2"

	"demoscope/assets/icon"
	"demoscope/internal/fault"
	"demoscope/render/control"
)

// Run shows the demo in a window until that is closed, or the process is asked to end by
// a signal: then the error is an [*Interrupted]. Of Run, [Offscreen] and [Measure], only one may
// be called in a process, and only once. Any other error is a [*WindowError], or a
// [*fault.Error] if a mistake in this program has closed it. If the display goes away, the
// library that talks to it may end the process with status 1 and a line of its own.
func Run(o Options) error {
	if o.Width <= 0 || o.Height <= 0 {
		o.Width, o.Height = defaultWidth, defaultHeight
	}
	if !o.Sized {
		o.Width, o.Height = fitWindow(o.Width, o.Height, screens())
	}
	o.loadFirst()
	openWindow(&o)
	g := newGame(&o, windowDesktop{}, windowDevices{})
	signals := NotifySignals()
	defer signal.Stop(signals)
	g.begin(&o, openSpeaker, signals)
	done := make(chan struct{})
	defer close(done)
	if runtime.GOOS != "js" { // where memory never shrinks
		go returnMemory(done)
	}
	if o.Abandon != nil {
		again := NotifySignals()
		defer signal.Stop(again)
		dog := &watchdog{turns: &g.turns, signals: again, patience: stillPatience, abandon: o.Abandon}
		if os.Getenv("WAYLAND_DISPLAY") == "" {
			dog.display = displayAt(os.Getenv("DISPLAY"), unixSockets)
		}
		go dog.watch(done)
	}
	err := run(g)
	if interrupted := g.end(); err == nil {
		err = interrupted
	}
	return err
}

// NotifySignals returns a channel of the signals that end a window, and a film: Ctrl+C, a logout, the end of
// the terminal. Those that the process was begun with ignored, as nohup does, stay ignored.
func NotifySignals() chan os.Signal {
	signals := make(chan os.Signal, 1)
	for _, s := range endSignals {
		if !signal.Ignored(s) {
			signal.Notify(signals, s)
		}
	}
	return signals
}

// Offscreen calls draw in a window that is not shown. Like [Run], it may be called once in a process. The error is that
// of draw, or a [*WindowError].
func Offscreen(draw func(to offscreen) error) error {
	if !hasDisplay() {
		return &WindowError{noDisplayError{errors.New("no display")}}
	}
	openWindow(&Options{Width: minWidth, Height: minHeight})
	ebiten.SetWindowVisible(false)
	h := &hidden{draw: draw}
	if err := run(h); err != nil {
		return err
	}
	return h.err
}

// Measure shows a game in a window of a size in device-independent pixels, without vertical sync, until it ends or the
// viewer presses Esc. It returns the graphics library that draws. Like [Run], it may be called once in a process. The
// error is a [*WindowError].
func Measure(g Game, title string, width, height int) (graphics string, err error) {
	openWindow(&Options{Title: title, Width: width, Height: height})
	ebiten.SetVsyncEnabled(false)
	m := &measured{Game: g}
	err = run(m)
	return m.graphics, err
}

// measured is a game that Esc ends.
type measured struct {
	Game
	graphics string
}

func (m *measured) Update() error {
	if m.graphics == "" {
		var d ebiten.DebugInfo
		ebiten.ReadDebugInfo(&d)
		m.graphics = d.GraphicsLibrary.String()
	}
	if ebiten.IsKeyPressed(ebiten.KeyEscape) {
		return ErrEnd
	}
	return m.Game.Update()
}

// hidden is a window that is not shown, and draws once.
type hidden struct {
	draw func(to offscreen) error
	err  error
}

func (h *hidden) Update() error {
	h.err = h.draw(&screen{})
	return ErrEnd
}

func (h *hidden) Draw(card) {}

func (h *hidden) Layout(width, height, _ float64, _ int) (float64, float64) {
	return max(1, width), max(1, height) // nobody sees it
}

func (h *hidden) survive(*fault.Error) bool { return false }

func (h *hidden) place() string { return "a hidden window" }

// openWindow sets up the window.
func openWindow(o *Options) {
	control.Printed = printedOn
	if runtime.GOOS != "js" { // a page has its own
		go func() { // it takes some milliseconds, and the window need not wait
			if list, err := icon.Window(); err == nil {
				ebiten.SetWindowIcon(list)
			}
		}()
	}
	ebiten.SetWindowTitle(windowTitle(o.Title))
	ebiten.SetWindowSize(o.Width, o.Height)
	ebiten.SetWindowSizeLimits(minWidth, minHeight, -1, -1)
	ebiten.SetWindowResizingMode(ebiten.WindowResizingModeEnabled)
	openAt(o.Place)
	ebiten.SetFullscreen(o.Fullscreen)
	ebiten.SetScreenClearedEveryFrame(false) // Draw fills it
	ebiten.SetTPS(ebiten.SyncWithFPS)
}

// run runs a game; its error is a [*WindowError], or a [*fault.Error] if
// the game panicked.
func run(game Game) error {
	g := &guarded{game: game}
	err := ebiten.RunGameWithOptions(g, &ebiten.RunGameOptions{X11ClassName: "demoscope", X11InstanceName: "demoscope"})
	switch {
	case err == nil:
		return nil
	case g.err != nil:
		return g.err
	case !hasDisplay():
		return &WindowError{noDisplayError{err}}
	}
	return &WindowError{err}
}

// noDisplayError is an error of a desktop where there is no display; its text does not help then.
type noDisplayError struct{ err error }

func (noDisplayError) Error() string   { return "no display (DISPLAY is not set)" }
func (e noDisplayError) Unwrap() error { return e.err }

// hasDisplay reports whether there may be a display to open a window on.
func hasDisplay() bool {
	return runtime.GOOS != "linux" || os.Getenv("DISPLAY") != "" || os.Getenv("WAYLAND_DISPLAY") != ""
}
