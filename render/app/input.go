package app

import (
	"math"
	"slices"

	"demoscope/render/camera"
	"demoscope/render/control"
	"demoscope/render/hud"
	"demoscope/render/setting"
)

// input is the input of the devices in one frame.
type input struct {
	commands []*command // call Do of these, in the order of their keys where it is known
	released []*command // call Released of these
	held     held

	lineInput

	x, y         float32 // position of the pointer, pixels
	dx, dy       float32 // movement of the pointer, pixels
	wheel        float32 // notches; up is positive
	rows         int     // number of rows by which the wheel scrolls a list; down is positive
	left, right  bool    // buttons are down
	leftPressed  bool    // went down in this frame
	rightPressed bool

	touches      []Touch // fingers on the screen
	finger       bool    // the pointer is a finger
	turnX, turnY float32 // movement of a finger that turns the camera, pixels
	zoom         float32 // of two fingers; in notches like wheel

	navigation []control.Key // navigationKeys that went down or repeat
	shifted    bool          // with Shift

	busy bool // a repeating key is held
}

// lineInput is the input for a line of text.
type lineInput struct {
	typed         []rune
	erased        int    // number of characters that Backspace erases
	edited        edit   // an edit of the whole line
	whole         string // the new line for editWhole
	enter, escape bool   // went down in this frame
}

// changes reports whether the input changes the line.
func (in *lineInput) changes() bool {
	return len(in.typed) > 0 || in.erased > 0 || in.edited != editNone
}

// Devices are the keyboard, the mouse, the touch screen and the gamepads, with their state in a frame.
type Devices interface {
	KeyDown(control.Key) bool
	KeyPressed(control.Key) bool // went down in this frame
	KeyReleased(control.Key) bool
	AppendTyped([]rune) []rune
	Cursor() (x, y float32) // pixels
	Wheel() float32         // notches
	Button(control.Mouse) (down, pressed bool)
	AppendTouches([]Touch) []Touch
	// AppendPads appends the connected gamepads with the standard layout.
	AppendPads([]control.Pad) []control.Pad
	PadButton(control.Pad, control.Button) (down, pressed bool)
	PadAxis(control.Pad, control.Axis) float32 // -1 to 1
}

const (
	// repeatAfter is how long a key is held before it repeats, in seconds.
	repeatAfter = 0.35
	// repeatEvery is the interval between repeats, in seconds.
	repeatEvery = 0.09
)

// reader turns the input of the devices into commands.
type reader struct {
	devices        Devices
	groups         []group
	in             input
	shifted        map[control.Key]bool // keys that have a chord with Shift
	heldFor        map[chord]float64    // how long chords have been down, seconds
	lastX          float32
	lastY          float32
	lastKnown      bool
	navigationHeld [len(navigationKeys)]float64 // how long navigationKeys have been down, seconds
	erase          float64                      // how long Backspace has been down, seconds

	rows stepAccumulator // of the wheel over a list

	touched  bool // the viewer last used fingers, not a mouse
	letters  bool // keys that type a character are not commands
	modifier bool // Ctrl, Alt or the system's key is down: keys are not commands

	pads []control.Pad // connected gamepads
	// padHeld is how long each button has been down, in seconds, less the repeats; -1 if it is up.
	padHeld  [control.Buttons]float64
	padAgain [control.Buttons]bool // went down or repeats in this frame
}

