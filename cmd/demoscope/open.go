package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"demoscope/assets"
	"demoscope/formats"
)

// maxDemo limits how large a file may be to be read as a demo, in bytes: an
// evening's server recording has a tenth of it.
const maxDemo = 2 << 30

// sampleName is what a command takes for the built-in recordings:
// "sample:demoscope1.dm2".
const sampleName = "sample:"

// openDemo opens the demo that path names: a file, "sample:NAME" for one that
// is built in, or a file inside an archive as if that were a folder
// (pak0.pak/demo1.dem, maps.pk3/demos/x.dm_68). An empty path is the default
// sample.
func openDemo(path string) (*formats.Demo, error) {
	if path == "" {
		path = sampleName + assets.Samples()[0].Name
	}
	if name, ok := strings.CutPrefix(path, sampleName); ok {
		data, err := assets.ReadSample(name)
		if err != nil {
			return nil, fmt.Errorf("no built-in demo %q; there are %s", name, strings.Join(sampleNames(), ", "))
		}
		return formats.Open(name, data)
	}
	file, member := splitArchive(path)
	if member == "" && isPAK(file) || member != "" {
		a, err := assets.OpenArchive(file)
		if err != nil {
			return nil, err
		}
		defer a.Close()
		return formats.OpenIn(file, a, member)
	}
	data, err := readFile(file)
	if err != nil {
		return nil, err
	}
	return formats.Open(file, data)
}

func sampleNames() []string {
	var names []string
	for _, s := range assets.Samples() {
		names = append(names, sampleName+s.Name)
	}
	return names
}

// splitArchive parts a path that goes on inside of a file.
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

// isPAK reports whether a file is a PAK archive by its first bytes.
func isPAK(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	var magic [4]byte
	n, _ := f.Read(magic[:])
	return string(magic[:n]) == "PACK"
}

func readFile(path string) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s: there is no such file", path)
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, fmt.Errorf("%s: this is a folder, not a demo", path)
	case info.Size() > maxDemo:
		return nil, fmt.Errorf("%s: larger than %d bytes", path, int64(maxDemo))
	}
	return os.ReadFile(path)
}
