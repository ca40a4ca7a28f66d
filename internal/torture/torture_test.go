package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"demoscope/internal/fault"
)

// TestMain lets the test be a worker, as the command is.
func TestMain(m *testing.M) {
	if os.Getenv("TORTURE_BROKEN") != "" {
		Drives = broken
		main()
		os.Exit(0)
	}
	*corpus = "" // the built-in demos have no damage
	os.Exit(m.Run())
}

var sink []byte

// broken are drives that do what no drive must.
var broken = []Drive{
	{"panics", 40, 1, func(_ *bench, in *Input) (Outcome, error) { return Outcome(in.Data[len(in.Data)]), nil }},
	{"crashes", 40, 1, func(*bench, *Input) (Outcome, error) {
		go func() { panic("of another goroutine") }()
		select {}
	}},
	{"hangs", 10, 1, func(*bench, *Input) (Outcome, error) {
		for n := 0; ; n++ {
			sink = nil
		}
	}},
	{"is slow", 10, 1, func(*bench, *Input) (Outcome, error) {
		for until := cpuTime() + 1200*time.Millisecond; cpuTime() < until; {
		}
		return Whole, nil
	}},
	{"takes memory", 40, 1, func(*bench, *Input) (Outcome, error) {
		sink = bytes.Repeat([]byte{1}, 260<<20)
		sink = nil
		return Whole, nil
	}},
	{"takes it in turns", 20, 1, func(*bench, *Input) (Outcome, error) {
		for range 300 {
			sink = make([]byte, 1<<20)
		}
		return Whole, nil
	}},
	{"leaves a goroutine", 40, 1, func(b *bench, _ *Input) (Outcome, error) {
		go func() { select {} }()
		return Whole, nil
	}},
	{"leaves a file", 40, 1, func(b *bench, _ *Input) (Outcome, error) {
		return Whole, os.WriteFile(filepath.Join(b.dir, "left"), nil, 0o644)
	}},
	{"is wrong", 200, 1, func(*bench, *Input) (Outcome, error) { return Whole, errors.New("2 is not 1") }},
}

// Everything that a drive must not do is found, and its demo is kept.
func TestFinds(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts processes")
	}
	dir := t.TempDir()
	c := exec.Command(os.Args[0], "--runs=150", "--jobs=1", "--corpus=", "--out="+dir)
	c.Env = append(os.Environ(), "TORTURE_BROKEN=1")
	output, err := c.CombinedOutput()
	if exit := new(exec.ExitError); !errors.As(err, &exit) || exit.ExitCode() != 1 {
		t.Errorf("the status is %v", err)
	}
	text := string(output)
	for _, want := range []string{
		"panics of ", "index out of range", "panic: of another goroutine", "SIGQUIT", "CPU seconds, and again",
		"MB at once", "a goroutine is left", "the file left is left", "is wrong of ", "2 is not 1",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("nowhere: %s", want)
		}
	}
	if strings.Contains(text, "takes it in turns") {
		t.Error("memory that was given back is a find")
	}
	if t.Failed() {
		t.Logf("%.4000s", text)
	}
	if files, _ := os.ReadDir(dir); len(files) == 0 {
		t.Error("no demo of a find is kept")
	}
}

// The same number makes the same demo, another number another one.
func TestRunsAreRepeated(t *testing.T) {
	different := map[string]bool{}
	for run := range uint64(1000) {
		a, okA := newMaker(7, run).demo(sources())
		b, okB := newMaker(7, run).demo(sources())
		if okA != okB || !reflect.DeepEqual(a, b) {
			t.Fatalf("run %d: %v, and then %v", run, a, b)
		}
		if okA {
			different[string(a.Data)] = true
		}
	}
	if len(different) < 900 {
		t.Errorf("only %d of 1000 demos are different", len(different))
	}
}

