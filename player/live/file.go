package live

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"demoscope/formats"
	"demoscope/internal/bounded"
)

const (
	// pollEvery is how often a file is looked at: servers write once a frame, which is 20 to 77 times a second.
	pollEvery = 30 * time.Millisecond
	// nameEvery is after how many of those it is looked at whether the name is still that of the file.
	nameEvery = 10
	// readSize is how many bytes are read at once.
	readSize = 256 << 10
	// tailSize is how many bytes before the end are compared, to know a file that was written anew at once from one
	// that has grown.
	tailSize = 64
)

// File is a demo that somebody else is writing to a file. What grows it are the bytes at the file's end; it ends
// where the demo itself says so, or when the file is removed, made shorter or replaced.
type File struct {
	*formats.Growing
	path     string
	file     *os.File
	at       int64        // bytes read
	came     atomic.Int64 // when something was read last, in nanoseconds since start
	start    time.Time
	tail     [tailSize]byte // the last ones
	buffer   []byte
	replaced chan struct{}
	quit     chan struct{}
	done     chan struct{}
	once     sync.Once
}

// Follow follows the file at path. It must be a regular one, since anything else does not grow. [File.Close] ends it.
func Follow(path string, o formats.GrowOptions) (*File, error) {
	o.Damaged = true // as in a file that is whole
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = &bounded.KindError{Name: path, What: bounded.What(info.Mode())}
	}
	if err != nil {
		return nil, err
	}
	file, err := bounded.OpenShared(path)
	if err != nil {
		return nil, err
	}
	f := &File{
		Growing: New(path, o), path: path, file: file, start: time.Now(), buffer: make([]byte, readSize),
		replaced: make(chan struct{}), quit: make(chan struct{}), done: make(chan struct{}),
	}
	go f.run()
	return f, nil
}

// Replaced returns a channel that is closed once another demo is being written under the name: this one has ended
// then, and [Follow] finds the other.
func (f *File) Replaced() <-chan struct{} { return f.replaced }

// Awaits says what is waited for: see [Source].
func (f *File) Awaits() string {
	if ended, _ := f.Ended(); ended {
		return ""
	}
	return awaitsMore("been written", time.Since(f.start)-time.Duration(f.came.Load()))
}

// Close ends following and gives the demo's memory back: no decoder of it may be used any more.
func (f *File) Close() error {
	f.once.Do(func() { close(f.quit) })
	<-f.done
	return f.Release()
}

func (f *File) run() {
	defer close(f.done)
	defer f.file.Close()
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	for n := 0; ; n++ {
		f.read()
		if n%nameEvery == 0 && f.gone() {
			f.read() // what came before it was gone
			f.End(nil)
			close(f.replaced)
			return
		}
		select {
		case <-tick.C:
		case <-f.quit:
			return
		}
	}
}

// read reads what has come.
func (f *File) read() {
	for {
		if ended, _ := f.Ended(); ended {
			return
		}
		n, err := f.file.ReadAt(f.buffer, f.at)
		if n == 0 && (err == nil || err == io.EOF) {
			return
		}
		if n > 0 && !f.grown() {
			f.End(nil) // the name tells the other one
			return
		}
		if n > 0 {
			if _, wrong := f.Write(f.buffer[:n]); wrong != nil {
				return // which has ended it
			}
			f.at += int64(n)
			f.came.Store(int64(time.Since(f.start)))
			last := f.buffer[:n]
			if n < tailSize {
				copy(f.tail[:], f.tail[n:])
			}
			copy(f.tail[max(0, tailSize-n):], last[max(0, n-tailSize):])
		}
		if err != nil && err != io.EOF {
			f.End(err)
			return
		}
	}
}

// grown reports whether the file before what was read last is still what it was.
func (f *File) grown() bool {
	var now [tailSize]byte
	n := min(tailSize, f.at)
	if _, err := f.file.ReadAt(now[tailSize-n:], f.at-n); err != nil && err != io.EOF {
		return false
	}
	return bytes.Equal(now[tailSize-n:], f.tail[tailSize-n:])
}

// gone reports whether another file has the name, or the file was written anew. If none has, the demo has ended, and
// it is waited for another.
func (f *File) gone() bool {
	is, err := os.Stat(f.path)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			f.read()
			f.End(nil)
		}
		return false
	}
	was, err := f.file.Stat()
	if err != nil || !os.SameFile(is, was) {
		return is.Mode().IsRegular() && is.Size() > 0
	}
	return was.Size() < f.at || was.Size() > 0 && !f.grown()
}
