package bookmarks

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"time"

	"demoscope/internal/atomicfile"
	"demoscope/internal/bounded"
	"demoscope/internal/settings"
)

// Limits of a file that is read or written. Nobody sets so much by hand, and all of it is
// drawn on the bar.
const (
	// MaxFile is the size of the largest file, in bytes.
	MaxFile = 1 << 20
	// MaxMarks is the largest number of bookmarks.
	MaxMarks = 5000
	// maxName is the length of the longest name, in bytes: several times of what can be
	// typed.
	maxName = 1000
)

// patience is how long [Bookmarks.Save] waits for another window that saves, which
// takes milliseconds: the window stands still meanwhile.
const patience = time.Second

// Errors of [Bookmarks.Save].
var (
	// ErrNoFile says that there is nowhere to keep the bookmarks.
	ErrNoFile = errors.New("no settings folder")
	// ErrNotLocked says that the bookmarks were saved, but that another window that saves
	// at the same moment may overwrite them.
	ErrNotLocked = errors.New("the bookmarks are saved, but without a lock")
	// ErrTooMany says that there would be more than [MaxMarks], or a file larger than
	// [MaxFile].
	ErrTooMany = errors.New("too many bookmarks")
)

// DamagedError says that a file is none of bookmarks, or a damaged one. When there are
// new bookmarks to save, it is kept under another name.
type DamagedError struct {
	Path string
	Err  error // what is wrong
}

// Error says what is wrong, and what becomes of the file.
func (e *DamagedError) Error() string {
	return fmt.Sprintf("%s: %v (with new bookmarks it will be kept as %s)", e.Path, e.Err, filepath.Base(e.Path)+
		atomicfile.Aside)
}

// Unwrap returns what is wrong.
func (e *DamagedError) Unwrap() error { return e.Err }

// Open returns the bookmarks of the demo whose content has the given SHA-256 from the folder dir,
// none if it has no file there, or if dir is "". If the file cannot be read, Open
// returns an error, a *[DamagedError] if it could be opened, and empty bookmarks.
func Open(dir string, sum [sha256.Size]byte) (*Bookmarks, error) {
	if dir == "" {
		return &Bookmarks{}, nil
	}
	b := &Bookmarks{path: filepath.Join(dir, hex.EncodeToString(sum[:])+".json")}
	c, err := read(b.path)
	if err != nil {
		return b, err
	}
	b.adopt(c)
	return b, nil
}

// Save writes the file, and creates its folder if needed. What others have written into
// the file since it was read is kept, and becomes part of b: of marks what either side
// has set or removed, of the clip and of
// the path what was changed here, or else there. A file that is
// damaged is kept under another name.
//
// If there is an error, the file stays as it was, unless the error is [ErrNotLocked].
func (b *Bookmarks) Save() error {
	if b.fleeting {
		return nil
	}
	if b.path == "" {
		return ErrNoFile
	}
	dir := filepath.Dir(b.path)
	if err := atomicfile.MkdirAll(dir); err != nil {
		return settings.Plain(dir, err)
	}
	wait := patience
	if b.rash {
		wait = 0
	}
	unlock, lockErr := atomicfile.Lock(filepath.Join(dir, ".lock"), wait)
	if lockErr == nil {
		defer unlock()
	}
	b.rash = errors.Is(lockErr, atomicfile.ErrLocked)

	c, err := b.merged()
	if err != nil {
		return err
	}
	data, err := c.encode()
	if err != nil {
		return err
	}
	if err := atomicfile.Write(b.path, data, 0o600); err != nil {
		return settings.Plain(dir, err)
	}
	b.adopt(c)
	if lockErr != nil {
		return fmt.Errorf("%w: %w", ErrNotLocked, lockErr)
	}
	return nil
}

// content is what a file has.
type content struct {
	marks   []Mark
	in, out *float64
	loop    bool
	path    []PathPoint
	// unknown are the keys of later versions, and unknownOf those of the marks at a time.
	unknown   map[string]json.RawMessage
	unknownOf map[float64]map[string]json.RawMessage
}

// adopt makes what the file has the bookmarks.
func (b *Bookmarks) adopt(c content) {
	b.base = c
	b.Marks = slices.Clone(c.marks)
	b.In, b.Out, b.Loop = clone(c.in), clone(c.out), c.loop
	b.Path = slices.Clone(c.path)
}

func clone(v *float64) *float64 {
	if v == nil {
		return nil
	}
	c := *v
	return &c
}

func equal(a, b *float64) bool { return a == b || a != nil && b != nil && *a == *b }

// merged returns what the file has now, with the changes since it was read or written.
// A file that is damaged is moved aside.
func (b *Bookmarks) merged() (content, error) {
	there, err := read(b.path)
	base := b.base
	var damaged *DamagedError
	switch {
	case errors.As(err, &damaged):
		if err := atomicfile.SetAside(b.path); err != nil {
			return there, errors.Join(damaged.Err, settings.Plain(b.path, err))
		}
		there, base = content{}, content{}
	case err != nil:
		return there, err
	}
	if there.missing() {
		base = content{} // else what was saved before would count as removed by somebody
	}
	c := there
	c.marks = mergeMarks(base.marks, b.Marks, there.marks)
	if !equal(b.In, base.in) || !equal(b.Out, base.out) || b.Loop != base.loop {
		c.in, c.out, c.loop = clone(b.In), clone(b.Out), b.Loop
	}
	if !slices.Equal(b.Path, base.path) {
		c.path = slices.Clone(b.Path) // of two that were changed one is whole
	}
	return c, nil
}

