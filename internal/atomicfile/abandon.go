package atomicfile

import (
	"os"
	"sync"
)

// unfinished are the temporary files that this process is writing.
var unfinished struct {
	sync.Mutex
	names map[string]bool
}

// begin records that a temporary file exists, end that it is gone.
func begin(name string) {
	unfinished.Lock()
	defer unfinished.Unlock()
	if unfinished.names == nil {
		unfinished.names = map[string]bool{}
	}
	unfinished.names[name] = true
}

func end(name string) {
	unfinished.Lock()
	defer unfinished.Unlock()
	delete(unfinished.names, name)
}

// Abandon removes the temporary files that this process is writing. Call it when the process is about to end, such as
// by Ctrl+C. Writes in progress return an error and leave the old files. Files that can't be removed, such as open
// files on Windows, are left to the next [Write] to their folder.
func Abandon() {
	unfinished.Lock()
	defer unfinished.Unlock()
	for name := range unfinished.names {
		_ = os.Remove(name)
	}
}
