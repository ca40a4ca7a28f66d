package app

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"demoscope/internal/bounded"
	"demoscope/internal/fault"
	"demoscope/internal/humanize"
	"demoscope/player/charset"
	"demoscope/player/library"
	"demoscope/player/pattern"
	"demoscope/player/pictures"
	"demoscope/player/recent"
	"demoscope/render/hud"
	"demoscope/render/thumbnail"
)

// Home configures the demo browser: the view of a window without a demo, in which the user finds and chooses demos.
type Home struct {
	// Library is the user's library. If it is nil, Open opens it when it is first needed.
	Library *library.Library
	Open    func() *library.Library
	// Recent holds the recently watched demos.
	Recent *recent.List
	// Begin is set if the window starts with the demo browser. The demo of the [Options] is then only a placeholder
	// until the user chooses one.
	Begin bool
	// Watch is the address of a game, or a file, that the window opens at once if Begin is set; it may be empty.
	Watch string
	// Choose asks the user for a folder with demos and returns "" if the user chooses none. It is called on a separate
	// goroutine. It is nil if there is no way to ask.
	Choose func() (string, error)
	// OpenPictureSource opens a demo to draw its best moment; path is as for [Options.Open]. It is called on a separate
	// goroutine and shows no messages. If it is nil, there are no pictures.
	OpenPictureSource func(path string) (*PictureSource, error)
	// Pictures is the folder in which pictures are stored; nil to store none.
	Pictures *pictures.Folder
	// Games finds live games; nil if they can't be listed.
	Games *Games
	// Welcome is shown for a while to a first-time user; it may be empty.
	Welcome string
}

// PictureSource is a demo and everything needed to draw pictures of it.
type PictureSource = thumbnail.Source

// homeHost is what the demo browser needs from the window.
type homeHost interface {
	notices() *notices
	focused() bool
	startOpening(o openRequest) // starts opening demos
	isOpening() bool            // reports whether demos are being opened
	cancelOpening()
	leaveHome() // shows the demo again
	exit()
	openFinder()
	runCommand(c *command)
	saved() *savedSettings
	gameFolders() *gameFolders
	openDropped(paths []string) // plays files and adds folders to the library
}

// home is the demo browser. Its state is kept while a demo is shown.
type home struct {
	config  *Home // nil if the window has no demo browser
	host    homeHost
	wake    func()      // ends the window's wait for input
	report  func(error) // called with internal errors; may be nil
	shown   bool
	below   demoBelow
	library ownLibrary

	table        table
	games        games
	momentSearch momentSearch
	pager        pager
	album        album
	line         searchLine
	focus        focus
	chip         int
	menu         columnsMenu

	dragging bool // the pointer holds the scroll bar
	clicked  lastClick

	hudIn   hud.Home
	layout  hud.HomeLayout
	browser *hud.Browser // nil before the first picture
	saves   sync.WaitGroup
}

// demoBelow is the demo that the window shows when it leaves the demo browser.
type demoBelow struct {
	placeholder bool // the user has chosen none
	openedHere  bool // it was opened in the demo browser: Esc returns there
	paused      bool // it was paused before
}

// focus is the part of the demo browser that receives keys.
type focus uint8

const (
	focusTable focus = iota
	focusPage
	focusPlot
	focusChips
	focusCount
)

// onPage reports whether a part of the demo's page has the focus.
func (f focus) onPage() bool { return f == focusPage || f == focusPlot }

// addedFolders is the result of choosing and adding folders.
type addedFolders struct {
	folders []string
	chosen  bool // in a dialog; otherwise dropped, see [App.openDropped]
	known   bool // the library already had them
	err     error
}

