//go:build !windows

package bounded

import "os"

// OpenShared opens a file for reading, and lets others rename, replace and remove it meanwhile. It never waits for a
// pipe's writer.
func OpenShared(path string) (*os.File, error) { return os.OpenFile(path, os.O_RDONLY|dontWait, 0) }
