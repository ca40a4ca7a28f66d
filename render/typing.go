package render

import "demoscope/render/hud"

// typing is a line that takes the keyboard until Enter or Esc.
type typing struct {
	line *hud.Typed // nil: the keys give commands
	done func(keep bool)
}

// ask gives the keyboard to a line. Done is called at its end, with false if
// it is not to be kept.
func (g *Game) ask(line *hud.Typed, done func(keep bool)) {
	g.endTyping(true)
	g.endHold()
	g.typing = typing{line, done}
}

// endTyping gives the keyboard back.
func (g *Game) endTyping(keep bool) {
	if t := g.typing; t.line != nil {
		g.typing = typing{}
		t.done(keep)
	}
}

// typeKeys gives what was typed to the line that asks for it.
func (g *Game) typeKeys(in *input) {
	t := g.typing.line
	t.Add(in.typed)
	for range in.erased {
		t.Erase()
	}
	switch {
	case in.enter:
		g.endTyping(true)
	case in.escape:
		g.endTyping(false)
	}
}
