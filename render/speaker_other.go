//go:build windows || darwin || js

package render

// openSpeaker opens the system's sound.
func openSpeaker(fill filler) (speaker, error) { return openOto(fill) }
