package assets

import _ "embed"

//go:embed icon/demoscope.svg
var icon []byte

// Icon returns the program's icon, an SVG of our own. It must not be changed.
func Icon() []byte { return icon }
