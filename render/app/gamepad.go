package app

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"demoscope/render/camera"
	"demoscope/render/control"
	"demoscope/render/hud"
)

// The buttons to confirm and cancel while the viewer types a line or the command palette is open. All other buttons are
// in the table of commands. The sticks move and turn the camera.
const (
	padEnter  = control.ButtonRightBottom
	padEscape = control.ButtonRightRight
)

// padNames are the names of the buttons on the most common gamepads.
var padNames = map[control.Button]string{
	control.ButtonRightBottom: "A", control.ButtonRightRight: "B",
	control.ButtonRightLeft: "X", control.ButtonRightTop: "Y",
	control.ButtonFrontTopLeft: "LB", control.ButtonFrontTopRight: "RB",
	control.ButtonFrontBottomLeft: "LT", control.ButtonFrontBottomRight: "RT",
	control.ButtonCenterLeft: "Select", control.ButtonCenterCenter: "Guide",
	control.ButtonCenterRight: "Start",
	control.ButtonLeftStick:   "L3", control.ButtonRightStick: "R3",
	control.ButtonLeftTop: "Up", control.ButtonLeftBottom: "Down",
	control.ButtonLeftLeft: "Left", control.ButtonLeftRight: "Right",
}

// sticks are the positions of the two sticks, to the right and down, with lengths from 0 to 1.
type sticks struct{ left, right [2]float32 }

const (
	// deadZone is the deflection up to which a stick counts as centered.
	deadZone = 0.2
	// lookSpeed is how fast the right stick turns the camera, as a mouse movement in points per second.
	lookSpeed = 1500
)

// stick returns the position of a stick that reports x and y, without its dead zone.
func stick(x, y float32) [2]float32 {
	length := float32(math.Hypot(float64(x), float64(y)))
	if !(length > deadZone) {
		return [2]float32{}
	}
	k := (min(1, length) - deadZone) / (1 - deadZone) / length
	return [2]float32{x * k, y * k}
}

// readPads reads the sticks, and which buttons were pressed or repeat. It adds up all gamepads.
func (r *reader) readPads(dt float64) {
	r.pads = r.devices.AppendPads(r.pads[:0])
	in := &r.in
	for _, id := range r.pads {
		axis := func(a control.Axis) float32 { return r.devices.PadAxis(id, a) }
		left := stick(axis(control.AxisLeftHorizontal),
			axis(control.AxisLeftVertical))
		right := stick(axis(control.AxisRightHorizontal),
			axis(control.AxisRightVertical))
		for k := range left {
			in.held.sticks.left[k] += left[k]
			in.held.sticks.right[k] += right[k]
		}
	}
	clear(r.padAgain[:])
	for b := range r.padHeld {
		down, pressed := r.padDown(control.Button(b))
		switch {
		case pressed:
			r.padHeld[b], r.padAgain[b] = 0, true
		case down && r.padHeld[b] >= 0:
			r.padHeld[b], r.padAgain[b] = repeatTime(r.padHeld[b], dt)
		default:
			r.padHeld[b] = -1
		}
	}
}

// padEditing maps the D-pad to arrow keys while the viewer types a line.
var padEditing = [...]struct {
	button control.Button
	do     func(*input)
}{
	{control.ButtonLeftTop, func(in *input) { in.navigation = append(in.navigation, control.KeyArrowUp) }},
	{control.ButtonLeftBottom, func(in *input) { in.navigation = append(in.navigation, control.KeyArrowDown) }},
	{control.ButtonLeftLeft, func(in *input) { in.navigation = append(in.navigation, control.KeyArrowLeft) }},
	{control.ButtonLeftRight, func(in *input) { in.navigation = append(in.navigation, control.KeyArrowRight) }},
}

// readPadEditing adds the gamepad's input for typing a line.
func (r *reader) readPadEditing() {
	in := &r.in
	_, enter := r.padDown(padEnter)
	_, escape := r.padDown(padEscape)
	in.enter, in.escape = in.enter || enter, in.escape || escape
	for _, b := range padEditing {
		if r.padAgain[b.button] {
			b.do(in)
		}
	}
}

// padDown reports whether a button is down on any gamepad, and whether it went down in this frame.
func (r *reader) padDown(b control.Button) (down, pressed bool) {
	for _, id := range r.pads {
		d, p := r.devices.PadButton(id, b)
		down, pressed = down || d, pressed || p
	}
	return down, pressed
}

// readPadCommand reads the buttons of a command.
func (r *reader) readPadCommand(c *command) {
	for _, b := range c.Pad {
		down, pressed := r.padDown(b)
		switch {
		case c.Held != nil:
			if down {
				*c.Held(&r.in.held) = true
			}
		case pressed, c.Repeats && r.padAgain[b]:
			r.in.commands = append(r.in.commands, c)
		}
	}
}

