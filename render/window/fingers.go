//go:build !js

package window

// fingersAlone reports false: only a browser reports the kind of pointer.
func fingersAlone() bool { return false }
