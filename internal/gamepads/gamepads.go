// Package gamepads keeps Ebitengine from reading its table of gamepads when the program starts.
//
// Ebitengine's package internal/gamepaddb parses 200 KB of text when it is initialized, which takes a sixth of the
// time of a short command and most of the memory of a start. It has no option against it. Go initializes this package
// first, because it depends on nothing and its import path is smaller. It takes the text away, and [Table] returns it
// for ebiten.UpdateStandardGamepadLayoutMappings.
//
// If a version of Ebitengine names its tables differently, Table returns "", and Ebitengine reads them at the start.
// A test in cmd/demoscope notices.
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
