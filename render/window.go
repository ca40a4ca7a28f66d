package render

import (
	"fmt"
	"image/color"
	"os"
	"runtime"

	"github.com/hajimehoshi/ebiten/v2"

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

// Run shows the demo in a window until it is closed. It may be called once in
// a process, as may Shot and Timedemo: one of the three.
func Run(o Options) error {
	if o.Width <= 0 || o.Height <= 0 {
		o.Width, o.Height = defaultWidth, defaultHeight
	}
	openWindow(&o)
	g := newGame(&o)
	err := run(g)
	g.dropOpening()
	if g.close != nil {
		g.close()
	}
	return err
}

// windowTitle returns the title of the window of a demo.
func windowTitle(demo string) string {
	if demo == "" {
		return "Demoscope"
	}
	return demo + " - Demoscope"
}

// openWindow makes the window's settings.
func openWindow(o *Options) {
	ebiten.SetWindowTitle(windowTitle(o.Title))
	ebiten.SetWindowSize(o.Width, o.Height)
	ebiten.SetWindowSizeLimits(minWidth, minHeight, -1, -1)
	ebiten.SetWindowResizingMode(ebiten.WindowResizingModeEnabled)
	ebiten.SetFullscreen(o.Fullscreen)
	ebiten.SetScreenClearedEveryFrame(false) // Draw fills it
	ebiten.SetTPS(ebiten.SyncWithFPS)
}

// run runs a game and says plainly what is wrong if there is no window.
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

// legendLine is a line of the legend on the help page.
func legendLine(item scene.LegendItem) hud.LegendLine {
	return hud.LegendLine{Name: item.Name, Draw: func(b *draw.Buffer, x, y, size float32) {
		scene.LegendIcon(b, item.Kind, x, y, size)
	}}
}
