package atomicfile_test

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"demoscope/internal/atomicfile"
)

// TestDirect: devices and open files are written into, not replaced.
func TestDirect(t *testing.T) {
	must(t, atomicfile.Write("/dev/null", []byte("x"), 0o644))
	if err := atomicfile.Write("/dev/full", []byte("x"), 0o644); !errors.Is(err, syscall.ENOSPC) {
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
	must(t, atomicfile.Write(pipe, []byte("through"), 0o644))
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
	must(t, atomicfile.Write("/dev/stdout", []byte("after"), 0o644))
}
