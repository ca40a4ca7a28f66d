//go:build !js

package library

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"demoscope/formats"
	"demoscope/internal/wait"
)

// helperVariable names the folder of a library that this program, started again, scans.
const helperVariable = "DEMOSCOPE_TEST_LIBRARY"

func TestMain(m *testing.M) {
	if dir := os.Getenv(helperVariable); dir != "" {
		os.Exit(helper(dir))
	}
	status := m.Run()
	if scannedCorpus != "" {
		os.RemoveAll(scannedCorpus)
	}
	os.Exit(status)
}

// slow is a source that says on standard output what it opens, and takes its time, so that another process may come
// between.
type slow struct{ files }

func (s slow) Open(path, member string) (*formats.Demo, error) {
	d, err := s.files.Open(path, member)
	fmt.Println(filepath.Base(path))
	time.Sleep(5 * time.Millisecond)
	return d, err
}

// helper scans a library, and prints what it has opened.
func helper(dir string) int {
	o := in(dir)
	o.Source = slow{}
	l, err := Open(o)
	if err == nil {
		err = l.Scan(context.Background())
	}
	if err == nil {
		err = l.Close()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// start starts a process that scans the library of a folder.
func start(t *testing.T, dir string) (cmd *exec.Cmd, out *bytes.Buffer) {
	t.Helper()
	self, err := os.Executable()
	must(t, err)
	cmd = exec.Command(self)
	cmd.Env = append(os.Environ(), helperVariable+"="+dir)
	out = new(bytes.Buffer)
	cmd.Stdout, cmd.Stderr = out, os.Stderr
	must(t, cmd.Start())
	return cmd, out
}

// withDemos makes a library whose folder has n different demos.
func withDemos(t *testing.T, n int) (dir string) {
	t.Helper()
	dir = t.TempDir()
	folder := filepath.Join(dir, "demos")
	must(t, os.MkdirAll(folder, 0o755))
	data, err := os.ReadFile(sample("demoscope1.dm2"))
	must(t, err)
	for i := range n {
		must(t, os.WriteFile(filepath.Join(folder, fmt.Sprintf("%03d.dm2", i)), data[:len(data)-1-i], 0o644))
	}
	l := open(t, in(dir))
	must(t, l.Add(folder))
	must(t, l.Close())
	return dir
}

// sound requires that a library has n demos with their moments, and is as a new one would be.
func sound(t *testing.T, dir string, n int) {
	t.Helper()
	l := open(t, in(dir))
	scanAll(t, l)
	fresh := open(t, Options{Source: files{}})
	must(t, fresh.Add(l.Folders()...))
	scanAll(t, fresh)
	got, want := l.List().Select(nil, nil, ByFile, false), fresh.List().Select(nil, nil, ByFile, false)
	if len(got) != n || len(want) != n {
		t.Fatalf("%d demos, %d in a new library, want %d", len(got), len(want), n)
	}
	for i := range got {
		a, b := *got[i], *want[i]
		a.ID, b.ID = 0, 0
		if !reflect.DeepEqual(a, b) {
			t.Errorf("%+v is not %+v", a, b)
		}
	}
	for _, r := range got {
		l.storeMu.RLock()
		f, err := l.store.facts(r.ID)
		l.storeMu.RUnlock()
		if err != nil || f == nil || len(f.Events) == 0 {
			t.Errorf("%s: moments %v, %v", r.File(), f, err)
		}
	}
	must(t, l.Close())
	checkFile(t, filepath.Join(dir, "kept", storeName()))
}

// checkFile has SQLite check a file.
func checkFile(t *testing.T, path string) {
	t.Helper()
	k, err := openFile(path)
	must(t, err)
	defer k.close()
	var says string
	must(t, k.db.QueryRow("PRAGMA integrity_check").Scan(&says))
	if says != "ok" {
		t.Error(says)
	}
	var lost int
	must(t, k.db.QueryRow("SELECT (SELECT count(*) FROM places WHERE demo NOT IN (SELECT id FROM demos) OR file NOT "+
		"IN (SELECT id FROM files)) + (SELECT count(*) FROM facts WHERE demo NOT IN (SELECT demo FROM places))").Scan(
		&lost))
	if lost != 0 {
		t.Errorf("%d rows belong to nothing", lost)
	}
}

// Several processes that begin at once: one reads each demo, and all of it is there.
func TestTwoProcesses(t *testing.T) {
	dir := withDemos(t, 60)
	var cmds []*exec.Cmd
	var outs []*bytes.Buffer
	for range 3 {
		cmd, out := start(t, dir)
		cmds, outs = append(cmds, cmd), append(outs, out)
	}
	// One more, in this process, follows them.
	l := open(t, in(dir))
	l.Start()
	read := 0
	for i, cmd := range cmds {
		must(t, cmd.Wait())
		read += strings.Count(outs[i].String(), "\n")
	}
	wait.For(t, "what the others found", func() bool { return l.List().Len() == 60 })
	if read > 60 {
		t.Errorf("the processes read %d demos", read)
	}
	must(t, l.Close())
	sound(t, dir, 60)
}

// A process that is killed at any time leaves a library that is right, and the next reads only the rest.
func TestKilled(t *testing.T) {
	for _, after := range []int{0, 1, 20, 55} {
		dir := withDemos(t, 60)
		o := in(dir)
		cmd, out := start(t, dir)
		kept := func() int {
			k, err := openFile(filepath.Join(dir, "kept", storeName()))
			if err != nil {
				return 0
			}
			defer k.close()
			rows, _, err := k.load(0)
			if err != nil {
				t.Error(err)
			}
			return len(rows)
		}
		if after == 0 {
			wait.For(t, "a scan", func() bool { _, err := os.Stat(filepath.Join(o.Dir, scanLock)); return err == nil })
		} else {
			wait.For(t, "the first demos", func() bool { return kept() >= after })
		}
		must(t, cmd.Process.Kill())
		if err := cmd.Wait(); err == nil {
			t.Logf("after %d: it had ended", after)
		}
		before := kept()
		source := newCounting()
		o.Source = source
		l := open(t, o)
		scanAll(t, l)
		if n := len(source.opened()); n != 60-before || l.List().Len() != 60 {
			t.Errorf("after %d: %d were kept, %d read (%d before), %d in the list", after, before, n,
				strings.Count(out.String(), "\n"), l.List().Len())
		}
		must(t, l.Close())
		sound(t, dir, 60)
	}
}

// What is kept by another version, or damaged, is made anew; the folders stay.
func TestMadeAnew(t *testing.T) {
	execute := func(statement string) func(t *testing.T, path string) {
		return func(t *testing.T, path string) {
			db, err := sql.Open("sqlite", path)
			must(t, err)
			_, err = db.Exec(statement)
			must(t, err)
			must(t, db.Close())
		}
	}
	overwrite := func(from, to int, with byte) func(t *testing.T, path string) {
		return func(t *testing.T, path string) {
			data, err := os.ReadFile(path)
			must(t, err)
			for i := min(from, len(data)); i < min(to, len(data)); i++ {
				data[i] = with
			}
			must(t, os.WriteFile(path, data, 0o600))
		}
	}
	for _, c := range []struct {
		name string
		do   func(t *testing.T, path string)
	}{
		{"older", execute(fmt.Sprintf("PRAGMA user_version = %d", version()-1))},
		{"newer", execute(fmt.Sprintf("PRAGMA user_version = %d", version()+1))},
		{"of another program", execute("PRAGMA user_version = 0")},
		{"without a table", execute("DROP TABLE demos")},
		{"without another", execute("DROP TABLE places")},
		{"with a key that is none", execute("UPDATE demos SET key = x'00' WHERE id = 1")},
		{"with a size that is none", execute("UPDATE demos SET size = 'abc' WHERE id = 1")},
		{"with a file's size that is none", execute("UPDATE files SET size = 'abc' WHERE id = 1")},
		{"with a time that is none", execute("UPDATE files SET modified = 1.5")},
		{"with a number of changes that is none", execute("UPDATE state SET seq = 'abc'")},
		{"without that number", execute("DELETE FROM state")},
		{"with players that are none", execute("UPDATE demos SET players = '[{' WHERE id = 1")},
		{"with null", execute("PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = replace(sql, 'title TEXT " +
			"NOT NULL', 'title TEXT'); PRAGMA writable_schema = OFF")},
		{"empty", func(t *testing.T, path string) { must(t, os.Truncate(path, 0)) }},
		{"text", func(t *testing.T, path string) { must(t, os.WriteFile(path, []byte("this is no library"), 0o600)) }},
		{"cut", func(t *testing.T, path string) { must(t, os.Truncate(path, 5000)) }},
		{"a wrong head", overwrite(0, 100, 'x')},
		{"a wrong page", overwrite(4096, 8192, 0xff)},
		{"wrong pages", overwrite(8192, 1<<20, 0xa5)},
		{"zeros", overwrite(4096, 1<<20, 0)},
		{"not there", func(t *testing.T, path string) { must(t, os.Remove(path)) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			folder, o := inFolder(t)
			l := open(t, o)
			must(t, l.Add(folder))
			scanAll(t, l)
			must(t, l.Close())
			c.do(t, filepath.Join(o.Dir, storeName()))
			l = open(t, o)
			equalNames(t, "folders", l.Folders(), folder)
			scanAll(t, l)
			equalNames(t, "demos", names(l), "4on4_one.mvd", "three.dm_71", "two.dm2")
			for _, r := range l.List().Select(nil, nil, ByFile, false) {
				if f, err := l.Facts(r); err != nil || len(f.Events) == 0 {
					t.Errorf("%s: %v, %v", r.File(), f, err)
				}
			}
			must(t, l.Close())
			l = open(t, o)
			equalNames(t, "kept", names(l), "4on4_one.mvd", "three.dm_71", "two.dm2")
		})
	}
}

// Moments that are damaged are read from the demo.
func TestDamagedFacts(t *testing.T) {
	folder, o := inFolder(t)
	l := open(t, o)
	must(t, l.Add(folder))
	scanAll(t, l)
	r := byFile(l, "two.dm2")
	want, err := l.Facts(r)
	must(t, err)
	for _, data := range [][]byte{{}, []byte("x"), bytes.Repeat([]byte{0x28, 0xb5, 0x2f, 0xfd}, 10)} {
		_, err := l.store.(*sqliteStore).db.Exec("UPDATE facts SET data = ? WHERE demo = ?", data, r.ID)
		must(t, err)
		if got, err := l.Facts(r); err != nil || len(got.Events) != len(want.Events) || len(want.Events) == 0 {
			t.Errorf("%v, %v", got, err)
		}
	}
}

// On a full disk everything is found, and what could be written is there at the next start.
func TestFullDisk(t *testing.T) {
	for _, pages := range []int{1, 16, 25} {
		dir := withDemos(t, 60)
		l := open(t, in(dir))
		k := l.store.(*sqliteStore)
		k.db.SetMaxOpenConns(1) // the limit is that of a connection
		var now int
		must(t, k.db.QueryRow(fmt.Sprintf("PRAGMA max_page_count = %d", pages)).Scan(&now))
		full := k.write(&batch{read: []readFile{{file: File{Path: strings.Repeat("x", pages*5000), Modified: long}}}})
		var e *sqlite.Error
		if !errors.As(full, &e) || e.Code() != sqlite3.SQLITE_FULL {
			t.Fatalf("the disk is not full: %v", full)
		}
		scanAll(t, l)
		if n := l.List().Len(); n != 60 {
			t.Errorf("%d pages: %d demos", pages, n)
		}
		notes := l.Status().Notes
		if len(notes) != 1 || !strings.HasPrefix(notes[0], "scan results are not saved: ") ||
			!strings.Contains(notes[0], "full") {
			t.Errorf("%d pages: notes %q", pages, notes)
		}
		r := byFile(l, "007.dm2")
		if f, err := l.Facts(r); err != nil || len(f.Events) == 0 {
			t.Errorf("%d pages: %v, %v", pages, f, err)
		}
		scanAll(t, l)
		if n := l.List().Len(); n != 60 {
			t.Errorf("%d pages: %d demos after another scan", pages, n)
		}
		must(t, l.Close())
		sound(t, dir, 60)
	}
}

// A folder that cannot be written, or something in the place of the file, costs what is kept alone.
func TestNotKept(t *testing.T) {
	folder, o := inFolder(t)
	must(t, os.MkdirAll(filepath.Join(o.Dir, storeName()), 0o700))
	l := open(t, o)
	must(t, l.Add(folder))
	scanAll(t, l)
	equalNames(t, "demos", names(l), "4on4_one.mvd", "three.dm_71", "two.dm2")
	if notes := l.Status().Notes; len(notes) != 1 || !strings.Contains(notes[0], "is not a file") {
		t.Errorf("notes %q", notes)
	}
	must(t, os.Remove(filepath.Join(o.Dir, storeName()))) // it was not touched
}

// The list of folders: what others wrote into its file stays, and a damaged one as a whole.
func TestFolders(t *testing.T) {
	dir := t.TempDir()
	o := in(dir)
	a, b, sub := filepath.Join(dir, "a"), filepath.Join(dir, "b"), filepath.Join(dir, "a", "sub")
	for _, d := range []string{sub, b} {
		must(t, os.MkdirAll(d, 0o755))
	}
	must(t, os.WriteFile(o.Folders, []byte("later = 'kept'\nfolders = [ '"+sub+"' ]\n"), 0o600))
	first, second := open(t, o), open(t, o)
	must(t, first.Add(a)) // in which sub lies
	equalNames(t, "first", first.Folders(), a)
	must(t, second.Add(b, b, sub))
	equalNames(t, "second", second.Folders(), a, b)
	if data, err := os.ReadFile(o.Folders); err != nil || !strings.Contains(string(data), "later = 'kept'") {
		t.Errorf("%s, %v", data, err)
	}
	err := second.Add(filepath.Join(dir, "none"), o.Folders)
	if err == nil || !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "not a folder") ||
		!strings.Contains(err.Error(), "none: folder not found") {
		t.Error(err)
	}
	for _, wrong := range []string{"folders = [", "folders = 'x'", "folders = [ 'relative' ]",
		"folders = [ 7 ]", "\x00"} {
		must(t, os.WriteFile(o.Folders, []byte(wrong), 0o600))
		l, err := Open(o)
		if err == nil || !strings.Contains(err.Error(), "is damaged") || len(l.Folders()) != 0 {
			t.Errorf("%q: %v, %q", wrong, err, l.Folders())
		}
		for what, err := range map[string]error{"add": l.Add(b), "remove": l.Remove(b)} {
			if err == nil || !strings.Contains(err.Error(), "is damaged") {
				t.Errorf("%q: %s: %v", wrong, what, err)
			}
		}
		must(t, l.Close())
		if data, err := os.ReadFile(o.Folders); err != nil || string(data) != wrong {
			t.Errorf("now it is %q, %v", data, err)
		}
	}
}

// A slip in the list of folders costs nothing of what is known, neither at the start nor later.
func TestDamagedListForgetsNothing(t *testing.T) {
	folder, o := inFolder(t)
	source := newCounting()
	o.Source = source
	l := open(t, o)
	must(t, l.Add(folder))
	scanAll(t, l)
	source.opened()
	right, err := os.ReadFile(o.Folders)
	must(t, err)
	for _, wrong := range []string{"folders = [", "folders = [ 'C:demos', 7 ]"} {
		must(t, os.WriteFile(o.Folders, []byte(wrong), 0o600))
		other, err := Open(o)
		if err == nil {
			t.Errorf("%q was read", wrong)
		}
		for _, l := range []*Library{l, other} {
			if err := l.Scan(t.Context()); err == nil || !strings.Contains(err.Error(), "is damaged") {
				t.Errorf("%q: %v", wrong, err)
			}
			_ = l.Add(t.TempDir())
			_ = l.Remove(folder)
			equalNames(t, wrong, names(l), "4on4_one.mvd", "three.dm_71", "two.dm2")
		}
		equalNames(t, "folders", l.Folders(), folder)
		must(t, os.WriteFile(o.Folders, right, 0o600))
		scanAll(t, other)
		equalNames(t, "mended", names(other), "4on4_one.mvd", "three.dm_71", "two.dm2")
		must(t, other.Close())
	}
	scanAll(t, l)
	equalNames(t, "read again", source.opened())
}

// lingering is a source that takes its time, longer for sixty demos than a batch waits.
type lingering struct{ files }

func (lingering) Open(path, member string) (*formats.Demo, error) {
	time.Sleep(maxBatchTime / 20)
	return files{}.Open(path, member)
}

// What is moved, in a folder or to another one, is found where it is now without being read again.
func TestMovedFolder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, to := range []string{"demos/sub", "other", "before"} {
			dir := withDemos(t, 60)
			o := in(dir)
			o.Source, o.Workers = lingering{}, 1
			from, sub := filepath.Join(dir, "demos"), filepath.Join(dir, filepath.FromSlash(to))
			must(t, os.MkdirAll(sub, 0o755))
			l := open(t, o)
			if to == "before" { // the folder that they come into is looked through first
				must(t, l.Remove(from))
				must(t, l.Add(sub, from))
			} else {
				must(t, l.Add(sub))
			}
			scanAll(t, l)
			_, err := l.store.(*sqliteStore).db.Exec("UPDATE demos SET title = 'read once'")
			must(t, err)
			for i := range 60 {
				name := fmt.Sprintf("%03d.dm2", i)
				must(t, os.Rename(filepath.Join(from, name), filepath.Join(sub, name)))
			}
			scanAll(t, l)
			n := 0
			for _, r := range l.List().Select(nil, nil, ByFile, false) {
				if r.Title == "read once" && len(r.Places) == 1 && filepath.Dir(r.Places[0].Path) == sub {
					n++
				}
			}
			if n != 60 || l.List().Len() != 60 {
				t.Errorf("to %s: %d of %d demos are as they were", to, n, l.List().Len())
			}
		}
	})
}

