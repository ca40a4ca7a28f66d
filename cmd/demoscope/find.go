package main

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"demoscope/formats"
	"demoscope/internal/fault"
	"demoscope/internal/filename"
	"demoscope/internal/m3u"
	"demoscope/player/library"
)

// found is a demo that an argument names, or a demo in a folder or archive that an argument names.
type found struct {
	path     string    // for openDemo
	label    string    // short name, for a table
	size     int64     // bytes, 0 if unknown
	modified time.Time // modification time of the file; zero if unknown
	changed  int64     // see [library.File]
	err      error     // why it cannot be read

	title string // title in a playlist, "" for none

	in     *shared // the archive that contains it, nil if it is opened by its path
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
	// maxSkipped is the maximum number of archives without a demo to report.
	maxSkipped = 1000
	// maxFound is the maximum number of demos in a list, far more than anybody has. Each takes a few hundred bytes
	// before the first is read, and an archive of a few megabytes can name 65,535.
	maxFound = 1 << 19
	// maxDepth is the maximum nesting of searched folders.
	maxDepth = 100
)

// finder collects the demos that arguments name.
type finder struct {
	list []found
	// skipped are archives in folders that contain no demo, and files of archives that are not opened because of their
	// names: they are not errors, but are missing from the list.
	skipped  []error
	archives map[string]*named // by file path
	full     bool              // maxFound was reached; the last entry of list reports it
	shard    shard             // the selected files
}

// addWhole adds a file that is a single demo, or cannot be inspected, if it is in the shard.
func (l *finder) addWhole(f found) {
	if l.shard.has(f.path) {
		l.add(f)
	}
}

// add adds a demo from a file in the shard, if there is room.
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

// demoFlags select the demos that a command reads, on one machine or on several.
type demoFlags struct {
	FilesFrom []string `placeholder:"FILE" sep:"none" predictor:"file" type:"path" help:"${list_from_text}"`
	Null      bool     `short:"0" help:"${list_null_text}"`
	Shard     shard    `placeholder:"I/N" help:"${list_shard_text}"`
	Files     []string `arg:"" optional:"" name:"file" predictor:"demo" help:"${table_file_text}"`
}

// Validate returns an error if the command line names no demo.
func (f *demoFlags) Validate() error {
	switch {
	case len(f.Files) == 0 && len(f.FilesFrom) == 0:
		return errors.New("missing argument <file>")
	case f.Null && len(f.FilesFrom) == 0:
		return errors.New("--null is for the names in --files-from")
	}
	return nil
}

// find lists the demos. It returns an error if there are none, except in a shard. after reports other problems; call
// it after printing the output.
func (f *demoFlags) find(s *streams) (list []found, after func(), err error) {
	l := finder{shard: f.Shard}
	l.addNames(f.Files)
	for i := 0; i < len(f.FilesFrom) && err == nil; i++ {
		err = f.addFrom(s, f.FilesFrom[i], &l)
	}
	if err == nil && len(l.list) == 0 && f.Shard.count < 2 {
		err = fmt.Errorf("no demos in %s", listOr(slices.Concat(f.Files, f.FilesFrom), "nothing"))
	}
	return l.list, func() {
		for _, err := range l.skipped {
			s.report(err)
		}
	}, err
}

// maxName is the maximum length of a name in a list of files, in bytes: a path and a name in an archive.
const maxName = 1 << 14

// listHead is the number of bytes of a list of files to check.
const listHead = 64 << 10

// byteOrderMark is written by editors on Windows at the start of a list.
const byteOrderMark = "\ufeff"

// checkList returns an error for a list that is itself a demo, or whose names have the wrong separator.
func (f *demoFlags) checkList(name string, head []byte) error {
	null := bytes.IndexByte(head, 0) >= 0
	switch {
	case len(head) > 0 && formats.CheckHead("", head) == nil:
		return fmt.Errorf("%s: a demo, not a list of demos (name it without --files-from)", name)
	case null && !f.Null:
		return fmt.Errorf("%s: names end with NUL bytes: add -0", name)
	case f.Null && !null && bytes.Contains(head, []byte{'\n'}):
		return fmt.Errorf("%s: one name per line, without NUL bytes: leave out -0", name)
	}
	return nil
}

