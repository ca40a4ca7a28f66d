package render

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hajimehoshi/ebiten/v2"
)

// This file has the names of a gamepad's buttons in the keys file: "Pad+LB".

// padPrefix begins the name of a button in the keys file.
const padPrefix = "pad+"

// noPad is in the keys file the name of no button at all.
const noPad = "none"

// padWords are the names of buttons in the keys file besides padNames, in lower case: SDL's, and those of the
// buttons on gamepads of PlayStation.
var padWords = func() map[string]padButton {
	m := map[string]padButton{
		"back": ebiten.StandardGamepadButtonCenterLeft, "leftshoulder": ebiten.StandardGamepadButtonFrontTopLeft,
		"rightshoulder": ebiten.StandardGamepadButtonFrontTopRight,
		"lefttrigger":   ebiten.StandardGamepadButtonFrontBottomLeft,
		"righttrigger":  ebiten.StandardGamepadButtonFrontBottomRight,
		"leftstick":     ebiten.StandardGamepadButtonLeftStick, "rightstick": ebiten.StandardGamepadButtonRightStick,
		"dpup": ebiten.StandardGamepadButtonLeftTop, "dpdown": ebiten.StandardGamepadButtonLeftBottom,
		"dpleft": ebiten.StandardGamepadButtonLeftLeft, "dpright": ebiten.StandardGamepadButtonLeftRight,
		"cross": ebiten.StandardGamepadButtonRightBottom, "circle": ebiten.StandardGamepadButtonRightRight,
		"square": ebiten.StandardGamepadButtonRightLeft, "triangle": ebiten.StandardGamepadButtonRightTop,
		"l1": ebiten.StandardGamepadButtonFrontTopLeft, "r1": ebiten.StandardGamepadButtonFrontTopRight,
		"l2": ebiten.StandardGamepadButtonFrontBottomLeft, "r2": ebiten.StandardGamepadButtonFrontBottomRight,
	}
	for b, name := range padNames {
		m[strings.ToLower(name)] = b
	}
	for b := padButton(0); b <= ebiten.StandardGamepadButtonMax; b++ {
		m[fmt.Sprintf("button%d", b)] = b // as the W3C numbers them
	}
	return m
}()

// bindings are what the keys file gives a command.
type bindings struct {
	keys []chord
	pads []padButton
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
func rebindPad(groups []group, name string, buttons []padButton) {
	for g := range groups {
		for i := range groups[g].Commands {
			c := &groups[g].Commands[i]
			if c.Name == name {
				c.Pad = buttons
				continue
			}
			c.Pad = slices.DeleteFunc(slices.Clone(c.Pad), func(b padButton) bool {
				return slices.Contains(buttons, b)
			})
		}
	}
}
