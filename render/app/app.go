package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"slices"
	"sync/atomic"
	"time"

	"demoscope/internal/fault"
	"demoscope/render/camera"
	"demoscope/render/draw"
	"demoscope/render/hud"
	"demoscope/render/raster"
	"demoscope/render/scene"
	"demoscope/render/setting"
)

// App is a session: it shows a demo and carries out the viewer's commands. [App.Update] does everything and builds the
// picture; [App.Draw] only draws it. [App.Begin] comes before the first Update, [App.End] after the last.
type App struct {
	desktop Desktop
	reader  *reader
	opener  opener
	files   playlist

	*Picture
	pointer bool // the desktop has captured the pointer
	quit    bool

	finder  commandFinder
	preview preview
	keeping

	home home // what is seen without a demo

	film     *clipFilm                                      // that is being made; nil for none
	makeFilm func(ctx context.Context, o FilmOptions) error // see [Options].Film
	cutting  *clipCut                                       // nil if no clip is being cut out

	hearing *hearing                       // nil for none
	copy    func(link, path string) string // see [Options].Copy

	signals <-chan os.Signal // that end the program; nil for none
	signal  os.Signal        // the one that came, nil if none did

	broken   *fault.Error // what the demo met that was closed, until another one is open; nil else
	mistakes int          // that were survived

	still  stillness
	hidden bool // the window is minimized

	stood standing

	first func()        // see [Options.First]; nil once it was called
	Turns atomic.Uint64 // calls of Update
	last  time.Time     // of Update; zero before the first
	named bool          // the help page has this keyboard's key names

	padded   bool // a gamepad is plugged in
	fingers  fingers
	helpAt   int  // which of the helpSheets the help page shows
	welcomed bool // fingers have been told what they can do
}

// keeping is what a window keeps for the next one.
type keeping struct {
	kept     setting.Values                               // as the next window begins
	remember func(name string, value setting.Value) error // keeps a setting; nil if none is kept
	reread   func() (setting.Values, error)               // see [Options].Reread
	reading  *rereading                                   // nil for none
	// gameFolders is [Options].GameFolders.
	gameFolders func(folders []string)
}

// Desktop is what an App asks of the window besides input and drawing.
type Desktop interface {
	CaptureCursor(captured bool)
	ShowHand(hand bool) // the pointer, where a click does something
	ToggleFullscreen()
	SetTitle(title string)
	DroppedFiles() fs.FS // since the last frame, nil for none
	// TypeOnPage shows the line that is being typed where the keyboard is on the screen, nil for none. Box is where it
	// is drawn, in parts of the picture.
	TypeOnPage(line *hud.Typed, box hud.Rect)
	// TypedOnPage returns what was typed there since the last frame.
	TypedOnPage() Typed
	Minimized() bool
	Focused() bool
	Place() Place
	// WaitForInput makes the next Update wait until there is input or Wake is called, which may be from any goroutine.
	WaitForInput(wait bool)
	Wake()
}

// New returns a session for a window of o.Width by o.Height device-independent pixels.
func New(o *Options, d Desktop, in Devices) *App {
	groups := o.Keys.table()
	g := &App{
		desktop: d, reader: newReader(in, groups), opener: opener{open: o.Open, awaits: o.Opening, list: o.List,
			report: o.Report}, files: playlist{paths: o.Files, shown: o.File, titles: o.Titles,
			gap: max(0, min(MaxGap, o.Gap)), quits: o.QuitAfter},
		Picture: NewPicture(o), copy: o.Copy, makeFilm: o.Film,
		keeping: keeping{kept: o.Settled, gameFolders: o.GameFolders},
	}
	g.Input = hud.Input{Texts: hud.Texts{Version: o.Version}, Pages: hud.Pages{Help: mainPage(groups)}}
	g.home.init(o, g, d.Wake)
	return g
}

// Begin begins what a window has besides the demo: its home, its sound, and the signals that end it. Touched is whether
// the viewer has nothing but fingers to point with.
func (g *App) Begin(o *Options, open func(Filler, time.Duration) (Speaker, error), signals <-chan os.Signal,
	touched bool) {
	g.first, g.remember, g.reread = o.First, o.Remember, o.Reread
	g.reader.touched = touched
	g.signals = signals
	g.hearing = newHearing(open, o.Report)
	g.beginHome()
}

// End ends all that the window has begun. The error is an [*Interrupted] if a signal has closed it.
func (g *App) End() error {
	g.stood.keep(g.keepValue)
	g.opener.drop()
	g.endHome()
	g.endFilm()
	g.endCut()
	g.preview.end()
	g.Demo.end()
	g.Ghost.End()
	g.hearing.end()
	if g.signal != nil {
		return &Interrupted{g.signal}
	}
	return nil
}