// init sets up the demo browser.
func (h *home) init(o *Options, host homeHost, wake func()) {
	with := o.Home
	h.config, h.host, h.wake, h.report, h.clicked.row = with, host, wake, o.Report, -1
	if with != nil {
		h.library = ownLibrary{Library: with.Library, open: with.Open, wake: wake}
		h.table.init(wake)
		host.saved().table = &h.table
		h.table.setOrder(o.Settings.Of(orderSetting).String())
		h.table.setColumns(o.Settings.Of(columnsSetting))
		h.line = newSearchLine(wake)
		h.pager.init()
		h.games = games{config: with.Games, wake: wake, unsaved: make(chan error, 1)}
	}
}

// toggleHome switches between the demo browser and the demo.
func (g *App) toggleHome() {
	switch {
	case g.home.config == nil:
		g.Demo.Notices.say("No library here")
	case !g.home.shown:
		g.goHome()
	case g.home.below.placeholder:
		g.Demo.Notices.say("No demo is open")
	default:
		g.leaveHome()
	}
}

// goHome pauses the demo and shows the demo browser.
func (g *App) goHome() {
	h := &g.home
	g.stopFreeCamera()
	g.ReleasePointer()
	p := &g.Demo.Player
	p.endFastPlay()
	p.endDrag()
	g.Demo.typing.end(false)
	h.below.paused = p.Paused()
	p.SetPaused(true)
	h.savePosition(g.Demo)
	h.shown = true
	h.focus = focusTable
	h.album.forget()
	if !h.below.placeholder {
		h.table.selectPlayed(&g.files)
	}
	g.redraw.restart()
	g.desktop.SetTitle(WindowTitle(""))
	if h.games.shown {
		h.games.queryServers(false)
	}
	h.library.start()
	h.library.pause(false)
}

// escReturns reports whether Esc returns to the demo. It does unless that is a placeholder or was opened here: Esc in
// such a demo leads here.
func (d *demoBelow) escReturns() bool { return !d.placeholder && !d.openedHere }

// leaveHome shows the demo again, paused or playing as before.
func (g *App) leaveHome() {
	g.Demo.Player.SetPaused(g.home.below.paused)
	g.Demo.Notices.note = timedText{} // the note is about the library
	g.hideHome()
	g.desktop.SetTitle(WindowTitle(g.Demo.Title))
}

// hideHome hides the demo browser and shows the current demo.
func (g *App) hideHome() {
	h := &g.home
	h.shown, h.dragging = false, false
	h.album.cancel()
	h.pager.stop()
	g.redraw.restart()
	h.library.pause(true)
}

// ownLibrary is the user's library. It is opened and takes folders in the background.
type ownLibrary struct {
	*library.Library                         // nil until it is open
	open             func() *library.Library // see [Home].Open
	opening          chan *library.Library   // nil if it is not being opened
	adding           chan addedFolders       // receives the result while a folder is being chosen or added
	toAdd            []string                // folders to add as soon as possible
	wake             func()                  // ends the window's wait for input
}

// start starts the library. If it is not open yet, it starts opening it in the background.
func (l *ownLibrary) start() {
	switch {
	case l.Library != nil:
		l.Start()
	case l.opening == nil && l.open != nil:
		coming, open, wake := make(chan *library.Library, 1), l.open, l.wake
		l.opening = coming
		go func() {
			var opened *library.Library
			_ = fault.Guard("opening the library", func() { opened = open() })
			coming <- opened
			wake()
		}()
	}
}

// pause pauses or continues scanning.
func (l *ownLibrary) pause(paused bool) {
	if l.Library != nil {
		l.Pause(paused)
	}
}

// takeOpened takes the library once it is open. failed is set if it can't be opened.
func (l *ownLibrary) takeOpened(paused bool) (failed bool) {
	select {
	case l.Library = <-l.opening:
		if l.opening = nil; l.Library == nil {
			return true
		}
		l.Start()
		l.pause(paused)
	default:
	}
	return false
}

// end closes the library.
func (l *ownLibrary) end() {
	if l.opening != nil {
		if opened := <-l.opening; opened != nil {
			opened.Close()
		}
	}
	if l.Library != nil {
		l.Close()
	}
}

