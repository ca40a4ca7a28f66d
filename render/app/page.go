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

// PageFiles is what the web page around the program sends, as if it had been dropped on a window: files that the
// program can read, and messages.
type PageFiles struct {
	Paths   []string
	Again   bool   // files that the current demo may need are available now
	Warning string // message for the viewer; may be empty
	Answer  string // result of the viewer's last command, which replaces its message; may be empty
}

// Typed is what was typed on an on-screen keyboard into the page since the last frame. Phones open that keyboard only
// for a field of a page.
type Typed struct {
	Text  *string // the whole line; nil if it has not changed
	Enter bool
}

// takeTyped takes what was typed on the page.
func (g *App) takeTyped(in *input) {
	typed := g.desktop.TypedOnPage()
	if g.Demo.typing.line == nil {
		return // the line was closed meanwhile
	}
	if typed.Text != nil {
		in.edited, in.whole = editWhole, *typed.Text
	}
	in.enter = in.enter || typed.Enter
}

// typeOnPage makes the page show a field with the line that is being typed, at the place where the line is drawn.
func (g *App) typeOnPage() {
	line, box := g.Demo.typing.line, hud.Rect{}
	if line != nil && g.HUD != nil {
		r, w, h := g.HUD.TypedAt(), g.Size.Width, g.Size.Height
		if g.home.shown && g.home.browser != nil {
			r = g.home.browser.TypedAt()
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

// pagePath is the directory entry of a file, by its path.
type pagePath string

func (p pagePath) Name() string             { return path.Base(string(p)) }
func (pagePath) IsDir() bool                { return false }
func (pagePath) Type() fs.FileMode          { return 0 }
func (pagePath) Info() (fs.FileInfo, error) { return nil, fs.ErrInvalid }
func (p pagePath) AbsPath() string          { return string(p) }

// Place is the position and size of a window on its screen, in device-independent pixels.
type Place struct {
	At, Size image.Point
	// Fills is set if the desktop chose the place: full screen, maximized or minimized.
	Fills bool
}

// placePoll is the time between two queries of the window's place, each of which asks the display.
const placePoll = 200 * time.Millisecond

// windowPlace holds the window's first place and its last one.
type windowPlace struct {
	opened, last Place
	looked       time.Time
}

// poll records the window's place, at most once in placePoll.
func (s *windowPlace) poll(d Desktop, now time.Time) {
	if now.Sub(s.looked) < placePoll {
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

// save saves the size and position of the window if the user has changed them.
func (s *windowPlace) save(keep func(name string, v setting.Value)) {
	if at := s.last.Size; at != s.opened.Size {
		keep("size", setting.Value{fmt.Sprintf("%dx%d", at.X, at.Y)})
	}
	if at := s.last.At; at != s.opened.At {
		keep("place", setting.Value{fmt.Sprintf("%d,%d", at.X, at.Y)})
	}
}