// helpSheet is one of the pages of help, each of which may take several sheets in a small window.
type helpSheet uint8

const (
	mainSheet helpSheet = iota
	keySheet
	padSheet
	touchSheet
)

// helpTitles are the titles of the help pages.
var helpTitles = [...]string{"Help", "All keys", "Gamepad", "Touch screen"}

// helpSheets returns the help pages in their order, the one for touch screens first where fingers are used.
func (g *App) helpSheets() (list []helpSheet) {
	if g.Size.Touch {
		list = append(list, touchSheet)
	}
	list = append(list, mainSheet, keySheet)
	if g.padded {
		list = append(list, padSheet)
	}
	return list
}

// helpPage returns the current help page.
func (g *App) helpPage() []hud.HelpGroup {
	list := g.helpSheets()
	switch list[min(g.helpAt, len(list)-1)] {
	case padSheet:
		return []hud.HelpGroup{padPage(g.reader.groups)}
	case touchSheet:
		return []hud.HelpGroup{touchPage()}
	case mainSheet:
		return mainPage(g.reader.groups)
	}
	page := append(helpPage(g.reader.groups), mousePage)
	if !g.padded { // there is a page of its own
		page = append(page, mainPad)
	}
	return page
}

// turnHelp turns the help page by a sheet, if there is one in that direction.
func (g *App) turnHelp(direction int) {
	last := g.helpAt+1 >= len(g.helpSheets()) && g.Input.HelpSheet+1 >= g.HUD.HelpSheets(&g.Input)
	switch {
	case direction > 0 && last:
	case direction > 0:
		g.toggleHelp()
	case g.Input.HelpSheet > 0:
		g.Input.HelpSheet--
		g.showSheet()
	case g.helpAt > 0:
		g.helpAt--
		g.showSheet()
		g.Input.HelpSheet = g.HUD.HelpSheets(&g.Input) - 1
		g.showSheet()
	}
}

// toggleHelp opens the help page, turns to its next sheet, or closes it behind the last.
func (g *App) toggleHelp() {
	v := &g.Viewing
	list := g.helpSheets()
	g.Input.Screen = g.Size
	g.fitHUD()
	switch parts := g.HUD.HelpSheets(&g.Input); {
	case !v.help:
		g.Demo.Notices.searched = false
		v.help, g.helpAt, g.Input.HelpSheet = true, 0, 0
	case g.Input.HelpSheet+1 < parts:
		g.Input.HelpSheet++
	case g.helpAt+1 < len(list):
		g.helpAt++
		g.Input.HelpSheet = 0
	default:
		g.closeHelp()
		return
	}
	g.showSheet()
}

// closeHelp closes the help page.
func (g *App) closeHelp() {
	g.coverNoMore()
}

// coverNoMore closes the help page and where the map was looked for without a word, because they would lie
// over what is opened.
func (g *App) coverNoMore() {
	g.Viewing.help, g.Demo.Notices.searched = false, false
	g.firstSheet()
}

// firstSheet turns the help page back to its first sheet.
func (g *App) firstSheet() {
	g.helpAt, g.Input.HelpSheet = 0, 0
	g.showSheet()
}

// showSheet gives the HUD the current help page. That of all keys explains the markers.
func (g *App) showSheet() {
	in := &g.Input
	in.Help, in.Legend = g.helpPage(), nil
	list := g.helpSheets()
	at := min(g.helpAt, len(list)-1)
	if list[at] == keySheet {
		in.Legend = hud.BarLegend()
		for _, item := range scene.Legend() {
			in.Legend = append(in.Legend, legendLine(item))
		}
	}
	key, next := g.keyOf("help"), "close"
	if g.reader.touched {
		key = "Tap"
	}
	switch {
	case g.Viewing.help && in.HelpSheet+1 < g.HUD.HelpSheets(in):
		next = "next page"
	case at+1 < len(list):
		next = lowerFirst(helpTitles[list[at+1]])
	}
	if next != "close" && !g.reader.touched {
		next += "   " + g.keyOf("close") + ": close"
	}
	in.HelpTitle, in.HelpNext = helpTitles[list[at]], key+": "+next
}

// maxStep is the longest time, in seconds, that one frame advances the clock: after
// the machine slept playing goes on where it was.
const maxStep = 0.25

