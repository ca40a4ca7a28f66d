//go:build android || (!darwin && !freebsd && !linux && !netbsd && !windows)

package gamepads

// Ebitengine has no table for browsers; Android's stays.
var tables [0]*[]byte
