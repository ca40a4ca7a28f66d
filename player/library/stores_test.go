//go:build !js

package library

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"demoscope/internal/golden"
	"demoscope/internal/made"
	"demoscope/player/pattern"
	"demoscope/player/scan"
)

// filled returns a row without places that differs in every field from other ones.
func filled(n int) *Row {
	r := new(Row)
	next := 1000 * n
	golden.Fill(r, &next)
	r.others, r.serverDate = []string{fmt.Sprint("other ", n)}, fmt.Sprintf("20%02d-01-02", n)
	r.Key, r.Places, r.ID = Key{}, nil, 0
	if r.Error = ""; n%5 == 4 {
		r.Error = fmt.Sprint("error ", n)
	}
	return r
}

// contents returns everything that a store says, apart from its own numbers.
func contents(t *testing.T, s store, since map[int64]*Row, seq *int64, keys []Key) (all []string) {
	t.Helper()
	rows, last, err := s.load(*seq)
	must(t, err)
	for _, r := range rows { // as a library does
		if since[r.ID] = r; len(r.Places) == 0 {
			delete(since, r.ID)
		}
	}
	whole, again, err := s.load(0)
	must(t, err)
	if now, err := s.changed(); err != nil || now != last || again != last {
		t.Errorf("changed at %d, loaded at %d and %d: %v", now, last, again, err)
	}
	*seq = last
	for _, r := range whole {
		if len(r.Places) == 0 {
			continue
		}
		if got := since[r.ID]; got == nil || !reflect.DeepEqual(got, r) {
			t.Errorf("loaded in parts: %+v, want %+v", got, r)
		}
		text, err := json.Marshal(r)
		must(t, err)
		all = append(all, fmt.Sprintf("%s %v %s %v %q %q", r.Key, r.Places, text, r.others, r.serverDate, r.texts.all))
	}
	if n := len(all); n != len(since) {
		t.Errorf("loaded in parts: %d demos, want %d", len(since), n)
	}
	for _, folder := range []string{"/d", "/d/1", "/none"} {
		files, err := s.files(folder)
		must(t, err)
		for path, f := range files {
			f.id = 0
			all = append(all, fmt.Sprintf("%s has %s %+v", folder, path, f))
		}
	}
	must(t, s.paths(func(_ int64, path string) { all = append(all, path) }))
	for _, k := range keys {
		knows, err := s.knows(k)
		must(t, err)
		all = append(all, fmt.Sprint(k[0], knows))
	}
	slices.Sort(all)
	return all
}

// TestStores makes the same random changes to a store in a file and to one in memory, and compares what they say. What
// is loaded after each change adds up to the whole, and each field of a row is stored.
func TestStores(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	stores := [2]store{open(t, in(t.TempDir())).store, newMemory()}
	known, seq := [2]map[int64]*Row{{}, {}}, [2]int64{}
	var keys []Key
	for n := range uint8(15) {
		keys = append(keys, Key{n})
	}
	for step := range 100 {
		var read []readFile
		file := File{Path: fmt.Sprintf("/d/%d/%d.dem", random.IntN(3), random.IntN(3)), Size: random.Int64N(1000),
			Modified: time.Unix(random.Int64N(1e9), 7), Changed: random.Int64N(3)}
		members := random.IntN(4)
		for i := range members {
			n := random.IntN(len(keys))
			d := readDemo{member: fmt.Sprint(i), key: keys[n], row: filled(n)}
			if d.row.Error == "" {
				d.facts = packed(t, n)
				if random.IntN(3) == 0 {
					d.row = nil // known, or forgotten
				}
			}
			last := i == members-1 && random.IntN(4) > 0
			read = append(read, readFile{file: file, demos: []readDemo{d}, first: i == 0, last: last, members: members})
		}
		if members == 0 {
			read = []readFile{{file: file, first: true, last: true}}
		}
		what, chosen, tidy := random.IntN(5), random.IntN(9), random.IntN(4) == 0
		var got [2][]string
		for i, s := range stores {
			files, err := s.files("/d")
			must(t, err)
			paths := slices.Sorted(maps.Keys(files))
			var ids []int64
			for k := 0; k < len(paths); k += 1 + chosen {
				ids = append(ids, files[paths[k]].id)
			}
			b := [...]batch{{removed: ids}, {away: ids}, {back: ids}, {read: read}, {read: read[:1]}}[what]
			if what == 3 { // in several transactions
				for k := range read {
					must(t, s.write(&batch{read: read[k : k+1]}))
				}
			} else if !b.empty() {
				must(t, s.write(&b))
			}
			got[i] = contents(t, s, known[i], &seq[i], keys)
			if tidy {
				must(t, s.tidy())
				got[i] = append(got[i], contents(t, s, known[i], &seq[i], keys)...)
			}
			for id, r := range known[0] {
				if f, err := stores[0].facts(id); err != nil || (f == nil) != (r.Error != "") ||
					f != nil && f.Duration != float64(r.Key[0]) {
					t.Fatalf("step %d: facts %+v of %v: %v", step, f, r.Key, err)
				}
			}
		}
		if !slices.Equal(got[0], got[1]) {
			t.Fatalf("step %d, %d: in the file\n%s\nin memory\n%s", step, what, strings.Join(got[0], "\n"),
				strings.Join(got[1], "\n"))
		}
	}
}

