package render

import (
	"slices"

	"demoscope/internal/fault"
)

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
		return ErrEnd
	}
	return nil
}
