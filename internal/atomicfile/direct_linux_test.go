package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// keepsDevices is the file system without a way to replace a device: a mistake in this package
// must not cost whoever runs its tests, perhaps as root, his /dev/null.
type keepsDevices struct{ osFileSystem }

func inDev(name string) bool { return strings.HasPrefix(name, "/dev/") }

func (k keepsDevices) OpenFile(name string, flag int, perm fs.FileMode) (file, error) {
	if inDev(name) && flag&(os.O_CREATE|os.O_TRUNC) != 0 {
		return nil, fs.ErrPermission
	}
	return k.osFileSystem.OpenFile(name, flag, perm)
}

func (k keepsDevices) Rename(from, to string) error {
	if inDev(from) || inDev(to) {
		return fs.ErrPermission
	}
	return k.osFileSystem.Rename(from, to)
}

func (k keepsDevices) Remove(name string) error {
	if inDev(name) {
		return fs.ErrPermission
	}
	return k.osFileSystem.Remove(name)
}

// TestDirect: devices and open files are written into, not replaced.
func TestDirect(t *testing.T) {
	w := writer{keepsDevices{}}
	must(t, w.write("/dev/null", []byte("x"), 0o644))
	if err := w.write("/dev/full", []byte("x"), 0o644); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("/dev/full: %v", err)
	}
	if info, err := os.Lstat("/dev/full"); err != nil || info.Mode()&fs.ModeCharDevice == 0 {
		t.Errorf("/dev/full is now %v, %v", info.Mode(), err)
	}
	dir := t.TempDir()
	pipe, file := filepath.Join(dir, "pipe"), filepath.Join(dir, "file")
	must(t, syscall.Mkfifo(pipe, 0o600))
	got := make(chan string)
	go func() {
		data, _ := os.ReadFile(pipe)
		got <- string(data)
	}()
	must(t, w.write(pipe, []byte("through"), 0o644))
	if s := <-got; s != "through" {
		t.Errorf("the pipe gave %q", s)
	}
	// The shell's >>file, named as /dev/stdout is.
	must(t, os.WriteFile(file, []byte("before "), 0o644))
	open, err := os.OpenFile(file, os.O_WRONLY|os.O_APPEND, 0)
	must(t, err)
	command := exec.Command(os.Args[0], "-test.run", "^TestHelperWritesStdout$")
	command.Env, command.Stdout = append(os.Environ(), "ATOMICFILE_HELPER=1"), open
	must(t, errors.Join(command.Run(), open.Close()))
	data, err := os.ReadFile(file)
	if must(t, err); !strings.HasPrefix(string(data), "before after") {
		t.Errorf("/dev/stdout gave %q", data)
	}
}

// TestHelperWritesStdout is the process that TestDirect starts.
func TestHelperWritesStdout(t *testing.T) {
	if os.Getenv("ATOMICFILE_HELPER") == "" {
		return
	}
	must(t, writer{keepsDevices{}}.write("/dev/stdout", []byte("after"), 0o644))
}
