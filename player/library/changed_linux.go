package library

import (
	"io/fs"
	"syscall"
)

// Changed returns [File].Changed of a file.
func Changed(info fs.FileInfo) int64 {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return s.Ctim.Nano()
	}
	return 0
}
