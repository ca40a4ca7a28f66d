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
	// pollEvery is the interval for checking the file. Servers write once a frame, which is 20 to 77 times a second.
	pollEvery = 30 * time.Millisecond
	// nameEvery is the number of checks after which the file is compared with the one that has its name now.
	nameEvery = 10
	// readSize is the number of bytes to read at once.
	readSize = 256 << 10
	// tailSize is the number of bytes before the end that are compared, to distinguish a file that has grown from one
	// that was rewritten.
	tailSize = 64
)

// File is a demo that another program is writing to a file. It grows with the file, and ends where the demo itself
// ends, or when the file is removed, truncated or replaced.
type File struct {
	*formats.Growing
	path     string
	file     *os.File
	at       int64        // bytes read
	came     atomic.Int64 // when something was last read, in nanoseconds since start
	start    time.Time
	tail     [tailSize]byte // the last bytes read
	buffer   []byte
	replaced chan struct{}
	quit     chan struct{}
	done     chan struct{}
	once     sync.Once
}

// Follow follows the file at path, which must be a regular file. [File.Close] ends it.
func Follow(path string, o formats.GrowOptions) (*File, error) {
	o.Damaged = true // as for a complete file
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

// Replaced returns a channel that is closed when another demo is being written to the same path. This demo has then
// ended, and [Follow] opens the other one.
func (f *File) Replaced() <-chan struct{} { return f.replaced }

// Awaits describes what is being waited for, see [Source].
func (f *File) Awaits() string {
	if ended, _ := f.Ended(); ended {
		return ""
	}
	return awaitsMore("been written", time.Since(f.start)-time.Duration(f.came.Load()))
}

// Close stops following and releases the demo's memory. No decoder of the demo may be used afterwards.
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
			f.read() // what was written before the replacement
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

// read reads everything that is new.
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
			f.End(nil) // gone detects the new file
			return
		}
		if n > 0 {
			if _, wrong := f.Write(f.buffer[:n]); wrong != nil {
				return // Write has ended the demo
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

// grown reports whether the file still contains what was last read.
func (f *File) grown() bool {
	var now [tailSize]byte
	n := min(tailSize, f.at)
	if _, err := f.file.ReadAt(now[tailSize-n:], f.at-n); err != nil && err != io.EOF {
		return false
	}
	return bytes.Equal(now[tailSize-n:], f.tail[tailSize-n:])
}

// gone reports whether the file was replaced or rewritten. If the file was removed, it ends the demo, and the caller
// waits for a new file.
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
