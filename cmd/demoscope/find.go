package main

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"demoscope/formats"
	"demoscope/internal/fault"
	"demoscope/internal/m3u"
)

// found is a demo that an argument names, or one in a folder or archive that an
// argument names.
type found struct {
	path     string    // for openDemo
	label    string    // short, for a table
	size     int64     // bytes, 0 if not known
	modified time.Time // when the file was last written; zero if not known
	err      error     // why it cannot be read

	title string // that a list has of it, "" for none

	in     *shared // the archive that it is in, nil if it is opened by its path
	member string
}

// open opens the demo.
func (f *found) open(s *streams) (*formats.Demo, error) {
	switch {
	case f.err != nil:
		return nil, f.err
	case f.in != nil:
		return f.in.open(f.member)
	}
	return s.openDemo(f.path)
}

const (
	// maxNone is how many archives without a demo are named.
	maxNone = 1000
	// maxFound is how many demos are listed, far more than anybody has: each costs
	// some hundred bytes before the first is read, and an archive of a few
	// megabytes can name 65,535.
	maxFound = 1 << 19
	// maxDepth is how many folders lie inside of each other at most in those that
	// are searched.
	maxDepth = 100
)

// finder collects the demos that arguments name.
type finder struct {
	list []found
	// none are archives in folders that have no demo: no fault, but nothing of them is
	// in the list.
	none []error
	full bool // maxFound is reached, which the last of list says
}

// add adds a demo, if there is still room.
func (l *finder) add(f found) {
	switch {
	case l.full:
	case len(l.list) < maxFound:
		l.list = append(l.list, f)
	default:
		l.full = true
		l.list = append(l.list, found{path: f.path, label: f.label,
			err: fmt.Errorf("%s: this demo and later ones are skipped: more than %d demos", f.path, maxFound)})
	}
}

// findDemos is the function of the same name for a command that reads lists of demos: it fails if
// there is none, and after says what else was wrong, behind what the command prints.
func (s *streams) findDemos(names []string) (list []found, after func(), err error) {
	list, none := findDemos(names)
	if len(list) == 0 {
		err = fmt.Errorf("no demos in %s", listOr(names, "nothing"))
	}
	return list, func() {
		for _, err := range none {
			s.report(err)
		}
	}, err
}

// findDemos lists the demos that names refer to: files, folders with all their
// subfolders, archives, M3U lists, "sample:" for all built-in demos, and "-" for standard input. It
// also returns errors for archives in folders without demos, and for lines of playlists.
func findDemos(names []string) (list []found, none []error) {
	var l finder
	for _, name := range names {
		if !m3u.Has(name) {
			l.addNamed(name)
			continue
		}
		entries, err := m3u.Read(name, sampleName)
		if err != nil && len(entries) == 0 {
			l.add(found{path: name, label: filepath.Base(name), err: listError(name, err)})
			continue
		}
		if err != nil {
			l.none = append(l.none, err)
		}
		for _, e := range entries {
			before := len(l.list)
			l.addListed(e.Path)
			if len(l.list) == before+1 {
				l.list[before].title = e.Title
			}
		}
	}
	return l.list, l.none
}

// listError returns an error that says why nothing of a list can be read.
func listError(name string, err error) error {
	if strings.HasPrefix(err.Error(), name) {
		return err
	}
	return fileError(name, err)
}

// addListed adds the demos of a row of a playlist, which somebody else may have written: those of a demo or an archive,
// and no folder, which would be walked, nor what has no end.
func (l *finder) addListed(name string) {
	info, err := os.Stat(name)
	target, linked := filepath.EvalSymlinks(name)
	system := linked == nil && (strings.HasPrefix(target, "/proc/") || strings.HasPrefix(target, "/sys/"))
	if err == nil && (!info.Mode().IsRegular() || system) {
		l.add(found{path: name, label: filepath.Base(name), err: fmt.Errorf("%s: not a demo or an archive, and "+
			"so not opened from a playlist", name)})
		return
	}
	l.addNamed(name)
}

// addNamed adds the demos that a name, which is no list, refers to.
func (l *finder) addNamed(name string) {
	if name == sampleName {
		for _, s := range sampleNames() {
			l.add(found{path: s, label: s})
		}
		return
	}
	if name == standardStream {
		l.add(found{path: name, label: standardInput})
		return
	}
	info, err := os.Stat(name)
	switch {
	case err == nil && info.IsDir():
		l.addFolder(name)
	case err == nil && info.Mode().IsRegular():
		l.addFile(name, info)
	default: // openDemo returns its error
		l.add(found{path: name, label: path.Base(filepath.ToSlash(name))})
	}
}

