package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"

	"demoscope/internal/bounded"
	"demoscope/internal/fault"
	"demoscope/player/world"
	"demoscope/render/camera"
)

// playlist holds the files that are played one after another.
type playlist struct {
	paths     []string
	results   []result // parallel to paths; nil if paths are whole files and not moments in them
	fromTable bool     // paths are the demos of the table: the next one doesn't start by itself
	shown     int      // index of the file in the window
	pending   openRequest
	titles    map[string]string // see [Options.Titles]
	gap       float64           // seconds between two files
	quitAfter bool              // the program ends after the last file
	wait      gapWait
}

// gapWait is the wait at the end of a file before the next one starts.
type gapWait struct {
	on   bool
	left float64 // seconds
	at   float64 // the clock, which doesn't change while waiting
	held bool    // paused at the end of the part to play
}

// MaxGap is the longest wait between two demos, in seconds.
const MaxGap = 600

// openRequest describes a file to open and its playlist.
type openRequest struct {
	paths      []string          // as in playlist
	results    []result          // as in playlist
	fromTable  bool              // as in playlist
	titles     map[string]string // see [Options].Titles; nil to keep those of the playlist before
	index      int
	step       int     // 1 or -1: the direction to the next file if this one can't be opened
	noFallback bool    // don't try another file if this one can't be opened
	newList    bool    // a new playlist: play at normal speed, not as before
	clock      float64 // start if there are no results, in viewer's seconds
	sample     bool    // the last path is the built-in sample, opened after an internal error
	message    string  // message to show once it is open; may be empty
	errors     openErrors
}

// path returns the path of the file.
func (o *openRequest) path() string {
	if o.index >= len(o.paths) {
		return ""
	}
	return o.paths[o.index]
}

// result is a moment in a file.
type result struct {
	clock float64 // viewer's seconds
	slot  int     // the player, or [world.Nobody]
	text  string  // what happens
}

// resultLead is how many seconds before a result a jump to it lands.
const resultLead = 5.0

// openErrors holds the reasons why files of a playlist can't be opened.
type openErrors struct {
	reasons []string // for the first files
	more    int      // number of further files
}

const (
	// maxReasons is the maximum number of files that are named with the reason why they can't be opened. Thousands may
	// be dropped on the window.
	maxReasons = 3
	// maxReason is the maximum length of a reason in bytes, so that all fit into a notice.
	maxReason = maxNotice / (maxReasons + 1)
)

func (t *openErrors) add(err error) {
	if len(t.reasons) < maxReasons {
		t.reasons = append(t.reasons, bounded.Shorten(err.Error(), maxReason))
	} else {
		t.more++
	}
}

// String returns the message for the viewer, empty if all files could be opened.
func (t *openErrors) String() string {
	text := strings.Join(t.reasons, "; ")
	switch t.more {
	case 0:
	case 1:
		text += "; can't open 1 more file"
	default:
		text += fmt.Sprintf("; can't open %d more files", t.more)
	}
	return text
}

// set makes o, which is shown now, the current file and playlist.
func (f *playlist) set(o *openRequest) {
	f.paths, f.results, f.fromTable, f.shown = o.paths, o.results, o.fromTable, o.index
}

// openRequest returns the request to open one of the files. step is the direction to the next file if that fails: 1 or
// -1.
func (f *playlist) openRequest(index, step int) openRequest {
	return openRequest{paths: f.paths, results: f.results, fromTable: f.fromTable, index: index, step: step}
}

// startOpening starts opening a file. If it is shown already, startOpening jumps to the result.
func (g *App) startOpening(o openRequest) {
	g.files.pending = o
	if f := &g.files; g.panicked.last == nil && !g.home.below.placeholder && o.results != nil &&
		f.shown < len(f.paths) && f.paths[f.shown] == o.path() {
		g.opener.cancel()
		f.set(&o)
		if g.home.shown {
			g.home.below.openedHere = true
			g.leaveHome()
			g.Demo.Player.SetPaused(false)
		}
		f.showResult(&g.views)
		return
	}
	g.opener.begin(o.paths[o.index])
}

// showResult seeks to shortly before the current result and shows its description.
func (f *playlist) showResult(vs *views) {
	r, n := &f.results[f.shown], &vs.Demo.Notices
	vs.Demo.land(max(0, r.clock-resultLead))
	if r.slot != world.Nobody { // the director doesn't know the query
		vs.showPlayer(r.slot)
	}
	n.say(fmt.Sprintf("%d of %d: %s", f.shown+1, len(f.results), r.text))
	n.note.left = resultLead
}

