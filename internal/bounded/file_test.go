package bounded

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// write makes a file of a content.
func write(t *testing.T, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestReadFile: a file of as many bytes as allowed is read, one of more is not.
func TestReadFile(t *testing.T) {
	path := write(t, "12345")
	if data, err := ReadFile(path, 5); err != nil || string(data) != "12345" {
		t.Errorf("%q, %v", data, err)
	}
	var large *SizeError
	if data, err := ReadFile(path, 4); !errors.As(err, &large) || data != nil || large.Limit != 4 ||
		err.Error() != path+": larger than 4 bytes" {
		t.Errorf("%q, %v", data, err)
	}
	if data, err := ReadFile(write(t, ""), 4); err != nil || len(data) != 0 {
		t.Errorf("an empty file: %q, %v", data, err)
	}
	if _, err := ReadFile(path+"x", 4); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	var kind *KindError
	dir := t.TempDir()
	if _, err := ReadFile(dir, 4); !errors.As(err, &kind) || err.Error() != dir+": a folder, not a file" {
		t.Errorf("a folder: %v", err)
	}
}

// TestReadIn: a folder's own files are read, not those outside of it.
func TestReadIn(t *testing.T) {
	path := write(t, "12345")
	root, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	if data, err := ReadIn(root, "file", 5); err != nil || string(data) != "12345" {
		t.Errorf("%q, %v", data, err)
	}
	var large *SizeError
	if _, err := ReadIn(root, "file", 4); !errors.As(err, &large) {
		t.Error(err)
	}
	var kind *KindError
	if _, err := ReadIn(root, ".", 4); !errors.As(err, &kind) {
		t.Error(err)
	}
	if err := os.Symlink(write(t, "outside"), filepath.Join(root.Name(), "link")); err != nil {
		t.Fatal(err)
	}
	if data, err := ReadIn(root, "link", 100); err == nil {
		t.Errorf("a link out of the folder was followed to %q", data)
	}
}

// TestSparse: a file that claims much more than it may have is not read.
func TestSparse(t *testing.T) {
	path := write(t, "x")
	if err := os.Truncate(path, 1<<40); err != nil {
		t.Fatal(err)
	}
	in, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if head, err := in.Head(3); err != nil || string(head) != "x\x00\x00" || cap(head) > 1<<20 {
		t.Errorf("%q, %v", head, err)
	}
	var large *SizeError
	if _, err := in.ReadAll(1 << 20); !errors.As(err, &large) {
		t.Errorf("%v", err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := ReadFile(path, 64<<20); !errors.As(err, &large) {
		t.Errorf("%v", err)
	}
	if runtime.ReadMemStats(&after); after.TotalAlloc-before.TotalAlloc > 1<<20 {
		t.Errorf("%d bytes are allocated for it", after.TotalAlloc-before.TotalAlloc)
	}
}

// TestInput: head and whole, of a file whose size is known and of a stream.
func TestInput(t *testing.T) {
	content := strings.Repeat("0123456789", 20_000) // several steps
	file, err := Open(write(t, content))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	stream := NewInput("stream", io.MultiReader(strings.NewReader(content[:7]), strings.NewReader(content[7:])))
	if !file.Regular() || stream.Regular() || file.Size() != 200_000 || stream.Size() != 0 {
		t.Error("what is a file")
	}
	for _, in := range []*Input{file, stream} {
		for _, n := range []int{4, 3, 100_000} {
			if head, err := in.Head(n); err != nil || string(head) != content[:n] {
				t.Errorf("%s: head of %d: %d bytes, %v", in.name, n, len(head), err)
			}
		}
		var large *SizeError
		if _, err := in.ReadAll(199_999); !errors.As(err, &large) {
			t.Errorf("%s: %v", in.name, err)
		}
	}
	// The stream has been read one byte further than allowed, not more.
	if n := len(stream.head); n != 200_000 {
		t.Errorf("%d bytes were read of the stream", n)
	}
	if all, err := file.ReadAll(200_000); err != nil || string(all) != content || cap(all) > 210_000 {
		t.Errorf("%d bytes in %d, %v", len(all), cap(all), err)
	}
	whole := NewInput("stream", strings.NewReader(content))
	if all, err := whole.ReadAll(1 << 30); err != nil || string(all) != content || cap(all) > 600_000 {
		t.Errorf("%d bytes in %d, %v", len(all), cap(all), err)
	}
	short := NewInput("stream", strings.NewReader("ab"))
	if head, err := short.Head(9); err != nil || string(head) != "ab" {
		t.Errorf("%q, %v", head, err)
	}
}

// TestReadError: an error comes again, and nothing of what was before it.
func TestReadError(t *testing.T) {
	broken := errors.New("broken")
	in := NewInput("stream", io.MultiReader(strings.NewReader("abc"), errorReader{broken}))
	for range 2 {
		if head, err := in.Head(9); err != broken || head != nil {
			t.Errorf("%q, %v", head, err)
		}
	}
	if all, err := in.ReadAll(9); err != broken || all != nil {
		t.Errorf("%q, %v", all, err)
	}
}

type errorReader struct{ err error }

func (r errorReader) Read([]byte) (int, error) { return 0, r.err }

// TestChangingSize: of a file that grows what was there at first is read; one that
// shrinks is an error.
func TestChangingSize(t *testing.T) {
	content := strings.Repeat("a", 100_000)
	path := write(t, content)
	for _, c := range []struct {
		size int64
		want error
	}{{150_000, nil}, {99_999, ErrShorter}, {80_000, ErrShorter}} {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		in, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := in.Head(10); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path, c.size); err != nil {
			t.Fatal(err)
		}
		all, err := in.ReadAll(1 << 20)
		if !errors.Is(err, c.want) || c.want == nil && string(all) != content || c.want != nil && all != nil {
			t.Errorf("now %d bytes: %d bytes, %v", c.size, len(all), err)
		}
		in.Close()
	}
}

// TestOnDemand: a file is closed while nobody holds it, and another one in its
// place is refused.
func TestOnDemand(t *testing.T) {
	path := write(t, "first")
	d := NewOnDemand(path)
	read := func() (string, error) {
		if err := d.Hold(); err != nil {
			return "", err
		}
		b := make([]byte, 5)
		_, err := d.ReadAt(b, 0)
		return string(b), errors.Join(err, d.Release())
	}
	if d.Size() != 0 || !d.ModTime().IsZero() {
		t.Error("it is known before it is held")
	}
	for range 2 {
		if s, err := read(); err != nil || s != "first" || d.Size() != 5 || d.ModTime().IsZero() {
			t.Errorf("%q, %v", s, err)
		}
	}
	if _, err := d.ReadAt(make([]byte, 5), 0); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("read while not held: %v", err)
	}
	// Written to while it is held.
	if err := d.Hold(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("longer"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := d.Release(); !errors.Is(err, ErrChanged) {
		t.Errorf("release: %v", err)
	}
	if _, err := read(); !errors.Is(err, ErrChanged) {
		t.Errorf("longer: %v", err)
	}
	// Another file of the same size and time in its place.
	path = write(t, "first")
	d = NewOnDemand(path)
	if _, err := read(); err != nil {
		t.Fatal(err)
	}
	other := write(t, "other")
	if err := os.Chtimes(other, d.ModTime(), d.ModTime()); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(other, path); err != nil {
		t.Fatal(err)
	}
	if s, err := read(); !errors.Is(err, ErrChanged) {
		t.Errorf("replaced: %q, %v", s, err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if _, err := read(); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("removed: %v", err)
	}
	if d.Close(); !errors.Is(d.Hold(), fs.ErrClosed) {
		t.Error("held after Close")
	}
}

// TestHeldTwice: a file is open until the last user releases it.
func TestHeldTwice(t *testing.T) {
	d := NewOnDemand(write(t, "first"))
	b := make([]byte, 5)
	for range 2 {
		if err := d.Hold(); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		if _, err := d.ReadAt(b, 0); err != nil || string(b) != "first" {
			t.Errorf("%q, %v", b, err)
		}
		if err := d.Release(); err != nil {
			t.Error(err)
		}
	}
	if _, err := d.ReadAt(b, 0); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("released by both: %v", err)
	}
}

// TestUnpack: what may be unpacked is, and what is more is refused without being
// kept.
func TestUnpack(t *testing.T) {
	for _, c := range []struct {
		size, limit int
		refused     bool
	}{{0, 10, false}, {10, 10, false}, {11, 10, true}, {directly, directly, false}, {directly + 1, directly, true},
		{directly + 9, directly + 9, false}, {directly + 10, directly + 9, true}} {
		content := bytes.Repeat([]byte{7}, c.size)
		opened := 0
		data, err := Unpack("x", int64(c.limit), func() (io.ReadCloser, error) {
			opened++
			return io.NopCloser(bytes.NewReader(content)), nil
		})
		var large *SizeError
		if errors.As(err, &large) != c.refused || !c.refused && !bytes.Equal(data, content) || c.refused &&
			data != nil {
			t.Errorf("%d of %d: %d bytes, %v", c.size, c.limit, len(data), err)
		}
		if opened > 2 || c.size <= directly && opened > 1 {
			t.Errorf("%d of %d: opened %d times", c.size, c.limit, opened)
		}
	}
	// An error after some bytes: what came before it is returned.
	broken := errors.New("broken")
	for _, size := range []int{5, directly + 100} {
		data, err := Unpack("x", 1<<30, func() (io.ReadCloser, error) {
			return io.NopCloser(io.MultiReader(bytes.NewReader(make([]byte, size)), errorReader{broken})), nil
		})
		if err != broken || len(data) != size {
			t.Errorf("%d bytes of %d, %v", len(data), size, err)
		}
	}
	if _, err := Unpack("x", 10, func() (io.ReadCloser, error) { return nil, broken }); err != broken {
		t.Errorf("%v", err)
	}
}

// endless yields zeros and counts them.
type endless struct{ read int }

func (e *endless) Read(b []byte) (int, error) {
	e.read += len(b)
	return len(b), nil
}

// TestUnpackEndless: no more is unpacked than shows that it is too much.
func TestUnpackEndless(t *testing.T) {
	const limit, buffer = directly + 100, 64 << 10
	var e endless
	var large *SizeError
	if _, err := Unpack("x", limit, func() (io.ReadCloser, error) { return io.NopCloser(&e), nil }); !errors.As(
		err, &large) {
		t.Error(err)
	}
	if e.read > limit+buffer {
		t.Errorf("%d bytes are unpacked", e.read)
	}
}

// closing is a reader that counts with others how often they are closed.
type closing struct {
	io.Reader
	closed *int
}

func (c closing) Close() error {
	*c.closed++
	return nil
}

// TestUnpackTwice: both readings are closed, and a second one that ends earlier is an error.
func TestUnpackTwice(t *testing.T) {
	for again, want := range map[int]error{directly + 100: nil, directly + 99: io.ErrUnexpectedEOF} {
		size := directly + 100
		closed := 0
		data, err := Unpack("x", 1<<30, func() (io.ReadCloser, error) {
			r := closing{bytes.NewReader(make([]byte, size)), &closed}
			size = again
			return r, nil
		})
		if err != want || err == nil && len(data) != size || closed != 2 {
			t.Errorf("%d bytes the second time: %d bytes, %v, closed %d times", again, len(data), err, closed)
		}
	}
}
