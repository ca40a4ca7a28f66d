package app

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"sync/atomic"
	"time"

	"demoscope/internal/fault"
	"demoscope/player"
	"demoscope/render/camera"
	"demoscope/render/draw"
	"demoscope/render/hud"
	"demoscope/render/raster"
	"demoscope/render/scene"
)

// App is a viewer's session. It shows a demo and carries out the viewer's commands. [App.Update] advances the session
// and builds the picture; [App.Draw] only draws it. Call [App.Begin] before the first Update and [App.End] after the
// last.
type App struct {
	desktop Desktop
	reader  *reader
	opener  opener
	files   playlist

	*Picture
	quit bool

	finder   commandFinder
	preview  preview
	settings savedSettings
	folders  gameFolders

	home home // the library, shown when no demo is

	clips clips
	audio *audio                         // nil for none
	copy  func(link, path string) string // see [Options].Copy

	signals signals

	panicked panicked

	redraw redrawState
	place  windowPlace

	onFirstPicture func()        // see [Options.OnFirstPicture]; nil once it was called
	Updates        atomic.Uint64 // number of calls of Update
	lastUpdate     time.Time     // time of the last Update; zero before the first

	panels  panels
	pointer pointer
	fingers fingers
}

// Desktop is what an App needs from the window besides input and drawing.
type Desktop interface {
	CaptureCursor(captured bool)
	ShowHand(hand bool) // the hand pointer, over something clickable
	ToggleFullscreen()
	SetTitle(title string)
	DroppedFiles() fs.FS // files dropped since the last frame; nil for none
	// TypeOnPage shows the line being typed in a text field of the web page, for keyboards on the screen; nil hides it.
	// box is its position, as fractions of the picture.
	TypeOnPage(line *hud.Typed, box hud.Rect)
	// TypedOnPage returns what was typed in that field since the last frame.
	TypedOnPage() Typed
	Minimized() bool
	Focused() bool
	Place() Place
	// WaitForInput makes the next Update wait for input or a call of Wake. Wake may be called from any goroutine.
	WaitForInput(wait bool)
	Wake()
}

// New returns a session for a window of o.Width by o.Height device-independent pixels.
func New(o *Options, d Desktop, in Devices) *App {
	groups := o.Keys.table()
	g := &App{
		desktop: d, reader: newReader(in, groups), opener: opener{open: o.Open, waitingFor: o.OpeningStatus,
			list: o.List, report: o.Report}, files: playlist{paths: o.Files, shown: o.File, titles: o.Titles,
			gap: max(0, min(MaxGap, o.Gap)), quitAfter: o.QuitAfter},
		Picture: NewPicture(o), copy: o.Copy, clips: clips{film: o.Film},
		preview: preview{report: o.Report, wake: d.Wake},
	}
	if o.Open == nil {
		g.files.paths, g.files.shown = nil, 0
	}
	g.settings = savedSettings{pic: g.Picture, values: o.SavedSettings, gameFolders: o.GameFolders, wake: d.Wake}
	g.folders.settings = &g.settings
	g.finder = commandFinder{pic: g.Picture, reader: g.reader, settings: &g.settings, folders: &g.folders, host: g}
	g.Input = hud.Input{Texts: hud.Texts{Version: o.Version}, Pages: hud.Pages{Help: mainPage(groups)}}
	g.panels = panels{pic: g.Picture, reader: g.reader, help: help{pic: g.Picture, reader: g.reader}}
	g.pointer = pointer{pic: g.Picture, panels: &g.panels, finder: &g.finder}
	g.home.init(o, g, d.Wake)
	return g
}

// Begin starts what a window has besides the demo: the library, the sound and the signals that close it. touched
// reports whether the device has only a touch screen.
func (g *App) Begin(o *Options, open func(Filler, time.Duration) (Speaker, error), signals <-chan os.Signal,
	touched bool) {
	g.onFirstPicture, g.settings.write, g.settings.read = o.OnFirstPicture, o.SaveSetting, o.ReadSettings
	g.reader.touched = touched
	g.signals.from = signals
	g.audio = newAudio(open, o.Report)
	g.beginHome()
}