// Changes reach what is behind the container: in each format, many demos are damaged and few are refused.
func TestDamageGetsIn(t *testing.T) {
	b, err := newBench()
	if err != nil {
		t.Fatal(err)
	}
	defer b.close()
	seen := map[string]map[Outcome]int{}
	for run := range uint64(2500) {
		in, ok := newMaker(3, run).demo(sources())
		if !ok {
			continue
		}
		outcome, err := b.decode(in)
		if err != nil {
			t.Errorf("run %d: %v", run, err)
		}
		if seen[in.Format] == nil {
			seen[in.Format] = map[Outcome]int{}
		}
		seen[in.Format][outcome]++
	}
	for _, name := range []string{"dem", "qwd", "mvd", "dm2", "mvd2", "dm3"} {
		c := seen[name]
		n := c[Whole] + c[Damaged] + c[Refused]
		if n < 250 || c[Refused] > n/2 || c[Damaged] < n/5 || c[Whole] < n/10 {
			t.Errorf("%s: %v of %d", name, c, n)
		}
	}
}

// Each drive plays every unchanged demo to its end. (The program is not at hand.)
func TestDrives(t *testing.T) {
	b, err := newBench()
	if err != nil {
		t.Fatal(err)
	}
	defer b.close()
	for _, list := range sources() {
		for _, s := range list {
			in := &Input{Format: s.Format, Name: s.Name, Source: s.Name, Data: bytes.Clone(s.Data), Seed: 1}
			for i := range Drives {
				d := &Drives[i]
				if d.Name == "program" {
					continue
				}
				if outcome, find := b.perform(d, in); find != nil || outcome != Whole {
					t.Errorf("%s of %s: %v, %v", d.Name, s.Name, outcome, find)
				}
			}
			if !bytes.Equal(in.Data, s.Data) {
				t.Errorf("%s was changed", s.Name)
			}
		}
	}
}

// Demos that were finds stay mended. They were made from the built-in ones.
func TestSeeds(t *testing.T) {
	files, err := filepath.Glob("testdata/*")
	if err != nil || len(files) == 0 {
		t.Fatalf("no seeds: %v", err)
	}
	if err := replay(files); err != nil {
		t.Error(err)
	}
}

func TestPlain(t *testing.T) {
	for text, ok := range map[string]bool{
		"abc äö€": true, "": true, "a\nb": false, "\x1b[2J": false, "\u009b31m": false, "\x9b31m": false,
		"\u202e": false, "\u200b": false, "\x7f": false, "\x00": false, "\r": false,
	} {
		if err := plain(text, false); (err == nil) != ok || err != nil && !errors.Is(err, errControl) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if plain("a\nb\tc", true) != nil || plain("a\rb", true) == nil {
		t.Error("lines")
	}
}

// A panic that the program has turned into an error is a panic.
func TestStoppedPanic(t *testing.T) {
	d := Drive{"stops", 1000, 1, func(*bench, *Input) (Outcome, error) {
		return Whole, fmt.Errorf("x: %w", fault.Guard("reading x", func() { panic("of the program") }))
	}}
	_, err := (&bench{}).call(&d, &Input{})
	text := fmt.Sprint(err)
	if !strings.HasPrefix(text, "panic: of the program") || !strings.Contains(text, "fault.Guard") {
		t.Errorf("%v", err)
	}
}

// Nothing but surveys of levels, pictures and the library may be in the cache.
func TestOnlyKept(t *testing.T) {
	name := "demoscope/surveys/" + strings.Repeat("0a", 12) + "-0000beef-" + strings.Repeat("f9", 12) + "-0.survey"
	const library = "demoscope/library/library-1c7c921f.sqlite"
	for _, c := range []struct {
		file string
		size int
		fine bool
	}{
		{name, 30000, true}, {name, 4<<20 + 1, false}, {"demoscope/surveys/x.survey", 1, false},
		{"demoscope/" + filepath.Base(name), 1, false}, {name + ".sh", 1, false}, {"other", 1, false},
		{library, 100000, true}, {library + "-wal", 0, true}, {"demoscope/library/scan.lock", 0, true},
		{library, 16<<20 + 1, false}, {library + "-other", 1, false},
	} {
		cache := t.TempDir()
		path := filepath.Join(cache, filepath.FromSlash(c.file))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, make([]byte, c.size), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := onlyKept(cache); (err == nil) != c.fine {
			t.Errorf("%q of %d bytes: %v", c.file, c.size, err)
		}
	}
	if err := onlyKept(filepath.Join(t.TempDir(), "none")); err != nil {
		t.Error(err)
	}
}