// packed returns facts that differ for each number.
func packed(t *testing.T, n int) []byte {
	data, err := pack(&pattern.Facts{Duration: float64(n)})
	must(t, err)
	return data
}

// TestMissingTables takes each table away from a store: each call that needs it has an error, and no other one has. A
// value of another type is an error, too.
func TestMissingTables(t *testing.T) {
	file := File{Path: "/d/a.dem", Size: 7, Modified: long}
	read := func(d readDemo, last bool) *batch {
		return &batch{read: []readFile{{file: file, demos: []readDemo{d}, first: true, last: last, members: 1}}}
	}
	whole := readDemo{key: Key{1}, row: filled(1), facts: packed(t, 1)}
	dir := t.TempDir()
	s, err := openStore(dir, nil)
	must(t, err)
	must(t, s.write(read(whole, true)))
	must(t, s.(*sqliteStore).saveResults([]result{{key: Key{1}, summary: []byte("x"), file: file}}))
	must(t, s.close())
	data, err := os.ReadFile(filepath.Join(dir, storeName()))
	must(t, err)
	openCopy := func() *sqliteStore {
		must(t, os.WriteFile(filepath.Join(dir, storeName()), data, 0o600))
		s, err := openStore(dir, nil)
		must(t, err)
		return s.(*sqliteStore)
	}
	for _, column := range []string{"key", "size", "protocol", "maps", "length", "players", "others", "teams",
		"complete", "deaths", "damage_at", "hits", "best"} {
		k := openCopy()
		_, err := k.db.Exec("UPDATE demos SET " + column + " = 'no'")
		must(t, err)
		if _, _, err := k.load(0); !damaged(err) {
			t.Errorf("a row with the wrong %s: %v", column, err)
		}
		must(t, k.close())
	}
	for _, c := range []struct {
		what, needs string
		call        func(k *sqliteStore) error
	}{
		{"load", "state demos places files", func(k *sqliteStore) error { _, _, err := k.load(0); return err }},
		{"changed", "state", func(k *sqliteStore) error { _, err := k.changed(); return err }},
		{"files", "files", func(k *sqliteStore) error { _, err := k.files("/"); return err }},
		{"paths", "files", func(k *sqliteStore) error { return k.paths(func(int64, string) {}) }},
		{"knows", "demos facts", func(k *sqliteStore) error { _, err := k.knows(Key{1}); return err }},
		{"facts", "facts", func(k *sqliteStore) error { _, err := k.facts(1); return err }},
		{"tidy", "state demos facts places", (*sqliteStore).tidy},
		{"removed", "state files places demos", func(k *sqliteStore) error {
			return k.write(&batch{removed: []int64{1}})
		}},
		{"away", "state files places demos", func(k *sqliteStore) error { return k.write(&batch{away: []int64{1}}) }},
		{"back", "state files places demos", func(k *sqliteStore) error { return k.write(&batch{back: []int64{1}}) }},
		{"read", "state files demos facts places", func(k *sqliteStore) error { return k.write(read(whole, true)) }},
		{"read without facts", "state files demos places", func(k *sqliteStore) error {
			return k.write(read(readDemo{key: Key{2}, row: filled(4)}, false))
		}},
		{"read again", "state files demos facts places", func(k *sqliteStore) error {
			return k.write(read(readDemo{key: Key{1}}, true))
		}},
		{"nothing read", "state files places", func(k *sqliteStore) error {
			return k.write(&batch{read: []readFile{{file: File{Path: "/d/b.zip"}, last: true}}})
		}},
		{"result", "demos facts others", func(k *sqliteStore) error { _, err := k.result(Key{1}); return err }},
		{"result of a file", "seen demos facts others", func(k *sqliteStore) error {
			_, err := k.resultOf(&file)
			return err
		}},
		{"save", "others seen", func(k *sqliteStore) error {
			return k.saveResults([]result{{key: Key{1}, facts: whole.facts, file: file}})
		}},
	} {
		for _, table := range []string{"state", "files", "demos", "facts", "places", "others", "seen", "none"} {
			k := openCopy()
			if table != "none" {
				_, err := k.db.Exec("ALTER TABLE " + table + " RENAME TO gone")
				must(t, err)
			}
			needs := slices.Contains(strings.Fields(c.needs), table)
			if err := c.call(k); (err != nil) != needs || err != nil && !damaged(err) {
				t.Errorf("%s without the table %s: %v", c.what, table, err)
			}
			must(t, k.close())
		}
	}
}