// change returns the request to open the next file or, for -1, the previous one; ok is false if there is none. It shows
// a message.
func (f *playlist) change(step int, n *notices) (o openRequest, ok bool) {
	switch to := f.shown + step; {
	case len(f.paths) < 2 && f.fromTable:
		n.say("Only one demo in the list")
	case len(f.paths) < 2:
		n.say("Only one " + f.noun())
	case to < 0:
		n.say("First " + f.noun())
	case to >= len(f.paths):
		n.say("Last " + f.noun())
	default:
		n.say(fmt.Sprintf("Opening %s %d of %d", f.noun(), to+1, len(f.paths)))
		return f.openRequest(to, step), true
	}
	return o, false
}

// changeFile starts opening the next file or, for -1, the previous one.
func (g *App) changeFile(step int) {
	if o, ok := g.files.change(step, &g.Demo.Notices); ok {
		g.startOpening(o)
	}
}

// noun returns the word for an entry of the playlist.
func (f *playlist) noun() string {
	if f.results != nil {
		return "result"
	}
	return "file"
}

// skip turns to the next file, because this one can't be opened. It returns false if there is none.
func (o *openRequest) skip(err error) bool {
	o.errors.add(err)
	failed := o.path()
	for o.index += o.step; o.results != nil && o.index >= 0 && o.index < len(o.paths) && o.paths[o.index] == failed; {
		o.index += o.step // skip results in the same file
	}
	return !o.noFallback && o.index >= 0 && o.index < len(o.paths)
}

// skipOrSample turns to the next file, because this one caused an internal error. After the last one it turns to the
// built-in sample. It returns false if the sample failed, too.
func (o *openRequest) skipOrSample(err error) bool {
	const sample = "" // the path of the sample for [Options.Open]
	o.errors.add(err)
	if o.index++; o.index < len(o.paths) {
		return true
	}
	if o.sample {
		return false
	}
	if n := len(o.paths); n == 0 || o.paths[n-1] != sample {
		o.paths = append(slices.Clone(o.paths), sample)
	}
	o.index, o.sample = len(o.paths)-1, true
	return true
}

// showFile shows the file that was being opened, and says which one it is. A file of the same playlist keeps the speed
// and pause.
func (g *App) showFile(with *Demo) {
	f, o := &g.files, g.files.pending
	speed, paused := 1.0, false
	if g.panicked.last == nil {
		g.Demo.Player.endFastPlay()
		speed, paused = g.Demo.Player.Speed(), g.Demo.Player.Paused()
	}
	f.set(&o)
	if o.titles != nil {
		f.titles = o.titles
	}
	f.wait = gapWait{}
	g.showDemo(with)
	if g.home.shown {
		g.home.below.openedHere = true
		g.hideHome()
	}
	g.home.below.placeholder = false
	if g.Demo.Player.Growing() {
		g.Demo.Player.GoLive()
	} else if !o.newList {
		g.Demo.Player.SetSpeed(max(speed, -speed))
		g.Demo.Player.SetPaused(paused)
	}
	if f.results != nil {
		f.showResult(&g.views)
	} else if o.clock > 0 {
		g.Demo.land(o.clock)
	}
	if text := o.errors.String(); text != "" {
		g.Demo.Notices.warn(text) // replaces the previous message
	}
	if len(f.paths) > 1 && f.results == nil {
		f.say(with.Title, &g.Demo.Notices)
	}
	if o.message != "" {
		g.Demo.Notices.say(o.message)
		g.Demo.Notices.note.left = resultLead // the picture is new, too: leave more time to read
	}
}

// say shows which of several files is open.
func (f *playlist) say(title string, n *notices) {
	n.say(fmt.Sprintf("File %d of %d: %s", f.shown+1, len(f.paths), title))
}

// advance reports whether playback has reached the end of the file and the wait after it is over. was is the clock in
// viewer's seconds, dt seconds ago. A seek to the end stays there, and any other action of the viewer ends the wait. If
// the program is to end by itself, the end of the part to play counts as an end.
func (f *playlist) advance(s *Session, o *opener, was float64, wasPaused bool, dt float64) (over bool) {
	p, w := &s.Player, &f.wait
	end, complete := p.Duration()
	now, paused := p.Clock(), p.Paused()
	reached := complete && !paused && was < end && now >= end
	held := f.quitAfter && paused && !wasPaused && now > was
	idle, more := o.result == nil, f.goesOn()
	switch {
	case (reached || held) && idle && (more || f.quitAfter):
		*w = gapWait{true, f.gap, now, held}
	case !w.on:
		return false
	case now != w.at || paused != w.held || !idle:
		*w = gapWait{}
		return false
	default:
		w.left -= dt
	}
	if w.left > 0 {
		s.Notices.nextFile = f.nextMessage(more)
		return false
	}
	*w = gapWait{}
	return true
}

// goesOn reports whether another file starts by itself after the current one.
func (f *playlist) goesOn() bool { return !f.fromTable && f.next() < len(f.paths) }