// A file that changes all the time, as a demo that is recorded, leaves no row for each time; who has not
// looked meanwhile sees what is there.
func TestGoneRows(t *testing.T) {
	dir := withDemos(t, 3)
	first, second := open(t, in(dir)), open(t, in(dir))
	scanAll(t, first)
	second.refresh()
	k := first.store.(*sqliteStore)
	growing := File{Path: filepath.Join(dir, "demos", "growing.dem"), Size: 7, Modified: long}
	for i := range keepGone + 100 {
		d := readDemo{key: Key{1, byte(i), byte(i >> 8)}, row: &Row{Format: "dem", Size: int64(i)},
			facts: []byte("facts")}
		must(t, k.write(&batch{read: []readFile{{file: growing, demos: []readDemo{d}, first: true, last: true,
			members: 1}}}))
		if i == 0 {
			second.refresh()
		}
	}
	must(t, k.tidy())
	count := func(table string) (n int) {
		must(t, k.db.QueryRow("SELECT count(*) FROM "+table).Scan(&n))
		return n
	}
	// Of the 1,100 rows 99 went a thousand writes or more before the last one.
	if rows, facts := count("demos"), count("facts"); rows != 1004 || facts != 4 {
		t.Errorf("%d demos and %d facts", rows, facts)
	}
	if n := second.List().Len(); n != 4 {
		t.Errorf("%d demos before", n)
	}
	second.refresh()
	if r := byFile(second, "growing.dem"); second.List().Len() != 4 || r == nil || r.Size != keepGone+99 {
		t.Errorf("%d demos, %+v", second.List().Len(), r)
	}
}

