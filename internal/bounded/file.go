// Package bounded reads untrusted files with a limit on the cost: a file of any size, a pipe that never ends, a device,
// a packed file that unpacks to a thousand times its size.
//
// [ReadFile] is for files that the program finds itself (settings, keys, bookmarks); [Open] is for those that the user
// names (demos), which may be pipes. [OnDemand] is a file that is only open while it is read (an archive).
//
// Exceeding a limit is an error, and costs no more memory than the limit; [MaxRatio] is the limit of compression
// ratios. Devices and sockets are refused.
package bounded

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"
)

// SizeError says that a file exceeds the size that its reader allows.
type SizeError struct {
	Name  string // of the file
	Limit int64  // bytes
}

// Error returns the file's name and the limit.
func (e *SizeError) Error() string {
	return fmt.Sprintf("%s: larger than %d bytes", e.Name, e.Limit)
}

// KindError says that a path is no file, or a pipe where a regular file is required.
type KindError struct {
	Name string
	What string // such as "a folder", "a device"
}

// Error says what the path is instead of a file.
func (e *KindError) Error() string { return fmt.Sprintf("%s: %s, not a file", e.Name, e.What) }

// Errors of files that change.
var (
	// ErrShorter says that a file became shorter while it was read.
	ErrShorter = errors.New("it became shorter while it was read")
	// ErrChanged says that a file is no longer the one that was opened first.
	ErrChanged = errors.New("it was changed since it was opened")
	// ErrSilent says that no writer opened a named pipe.
	ErrSilent = errors.New("nothing writes into this pipe")
)

// What describes a file that is not regular in words: "a folder".
func What(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "a folder"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	case mode&fs.ModeNamedPipe != 0:
		return "a pipe"
	case mode&fs.ModeDevice != 0:
		return "a device"
	}
	return "something else"
}

// opener opens files: the system, or an [os.Root].
type opener interface {
	Stat(name string) (fs.FileInfo, error)
	OpenFile(name string, flag int, mode fs.FileMode) (*os.File, error)
}

type system struct{}

func (system) Stat(name string) (fs.FileInfo, error) { return os.Stat(name) }

func (system) OpenFile(name string, _ int, _ fs.FileMode) (*os.File, error) { return OpenShared(name) }

