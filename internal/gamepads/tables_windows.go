package gamepads

import _ "unsafe" // for linkname

//go:linkname table github.com/hajimehoshi/ebiten/v2/internal/gamepaddb.controllerBytes_windows
var table []byte

var tables = [...]*[]byte{&table}
