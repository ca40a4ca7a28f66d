//go:build unix

package bounded

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

func pipe(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestPipe: a pipe that a person names is read, up to the limit.
func TestPipe(t *testing.T) {
	path := pipe(t)
	go func() {
		time.Sleep(50 * time.Millisecond) // after the reader has begun
		if f, err := os.OpenFile(path, os.O_WRONLY, 0); err == nil {
			f.WriteString("abc")
			time.Sleep(50 * time.Millisecond) // after it has read the first part
			f.WriteString("def")
			f.Close()
		}
	}()
	in, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if all, err := in.ReadAll(100); err != nil || string(all) != "abcdef" || in.Regular() {
		t.Errorf("%q, %v", all, err)
	}
}

// TestEndlessPipe: of a pipe that never ends no more is read than allowed.
func TestEndlessPipe(t *testing.T) {
	path := pipe(t)
	go func() {
		if f, err := os.OpenFile(path, os.O_WRONLY, 0); err == nil {
			for err == nil { // until the reader has closed it
				_, err = f.Write(make([]byte, 4096))
			}
			f.Close()
		}
	}()
	in, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	var large *SizeError
	if _, err := in.ReadAll(10_000); !errors.As(err, &large) {
		t.Error(err)
	}
}

// TestSilentPipe: nobody waits for ever for a pipe into which nothing writes, and
// what the program looks for itself is no pipe.
func TestSilentPipe(t *testing.T) {
	path := pipe(t)
	var kind *KindError
	if _, err := ReadFile(path, 10); !errors.As(err, &kind) || kind.What != "a pipe" {
		t.Error(err)
	}
	if err := NewOnDemand(path).Hold(); !errors.As(err, &kind) {
		t.Error(err)
	}
	in, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if _, err := in.ReadAll(10); !errors.Is(err, ErrSilent) {
		t.Error(err)
	}
}

// TestDevices: devices and sockets are not opened.
func TestDevices(t *testing.T) {
	for path, want := range map[string]string{os.DevNull: "a device", "/dev/zero": "a device"} {
		var kind *KindError
		if _, err := Open(path); !errors.As(err, &kind) || kind.What != want {
			t.Errorf("%s: %v", path, err)
		}
	}
	path := filepath.Join(t.TempDir(), "s")
	s, err := syscall.Socket(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err == nil {
		defer syscall.Close(s)
		err = syscall.Bind(s, &syscall.SockaddrUnix{Name: path})
	}
	if err != nil {
		t.Fatal(err)
	}
	var kind *KindError
	if _, err := Open(path); !errors.As(err, &kind) || kind.What != "a socket" {
		t.Error(err)
	}
}