// Update advances everything by the time since the last frame. It returns [ErrEnd] when the window is to close.
func (g *App) Update() error {
	g.Turns.Add(1)
	if g.broken != nil {
		g.wait() // no longer, for input: a file is being opened
		return g.waitForNext()
	}
	if !g.named {
		// Only a running window knows the keyboard.
		g.Input.Help, g.named = g.helpPage(), true
		g.welcome()
		if f := &g.files; len(f.paths) > 1 && f.results == nil {
			g.sayFile(g.Demo.Title)
			if key := findCommand(g.reader.groups, "next-file").Keys; len(key) > 0 && !g.reader.touched {
				g.Demo.Notices.say(g.Demo.Notices.note.text + "; " + key[0].label() + ": next")
			}
			g.Demo.Notices.note.left = hintKept
		}
		g.Demo.Maps.Await(g.Demo.Player.Moment().World, firstPatience)
	}
	byInput := g.still.woken()
	g.readSignal()
	now := time.Now()
	g.stood.look(g.desktop, now)
	g.frame(g.elapsed(now))
	if g.first != nil {
		g.first()
		g.first = nil
	}
	g.still.shown = g.still.shown || byInput
	g.wait()
	if g.quit {
		return ErrEnd
	}
	return nil
}

// welcome says to who is new here what leads to everything else.
func (g *App) welcome() {
	if !g.reader.touched {
		g.Demo.Notices.welcome(g.reader.groups)
	} else if !g.welcomed {
		g.welcomed = true
		g.Demo.Notices.hint = timedText{"Tap: play, pause. Hold: menu", hintKept}
	}
}

// readSignal quits if a signal has come. From then on another one ends the program at
// once.
func (g *App) readSignal() {
	select {
	case s := <-g.signals:
		g.signal, g.quit = s, true
		signal.Reset(s)
	default:
	}
}

// Place says which demo is shown, and when.
func (g *App) Place() string {
	s := g.Demo
	return fmt.Sprintf("%s at %.3f s", s.Title, s.Player.Clock())
}

// elapsed returns how many seconds have passed since the last call, from 0 to maxStep:
// a machine's clock may jump.
func (g *App) elapsed(now time.Time) (dt float64) {
	if !g.last.IsZero() {
		dt = max(0, min(maxStep, now.Sub(g.last).Seconds()))
	}
	g.last = now
	return dt
}

// frame advances everything by dt seconds, with the input of the devices.
func (g *App) frame(dt float64) {
	g.hidden = g.desktop.Minimized()
	g.openFiles()
	g.lookAtFilm()
	g.lookAtCut()
	g.takeSettings()
	g.reader.letters = g.home.shown
	in := g.reader.read(dt)
	if padded := len(g.reader.pads) > 0; padded != g.padded {
		g.padded = padded
		g.firstSheet()
	}
	g.readFingers(in, dt)
	g.takeTyped(in)
	if g.home.shown {
		g.stepHome(in, dt)
	} else {
		g.step(in, dt)
	}
	g.typeOnPage()
	if g.pointer != g.Captured {
		g.pointer = g.Captured
		g.desktop.CaptureCursor(g.pointer)
	}
}

// step advances everything by dt seconds, with the viewer's input, and builds the
// picture unless it would be as the last one.
func (g *App) step(in *input, dt float64) {
	s := g.Demo
	began := s.Player.Clock()
	s.noteMovement(in)
	g.Size.Percent = g.Viewing.UIScale
	s.Notices.Pass(dt)
	s.Notices.fingers = g.reader.touched
	if s.Notices.keys == (keysSaid{}) {
		s.Notices.nameKeys(g.keyOf)
	}
	g.lookAtGrowth()
	g.spectate()
	if g.hasHome() {
		g.home.takeNews(dt)
	}
	g.Viewing.scoresFor += dt
	if s.typing.line != nil {
		s.typing.read(in)
	} else {
		for _, c := range in.commands {
			if s.typing.line != nil {
				break
			}
			if c.Do(g); s.typing.line != nil { // the keys after it are of the line
				in.typed = in.typed[:copy(in.typed, in.typedAfter(c))]
				s.typing.read(in)
			}
		}
		if s.typing.line == nil {
			g.holdFast(&in.held)
		}
	}
	if g.home.shown {
		return // the next picture is its
	}
	g.point(in, dt)
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
	g.playOn(was, wasPaused, dt)
	g.Stage(g.direct)
	g.Arrange(dt)
	m := s.Player.Moment()
	g.prepare(m, in, dt)
	g.wantPreview(in)
	if !g.rests(m, in, dt) {
		g.build(m, in)
		g.built()
		g.sayNoRoom("window", s.Notices.sayLonger)
	}
	if g.HUD != nil && g.HUD.MessagesWait(&g.Input) {
		s.Notices.wait(dt)
	}
	g.hear()
}

// Stage lets the director choose how a pane shows whom.
func (vs *views) Stage(direct func() camera.Stage) {
	for _, p := range vs.Panes {
		p.Camera.Staged = camera.NoStage
	}
	if c := &vs.directed.Camera; c.How != camera.Free {
		c.Staged = direct()
	}
}