// next returns the index of the file to play after the current one. Of results, it is the first one in another file,
// since the current file has been watched up to its end.
func (f *playlist) next() int {
	i := f.shown + 1
	for f.results != nil && i < len(f.paths) && f.paths[i] == f.paths[f.shown] {
		i++
	}
	return i
}

// nextMessage returns the message to show during the wait.
func (f *playlist) nextMessage(more bool) string {
	left := math.Ceil(f.wait.left)
	if !more {
		return fmt.Sprintf("Closing in %.0f s", left)
	}
	path := f.paths[f.next()]
	title := f.titles[path]
	if title == "" {
		title = strings.Map(func(r rune) rune {
			if !unicode.IsPrint(r) {
				return unicode.ReplacementChar
			}
			return r
		}, filepath.Base(path))
	}
	return bounded.Shorten(fmt.Sprintf("Next in %.0f s: %s", left, title), maxNotice)
}

// openFunc opens the demo at a path: see [Options.Open].
type openFunc = func(ctx context.Context, path string) (Demo, error)

// opener opens another demo in the background.
type opener struct {
	open       openFunc           // nil if nothing can be opened
	report     func(error)        // [Options.Report]; may be nil
	result     chan openedDemo    // nil if nothing is being opened
	stop       context.CancelFunc // cancels that
	waitingFor func() string      // [Options].OpeningStatus; may be nil
	// list is [Options].List. reading receives the files that lists name; it is nil if no lists are being read.
	list    func(path string) (files []string, titles map[string]string, listed bool, err error)
	reading chan droppedFiles
}

// droppedFiles holds demos that were dropped on the window, or that a dropped list names.
type droppedFiles struct {
	paths  []string
	titles map[string]string
	err    error // errors in lists
}

// read reads the lists among dropped files, and cancels the opening in progress. wake ends the window's wait for input.
func (o *opener) read(paths []string, wake func()) {
	o.cancel()
	reading, list := make(chan droppedFiles, 1), o.list
	o.reading = reading
	go func() {
		var d droppedFiles
		if err := fault.Guard("reading a list", func() { d.add(paths, list) }); err != nil {
			d = droppedFiles{err: err}
		}
		reading <- d
		wake()
	}()
}

// add adds files. A list is replaced by the files that it names.
func (d *droppedFiles) add(paths []string, list func(string) ([]string, map[string]string, bool, error)) {
	for _, path := range paths {
		files, titles, listed, err := list(path)
		if !listed {
			files = []string{path}
		}
		d.err = errors.Join(d.err, err)
		d.paths = append(d.paths, files...)
		if d.titles == nil {
			d.titles = titles
		}
		for file, title := range titles {
			d.titles[file] = title
		}
	}
}

// openedDemo is the result of opening a demo.
type openedDemo struct {
	demo Demo
	err  error
}

// begin starts opening a demo, and cancels the opening in progress.
func (o *opener) begin(path string) {
	o.cancel()
	result, open, report := make(chan openedDemo, 1), o.open, o.report
	ctx, giveUp := context.WithCancel(context.Background())
	o.result, o.stop = result, giveUp
	go func() {
		defer giveUp()
		var r openedDemo
		if err := fault.Guard("opening "+path, func() { r.demo, r.err = o.load(ctx, open, path) }); err != nil {
			if report != nil {
				report(err)
			}
			r = openedDemo{err: err}
		}
		result <- r
	}()
}

// load opens a demo and loads the map of its first level.
func (o *opener) load(ctx context.Context, open openFunc, path string) (Demo, error) {
	with, err := open(ctx, path)
	if err == nil && with.Player != nil {
		with.LoadFirst()
		with.maps.Await(with.Player.Moment().World, nextPatience)
	}
	return with, err
}

// cancel cancels the opening in progress. If the demo opens all the same, drop closes it.
func (o *opener) cancel() {
	result := o.result
	o.result, o.reading = nil, nil
	if result == nil {
		return
	}
	o.stop()
	go func() {
		if r := <-result; r.err == nil && r.demo.Close != nil {
			r.demo.Close()
		}
	}()
}

// idle reports whether nothing is being opened or read.
func (o *opener) idle() bool { return o.result == nil && o.reading == nil }

// message returns a message that the file at a path is being opened, and what is waited for. It is empty if none is.
func (o *opener) message(path string) string {
	if o.result == nil {
		return ""
	}
	text := "Opening " + Readable(filepath.Base(path))
	if o.waitingFor != nil {
		if what := o.waitingFor(); what != "" {
			text += ": " + Readable(what) + " (Esc: cancel)"
		}
	}
	return text
}

// take returns the demo that was being opened, once it is ready.
func (o *opener) take() (r openedDemo, ok bool) {
	select {
	case r = <-o.result:
		o.result = nil
		return r, true
	default:
		return openedDemo{}, false
	}
}

