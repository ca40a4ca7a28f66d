package gamepads

import _ "unsafe" // for linkname

//go:linkname gameController github.com/hajimehoshi/ebiten/v2/internal/gamepaddb.controllerBytes_gc_darwin
var gameController []byte

//go:linkname ioKit github.com/hajimehoshi/ebiten/v2/internal/gamepaddb.controllerBytes_iokit_darwin
var ioKit []byte

var tables = [...]*[]byte{&gameController, &ioKit}
