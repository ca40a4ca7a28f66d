package render

import (
	"math"
	"slices"

	"demoscope/render/control"
	"demoscope/render/hud"
)

// input is what the keyboard and the mouse ask for in a frame.
type input struct {
	commands []*command // whose Do is to be called, in the order of their keys as far as it is known
	released []*command // whose Released is to be called
	held     held

	typed         []rune // on the keyboard, for a line of text
	erased        int    // how many letters Backspace erases
	edited        edit   // of the whole line
	whole         string // what replaces it, if that is asked for
	enter, escape bool   // went down in this frame

	x, y         float32 // pointer, pixels
	dx, dy       float32 // how far the pointer moved
	wheel        float32 // notches; up is positive
	rows         int     // by how many the wheel scrolls a list; down is positive
	left, right  bool    // buttons that are down
	leftPressed  bool    // went down in this frame
	rightPressed bool

	touches      []touch // fingers on the screen
	finger       bool    // the pointer is a finger, which has no buttons that are held besides
	turnX, turnY float32 // how far a finger turns the camera, pixels
	zoom         float32 // of two fingers; as wheel

	walked  []control.Key // of the walkKeys, that went down or repeat
	shifted bool          // with Shift

	busy bool // a key that repeats is held
}

// devices are the keyboard and the mouse as they are in a frame.
type devices interface {
	keyDown(control.Key) bool
	keyPressed(control.Key) bool // went down in this frame
	keyReleased(control.Key) bool
	appendTyped([]rune) []rune
	cursor() (x, y float32) // pixels
	wheel() float32         // notches
	button(control.Mouse) (down, pressed bool)
	appendTouches([]touch) []touch
	// appendPads appends the gamepads in the standard layout that are plugged in.
	appendPads([]control.Pad) []control.Pad
	padButton(control.Pad, control.Button) (down, pressed bool)
	padAxis(control.Pad, control.Axis) float32 // -1 to 1
}

const (
	// A held key repeats after repeatAfter and then every repeatEvery seconds.
	repeatAfter = 0.35
	repeatEvery = 0.09
)

// reader turns what the devices report into commands, by a table of commands.
type reader struct {
	devices   devices
	groups    []group
	in        input
	shifted   map[control.Key]bool // keys of chords with Shift
	heldFor   map[chord]float64    // seconds, of chords that are down
	lastX     float32
	lastY     float32
	lastKnown bool
	walkedFor [len(walkKeys)]float64 // seconds, of walkKeys that are down
	erase     float64                // how long Backspace has been down, seconds

	rows turned // of the wheel over a list

	touched bool // with fingers last, not with a mouse
	letters bool // keys that type something are no commands
	other   bool // a key is down with which keys are no commands: Ctrl, Alt or the system's

	pads []control.Pad // that are plugged in
	// seconds that each button has been down for repeating, -1 for not
	padHeld  [control.Buttons]float64
	padAgain [control.Buttons]bool // went down or repeats in this frame
}

func newReader(d devices, groups []group) *reader {
	r := &reader{devices: d, groups: groups, shifted: map[control.Key]bool{}, heldFor: map[chord]float64{}}
	for _, g := range groups {
		for _, c := range g.Commands {
			for _, k := range c.Keys {
				if k.Shift {
					r.shifted[k.Key] = true
				}
			}
		}
	}
	return r
}

// read returns what happened in the last dt seconds. The result is valid until
// the next call.
func (r *reader) read(dt float64) *input {
	in, d := &r.in, r.devices
	*in = input{commands: in.commands[:0], released: in.released[:0], typed: d.appendTyped(in.typed[:0]),
		walked: in.walked, touches: in.touches}
	shift := r.shiftDown()
	r.other = d.keyDown(control.KeyControl) || d.keyDown(control.KeyAlt) || d.keyDown(control.KeyMeta)
	r.readPads(dt)
	for _, g := range r.groups {
		for i := range g.Commands {
			r.readPadCommand(&g.Commands[i])
			r.readCommand(&g.Commands[i], shift, dt)
		}
	}
	if len(in.commands) > 1 && len(in.typed) > 1 { // several keys in one frame
		slices.SortStableFunc(in.commands, func(a, b *command) int {
			return a.typedAt(in.typed) - b.typedAt(in.typed)
		})
	}
	if x, y := d.cursor(); finite(x) && finite(y) {
		in.x, in.y = x, y
	} else {
		in.x, in.y = r.lastX, r.lastY
	}
	if r.lastKnown {
		in.dx, in.dy = in.x-r.lastX, in.y-r.lastY
	}
	r.lastX, r.lastY, r.lastKnown = in.x, in.y, true
	if w := d.wheel(); finite(w) {
		in.wheel = w
	}
	in.rows = r.rows.by(-in.wheel * wheelRows)
	in.left, in.leftPressed = d.button(control.MouseLeft)
	in.right, in.rightPressed = d.button(control.MouseRight)
	r.readTouches()
	in.busy = len(r.heldFor) > 0 || d.keyDown(control.KeyBackspace)
	r.readEditing(dt)
	r.readWalk(shift, dt)
	r.readPadEditing()
	return in
}

