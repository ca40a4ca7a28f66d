package golden

import (
	"bytes"
	"crypto/sha256"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"demoscope/internal/corpus"
	"demoscope/internal/made"
)

var dump = flag.String("dump", "", "folder to write the outputs into whose hashes a test compares")

// DumpDir returns the absolute path of the folder in -dump, empty if there is none.
func DumpDir(t testing.TB) string {
	t.Helper()
	if *dump == "" {
		return ""
	}
	dir, err := filepath.Abs(*dump)
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// Outputs compares the hashes of many outputs of many demos with a file in testdata, which has a line for
// each: demo, name of the output, hash. It may be used by several goroutines.
type Outputs struct {
	t    testing.TB
	file string
	dump string // folder for the outputs; empty for none
	mu   sync.Mutex
	got  map[outputKey]string
}

// outputKey names an output of a demo.
type outputKey struct{ demo, output string }

// NewOutputs returns Outputs to compare with testdata/name.txt. It skips the test on processors that may round
// floating-point numbers differently from linux/amd64.
func NewOutputs(t testing.TB, name string) *Outputs {
	t.Helper()
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("the hashes are those of linux/amd64: other processors round differently")
	}
	file, err := filepath.Abs(path(name, ".txt"))
	if err != nil {
		t.Fatal(err)
	}
	return &Outputs{t: t, file: file, dump: DumpDir(t), got: map[outputKey]string{}}
}

// Add adds an output of a demo. Neither name may contain a space.
func (o *Outputs) Add(demo, output string, content []byte) {
	sum := sha256.Sum256(content)
	o.mu.Lock()
	o.got[outputKey{demo, output}] = fmt.Sprintf("%x", sum[:8])
	o.mu.Unlock()
	if o.dump == "" {
		return
	}
	file := filepath.Join(o.dump, filepath.FromSlash(demo), output)
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		o.t.Error(err)
	} else if err := os.WriteFile(file, content, 0o666); err != nil {
		o.t.Error(err)
	}
}

// Compare compares all outputs with the file, or writes the file if -update is set. It logs demos without a line in the
// file. Lines of demos without any output stay: real demos are not on every machine.
func (o *Outputs) Compare() {
	o.t.Helper()
	want := o.read()
	ran, known := map[string]bool{}, map[string]bool{}
	for k := range o.got {
		ran[k.demo] = true
	}
	for k := range want {
		known[k.demo] = true
	}
	var differ []string
	counts := map[string]int{}
	say := func(k outputKey, what string) {
		differ = append(differ, fmt.Sprintf("%s %s %s", k.demo, k.output, what))
		counts[k.output]++
	}
	unknown := map[string]bool{}
	for k, hash := range o.got {
		switch old, ok := want[k]; {
		case !known[k.demo] && !Update():
			unknown[k.demo] = true
		case !ok:
			say(k, "is new: "+hash)
		case old != hash:
			say(k, fmt.Sprintf("is %s, was %s", hash, old))
		}
	}
	for k := range want {
		if _, ok := o.got[k]; ran[k.demo] && !ok {
			say(k, "is missing")
		}
	}
	slices.Sort(differ)
	if len(unknown) > 0 {
		o.t.Logf("%d demos have no line in %s (run with -update): %s", len(unknown), filepath.Base(o.file),
			strings.Join(slices.Sorted(maps.Keys(unknown)), " "))
	}
	o.t.Logf("%d outputs of %d demos", len(o.got), len(ran))
	if Update() {
		o.write(want, ran)
		o.t.Logf("%d lines changed\n%s", len(differ), strings.Join(differ, "\n"))
		return
	}
	if len(differ) == 0 {
		return
	}
	const listed = 20
	var byOutput strings.Builder
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		fmt.Fprintf(&byOutput, " %s %d", name, counts[name])
	}
	more := ""
	if len(differ) > listed {
		more = fmt.Sprintf("\n... and %d more", len(differ)-listed)
	}
	o.t.Errorf("%d of %d outputs differ (by output:%s)\n%s%s\nTo see how, run the test with -dump DIR in both commits "+
		"and compare the folders. If the change is wanted, run it with -update.", len(differ), len(o.got), &byOutput,
		strings.Join(differ[:min(len(differ), listed)], "\n"), more)
}

// read returns the hashes in the file; none if there is no file and -update is set.
func (o *Outputs) read() map[outputKey]string {
	o.t.Helper()
	if _, err := os.Stat(o.file); err != nil && Update() {
		return nil
	}
	hashes := map[outputKey]string{}
	for line := range strings.Lines(string(corpus.Read(o.t, o.file))) {
		f := strings.Fields(line)
		if len(f) != 3 {
			o.t.Fatalf("%s: bad line %q", o.file, line)
		}
		hashes[outputKey{f[0], f[1]}] = f[2]
	}
	return hashes
}

