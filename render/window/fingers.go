//go:build !js

package window

// fingersAlone reports false: only a browser says with what one points there.
func fingersAlone() bool { return false }