// beginHome shows the demo browser if the window starts with it, and otherwise the welcome text.
func (g *App) beginHome() {
	switch {
	case g.home.config == nil:
	case g.home.config.Begin:
		g.home.below.placeholder = true
		g.goHome()
		if address := g.home.config.Watch; address != "" {
			g.startOpening(openRequest{paths: []string{address}, step: 1, newList: true})
		}
	default:
		g.Demo.Notices.welcomeText = timedText{g.home.config.Welcome, warningSeconds}
	}
}

// savePosition saves the position in the demo in the list of recently watched demos.
func (h *home) savePosition(s *Session) {
	if h.config == nil || h.config.Recent == nil || s.key == nil || h.below.placeholder || s.Player.Player == nil {
		return
	}
	length, complete := s.Player.Duration()
	if !complete {
		length = 0 // the length known so far is not the end
	}
	h.config.Recent.Put(recent.Entry{Key: s.key(), Path: s.path, Title: s.Title, Clock: s.Player.Clock(),
		Length: length})
	h.saves.Add(1)
	list := h.config.Recent
	go func() {
		defer h.saves.Done()
		_ = fault.Guard("keeping what was watched", func() { _ = list.Save() })
	}()
}

// end stops all background work and closes the library.
func (h *home) end() {
	h.momentSearch.cancel()
	h.games.stop()
	h.pager.stop()
	h.album.end()
	h.saves.Wait()
	h.library.end()
}

// addFolders adds folders in the background, as soon as possible.
func (l *ownLibrary) addFolders(folders []string) {
	l.toAdd = append(l.toAdd, folders...)
	l.addNext()
}

// addNext starts adding the folders that wait for it.
func (l *ownLibrary) addNext() {
	if list := l.toAdd; l.Library != nil && l.adding == nil && len(list) > 0 {
		l.toAdd = nil
		l.add("adding a folder", false, func() ([]string, error) { return list, nil })
	}
}

// add calls which and adds the folders that it returns, in the background. doing names the task in the error if which
// panics.
func (l *ownLibrary) add(doing string, chosen bool, which func() ([]string, error)) {
	asked, to, wake := make(chan addedFolders, 1), l.Library, l.wake
	l.adding = asked
	go func() {
		r := addedFolders{chosen: chosen}
		err := fault.Guard(doing, func() {
			if r.folders, r.err = which(); r.err == nil && len(r.folders) > 0 {
				before := to.Folders()
				r.err = to.Add(r.folders...)
				r.known = slices.Equal(before, to.Folders())
				to.Rescan()
			}
		})
		if err != nil {
			r.err = err
		}
		asked <- r
		wake()
	}()
}

// chooseFolder asks the user for a folder and adds it.
func (h *home) chooseFolder() {
	if h.config.Choose == nil {
		h.host.notices().sayLonger(noDialog)
		return
	}
	if h.library.adding != nil || h.library.Library == nil {
		return
	}
	ask := h.config.Choose
	h.library.add("choosing a folder", true, func() ([]string, error) {
		folder, err := ask()
		if err != nil || folder == "" {
			return nil, err
		}
		return []string{folder}, nil
	})
}

// noDialog says how to add folders if no dialog is available.
const noDialog = "Can't open a dialog: type a folder's path, drop a folder here, or run demoscope add FOLDER"

