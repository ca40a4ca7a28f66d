package render

import (
	"fmt"
	"image"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"demoscope/render/setting"
)

// windowPlace is where a window is on its screen, and how large, in device-independent pixels.
type windowPlace struct {
	at, size image.Point
	// fills is whether it has that place from the desktop: full screen, maximized or minimized.
	fills bool
}

// placeLook is how long passes between two looks at where the window is: asking goes to the
// display.
const placeLook = 200 * time.Millisecond

// lookAtPlace notes where the window is, to be kept when it closes.
func (g *game) lookAtPlace(now time.Time) {
	if now.Sub(g.looked) < placeLook {
		return
	}
	g.looked = now
	if p := g.desktop.place(); !p.fills && p.size.X > 0 && p.size.Y > 0 {
		if g.opened.size == (image.Point{}) {
			g.opened = p
		}
		g.stood = p
	}
}

// keepPlace keeps size and place of the window, if a person has changed them.
func (g *game) keepPlace() {
	if g.stood.size != g.opened.size {
		g.keepValue("size", setting.Value{fmt.Sprintf("%dx%d", g.stood.size.X, g.stood.size.Y)})
	}
	if g.stood.at != g.opened.at {
		g.keepValue("place", setting.Value{fmt.Sprintf("%d,%d", g.stood.at.X, g.stood.at.Y)})
	}
}

// screens returns the sizes of all screens, in device-independent pixels. The one on which the window comes
// up is not known before.
func screens() (list []image.Point) {
	for _, m := range ebiten.AppendMonitors(nil) {
		w, h := m.Size()
		list = append(list, image.Pt(w, h))
	}
	return list
}

// fitWindow returns the size of a window that is no wider and no higher than the largest of the screens, if
// one is known.
func fitWindow(width, height int, screens []image.Point) (w, h int) {
	var room image.Point
	for _, s := range screens {
		if s.X > 0 && s.Y > 0 && s.X*s.Y > room.X*room.Y {
			room = s
		}
	}
	if room == (image.Point{}) {
		return width, height
	}
	return min(width, room.X), min(height, room.Y)
}

// openAt opens the window at a place of the settings, unless that is in the middle.
func openAt(place string) {
	if x, y, ok := setting.ParsePlace(place); ok {
		ebiten.SetWindowPosition(x, y)
	}
}

func (windowDesktop) place() windowPlace {
	var p windowPlace
	p.fills = ebiten.IsFullscreen() || ebiten.IsWindowMaximized() || ebiten.IsWindowMinimized()
	p.at.X, p.at.Y = ebiten.WindowPosition()
	p.size.X, p.size.Y = ebiten.WindowSize()
	return p
}
