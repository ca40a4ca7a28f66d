package render

import (
	"errors"
	"slices"

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
	// survive gives up what met a mistake in this program and goes on with something else;
	// false if it cannot.
	survive(*fault.Error) bool
}

// guarded is a game whose panics become errors. A game that does not survive one ends in an
// orderly way: bookmarks are saved after every change, so nothing is lost but the place,
// which the error names.
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
	survived := false
	if f := new(fault.Error); errors.As(err, &f) {
		// What is broken may break again.
		_ = fault.Guard("", func() { f.Doing = "showing " + g.game.place() })
		_ = fault.Guard("", func() { survived = g.game.survive(f) })
	}
	if !survived {
		g.err = err
	}
}

// maxMistakes is how many mistakes in this program a window survives: one that is not of a
// demo comes again with each.
const maxMistakes = 3

// survive closes the demo that met a mistake, and begins to open the next file, or else the
// built-in sample. What was wrong is said with it.
func (g *game) survive(f *fault.Error) bool {
	if g.opener.open == nil || g.mistakes >= maxMistakes || g.broken != nil {
		return false
	}
	g.mistakes++
	g.broken = f
	if g.opener.report != nil {
		g.opener.report(f)
	}
	_ = fault.Guard("", g.release)
	_ = fault.Guard("", g.demo.end)
	g.opener.drop()
	g.startBehind(opening{paths: g.files.paths, listed: g.files.listed, index: g.files.shown, step: 1}, f)
	return true
}

// startBehind begins to open the file behind the one that o says, about which there is an
// error, or behind the last one the built-in sample. It is false if that was the sample.
func (g *game) startBehind(o opening, err error) bool {
	const sample = "" // what [Options.Open] takes for it
	o.trouble.add(err)
	if o.index++; o.index >= len(o.paths) {
		if o.sample {
			return false
		}
		if n := len(o.paths); n == 0 || o.paths[n-1] != sample {
			o.paths = append(slices.Clone(o.paths), sample)
		}
		o.index, o.sample = len(o.paths)-1, true
	}
	g.start(o)
	return true
}

// waitForNext shows the demo that [game.survive] began to open once it is open. The error is
// the mistake if none can be opened.
func (g *game) waitForNext() error {
	g.readSignal()
	switch r, ok := g.opener.take(); {
	case !ok:
	case r.err == nil:
		g.showFile(&r.options)
	case !g.startBehind(g.files.opening, r.err):
		return g.broken
	}
	if g.quit {
		return ebiten.Termination
	}
	return nil
}