func newReader(d Devices, groups []group) *reader {
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

// read returns the input of the last dt seconds. The result is valid until the next call.
func (r *reader) read(dt float64) *input {
	in, d := &r.in, r.devices
	*in = input{commands: in.commands[:0], released: in.released[:0],
		lineInput: lineInput{typed: d.AppendTyped(in.typed[:0])}, navigation: in.navigation, touches: in.touches}
	shift := r.shiftDown()
	r.modifier = d.KeyDown(control.KeyControl) || d.KeyDown(control.KeyAlt) || d.KeyDown(control.KeyMeta)
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
	if x, y := d.Cursor(); finite(x) && finite(y) {
		in.x, in.y = x, y
	} else {
		in.x, in.y = r.lastX, r.lastY
	}
	if r.lastKnown {
		in.dx, in.dy = in.x-r.lastX, in.y-r.lastY
	}
	r.lastX, r.lastY, r.lastKnown = in.x, in.y, true
	if w := d.Wheel(); finite(w) {
		in.wheel = w
	}
	in.rows = r.rows.by(-in.wheel * wheelRows)
	in.left, in.leftPressed = d.Button(control.MouseLeft)
	in.right, in.rightPressed = d.Button(control.MouseRight)
	r.readTouches()
	in.busy = len(r.heldFor) > 0 || d.KeyDown(control.KeyBackspace)
	r.readEditing(dt)
	r.readNavigation(shift, dt)
	r.readPadEditing()
	return in
}

// stepAccumulator is the fraction of a step that is left over: touchpads turn the wheel by tenths of a notch.
type stepAccumulator float32

// by adds steps and returns the number of whole ones.
func (t *stepAccumulator) by(steps float32) int {
	const most = 1 << 16 // per frame; the system may report any number
	sum := float64(*t) + float64(max(-most, min(most, steps)))
	whole := math.Trunc(sum)
	*t = stepAccumulator(sum - whole)
	return int(whole)
}

// finite reports whether a number is neither infinite nor NaN. A camera moved by any other number could not come back.
func finite(f float32) bool { return f-f == 0 }

// readEditing reads the keys that edit a line of text.
func (r *reader) readEditing(dt float64) {
	in, d := &r.in, r.devices
	in.enter = d.KeyPressed(control.KeyEnter) || d.KeyPressed(control.KeyNumpadEnter)
	in.escape = d.KeyPressed(control.KeyEscape)
	withControl := d.KeyDown(control.KeyControl) || d.KeyDown(control.KeyMeta)
	switch {
	case withControl && d.KeyPressed(control.KeyA):
		in.edited = editSelect
	case withControl && d.KeyPressed(control.KeyU):
		in.edited = editClear
	case withControl && (d.KeyPressed(control.KeyBackspace) || d.KeyPressed(control.KeyW)):
		in.edited, r.erase = editWord, 0
	case d.KeyPressed(control.KeyBackspace):
		in.erased, r.erase = 1, 0
	case d.KeyDown(control.KeyBackspace):
		var again bool
		if r.erase, again = repeatTime(r.erase, dt); again {
			in.erased = 1
		}
	}
}

// typedAfter returns the text typed after a command's key in the same frame.
func (in *lineInput) typedAfter(c *command) []rune {
	at := c.typedAt(in.typed)
	if at < 0 {
		return nil
	}
	return in.typed[at+1:]
}

// edit is an edit of a whole line of text, by Ctrl and a key or by a web page's text field.
type edit uint8

const (
	editNone edit = iota
	editSelect
	editClear
	editWord // erases the last word
	editWhole
)

// edit applies the input to a line of text.
func (in *lineInput) edit(line *hud.Typed) {
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
	if in.edited == editNone { // keys with Ctrl type nothing
		line.Add(in.typed)
	}
	for range in.erased {
		line.Erase()
	}
}

// readCommand reads the keys of a command.
func (r *reader) readCommand(c *command, shift bool, dt float64) {
	for _, k := range c.Keys {
		if c.Held != nil {
			if r.devices.KeyDown(k.Key) && !r.modifier {
				*c.Held(&r.in.held) = true
			}
			continue
		}
		if r.letters && k.types() {
			delete(r.heldFor, k)
			continue
		}
		if c.Released != nil && r.devices.KeyReleased(k.Key) {
			r.in.released = append(r.in.released, c)
		}
		// A short press may begin and end between two frames.
		tapped := r.devices.KeyPressed(k.Key)
		if !r.matches(k, shift) || !tapped && !r.devices.KeyDown(k.Key) {
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
		if r.devices.KeyDown(k) || r.devices.KeyPressed(k) || r.devices.KeyReleased(k) {
			return true
		}
	}
	return false
}

// matches reports whether Shift is down as the chord requires, and no other modifier. A key that has no chord with
// Shift also works with Shift.
func (r *reader) matches(c chord, shift bool) bool {
	return !r.modifier && (c.Shift == shift || !c.Shift && !r.shifted[c.Key])
}

// repeatTime adds dt to the time that a key has been held, in seconds, and reports whether it repeats now. If it does,
// repeatEvery is subtracted for the next repeat.
func repeatTime(held, dt float64) (heldNow float64, again bool) {
	held += dt
	if held >= repeatAfter {
		return held - repeatEvery, true
	}
	return held, false
}

// Touch is a finger on the screen; X and Y are in pixels. Fingers are translated into mouse input, so that everything
// works with both. Browsers and phones report fingers. On desktops the system already turns them into a mouse.
type Touch struct {
	ID   control.Finger
	X, Y float32
}

// grip is what a finger has touched.
type grip uint8

const (
	gripPicture grip = iota
	gripButton       // a button
	gripRows         // rows that can be scrolled
	gripHandle       // something dragged without delay: the timeline, a scroll bar
)

// action is what the fingers are doing.
type action uint8

const (
	actionNone      action = iota
	actionUndecided        // not decided yet
	actionHandle           // drags a handle
	actionScroll           // scrolls rows
	actionTurn             // turns the camera
	actionSwipe            // swipes across the picture
	actionPinch
	actionFly
	actionCoast // rows still scroll after the finger was lifted
	actionDone  // nothing more until all fingers are lifted
)

// touchable is what fingers act on.
type touchable interface {
	// gripAt returns what is at a position, and the height of its rows in pixels.
	gripAt(x, y float32) (what grip, row float32)
}

// fingers is the state of the fingers on the screen.
type fingers struct {
	gesture
	on     touchable
	groups []group        // of commands
	camera *camera.Camera // of the active pane
	scale  float32        // pixels per device-independent pixel
	calm   bool           // rows stop when the finger is lifted
}

// gesture is the movement of the fingers from the first touch until the last finger is lifted.
type gesture struct {
	action    action
	grip      grip
	row       float32         // height of a row for gripRows, pixels
	start     Touch           // where the first finger touched
	last      Touch           // its last position
	held      float64         // duration, seconds
	wheelRest stepAccumulator // scrolling not done yet, in rows
	speed     float32         // recent scrolling speed, pixels per second

	two  bool              // there were two fingers
	pair [2]control.Finger // the two fingers; zero if only one is down
	// their distance in pixels: when the second touched, or while pinching in the last frame
	distance    float32
	startMiddle [2]float32 // the midpoint when the second touched
	middle      [2]float32 // the midpoint now
}

const (
	// touchSlop is how far a finger may move and still count as still, in device-independent pixels.
	touchSlop = 10
	// longPress is how long a finger must stay still for a long press, in seconds.
	longPress = 0.5
	// swipeFrom is the minimum length of a swipe, in device-independent pixels.
	swipeFrom = 60
	// flyReach is how far two fingers move for the full speed of the free camera, in device-independent pixels.
	flyReach = 100
	// pinchNotch is the growth of the fingers' distance that equals a notch of the wheel.
	pinchNotch = 1.25
	// flingNew is the time constant of the measured scrolling speed, and flingFade that of the slowdown of a fling, in
	// seconds.
	flingNew, flingFade = 0.05, 0.325
	// flingLeast is the minimum speed of a fling, in rows per second. A slower one would move in visible steps.
	flingLeast = 4
)

// readTouches reads the fingers and notes whether the viewer last used fingers or the mouse.
func (r *reader) readTouches() {
	in := &r.in
	in.touches = r.devices.AppendTouches(in.touches[:0])
	n := 0
	for _, t := range in.touches {
		if finite(t.X) && finite(t.Y) {
			in.touches[n] = t
			n++
		}
	}
	in.touches = in.touches[:n]
	switch {
	case n > 0:
		r.touched = true
	case in.dx != 0 || in.dy != 0 || in.wheel != 0 || in.left || in.right:
		r.touched = false
	}
}

// readFingers translates fingers into mouse input, if the viewer uses fingers.
func (g *App) readFingers(in *input, dt float64) {
	f := &g.fingers
	if g.reader.touched != g.Size.Touch {
		g.Size.Touch = g.reader.touched
		g.panels.help.reset()
		if g.reader.touched {
			g.ReleasePointer()
			if !g.home.shown {
				g.panels.help.welcome()
			}
		}
	}
	if !g.reader.touched {
		f.action = actionNone
		return
	}
	f.on, f.groups, f.camera, f.scale = g, g.reader.groups, &g.Active.Camera, g.Size.Scale
	f.calm = g.Viewing.On(setting.ReducedMotion)
	f.read(in, dt)
}

// read replaces the mouse input of dt seconds by that of the fingers.
func (f *fingers) read(in *input, dt float64) {
	in.left, in.leftPressed, in.right, in.rightPressed, in.wheel, in.rows, in.dx, in.dy = false, false, false,
		false, 0, 0, 0, 0
	in.finger = true
	switch {
	case len(in.touches) == 0 && f.action == actionCoast:
		f.coast(in, dt)
	case len(in.touches) == 0:
		f.endGesture(in)
	case f.action == actionCoast:
		f.begin(in, in.touches[0])
		if f.grip == gripRows {
			f.action = actionScroll // it stops the rows and presses none
		}
	case f.action == actionNone:
		f.begin(in, in.touches[0])
	case len(in.touches) > 1 && f.grip == gripPicture && (f.action == actionUndecided || f.action == actionTurn ||
		f.two):
		f.twoFingers(in)
	default:
		f.oneFinger(in, dt)
	}
	in.x, in.y = f.last.X, f.last.Y
	if f.action == actionScroll || f.action == actionPinch || f.action == actionCoast {
		in.x, in.y = f.start.X, f.start.Y // the position where the gesture began
	}
}

// begin starts a gesture.
func (f *fingers) begin(in *input, t Touch) {
	f.gesture = gesture{action: actionUndecided, start: t, last: t}
	f.grip, f.row = f.on.gripAt(t.X, t.Y)
	if f.grip == gripHandle {
		f.action, in.left, in.leftPressed = actionHandle, true, true
	}
}

// oneFinger continues a gesture with one finger.
func (f *fingers) oneFinger(in *input, dt float64) {
	f.pair = [2]control.Finger{}
	i := slices.IndexFunc(in.touches, func(t Touch) bool { return t.ID == f.start.ID })
	if i < 0 || f.two && f.action == actionUndecided { // only another finger is left, which has not moved there
		if !f.two || f.action != actionSwipe { // the fingers of a swipe may be lifted one after the other
			f.action = actionDone
		}
		return
	}
	t := in.touches[i]
	dx, dy := t.X-f.last.X, t.Y-f.last.Y
	f.last = t
	f.held += dt
	slop := touchSlop * f.scale
	if f.action == actionUndecided && max(abs(t.X-f.start.X), abs(t.Y-f.start.Y)) > slop {
		f.action = actionDone
		switch c := f.camera; {
		case f.grip == gripRows:
			f.action = actionScroll
		case f.grip == gripPicture && (c.CanTurn() || c.Mode == camera.Free):
			f.action = actionTurn
		case f.grip == gripPicture:
			f.action = actionSwipe
		}
		dx, dy = t.X-f.start.X, t.Y-f.start.Y
	}
	switch f.action {
	case actionUndecided:
		if f.held >= longPress {
			f.action = actionDone
			if f.grip == gripPicture {
				f.runCommand(in, "command-palette")
			} else {
				in.rightPressed = true
			}
		}
	case actionHandle:
		in.left = true
	case actionScroll:
		if dt > 0 {
			f.speed += (dy/float32(dt) - f.speed) * float32(1-math.Exp(-dt/flingNew))
		}
		f.scroll(in, dy)
	case actionTurn:
		in.turnX, in.turnY = dx, dy
	}
}

// scroll scrolls by a number of pixels, in whole rows.
func (f *gesture) scroll(in *input, by float32) {
	rows := f.wheelRest.by(by / f.row)
	in.wheel, in.rows = float32(rows)/wheelRows, -rows
}

// coast continues a fling, slower and slower, while the rows are there.
func (f *fingers) coast(in *input, dt float64) {
	left := math.Exp(-dt / flingFade)
	f.scroll(in, f.speed*float32(flingFade*(1-left)))
	f.speed *= float32(left)
	if what, _ := f.on.gripAt(f.start.X, f.start.Y); what != gripRows || abs(f.speed) < flingLeast*f.row {
		f.action = actionNone
	}
}

// twoFingers continues a gesture with two fingers on the picture.
func (f *fingers) twoFingers(in *input) {
	a, b := in.touches[0], in.touches[1]
	apart := max(1, float32(math.Hypot(float64(a.X-b.X), float64(a.Y-b.Y))))
	middle := [2]float32{(a.X + b.X) / 2, (a.Y + b.Y) / 2}
	if !f.two {
		f.two, f.action = true, actionUndecided
	}
	if pair := [2]control.Finger{a.ID, b.ID}; pair != f.pair { // a finger was lifted and has touched elsewhere
		f.pair, f.distance, f.startMiddle = pair, apart, middle
	}
	f.middle = middle
	slop := touchSlop * f.scale
	moved := [2]float32{middle[0] - f.startMiddle[0], middle[1] - f.startMiddle[1]}
	if f.action == actionUndecided {
		switch {
		case abs(apart-f.distance) > 2*slop:
			f.action = actionPinch
		case max(abs(moved[0]), abs(moved[1])) > slop:
			f.action = actionSwipe
			if f.camera.Mode == camera.Free {
				f.action = actionFly
			}
		}
	}
	switch f.action {
	case actionPinch:
		in.zoom = float32(math.Log(float64(apart/f.distance)) / math.Log(pinchNotch))
		f.distance = apart
	case actionFly:
		reach := flyReach * f.scale
		in.held.sticks.left = stick(moved[0]/reach, moved[1]/reach)
	}
}

// endGesture ends a gesture. A finger that did nothing else has tapped.
func (f *fingers) endGesture(in *input) {
	was := f.action
	f.action = actionNone
	switch {
	case was == actionUndecided && !f.two:
		f.last = f.start
		in.left, in.leftPressed = true, true // released in the next frame
	case was == actionScroll && !f.calm && abs(f.speed) >= flingLeast*f.row:
		f.action = actionCoast
	case was == actionSwipe:
		dx, dy := f.last.X-f.start.X, f.last.Y-f.start.Y
		if f.two {
			dx, dy = f.middle[0]-f.startMiddle[0], f.middle[1]-f.startMiddle[1]
		}
		if abs(dx) < swipeFrom*f.scale || abs(dx) < 2*abs(dy) {
			return
		}
		if dx < 0 {
			f.runCommand(in, "next-player")
		} else {
			f.runCommand(in, "previous-player")
		}
	}
}

// runCommand adds the command with a name.
func (f *fingers) runCommand(in *input, name string) {
	if c := findCommand(f.groups, name); c != nil {
		in.commands = append(in.commands, c)
	}
}

// command returns the command with a name, or nil.
func (r *reader) command(name string) *command { return findCommand(r.groups, name) }

// keyOf returns the label of a command's first key, or the command's name if it has none.
func (r *reader) keyOf(name string) string {
	if c := r.command(name); c != nil && len(c.Keys) > 0 {
		return c.Keys[0].label()
	}
	return name
}

// gripAt returns what is at a position, and the height of its rows in pixels.
func (g *App) gripAt(x, y float32) (what grip, row float32) {
	if h := &g.home; h.shown && !g.finder.open {
		switch part, _ := h.layout.Hit(&h.hudIn, x, y); part {
		case hud.HomeScroll:
			return gripHandle, 0
		case hud.HomeRowAt:
			return gripRows, h.layout.Row
		case hud.HomeHighlight, hud.HomePageAt:
			if h.layout.Parts.Row > 0 {
				return gripRows, h.layout.Parts.Row
			}
		}
		return gripButton, 0
	}
	return g.pointer.gripAt(x, y)
}

// touchPage returns the help page for touch screens.
func touchPage() hud.HelpGroup {
	return hud.HelpGroup{Title: "Touch screen", Lines: []hud.HelpLine{
		{Keys: "tap", Label: "Play / pause; press, select"},
		{Keys: "hold, or the menu", Label: "Commands and settings"},
		{Keys: "drag the timeline", Label: "Seek"},
		{Keys: "drag the picture", Label: "Turn the camera"},
		{Keys: "swipe (first person)", Label: "Next / previous player"},
		{Keys: "drag a list", Label: "Scroll"},
		{Keys: "pinch", Label: "Zoom; free camera: speed"},
		{Keys: "two fingers", Label: "Next player; free camera: move"},
		{Keys: "hold a row", Label: "Previous value, only this one"},
	}}
}
