package app

import (
	"math"
	"slices"

	"demoscope/render/camera"
	"demoscope/render/control"
	"demoscope/render/hud"
	"demoscope/render/setting"
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

	touches      []Touch // fingers on the screen
	finger       bool    // the pointer is a finger, which has no buttons that are held besides
	turnX, turnY float32 // how far a finger turns the camera, pixels
	zoom         float32 // of two fingers; as wheel

	walked  []control.Key // of the walkKeys, that went down or repeat
	shifted bool          // with Shift

	busy bool // a key that repeats is held
}

// Devices are the keyboard and the mouse as they are in a frame.
type Devices interface {
	KeyDown(control.Key) bool
	KeyPressed(control.Key) bool // went down in this frame
	KeyReleased(control.Key) bool
	AppendTyped([]rune) []rune
	Cursor() (x, y float32) // pixels
	Wheel() float32         // notches
	Button(control.Mouse) (down, pressed bool)
	AppendTouches([]Touch) []Touch
	// AppendPads appends the gamepads in the standard layout that are plugged in.
	AppendPads([]control.Pad) []control.Pad
	PadButton(control.Pad, control.Button) (down, pressed bool)
	PadAxis(control.Pad, control.Axis) float32 // -1 to 1
}

const (
	// A held key repeats after repeatAfter and then every repeatEvery seconds.
	repeatAfter = 0.35
	repeatEvery = 0.09
)

