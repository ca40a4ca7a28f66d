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

// Folder is a folder with a table that is partitioned by level, map and day. Each level of each demo has its own file,
// such as map=dm6/day=2024-06-16/tracks-final-0a1b2c3d-1.parquet. Reading a demo again replaces its files and touches
// no others, so many processes may write to one folder.
//
// Complete demos are recorded below _done, which readers of partitioned tables skip.
type Folder struct {
	Path  string
	Table string // "events"
	Form  Form
	// Made describes the parameters of the rows besides the demo, such as "rate 10".
	Made string
}

// Source is the file of a demo.
type Source struct {
	Path     string // including the path in an archive
	Size     int64  // bytes
	Modified time.Time
}

// doneFolder has a note for each demo whose files are complete.
const doneFolder = "_done"

// note describes a demo whose files are complete.
type note struct {
	Demo     string    `json:"demo"`
	Size     int64     `json:"size"`
	Modified time.Time `json:"modified"`
	Made     string    `json:"made,omitempty"`
	Files    []string  `json:"files"`            // relative to the folder
	Damage   string    `json:"damage,omitempty"` // damage of the demo
}

// maxNote is the maximum size of a note in bytes, enough for a demo with a thousand levels.
const maxNote = 1 << 20

// noteOf returns the note of a demo without files.
func (f *Folder) noteOf(s Source) note {
	return note{Demo: strings.ToValidUTF8(absolute(s.Path), "\ufffd"), Size: s.Size, Modified: s.Modified.UTC(),
		Made: f.Made}
}

// notePath returns the path of a demo's note, in subfolders that stay small.
func (f *Folder) notePath(s Source) string {
	name := fileStem(f.Table, absolute(s.Path))
	return filepath.Join(f.Path, doneFolder, hashOf(name)[:2], name+"."+f.Form.Extension()+".json")
}

// absolute returns the same path for all spellings of a demo's path.
func absolute(path string) string {
	if whole, err := filepath.Abs(path); err == nil {
		return whole
	}
	return path
}

// kept returns the note of a demo. ok is false if there is no readable one.
func (f *Folder) kept(s Source) (n note, ok bool) {
	data, err := bounded.ReadFile(f.notePath(s), maxNote)
	if err != nil || json.Unmarshal(data, &n) != nil {
		return note{}, false
	}
	return n, n.Demo == f.noteOf(s).Demo
}

// Done reports whether all files of a demo exist, made with the same parameters from the demo as it is now. It also
// returns the demo's damage.
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

// owns reports whether a file in the folder belongs to a demo, by its name.
func (f *Folder) owns(s Source, file string) bool {
	return filepath.IsLocal(file) && strings.HasPrefix(filepath.Base(file), fileStem(f.Table, absolute(s.Path))+"-") &&
		filepath.Ext(file) == "."+f.Form.Extension()
}

// WriteError is an error of writing a file of a [Folder].
type WriteError struct {
	Path string
	Err  error
}

func (e *WriteError) Error() string { return fmt.Sprintf("writing %s: %v", e.Path, e.Err) }

func (e *WriteError) Unwrap() error { return e.Err }

// Parts writes the files of one demo to a [Folder]. Errors are of type [*WriteError].
type Parts[B any] struct {
	folder *Folder
	source Source
	before []string // files of an earlier run
	files  []string // files of this run

	open  *partFile[B]
	part  Part
	level int32
	rows  []B
}

// rowsAtOnce is the number of rows that are written together.
const rowsAtOnce = 1024

// NewParts begins the files of a demo, which are incomplete until [Parts.Close].
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

// Add adds a row. Rows of the same part and level must be consecutive.
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

// endFile ends the open file, if there is one.
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

// Abandon ends a demo that can't be read completely. The open file keeps its previous content.
func (p *Parts[B]) Abandon() {
	if p.open != nil {
		p.open.abandon()
		p.open = nil
	}
}

// Close ends the files, removes files of an earlier run that this run has not written, and records that the files of
// the demo are complete, with the demo's damage.
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

// partFile is an open file that is written by its own goroutine.
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

// errAbandoned prevents the replacement of a file.
var errAbandoned = errors.New("demo is unreadable")

// abandon keeps the previous file.
func (p *partFile[B]) abandon() {
	p.pipe.CloseWithError(errAbandoned)
	<-p.done
}

// partName returns the folder name for a column's value.
func partName(value string) string {
	if value == "" {
		return "unknown"
	}
	return Escape(strings.ToLower(value))
}

// PartOf returns the part of a demo's summary: the map of its first level, and its day.
func PartOf(info *report.Info) Part {
	part := Part{Day: day(info.Date)}
	if names := info.MapNames(); len(names) > 0 {
		part.Map = Map(strings.ToLower(names[0]))
	}
	return part
}

// Part returns the part of a match's statistics.
func (s *Statistics) Part() Part { return Part{s.Map, day(s.Date)} }