// addFrom adds the demos named in a list from --files-from.
func (f *demoFlags) addFrom(s *streams, list string, l *finder) error {
	in, name := s.in, standardInput
	if list != standardStream {
		file, err := os.Open(list)
		if err != nil {
			return fileError(list, err)
		}
		defer file.Close()
		in, name = file, list
	}
	text := bufio.NewReaderSize(in, listHead)
	if mark, _ := text.Peek(len(byteOrderMark)); string(mark) == byteOrderMark {
		_, _ = text.Discard(len(mark))
	}
	head, _ := text.Peek(listHead) // the reader below reports the error
	if err := f.checkList(name, head); err != nil {
		return err
	}
	names := bufio.NewScanner(text)
	names.Buffer(nil, maxName)
	if f.Null {
		names.Split(scanNull)
	}
	row := 0
	for names.Scan() {
		if row++; strings.TrimSpace(names.Text()) != "" {
			l.addListed(existing(names.Text()))
		}
	}
	if err := names.Err(); errors.Is(err, bufio.ErrTooLong) {
		return fmt.Errorf("%s: name %d is longer than %d bytes", name, row+1, maxName)
	} else if err != nil {
		return fileError(name, err)
	}
	return nil
}

// existing returns the name of an existing file for a name in a list, in any of its forms. If no file exists, it
// returns name.
func existing(name string) string {
	for _, other := range filename.Forms(name) {
		if _, err := os.Stat(other); err == nil {
			return other
		}
	}
	return name
}

// scanNull is [bufio.ScanLines] for lines that end with a NUL byte.
func scanNull(data []byte, atEnd bool) (advance int, token []byte, err error) {
	if i := bytes.IndexByte(data, 0); i >= 0 {
		return i + 1, data[:i], nil
	}
	if atEnd && len(data) > 0 {
		return len(data), data, nil
	}
	return 0, nil, nil
}

// shard is a flag's value: one of several parts of all files, such as 3/8. The zero value selects all files.
type shard struct{ index, count int }

// maxShards is the maximum number of parts.
const maxShards = 1_000_000

// UnmarshalText parses 1/8 to 8/8.
func (h *shard) UnmarshalText(text []byte) error {
	index, count, _ := strings.Cut(string(text), "/")
	i, err := strconv.Atoi(index)
	n, failed := strconv.Atoi(count)
	if err != nil || failed != nil || i < 1 || i > n || n > maxShards {
		return fmt.Errorf("invalid shard %q (1/8 is the first of 8)", text)
	}
	*h = shard{i, n}
	return nil
}

func (h shard) String() string {
	if h.count == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", h.index, h.count)
}

// has reports whether a file belongs to the part, by a hash of its absolute path.
func (h shard) has(file string) bool {
	if h.count < 2 {
		return true
	}
	if path, err := filepath.Abs(file); err == nil {
		file = path
	}
	sum := sha256.Sum256([]byte(file))
	return binary.BigEndian.Uint64(sum[:])%uint64(h.count) == uint64(h.index-1)
}

// findDemos is the function of the same name for a command that reads lists of demos. It returns an error if there
// are none. after reports other problems; call it after printing the output.
func (s *streams) findDemos(names []string) (list []found, after func(), err error) {
	return (&demoFlags{Files: names}).find(s)
}

// findDemos lists the demos that names refer to: files, folders with all their subfolders, archives, M3U lists,
// "sample:" for all built-in demos, and "-" for standard input. It also returns errors for archives in folders
// without demos, and for lines of playlists.
func findDemos(names []string) (list []found, skipped []error) {
	var l finder
	l.addNames(names)
	return l.list, l.skipped
}

// addNames adds the demos that arguments refer to.
func (l *finder) addNames(names []string) {
	for _, name := range names {
		if !m3u.Has(name) {
			l.addNamed(name)
			continue
		}
		entries, err := m3u.Read(name, sampleName)
		if err != nil && len(entries) == 0 {
			l.addWhole(found{path: name, label: filepath.Base(name), err: listError(name, err)})
			continue
		}
		if err != nil {
			l.skipped = append(l.skipped, err)
		}
		for _, e := range entries {
			before := len(l.list)
			l.addListed(e.Path)
			if len(l.list) == before+1 {
				l.list[before].title = e.Title
			}
		}
	}
}

// listError returns the reason that a list cannot be read.
func listError(name string, err error) error {
	if strings.HasPrefix(err.Error(), name) {
		return err
	}
	return fileError(name, err)
}

// addListed adds the demos of a playlist entry. Somebody else may have written the playlist, so the entry may only be
// a demo or an archive, not a folder, which would be walked, or a file without end.
func (l *finder) addListed(name string) {
	info, err := os.Stat(name)
	if err == nil && !info.Mode().IsRegular() || !strings.HasPrefix(name, sampleName) && ofSystem(name) {
		l.addWhole(found{path: name, label: filepath.Base(name), err: fmt.Errorf("%s: not a demo or an archive, and "+
			"so not opened from a list", name)})
		return
	}
	l.addNamed(name)
}

// maxLinks is the maximum number of links to follow in a path, as on Linux.
const maxLinks = 40

