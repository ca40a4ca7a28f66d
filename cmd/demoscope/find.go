package main

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"demoscope/assets"
	"demoscope/formats"
)

// found is a demo that an argument names, or one in a folder or archive that an
// argument names.
type found struct {
	path     string // for openDemo
	label    string // short, for a table
	size     int64  // bytes, 0 if not known
	modified string // when the file was last written, as report.Info has it; empty if not known
	err      error  // why it cannot be read
}

// modified returns when a file was last written.
func modified(info fs.FileInfo) string { return info.ModTime().UTC().Format(time.RFC3339) }

// findDemos lists the demos that names refer to: files, folders with all their
// subfolders, archives, "sample:" for all built-in demos, and "-" for standard input.
func findDemos(names []string) []found {
	var list []found
	for _, name := range names {
		if name == sampleName {
			for _, s := range sampleNames() {
				list = append(list, found{path: s, label: s})
			}
			continue
		}
		if name == standardStream {
			list = append(list, found{path: name, label: standardInput})
			continue
		}
		info, err := os.Stat(name)
		switch {
		case err == nil && info.IsDir():
			list = appendFolder(list, name)
		case err == nil && info.Mode().IsRegular() && isArchive(name):
			list = appendArchive(list, name, filepath.Base(name), modified(info), false)
		case err == nil:
			list = append(list, found{path: name, label: filepath.Base(name), size: info.Size(), modified: modified(info)})
		default:
			list = append(list, found{path: name, label: path.Base(filepath.ToSlash(name))})
		}
	}
	return list
}

// appendFolder appends the demos in a folder. Links to files are followed; links to
// folders are not, because they may form a circle.
func appendFolder(list []found, folder string) []found {
	// The callback never returns an error, so that the walk goes on.
	_ = filepath.WalkDir(folder, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			list = append(list, found{path: file, label: file, err: fileError(file, err)})
			return nil
		}
		zip := strings.EqualFold(filepath.Ext(file), ".zip")
		if d.IsDir() || !zip && !formats.HasDemoName(file) && !formats.HasKnownName(file) {
			return nil
		}
		info, err := os.Stat(file)
		if err != nil || !info.Mode().IsRegular() {
			return nil // a link to nowhere, or no file
		}
		label, err := filepath.Rel(folder, file)
		if err != nil {
			label = file
		}
		if zip {
			list = appendArchive(list, file, label, modified(info), true)
		} else {
			list = append(list, found{path: file, label: label, size: info.Size(), modified: modified(info)})
		}
		return nil
	})
	return list
}

// appendArchive appends the demos of an archive: a single one under the archive's
// name, several under their own. If only is set, archives without a demo are left
// out, as in a folder; otherwise one is appended for openDemo to refuse.
func appendArchive(list []found, file, label, modified string, only bool) []found {
	whole := found{path: file, label: label, modified: modified}
	a, err := assets.OpenArchive(file)
	if err != nil {
		return append(list, whole)
	}
	defer a.Close()
	names := slices.DeleteFunc(slices.Clone(a.Names()), func(name string) bool { return !formats.HasDemoName(name) })
	switch {
	case len(names) == 0 && only:
		return list
	case len(names) <= 1:
		return append(list, whole)
	}
	for _, name := range names {
		_, size, _ := a.Stat(name)
		list = append(list, found{path: file + "/" + name, label: label + "/" + name, size: size, modified: modified})
	}
	return list
}
