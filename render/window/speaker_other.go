//go:build windows || darwin || js

package window

import (
	"time"

	"demoscope/render/app"
)

// openSpeaker opens the system's sound output.
func openSpeaker(fill app.Filler, latency time.Duration) (app.Speaker, error) {
	return openOto(fill, latency)
}
