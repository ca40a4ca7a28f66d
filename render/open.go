package render

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"slices"

	"demoscope/internal/fault"
	"demoscope/render/camera"
)

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
		with.loadFirst()
		with.maps.await(with.Player.Moment().World, nextPatience)
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
func (g *game) openFiles() {
	if g.opener.open == nil {
		return
	}
	if files := g.desktop.droppedFiles(); files != nil {
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
			g.demo.notices.warn(o.trouble.String())
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
func (g *game) takeFiles(files fs.FS) {
	page, _ := files.(pageFiles)
	if page.says != "" {
		g.demo.notices.warn(page.says)
	}
	if page.answer != "" {
		g.demo.notices.say(page.answer)
	}
	switch paths := localFiles(files); {
	case len(paths) > 0:
		g.dropped(paths)
	case page.again:
		g.openAgain()
	case page.says == "" && page.answer == "":
		g.demo.notices.warn("Can't play: not a file on this machine")
	}
}

// openAgain opens the demo that is shown anew, for which there may be a map now: it goes on where it is, and
// what comes behind it stays.
func (g *game) openAgain() {
	if f := &g.files; g.opener.result == nil && g.opener.reading == nil && g.broken == nil && f.shown < len(f.paths) {
		o := f.opens(f.shown, 1)
		o.clock = g.demo.player.Clock()
		g.start(o)
	}
}

// dropped plays the files that were dropped on the window, and adds the folders to the library. Folders with game data
// become game folders, too. The demo that is shown is opened anew, and goes on where it is.
func (g *game) dropped(paths []string) {
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
				g.demo.notices.say("Already a game folder: " + readable(folders[0]))
			case !data && !g.home.shown && len(paths) == 0:
				g.goHome()
			}
			g.home.addFolders(folders)
		}
	}
	switch {
	case len(paths) == 0:
	case len(paths) == 1 && paths[0] == g.demo.path && g.broken == nil:
		g.start(opening{paths: paths, step: 1, clock: g.demo.player.Clock()}) // its map may be there now
	case g.opener.list != nil:
		g.opener.read(paths, g.desktop.wake)
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
func (g *game) show(o *Options) {
	if g.broken == nil {
		g.stopFlying()
		g.release()
		if g.hasHome() && !g.home.shown {
			g.note()
		}
		g.demo.outdated = false
		g.demo.end()
	} else { // it is closed already
		g.broken = nil
		g.active.camera = camera.New()
	}
	g.preview.end()
	g.demo = newSession(o)
	for _, p := range g.panes {
		if p.camera.How == camera.Free {
			p.camera.Land()
		}
		p.begin()
	}
	g.directed = g.panes[0]
	g.desktop.setTitle(windowTitle(o.Title))
}