// takeResults handles the results of background work.
func (h *home) takeResults(dt float64) {
	if h.library.takeOpened(!h.shown) {
		h.host.notices().warn("Can't open the library")
	}
	select {
	case r := <-h.library.adding:
		h.library.adding = nil
		r.report(h.host)
	default:
	}
	if h.games.config != nil {
		if trouble := h.games.take(); trouble != "" && h.shown && h.games.shown {
			h.host.notices().warn(UpperFirst(Readable(trouble)))
		}
		if h.shown && h.games.shown && h.host.focused() {
			h.games.queryServers(false)
		}
	}
	if h.library.Library == nil || !h.shown {
		return
	}
	h.library.addNext()
	h.table.take()
	h.table.update(h.library.List(), dt)
	if h.line.take(h.table.list) {
		h.openPath()
	}
	if p := h.table.pending; p != nil && !h.table.selecting.running && !h.momentSearch.isFor(p) {
		h.momentSearch.begin(h.library.Library, p, h.table.filtered, h.wake)
		h.table.pending = nil
	}
	h.momentSearch.take(&h.table)
}

// report shows a message about folders that were added.
func (r *addedFolders) report(host homeHost) {
	n := host.notices()
	switch {
	case r.err != nil:
		n.sayLonger(UpperFirst(Readable(r.err.Error())))
	case len(r.folders) == 0:
	case r.chosen && host.gameFolders().addAll(r.folders, n), !r.chosen && haveGameData(r.folders):
		// There is a message.
	case r.known:
		n.say(Readable(filepath.Base(r.folders[0])) + " is already in the library")
	case len(r.folders) == 1:
		n.say("Added " + Readable(filepath.Base(r.folders[0])))
	default:
		n.say(fmt.Sprintf("Added %d folders", len(r.folders)))
	}
}

// stepHome advances the demo browser by dt seconds with the viewer's input, and builds its picture.
func (g *App) stepHome(in *input, dt float64) {
	h := &g.home
	n := &g.Demo.Notices
	n.Advance(dt)
	h.clicked.since += dt
	h.takeResults(dt)
	g.Size.Percent = g.Viewing.UIScale // the finder may have changed it
	if typing := &g.Demo.typing; typing.line != nil {
		typing.read(in)
		if h.shown && g.finder.open {
			g.finder.point(in)
		}
	} else {
		for _, c := range in.commands {
			if c.Anywhere && h.shown && typing.line == nil {
				c.Do(g)
			}
		}
		if h.shown && typing.line == nil {
			h.read(in)
		}
	}
	if g.quit || !h.shown {
		return
	}
	g.audio.update(&g.views, g.panicked.last != nil, true)
	s := &g.redraw
	s.advance(in.any(), dt)
	s.skipped = s.hidden || s.since > activeSeconds
	if s.hidden && g.HUD != nil { // Update needs a HUD, so the first picture is always built
		return
	}
	g.fitHUD()
	h.hudIn.Message = n.atHome(g.opener.message(g.files.pending.path()))
	h.hudIn.Finder = g.finder.view()
	h.build(g.Size, g.HUD.Atlas(), in, dt)
	g.desktop.ShowHand(h.hand(in))
	s.compare(g)
}

// build builds the picture, for a screen with the glyphs in an atlas.
func (h *home) build(screen hud.Screen, atlas *hud.Atlas, in *input, dt float64) {
	h.hudIn.Screen = screen
	h.fill(in)
	h.updatePictures(in, dt)
	if h.browser == nil || h.browser.Atlas != atlas {
		h.browser = hud.NewBrowser(atlas)
	}
	h.browser.Build(&h.hudIn)
}

// hand reports whether the pointer is over something that can be clicked.
func (h *home) hand(in *input) bool {
	if f := h.hudIn.Finder; f != nil {
		b := hud.NewFinderBox(h.hudIn.Screen)
		part, row := b.Hit(f, in.x, in.y)
		return part == hud.FinderClose || row >= 0
	}
	part, _ := h.layout.Hit(&h.hudIn, in.x, in.y)
	return part != hud.HomeNone && part != hud.HomePageAt && part != hud.HomeQuery
}