// End stops everything that the window started. The error is an [*Interrupted] if a signal closed the window.
func (g *App) End() error {
	g.place.save(g.settings.save)
	g.opener.cancel()
	if !g.home.shown && g.panicked.last == nil {
		g.home.savePosition(g.Demo)
	}
	g.home.end()
	g.clips.end()
	g.preview.end()
	g.Demo.end()
	g.Ghost.End()
	g.audio.end()
	return g.signals.interrupted()
}

// maxStep is the longest time by which one frame advances the clock, in seconds. After the machine slept, playback
// resumes where it was.
const maxStep = 0.25

// Update advances the session by the time since the last frame. It returns [ErrEnd] when the window should close.
func (g *App) Update() error {
	g.Updates.Add(1)
	if g.panicked.last != nil {
		g.redraw.wait(g.desktop, false) // a file is being opened
		return g.waitForNext()
	}
	if g.lastUpdate.IsZero() {
		g.panels.help.begin()
		if f := &g.files; len(f.paths) > 1 && f.results == nil {
			f.say(g.Demo.Title, &g.Demo.Notices)
			if key := g.reader.command("next-file").Keys; len(key) > 0 && !g.reader.touched {
				g.Demo.Notices.say(g.Demo.Notices.note.text + "; " + key[0].label() + ": next")
			}
			g.Demo.Notices.note.left = hintSeconds
		}
		g.Demo.Maps.Await(g.Demo.Player.Moment().World, firstPatience)
	}
	byInput := g.redraw.woken()
	g.quit = g.signals.received() || g.quit
	now := time.Now()
	g.place.poll(g.desktop, now)
	g.frame(g.elapsed(now))
	if g.onFirstPicture != nil {
		g.onFirstPicture()
		g.onFirstPicture = nil
	}
	g.redraw.draw = g.redraw.draw || byInput
	// A gamepad doesn't wake a window.
	g.redraw.wait(g.desktop, !g.panels.help.gamepad && g.panicked.last == nil && !g.quit)
	if g.quit {
		return ErrEnd
	}
	return nil
}

// Describe returns the title of the demo and the time in it.
func (g *App) Describe() string {
	s := g.Demo
	return fmt.Sprintf("%s at %.3f s", s.Title, s.Player.Clock())
}

// elapsed returns the seconds since the last call, from 0 to maxStep, because the system clock may jump.
func (g *App) elapsed(now time.Time) (dt float64) {
	if !g.lastUpdate.IsZero() {
		dt = max(0, min(maxStep, now.Sub(g.lastUpdate).Seconds()))
	}
	g.lastUpdate = now
	return dt
}

// frame reads the devices and advances the session by dt seconds.
func (g *App) frame(dt float64) {
	g.redraw.hidden = g.desktop.Minimized()
	g.openFiles()
	g.clips.poll(&g.Demo.Notices)
	if g.settings.take() && g.finder.open && g.finder.editing == nil {
		g.finder.refresh()
	}
	g.reader.letters = g.home.shown
	in := g.reader.read(dt)
	if padded := len(g.reader.pads) > 0; padded != g.panels.help.gamepad {
		g.panels.help.gamepad = padded
		g.panels.help.reset()
	}
	g.readFingers(in, dt)
	g.takeTyped(in)
	if g.home.shown {
		g.stepHome(in, dt)
	} else {
		g.step(in, dt)
	}
	if g.folders.changed && !g.home.shown && !g.finder.open {
		g.folders.changed = false
		g.reopen()
	}
	g.typeOnPage()
	g.pointer.capture(g.desktop)
}

