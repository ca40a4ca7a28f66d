//go:build !js

package library

import (
	"database/sql"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"demoscope/formats"
	"demoscope/player/pattern"
	"demoscope/player/scan"
)

// reading is what a reader did to read demos.
type reading struct {
	texts   []string // of each demo: its summary, and the hits of all patterns
	opened  int
	packets int64
}

// readAll reads demos with a reader.
func readAll(t *testing.T, r *Reader, paths []string, summary, facts bool) (n reading) {
	t.Helper()
	query, err := pattern.Parse("length>0s")
	must(t, err)
	var packets atomic.Int64
	scan.CountPackets(&packets)
	defer scan.CountPackets(nil)
	for _, path := range paths {
		info, err := os.Stat(path)
		must(t, err)
		k, err := r.Read(FileOf(path, info), func() (*formats.Demo, error) {
			n.opened++
			return files{}.Open(path, "")
		}, summary, facts, pattern.Options{})
		must(t, err)
		if (k.Summary != nil) != summary || (k.Facts != nil) != facts {
			t.Fatalf("%s: %+v", path, k)
		}
		text, err := json.Marshal(k.Summary)
		must(t, err)
		if facts {
			hits, err := json.Marshal(query.Match(k.Facts))
			must(t, err)
			text = append(text, hits...)
		}
		n.texts = append(n.texts, string(text))
	}
	n.packets = packets.Load()
	return n
}

// demosIn returns the demos in a folder.
func demosIn(t *testing.T, folder string) (paths []string) {
	t.Helper()
	files{}.Walk(folder, func(string) {}, func(f File) bool { paths = append(paths, f.Path); return true },
		func(_ string, err error) { t.Error(err) })
	return paths
}

// A demo is read once: later it is not opened if its file is as it was, and not decoded if its content is known.
func TestReader(t *testing.T) {
	folder, o := inFolder(t)
	paths := demosIn(t, folder)
	want := readAll(t, nil, paths, true, true)
	part := func(summary, facts bool) []string {
		return readAll(t, nil, paths, summary, facts).texts
	}
	texts := map[[2]bool][]string{{true, true}: want.texts, {true, false}: part(true, false), {false, true}: part(false,
		true)}
	one := paths[0]
	onlyChange := 0 // where the system has no time of the last change
	if info, err := os.Stat(one); err == nil && Changed(info) != 0 {
		onlyChange = 1
	}
	for _, c := range []struct {
		what           string
		do             func()
		fresh          bool
		summary, facts bool
		opened         int
		reads          float64 // of all packets of all demos
	}{
		{"the first summaries", nil, false, true, false, 3, 1},
		{"the same", nil, false, true, false, 0, 0},
		{"both, of which facts are missing", nil, false, true, true, 3, 1},
		{"facts", nil, false, false, true, 0, 0},
		{"both", nil, false, true, true, 0, 0},
		{"fresh", nil, true, true, true, 3, 1},
		{"after another time", func() { must(t, os.Chtimes(one, time.Now(), time.Now())) }, false, true, true, 1, 0},
		{"with that time", nil, false, true, true, 0, 0},
		{"written anew, with the same size and time", func() {
			info, err := os.Stat(one)
			must(t, err)
			data, err := os.ReadFile(one)
			must(t, err)
			must(t, os.WriteFile(one, data, 0o644))
			must(t, os.Chtimes(one, info.ModTime(), info.ModTime()))
		}, false, true, true, onlyChange, 0},
		{"under another name", func() {
			must(t, os.Rename(one, filepath.Join(folder, "a", "other.mvd")))
			paths = demosIn(t, folder)
		}, false, true, true, 1, 0},
		{"without a file", func() {
			must(t, os.RemoveAll(o.Dir))
		}, false, true, true, 3, 1},
	} {
		if c.do != nil {
			c.do()
		}
		r := OpenReader(o.Dir, c.fresh)
		got := readAll(t, r, paths, c.summary, c.facts)
		r.Close()
		if !reflect.DeepEqual(got.texts, texts[[2]bool{c.summary, c.facts}]) {
			t.Errorf("%s: other results", c.what)
		}
		if reads := float64(got.packets) / float64(want.packets); got.opened != c.opened || reads != c.reads {
			t.Errorf("%s: %d demos opened, %v of the packets read; want %d, %v", c.what, got.opened, reads, c.opened,
				c.reads)
		}
	}
}

// What the library has read is not read again, and stays when the library forgets what is gone.
func TestReaderOfLibrary(t *testing.T) {
	folder, o := inFolder(t)
	l := open(t, o)
	must(t, l.Add(folder))
	scanAll(t, l)
	paths := demosIn(t, folder)
	for range 2 {
		r := OpenReader(o.Dir, false)
		if n := readAll(t, r, paths, false, true); n.packets != 0 {
			t.Errorf("%d packets are read", n.packets)
		}
		readAll(t, r, paths, true, false)
		r.Close()
		scanAll(t, l)
		equalNames(t, "demos", names(l), "4on4_one.mvd", "three.dm_71", "two.dm2")
	}
}