// Damage that is met in the middle of a scan costs no row of its list, and is said.
func TestDamageInScan(t *testing.T) {
	folder, o := inFolder(t)
	l := open(t, o)
	must(t, l.Add(folder))
	scanAll(t, l)
	for range maxLosses + 2 { // at last everything is in memory
		if k, ok := l.store.(*sqliteStore); ok {
			_, err := k.db.Exec("UPDATE files SET size = 'abc' WHERE id = 1")
			must(t, err)
			scanAll(t, l)
			if notes := l.Status().Notes; len(notes) == 0 || !strings.HasPrefix(notes[0], "scan") &&
				!strings.HasPrefix(notes[0], "rescanning") {
				t.Errorf("notes %q", notes)
			}
		}
		equalNames(t, "demos", names(l), "4on4_one.mvd", "three.dm_71", "two.dm2")
	}
	if _, ok := l.store.(*lockedMemory); !ok {
		t.Error("it goes on for ever")
	}
}

// The files of other versions are left alone as long as somebody uses them.
func TestOtherVersions(t *testing.T) {
	_, o := inFolder(t)
	must(t, os.MkdirAll(o.Dir, 0o700))
	for _, name := range []string{"library.sqlite", "library.sqlite-wal", "library-00000001.sqlite",
		"library-00000002.sqlite", "library-00000002.sqlite-wal", "else.sqlite"} {
		path := filepath.Join(o.Dir, name)
		must(t, os.WriteFile(path, []byte(name), 0o600))
		if name != "library-00000001.sqlite" && name != "library-00000002.sqlite-wal" {
			must(t, os.Chtimes(path, long, long))
		}
	}
	open(t, o)
	for name, want := range map[string]bool{"library.sqlite": false, "library.sqlite-wal": false,
		"library-00000001.sqlite": true, "library-00000002.sqlite": true, "library-00000002.sqlite-wal": true,
		"else.sqlite": true, storeName(): true} {
		if _, err := os.Stat(filepath.Join(o.Dir, name)); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestFullDiskBetweenLists: what was written behind the last list that was made stays in the next one, though the disk
// becomes full before that.
func TestFullDiskBetweenLists(t *testing.T) {
	const demos, each = 12, 3
	first := open(t, in(withDemos(t, demos)))
	scanAll(t, first)
	rows := first.List().Select(nil, nil, ByFile, false)
	l := open(t, in(withDemos(t, 0)))
	must(t, l.Add(first.Folders()...))
	room := 2
	l.store = &hooked{l.store, func(call string) error {
		if call == "write" {
			if room--; room < 0 {
				return errors.New("database or disk is full")
			}
		}
		return nil
	}}
	w := &batchWriter{l: l, shown: time.Now(), cost: time.Hour} // no list is made meanwhile
	for at := 0; at < demos; at += each {
		var b batch
		for _, r := range rows[at : at+each] {
			p := r.Places[0]
			b.read = append(b.read, readFile{file: File{Path: p.Path, Size: r.Size, Modified: p.Modified},
				demos: []readDemo{{member: p.Member, key: r.Key, row: r}}, first: true, last: true, members: 1})
		}
		w.write(&b)
	}
	l.refresh()
	if n := l.List().Len(); n != demos {
		t.Errorf("%d demos of %d are in the list", n, demos)
	}
	scanAll(t, l)
	if n := l.List().Len(); n != demos {
		t.Errorf("%d demos of %d after a scan", n, demos)
	}
	must(t, l.Close())
	must(t, first.Close())
}