// addFile adds a file that a person named, or the demos in it if it is an archive.
func (l *finder) addFile(name string, info fs.FileInfo) {
	whole := found{path: name, label: filepath.Base(name), size: info.Size(), modified: info.ModTime()}
	if !l.guardedArchive(whole, func(a *archive) { l.addArchive(a, whole, a.demos()) }) {
		l.add(whole)
	}
}

// guardedArchive calls add with the archive at the path of whole; false if there is none.
// A mistake in this program costs this archive, not the list.
func (l *finder) guardedArchive(whole found, add func(*archive)) (ok bool) {
	err := fault.Guard("reading "+whole.path, func() {
		a, err := archiveAt(whole.path)
		if err != nil {
			return
		}
		ok = true
		defer a.close()
		add(a)
	})
	if err != nil {
		whole.err = err
		l.add(whole)
	}
	return ok || err != nil
}

// walker looks into a folder and its subfolders for files that may be demos, or archives of them.
type walker struct {
	entered func(folder string)
	// found is called for each such file, with its path below the folder; the walk ends when it
	// returns false.
	found func(file, label string, info fs.FileInfo, zip bool) bool
	// failed is called for what cannot be looked into.
	failed func(file, label string, err error)
}

// walk looks into a folder, which may be a link to one, in the order of names. Links to files in it are
// followed; links to folders are not, because they may form a circle.
func (w *walker) walk(folder string) {
	root := folder
	if info, err := os.Lstat(folder); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		root += string(filepath.Separator) // what a link leads to is walked only then
	}
	// The callback returns no error but to stop, so that the walk goes on.
	_ = filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if file == root {
			file = folder
		}
		label, relErr := filepath.Rel(folder, file)
		if relErr != nil {
			label = file
		}
		switch {
		case err != nil:
			w.failed(file, file, fileError(file, err))
			return nil
		case d.IsDir() && strings.Count(label, string(filepath.Separator)) >= maxDepth:
			w.failed(file, label, fmt.Errorf("%s: skipped: folders nested more than %d deep",
				file, maxDepth))
			return filepath.SkipDir
		case d.IsDir():
			w.entered(file)
			return nil
		}
		zip := strings.EqualFold(filepath.Ext(file), ".zip")
		if !zip && !formats.HasDemoName(file) && !formats.HasKnownName(file) {
			return nil
		}
		info, err := stat(file, d)
		if err != nil || !info.Mode().IsRegular() {
			return nil // a link to nowhere, or no file
		}
		if !w.found(file, label, info, zip) {
			return filepath.SkipAll
		}
		return nil
	})
}

// addFolder adds the demos in a folder, sorted by name.
func (l *finder) addFolder(folder string) {
	w := walker{
		entered: func(string) {},
		failed:  func(file, label string, err error) { l.add(found{path: file, label: label, err: err}) },
		found: func(file, label string, info fs.FileInfo, zip bool) bool {
			whole := found{path: file, label: label, size: info.Size(), modified: info.ModTime()}
			if whole.size == 0 {
				whole.err = emptyFile(file) // not worth opening it
			}
			if !zip || whole.size == 0 {
				l.add(whole)
				return !l.full
			}
			if !l.guardedArchive(whole, func(a *archive) {
				// The files of archives are not looked at for demos without the name of one:
				// that takes long, and most hold maps.
				if names := formats.NamedDemos(a); len(names) > 0 {
					l.addArchive(a, whole, names)
				} else if len(l.none) < maxNone {
					l.none = append(l.none, formats.NewChoiceError(file, a.Archive, nil))
				}
			}) {
				l.add(whole) // openDemo returns its error
			}
			return !l.full
		},
	}
	w.walk(folder)
}

// stat returns what is known of a file in a folder, following a link.
func stat(file string, d fs.DirEntry) (fs.FileInfo, error) {
	if d.Type()&fs.ModeSymlink != 0 {
		return os.Stat(file)
	}
	return d.Info()
}

// addArchive adds the demos of an archive: a single one, or none, under the archive's
// name, several under their own.
func (l *finder) addArchive(a *archive, whole found, names []string) {
	if len(names) <= 1 {
		if len(names) == 1 {
			_, whole.size, _ = a.Stat(names[0])
		}
		l.add(whole)
		return
	}
	in := &shared{path: whole.path, left: len(names)}
	for _, name := range names {
		_, size, _ := a.Stat(name)
		l.add(found{path: whole.path + "/" + name, label: whole.label + "/" + name, size: size,
			modified: whole.modified, in: in, member: name})
	}
}
