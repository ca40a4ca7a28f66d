//go:build !js

package main

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"demoscope/assets"
	"demoscope/internal/bounded"
	"demoscope/player/library"
)

// sampleData returns a built-in recording.
func sampleData(t testing.TB, name string) []byte {
	t.Helper()
	data, err := assets.ReadSample(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// writeZip writes a ZIP with the files of these names and one content.
func writeZip(t *testing.T, path string, content []byte, names ...string) {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, name := range names {
		m, err := w.Create(name)
		if err == nil {
			_, err = m.Write(content)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Close(), os.WriteFile(path, b.Bytes(), 0o644)); err != nil {
		t.Fatal(err)
	}
}

// TestFindDeep: folders inside of 100 others are searched, deeper ones are not, and
// that is said.
func TestFindDeep(t *testing.T) {
	root := t.TempDir()
	dir := root
	for i := range maxDepth + 3 {
		if dir = filepath.Join(dir, "d"); os.Mkdir(dir, 0o755) != nil {
			t.Fatalf("no folder at depth %d", i)
		}
		if err := os.WriteFile(filepath.Join(dir, "a.dem"), []byte("x"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	list, _ := findDemos([]string{root})
	demos, refused := 0, 0
	for _, f := range list {
		if f.err == nil {
			demos++
		} else if refused++; !strings.HasSuffix(f.err.Error(),
			"folders nested more than 100 deep") {
			t.Error(f.err)
		}
	}
	if demos != maxDepth || refused != 1 {
		t.Errorf("%d demos, %d refused", demos, refused)
	}
}

// TestFindTooMany: no more demos are listed than maxFound, and one line says so.
func TestFindTooMany(t *testing.T) {
	l := finder{list: make([]found, maxFound-1)}
	for i := range 3 {
		l.add(found{path: fmt.Sprint(i)})
	}
	if n := len(l.list); n != maxFound+1 || l.list[n-2].path != "0" || l.list[n-2].err != nil ||
		l.list[n-1].path != "1" || l.list[n-1].err == nil {
		t.Errorf("%d demos", n)
	}
}

// TestFindSorted: the demos of a folder come by name, empty ones with the reason, and
// the directory of an archive is read once for all of its demos.
func TestFindSorted(t *testing.T) {
	root := t.TempDir()
	demo := sampleData(t, "demoscope1.mvd2")
	writeZip(t, filepath.Join(root, "b.zip"), demo, "2.mvd2", "1.mvd2", "x.txt")
	writeZip(t, filepath.Join(root, "nothing.zip"), demo, "x.txt")
	for name, content := range map[string][]byte{"c.mvd2": demo, "a.dem": nil, "z.bsp": demo} {
		if err := os.WriteFile(filepath.Join(root, name), content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	list, _ := findDemos([]string{root})
	var labels []string
	for i := range list {
		f := &list[i]
		labels = append(labels, filepath.ToSlash(f.label))
		d, err := f.open(&streams{})
		if empty := f.label == "a.dem"; empty != (err != nil) || !empty && !bytes.Equal(d.Data(), demo) {
			t.Errorf("%s: %v", f.label, err)
		}
	}
	if got := strings.Join(labels, " "); got != "a.dem b.zip/1.mvd2 b.zip/2.mvd2 c.mvd2" {
		t.Errorf("%s", got)
	}
	if in := list[1].in; in == nil || in != list[2].in || in.left != 0 || in.a != nil {
		t.Error("the archive is not shared, or still there after its last demo")
	}
}

// TestArchiveChanges: of a ZIP or PAK that was replaced after its demos were listed
// nothing is read, and other files are.
func TestArchiveChanges(t *testing.T) {
	root := t.TempDir()
	path := filepath.Join(root, "a.zip")
	demo := sampleData(t, "demoscope1.mvd2")
	writeZip(t, path, demo, "1.mvd2", "2.mvd2")
	a, err := archiveAt(path)
	if err != nil {
		t.Fatal(err)
	}
	if d, err := a.open("1.MVD2"); err != nil || d.Member != "1.mvd2" {
		t.Fatalf("%v, %v", d, err)
	}
	writeZip(t, path, demo[:20_000], "1.mvd2", "2.mvd2")
	if _, err := a.open("2.mvd2"); !errors.Is(err, bounded.ErrChanged) || !strings.Contains(err.Error(), path) {
		t.Errorf("replaced: %v", err)
	}
	list, _ := findDemos([]string{root})
	writeZip(t, path, demo, "1.mvd2", "3.mvd2")
	if d, err := list[0].open(&streams{}); err != nil || !bytes.Equal(d.Data(), demo) {
		t.Errorf("opened first after the change: %v", err)
	}
	if _, err := list[1].open(&streams{}); err == nil ||
		!strings.Contains(err.Error(), "no file 2.mvd2 in this archive; demos: 1.mvd2, 3.mvd2") {
		t.Errorf("a demo that went: %v", err)
	}
	list, _ = findDemos([]string{root})
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	for i := range list {
		if _, err := list[i].open(&streams{}); err == nil || !strings.Contains(err.Error(), "file not found") {
			t.Errorf("vanished: %v", err)
		}
	}
}

// TestBrokenArchive: after 1,000 files of an archive that are no demos the others are
// not tried, and each says so.
func TestBrokenArchive(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.zip")
	var names []string
	for i := range library.MaxBroken + 5 {
		names = append(names, fmt.Sprintf("%04d.dem", i))
	}
	writeZip(t, path, []byte("x"), names...)
	list, _ := findDemos([]string{path})
	if len(list) != len(names) {
		t.Fatalf("%d demos", len(list))
	}
	for i := range list {
		_, err := list[i].open(&streams{})
		if err == nil || strings.Contains(err.Error(),
			"skipped, since 1000 other files in this archive are not demos") !=
			(i >= library.MaxBroken) {
			t.Errorf("%s: %v", list[i].label, err)
		}
	}
}

// TestZipInZip: an archive in an archive is not opened, however often.
func TestZipInZip(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.zip")
	content := sampleData(t, "demoscope1.mvd2")
	for range 5 {
		writeZip(t, path, content, "a.dem")
		var err error
		if content, err = os.ReadFile(path); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := openDemo(path); err == nil || !strings.Contains(err.Error(), "packed more than 3 times") {
		t.Error(err)
	}
}

// TestEndlessInput: of standard input that never ends as little is read as shows that
// it is no demo.
func TestEndlessInput(t *testing.T) {
	in := &endless{}
	s := &streams{in: in}
	for range 2 {
		if _, err := s.openDemo(standardStream); err == nil ||
			!strings.HasPrefix(err.Error(), "standard input: not a Quake demo") {
			t.Error(err)
		}
	}
	if in.read > 2<<20 {
		t.Errorf("%d bytes were read", in.read)
	}
}

// endless yields zeros for ever.
type endless struct{ read int }

func (e *endless) Read(p []byte) (int, error) {
	clear(p)
	e.read += len(p)
	return len(p), nil
}

// TestGate lets a heavy one in alone, and light ones together.
func TestGate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, leave := newGate(10), make(chan bool)
		var holders, in atomic.Int64
		for i := range 40 {
			weight := int64(i%4)*2 + 1 // 1, 3, 5, 7
			if i%10 == 0 {
				weight = 100
			}
			go func() {
				g.enter(weight)
				holders.Add(1)
				in.Add(weight)
				<-leave
				holders.Add(-1)
				in.Add(-weight)
				g.leave(weight)
			}()
		}
		most := int64(0)
		for range 40 {
			synctest.Wait()
			n := holders.Load()
			if most = max(most, n); n == 0 || n > 1 && in.Load() > 10 {
				t.Errorf("%d of %d together", n, in.Load())
			}
			leave <- true
		}
		if synctest.Wait(); most < 2 || g.in != 0 {
			t.Errorf("at most %d at once, %d left", most, g.in)
		}
	})
}

// TestSummariesInOrder: summaries come in the order of the demos, no more than some
// hundred wait for the first to be taken, and a broken file costs only its own.
func TestSummariesInOrder(t *testing.T) {
	dir := t.TempDir()
	demo := sampleData(t, "demoscope1.mvd2")[:5000]
	var names []string
	for i := range 600 {
		name := filepath.Join(dir, fmt.Sprintf("%03d.mvd2", i))
		content := demo
		if i%2 == 1 {
			content = []byte("no demo")
		}
		if err := os.WriteFile(name, content, 0o644); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	s := &streams{out: io.Discard, err: io.Discard}
	demos, _ := findDemos(names)
	synctest.Test(t, func(t *testing.T) {
		var ready atomic.Int64
		stop := make(chan struct{})
		results := summarizeAll(s, demos, nil, func(*found) { ready.Add(1) }, stop)
		if synctest.Wait(); ready.Load() != maxAhead {
			t.Errorf("%d are ready before one is taken", ready.Load())
		}
		i := 0
		for r := range results {
			if got := <-r; got.path != names[i] || (got.err != nil) != (i%2 == 1) || (got.info == nil) != (i%2 == 1) {
				t.Fatalf("%d: %s, %v", i, got.path, got.err)
			}
			if i++; i == 500 {
				close(stop)
				break
			}
		}
	})
}

// The shards of a path are those of its SHA-256 sum, by another program.
func TestShardOfAPath(t *testing.T) {
	if filepath.Separator != '/' {
		t.Skip("absolute paths of this system begin with a drive")
	}
	for path, want := range map[string]map[int]int{
		"/demos/a.mvd": {8: 5, 1000: 197}, "/demos/b.mvd": {8: 8, 1000: 96}, "/demos/c.dm2": {8: 5, 1000: 693},
	} {
		for count, index := range want {
			for i := 1; i <= count; i++ {
				if got := (shard{i, count}).has(path); got != (i == index) {
					t.Errorf("%s in %d/%d: %v", path, i, count, got)
				}
			}
		}
	}
}

// Each demo of a folder and of a list is in one shard, with all others of its archive.
func TestShardsDivide(t *testing.T) {
	dir := t.TempDir()
	demo := sampleData(t, "demoscope1.mvd")
	for i := range 20 {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.mvd", i)), demo[:100], 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var packed bytes.Buffer
	z := zip.NewWriter(&packed)
	for _, name := range []string{"x.mvd", "y.mvd", "z.mvd"} {
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write(demo)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	archive := filepath.Join(dir, "many.zip")
	if err := os.WriteFile(archive, packed.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	listed := strings.Join([]string{archive + "/x.mvd", archive + "/y.mvd", filepath.Join(dir, "3.mvd"),
		filepath.Join(dir, "gone.mvd"), archive + "/gone.mvd"}, "\x00")
	for _, c := range []struct {
		what  string
		flags demoFlags
		in    string
		want  int
	}{
		{"folder", demoFlags{Files: []string{dir}}, "", 23},
		{"list", demoFlags{FilesFrom: []string{standardStream}, Null: true}, listed, 5},
	} {
		times := map[string]int{}
		archives := 0
		for i := 1; i <= 7; i++ {
			c.flags.Shard = shard{i, 7}
			list, after, err := c.flags.find(&streams{in: strings.NewReader(c.in), out: io.Discard, err: io.Discard})
			if after(); err != nil {
				t.Fatal(err)
			}
			for _, f := range list {
				times[f.path]++
			}
			if len(list) > 0 && strings.Contains(list[len(list)-1].path, "many.zip") {
				archives++
			}
		}
		for path, n := range times {
			if n != 1 {
				t.Errorf("%s: %s is in %d shards", c.what, path, n)
			}
		}
		if len(times) != c.want || archives != 1 {
			t.Errorf("%s: %d demos, not %d; the archive is in %d shards", c.what, len(times), c.want, archives)
		}
	}
}

// A name without an end in a list is an error, not memory.
func TestLongNameInAList(t *testing.T) {
	in := strings.NewReader("a.mvd\n" + strings.Repeat("x", 1<<20))
	flags := demoFlags{FilesFrom: []string{standardStream}}
	_, _, err := flags.find(&streams{in: in, out: io.Discard, err: io.Discard})
	if err == nil || err.Error() != "standard input: name 2 is longer than 16384 bytes" {
		t.Error(err)
	}
}

// BenchmarkFolder is info for a folder with many files that are no demos.
func BenchmarkFolder(b *testing.B) {
	dir := b.TempDir()
	for i := range 10_000 {
		content := []byte(nil)
		if i%2 == 1 {
			content = []byte("no demo")
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%05d.dem", i)), content, 0o644); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		if status := run([]string{"info", dir}, &streams{out: io.Discard, err: io.Discard}); status != exitFailed {
			b.Fatalf("status %d", status)
		}
	}
}