// What is saved and damaged is read again, and replaced.
func TestDamagedReader(t *testing.T) {
	folder, o := inFolder(t)
	paths := demosIn(t, folder)
	want := readAll(t, nil, paths, true, true)
	exec := func(query string, args ...any) func(*testing.T) {
		return func(t *testing.T) {
			k, err := openFile(filepath.Join(o.Dir, storeName()))
			must(t, err)
			_, err = k.db.Exec(query, args...)
			must(t, err)
			must(t, k.close())
		}
	}
	for _, c := range []struct {
		what string
		do   func(*testing.T)
	}{
		{"empty facts", exec("UPDATE others SET facts = x''")},
		{"no summaries", exec("UPDATE others SET summary = NULL")},
		{"nonsense", exec("UPDATE others SET facts = ?, summary = ?", []byte("nonsense"), strings.Repeat("n", 1<<20))},
		{"numbers", exec("UPDATE others SET facts = 3.5, summary = -1")},
		{"facts as summaries", exec("UPDATE others SET facts = summary, summary = facts")},
		{"a long key", exec("UPDATE others SET key = key || x'00', facts = 'x' WHERE id = 1")},
		{"of a format that it is not", exec("UPDATE seen SET format = 'dem'")},
		{"short keys", exec("UPDATE seen SET key = x'00'")},
		{"halves", exec("UPDATE others SET facts = substr(facts, 1, length(facts) / 2), summary = substr(summary, 2)")},
		{"no tables", exec("DROP TABLE others")},
		{"a cut file", func(t *testing.T) { must(t, os.Truncate(filepath.Join(o.Dir, storeName()), 5000)) }},
		{"no file", func(t *testing.T) {
			must(t, os.WriteFile(filepath.Join(o.Dir, storeName()), []byte(strings.Repeat("x", 9000)), 0o600))
		}},
	} {
		t.Run(c.what, func(t *testing.T) {
			read := func() reading {
				r := OpenReader(o.Dir, false)
				defer r.Close()
				return readAll(t, r, paths, true, true)
			}
			read()
			c.do(t)
			if got := read(); !reflect.DeepEqual(got.texts, want.texts) {
				t.Error("other results")
			}
			read() // after the file was thrown away in the middle
			if got := read(); !reflect.DeepEqual(got.texts, want.texts) || got.packets != 0 {
				t.Errorf("then %d packets are read", got.packets)
			}
		})
	}
}

// Without a folder to save in, each demo is read.
func TestReaderWithoutFolder(t *testing.T) {
	folder, _ := inFolder(t)
	paths := demosIn(t, folder)
	file := filepath.Join(t.TempDir(), "file")
	must(t, os.WriteFile(file, nil, 0o600))
	for _, dir := range []string{"", filepath.Join(file, "library")} {
		r := OpenReader(dir, false)
		readAll(t, r, paths, true, true)
		if n := readAll(t, r, paths, true, true); n.opened != 3 || n.packets == 0 {
			t.Errorf("%q: %d demos opened, %d packets read", dir, n.opened, n.packets)
		}
		r.Close()
	}
}

// Several readers of one file, as of several processes, do not disturb each other.
func TestReadersAtOnce(t *testing.T) {
	folder, o := inFolder(t)
	paths := demosIn(t, folder)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			r := OpenReader(o.Dir, false)
			defer r.Close()
			for range 3 {
				for _, path := range paths {
					info, err := os.Stat(path)
					if err != nil {
						t.Error(err)
						return
					}
					k, err := r.Read(FileOf(path, info), func() (*formats.Demo, error) {
						return files{}.Open(path, "")
					}, true, true, pattern.Options{})
					if err != nil || k.Summary == nil || k.Facts == nil {
						t.Errorf("%s: %+v, %v", path, k, err)
					}
				}
			}
		})
	}
	all.Wait()
	r := OpenReader(o.Dir, false)
	defer r.Close()
	if n := readAll(t, r, paths, true, true); n.opened != 0 {
		t.Errorf("%d demos are opened", n.opened)
	}
}

// What was read first goes first, beyond so many bytes or files.
func TestTrim(t *testing.T) {
	_, o := inFolder(t)
	must(t, os.MkdirAll(o.Dir, 0o700))
	k, err := openFile(filepath.Join(o.Dir, storeName()))
	must(t, err)
	defer k.close()
	for i := range 10 {
		path := filepath.Join("/demos", string(rune('a'+i)))
		must(t, k.saveResults([]result{{key: Key{byte(i)}, facts: make([]byte, 70), summary: make([]byte, 30),
			file: File{Path: path, Modified: long}}}))
	}
	must(t, k.transact(func(tx *sql.Tx) error { return trim(tx, 450, 3) }))
	for i := range 10 {
		t1, err := k.result(Key{byte(i)})
		must(t, err)
		t2, err := k.resultOf(&File{Path: filepath.Join("/demos", string(rune('a'+i))), Modified: long})
		must(t, err)
		if got, want := t1.facts != nil, i >= 6; got != want {
			t.Errorf("content %d: kept %v", i, got)
		}
		if got, want := t2.facts != nil, i >= 7; got != want {
			t.Errorf("file %d: kept %v", i, got)
		}
	}
}