// open opens a regular file, or a pipe if pipes is set. It checks the kind of file before opening it, because opening a
// device can have effects, and once more afterwards, because the file may have been replaced. It never blocks.
func open(in opener, path string, pipes bool) (*os.File, fs.FileInfo, error) {
	check := func(info fs.FileInfo) error {
		if m := info.Mode(); !m.IsRegular() && !(pipes && m&fs.ModeNamedPipe != 0) {
			return &KindError{path, What(m)}
		}
		return nil
	}
	info, err := in.Stat(path)
	if err == nil {
		err = check(info)
	}
	if err != nil {
		return nil, nil, err
	}
	f, err := in.OpenFile(path, os.O_RDONLY|dontWait, 0)
	if err != nil {
		return nil, nil, err
	}
	if info, err = f.Stat(); err == nil {
		err = check(info)
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, info, nil
}

// ReadFile returns the content of a regular file of at most limit bytes. The error is a *[KindError] for anything else,
// a *[SizeError] for a larger file, [ErrShorter], or an [fs.PathError]. A file that claims to be empty (as in /proc) is
// read nevertheless.
func ReadFile(path string, limit int64) ([]byte, error) {
	return readFile(system{}, path, limit)
}

// ReadIn is [ReadFile] for a file in a folder.
func ReadIn(root *os.Root, name string, limit int64) ([]byte, error) {
	return readFile(root, name, limit)
}

func readFile(from opener, path string, limit int64) ([]byte, error) {
	f, info, err := open(from, path, false)
	if err != nil {
		return nil, err
	}
	in := newInput(path, f, f)
	in.size = info.Size()
	defer in.Close()
	return in.ReadAll(limit)
}

// maxWait is the maximum time to wait for a named pipe's writer: people name a pipe right after they start its writer.
const maxWait = 2 * time.Second

// Input is a file being read from its beginning: first its head, by which the caller decides whether to read the rest.
type Input struct {
	name   string
	r      io.Reader
	c      io.Closer // may be nil
	size   int64     // in bytes when it was opened; 0 if unknown
	pipe   bool
	head   []byte
	atEnd  bool
	failed error
}

// Open opens a file named by the user: a regular one, or a pipe, as in /dev/stdin and <(zcat demo.gz). It never waits
// for a pipe's writer. The error is a *[KindError] for folders, devices and sockets, or an *[fs.PathError].
func Open(path string) (*Input, error) {
	f, info, err := open(system{}, path, true)
	if err != nil {
		return nil, err
	}
	in := newInput(path, f, f)
	if info.Mode().IsRegular() {
		in.size = info.Size()
	} else {
		in.pipe, in.r = true, &retryReader{f: f}
	}
	return in, nil
}

// NewInput returns an Input that reads a stream; name is for errors.
func NewInput(name string, r io.Reader) *Input { return &Input{name: name, r: r, pipe: true} }

func newInput(name string, r io.Reader, c io.Closer) *Input { return &Input{name: name, r: r, c: c} }

// Regular reports whether the input is a file on disk, which can be read again and at any offset.
func (in *Input) Regular() bool { return !in.pipe }

// Size returns the size in bytes of the file when it was opened, 0 if unknown.
func (in *Input) Size() int64 { return in.size }

// Head returns the first n bytes, or all of a shorter file. It can be called before [Input.ReadAll], and several times.
func (in *Input) Head(n int) ([]byte, error) {
	in.fill(n)
	if in.failed != nil {
		return nil, in.failed
	}
	return in.head[:min(n, len(in.head))], nil
}

// step is the number of bytes to read at a time if the size is unknown.
const step = 64 << 10

// fill reads until the head has n bytes.
func (in *Input) fill(n int) {
	for len(in.head) < n && !in.atEnd && in.failed == nil {
		if len(in.head) == cap(in.head) {
			room := min(len(in.head)+max(len(in.head), step), n)
			if in.size > int64(len(in.head)) {
				room = int(min(in.size, int64(n))) + 1 // one more, to detect the end
			}
			grown := make([]byte, len(in.head), room)
			copy(grown, in.head)
			in.head = grown
		}
		got, err := in.r.Read(in.head[len(in.head):min(cap(in.head), n)])
		in.head = in.head[:len(in.head)+got]
		switch {
		case err == io.EOF:
			in.atEnd = true
		case err != nil:
			in.failed = err
		}
	}
}

// ReadAll returns the whole file, including the head. Of a growing file it returns the content at the time of opening.
// The error is a *[SizeError] if it has more than limit bytes, wraps [ErrShorter], or is one of reading. ReadAll reads
// at most limit bytes, and memory only grows with the bytes read.
func (in *Input) ReadAll(limit int64) ([]byte, error) {
	if in.size > limit {
		return nil, &SizeError{in.name, limit}
	}
	want := limit + 1
	if in.size > 0 {
		want = in.size
	}
	in.fill(int(want))
	switch {
	case in.failed != nil:
		return nil, in.failed
	case int64(len(in.head)) > limit:
		return nil, &SizeError{in.name, limit}
	case int64(len(in.head)) < in.size:
		return nil, fmt.Errorf("%s: %w", in.name, ErrShorter)
	}
	return in.head, nil
}

// Stream returns a reader of the whole file, including the head, that buffers nothing. Use it instead of
// [Input.ReadAll].
func (in *Input) Stream() io.Reader {
	return io.MultiReader(bytes.NewReader(in.head), in.r)
}

// Close closes the input.
func (in *Input) Close() error {
	if in.c == nil {
		return nil
	}
	return in.c.Close()
}

// retryReader reads a pipe that may not have a writer yet: it ignores an end before the first byte for a while.
type retryReader struct {
	f     *os.File
	begun bool
	wait  time.Duration // waited so far
}

func (p *retryReader) Read(b []byte) (int, error) {
	for {
		n, err := p.f.Read(b)
		if p.begun || n > 0 || err != io.EOF {
			p.begun = true
			return n, err
		}
		if p.wait >= maxWait {
			return 0, &fs.PathError{Op: "read", Path: p.f.Name(), Err: ErrSilent}
		}
		const pause = 20 * time.Millisecond
		time.Sleep(pause)
		p.wait += pause
	}
}
