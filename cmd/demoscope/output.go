package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"

	"demoscope/formats"
	"demoscope/internal/atomicfile"
)

// standardOutput is what messages call the file "-" that is written.
const standardOutput = "standard output"

// outputStream is standard output or standard error. After the first error it writes nothing
// more: [run] reports that error.
type outputStream struct {
	mu  sync.Mutex
	w   io.Writer
	err error // the first one
}

// errLost is the error of a command that could not print. It is errReported, because
// [run] says why.
type errLost struct{ cause error }

func (e errLost) Error() string        { return e.cause.Error() }
func (e errLost) Unwrap() error        { return e.cause }
func (e errLost) Is(target error) bool { return target == errReported }

func (o *outputStream) Write(data []byte) (n int, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err == nil {
		n, err = o.w.Write(data)
		if err != nil {
			o.err = errLost{err}
		}
	}
	return n, o.err
}

// failed returns the first write error.
func (o *outputStream) failed() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}

// lost reports whether nothing more can be printed.
func (s *streams) lost() bool {
	o, ok := s.out.(*outputStream)
	return ok && o.failed() != nil
}

// sayLost says that something could not be printed. If whoever reads it has enough, as
// in a pipe to head, there is nothing to say.
func (s *streams) sayLost(name string, err error) {
	if !errors.Is(err, syscall.EPIPE) {
		s.say("%v", writeError(name, err))
	}
}

// source returns the file that a demo was read from, nil if it is none.
func (s *streams) source(demo *formats.Demo) fs.FileInfo {
	switch {
	case demo.File == standardInput:
		return fileOf(s.in)
	case strings.HasPrefix(demo.File, sampleName):
		return nil
	}
	return fileAt(demo.File)
}

// fileAt returns the file with that name, nil if there is none.
func fileAt(path string) fs.FileInfo {
	info, err := os.Stat(path)
	if err != nil {
		return nil
	}
	return info
}

// holdsFiles reports whether something is known to be in a folder.
func holdsFiles(folder string) bool {
	f, err := os.Open(folder)
	if err != nil {
		return false
	}
	defer f.Close()
	names, _ := f.Readdirnames(1)
	return len(names) > 0
}

// fileOf returns the file that is read, nil if it is none.
func fileOf(r io.Reader) fs.FileInfo {
	f, ok := r.(*os.File)
	if !ok {
		return nil
	}
	info, err := f.Stat()
	if err != nil {
		return nil
	}
	return info
}

// checkOutput returns an error if a file cannot be written, or is the one that input
// says was read; input may be nil. The path "-" is standard output. what describes
// output that is not for a terminal; it is empty for other output.
func (s *streams) checkOutput(path, what string, input fs.FileInfo) error {
	terminal := isTerminal(s.out)
	if path != standardStream {
		if err := atomicfile.Check(path, input); err != nil {
			return writeError(path, err)
		}
		if err := keepDemo(path, what); err != nil {
			return err
		}
		terminal = namesTerminal(path)
	}
	if terminal && what != "" {
		return fmt.Errorf("can't write %s to a terminal: name a file, or redirect the output", what)
	}
	return nil
}

// aDemo is what compile writes.
const aDemo = "a demo"

// keepDemo returns an error if a file other than a demo would overwrite a demo: a file name that was forgotten
// before a pattern of the shell must not cost a recording.
func keepDemo(path, what string) error {
	if info, err := os.Stat(path); what == aDemo || err != nil || !info.Mode().IsRegular() {
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil // Check has said what there is to say
	}
	defer f.Close()
	head := make([]byte, formats.HeadSize)
	n, _ := io.ReadFull(f, head)
	if formats.CheckHead(path, head[:n]) != nil {
		return nil
	}
	return fmt.Errorf("%s is a demo and is not overwritten: use another name", path)
}

// namesTerminal reports whether a path, such as /dev/tty, is that of a terminal.
func namesTerminal(path string) bool {
	if info, err := os.Stat(path); err != nil || info.Mode()&fs.ModeCharDevice == 0 {
		return false
	}
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	return isTerminal(f)
}

// writeFile writes a file, or standard output for "-", for which checkOutput had no
// error.
func (s *streams) writeFile(path string, data []byte) error {
	if path == standardStream {
		_, err := s.out.Write(data)
		return err
	}
	if err := atomicfile.Write(path, data, 0o666); err != nil {
		return writeError(path, err)
	}
	return nil
}

// writeFrom is writeFile for content that is too large to hold twice in memory.
func (s *streams) writeFrom(path string, content io.WriterTo) error {
	if path == standardStream {
		_, err := content.WriteTo(s.out)
		return err
	}
	err := writeFrom(path, func(out io.Writer) error {
		_, err := content.WriteTo(out)
		return err
	})
	if err != nil {
		return writeError(path, err)
	}
	return nil
}

// writeError returns an error that says why a file cannot be written.
func writeError(path string, err error) error {
	var p *fs.PathError
	var l *os.LinkError
	switch {
	case errors.Is(err, atomicfile.ErrInput):
		return fmt.Errorf("can't overwrite %s: %w", path, err)
	case errors.Is(err, fs.ErrNotExist) && fileAt(filepath.Dir(path)) != nil: // of a system's own, as /proc
		return fmt.Errorf("can't write %s: its folder accepts no new files", path)
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("can't write %s: folder not found", path)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("can't write %s: permission denied", path)
	case errors.As(err, &p):
		err = p.Err
	case errors.As(err, &l):
		err = l.Err
	}
	return fmt.Errorf("can't write %s: %w", path, err)
}
