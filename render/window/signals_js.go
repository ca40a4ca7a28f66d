package window

import "os"

// endSignals are the signals that close the window: a browser sends none.
var endSignals []os.Signal