// step advances the demo by dt seconds with the viewer's input, and builds the picture unless it would not change.
func (g *App) step(in *input, dt float64) {
	s := g.Demo
	began := s.Player.Clock()
	s.rest.noteMovement(in)
	g.Size.Percent = g.Viewing.UIScale
	s.Notices.Advance(dt)
	s.Notices.touch = g.reader.touched
	if s.Notices.keys == (keyTexts{}) {
		s.Notices.nameKeys(g.reader.keyOf)
	}
	if s.checkLive() && g.files.shown < len(g.files.paths) {
		o := g.files.openRequest(g.files.shown, 0)
		o.newList, o.message = true, "A new demo is being recorded"
		g.startOpening(o)
	}
	s.spectate(&g.Active.Camera)
	if g.home.config != nil {
		g.home.takeResults(dt)
	}
	g.panels.scoresKeyFor += dt
	g.runCommands(in)
	if g.home.shown {
		return // the library draws the next picture
	}
	g.pointer.point(in, dt)
	for _, c := range in.released {
		c.Released(g)
	}
	if s.typing.line == nil {
		g.useSticks(&in.held.sticks, dt)
		g.fly(&in.held, dt)
	}
	s.noteSeek(began)
	was, wasPaused := s.Player.Clock(), s.Player.Paused()
	s.Player.Update(dt)
	s.Player.loopClip(&s.Marks, was)
	if f := &g.files; f.advance(s, &g.opener, was, wasPaused, dt) {
		if f.goesOn() {
			s.Player.SetPaused(false)
			g.startOpening(f.openRequest(f.next(), 1))
		} else {
			g.quit = true
		}
	}
	g.Stage(g.direct)
	g.Arrange(dt)
	m := s.Player.Moment()
	g.prepare(m, dt)
	g.pointer.age(in, dt)
	g.show(m, in, dt)
	g.audio.update(&g.views, g.panicked.last != nil, g.home.shown)
}

// runCommands runs the commands of the input, or gives it to the line that is being typed.
func (g *App) runCommands(in *input) {
	s := g.Demo
	if s.typing.line != nil {
		s.typing.read(in)
		return
	}
	for _, c := range in.commands {
		if s.typing.line != nil {
			return
		}
		if c.Do(g); s.typing.line != nil { // later input belongs to the line
			in.typed = in.typed[:copy(in.typed, in.typedAfter(c))]
			s.typing.read(in)
		}
	}
	if s.typing.line == nil {
		s.playFast(&in.held)
	}
}

// show builds the picture of a moment unless it would not change. dt is the time since the last call in seconds.
func (g *App) show(m *player.Moment, in *input, dt float64) {
	s := g.Demo
	atBar := in
	if g.finder.open || g.pointer.held(in) != hud.HeldNothing {
		atBar = nil
	}
	g.preview.update(g.Picture, atBar)
	key := g.frameKey(m)
	key.preview, key.pointing = g.preview.bitmap, g.pointer.pointing()
	if skip := g.redraw.canSkip(&key, g.Input.Messages, in.any(), dt); !skip || g.HUD == nil {
		g.build(m, in)
		g.redraw.decide(g, s.Models != nil && s.Models.Waiting())
		g.sayNoRoom("window", s.Notices.sayLonger)
	}
	if g.HUD != nil && g.HUD.MessagesWait(&g.Input) {
		s.Notices.extend(dt)
	}
}

// Stage sets the staging of every camera: direct chooses it for the director's pane, unless its camera is free.
func (vs *views) Stage(direct func() camera.Stage) {
	for _, p := range vs.Panes {
		p.Camera.Staged = camera.NoStage
	}
	if c := &vs.directed.Camera; c.Mode != camera.Free {
		c.Staged = direct()
	}
}

// playFast fast-forwards or rewinds while a key for it is held, except while the timeline is dragged.
func (s *Session) playFast(h *held) {
	p := &s.Player
	free, was := !s.Player.dragged, p.fast.direction
	p.playFast(free && h.playBack, free && h.playForward)
	if now := p.fast.direction; now != was && now != 0 {
		s.Notices.sayBriefly(speedText(fastSpeed * now))
	}
}

// closeOrQuit closes the topmost open panel. If nothing is open, the first Esc asks for a second one, which quits.
func (g *App) closeOrQuit() {
	switch {
	case g.finder.open:
		g.finder.close()
	case g.panels.close():
	case g.clips.export != nil:
		g.clips.cancel(&g.Demo.Notices)
	case g.Demo.source.StopWaiting != nil && g.Demo.source.StopWaiting(): // the live game had gone away
	case g.home.below.openedHere:
		g.goHome()
	case g.Demo.Notices.quitAsked():
		g.quit = true
	default:
		g.Demo.Notices.askQuit()
	}
}

