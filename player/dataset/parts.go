package dataset

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"demoscope/internal/atomicfile"
	"demoscope/internal/bounded"
	"demoscope/player/report"
)

// Folder is a folder with a table that is divided by level, map and day: each level of each demo has a file of its
// own, such as map=dm6/day=2024-06-16/tracks-final-0a1b2c3d-1.parquet. A demo that is read again replaces its
// files and touches no other's, so that many processes may write into one folder.
//
// What is complete is noted below _done, which readers of divided tables leave out.
type Folder struct {
	Path  string
	Table string // "events"
	Form  Form
	// Made says what the rows depend on besides the demo, such as "rate 10".
	Made string
}

// Source is the file of a demo.
type Source struct {
	Path     string // with the path in an archive
	Size     int64  // bytes
	Modified time.Time
}

// doneFolder holds a note for each demo whose files are complete.
const doneFolder = "_done"

// note is what a folder keeps of a demo whose files are complete.
type note struct {
	Demo     string    `json:"demo"`
	Size     int64     `json:"size"`
	Modified time.Time `json:"modified"`
	Made     string    `json:"made,omitempty"`
	Files    []string  `json:"files"`            // below the folder
	Damage   string    `json:"damage,omitempty"` // what of the demo is damaged
}

// maxNote is the size of the largest note that is read, in bytes: a demo with a thousand levels.
const maxNote = 1 << 20

// noteOf returns the note of a demo that has no files yet.
func (f *Folder) noteOf(s Source) note {
	return note{Demo: strings.ToValidUTF8(absolute(s.Path), "\ufffd"), Size: s.Size, Modified: s.Modified.UTC(),
		Made: f.Made}
}

// notePath returns where the note of a demo is, in folders that stay small.
func (f *Folder) notePath(s Source) string {
	name := fileStem(f.Table, absolute(s.Path))
	return filepath.Join(f.Path, doneFolder, hashOf(name)[:2], name+"."+f.Form.Extension()+".json")
}

// absolute returns a path that is the same however a demo was named.
func absolute(path string) string {
	if whole, err := filepath.Abs(path); err == nil {
		return whole
	}
	return path
}

// kept returns the note of a demo, if there is one that can be read.
func (f *Folder) kept(s Source) (n note, ok bool) {
	data, err := bounded.ReadFile(f.notePath(s), maxNote)
	if err != nil || json.Unmarshal(data, &n) != nil {
		return note{}, false
	}
	return n, n.Demo == f.noteOf(s).Demo
}

// Done reports whether all files of a demo are there, made in the same way of the file as it is now. It returns what
// of the demo was damaged.
func (f *Folder) Done(s Source) (damage string, ok bool) {
	n, ok := f.kept(s)
	want := f.noteOf(s)
	if !ok || n.Size != want.Size || !n.Modified.Equal(want.Modified) || n.Made != want.Made {
		return "", false
	}
	for _, file := range n.Files {
		if !f.owns(s, file) {
			return "", false
		}
		if _, err := os.Stat(filepath.Join(f.Path, file)); err != nil {
			return "", false
		}
	}
	return n.Damage, true
}

// owns reports whether a file below the folder has the name of one of a demo.
func (f *Folder) owns(s Source, file string) bool {
	return filepath.IsLocal(file) && strings.HasPrefix(filepath.Base(file), fileStem(f.Table, absolute(s.Path))+"-") &&
		filepath.Ext(file) == "."+f.Form.Extension()
}

// WriteError is why a file of a [Folder] cannot be written.
type WriteError struct {
	Path string
	Err  error
}

func (e *WriteError) Error() string { return fmt.Sprintf("writing %s: %v", e.Path, e.Err) }

func (e *WriteError) Unwrap() error { return e.Err }

// Parts writes the files of one demo into a [Folder]. Errors are of type [*WriteError].
type Parts[B any] struct {
	folder *Folder
	source Source
	before []string // what an earlier run made
	files  []string // what this one makes

	open  *partFile[B]
	part  Part
	level int32
	rows  []B
}

// rowsAtOnce is how many rows wait to be written together.
const rowsAtOnce = 1024

// NewParts begins the files of a demo, which from now on are not complete.
func NewParts[B any](f *Folder, s Source) (*Parts[B], error) {
	p := &Parts[B]{folder: f, source: s}
	if n, ok := f.kept(s); ok {
		p.before = n.Files
	}
	if err := atomicfile.Remove(f.notePath(s)); err != nil {
		return nil, &WriteError{f.notePath(s), err}
	}
	return p, nil
}