// hooked is a store that asks before each call.
type hooked struct {
	store
	before func(call string) error
}

func (h *hooked) load(since int64) ([]*Row, int64, error) {
	rows, seq, err := h.store.load(since)
	return rows, seq, cmp.Or(h.before("load"), err)
}

func (h *hooked) changed() (int64, error) {
	seq, err := h.store.changed()
	return seq, cmp.Or(h.before("changed"), err)
}

func (h *hooked) files(folder string) (map[string]known, error) {
	list, err := h.store.files(folder)
	return list, cmp.Or(h.before("files"), err)
}

func (h *hooked) paths(found func(id int64, path string)) error {
	return cmp.Or(h.store.paths(found), h.before("paths"))
}

func (h *hooked) knows(key Key) (bool, error) {
	ok, err := h.store.knows(key)
	return ok, cmp.Or(h.before("knows"), err)
}

func (h *hooked) write(b *batch) error {
	if err := h.before("write"); err != nil {
		return err
	}
	return h.store.write(b)
}

func (h *hooked) tidy() error { return cmp.Or(h.before("tidy"), h.store.tidy()) }

func (h *hooked) facts(id int64) (*pattern.Facts, error) {
	f, err := h.store.facts(id)
	return f, cmp.Or(h.before("facts"), err)
}

func (h *hooked) close() error { return cmp.Or(h.before("close"), h.store.close()) }

// TestFailingStore: whichever call of its store fails, and why, a scan finds all demos, their facts can be read, and
// the status says it. No call is made without the lock, which keeps others from closing the store.
func TestFailingStore(t *testing.T) {
	for _, why := range []error{errCorrupt, errors.New("disk is full")} {
		for n := 0; ; n++ {
			dir := t.TempDir()
			folder, o := filepath.Join(dir, "demos"), in(dir)
			must(t, os.Mkdir(folder, 0o700))
			all := []string{"a.dem", "b.mvd", "c.qwd"}
			for _, name := range all {
				must(t, os.WriteFile(filepath.Join(folder, name), made.Replacing(t, filepath.Ext(name)[1:], 9), 0o600))
			}
			l := open(t, o)
			failed := ""
			left := n
			var counting sync.Mutex // goroutines that read demos call the store at the same time
			l.store = &hooked{l.store, func(call string) error {
				counting.Lock()
				defer counting.Unlock()
				if l.storeMu.TryLock() {
					l.storeMu.Unlock()
					t.Errorf("%s is called without a lock", call)
				}
				if left--; left == -1 {
					failed = call
					return why
				}
				return nil
			}}
			must(t, l.Add(folder))
			scanAll(t, l)
			for _, name := range all {
				if f, err := l.Facts(byFile(l, name)); err != nil || f.Duration == 0 {
					t.Errorf("%v in %s: facts of %s: %v, %v", why, failed, name, f, err)
				}
			}
			equalNames(t, fmt.Sprint(why, " in ", failed), names(l), all...)
			want := "scan results are not saved: " + why.Error()
			if damaged(why) {
				want = "rescanning all demos, since the saved data is unusable: " + why.Error()
			}
			quiet := failed == "" || failed == "knows" || failed == "facts" // the demo is read instead
			if notes := l.Status().Notes; slices.Contains(notes, want) == quiet {
				t.Errorf("%v in %s: notes %q", why, failed, notes)
			}
			must(t, os.Remove(filepath.Join(folder, "a.dem")))
			scanAll(t, l)
			scanAll(t, l) // if the call failed in the scan before
			equalNames(t, fmt.Sprint("after ", failed), names(l), all[1:]...)
			<-l.wake
			must(t, l.Remove(folder))
			if len(l.wake) == 0 {
				t.Error("a changed list is not scanned")
			}
			if n == 0 || failed == "" {
				equalNames(t, "without the folder", names(l))
			}
			scanAll(t, l)
			equalNames(t, "without the folder", names(l))
			if failed == "" {
				if n < 10 {
					t.Errorf("a scan has only %d calls", n)
				}
				break
			}
		}
	}
}

