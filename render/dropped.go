package render

import (
	"io/fs"

	"github.com/hajimehoshi/ebiten/v2"
)

// opening is a demo that is being opened.
type opening struct {
	result chan opened // nil: none is
	name   string
}

type opened struct {
	options Options
	err     error
}

// openDropped begins to open a file that was dropped on the window, and shows
// it when it is open.
func (g *Game) openDropped() {
	if g.open == nil {
		return
	}
	if files := ebiten.DroppedFiles(); files != nil {
		if path := firstFile(files); path != "" {
			g.openFile(path)
		} else {
			g.notices.warn("Only files of this machine can be played")
		}
	}
	g.takeOpened()
}

// firstFile returns the path on this machine of the first of some files, empty
// if there is none.
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

// openFile begins to open a demo. A wish before it is forgotten.
func (g *Game) openFile(path string) {
	result := make(chan opened, 1)
	g.dropOpening()
	g.opening = opening{result, path}
	open := g.open
	go func() {
		o, err := open(path)
		result <- opened{o, err}
	}()
}

// dropOpening forgets what is being opened, and closes it when it is open.
func (g *Game) dropOpening() {
	result := g.opening.result
	g.opening = opening{}
	if result == nil {
		return
	}
	go func() {
		if o := <-result; o.err == nil && o.options.Close != nil {
			o.options.Close()
		}
	}()
}

// takeOpened shows the demo that was being opened, if it is ready.
func (g *Game) takeOpened() {
	select {
	case o := <-g.opening.result:
		g.opening = opening{}
		if o.err != nil {
			g.notices.warn(o.err.Error())
			return
		}
		g.show(&o.options)
	default:
	}
}

// show shows another demo in the window. How it is looked at stays, where one
// looks from does not.
func (g *Game) show(o *Options) {
	g.endTyping(false)
	g.release()
	if g.close != nil {
		g.close()
	}
	next := newGame(o)
	next.width, next.height, next.scale = g.width, g.height, g.scale
	next.read, next.bindings, next.open, next.last = g.read, g.bindings, g.open, g.last
	next.hud, next.screen = g.hud, g.screen
	next.in.Help, next.names = g.in.Help, g.names
	palette := next.options.Palette
	next.options, next.options.Palette = g.options, palette
	next.shown, next.spoilers, next.clocks, next.listOpen = g.shown, g.spoilers, g.clocks, g.listOpen
	next.hidden, next.heat = g.hidden, g.heat
	*g = *next
	ebiten.SetWindowTitle(windowTitle(o.Title))
}