// fill fills in what is drawn.
func (h *home) fill(in *input) {
	i := &h.hudIn
	i.Scrolling = h.dragging
	i.MouseKnown, i.MouseX, i.MouseY = !in.finger || len(in.touches) > 0, in.x, in.y
	i.Query = &h.line.query
	i.Hint = homeHint
	i.Suggestions = i.Suggestions[:0]
	if address := h.typedAddress(); address != "" {
		i.Suggestions = append(i.Suggestions, hud.HomeSuggestion{Text: "Watch " + address, Key: "Enter"})
	} else if offer := h.line.offer(); offer != "" {
		i.Suggestions = append(i.Suggestions, hud.HomeSuggestion{Text: offer, Key: "Enter"})
	}
	for n, s := range h.line.suggestions.list {
		k := hud.HomeSuggestion{Text: s.Text, What: s.What, Count: s.Count}
		if n == 0 {
			k.Key = "Tab"
		}
		if h.line.path.text != "" {
			k.Text = lastName(s.Text) // the line shows the rest
		}
		i.Suggestions = append(i.Suggestions, k)
	}
	if i.Buttons == nil {
		i.Buttons = make([]string, homeButtons)
	}
	i.Buttons[buttonMenu], i.Buttons[buttonAdd] = "Menu", "Add a folder"
	i.Buttons[buttonBack], i.Buttons[buttonMoments], i.Buttons[buttonGames] = "", "", ""
	if !h.below.placeholder {
		i.Buttons[buttonBack] = "Back to the demo"
	}
	if h.games.shown {
		i.Buttons[buttonGames] = "Demos"
		i.Problem, i.Menu = "", nil
		h.pager.stop()
		h.games.fill(h, hud.HomeHasRoom(i.Screen))
		shape := i.Shape()
		h.layout = hud.NewHomeLayout(i.Screen, &shape)
		h.games.show(h)
		i.Focused = h.focus == focusTable
	} else {
		if h.games.config != nil {
			i.Buttons[buttonGames] = "Live"
		}
		h.fillDemos(in)
	}
}

// fillDemos fills in the parts that show demos.
func (h *home) fillDemos(in *input) {
	i := &h.hudIn
	if i.Problem = h.table.problem; i.Problem == "" {
		i.Problem = h.line.path.problem()
	}
	if h.table.hasMoments() {
		i.Buttons[buttonMoments] = "Demos"
		if !h.table.moments {
			i.Buttons[buttonMoments] = "Moments"
		}
	}
	h.fillChips()
	h.pager.show(h.library.Library, h.table.row(), h.wake)
	i.Page, i.Only = h.pager.page, false
	if !hud.HomeHasRoom(i.Screen) {
		if i.Only = h.focus.onPage(); !i.Only {
			i.Page = nil
		}
	}
	if i.Page == nil && h.focus.onPage() {
		h.focus = focusTable
	}
	if i.Page != nil {
		i.Page.Picture = h.album.pagePicture(h.config, h.table.row())
	}
	if k := h.pager.now; i.Page != nil && k != nil {
		i.Page.Count = len(k.moments)
	}
	i.Columns = h.table.columns()
	shape := i.Shape()
	h.layout = hud.NewHomeLayout(i.Screen, &shape)
	h.table.show(i, h.layout.Visible())
	h.menu.open = h.menu.open && !h.table.moments && h.layout.Head.W > 0
	i.Menu = h.menu.show(&h.table, &h.layout)
	i.Focused = h.focus == focusTable
	if i.Page != nil {
		// The plot has no room any more, or the page is that of another demo.
		if h.focus == focusPlot && h.layout.Parts.Plot.H <= 0 {
			h.focus = focusPage
		}
		if h.focus.onPage() { // keep this demo selected
			h.table.cursor().chosen = true
		}
		h.pager.fillMoments(h.focus == focusPage, h.layout.Parts.Visible())
		h.showCursor(in)
	}
	i.Empty = h.whyEmpty()
	i.Status = h.status()
	switch {
	case h.table.hasMoments():
		i.Keys = momentKeys
	case h.below.escReturns():
		i.Keys = homeKeys + "back"
	default:
		i.Keys = homeKeys + "quit"
	}
}

