package window

import (
	"errors"

	"github.com/hajimehoshi/ebiten/v2"

	"demoscope/internal/fault"
	"demoscope/render/app"
)

// guarded is an [app.Game] whose panics become errors. A game that does not survive a panic ends in an orderly way:
// bookmarks are saved after every change, so only the position is lost, and the error contains that.
type guarded struct {
	game   app.Game
	screen screen
	err    error // a [*fault.Error]; the next Update returns it
}

func (g *guarded) Update() (err error) {
	if g.err == nil {
		g.guard(func() { err = g.game.Update() })
	}
	if g.err == nil && errors.Is(err, app.ErrEnd) {
		return ebiten.Termination
	}
	return errors.Join(g.err, err)
}

func (g *guarded) Draw(to *ebiten.Image) {
	if g.err == nil {
		g.screen.to = to
		g.guard(func() { g.game.Draw(&g.screen) })
	}
}

// LayoutF implements [ebiten.LayoutFer].
func (g *guarded) LayoutF(width, height float64) (float64, float64) {
	scale := 1.0
	if m := ebiten.Monitor(); m != nil { // the last monitor may have been unplugged
		scale = m.DeviceScaleFactor()
	}
	return g.game.Layout(width, height, scale, ebiten.MaxImageSize())
}

// Layout is required by the interface, but never called, because LayoutF exists.
func (*guarded) Layout(width, height int) (int, int) { return width, height }

// guard calls do and records a panic as an error with the position.
func (g *guarded) guard(do func()) {
	err := fault.Guard("showing a demo", do)
	if err == nil {
		return
	}
	survived := false
	if f := new(fault.Error); errors.As(err, &f) {
		// These calls may panic, too.
		_ = fault.Guard("", func() { f.Doing = "showing " + g.game.Describe() })
		_ = fault.Guard("", func() { survived = g.game.Recover(f) })
	}
	if !survived {
		g.err = err
	}
}
