//go:build !js

package render

// fingersAlone reports false: only a browser says with what one points there.
func fingersAlone() bool { return false }