// TestSamples compares all that a library knows of some demos with a file: each field of each row, each order, each
// suggestion, and the ground of each match.
func TestSamples(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("this processor may round differently")
	}
	dir := t.TempDir()
	folder := filepath.Join(dir, "demos")
	for _, d := range golden.OutputDemos(t) {
		if d.Own && strings.HasPrefix(d.Name, "sample/") {
			d.Copy(t, folder)
		}
	}
	l := open(t, in(dir))
	must(t, l.Add(folder))
	before := l.List()
	before.Prepare()
	scanAll(t, l)
	var lines []string
	add := func(format string, v ...any) {
		text := strings.ReplaceAll(fmt.Sprintf(format, v...), folder, "FOLDER")
		lines = append(lines, strings.ReplaceAll(text, strings.ToLower(folder), "folder"))
	}
	s, list := l.Status(), l.List()
	s.Scans, s.Watched, s.Polled = 0, 0, false
	add("%+v, %d demos, %d copies, %d unreadable", s, list.Len(), list.Copies(), list.Unreadable())
	if list.orders[ByMap] == nil || list.facets == nil {
		t.Error("what the list before was asked for is not computed")
	}
	for _, r := range list.Select(nil, nil, ByFile, false) {
		text, err := json.Marshal(r)
		must(t, err)
		add("%s %s\n\t%s\n\t%q %q %q", r.Key, text, r.Map(), r.others, r.serverDate, r.texts.all)
		if list.ByID(r.ID) != r || list.ByKey(r.Key) != r || list.ByID(-1) != nil || list.ByKey(Key{}) != nil {
			t.Errorf("%s is not found", r.File())
		}
		f, err := l.Facts(r)
		must(t, err)
		d, err := l.options.Source.Open(r.Places[0].Path, "")
		must(t, err)
		grounds := NewGrounds(context.Background(), d)
		scan.Read(d.Format.Name, d.Decoder(), grounds)
		grounds.Finish()
		for _, m := range f.Counted() {
			g, err := l.Ground(t.Context(), r, m)
			must(t, err)
			if all := grounds.Of(m); !reflect.DeepEqual(g, all) {
				t.Errorf("%s: the ground of a match is not the same in a pass over all", r.File())
			}
			if g != nil {
				add("\tground of %g to %g: %d points, %d lines in %v", m.From, m.To, len(g.Walked.Points),
					len(g.Plan.Lines), g.Plan.Box)
			}
		}
	}
	for c := range ColumnCount { // rows without a value come last in both ways
		few := handful()
		add("by %s, %v: %s and %s", c, c.Descending(), ids(few.Select(nil, nil, c, false)),
			ids(few.Select(nil, nil, c, true)))
		var files []string
		for _, r := range list.Select(nil, nil, c, c.Descending()) {
			files = append(files, r.Places[0].Name())
		}
		add("\t%s", strings.Join(files, " "))
		if named, ok := ColumnNamed(c.String()); !ok || named != c {
			t.Errorf("%s is %v, %v", c, named, ok)
		}
	}
	if _, ok := ColumnNamed("nonsense"); ok {
		t.Error("there is a column nonsense")
	}
	for _, key := range slices.Sorted(maps.Keys(list.facets.of)) {
		add("%v %v", key, list.facets.of[key])
	}
	golden.Lines(t, "samples", strings.Split(strings.Join(lines, "\n"), "\n"), golden.Equal)
}
