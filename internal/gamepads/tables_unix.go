//go:build (linux && !android) || freebsd || netbsd

package gamepads

import _ "unsafe" // for linkname

//go:linkname table github.com/hajimehoshi/ebiten/v2/internal/gamepaddb.controllerBytes_linbsd
var table []byte

var tables = [...]*[]byte{&table}
