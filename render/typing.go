package render

import "demoscope/render/hud"

// typing is the line of text that takes the keyboard until Enter or Esc.
type typing struct {
	line *hud.Typed // nil: the keys give commands
	done func(keep bool)
}

// begin gives the keyboard to a line. Done is called at its end, with false if
// the line is to be dropped.
func (t *typing) begin(line *hud.Typed, done func(keep bool)) {
	t.end(true)
	*t = typing{line, done}
}

// end gives the keyboard back to the commands.
func (t *typing) end(keep bool) {
	if done := t.done; t.line != nil {
		*t = typing{}
		done(keep)
	}
}

// read gives what was typed to the line.
func (t *typing) read(in *input) {
	t.line.Add(in.typed)
	for range in.erased {
		t.line.Erase()
	}
	switch {
	case in.enter:
		t.end(true)
	case in.escape:
		t.end(false)
	}
}

// beginTyping gives the keyboard to a line. A key that is held for fast
// playing counts no longer.
func (s *session) beginTyping(line *hud.Typed, done func(keep bool)) {
	s.typing.begin(line, done)
	s.player.endFast()
}
