package render

import (
	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/inpututil"
)

// order is a command with its argument.
type order struct {
	command Command
	arg     float64
}

// input is what a person did since the last frame.
type input struct {
	orders []order
	held   [commandCount]bool

	typed         []rune // on the keyboard, for a line of text
	erased        int    // how often Backspace means a letter
	enter, escape bool   // went down in this frame

	scoresReleased bool // the key of the scoreboard was let go

	x, y         float32 // pointer, pixels
	dx, dy       float32 // how far it moved
	wheel        float32 // up is positive
	left, right  bool    // buttons that are down
	leftPressed  bool    // went down in this frame
	rightPressed bool
}

const (
	// repeatAfter and repeatEvery are when a held key repeats, in seconds.
	repeatAfter = 0.35
	repeatEvery = 0.09
)

// reader reads keyboard and mouse.
type reader struct {
	in        input
	groups    []Group
	shifted   map[ebiten.Key]bool // keys that mean something else with Shift
	heldFor   map[Chord]float64   // seconds, of chords that repeat
	lastX     float32
	lastY     float32
	lastKnown bool
	erase     float64 // for how long Backspace is held, seconds
}

// newReader returns a reader by a table of keys.
func newReader(groups []Group) *reader {
	r := &reader{groups: groups, shifted: map[ebiten.Key]bool{}, heldFor: map[Chord]float64{}}
	for _, g := range groups {
		for _, b := range g.Bindings {
			for _, c := range b.Chords {
				if c.Shift {
					r.shifted[c.Key] = true
				}
			}
		}
	}
	return r
}

// read returns what happened in the last dt seconds. The result is valid until
// the next call.
func (r *reader) read(dt float64) *input {
	in := &r.in
	*in = input{orders: in.orders[:0], typed: ebiten.AppendInputChars(in.typed[:0])}
	shift := shiftDown()
	for _, g := range r.groups {
		for i := range g.Bindings {
			r.readBinding(&g.Bindings[i], shift, dt)
		}
	}
	x, y := ebiten.CursorPositionF()
	in.x, in.y = float32(x), float32(y)
	if r.lastKnown {
		in.dx, in.dy = in.x-r.lastX, in.y-r.lastY
	}
	r.lastX, r.lastY, r.lastKnown = in.x, in.y, true
	_, wheel := ebiten.Wheel()
	in.wheel = float32(wheel)
	in.left = ebiten.IsMouseButtonPressed(ebiten.MouseButtonLeft)
	in.right = ebiten.IsMouseButtonPressed(ebiten.MouseButtonRight)
	in.leftPressed = inpututil.IsMouseButtonJustPressed(ebiten.MouseButtonLeft)
	in.rightPressed = inpututil.IsMouseButtonJustPressed(ebiten.MouseButtonRight)
	r.readEditing(dt)
	return in
}

// readEditing reads the keys that change a line of text.
func (r *reader) readEditing(dt float64) {
	in := &r.in
	in.enter = inpututil.IsKeyJustPressed(ebiten.KeyEnter) || inpututil.IsKeyJustPressed(ebiten.KeyNumpadEnter)
	in.escape = inpututil.IsKeyJustPressed(ebiten.KeyEscape)
	switch {
	case inpututil.IsKeyJustPressed(ebiten.KeyBackspace):
		in.erased, r.erase = 1, 0
	case ebiten.IsKeyPressed(ebiten.KeyBackspace):
		r.erase = repeatTime(r.erase, dt, func() { in.erased++ })
	}
}

func (r *reader) readBinding(b *Binding, shift bool, dt float64) {
	for _, c := range b.Chords {
		if b.Command >= commandFirstHeld {
			if ebiten.IsKeyPressed(c.Key) {
				r.in.held[b.Command] = true
			}
			continue
		}
		if b.Command == CommandScores && inpututil.IsKeyJustReleased(c.Key) {
			r.in.scoresReleased = true
		}
		// A short tap may begin and end between two frames.
		tapped := inpututil.IsKeyJustPressed(c.Key)
		if !r.matches(c, shift) || !tapped && !ebiten.IsKeyPressed(c.Key) {
			delete(r.heldFor, c)
			continue
		}
		if tapped {
			r.in.orders = append(r.in.orders, order{b.Command, c.Arg})
			r.heldFor[c] = 0
			continue
		}
		if held, ok := r.heldFor[c]; ok && b.Repeats {
			r.heldFor[c] = repeatTime(held, dt, func() {
				r.in.orders = append(r.in.orders, order{b.Command, c.Arg})
			})
		}
	}
}

// shiftDown reports whether Shift was down at any time since the last frame.
func shiftDown() bool {
	for _, k := range [...]ebiten.Key{ebiten.KeyShiftLeft, ebiten.KeyShiftRight} {
		if ebiten.IsKeyPressed(k) || inpututil.IsKeyJustPressed(k) || inpututil.IsKeyJustReleased(k) {
			return true
		}
	}
	return false
}

// matches reports whether Shift is as a chord needs it. Keys of which no chord
// has Shift answer with it too.
func (r *reader) matches(c Chord, shift bool) bool {
	return c.Shift == shift || !c.Shift && !r.shifted[c.Key]
}

// repeatTime returns for how long a key has been held after dt seconds more,
// and calls repeat if it is time; never more than once.
func repeatTime(held, dt float64, repeat func()) float64 {
	held += dt
	if held >= repeatAfter {
		repeat()
		held -= repeatEvery
	}
	return held
}