// The buttons of the demo browser, from the right.
const (
	buttonMenu = iota
	buttonAdd
	buttonBack
	buttonMoments
	buttonGames
	homeButtons
)

const (
	homeHint = "Search maps, players, teams, moments (midair height>64), or type a folder's path"
	homeKeys = "Enter: play   Tab: next part   F2: live games   F6: sort   F8: add folder   Esc: "
	// momentKeys lists the keys while the query asks for moments.
	momentKeys = "Enter: play   Tab: next part   F6: sort   F7: moments or demos   Esc: back"
)

// atHome returns the message to show in the demo browser, empty for none. opening says which demo is being opened.
func (n *notices) atHome(opening string) string {
	switch {
	case n.quitAsked():
		return "Press Esc again to quit"
	case opening != "":
		return opening
	case n.note.visible():
		return n.note.text
	case n.warning.visible():
		return n.warning.text
	}
	return ""
}

// whyEmpty returns the text of an empty table.
func (h *home) whyEmpty() string {
	t := &h.table
	switch {
	case h.library.Library == nil:
		return "Opening the library…"
	case t.problem != "": // shown already
		return ""
	case t.emptyReason != "":
		return UpperFirst(Readable(t.emptyReason))
	case (t.moments || !t.filter.Exact()) && h.momentSearch.running():
		return "Searching the demos…"
	case (t.moments || !t.filter.Exact()) && t.found.unjudged > 0:
		return "No certain match. " + uncertainText(t.found.unjudged)
	case t.moments, t.list.Len() > 0 && !t.filter.Exact():
		return "No matching moment."
	case t.list.Len() > 0:
		return "No demo matches all the words; each word matches some."
	case len(h.library.Folders()) == 0:
		return "No demos yet. Drop a folder here, type its path above, press F8, or run: demoscope add FOLDER\n" +
			"For maps, models and sounds, add your game's folder (with id1, baseq2 or baseq3) in the same way"
	case h.library.Status().Scanning:
		return "Scanning folders…"
	}
	return "No demos in: " + Readable(strings.Join(h.library.Folders(), ", "))
}

// status returns the status line at the bottom. It allocates only if the line changes.
func (h *home) status() string {
	t := &h.table
	if h.library.Library == nil {
		return ""
	}
	st := h.library.Status()
	now := statusKey{
		rows: len(t.rows), all: t.list.Len(), found: len(t.found.list), in: t.found.demos, moments: t.moments,
		unjudged: t.found.unjudged, looked: h.momentSearch.demos(), looking: h.momentSearch.running(),
		files: st.Files, done: st.FilesDone, elsewhere: st.Elsewhere, scanning: st.Scanning, notes: len(st.Notes),
		full:       t.found.full,
		unreadable: t.unreadable, copies: t.list.Copies(), ofFiles: t.shown.ofFiles,
	}
	if now == t.statusKey && t.statusLine != "" {
		return t.statusLine
	}
	t.statusKey = now
	parts := t.counts(&now)
	if now.looking {
		parts = append(parts, fmt.Sprintf("scanning: %s so far", humanize.Count(now.looked, "demo")))
	}
	switch {
	case now.elsewhere:
		parts = append(parts, "another window is scanning")
	case now.scanning && now.files > 0:
		parts = append(parts, fmt.Sprintf("reading %d of %s", now.done, humanize.Count(now.files, "file")))
	case now.scanning:
		parts = append(parts, "checking for new files")
	}
	if now.ofFiles {
		parts = append(parts, "(date): file's date")
	}
	for _, note := range st.Notes {
		parts = append(parts, Readable(note))
		break // "demoscope library" lists all
	}
	t.statusLine = strings.Join(parts, " · ")
	return t.statusLine
}

