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

// playlist are the files that are played one after another.
type playlist struct {
	paths   []string
	results []result // parallel to paths; nil if these are files and no moments in them
	listed  bool     // these are the demos of the table: at the end of one the next does not begin by itself
	shown   int      // index of the one in the window
	opening opening
	titles  map[string]string // see [Options.Titles]
	gap     float64           // between two, seconds
	quits   bool              // at the end of the last
	wait    gapWait
}

// gapWait is the wait at the end of a file for what comes next.
type gapWait struct {
	on   bool
	left float64 // seconds
	at   float64 // the clock, which stays there
	held bool    // at the end of a part
}

// MaxGap is the longest wait between two demos, in seconds.
const MaxGap = 600

// opening is a file that is being opened.
type opening struct {
	paths   []string          // of its playlist
	results []result          // of its playlist
	listed  bool              // of its playlist
	titles  map[string]string // of its playlist, see [Options].Titles; nil for those of the one before
	index   int
	step    int     // 1 or -1: where to go on if it cannot be opened
	only    bool    // no other one is opened if it cannot be
	fresh   bool    // of another playlist: it is played as usual, not as the one before
	clock   float64 // where to begin if there are no results, in viewer's seconds
	sample  bool    // the last of paths is the built-in sample, after a mistake in this program
	says    string  // why it is opened, said once it is open; may be empty
	trouble trouble
}

// path returns the path of the file.
func (o *opening) path() string {
	if o.index >= len(o.paths) {
		return ""
	}
	return o.paths[o.index]
}

// result is a moment in a file.
type result struct {
	clock float64 // viewer's seconds
	slot  int     // of who does it, [world.Nobody] for nobody
	says  string  // what happens
}

// resultLead is how long before a result a jump to it lands, in seconds.
const resultLead = 5.0

// trouble is why files of a playlist could not be opened.
type trouble struct {
	reasons []string // of the first ones
	more    int      // how many came after those
}

const (
	// maxReasons is how many files are named with the reason that they cannot be opened:
	// thousands may be dropped on the window.
	maxReasons = 3
	// maxReason is how long a reason may be, in bytes, for all to fit into a notice.
	maxReason = maxNotice / (maxReasons + 1)
)

func (t *trouble) add(err error) {
	if len(t.reasons) < maxReasons {
		t.reasons = append(t.reasons, bounded.Shorten(err.Error(), maxReason))
	} else {
		t.more++
	}
}