// holdFast plays fast while a key for it is held, but not while the bar is
// dragged.
func (vs *views) holdFast(h *held) {
	p := &vs.Demo.Player
	free, was := !vs.Demo.drag.active, p.fast.direction
	p.holdFast(free && h.playBack, free && h.playForward)
	if now := p.fast.direction; now != was && now != 0 {
		vs.Demo.Notices.sayBriefly(speedText(fastSpeed * now))
	}
}

// leave closes what is open, the topmost first. With nothing open it asks for a
// second Esc, and quits at that.
func (g *App) leave() {
	v := &g.Viewing
	switch {
	case g.finder.open:
		g.closeFinder()
	case v.help:
		g.closeHelp()
	case g.Demo.Notices.searched:
		g.toggleWarnings()
	case g.Captured:
		g.Release()
		g.Demo.Notices.sayBriefly("Mouse released")
	case v.scores:
		v.scores = false
	case v.List:
		g.toggleList()
	case g.film != nil:
		g.giveUpFilm()
	case g.Demo.source.GiveUp != nil && g.Demo.source.GiveUp(): // the game has gone away
	case g.home.from:
		g.goHome()
	case g.Demo.Notices.leaving():
		g.quit = true
	default:
		g.Demo.Notices.askLeave()
	}
}

// Interrupted is the error of [window.Run] if a signal has closed the window.
type Interrupted struct{ Signal os.Signal }

func (e *Interrupted) Error() string { return "ended by a signal: " + e.Signal.String() }

// ErrEnd is what [App.Update] returns when the window is to close.
var ErrEnd = errors.New("end of the game")

// Draw draws what Update has built, if it is not what is on the screen already.
func (g *App) Draw(to Card) {
	if g.HUD == nil || g.broken != nil || !g.still.shown {
		return
	}
	g.DrawOn(to, g, true)
}

// Paint draws what the window shows: the browser, or the picture of the demo.
func (g *App) Paint(to Canvas, withHUD bool) {
	if g.home.shown {
		to.Fill(Background, raster.Bare{})
		to.Draw(g.home.drawn.Buffer())
		g.home.paintPicture(to)
		return
	}
	g.Picture.Paint(to, withHUD)
	if withHUD {
		g.paintPreview(to)
	}
}

// What the window does for its home: see [homeHost].
func (g *App) notices() *notices  { return &g.Demo.Notices }
func (g *App) focused() bool      { return g.desktop.Focused() }
func (g *App) opens() bool        { return g.opener.result != nil }
func (g *App) cancelOpening()     { g.opener.drop() }
func (g *App) exit()              { g.quit = true }
func (g *App) carryOut(c command) { c.Do(g) }

// legendLine returns a line of the legend on the help page.
func legendLine(item scene.LegendItem) hud.LegendLine {
	return hud.LegendLine{Name: item.Name, Draw: func(b *draw.Buffer, x, y, size float32) {
		scene.LegendIcon(b, item.Kind, x, y, size)
	}}
}

// maxMistakes is how many mistakes in this program a window survives: one that is not of a
// demo comes again with each.
const maxMistakes = 3

// Survive closes the demo that met a mistake, and begins to open the next file, or else the
// built-in sample. What was wrong is said with it.
func (g *App) Survive(f *fault.Error) bool {
	if g.opener.open == nil || g.mistakes >= maxMistakes || g.broken != nil {
		return false
	}
	g.mistakes++
	g.broken = f
	if g.opener.report != nil {
		g.opener.report(f)
	}
	_ = fault.Guard("", g.Release)
	_ = fault.Guard("", g.Demo.end)
	g.opener.drop()
	g.startBehind(opening{paths: g.files.paths, listed: g.files.listed, index: g.files.shown, step: 1}, f)
	return true
}

// startBehind begins to open the file behind the one that o says, about which there is an
// error, or behind the last one the built-in sample. It is false if that was the sample.
func (g *App) startBehind(o opening, err error) bool {
	const sample = "" // what [Options.Open] takes for it
	o.trouble.add(err)
	if o.index++; o.index >= len(o.paths) {
		if o.sample {
			return false
		}
		if n := len(o.paths); n == 0 || o.paths[n-1] != sample {
			o.paths = append(slices.Clone(o.paths), sample)
		}
		o.index, o.sample = len(o.paths)-1, true
	}
	g.start(o)
	return true
}

// waitForNext shows the demo that [App.Survive] began to open once it is open. The error is
// the mistake if none can be opened.
func (g *App) waitForNext() error {
	g.readSignal()
	switch r, ok := g.opener.take(); {
	case !ok:
	case r.err == nil:
		g.showFile(&r.options)
	case !g.startBehind(g.files.opening, r.err):
		return g.broken
	}
	if g.quit {
		return ErrEnd
	}
	return nil
}
