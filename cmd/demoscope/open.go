package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"demoscope/assets"
	"demoscope/formats"
)

// maxDemo is the largest file that is read as a demo, in bytes: a server's recording
// of a whole evening is a tenth of it.
const maxDemo = 2 << 30

// sampleName is the prefix of built-in recordings on the command line, as in
// "sample:demoscope1.dm2".
const sampleName = "sample:"

// standardStream is the name of a file that stands for standard input or output, and
// standardInput what messages call it.
const (
	standardStream = "-"
	standardInput  = "standard input"
)

// openDemo opens the demo that path names: "-" for standard input, or what the
// function of that name opens.
func (s *streams) openDemo(path string) (*formats.Demo, error) {
	if path != standardStream {
		return openDemo(path)
	}
	data, err := s.readInput()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", standardInput, err)
	}
	return formats.Open(standardInput, data)
}

// readInput returns all of standard input. It keeps it, because a demo may be opened
// more than once.
func (s *streams) readInput() ([]byte, error) {
	s.reading.Lock()
	defer s.reading.Unlock()
	if s.input != nil {
		return s.input, nil
	}
	data, err := io.ReadAll(io.LimitReader(s.in, maxDemo+1))
	switch {
	case err != nil:
		return nil, err
	case int64(len(data)) > maxDemo:
		return nil, fmt.Errorf("larger than %d bytes", int64(maxDemo))
	case len(data) == 0:
		return nil, errors.New("the file is empty")
	}
	s.input = data
	return data, nil
}

// openDemo opens the demo that path names: a file, "sample:NAME" for a built-in one,
// or a file in an archive as if that were a folder (pak0.pak/demo1.dem,
// maps.pk3/demos/x.dm_68). An empty path is the default sample. Errors name the file.
func openDemo(path string) (*formats.Demo, error) {
	if path == "" {
		path = sampleName + assets.Samples()[0].Name
	}
	if name, ok := strings.CutPrefix(path, sampleName); ok {
		data, err := assets.ReadSample(name)
		if err != nil {
			return nil, fmt.Errorf("there is no built-in demo %q; there are %s", name, strings.Join(sampleNames(), ", "))
		}
		return formats.Open(path, data)
	}
	file, member := splitArchive(path)
	if member != "" || isPAK(file) {
		return openMember(file, member)
	}
	data, err := readFile(file)
	if err != nil {
		return nil, err
	}
	return formats.Open(file, data)
}

// openMember opens a demo in an archive; if member is empty, the only one there.
func openMember(file, member string) (*formats.Demo, error) {
	if !isArchive(file) {
		return nil, fmt.Errorf("%s/%s: %s is a file, not a folder or an archive", file, member, file)
	}
	a, err := assets.OpenArchive(file)
	if err != nil {
		return nil, err
	}
	defer a.Close()
	if member != "" {
		if _, _, ok := a.Stat(member); !ok {
			return nil, fmt.Errorf("%s: there is no file %s in it; its demos are: %s", file, member, listOr(formats.Demos(a), "none"))
		}
	}
	return formats.OpenIn(file, a, member)
}

// fullName returns the path that openDemo takes for a demo.
func fullName(d *formats.Demo) string {
	if d.Member != "" {
		return d.File + "/" + d.Member
	}
	return d.File
}

func listOr(names []string, nothing string) string {
	if len(names) == 0 {
		return nothing
	}
	return strings.Join(names, ", ")
}

func sampleNames() []string {
	var names []string
	for _, s := range assets.Samples() {
		names = append(names, sampleName+s.Name)
	}
	return names
}

// splitArchive splits a path that continues inside a file. Member is empty for any
// other path.
func splitArchive(path string) (file, member string) {
	for file = path; ; {
		info, err := os.Stat(file)
		if err == nil && info.Mode().IsRegular() {
			return file, member
		}
		parent := filepath.Dir(file)
		if err == nil || parent == file {
			return path, ""
		}
		member = strings.TrimSuffix(filepath.Base(file)+"/"+member, "/")
		file = parent
	}
}

// isPAK reports whether a file is a PAK, by its first bytes.
func isPAK(path string) bool { return magic(path) == "PACK" }

// isArchive reports whether a file is a PAK or a ZIP, by its first bytes.
func isArchive(path string) bool {
	m := magic(path)
	return m == "PACK" || m == "PK\x03\x04"
}

// magic returns the first four bytes of a file, fewer if there are no more.
func magic(path string) string {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return "" // reading a pipe would block
	}
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	var b [4]byte
	n, _ := f.Read(b[:])
	return string(b[:n])
}

func readFile(path string) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, fileError(path, err)
	case info.IsDir():
		return nil, fmt.Errorf("%s: this is a folder, not a demo (info lists the demos in it)", path)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s: this is not a file", path)
	case info.Size() > maxDemo:
		return nil, fmt.Errorf("%s: larger than %d bytes", path, int64(maxDemo))
	case info.Size() == 0:
		return nil, fmt.Errorf("%s: the file is empty", path)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fileError(path, err)
	}
	return data, nil
}

// fileError returns an error that says why a file cannot be read and, if it does not
// exist, where it was looked for.
func fileError(path string, err error) error {
	var p *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if full, failed := filepath.Abs(path); failed == nil && full != path {
			return fmt.Errorf("%s: there is no such file (looked for %s)", path, full)
		}
		return fmt.Errorf("%s: there is no such file", path)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%s: permission denied", path)
	case errors.As(err, &p):
		return fmt.Errorf("%s: %w", path, p.Err)
	}
	return fmt.Errorf("%s: %w", path, err)
}