// counts returns the parts of the status line that count demos, moments and unreadable files.
func (t *table) counts(now *statusKey) (parts []string) {
	switch {
	case t.moments:
		text := fmt.Sprintf("%s in %s", humanize.Count(now.found, "moment"), humanize.Count(now.in, "demo"))
		if now.full {
			text = "the first " + text
		}
		if now.found > 0 || !now.looking && !now.scanning {
			parts = append(parts, text)
		}
		if now.unjudged > 0 {
			parts = append(parts, uncertainText(now.unjudged))
		}
	case now.rows < now.all:
		parts = append(parts, fmt.Sprintf("%d of %s", now.rows-now.unreadable,
			humanize.Count(now.all-t.list.Unreadable(), "demo")))
	default:
		parts = append(parts, humanize.Count(now.all-now.unreadable, "demo"))
		if now.copies > 0 {
			parts = append(parts, humanize.Count(now.copies, "copy"))
		}
	}
	if now.unreadable > 0 && !t.moments {
		text := humanize.Count(now.unreadable, "file") + " unreadable"
		if now.unreadable < now.rows {
			text += " (type unreadable:yes)"
		}
		parts = append(parts, text)
	}
	return parts
}

// uncertainText returns the text about moments that can't be judged.
func uncertainText(moments int) string {
	return fmt.Sprintf("%d uncertain (the demos lack the data)", moments)
}

// statusKey holds everything that the status line depends on.
type statusKey struct {
	rows, all, found, in   int
	unjudged, looked       int
	files, done, notes     int
	moments, looking, full bool
	elsewhere, scanning    bool
	unreadable             int // unreadable files among the rows
	copies                 int
	ofFiles                bool
}

// fillChips fills in the recently watched demos, followed by the built-in sample.
func (h *home) fillChips() {
	i := &h.hudIn
	i.Chips = i.Chips[:0]
	fit := hud.HomeChips(i.Screen)
	if fit == 0 {
		i.Chip = -1
		if h.focus == focusChips {
			h.focus = focusTable
		}
		return
	}
	for _, e := range h.config.recent() {
		if len(i.Chips) >= fit-1 {
			break
		}
		i.Chips = append(i.Chips, h.table.chipOf(&e))
	}
	i.Chips = append(i.Chips, hud.HomeChip{Title: "Built-in sample", Line: "a short match"})
	h.chip = max(0, min(h.chip, len(i.Chips)-1))
	i.Chip = -1
	if h.focus == focusChips {
		i.Chip = h.chip
	}
}

// recent returns the recently watched demos.
func (c *Home) recent() []recent.Entry {
	if c.Recent == nil {
		return nil
	}
	return c.Recent.Entries()
}

// chipOf describes a recently watched demo. The result is cached.
func (t *table) chipOf(e *recent.Entry) hud.HomeChip {
	if c, ok := t.chips[*e]; ok {
		return c
	}
	if len(t.chips) > 4*recent.MaxEntries {
		clear(t.chips)
	}
	c := hud.HomeChip{Title: Readable(e.Title), Line: "watched to the end", Part: 1}
	switch {
	case ended(e):
	case e.Length == 0:
		c.Line, c.Part = "left at "+humanize.Clock(e.Clock), 0
	default:
		c.Line = fmt.Sprintf("%s of %s", humanize.Clock(e.Clock), humanize.Clock(e.Length))
		c.Part = float32(e.Clock / max(e.Length, 1))
	}
	t.chips[*e] = c
	return c
}

// ended reports whether a demo was watched to its end.
func ended(e *recent.Entry) bool { return e.Length > 0 && e.Clock >= e.Length-endGrace }

// endGrace is how close to its end a demo counts as watched to the end, in seconds.
const endGrace = 3

// Readable returns text without unprintable characters, shortened to the length of a line. Names of files may contain
// anything.
func Readable(text string) string {
	const longest = 200
	return bounded.Shorten(strings.Map(dropUnprintable, bounded.Shorten(text, 4*longest)), longest)
}