// useSticks turns the camera with the right stick for dt seconds, in modes where the mouse can turn it.
func (vs *views) useSticks(s *sticks, dt float64) {
	c := &vs.Active.Camera
	if s.right == ([2]float32{}) || c.Mode != camera.Free && !c.CanTurn() {
		return
	}
	// Turn slowly near the center.
	speed := lookSpeed * float32(math.Hypot(float64(s.right[0]), float64(s.right[1]))) * float32(dt)
	c.TurnBy(s.right[0]*speed, s.right[1]*speed)
}

// padPage returns the help page for the gamepad.
func padPage(groups []group) hud.HelpGroup {
	page := hud.HelpGroup{Title: "Gamepad"}
	for _, g := range groups {
		before := false // the previous row has a button
		for i := range g.Commands {
			c := &g.Commands[i]
			if len(c.Pad) == 0 {
				before = false
				continue
			}
			names := ""
			for _, b := range c.Pad {
				names += " " + padNames[b]
			}
			if n := len(page.Lines); before && c.Joined {
				page.Lines[n-1].Keys += names
				continue
			}
			before = true
			line := hud.HelpLine{Keys: names[1:], Label: c.Label}
			if i+1 < len(g.Commands) && g.Commands[i+1].Joined && len(g.Commands[i+1].Pad) > 0 && !c.Joined {
				line.Label = c.Line
			}
			line.Label, _, _ = strings.Cut(line.Label, " (") // omit what only the mouse does
			line.Label, _, _ = strings.Cut(line.Label, ", or ")
			page.Lines = append(page.Lines, line)
		}
	}
	page.Lines = append(page.Lines, hud.HelpLine{Keys: "sticks", Label: "fly, turn the camera"})
	return page
}

// padPrefix begins the name of a button in the keys file: "Pad+LB".
const padPrefix = "pad+"

// noPad is the name in the keys file that means no button: "Pad+none".
const noPad = "none"

// padWords are names of buttons in the keys file, in lower case: padNames, SDL's names, and those of PlayStation
// gamepads.
var padWords = func() map[string]control.Button {
	m := map[string]control.Button{
		"back": control.ButtonCenterLeft, "leftshoulder": control.ButtonFrontTopLeft,
		"rightshoulder": control.ButtonFrontTopRight,
		"lefttrigger":   control.ButtonFrontBottomLeft,
		"righttrigger":  control.ButtonFrontBottomRight,
		"leftstick":     control.ButtonLeftStick, "rightstick": control.ButtonRightStick,
		"dpup": control.ButtonLeftTop, "dpdown": control.ButtonLeftBottom,
		"dpleft": control.ButtonLeftLeft, "dpright": control.ButtonLeftRight,
		"cross": control.ButtonRightBottom, "circle": control.ButtonRightRight,
		"square": control.ButtonRightLeft, "triangle": control.ButtonRightTop,
		"l1": control.ButtonFrontTopLeft, "r1": control.ButtonFrontTopRight,
		"l2": control.ButtonFrontBottomLeft, "r2": control.ButtonFrontBottomRight,
	}
	for b, name := range padNames {
		m[strings.ToLower(name)] = b
	}
	for b := control.Button(0); b < control.Buttons; b++ {
		m[fmt.Sprintf("button%d", b)] = b // numbered as by the W3C
	}
	return m
}()

// bindings are the keys and buttons that the keys file assigns to a command.
type bindings struct {
	keys []chord
	pads []control.Button
	// padded is set if the file names buttons, or that there are none. Otherwise the command keeps its buttons.
	padded bool
}

// add adds a key or a button by its name.
func (b *bindings) add(text string) error {
	name, ok := cutFold(text, padPrefix)
	if !ok {
		c, err := parseChord(text)
		if err != nil {
			return err
		}
		b.keys = append(b.keys, c)
		return nil
	}
	b.padded = true
	if strings.EqualFold(name, noPad) {
		return nil
	}
	button, ok := padWords[strings.ToLower(name)]
	if !ok {
		return fmt.Errorf("there is no button %q", text)
	}
	b.pads = append(b.pads, button)
	return nil
}

// names returns the names of a command's keys and buttons in the form that add parses. hadPad reports whether the
// command has a button by default.
func (c *command) names(hadPad bool) (list []string) {
	for _, key := range c.Keys {
		list = append(list, key.String())
	}
	for _, b := range c.Pad {
		list = append(list, "Pad+"+padNames[b])
	}
	if hadPad && len(c.Pad) == 0 {
		list = append(list, "Pad+"+noPad)
	}
	return list
}

// rebindPad assigns buttons to the command with a name, and removes them from all other commands.
func rebindPad(groups []group, name string, buttons []control.Button) {
	for g := range groups {
		for i := range groups[g].Commands {
			c := &groups[g].Commands[i]
			if c.Name == name {
				c.Pad = buttons
				continue
			}
			c.Pad = slices.DeleteFunc(slices.Clone(c.Pad), func(b control.Button) bool {
				return slices.Contains(buttons, b)
			})
		}
	}
}
