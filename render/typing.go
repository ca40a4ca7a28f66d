package render

import "demoscope/render/hud"

// typing is a line of text that is being typed, until Enter or Esc.
type typing struct {
	line *hud.Typed // nil if keys are commands
	done func(keep bool)
	// take, if it is not nil, is given all else that keys ask for while the line is typed; Enter
	// does not end the line if it returns true.
	take func(in *input) bool
}

// begin gives the keyboard to a line. Done is called at the end, with false if the
// line is to be discarded.
func (t *typing) begin(line *hud.Typed, done func(keep bool)) {
	t.end(true)
	*t = typing{line: line, done: done}
}

// end gives the keyboard back to the commands.
func (t *typing) end(keep bool) {
	if done := t.done; t.line != nil {
		*t = typing{}
		done(keep)
	}
}

// read edits the line by what was typed.
func (t *typing) read(in *input) {
	in.edit(t.line)
	handled := t.take != nil && t.take(in)
	switch {
	case t.line == nil: // it was ended
	case in.enter && handled:
	case in.enter:
		t.end(true)
	case in.escape:
		t.end(false)
	}
}

// beginTyping gives the keyboard to a line, and ends fast playing, whose key may be
// held.
func (s *session) beginTyping(line *hud.Typed, done func(keep bool)) {
	s.typing.begin(line, done)
	s.player.endFast()
}
