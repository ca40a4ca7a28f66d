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

// begin notes that a temporary file is there, end that it is not.
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

// Abandon removes the temporary files that this process is writing, for one that is about to end: by Ctrl+C, say.
// Writes that go on return an error, and leave the old files. What cannot be removed, such as an open file on
// Windows, is left to the next [Write] into its folder.
func Abandon() {
	unfinished.Lock()
	defer unfinished.Unlock()
	for name := range unfinished.names {
		_ = os.Remove(name)
	}
}
