package app

import (
	"fmt"
	"image"
	"io/fs"
	"path"
	"time"

	"demoscope/render/hud"
	"demoscope/render/setting"
)

// PageFiles is what the page around the program hands to it, as if it had been dropped on a window: files
// that the program sees, or what the page wants besides.
type PageFiles struct {
	Paths  []string
	Again  bool   // there are files now that what is shown may need
	Says   string // what the viewer should read; may be empty
	Answer string // what has become of the viewer's last command, in the place of what was said of it; may be empty
}

// Typed is what a keyboard on the screen has typed into the page since the last frame: that of a phone
// comes up for a field of a page alone.
type Typed struct {
	Text  *string // the whole line; nil if it has not changed
	Enter bool
}

// takeTyped takes what was typed on the page.
func (g *App) takeTyped(in *input) {
	typed := g.desktop.TypedOnPage()
	if g.Demo.typing.line == nil {
		return // it was ended meanwhile
	}
	if typed.Text != nil {
		in.edited, in.whole = editWhole, *typed.Text
	}
	in.enter = in.enter || typed.Enter
}

// typeOnPage has the page show the line that is being typed in a field of its own, where that is drawn.
func (g *App) typeOnPage() {
	line, box := g.Demo.typing.line, hud.Rect{}
	if line != nil && g.HUD != nil {
		r, w, h := g.HUD.TypedAt(), g.Size.Width, g.Size.Height
		if g.home.shown && g.home.drawn != nil {
			r = g.home.drawn.TypedAt()
		}
		box = hud.Rect{X: r.X / w, Y: r.Y / h, W: r.W / w, H: r.H / h}
	}
	g.desktop.TypeOnPage(line, box)
}

// Open implements [fs.FS].
func (PageFiles) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
}

// ReadDir implements [fs.ReadDirFS].
func (p PageFiles) ReadDir(string) (list []fs.DirEntry, err error) {
	for _, path := range p.Paths {
		list = append(list, pagePath(path))
	}
	return list, nil
}

// pagePath is the path of a file.
type pagePath string

func (p pagePath) Name() string             { return path.Base(string(p)) }
func (pagePath) IsDir() bool                { return false }
func (pagePath) Type() fs.FileMode          { return 0 }
func (pagePath) Info() (fs.FileInfo, error) { return nil, fs.ErrInvalid }
func (p pagePath) AbsPath() string          { return string(p) }

// Place is where a window is on its screen, and how large, in device-independent pixels.
type Place struct {
	At, Size image.Point
	// Fills is whether it has that place from the desktop: full screen, maximized or minimized.
	Fills bool
}

// placeLook is how long passes between two looks at where the window is: asking goes to the
// display.
const placeLook = 200 * time.Millisecond

// standing is where the window came up, and where it was last.
type standing struct {
	opened, last Place
	looked       time.Time
}

// look notes where the window is, if the last look was placeLook ago.
func (s *standing) look(d Desktop, now time.Time) {
	if now.Sub(s.looked) < placeLook {
		return
	}
	s.looked = now
	if p := d.Place(); !p.Fills && p.Size.X > 0 && p.Size.Y > 0 {
		if s.opened.Size == (image.Point{}) {
			s.opened = p
		}
		s.last = p
	}
}

// keep keeps size and place of the window, if a person has changed them.
func (s *standing) keep(keep func(name string, v setting.Value)) {
	if at := s.last.Size; at != s.opened.Size {
		keep("size", setting.Value{fmt.Sprintf("%dx%d", at.X, at.Y)})
	}
	if at := s.last.At; at != s.opened.At {
		keep("place", setting.Value{fmt.Sprintf("%d,%d", at.X, at.Y)})
	}
}