// write writes the file with the outputs, and the old lines of demos without outputs.
func (o *Outputs) write(old map[outputKey]string, ran map[string]bool) {
	o.t.Helper()
	hashes := maps.Clone(o.got)
	for k, hash := range old {
		if !ran[k.demo] {
			hashes[k] = hash
		}
	}
	var b bytes.Buffer
	keys := slices.SortedFunc(maps.Keys(hashes), func(a, b outputKey) int {
		return strings.Compare(a.demo+" "+a.output, b.demo+" "+b.output)
	})
	for _, k := range keys {
		fmt.Fprintln(&b, k.demo, k.output, hashes[k])
	}
	write(o.t, o.file, b.Bytes())
}

// Demo is a demo with outputs to compare.
type Demo struct {
	Name string // slash-separated path: sample/demoscope1.mvd, mvd/osm_demo4.mvd
	File string // path on disk
	Size int64  // bytes
	Own  bool   // this project's own, not from the folder of real files
}

// shortDemo is the maximum size in bytes of a real demo with -short.
const shortDemo = 200_000

// OutputDemos returns this project's own demos and the real ones, the largest first. With -short they are
// those that are read fast.
func OutputDemos(t testing.TB) []Demo {
	t.Helper()
	demos := demosIn(t, corpus.Sample, "sample")
	demos = append(demos, demosIn(t, filepath.Join(corpus.Sample, "..", "..", "internal", "torture", "testdata"),
		"damaged")...)
	demos = append(demos, demosIn(t, madeDemos(t), "made")...)
	for i := range demos {
		demos[i].Own = true
	}
	if dir, ok := corpus.Lookup(); ok {
		real := demosIn(t, dir, "")
		if testing.Short() {
			real = slices.DeleteFunc(real, func(d Demo) bool { return d.Size > shortDemo })
		}
		demos = append(demos, real...)
	}
	slices.SortFunc(demos, func(a, b Demo) int { return int(b.Size - a.Size) })
	return demos
}

// madeDemos returns a folder of demos in which much happens, on two levels.
func madeDemos(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	for file, from := range map[string]string{
		"eventful.dem": "demoscope1_p15.dem", "eventful_p666.dem": "demoscope1_p666.dem",
		"eventful.qwd": "demoscope1.qwd", "eventful.mvd": "demoscope1.mvd", "eventful.dm2": "demoscope1.dm2",
		"eventful.dm_71": "demoscope1.dm_71",
	} {
		write(t, filepath.Join(dir, file), made.Eventful(t, file, corpus.Read(t, filepath.Join(corpus.Sample, from))))
	}
	write(t, filepath.Join(dir, "nehahra.dem"), made.Nehahra(t, 60))
	write(t, filepath.Join(dir, "rerelease.dm2"), made.Rerelease{Protocol: 2023, Frames: 300}.Demo(t))
	for _, format := range []string{"dem", "qwd", "mvd"} {
		write(t, filepath.Join(dir, "replacing."+format), made.Replacing(t, format, 60))
	}
	return dir
}

// demosIn returns the demos in and below a folder, with prefix before their names.
func demosIn(t testing.TB, dir, prefix string) []Demo {
	t.Helper()
	var demos []Demo
	for _, file := range corpus.Files(t, dir, isDemo) {
		inside, err := filepath.Rel(dir, file)
		if err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.ToSlash(filepath.Join(prefix, inside))
		demos = append(demos, Demo{Name: strings.ReplaceAll(name, " ", "_"), File: file, Size: info.Size()})
	}
	return demos
}

// isDemo reports whether a file name is that of an unpacked demo.
func isDemo(name string) bool {
	switch ext := filepath.Ext(name); ext {
	case ".dem", ".qwd", ".mvd", ".dm2", ".mvd2", ".dm3":
		return true
	default:
		return strings.HasPrefix(ext, ".dm_")
	}
}

// Copy copies a demo to its Name below dir, with a fixed date, because outputs contain the date of the file.
func (d *Demo) Copy(t testing.TB, dir string) {
	t.Helper()
	file := filepath.Join(dir, filepath.FromSlash(d.Name))
	write(t, file, corpus.Read(t, d.File))
	date := time.Date(2024, 6, 16, 12, 0, 0, 0, time.UTC)
	if err := os.Chtimes(file, date, date); err != nil {
		t.Fatal(err)
	}
}

// Each calls do for each demo, two at a time.
func Each(demos []Demo, do func(*Demo)) {
	var group sync.WaitGroup
	next := make(chan *Demo)
	for range 2 {
		group.Go(func() {
			for d := range next {
				do(d)
			}
		})
	}
	for i := range demos {
		next <- &demos[i]
	}
	close(next)
	group.Wait()
}
