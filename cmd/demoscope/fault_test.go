package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"demoscope/formats/message"
	"demoscope/internal/fault"
)

// broken panics as a reader with a mistake would.
type broken struct{ list []byte }

func (b *broken) Read([]byte) (int, error) { return int(b.list[len(b.list)]), nil }

// A mistake in this program ends any command with one line, which names the file and the
// place, and with status 1; all functions are printed only on demand.
func TestMistakesAreSaid(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out.png")
	line := regexp.MustCompile(`^demoscope: reading (standard input|-) met a mistake in this program \(runtime ` +
		`error: index out of range \[0\] with length 0\); please report it, with the file ` +
		`\[(cmd/demoscope|main)\.\(\*broken\)\.Read, fault_test\.go:\d+\]\n$`)
	for _, args := range [][]string{
		{"state", "--at", "1", "-"},
		{"state", "--at", "50%", "-"},
		{"dump", "-"},
		{"dump", "--json", "--from", "1", "-"},
		{"compile", "-o", out, "-"},
		{"timedemo", "--headless", "-"},
		{"timedemo", "-"},
		{"shot", "--at", "1", "-o", out, "-"},
		{"info", "-"},
	} {
		var said bytes.Buffer
		status := run(args, &streams{in: &broken{}, out: new(bytes.Buffer), err: &said})
		if status != exitFailed || !line.Match(said.Bytes()) {
			t.Errorf("%q: status %d, it says %q", args, status, &said)
		}
		if _, err := os.Stat(out); err == nil {
			t.Errorf("%q wrote a file", args)
		}
	}
	t.Setenv(traceVariable, "1")
	var said bytes.Buffer
	run([]string{"dump", "-"}, &streams{in: &broken{}, out: new(bytes.Buffer), err: &said})
	if first, rest, _ := strings.Cut(said.String(), "\n"); !line.MatchString(first+"\n") ||
		!strings.Contains(rest, "(*broken).Read") || !strings.Contains(rest, "goroutine ") {
		t.Errorf("on demand it says\n%s", &said)
	}
}

// brokenDecoder panics at its third packet.
type brokenDecoder struct {
	message.Decoder
	packets int
}

func (d *brokenDecoder) NextPacket() (*message.Packet, error) {
	if d.packets++; d.packets == 3 {
		panic("the third packet")
	}
	return d.Decoder.NextPacket()
}

// A mistake while the index is made, on its own goroutine, is an error of the command:
// a time must not be taken from a part of the demo.
func TestMistakesOfTheIndex(t *testing.T) {
	demo, err := openDemo("")
	if err != nil {
		t.Fatal(err)
	}
	_, err = indexOf(demo.Format.Name, &brokenDecoder{Decoder: demo.Decoder()}, int64(len(demo.Data())))
	var f *fault.Error
	if !errors.As(err, &f) || f.Value != "the third packet" ||
		!strings.Contains(f.Place, "(*brokenDecoder).NextPacket, fault_test.go:") {
		t.Errorf("the error is %#v", err)
	}
}

// A mistake while the list of an archive is read costs that archive.
func TestMistakesOfAnArchive(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a.zip")
	if err := makeFile([]string{"zip", file, "a.dem=" + sampleNames()[0], "b.dem=" + sampleNames()[0]}); err != nil {
		t.Fatal(err)
	}
	var l finder
	if l.guardedArchive(found{path: file, label: "a.zip"}, func(*archive) { panic("a name") }); len(l.list) != 1 ||
		l.list[0].path != file {
		t.Fatalf("the list is %+v", l.list)
	}
	var f *fault.Error
	if !errors.As(l.list[0].err, &f) || f.Doing != "reading "+file {
		t.Errorf("the error is %v", l.list[0].err)
	}
	l = finder{}
	if l.addFolder(dir); len(l.list) != 2 || l.list[0].err != nil {
		t.Errorf("without a mistake the list is %+v", l.list)
	}
}

// Errors that were joined have a line each; a sentence that holds two errors is one line.
func TestReportsOfSeveralErrors(t *testing.T) {
	one, two := errors.New("one"), errors.New("two")
	for _, test := range []struct {
		err  error
		want string
	}{
		{errors.Join(one, two), "demoscope: one\ndemoscope: two\n"},
		{fmt.Errorf("a.dem: %w; %w", one, two), "demoscope: a.dem: one; two\n"},
		{errors.Join(fmt.Errorf("a.dem: %w; %w", one, two), two), "demoscope: a.dem: one; two\ndemoscope: two\n"},
	} {
		var said bytes.Buffer
		if (&streams{err: &said}).report(test.err); said.String() != test.want {
			t.Errorf("it says %q, want %q", &said, test.want)
		}
	}
}