// Add adds a row. Those of a part and level follow each other.
func (p *Parts[B]) Add(part Part, level int32, row *B) error {
	if p.open == nil || part != p.part || level != p.level {
		if err := p.endFile(); err != nil {
			return err
		}
		p.part, p.level = part, level
		if err := p.begin(); err != nil {
			return err
		}
	}
	p.rows = append(p.rows, *row)
	if len(p.rows) < rowsAtOnce {
		return nil
	}
	return p.flush()
}

func (p *Parts[B]) flush() error {
	err := p.open.write(p.rows)
	p.rows = p.rows[:0]
	return err
}

// begin opens the file of the part and level.
func (p *Parts[B]) begin() error {
	f := p.folder
	name := filepath.Join("map="+partName(string(p.part.Map)), "day="+partName(string(p.part.Day)),
		FileName(f.Table, absolute(p.source.Path), p.level)+"."+f.Form.Extension())
	path := filepath.Join(f.Path, name)
	if err := atomicfile.MkdirShared(filepath.Dir(path)); err != nil {
		return &WriteError{filepath.Dir(path), err}
	}
	p.files = append(p.files, name)
	var err error
	p.open, err = newPartFile[B](f.Form, path)
	return err
}

// endFile ends the file that is open, if there is one.
func (p *Parts[B]) endFile() error {
	if p.open == nil {
		return nil
	}
	err := p.flush()
	file := p.open
	p.open = nil
	if err != nil {
		file.abandon()
		return err
	}
	return file.close()
}

// Abandon ends a demo that cannot be read to its end: the file that is open stays what it was before.
func (p *Parts[B]) Abandon() {
	if p.open != nil {
		p.open.abandon()
		p.open = nil
	}
}

// Close ends the files, removes those of an earlier run that this one has not written again, and notes that the
// files of the demo are complete, with what of it is damaged.
func (p *Parts[B]) Close(damage string) error {
	if err := p.endFile(); err != nil {
		return err
	}
	f := p.folder
	for _, file := range p.before {
		if slices.Contains(p.files, file) || !f.owns(p.source, file) {
			continue
		}
		if err := atomicfile.Remove(filepath.Join(f.Path, file)); err != nil {
			return &WriteError{filepath.Join(f.Path, file), err}
		}
	}
	n, path := f.noteOf(p.source), f.notePath(p.source)
	n.Files, n.Damage = p.files, damage
	data, err := json.Marshal(n)
	if err == nil {
		err = atomicfile.MkdirShared(filepath.Dir(path))
	}
	if err == nil {
		err = atomicfile.Write(path, append(data, '\n'), 0o666)
	}
	if err != nil {
		return &WriteError{path, err}
	}
	return nil
}

// partFile is a file that is held open and written by its goroutine.
type partFile[B any] struct {
	path string
	w    Writer[B]
	pipe *io.PipeWriter
	done chan error
}

func newPartFile[B any](form Form, path string) (*partFile[B], error) {
	in, out := io.Pipe()
	p := &partFile[B]{path: path, pipe: out, done: make(chan error, 1)}
	go func() {
		err := atomicfile.WriteFrom(path, 0o666, func(file io.Writer) error {
			_, err := io.Copy(file, in)
			return err
		})
		in.CloseWithError(err)
		p.done <- err
	}()
	var err error
	if p.w, err = NewWriter[B](form, out); err != nil {
		p.abandon()
		return nil, &WriteError{path, err}
	}
	return p, nil
}

func (p *partFile[B]) write(rows []B) error {
	if err := p.w.Write(rows); err != nil {
		return &WriteError{p.path, err}
	}
	return nil
}

// close ends the file.
func (p *partFile[B]) close() error {
	if err := p.w.Close(); err != nil {
		p.pipe.CloseWithError(err)
		<-p.done
		return &WriteError{p.path, err}
	}
	p.pipe.Close()
	if err := <-p.done; err != nil {
		return &WriteError{p.path, err}
	}
	return nil
}

// errAbandoned keeps a file from being replaced.
var errAbandoned = errors.New("demo is unreadable")

// abandon leaves what was there before.
func (p *partFile[B]) abandon() {
	p.pipe.CloseWithError(errAbandoned)
	<-p.done
}

// partName returns the name of a folder for the value of a column.
func partName(value string) string {
	if value == "" {
		return "unknown"
	}
	return Escape(strings.ToLower(value))
}

// PartOf returns the part that the summary of a demo belongs to: the map of its first level and its day.
func PartOf(info *report.Info) Part {
	part := Part{Day: day(info.Date)}
	if names := info.MapNames(); len(names) > 0 {
		part.Map = Map(strings.ToLower(names[0]))
	}
	return part
}

// Part returns the part that the statistics of a match belong to.
func (s *Statistics) Part() Part { return Part{s.Map, day(s.Date)} }
