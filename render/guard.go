package render

import (
	"errors"

	"github.com/hajimehoshi/ebiten/v2"

	"demoscope/internal/fault"
)

// windowGame is a game for [run].
type windowGame interface {
	ebiten.Game
	ebiten.LayoutFer
	// place says in a few words what is shown: the file and the time. It may be called
	// after a panic.
	place() string
}

// guarded is a game whose panics become errors, which end the window in an orderly way:
// bookmarks are saved after every change, so nothing is lost but the place, which the
// error names.
type guarded struct {
	game windowGame
	err  error // a [*fault.Error]; the next Update returns it
}

func (g *guarded) Update() (err error) {
	if g.err == nil {
		g.guard(func() { err = g.game.Update() })
	}
	return errors.Join(g.err, err)
}

func (g *guarded) Draw(to *ebiten.Image) {
	if g.err == nil {
		g.guard(func() { g.game.Draw(to) })
	}
}

func (g *guarded) LayoutF(width, height float64) (float64, float64) {
	return g.game.LayoutF(width, height)
}

func (g *guarded) Layout(width, height int) (int, int) { return g.game.Layout(width, height) }

// guard calls do and keeps the error of a panic, with the place.
func (g *guarded) guard(do func()) {
	err := fault.Guard("showing a demo", do)
	if err == nil {
		return
	}
	g.err = err
	if f := new(fault.Error); errors.As(err, &f) {
		// What is broken may break again.
		_ = fault.Guard("", func() { f.Doing = "showing " + g.game.place() })
	}
}
