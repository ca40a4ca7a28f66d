package main

import (
	"io"
	"os"

	"demoscope/internal/atomicfile"
)

// recordingFile is where a recording goes. The file is made when something has come, so that a server that
// refuses leaves what was there.
type recordingFile struct {
	path string // empty for out
	out  io.Writer
	file *os.File
	size int64
}

func (r *recordingFile) Write(p []byte) (n int, err error) {
	if r.path != "" && r.file == nil {
		if r.file, err = atomicfile.Begin(r.path, 0o666); err != nil {
			return 0, writeError(r.path, err)
		}
	}
	if r.file == nil {
		n, err = r.out.Write(p)
	} else {
		n, err = r.file.Write(p)
	}
	r.size += int64(n)
	return n, err
}

// Close ends the file.
func (r *recordingFile) Close() error {
	if r.file == nil {
		return nil
	}
	return r.file.Close()
}
