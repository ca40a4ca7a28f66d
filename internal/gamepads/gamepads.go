// Package gamepads keeps Ebitengine from parsing its table of gamepads at startup.
//
// Ebitengine's package internal/gamepaddb parses 200 KB of text during initialization, which takes a sixth of the time
// of a short command and most of the memory of a start. It has no option to avoid that. Go initializes this package
// first, because it has no dependencies and its import path sorts first. It removes the text, and [Table] returns it
// for ebiten.UpdateStandardGamepadLayoutMappings.
//
// If a version of Ebitengine names its tables differently, Table returns "", and Ebitengine parses them at startup. A
// test in cmd/demoscope detects that.
package gamepads

// taken are the tables of this system.
var taken [len(tables)][]byte

func init() {
	for i, table := range tables {
		taken[i], *table = *table, nil
	}
}

// Table returns Ebitengine's table of gamepads.
func Table() string {
	var text []byte
	for _, t := range taken {
		text = append(text, t...)
	}
	return string(text)
}