// missing reports whether there was no file, or nothing in it.
func (c *content) missing() bool {
	return len(c.marks) == 0 && c.in == nil && c.out == nil && len(c.path) == 0 && c.unknown == nil
}

// mergeMarks applies the changes from base to ours to theirs.
func mergeMarks(base, ours, theirs []Mark) []Mark {
	added := map[Mark]int{} // how many of each; less than 0 are removed
	for _, m := range ours {
		added[m]++
	}
	for _, m := range base {
		added[m]--
	}
	out := make([]Mark, 0, len(theirs)+len(ours))
	for _, m := range theirs {
		switch n := added[m]; {
		case n < 0:
			added[m]++ // removed
			continue
		case n > 0:
			added[m]-- // both have set it
		}
		out = append(out, m)
	}
	for _, m := range ours { // in their order
		if added[m] > 0 {
			added[m]--
			out = append(out, m)
		}
	}
	sortMarks(out)
	return out
}

// read reads a file; one that does not exist has nothing in it.
func read(path string) (content, error) {
	data, err := bounded.ReadFile(path, MaxFile)
	var large *bounded.SizeError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return content{}, nil
	case errors.As(err, &large):
		return content{}, &DamagedError{path, fmt.Errorf("larger than %d bytes", large.Limit)}
	case err != nil:
		return content{}, settings.Plain(path, err)
	}
	c, err := decode(data)
	if err != nil {
		return content{}, &DamagedError{path, err}
	}
	return c, nil
}

// decode reads what encode has written, or a later version of this program.
func decode(data []byte) (c content, err error) {
	top := map[string]json.RawMessage{}
	if err := json.Unmarshal(data, &top); err != nil {
		return c, err
	}
	var marks []map[string]json.RawMessage
	err = errors.Join(take(top, "marks", &marks), take(top, "in", &c.in), take(top, "out", &c.out),
		take(top, "loop", &c.loop))
	if len(marks) > MaxMarks {
		return content{}, fmt.Errorf("%d bookmarks, more than %d", len(marks), MaxMarks)
	}
	for i, fields := range marks {
		var m Mark
		err = errors.Join(err, take(fields, "clock", &m.Clock), take(fields, "name", &m.Name))
		if err != nil {
			return content{}, fmt.Errorf("bookmark %d: %w", i+1, err)
		}
		if len(m.Name) > maxName {
			return content{}, fmt.Errorf("bookmark %d: a name of %d bytes", i+1, len(m.Name))
		}
		if len(fields) > 0 {
			if c.unknownOf == nil {
				c.unknownOf = map[float64]map[string]json.RawMessage{}
			}
			c.unknownOf[m.Clock] = fields
		}
		c.marks = append(c.marks, m)
	}
	path, pathErr := takePath(top)
	c.path = path
	if err = errors.Join(err, pathErr); err != nil {
		return content{}, err
	}
	sortMarks(c.marks)
	if c.in != nil && c.out != nil && !(*c.in < *c.out) {
		c.out = nil // as SetIn does
	}
	c.loop = c.loop && c.in != nil && c.out != nil
	c.unknown = top
	return c, nil
}

// take reads the value of a key, if there is one, and removes the key.
func take(fields map[string]json.RawMessage, key string, to any) error {
	value, ok := fields[key]
	if !ok {
		return nil
	}
	delete(fields, key)
	if err := json.Unmarshal(value, to); err != nil {
		return fmt.Errorf("%s: %w", key, err)
	}
	return nil
}

// encode returns the text of a file.
func (c *content) encode() ([]byte, error) {
	var top object
	if len(c.marks) > MaxMarks {
		return nil, ErrTooMany
	}
	if len(c.marks) > 0 {
		list := make([]json.RawMessage, len(c.marks))
		for i, m := range c.marks {
			var mark object
			mark.add("clock", m.Clock)
			mark.add("name", m.Name)
			mark.addAll(c.unknownOf[m.Clock])
			list[i], top.err = mark.text(), errors.Join(top.err, mark.err)
		}
		top.add("marks", list)
	}
	if c.in != nil {
		top.add("in", *c.in)
	}
	if c.out != nil {
		top.add("out", *c.out)
	}
	if c.loop {
		top.add("loop", true)
	}
	if len(c.path) > 0 {
		top.add("path", c.path)
	}
	top.addAll(c.unknown)
	if top.err != nil {
		return nil, top.err
	}
	var out bytes.Buffer
	if err := json.Indent(&out, top.text(), "", "\t"); err != nil {
		return nil, err
	}
	out.WriteByte('\n')
	if out.Len() > MaxFile {
		return nil, ErrTooMany
	}
	return out.Bytes(), nil
}

// object is a JSON object that keeps the order of its keys.
type object struct {
	fields []byte
	err    error // the first one
}

func (o *object) add(key string, value any) {
	data, err := json.Marshal(value)
	if err != nil {
		o.err = errors.Join(o.err, err)
		return
	}
	name, _ := json.Marshal(key) // a string has no errors
	if len(o.fields) > 0 {
		o.fields = append(o.fields, ',')
	}
	o.fields = append(append(append(o.fields, name...), ':'), data...)
}

func (o *object) addAll(fields map[string]json.RawMessage) {
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		o.add(key, fields[key])
	}
}

func (o *object) text() []byte { return slices.Concat([]byte("{"), o.fields, []byte("}")) }
