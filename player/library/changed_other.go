//go:build !linux && !darwin

package library

import "io/fs"

// Changed returns [File].Changed of a file.
func Changed(fs.FileInfo) int64 { return 0 }
