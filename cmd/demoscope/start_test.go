//go:build !js

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"demoscope/internal/wait"
)

// TestGamepadTable: the start of the program leaves Ebitengine's table of gamepads alone.
func TestGamepadTable(t *testing.T) {
	if runtime.GOOS != "linux" && runtime.GOOS != "windows" && runtime.GOOS != "darwin" {
		t.Skip("no table of gamepads")
	}
	start := exec.Command(os.Args[0], "-test.run=^$")
	start.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	text, err := start.CombinedOutput()
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`(?m)^init \S*/gamepaddb .* (\d+) allocs$`).FindSubmatch(text)
	if found == nil {
		t.Fatalf("no line on the table:\n%s", text)
	}
	if n, _ := strconv.Atoi(string(found[1])); n > 100 {
		t.Errorf("%d allocations: has Ebitengine renamed its table? See package gamepads", n)
	}
}

// TestSoleCommand: the help of a command, and the list of what it takes, are those of the whole command line.
func TestSoleCommand(t *testing.T) {
	help := func(name, only string) string {
		var text strings.Builder
		parser, err := newCommandParser(only, new(cli), kong.Name("demoscope"), kong.Vars{"version": "v"},
			kong.Writers(&text, &text), kong.Exit(func(int) {}), kong.Bind(new(settingsResolver)))
		if err != nil {
			t.Fatal(err)
		}
		if only != "" && len(parser.Model.Children) != 1 {
			t.Errorf("%s has %d commands", name, len(parser.Model.Children))
		}
		_, _ = parser.Parse([]string{name, "--help"})
		if text.Len() == 0 {
			t.Fatalf("%s has no help", name)
		}
		return text.String()
	}
	for _, name := range commandNames() {
		if got, want := help(name, name), help(name, ""); got != want {
			t.Errorf("%s alone:\n%s\nwith all others:\n%s", name, got, want)
		}
	}
}

// TestSoleCommandOf: only lines that show the list of commands need all of them.
func TestSoleCommandOf(t *testing.T) {
	for line, want := range map[string]string{
		"": "play", "my.dem": "play", "info my.dem": "info", "info --help": "info", "export-stats": "export-stats",
		"--help": "", "--version": "version", "man": "", "--mute info": "",
	} {
		if got := soleCommand(strings.Fields(line)); got != want {
			t.Errorf("%q needs %q, want %q", line, got, want)
		}
	}
}

// TestBeginMemory: the first collection restores what Go does usually, but not what a large demo has said.
func TestBeginMemory(t *testing.T) {
	before := debug.SetGCPercent(100)
	defer debug.SetGCPercent(before)
	for _, said := range []int{0, 20} {
		beginMemory()
		want := uint64(100)
		if said > 0 {
			debug.SetGCPercent(said)
			want = uint64(said)
		} else if got := collectorPercent(); got != beginningPercent {
			t.Fatalf("%d percent at the beginning", got)
		}
		runtime.GC()
		wait.For(t, "all cleanups", func() bool {
			return metric("/gc/cleanups/executed:cleanups") == metric("/gc/cleanups/queued:cleanups")
		})
		if got := collectorPercent(); got != want {
			t.Errorf("%d percent after a collection, want %d", got, want)
		}
	}
}

func collectorPercent() uint64 { return metric("/gc/gogc:percent") }

func metric(name string) uint64 {
	s := []metrics.Sample{{Name: name}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}

// BenchmarkStart measures a whole process that does little: the processor time of info of a small demo, and
// the size of the program as a release has it.
func BenchmarkStart(b *testing.B) {
	program := filepath.Join(b.TempDir(), "demoscope")
	build := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", program, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if text, err := build.CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, text)
	}
	size, err := os.Stat(program)
	if err != nil {
		b.Fatal(err)
	}
	var times []float64
	for b.Loop() {
		start := exec.Command(program, "info", "sample:demoscope1.dm2")
		if err := start.Run(); err != nil {
			b.Fatal(err)
		}
		times = append(times, 1e3*(start.ProcessState.UserTime()+start.ProcessState.SystemTime()).Seconds())
	}
	slices.Sort(times)
	b.ReportMetric(times[0], "min-cpu-ms")
	b.ReportMetric(times[len(times)/2], "cpu-ms")
	b.ReportMetric(float64(size.Size())/1e6, "MB")
}
