//go:build android || (!darwin && !freebsd && !linux && !netbsd && !windows)

package gamepads

// Ebitengine has no table for browsers, and that of Android is left alone.
var tables [0]*[]byte
