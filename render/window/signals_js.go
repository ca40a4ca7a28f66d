package window

import "os"

// endSignals are the signals that close the window: none in a browser.
var endSignals []os.Signal
