package window

import "syscall/js"

// fingersAlone reports whether the only pointer is a touch screen, as on a phone. This is known before the first
// touch.
func fingersAlone() bool {
	query := js.Global().Get("matchMedia")
	return query.Truthy() && query.Invoke("(hover: none) and (pointer: coarse)").Get("matches").Bool()
}