// OpenPictures opens the user's folder with pictures of demos.
func OpenPictures() *pictures.Folder { return pictures.Open(pictures.Dir()) }

// momentSearch searches the demos of a table for moments, in the background.
type momentSearch struct {
	current *search // the latest search, nil for none
}

// search is a running or finished search for moments.
type search struct {
	filter *library.Filter
	cancel context.CancelFunc
	again  bool // repeats the previous search in a newer list

	mu    sync.Mutex
	found []moment // not taken yet
	demos int
	// unjudged is the number of possible moments that the demos lack the data to judge.
	unjudged int
	full     bool
	ended    bool
}

// isFor reports whether a search for filter is running.
func (f *momentSearch) isFor(filter *library.Filter) bool {
	return f.running() && f.current.filter == filter
}

// running reports whether a search is running.
func (f *momentSearch) running() bool {
	if f.current == nil {
		return false
	}
	f.current.mu.Lock()
	defer f.current.mu.Unlock()
	return !f.current.ended
}

// demos returns the number of demos with matching moments so far.
func (f *momentSearch) demos() int {
	if f.current == nil {
		return 0
	}
	f.current.mu.Lock()
	defer f.current.mu.Unlock()
	return f.current.demos
}

// cancel cancels the search.
func (f *momentSearch) cancel() {
	if f.current != nil {
		f.current.cancel()
	}
}

// begin starts searching rows for the moments of a filter. It cancels the previous search.
func (f *momentSearch) begin(l *library.Library, filter *library.Filter, rows []*library.Row, wake func()) {
	f.cancel()
	ctx, cancel := context.WithCancel(context.Background())
	s := &search{filter: filter, cancel: cancel, again: f.current != nil && f.current.filter == filter}
	f.current = s
	rows = slices.Clone(rows)
	go func() {
		defer cancel()
		order := 0
		_ = fault.Guard("looking for moments", func() {
			_ = l.Find(ctx, rows, filter, func(k *library.Found) bool {
				if k.Err != nil || len(k.Hits) == 0 {
					return ctx.Err() == nil
				}
				list := momentsOf(k, &order)
				s.mu.Lock()
				defer s.mu.Unlock()
				for i := range k.Hits {
					if !k.Hits[i].Judged() {
						s.unjudged++
					}
				}
				if len(list) > 0 {
					s.demos++
				}
				s.found = append(s.found, list...)
				s.full = order >= maxMoments
				return !s.full && ctx.Err() == nil
			})
		})
		s.mu.Lock()
		s.ended = true
		s.mu.Unlock()
		wake()
	}()
}

// momentsOf returns the certain moments of a demo. It numbers them from order on and advances order.
func momentsOf(k *library.Found, order *int) (list []moment) {
	for i := range k.Hits {
		hit := &k.Hits[i]
		if !hit.Judged() || *order >= maxMoments {
			continue
		}
		list = append(list, momentOf(k.Row, k.Facts, hit, *order))
		*order++
	}
	return list
}

func momentOf(r *library.Row, f *pattern.Facts, hit *pattern.Hit, order int) moment {
	return moment{
		row: r, from: hit.From, to: hit.To, hit: hit, game: f.Game, order: order,
		player: Readable(charset.Plain(f.Game, hit.Name)), what: Readable(hit.Sentence(f.Game)),
	}
}

// take adds new moments to the table. A search that repeats the previous one replaces its moments when it ends.
func (f *momentSearch) take(t *table) {
	s := f.current
	if s == nil || s.filter != t.filter {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.again && !s.ended {
		return
	}
	if s.again {
		t.found.list, s.again = nil, false
	} else if len(s.found) == 0 && s.unjudged == t.found.unjudged {
		return
	}
	t.found.list = append(t.found.list, s.found...)
	s.found = nil
	t.found.demos, t.found.full, t.found.unjudged = s.demos, s.full, s.unjudged
	t.found.sort()
	t.version++
	if !t.moments {
		t.narrow()
	}
}
