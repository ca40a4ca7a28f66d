package window

import "syscall/js"

// fingersAlone reports whether the viewer points with fingers, and has nothing else to point with, as on a
// phone: that is known before the first touch.
func fingersAlone() bool {
	query := js.Global().Get("matchMedia")
	return query.Truthy() && query.Invoke("(hover: none) and (pointer: coarse)").Get("matches").Bool()
}