// openFiles starts opening files that were dropped on the window, and shows a demo once it is open.
func (g *App) openFiles() {
	if g.opener.open == nil {
		return
	}
	if files := g.desktop.DroppedFiles(); files != nil {
		g.takeFiles(files)
	}
	select {
	case d := <-g.opener.reading:
		g.opener.reading = nil
		o := openRequest{paths: d.paths, titles: d.titles, step: 1, newList: true}
		if d.err != nil {
			o.errors.add(d.err)
		}
		if len(d.paths) > 0 {
			g.startOpening(o) // the errors are shown once it is open
		} else {
			g.Demo.Notices.warn(o.errors.String())
		}
	default:
	}
	switch r, ok := g.opener.take(); {
	case !ok:
	case r.err == nil:
		g.showFile(&r.demo)
	default:
		f, o := &g.files, g.files.pending
		if o.skip(r.err) {
			g.startOpening(o)
			break
		}
		g.Demo.Notices.warn(o.errors.String())
		g.quit = g.quit || f.quitAfter && o.step > 0 && !o.newList && g.Demo.Player.Ended()
	}
}

// takeFiles takes files that were dropped on the window, or files and messages from the web page around the program.
func (g *App) takeFiles(files fs.FS) {
	page, _ := files.(PageFiles)
	if page.Warning != "" {
		g.Demo.Notices.warn(page.Warning)
	}
	if page.Answer != "" {
		g.Demo.Notices.say(page.Answer)
	}
	switch paths := localFiles(files); {
	case len(paths) > 0:
		g.openDropped(paths)
	case page.Again:
		g.reopen()
	case page.Warning == "" && page.Answer == "":
		g.Demo.Notices.warn("Can't play: not a file on this machine")
	}
}

// reopen reopens the current demo, whose map may be available now. It keeps the position and the playlist.
func (g *App) reopen() {
	if f := &g.files; g.opener.idle() && g.panicked.last == nil && f.shown < len(f.paths) {
		o := f.openRequest(f.shown, 1)
		o.clock = g.Demo.Player.Clock()
		g.startOpening(o)
	}
}

// openDropped plays files and adds folders to the library. Folders with game data also become game folders. If the only
// file is the current demo, dropped reopens it at the same position.
func (g *App) openDropped(paths []string) {
	if g.home.config != nil {
		var folders []string
		paths = slices.DeleteFunc(paths, func(path string) bool {
			info, err := os.Stat(path)
			folder := err == nil && info.IsDir()
			if folder {
				folders = append(folders, path)
			}
			return folder
		})
		if len(folders) > 0 {
			before := len(g.folders.list())
			data := g.folders.addAll(folders, &g.Demo.Notices)
			switch {
			case data && len(g.folders.list()) == before:
				g.Demo.Notices.say("Already a game folder: " + Readable(folders[0]))
			case !data && !g.home.shown && len(paths) == 0:
				g.goHome()
			}
			g.home.library.addFolders(folders)
		}
	}
	switch {
	case len(paths) == 0:
	case len(paths) == 1 && paths[0] == g.Demo.path && g.panicked.last == nil:
		g.startOpening(openRequest{paths: paths, step: 1, clock: g.Demo.Player.Clock()}) // its map may be available now
	case g.opener.list != nil:
		g.opener.read(paths, g.desktop.Wake)
	default:
		g.startOpening(openRequest{paths: paths, step: 1, newList: true})
	}
}

// localFiles returns the paths of those files that are on this machine.
func localFiles(files fs.FS) (paths []string) {
	entries, err := fs.ReadDir(files, ".")
	if err != nil {
		return nil
	}
	for _, e := range entries {
		if at, ok := e.(interface{ AbsPath() string }); ok {
			paths = append(paths, at.AbsPath())
		}
	}
	return paths
}

// showDemo shows another demo in the window. The viewer's choices stay, but the free camera stops, since its position
// means nothing in another level.
func (g *App) showDemo(o *Demo) {
	if g.panicked.last == nil {
		g.stopFreeCamera()
		g.ReleasePointer()
		if !g.home.shown {
			g.home.savePosition(g.Demo)
		}
		g.Demo.end()
	} else { // the session is closed already
		g.panicked.last = nil
		g.Active.Camera = camera.New()
	}
	g.preview.end()
	g.folders.changed = false
	g.pointer.reset()
	g.Demo = newSession(o)
	for _, p := range g.Panes {
		if p.Camera.Mode == camera.Free {
			p.Camera.Restore()
		}
		p.reset()
	}
	g.directed = g.Panes[0]
	g.desktop.SetTitle(WindowTitle(o.Title))
}

// firstPatience is how long the first picture of a window waits for the map, once the window is open. nextPatience is
// how long the picture of another demo waits, while the previous demo is still shown.
const firstPatience, nextPatience = 250 * time.Millisecond, 2 * time.Second
