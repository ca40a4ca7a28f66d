// Package window shows an [app.App] in a window. It is the only package that uses Ebitengine: it reports keyboard,
// mouse, touches and gamepads, draws finished buffers on the graphics card, plays the sound, and provides the
// desktop. [Run] is the program's window, [Offscreen] provides the graphics card for pictures and films, and
// [Measure] shows a game as fast as it can be drawn.
package window

import (
	"errors"
	"os"
	"os/signal"
	"runtime"

	"github.com/hajimehoshi/ebiten/v2"

	"demoscope/assets/icon"
	"demoscope/internal/fault"
	"demoscope/render/app"
	"demoscope/render/control"
)

// Run shows the demo in a window until it is closed, or until a signal asks the process to end: then the error is an
// [*app.Interrupted]. Only one of Run, [Offscreen] and [Measure] may be called in a process, and only once. Any other
// error is a [*app.WindowError], or a [*fault.Error] if a bug in this program has closed the window. If the display
// goes away, its client library may print a message and end the process with status 1.
func Run(o app.Options) error {
	if o.Width <= 0 || o.Height <= 0 {
		o.Width, o.Height = app.DefaultWidth, app.DefaultHeight
	}
	if !o.Sized {
		o.Width, o.Height = fitWindow(o.Width, o.Height, screens())
	}
	o.LoadFirst()
	openWindow(&o)
	g := app.New(&o, windowDesktop{}, windowDevices{})
	signals := NotifySignals()
	defer signal.Stop(signals)
	g.Begin(&o, openSpeaker, signals, fingersAlone())
	done := make(chan struct{})
	defer close(done)
	if runtime.GOOS != "js" { // memory never shrinks in a browser
		go returnMemory(done)
	}
	if o.Abandon != nil {
		again := NotifySignals()
		defer signal.Stop(again)
		dog := &watchdog{turns: &g.Updates, signals: again, patience: stillPatience, abandon: o.Abandon}
		if os.Getenv("WAYLAND_DISPLAY") == "" {
			dog.display = displayAt(os.Getenv("DISPLAY"), unixSockets)
		}
		go dog.watch(done)
	}
	err := run(g)
	if interrupted := g.End(); err == nil {
		err = interrupted
	}
	return err
}

// NotifySignals returns a channel of the signals that end a window or a film: Ctrl+C, a logout, the end of the
// terminal. Signals that were ignored when the process started, as by nohup, stay ignored.
func NotifySignals() chan os.Signal {
	signals := make(chan os.Signal, 1)
	for _, s := range endSignals {
		if !signal.Ignored(s) {
			signal.Notify(signals, s)
		}
	}
	return signals
}

// Offscreen calls draw in a hidden window. Like [Run], it may be called once in a process. It returns the error of
// draw, or a [*app.WindowError].
func Offscreen(draw func(to app.Offscreen) error) error {
	if !hasDisplay() {
		return &app.WindowError{Err: noDisplayError{errors.New("no display")}}
	}
	openWindow(&app.Options{Width: app.MinWidth, Height: app.MinHeight})
	ebiten.SetWindowVisible(false)
	h := &hidden{draw: draw}
	if err := run(h); err != nil {
		return err
	}
	return h.err
}

// Measure shows a game in a window without vertical sync, until it ends or the viewer presses Esc. The size of the
// window is in device-independent pixels. It returns the name of the graphics API. Like [Run], it may be called once
// in a process. The error is a [*app.WindowError].
func Measure(g app.Game, title string, width, height int) (graphics string, err error) {
	openWindow(&app.Options{Demo: app.Demo{Title: title}, Width: width, Height: height})
	ebiten.SetVsyncEnabled(false)
	m := &measured{Game: g}
	err = run(m)
	return m.graphics, err
}

// measured is a game that ends on Esc.
type measured struct {
	app.Game
	graphics string
}

func (m *measured) Update() error {
	if m.graphics == "" {
		var d ebiten.DebugInfo
		ebiten.ReadDebugInfo(&d)
		m.graphics = d.GraphicsLibrary.String()
	}
	if ebiten.IsKeyPressed(ebiten.KeyEscape) {
		return app.ErrEnd
	}
	return m.Game.Update()
}

// hidden is a hidden window that draws once.
type hidden struct {
	draw func(to app.Offscreen) error
	err  error
}

func (h *hidden) Update() error {
	h.err = h.draw(&screen{})
	return app.ErrEnd
}

func (h *hidden) Draw(app.Card) {}

func (h *hidden) Layout(width, height, _ float64, _ int) (float64, float64) {
	return max(1, width), max(1, height) // never visible
}

func (h *hidden) Recover(*fault.Error) bool { return false }

func (h *hidden) Describe() string { return "a hidden window" }

// openWindow configures the window.
func openWindow(o *app.Options) {
	control.Printed = printedOn
	if runtime.GOOS != "js" { // a page has its own icon
		go func() { // takes some milliseconds, and the window need not wait
			if list, err := icon.Window(); err == nil {
				ebiten.SetWindowIcon(list)
			}
		}()
	}
	ebiten.SetWindowTitle(app.WindowTitle(o.Title))
	ebiten.SetWindowSize(o.Width, o.Height)
	ebiten.SetWindowSizeLimits(app.MinWidth, app.MinHeight, -1, -1)
	ebiten.SetWindowResizingMode(ebiten.WindowResizingModeEnabled)
	openAt(o.Place)
	ebiten.SetFullscreen(o.Fullscreen)
	ebiten.SetScreenClearedEveryFrame(false) // Draw fills the screen
	ebiten.SetTPS(ebiten.SyncWithFPS)
}

// run runs a game. Its error is a [*app.WindowError], or a [*fault.Error] if the game panicked.
func run(game app.Game) error {
	g := &guarded{game: game}
	err := ebiten.RunGameWithOptions(g, &ebiten.RunGameOptions{X11ClassName: "demoscope", X11InstanceName: "demoscope"})
	switch {
	case err == nil:
		return nil
	case g.err != nil:
		return g.err
	case !hasDisplay():
		return &app.WindowError{Err: noDisplayError{err}}
	}
	return &app.WindowError{Err: err}
}

// noDisplayError replaces the text of a desktop error, which does not help if there is no display.
type noDisplayError struct{ err error }

func (noDisplayError) Error() string   { return "no display (DISPLAY is not set)" }
func (e noDisplayError) Unwrap() error { return e.err }

// hasDisplay reports whether there may be a display to open a window on.
func hasDisplay() bool {
	return runtime.GOOS != "linux" || os.Getenv("DISPLAY") != "" || os.Getenv("WAYLAND_DISPLAY") != ""
}
