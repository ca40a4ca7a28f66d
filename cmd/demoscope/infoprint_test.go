package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"demoscope/internal/wait"
)

// writes counts the calls of Write.
type writes struct {
	bytes.Buffer
	calls int
}

func (w *writes) Write(data []byte) (int, error) {
	w.calls++
	return w.Buffer.Write(data)
}

// What a list of thousands prints is written together: a system call for each cell of a
// table took longer than the demos.
func TestLongListsAreWrittenTogether(t *testing.T) {
	const files = 2000
	dir := t.TempDir()
	for i := range files {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%04d.dem", i)), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		args  []string
		lines int // on standard output: a table has only what can be read, a head and a sum
	}{{[]string{"info", dir}, 2}, {[]string{"info", "--json", dir}, files}} {
		args := c.args
		var out, said writes
		if status := run(args, &streams{out: &out, err: &said}); status != exitFailed {
			t.Errorf("%q: status %d", args, status)
		}
		if got := strings.Count(said.String(), ": empty file\n"); got != files {
			t.Errorf("%q: %d files are said to be empty, not %d", args, got, files)
		}
		if got := strings.Count(out.String(), "\n"); got != c.lines {
			t.Errorf("%q: %d lines are printed, not %d", args, got, c.lines)
		}
		// A file that is ready is printed with those before it, unless there is a wait.
		if most := files / 4; said.calls > most {
			t.Errorf("%q: %d writes for %d errors", args, said.calls, files)
		}
		if len(args) == 2 && out.calls > files/4 {
			t.Errorf("%q: %d writes for %d rows", args, out.calls, files)
		}
	}
}

// What is known is printed before a wait for the next demo.
func TestListsDoNotWait(t *testing.T) {
	in, hold := io.Pipe()
	out, printed := io.Pipe()
	lines := make(chan string, 10)
	go func() {
		buffer := make([]byte, 1<<16)
		for {
			n, err := out.Read(buffer)
			if err != nil {
				return
			}
			lines <- string(buffer[:n])
		}
	}()
	done := make(chan int)
	go func() {
		done <- run([]string{"info", "--json", "sample:demoscope1.dm2", "-"}, &streams{in: in, out: printed,
			err: io.Discard})
	}()
	line := wait.From(t, "a line before the next demo is there", lines)
	if !strings.HasPrefix(line, `{"file":"sample:demoscope1.dm2"`) {
		t.Errorf("it prints %q", line)
	}
	hold.Close()
	if status := <-done; status != exitFailed {
		t.Errorf("status %d", status)
	}
}
