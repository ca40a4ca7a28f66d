package render

import (
	"fmt"
	"slices"
	"strings"

	"demoscope/render/control"
)

// This file has the names of a gamepad's buttons in the keys file: "Pad+LB".

// padPrefix begins the name of a button in the keys file.
const padPrefix = "pad+"

// noPad is in the keys file the name of no button at all.
const noPad = "none"

// padWords are the names of buttons in the keys file besides padNames, in lower case: SDL's, and those of the
// buttons on gamepads of PlayStation.
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
		m[fmt.Sprintf("button%d", b)] = b // as the W3C numbers them
	}
	return m
}()

// bindings are what the keys file gives a command.
type bindings struct {
	keys []chord
	pads []control.Button
	// padded is set if buttons are named, if only that there are none; otherwise the command keeps its own.
	padded bool
}

// add adds what a text names: a key, or a button.
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

// names returns the keys and buttons of a command as add reads them. hadPad is whether it has a button where
// nobody says another.
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

// rebindPad gives the command with a name other buttons, and takes them from all other commands.
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
