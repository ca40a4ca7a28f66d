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

// Limits of a file. Nobody reaches them by hand, and everything in it is drawn on the timeline.
const (
	// MaxFile is the maximum size of a file in bytes.
	MaxFile = 1 << 20
	// MaxMarks is the maximum number of bookmarks.
	MaxMarks = 5000
	// maxName is the maximum length of a name in bytes, several times what can be typed.
	maxName = 1000
)

// patience is how long [Bookmarks.Save] waits for another window to save, which takes milliseconds. The window freezes
// meanwhile.
const patience = time.Second

// Errors of [Bookmarks.Save].
var (
	// ErrNoFile means that there is no place for the bookmarks.
	ErrNoFile = errors.New("no settings folder")
	// ErrNotLocked means that the bookmarks were saved, but that another window that saves at the same moment may
	// overwrite them.
	ErrNotLocked = errors.New("the bookmarks are saved, but without a lock")
	// ErrTooMany means that there would be more than [MaxMarks], or a file larger than [MaxFile].
	ErrTooMany = errors.New("too many bookmarks")
)

// DamagedError is the error for a file that is damaged or has no bookmarks. The file is renamed when there are new
// bookmarks to save.
type DamagedError struct {
	Path string
	Err  error // reason
}

// Error returns the reason, and what happens to the file.
func (e *DamagedError) Error() string {
	return fmt.Sprintf("%s: %v (with new bookmarks it will be kept as %s)", e.Path, e.Err, filepath.Base(e.Path)+
		atomicfile.Aside)
}

// Unwrap returns the reason.
func (e *DamagedError) Unwrap() error { return e.Err }

// Open returns the bookmarks in the folder dir of the demo whose content has the given SHA-256. They are empty if there
// is no file, or if dir is "". If the file is unreadable, Open returns empty bookmarks and an error, which is a
// *[DamagedError] if the file could be opened.
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

// Save writes the file, and creates its folder if necessary. It merges in what others have written since the file was
// read, and updates b. Marks that either side has set are kept, and marks that either side has removed are removed. The
// clip and the path are those of b if b has changed them, and otherwise those of the file. A damaged file is renamed.
//
// If there is an error, the file is unchanged, unless the error is [ErrNotLocked].
func (b *Bookmarks) Save() error {
	if b.unsaved {
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
	if b.skipWait {
		wait = 0
	}
	unlock, lockErr := atomicfile.Lock(filepath.Join(dir, ".lock"), wait)
	if lockErr == nil {
		defer unlock()
	}
	b.skipWait = errors.Is(lockErr, atomicfile.ErrLocked)

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

// content is the content of a file.
type content struct {
	marks   []Mark
	in, out *float64
	loop    bool
	path    []PathPoint
	// unknown are the keys of later versions, and unknownOf those of the marks at a time.
	unknown   map[string]json.RawMessage
	unknownOf map[float64]map[string]json.RawMessage
}

// adopt replaces the bookmarks by the content of the file.
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

// merged returns the current content of the file with b's changes since it was read or written. It renames a damaged
// file.
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
		base = content{} // otherwise saved bookmarks would count as removed by others
	}
	c := there
	c.marks = mergeMarks(base.marks, b.Marks, there.marks)
	if !equal(b.In, base.in) || !equal(b.Out, base.out) || b.Loop != base.loop {
		c.in, c.out, c.loop = clone(b.In), clone(b.Out), b.Loop
	}
	if !slices.Equal(b.Path, base.path) {
		c.path = slices.Clone(b.Path) // don't mix two paths
	}
	return c, nil
}

// missing reports whether the file was missing or empty.
func (c *content) missing() bool {
	return len(c.marks) == 0 && c.in == nil && c.out == nil && len(c.path) == 0 && c.unknown == nil
}

// mergeMarks applies the changes from base to ours to theirs.
func mergeMarks(base, ours, theirs []Mark) []Mark {
	added := map[Mark]int{} // how many of each mark; negative if removed
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

// read reads a file. A missing file has no content.
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

// decode reads the output of encode, of this or a later version of the program.
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

// take decodes the value of a key, if it exists, and removes the key.
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
	err    error // the first error
}

func (o *object) add(key string, value any) {
	data, err := json.Marshal(value)
	if err != nil {
		o.err = errors.Join(o.err, err)
		return
	}
	name, _ := json.Marshal(key) // a string can't fail
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