// ofSystem reports whether a path leads through a folder of system files, whichever file that is: the output of this
// program is one of them.
func ofSystem(path string) bool {
	path, err := filepath.Abs(path)
	if err != nil {
		return true
	}
	for range maxLinks {
		for _, folder := range []string{"/dev/", "/proc/", "/sys/"} {
			if strings.HasPrefix(path, folder) {
				return true
			}
		}
		next, linked := followed(path)
		if !linked {
			return false
		}
		path = next
	}
	return true
}

// followed returns a path with its first link resolved; false if it has none.
func followed(path string) (next string, linked bool) {
	for at := 1; at <= len(path); at++ {
		if at < len(path) && !os.IsPathSeparator(path[at]) {
			continue
		}
		target, err := os.Readlink(path[:at])
		if err != nil {
			continue
		}
		if !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(path[:at]), target)
		}
		return filepath.Join(target, path[at:]), true
	}
	return "", false
}

// addNamed adds the demos that a name refers to. The name is not a playlist.
func (l *finder) addNamed(name string) {
	if name == sampleName {
		for _, s := range sampleNames() {
			l.addWhole(found{path: s, label: s})
		}
		return
	}
	if name == standardStream {
		l.addWhole(found{path: name, label: standardInput})
		return
	}
	info, err := os.Stat(name)
	switch {
	case err == nil && info.IsDir():
		l.addFolder(name)
	case err == nil && info.Mode().IsRegular():
		l.addFile(name, info)
	case err == nil:
		l.addWhole(found{path: name, label: filepath.Base(name)})
	default: // openDemo returns the error
		if real, ok := namedByJSON(name); ok {
			l.addNamed(real)
		} else if file, member := splitArchive(name); member != "" {
			l.addMember(name, file, member)
		} else {
			l.addWhole(found{path: name, label: path.Base(filepath.ToSlash(name))})
		}
	}
}

// named is an archive that arguments or playlist entries name demos in.
type named struct {
	archive *archive // nil if it is not an archive
	in      *shared
	demos   func() []string // demos in the archive
	file    found           // properties of the file
}

// inArchive returns the archive in a file.
func (l *finder) inArchive(file string) *named {
	n := l.archives[file]
	if n != nil {
		return n
	}
	n = new(named)
	if a, err := archiveAt(file); err == nil {
		n.archive, n.in, n.demos = a, &shared{path: file}, sync.OnceValue(a.demos)
	}
	if info, err := os.Stat(file); err == nil {
		n.file.modified, n.file.changed = info.ModTime(), library.Changed(info)
	}
	if l.archives == nil {
		l.archives = map[string]*named{}
	}
	l.archives[file] = n
	return n
}

// addMember adds the demo at a path that continues inside a file, or all demos in a folder or an archive there.
func (l *finder) addMember(name, file, member string) {
	if !l.shard.has(file) {
		return
	}
	n := l.inArchive(file)
	f := n.file
	f.path, f.label = name, filepath.Base(file)+"/"+member
	if n.archive == nil {
		l.add(f) // openDemo returns the error
		return
	}
	f.path = file + "/" + member // a demo has a single path, however many slashes were typed
	stored, size, ok, holds := n.archive.stat(member)
	if !ok || holds {
		prefix := strings.TrimRight(cmp.Or(stored, member), "/") + "/"
		some := false
		for _, demo := range n.demos() {
			if rest, below := strings.CutPrefix(demo, prefix); below {
				some = true
				_, size, _, _ := n.archive.stat(demo)
				l.addIn(n, f, demo, size, "/"+rest)
			}
		}
		if some {
			return
		}
	}
	if ok {
		l.addIn(n, f, stored, size, "")
		return
	}
	l.add(f) // openDemo returns the error
}

// addIn adds a demo in an archive. Its path and label are those of f followed by rest.
func (l *finder) addIn(n *named, f found, member string, size int64, rest string) {
	f.path, f.label = f.path+rest, f.label+rest
	f.size, f.in, f.member = size, n.in, member
	n.in.left++
	l.add(f)
}

// notIn records an error for files that are not in the list, unless it is nil.
func (l *finder) notIn(err error) {
	if err != nil && len(l.skipped) < maxSkipped {
		l.skipped = append(l.skipped, err)
	}
}

// addFile adds a file that was named directly, or the demos in it if it is an archive.
func (l *finder) addFile(name string, info fs.FileInfo) {
	whole := found{path: name, label: filepath.Base(name), size: info.Size(), modified: info.ModTime(),
		changed: library.Changed(info)}
	if !l.shard.has(name) {
		return // not worth opening
	}
	if !l.guardedArchive(whole, func(a *archive) { l.addArchive(a, whole, formats.Demos(a.Archive)) }) {
		l.add(whole)
	}
}

