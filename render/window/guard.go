package window

import (
	"errors"

	"github.com/hajimehoshi/ebiten/v2"

	"demoscope/internal/fault"
	"demoscope/render/app"
)

// guarded is an [app.Game] whose panics become errors. A game that does not survive one ends in an
// orderly way: bookmarks are saved after every change, so nothing is lost but the place,
// which the error names.
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
	if m := ebiten.Monitor(); m != nil { // the last one may have been unplugged
		scale = m.DeviceScaleFactor()
	}
	return g.game.Layout(width, height, scale, ebiten.MaxImageSize())
}

// Layout is never used, because there is LayoutF, but the interface requires it.
func (*guarded) Layout(width, height int) (int, int) { return width, height }

// guard calls do and keeps the error of a panic, with the place.
func (g *guarded) guard(do func()) {
	err := fault.Guard("showing a demo", do)
	if err == nil {
		return
	}
	survived := false
	if f := new(fault.Error); errors.As(err, &f) {
		// What is broken may break again.
		_ = fault.Guard("", func() { f.Doing = "showing " + g.game.Place() })
		_ = fault.Guard("", func() { survived = g.game.Survive(f) })
	}
	if !survived {
		g.err = err
	}
}