// String returns the sentence for the viewer, empty if all could be opened.
func (t *trouble) String() string {
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

// take has the playlist of a file that is shown now.
func (f *playlist) take(o *opening) {
	f.paths, f.results, f.listed, f.shown = o.paths, o.results, o.listed, o.index
}

// opens is how one of its files is opened; step is as in [opening].
func (f *playlist) opens(index, step int) opening {
	return opening{paths: f.paths, results: f.results, listed: f.listed, index: index, step: step}
}

// start begins to open the file that o says.
func (g *App) start(o opening) {
	g.files.opening = o
	if f := &g.files; g.broken == nil && !g.home.base && o.results != nil && f.shown < len(f.paths) &&
		f.paths[f.shown] == o.path() {
		g.opener.drop()
		f.take(&o)
		if g.home.shown {
			g.home.from = true
			g.leaveHome()
			g.Demo.Player.SetPaused(false)
		}
		g.arrive()
		return
	}
	g.opener.begin(o.paths[o.index])
}

// arrive goes to a little before the result that is shown, and says which it is.
func (g *App) arrive() {
	f := &g.files
	r := &f.results[f.shown]
	g.Demo.land(max(0, r.clock-resultLead))
	if r.slot != world.Nobody { // the director knows nothing of what was searched for
		g.showPlayer(r.slot)
	}
	g.Demo.Notices.say(fmt.Sprintf("%d of %d: %s", f.shown+1, len(f.results), r.says))
	g.Demo.Notices.note.left = resultLead
}

// changeFile begins to open the next file or, for -1, the one before.
func (g *App) changeFile(step int) {
	f, n := &g.files, &g.Demo.Notices
	switch to := f.shown + step; {
	case g.opener.open == nil || len(f.paths) < 2:
		switch {
		case f.listed:
			n.say("Only one demo in the list")
		default:
			n.say("Only one " + f.what())
		}
	case to < 0:
		n.say("First " + f.what())
	case to >= len(f.paths):
		n.say("Last " + f.what())
	default:
		n.say(fmt.Sprintf("Opening %s %d of %d", f.what(), to+1, len(f.paths)))
		g.start(f.opens(to, step))
	}
}

// what is what the playlist has.
func (f *playlist) what() string {
	if f.results != nil {
		return "result"
	}
	return "file"
}

// fileFailed remembers why a file cannot be opened, and begins to open the one behind
// it. If there is none, it says why.
func (g *App) fileFailed(err error) {
	o := g.files.opening
	o.trouble.add(err)
	failed := o.path()
	for o.index += o.step; o.results != nil && o.index >= 0 && o.index < len(o.paths) && o.paths[o.index] == failed; {
		o.index += o.step // the next result in another file
	}
	if !o.only && o.index >= 0 && o.index < len(o.paths) {
		g.start(o)
		return
	}
	g.Demo.Notices.warn(o.trouble.String())
	g.quit = g.quit || g.files.quits && o.step > 0 && !o.fresh && g.Demo.Player.Ended()
}

// showFile shows the file that was being opened, and says which one it is. One of the
// same playlist is played as the one before was.
func (g *App) showFile(with *Options) {
	f, o := &g.files, g.files.opening
	speed, paused := 1.0, false
	if g.broken == nil {
		g.Demo.Player.endFast()
		speed, paused = g.Demo.Player.Speed(), g.Demo.Player.Paused()
	}
	f.take(&o)
	if o.titles != nil {
		f.titles = o.titles
	}
	f.wait = gapWait{}
	g.show(with)
	if g.home.shown {
		g.home.from = true
		g.hideHome()
	}
	g.home.base = false
	if g.Demo.Player.Growing() {
		g.Demo.Player.GoLive()
	} else if !o.fresh {
		g.Demo.Player.SetSpeed(max(speed, -speed))
		g.Demo.Player.SetPaused(paused)
	}
	if f.results != nil {
		g.arrive()
	} else if o.clock > 0 {
		g.Demo.land(o.clock)
	}
	if text := o.trouble.String(); text != "" {
		g.Demo.Notices.warn(text) // which ends the message before
	}
	if len(f.paths) > 1 && f.results == nil {
		g.sayFile(with.Title)
	}
	if o.says != "" {
		g.Demo.Notices.say(o.says)
		g.Demo.Notices.note.left = resultLead // the picture is another one: there is more to read
	}
}

// sayFile says which file of several is shown.
func (g *App) sayFile(title string) {
	g.Demo.Notices.say(fmt.Sprintf("File %d of %d: %s", g.files.shown+1, len(g.files.paths), title))
}

// playOn goes on to the next file, or ends the program, if playing has reached the end of this one since
// was, in viewer's seconds, and the wait behind it is over; dt seconds have passed. A seek to the end
// stays there, and whatever else the viewer does ends the wait. The end of a part is one where the
// program is to end by itself.
func (g *App) playOn(was float64, wasPaused bool, dt float64) {
	p, f := &g.Demo.Player, &g.files
	end, complete := p.Duration()
	now, paused, w := p.Clock(), p.Paused(), &f.wait
	reached := complete && !paused && was < end && now >= end
	held := f.quits && paused && !wasPaused && now > was
	idle, more := g.opener.result == nil, g.opener.open != nil && !f.listed && f.next() < len(f.paths)
	switch {
	case (reached || held) && idle && (more || f.quits):
		*w = gapWait{true, f.gap, now, held}
	case !w.on:
		return
	case now != w.at || paused != w.held || !idle:
		*w = gapWait{}
		return
	default:
		w.left -= dt
	}
	if w.left > 0 {
		g.Demo.Notices.next = f.whatNext(more)
		return
	}
	*w = gapWait{}
	if more {
		p.SetPaused(false)
		g.start(f.opens(f.next(), 1))
	} else {
		g.quit = true
	}
}

// next returns the index of what is played behind the one in the window: of moments the first in
// another file, since what lies before the end of this one has been seen.
func (f *playlist) next() int {
	i := f.shown + 1
	for f.results != nil && i < len(f.paths) && f.paths[i] == f.paths[f.shown] {
		i++
	}
	return i
}

// whatNext says what comes when the wait is over.
func (f *playlist) whatNext(more bool) string {
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

// opener opens another demo in the background.
type opener struct {
	open   func(ctx context.Context, path string) (Options, error) // nil if nothing can be opened
	report func(error)                                             // may be nil: see [Options.Report]
	result chan opened                                             // nil if nothing is being opened
	giveUp context.CancelFunc                                      // ends that
	awaits func() string                                           // [Options].Opening; may be nil
	// list is [Options].List, and reading has what lists name while they are being read, nil if none are.
	list    func(path string) (files []string, titles map[string]string, listed bool, err error)
	reading chan dropped
}

// dropped are demos that were dropped on the window, or that lists name which were.
type dropped struct {
	paths  []string
	titles map[string]string
	err    error // what is wrong with lists
}

// read reads the lists among files that were dropped, and drops what was being opened. Wake ends the
// window's wait.
func (o *opener) read(paths []string, wake func()) {
	o.drop()
	reading, list := make(chan dropped, 1), o.list
	o.reading = reading
	go func() {
		var d dropped
		if err := fault.Guard("reading a list", func() { d.add(paths, list) }); err != nil {
			d = dropped{err: err}
		}
		reading <- d
		wake()
	}()
}

// add adds files, and for lists what they name.
func (d *dropped) add(paths []string, list func(string) ([]string, map[string]string, bool, error)) {
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

// opened is a demo that has been opened, or the error.
type opened struct {
	options Options
	err     error
}

// begin begins to open a demo, and drops one that is still being opened.
func (o *opener) begin(path string) {
	o.drop()
	result, open, report := make(chan opened, 1), o.open, o.report
	ctx, giveUp := context.WithCancel(context.Background())
	o.result, o.giveUp = result, giveUp
	go func() {
		defer giveUp()
		var r opened
		if err := fault.Guard("opening "+path, func() { r.options, r.err = o.load(ctx, open, path) }); err != nil {
			if report != nil {
				report(err)
			}
			r = opened{err: err}
		}
		result <- r
	}()
}

// load opens a demo and loads the map of its first level.
func (o *opener) load(ctx context.Context, open func(context.Context, string) (Options, error), path string) (
	Options, error) {
	with, err := open(ctx, path)
	if err == nil && with.Player != nil {
		with.LoadFirst()
		with.maps.Await(with.Player.Moment().World, nextPatience)
	}
	return with, err
}

// drop gives up the demo that is being opened, and closes it if it is opened all the same.
func (o *opener) drop() {
	result := o.result
	o.result, o.reading = nil, nil
	if result == nil {
		return
	}
	o.giveUp()
	go func() {
		if r := <-result; r.err == nil && r.options.Close != nil {
			r.options.Close()
		}
	}()
}

// take returns the demo that was being opened, once it is ready.
func (o *opener) take() (r opened, ok bool) {
	select {
	case r = <-o.result:
		o.result = nil
		return r, true
	default:
		return opened{}, false
	}
}

// openFiles begins to open files that were dropped on the window, and shows a demo once
// it is open.
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
		o := opening{paths: d.paths, titles: d.titles, step: 1, fresh: true}
		if d.err != nil {
			o.trouble.add(d.err)
		}
		if len(d.paths) > 0 {
			g.start(o) // the trouble is said when it is open
		} else {
			g.Demo.Notices.warn(o.trouble.String())
		}
	default:
	}
	switch r, ok := g.opener.take(); {
	case !ok:
	case r.err != nil:
		g.fileFailed(r.err)
	default:
		g.showFile(&r.options)
	}
}

// takeFiles takes what was dropped on the window, or what the page around the program has.
func (g *App) takeFiles(files fs.FS) {
	page, _ := files.(PageFiles)
	if page.Says != "" {
		g.Demo.Notices.warn(page.Says)
	}
	if page.Answer != "" {
		g.Demo.Notices.say(page.Answer)
	}
	switch paths := localFiles(files); {
	case len(paths) > 0:
		g.dropped(paths)
	case page.Again:
		g.openAgain()
	case page.Says == "" && page.Answer == "":
		g.Demo.Notices.warn("Can't play: not a file on this machine")
	}
}

// openAgain opens the demo that is shown anew, for which there may be a map now: it goes on where it is, and
// what comes behind it stays.
func (g *App) openAgain() {
	if f := &g.files; g.opener.result == nil && g.opener.reading == nil && g.broken == nil && f.shown < len(f.paths) {
		o := f.opens(f.shown, 1)
		o.clock = g.Demo.Player.Clock()
		g.start(o)
	}
}

// dropped plays the files that were dropped on the window, and adds the folders to the library. Folders with game data
// become game folders, too. The demo that is shown is opened anew, and goes on where it is.
func (g *App) dropped(paths []string) {
	if g.hasHome() {
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
			before := len(g.kept.Of(foldersSetting))
			data := g.takeGameData(folders)
			switch {
			case data && len(g.kept.Of(foldersSetting)) == before:
				g.Demo.Notices.say("Already a game folder: " + Readable(folders[0]))
			case !data && !g.home.shown && len(paths) == 0:
				g.goHome()
			}
			g.home.addFolders(folders)
		}
	}
	switch {
	case len(paths) == 0:
	case len(paths) == 1 && paths[0] == g.Demo.path && g.broken == nil:
		g.start(opening{paths: paths, step: 1, clock: g.Demo.Player.Clock()}) // its map may be there now
	case g.opener.list != nil:
		g.opener.read(paths, g.desktop.Wake)
	default:
		g.start(opening{paths: paths, step: 1, fresh: true})
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

// show shows another demo in the window. The viewer's choices stay, but flying
// stops, since the camera's place means nothing in another level.
func (g *App) show(o *Options) {
	if g.broken == nil {
		g.stopFlying()
		g.Release()
		if g.hasHome() && !g.home.shown {
			g.note()
		}
		g.Demo.outdated = false
		g.Demo.end()
	} else { // it is closed already
		g.broken = nil
		g.Active.Camera = camera.New()
	}
	g.preview.end()
	g.Demo = newSession(o)
	for _, p := range g.Panes {
		if p.Camera.How == camera.Free {
			p.Camera.Land()
		}
		p.begin()
	}
	g.directed = g.Panes[0]
	g.desktop.SetTitle(WindowTitle(o.Title))
}

// firstPatience is how long the first picture of a window waits for the map, beyond what the
// window takes to come up, and nextPatience that of another demo, while the one before is shown.
const firstPatience, nextPatience = 250 * time.Millisecond, 2 * time.Second