// signals are signals that end the program.
type signals struct {
	from <-chan os.Signal // nil for none
	got  os.Signal        // nil for none
}

// received reports whether a signal has just arrived. After that, a second signal ends the program at once.
func (s *signals) received() bool {
	select {
	case s.got = <-s.from:
		signal.Reset(s.got)
		return true
	default:
		return false
	}
}

// interrupted returns an [*Interrupted] if a signal has arrived.
func (s *signals) interrupted() error {
	if s.got != nil {
		return &Interrupted{s.got}
	}
	return nil
}

// Interrupted is the error of [window.Run] if a signal closed the window.
type Interrupted struct{ Signal os.Signal }

func (e *Interrupted) Error() string { return "ended by a signal: " + e.Signal.String() }

// ErrEnd is returned by [App.Update] when the window should close.
var ErrEnd = errors.New("end of the game")

// Draw draws what Update has built, unless the screen already shows it.
func (g *App) Draw(to Card) {
	if g.HUD == nil || g.panicked.last != nil || !g.redraw.draw {
		return
	}
	g.DrawOn(to, g, true)
}

// Paint draws the contents of the window: the library or the picture of the demo.
func (g *App) Paint(to Canvas, withHUD bool) {
	if g.home.shown {
		to.Fill(Background, raster.Bare{})
		to.Draw(g.home.browser.Buffer())
		g.home.paintPicture(to)
		return
	}
	g.Picture.Paint(to, withHUD)
	if withHUD {
		g.preview.paint(to, g.HUD.Preview())
	}
}

// The methods of [homeHost] and [finderHost].
func (g *App) notices() *notices         { return &g.Demo.Notices }
func (g *App) focused() bool             { return g.desktop.Focused() }
func (g *App) isOpening() bool           { return g.opener.result != nil }
func (g *App) cancelOpening()            { g.opener.cancel() }
func (g *App) exit()                     { g.quit = true }
func (g *App) atHome() bool              { return g.home.shown }
func (g *App) runCommand(c *command)     { c.Do(g) }
func (g *App) saved() *savedSettings     { return &g.settings }
func (g *App) gameFolders() *gameFolders { return &g.folders }
func (g *App) openFinder()               { g.finder.show(false) }

// legendLine converts an item of the scene's legend for the help page.
func legendLine(item scene.LegendItem) hud.LegendLine {
	return hud.LegendLine{Name: item.Name, Draw: func(b *draw.Buffer, x, y, size float32) {
		scene.LegendIcon(b, item.Kind, x, y, size)
	}}
}

// panicked is what panics did to the window.
type panicked struct {
	last  *fault.Error // the panic that closed the last demo, until another one is open; nil for none
	count int          // panics survived
}

// maxPanics is the maximum number of panics that a window survives. A panic that no particular demo causes happens
// again with each demo.
const maxPanics = 3

// Recover closes the demo that caused a panic and begins to open the next file or, after the last one, the built-in
// sample. A message about the panic is shown with it. Recover returns false if the window must close.
func (g *App) Recover(f *fault.Error) bool {
	if g.opener.open == nil || g.panicked.count >= maxPanics || g.panicked.last != nil {
		return false
	}
	g.panicked.count++
	g.panicked.last = f
	if g.opener.report != nil {
		g.opener.report(f)
	}
	_ = fault.Guard("", g.ReleasePointer)
	_ = fault.Guard("", g.Demo.end)
	g.opener.cancel()
	o := openRequest{paths: g.files.paths, fromTable: g.files.fromTable, index: g.files.shown, step: 1}
	o.skipOrSample(f)
	g.startOpening(o)
	return true
}

// waitForNext shows the demo that [App.Recover] began to open, once it is open. It returns the panic's error if no demo
// can be opened.
func (g *App) waitForNext() error {
	g.quit = g.signals.received() || g.quit
	switch r, ok := g.opener.take(); {
	case !ok:
	case r.err == nil:
		g.showFile(&r.demo)
	default:
		o := g.files.pending
		if !o.skipOrSample(r.err) {
			return g.panicked.last
		}
		g.startOpening(o)
	}
	if g.quit {
		return ErrEnd
	}
	return nil
}