// turned is what was moved since the last whole step: touchpads turn the wheel by tenths of a notch.
type turned float32

// by moves by a number of steps, and returns how many whole ones that makes.
func (t *turned) by(steps float32) int {
	const most = 1 << 16 // in a frame: what turns the wheel is not asked whether that can be
	sum := float64(*t) + float64(max(-most, min(most, steps)))
	whole := math.Trunc(sum)
	*t = turned(sum - whole)
	return int(whole)
}

// finite reports whether a number is neither infinite nor NaN: a camera that was moved by
// such a one would never come back.
func finite(f float32) bool { return f-f == 0 }

// readEditing reads the keys that edit a line of text.
func (r *reader) readEditing(dt float64) {
	in, d := &r.in, r.devices
	in.enter = d.keyPressed(control.KeyEnter) || d.keyPressed(control.KeyNumpadEnter)
	in.escape = d.keyPressed(control.KeyEscape)
	withControl := d.keyDown(control.KeyControl) || d.keyDown(control.KeyMeta)
	switch {
	case withControl && d.keyPressed(control.KeyA):
		in.edited = editSelect
	case withControl && d.keyPressed(control.KeyU):
		in.edited = editClear
	case withControl && (d.keyPressed(control.KeyBackspace) || d.keyPressed(control.KeyW)):
		in.edited, r.erase = editWord, 0
	case d.keyPressed(control.KeyBackspace):
		in.erased, r.erase = 1, 0
	case d.keyDown(control.KeyBackspace):
		var again bool
		if r.erase, again = repeatTime(r.erase, dt); again {
			in.erased = 1
		}
	}
}

// typedAfter returns what was typed after a command's key in the same frame.
func (in *input) typedAfter(c *command) []rune {
	at := c.typedAt(in.typed)
	if at < 0 {
		return nil
	}
	return in.typed[at+1:]
}

// edit is what Ctrl with a key does to a line of text, or a page around the program.
type edit uint8

const (
	editNone edit = iota
	editSelect
	editClear
	editWord // erases the last one
	editWhole
)

// edit changes a line as keys ask.
func (in *input) edit(line *hud.Typed) {
	switch in.edited {
	case editSelect:
		line.SelectAll()
	case editClear:
		line.Clear()
	case editWord:
		line.EraseWord()
	case editWhole:
		line.Set(in.whole)
	}
	if in.edited == editNone { // a key with Ctrl types nothing
		line.Add(in.typed)
	}
	for range in.erased {
		line.Erase()
	}
}

// readCommand reads the keys of a row of the table.
func (r *reader) readCommand(c *command, shift bool, dt float64) {
	for _, k := range c.Keys {
		if c.Held != nil {
			if r.devices.keyDown(k.Key) && !r.other {
				*c.Held(&r.in.held) = true
			}
			continue
		}
		if r.letters && k.types() {
			delete(r.heldFor, k)
			continue
		}
		if c.Released != nil && r.devices.keyReleased(k.Key) {
			r.in.released = append(r.in.released, c)
		}
		// A short tap may begin and end between two frames.
		tapped := r.devices.keyPressed(k.Key)
		if !r.matches(k, shift) || !tapped && !r.devices.keyDown(k.Key) {
			delete(r.heldFor, k)
			continue
		}
		if tapped {
			r.in.commands = append(r.in.commands, c)
			r.heldFor[k] = 0
			continue
		}
		if held, ok := r.heldFor[k]; ok && c.Repeats {
			var again bool
			if r.heldFor[k], again = repeatTime(held, dt); again {
				r.in.commands = append(r.in.commands, c)
			}
		}
	}
}

// shiftDown reports whether Shift was down at any time since the last frame.
func (r *reader) shiftDown() bool {
	for _, k := range [...]control.Key{control.KeyShiftLeft, control.KeyShiftRight} {
		if r.devices.keyDown(k) || r.devices.keyPressed(k) || r.devices.keyReleased(k) {
			return true
		}
	}
	return false
}

// matches reports whether Shift is as a chord needs it, without another such key. A key without a chord with
// Shift works with Shift too.
func (r *reader) matches(c chord, shift bool) bool {
	return !r.other && (c.Shift == shift || !c.Shift && !r.shifted[c.Key])
}

// repeatTime adds dt to how long a key has been held, in seconds, and reports
// whether it repeats now; if it does, repeatEvery is subtracted for the next time.
func repeatTime(held, dt float64) (heldNow float64, again bool) {
	held += dt
	if held >= repeatAfter {
		return held - repeatEvery, true
	}
	return held, false
}