// guardedArchive calls add with the archive at the path of whole; it returns false if there is none. A bug in this
// program affects only this archive.
func (l *finder) guardedArchive(whole found, add func(*archive)) (ok bool) {
	err := fault.Guard("reading "+whole.path, func() {
		a, err := archiveAt(whole.path)
		if err != nil {
			return
		}
		ok = true
		defer a.close()
		_ = a.use(func() error { // opening a demo returns the error
			add(a)
			return nil
		})
	})
	if err != nil {
		whole.err = err
		l.add(whole)
	}
	return ok || err != nil
}

// walker searches a folder and its subfolders for files that may be demos, or archives of them.
type walker struct {
	entered func(folder string)
	// found is called for each such file, with its path below the folder. If it returns false, the walk ends.
	found func(file, label string, info fs.FileInfo) bool
	// failed is called for files and folders that cannot be read.
	failed func(file, label string, err error)
}

// walk searches a folder, which may be a link, in the natural order of names. It follows links to files in the
// folder, but not links to folders, because they may form a cycle.
func (w *walker) walk(folder string) { w.folder(folder, folder, "", 0) }

// folder searches a folder with a path and a depth. label is its path below the first folder. It returns false to end
// the walk.
func (w *walker) folder(file, path, label string, depth int) bool {
	if depth > maxDepth {
		w.failed(file, label, fmt.Errorf("%s: skipped: folders nested more than %d deep", file, maxDepth))
		return true
	}
	w.entered(file)
	entries, err := os.ReadDir(path)
	if err != nil { // some entries may have been read
		w.failed(file, file, fileError(file, err))
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return filename.Compare(a.Name(), b.Name()) })
	for _, d := range entries {
		file, path, label := below(file, d.Name()), filepath.Join(path, d.Name()), filepath.Join(label, d.Name())
		switch {
		case filename.IsAppleDouble(d.Name() + "/"), filename.IsAppleDouble(d.Name()):
		case d.IsDir():
			if !w.folder(file, path, label, depth+1) {
				return false
			}
		case !w.file(file, label, d):
			return false
		}
	}
	return true
}

// below returns the path of a file in a folder. It never looks like a built-in demo.
func below(folder, name string) string {
	file := filepath.Join(folder, name)
	if strings.HasPrefix(file, sampleName) {
		return "." + string(filepath.Separator) + file
	}
	return file
}

// file calls found for a file that may be a demo.
func (w *walker) file(file, label string, d fs.DirEntry) bool {
	if !formats.HasArchiveName(file) && !formats.HasDemoName(file) && !formats.HasKnownName(file) {
		return true
	}
	info, err := stat(file, d)
	if err != nil || !info.Mode().IsRegular() {
		return true // a broken link, or not a regular file
	}
	return w.found(file, label, info)
}

// addFolder adds the demos in a folder, sorted by name.
func (l *finder) addFolder(folder string) {
	w := walker{
		entered: func(string) {},
		failed:  func(file, label string, err error) { l.addWhole(found{path: file, label: label, err: err}) },
		found: func(file, label string, info fs.FileInfo) bool {
			whole := found{path: file, label: label, size: info.Size(), modified: info.ModTime(),
				changed: library.Changed(info)}
			if !l.shard.has(file) {
				return true
			}
			if whole.size == 0 {
				whole.err = formats.CheckHead(file, nil) // not worth opening
			}
			if whole.size == 0 || !l.guardedArchive(whole, func(a *archive) {
				// The contents of archives are not checked for demos with other names: that takes long, and most
				// archives hold maps.
				names := formats.NamedDemos(a.Archive)
				if len(names) == 0 && formats.HasArchiveName(file) {
					l.notIn(formats.NewChoiceError(file, a.Archive, nil))
					return
				}
				l.addArchive(a, whole, names)
			}) {
				l.add(whole) // openDemo returns the error
			}
			return !l.full
		},
	}
	w.walk(folder)
}

// stat returns information on a file in a folder, following links.
func stat(file string, d fs.DirEntry) (fs.FileInfo, error) {
	if d.Type()&fs.ModeSymlink != 0 {
		return os.Stat(file)
	}
	return d.Info()
}

// addArchive adds the demos of an archive: a single one, or none, under the archive's name, several under their own
// names.
func (l *finder) addArchive(a *archive, whole found, names []string) {
	if len(names) > 0 { // otherwise openDemo returns that error
		l.notIn(formats.LeftOut(whole.path, a.Archive))
	}
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
			modified: whole.modified, changed: whole.changed, in: in, member: name})
	}
}
