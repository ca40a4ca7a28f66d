//go:build windows || darwin || js

package render

import "time"

// openSpeaker opens the system's sound.
func openSpeaker(fill filler, latency time.Duration) (speaker, error) { return openOto(fill, latency) }