// reader turns what the devices report into commands, by a table of commands.
type reader struct {
	devices   Devices
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

// read returns what happened in the last dt seconds. The result is valid until
// the next call.
func (r *reader) read(dt float64) *input {
	in, d := &r.in, r.devices
	*in = input{commands: in.commands[:0], released: in.released[:0], typed: d.AppendTyped(in.typed[:0]),
		walked: in.walked, touches: in.touches}
	shift := r.shiftDown()
	r.other = d.KeyDown(control.KeyControl) || d.KeyDown(control.KeyAlt) || d.KeyDown(control.KeyMeta)
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
			if r.devices.KeyDown(k.Key) && !r.other {
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
		// A short tap may begin and end between two frames.
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

// Touch is a finger on the screen, in pixels. What fingers do becomes what a mouse would have done, so all that can be
// pointed at is there for both. Browsers and phones report fingers; desktops turn them into a mouse before.
type Touch struct {
	ID   control.Finger
	X, Y float32
}

// grip is what a finger has come down on.
type grip uint8

const (
	gripPicture grip = iota
	gripButton       // something to be pressed
	gripRows         // rows that can be moved
	gripHandle       // something that follows the finger at once: the bar's track, a scroll bar
)

// deed is what the fingers are doing.
type deed uint8

const (
	noDeed  deed = iota
	waits        // for what becomes of it
	holds        // a handle
	scrolls      // rows
	turns        // the camera
	swipes       // across the picture
	pinches
	flies
	coasts // rows go on after the finger was lifted
	over   // nothing more until all are lifted
)

// touchable is what fingers do something with.
type touchable interface {
	// gripAt returns what a finger comes down on, and the height of its rows.
	gripAt(x, y float32) (what grip, row float32)
	// command returns a row of the table, nil if there is none.
	command(name string) *command
}

// fingers are those of the viewer, and what they do.
type fingers struct {
	gesture
	on     touchable
	camera *camera.Camera // of the pane that they turn
	scale  float32        // pixels to a device-independent pixel
	calm   bool           // rows do not go on when a finger is lifted
}

// gesture is what fingers do from when the first comes down until the last is lifted.
type gesture struct {
	deed deed
	grip grip
	row  float32 // height of a row of gripRows, pixels
	from Touch   // where the first finger came down
	at   Touch   // where it is, or was last
	held float64 // seconds
	rest turned  // of scrolling, in rows
	fast float32 // pixels a second at which rows move, as of lately

	two      bool              // there were two fingers
	pair     [2]control.Finger // which they are, 0 while only one is there
	apart    float32           // of the two, when the second came down last; then of the last frame
	middle   [2]float32        // when the second came down last
	position [2]float32        // of the middle, now
}

const (
	// touchSlop is how far a finger moves before it is meant, in device-independent pixels.
	touchSlop = 10
	// longPress is for how many seconds a finger lies still before that means something else.
	longPress = 0.5
	// swipeFrom is how far a swipe leads at least, in device-independent pixels.
	swipeFrom = 60
	// flyReach is how far two fingers are moved to fly as fast as a stick at its end, in
	// device-independent pixels.
	flyReach = 100
	// pinchNotch is the part by which the distance of two fingers grows for what a notch of the wheel does.
	pinchNotch = 1.25
	// flingNew is in how many seconds the speed of a finger that scrolls becomes that of the fling, and flingFade in
	// how many the fling slows, each to 1/e.
	flingNew, flingFade = 0.05, 0.325
	// flingLeast is the slowest fling, in rows a second: slower ones would look like steps.
	flingLeast = 4
)

// readTouches reads the fingers. Touched is whether the viewer pointed with fingers last.
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

// readFingers reads the fingers, if the viewer points with them.
func (g *App) readFingers(in *input, dt float64) {
	f := &g.fingers
	if g.reader.touched != g.Size.Touch {
		g.Size.Touch = g.reader.touched
		g.firstSheet()
		if g.reader.touched {
			g.Release()
			if !g.home.shown {
				g.welcome()
			}
		}
	}
	if !g.reader.touched {
		f.deed = noDeed
		return
	}
	f.on, f.camera, f.scale, f.calm = g, &g.Active.Camera, g.Size.Scale, g.Viewing.On(setting.ReducedMotion)
	f.read(in, dt)
}

// read makes of fingers what a mouse would have done in dt seconds.
func (f *fingers) read(in *input, dt float64) {
	in.left, in.leftPressed, in.right, in.rightPressed, in.wheel, in.rows, in.dx, in.dy = false, false, false,
		false, 0, 0, 0, 0
	in.finger = true
	switch {
	case len(in.touches) == 0 && f.deed == coasts:
		f.coast(in, dt)
	case len(in.touches) == 0:
		f.lift(in)
	case f.deed == coasts:
		f.down(in, in.touches[0])
		if f.grip == gripRows {
			f.deed = scrolls // it holds them, and presses none
		}
	case f.deed == noDeed:
		f.down(in, in.touches[0])
	case len(in.touches) > 1 && f.grip == gripPicture && (f.deed == waits || f.deed == turns || f.two):
		f.both(in)
	default:
		f.one(in, dt)
	}
	in.x, in.y = f.at.X, f.at.Y
	if f.deed == scrolls || f.deed == pinches || f.deed == coasts {
		in.x, in.y = f.from.X, f.from.Y // what they began on
	}
}

// down begins a gesture.
func (f *fingers) down(in *input, t Touch) {
	f.gesture = gesture{deed: waits, from: t, at: t}
	f.grip, f.row = f.on.gripAt(t.X, t.Y)
	if f.grip == gripHandle {
		f.deed, in.left, in.leftPressed = holds, true, true
	}
}

// one goes on with a gesture of one finger.
func (f *fingers) one(in *input, dt float64) {
	f.pair = [2]control.Finger{}
	i := slices.IndexFunc(in.touches, func(t Touch) bool { return t.ID == f.from.ID })
	if i < 0 || f.two && f.deed == waits { // another finger is elsewhere: that is no movement
		if !f.two || f.deed != swipes { // of two fingers, which need not be lifted at once
			f.deed = over
		}
		return
	}
	t := in.touches[i]
	dx, dy := t.X-f.at.X, t.Y-f.at.Y
	f.at = t
	f.held += dt
	slop := touchSlop * f.scale
	if f.deed == waits && max(abs(t.X-f.from.X), abs(t.Y-f.from.Y)) > slop {
		f.deed = over
		switch c := f.camera; {
		case f.grip == gripRows:
			f.deed = scrolls
		case f.grip == gripPicture && (c.Turns() || c.How == camera.Free):
			f.deed = turns
		case f.grip == gripPicture:
			f.deed = swipes
		}
		dx, dy = t.X-f.from.X, t.Y-f.from.Y
	}
	switch f.deed {
	case waits:
		if f.held >= longPress {
			f.deed = over
			if f.grip == gripPicture {
				f.ask(in, "command-palette")
			} else {
				in.rightPressed = true
			}
		}
	case holds:
		in.left = true
	case scrolls:
		if dt > 0 {
			f.fast += (dy/float32(dt) - f.fast) * float32(1-math.Exp(-dt/flingNew))
		}
		f.scroll(in, dy)
	case turns:
		in.turnX, in.turnY = dx, dy
	}
}

// scroll scrolls by pixels, in whole rows.
func (f *gesture) scroll(in *input, by float32) {
	rows := f.rest.by(by / f.row)
	in.wheel, in.rows = float32(rows)/wheelRows, -rows
}

// coast lets rows go on, slower and slower, unless they are no longer there.
func (f *fingers) coast(in *input, dt float64) {
	left := math.Exp(-dt / flingFade)
	f.scroll(in, f.fast*float32(flingFade*(1-left)))
	f.fast *= float32(left)
	if what, _ := f.on.gripAt(f.from.X, f.from.Y); what != gripRows || abs(f.fast) < flingLeast*f.row {
		f.deed = noDeed
	}
}

// both goes on with a gesture of two fingers on the picture.
func (f *fingers) both(in *input) {
	a, b := in.touches[0], in.touches[1]
	apart := max(1, float32(math.Hypot(float64(a.X-b.X), float64(a.Y-b.Y))))
	middle := [2]float32{(a.X + b.X) / 2, (a.Y + b.Y) / 2}
	if !f.two {
		f.two, f.deed = true, waits
	}
	if pair := [2]control.Finger{a.ID, b.ID}; pair != f.pair { // one has come down anew, elsewhere
		f.pair, f.apart, f.middle = pair, apart, middle
	}
	f.position = middle
	slop := touchSlop * f.scale
	moved := [2]float32{middle[0] - f.middle[0], middle[1] - f.middle[1]}
	if f.deed == waits {
		switch {
		case abs(apart-f.apart) > 2*slop:
			f.deed = pinches
		case max(abs(moved[0]), abs(moved[1])) > slop:
			f.deed = swipes
			if f.camera.How == camera.Free {
				f.deed = flies
			}
		}
	}
	switch f.deed {
	case pinches:
		in.zoom = float32(math.Log(float64(apart/f.apart)) / math.Log(pinchNotch))
		f.apart = apart
	case flies:
		reach := flyReach * f.scale
		in.held.sticks.left = stick(moved[0]/reach, moved[1]/reach)
	}
}

// lift ends a gesture: a finger that did nothing else has tapped.
func (f *fingers) lift(in *input) {
	was := f.deed
	f.deed = noDeed
	switch {
	case was == waits && !f.two:
		f.at = f.from
		in.left, in.leftPressed = true, true // and let go in the next frame
	case was == scrolls && !f.calm && abs(f.fast) >= flingLeast*f.row:
		f.deed = coasts
	case was == swipes:
		dx, dy := f.at.X-f.from.X, f.at.Y-f.from.Y
		if f.two {
			dx, dy = f.position[0]-f.middle[0], f.position[1]-f.middle[1]
		}
		if abs(dx) < swipeFrom*f.scale || abs(dx) < 2*abs(dy) {
			return
		}
		if dx < 0 {
			f.ask(in, "next-player")
		} else {
			f.ask(in, "previous-player")
		}
	}
}

// ask asks for a row of the table.
func (f *fingers) ask(in *input, name string) {
	if c := f.on.command(name); c != nil {
		in.commands = append(in.commands, c)
	}
}

// command returns a row of the table, nil if there is none.
func (g *App) command(name string) *command { return findCommand(g.reader.groups, name) }

// gripAt returns what a finger comes down on, and the height of its rows.
func (g *App) gripAt(x, y float32) (what grip, row float32) {
	v := &g.Viewing
	if g.finder.open {
		b := hud.NewFinderBox(g.Size)
		switch part, _ := b.Hit(&g.finder.Finder, x, y); part {
		case hud.FinderItem:
			return gripRows, b.Row
		case hud.FinderClose, hud.FinderGround, hud.FinderNone:
		}
		return gripButton, 0
	}
	if h := &g.home; h.shown {
		switch part, _ := h.layout.Hit(&h.in, x, y); part {
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
	if !g.pageOpen() {
		if v.List {
			p := hud.NewPanel(g.Size)
			switch part, _ := p.Hit(g.Demo.List.Events, x, y); part {
			case hud.ListNone:
			case hud.ListScroll:
				return gripHandle, 0
			case hud.ListRow:
				return gripRows, p.Row
			default:
				return gripButton, 0
			}
		}
	}
	bar := g.bar()
	switch {
	case !g.barShown():
	case bar.Hit(x, y) == hud.PartTrack:
		return gripHandle, 0
	case bar.Rect.Has(x, y):
		return gripButton, 0
	}
	return gripPicture, 0
}

// tapPicture is a tap on the picture: it turns to the next sheet of the help page, closes what covers it,
// chooses the view or the player there, and otherwise plays or pauses.
func (g *App) tapPicture(x, y float32) {
	if !g.turnCover() && !g.choosePaneAt(x, y) && !g.choosePlayerAt(x, y) {
		g.Demo.togglePause()
	}
}

// touchPage returns the help page of a touch screen.
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
