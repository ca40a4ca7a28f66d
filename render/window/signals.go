//go:build !js

package window

import (
	"os"
	"syscall"
)

// endSignals are the signals that close the window: Ctrl+C, a logout, the end of the terminal.
var endSignals = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}
