// Package render is the window: it turns keyboard and mouse into commands, and draws
// the finished buffers of [demoscope/render/scene] and [demoscope/render/hud] on the
// screen. It knows no file formats.
package render

import (
	"fmt"
	"image/color"
	"io/fs"
	"os"
	"runtime"

	"github.com/hajimehoshi/ebiten/v2"

	"demoscope/assets"
	"demoscope/player"
	"demoscope/player/bookmarks"
	"demoscope/render/draw"
	"demoscope/render/hud"
	"demoscope/render/scene"
)

// The usual size of a window, in device-independent pixels, and the smallest.
const (
	defaultWidth  = 1280
	defaultHeight = 720
	minWidth      = 480
	minHeight     = 300
)

// background is the colour of scene.Background.
var background = color.RGBA{
	uint8(scene.Background.R*255 + 0.5), uint8(scene.Background.G*255 + 0.5), uint8(scene.Background.B*255 + 0.5), 255,
}

// Options describe a demo to show, and the window for it.
type Options struct {
	// Player plays the demo.
	Player *player.Player
	Maps   Maps
	Title  string
	// Width and Height are of the window, in device-independent pixels; 0
	// stands for 1280x720.
	Width, Height int
	Fullscreen    bool
	Version       string // for the help page
	Mode          scene.Mode
	// ViewKick adds strafe roll, recoil and damage to the view through a player's
	// eyes.
	ViewKick bool
	Palette  *assets.Palette // of the game; nil for a built-in one
	// Bookmarks are those of this demo, saved whenever they change; nil if they
	// are not to be kept.
	Bookmarks *bookmarks.Bookmarks
	// Keys are from [ReadKeys].
	Keys Keys
	// Notice is a warning to begin with, such as one about the settings; it may
	// be empty.
	Notice string
	// Open opens the demo at a path, which was dropped on the window or is one of
	// Files. It is called on a goroutine of its own. Of the result the size of the
	// window, Fullscreen, Mode, ViewKick, Version, Keys, Open, Files and File are
	// ignored. If it is nil, dropped files and Files are ignored.
	Open func(path string) (Options, error)
	// Files are the paths of the demos that are played one after another, and File is
	// the index of this one.
	Files []string
	File  int
	// Close, if it is not nil, is called when the demo is no longer shown.
	Close func()
}

// Run shows the demo in a window until that is closed. Of Run, [Shot] and
// [Timedemo], only one may be called in a process, and only once. The error says why
// no window could be opened.
func Run(o Options) error {
	if o.Width <= 0 || o.Height <= 0 {
		o.Width, o.Height = defaultWidth, defaultHeight
	}
	openWindow(&o)
	g := newGame(&o, windowDesktop{}, windowDevices{})
	err := run(g)
	g.opener.drop()
	g.demo.end()
	return err
}

// windowTitle returns the title of the window of a demo.
func windowTitle(demo string) string {
	if demo == "" {
		return "Demoscope"
	}
	return demo + " - Demoscope"
}

// openWindow sets up the window.
func openWindow(o *Options) {
	ebiten.SetWindowTitle(windowTitle(o.Title))
	ebiten.SetWindowSize(o.Width, o.Height)
	ebiten.SetWindowSizeLimits(minWidth, minHeight, -1, -1)
	ebiten.SetWindowResizingMode(ebiten.WindowResizingModeEnabled)
	ebiten.SetFullscreen(o.Fullscreen)
	ebiten.SetScreenClearedEveryFrame(false) // Draw fills it
	ebiten.SetTPS(ebiten.SyncWithFPS)
}

// run runs a game; its error explains why there is no window.
func run(game ebiten.Game) error {
	err := ebiten.RunGameWithOptions(game, &ebiten.RunGameOptions{X11ClassName: "demoscope", X11InstanceName: "demoscope"})
	switch {
	case err == nil:
		return nil
	case runtime.GOOS == "linux" && os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "":
		return fmt.Errorf("no window can be opened: there is no display (DISPLAY is not set): %w", err)
	}
	return fmt.Errorf("no window can be opened: %w", err)
}

// windowDesktop is the window of Ebitengine.
type windowDesktop struct{}

func (windowDesktop) captureCursor(captured bool) {
	mode := ebiten.CursorModeVisible
	if captured {
		mode = ebiten.CursorModeCaptured
	}
	ebiten.SetCursorMode(mode)
}

func (windowDesktop) toggleFullscreen()     { ebiten.SetFullscreen(!ebiten.IsFullscreen()) }
func (windowDesktop) setTitle(title string) { ebiten.SetWindowTitle(title) }
func (windowDesktop) droppedFiles() fs.FS   { return ebiten.DroppedFiles() }

// legendLine returns a line of the legend on the help page.
func legendLine(item scene.LegendItem) hud.LegendLine {
	return hud.LegendLine{Name: item.Name, Draw: func(b *draw.Buffer, x, y, size float32) {
		scene.LegendIcon(b, item.Kind, x, y, size)
	}}
}
