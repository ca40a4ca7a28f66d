package render

import (
	"io/fs"

	"github.com/hajimehoshi/ebiten/v2"
)

// opener opens another demo in the background.
type opener struct {
	open   func(path string) (Options, error) // nil if nothing can be opened
	result chan opened                        // nil if nothing is being opened
}

// opened is a demo that has been opened, or the error.
type opened struct {
	options Options
	err     error
}

// begin begins to open a demo, and drops one that is still being opened.
func (o *opener) begin(path string) {
	o.drop()
	result, open := make(chan opened, 1), o.open
	o.result = result
	go func() {
		options, err := open(path)
		result <- opened{options, err}
	}()
}

// drop gives up the demo that is being opened, and closes it once it is open.
func (o *opener) drop() {
	result := o.result
	o.result = nil
	if result == nil {
		return
	}
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

// openDropped begins to open a file that was dropped on the window, and shows it
// once it is open.
func (g *game) openDropped() {
	if g.opener.open == nil {
		return
	}
	if files := g.desktop.droppedFiles(); files != nil {
		if path := firstFile(files); path != "" {
			g.opener.begin(path)
		} else {
			g.demo.notices.warn("Only files of this machine can be played")
		}
	}
	switch r, ok := g.opener.take(); {
	case !ok:
	case r.err != nil:
		g.demo.notices.warn(r.err.Error())
	default:
		g.show(&r.options)
	}
}

// firstFile returns the path of the first of the files that is on this machine,
// empty if there is none.
func firstFile(files fs.FS) string {
	entries, err := fs.ReadDir(files, ".")
	if err != nil {
		return ""
	}
	for _, e := range entries {
		if at, ok := e.(ebiten.AbsPather); ok {
			return at.AbsPath()
		}
	}
	return ""
}

// show shows another demo in the window. The viewer's choices stay, but flying
// stops, since the camera's place means nothing in another level.
func (g *game) show(o *Options) {
	g.stopFlying()
	g.release()
	g.demo.end()
	g.demo = newSession(o)
	g.desktop.setTitle(windowTitle(o.Title))
}
