package library

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/internal/wait"
)

// long is a time of change that lies back.
var long = time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC)

// samples are this project's recordings that the tests use.
func sample(name string) string { return filepath.Join(corpus.Sample, name) }

// inFolder returns a folder with three demos, and options of a library with it in its list.
func inFolder(t *testing.T) (folder string, o Options) {
	t.Helper()
	dir := t.TempDir()
	folder = filepath.Join(dir, "demos")
	copyFile(t, sample("demoscope1.mvd"), filepath.Join(folder, "a", "4on4_one.mvd"), long)
	copyFile(t, sample("demoscope1.dm2"), filepath.Join(folder, "b", "two.dm2"), long)
	copyFile(t, sample("demoscope1.dm_71"), filepath.Join(folder, "three.dm_71"), long)
	return folder, in(dir)
}

// counting is a source that counts what is opened.
type counting struct {
	files
	names chan string
}

func newCounting() *counting { return &counting{names: make(chan string, 1000)} }

func (c *counting) Open(path, member string) (*formats.Demo, error) {
	c.names <- filepath.Base(path)
	return c.files.Open(path, member)
}

// opened returns what was opened since the last call.
func (c *counting) opened() (list []string) {
	for {
		select {
		case name := <-c.names:
			list = append(list, name)
		default:
			slices.Sort(list)
			return list
		}
	}
}

func equalNames(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: %q, want %q", what, got, want)
	}
}

// names returns the files of all rows.
func names(l *Library) (list []string) {
	for _, r := range l.List().Select(nil, nil, ByFile, false) {
		list = append(list, r.File())
	}
	return list
}

// Only what is new or changed is read, also by the next process.
func TestOnlyChangesAreRead(t *testing.T) {
	folder, o := inFolder(t)
	source := newCounting()
	o.Source = source
	l := open(t, o)
	must(t, l.Add(folder))
	scanAll(t, l)
	equalNames(t, "first", source.opened(), "4on4_one.mvd", "three.dm_71", "two.dm2")
	scanAll(t, l)
	equalNames(t, "again", source.opened())
	must(t, l.Close())

	l = open(t, o)
	equalNames(t, "at hand without a scan", names(l), "4on4_one.mvd", "three.dm_71", "two.dm2")
	scanAll(t, l)
	equalNames(t, "next process", source.opened())

	// Another demo of the same name, made as long as the first: only its time tells.
	path := filepath.Join(folder, "b", "two.dm2")
	before, err := os.ReadFile(path)
	must(t, err)
	other, err := os.ReadFile(sample("demoscope1.mvd2"))
	must(t, err)
	if len(other) > len(before) {
		t.Fatal("the samples have other sizes")
	}
	must(t, os.WriteFile(path, append(other, make([]byte, len(before)-len(other))...), 0o644))
	must(t, os.Chtimes(path, long, long.Add(time.Microsecond)))
	if r := byFile(l, "two.dm2"); r.Format != "dm2" || r.Length < 80 {
		t.Errorf("before: %+v", r)
	}
	scanAll(t, l)
	equalNames(t, "replaced", source.opened(), "two.dm2")
	if r := byFile(l, "two.dm2"); r == nil || r.Format != "mvd2" || r.Length > 60 {
		t.Errorf("after: %+v", r)
	}
	if n := l.List().Len(); n != 3 {
		t.Errorf("%d demos", n)
	}

	// With the same size and time, the system's own time of the last change tells.
	must(t, os.WriteFile(path, before, 0o644))
	must(t, os.Chtimes(path, long, long.Add(time.Microsecond)))
	if info, err := os.Stat(path); err != nil || Changed(info) == 0 {
		t.Skip("this system has no such time")
	}
	scanAll(t, l)
	if r := byFile(l, "two.dm2"); r == nil || r.Format != "dm2" {
		t.Errorf("replaced with the same time: %+v", r)
	}
}

// A demo is known by its content: copies are one row, and one that is moved stays what it was.
func TestPlaces(t *testing.T) {
	folder, o := inFolder(t)
	l := open(t, o)
	must(t, l.Add(folder))
	scanAll(t, l)
	first := byFile(l, "two.dm2")
	copyFile(t, sample("demoscope1.dm2"), filepath.Join(folder, "copy_2019-05-06.dm2"), long)
	scanAll(t, l)
	r := byFile(l, "two.dm2")
	if l.List().Len() != 3 || len(r.Places) != 2 || r.ID != first.ID || r.Date != "2019-05-06" ||
		r.DateFrom != FromName {
		t.Errorf("%d demos; %+v", l.List().Len(), r)
	}
	must(t, os.Rename(filepath.Join(folder, "b", "two.dm2"), filepath.Join(folder, "moved.dm2")))
	must(t, os.Remove(filepath.Join(folder, "copy_2019-05-06.dm2")))
	scanAll(t, l)
	r = byFile(l, "moved.dm2")
	if l.List().Len() != 3 || r == nil || len(r.Places) != 1 || r.ID != first.ID || r.DateFrom != FromFile ||
		r.Date != "2020-01-02T03:04:05Z" {
		t.Errorf("%d demos; %+v", l.List().Len(), r)
	}
	if f, err := l.Facts(r); err != nil || len(f.Events) == 0 {
		t.Errorf("its moments: %v, %v", f, err)
	}
}

// A folder that is not there has no demos, and has them again when it is, without their being read; what
// is deleted in one that is there is forgotten.
func TestDeletedFolders(t *testing.T) {
	for _, kept := range []bool{true, false} {
		t.Run(fmt.Sprintf("kept %v", kept), func(t *testing.T) {
			folder, o := inFolder(t)
			if !kept {
				o.Dir = ""
			}
			source := newCounting()
			o.Source = source
			l := open(t, o)
			must(t, l.Add(folder))
			scanAll(t, l)
			source.opened()
			must(t, os.RemoveAll(filepath.Join(folder, "a")))
			scanAll(t, l)
			equalNames(t, "without a", names(l), "three.dm_71", "two.dm2")
			must(t, os.Rename(folder, folder+"2"))
			scanAll(t, l)
			equalNames(t, "away", names(l))
			if s := l.Status(); len(s.Notes) != 1 ||
				!strings.Contains(s.Notes[0], folder+": no such file or directory") {
				t.Errorf("notes %q", s.Notes)
			}
			must(t, os.Mkdir(folder, 0o755)) // as the place of a disk that is not connected
			scanAll(t, l)
			equalNames(t, "empty", names(l))
			if s := l.Status(); len(s.Notes) != 1 ||
				!strings.HasPrefix(s.Notes[0], folder+": this folder is empty, and had demos") {
				t.Errorf("notes %q", s.Notes)
			}
			must(t, os.Remove(folder))
			must(t, os.Rename(folder+"2", folder))
			scanAll(t, l)
			if s := l.Status(); len(s.Notes) != 0 {
				t.Errorf("notes %q", s.Notes)
			}
			equalNames(t, "back", names(l), "three.dm_71", "two.dm2")
			equalNames(t, "read", source.opened())
			must(t, l.Remove(folder))
			equalNames(t, "removed", names(l))
			if err := l.Remove(folder); err == nil || !strings.Contains(err.Error(), "is not in the library") {
				t.Error(err)
			}
		})
	}
}

// broken is a source some of whose demos cannot be read, and one of which meets a mistake.
type broken struct{ files }

func (b broken) Open(path, member string) (*formats.Demo, error) {
	if strings.HasPrefix(filepath.Base(path), "mistake") {
		panic("a mistake")
	}
	return b.files.Open(path, member)
}

// Nothing in a file stops a scan: what cannot be read is a row with its error.
func TestBroken(t *testing.T) {
	folder, o := inFolder(t)
	for name, data := range map[string][]byte{"empty.dem": nil, "text.qwd": bytes.Repeat([]byte("no demo\n"), 100),
		"mistake.dem": []byte("0\n")} {
		must(t, os.WriteFile(filepath.Join(folder, name), data, 0o644))
	}
	o.Source = broken{}
	for _, dir := range []string{o.Dir, ""} {
		o.Dir = dir
		l := open(t, o)
		must(t, l.Add(folder))
		scanAll(t, l)
		equalNames(t, "all", names(l), "4on4_one.mvd", "empty.dem", "mistake.dem", "text.qwd", "three.dm_71", "two.dm2")
		for name, want := range map[string]string{"empty.dem": "demo", "text.qwd": "not a Quake demo",
			"mistake.dem": "reading " + folder + "/mistake.dem met a mistake in this program (a mistake)"} {
			r := byFile(l, name)
			if r == nil || !r.Unreadable() || !strings.Contains(r.Error, want) {
				t.Errorf("%s: %+v", name, r)
				continue
			}
			if _, err := l.Facts(r); err == nil || err.Error() != r.Error {
				t.Errorf("%s: %v", name, err)
			}
		}
		f, err := ParseFilter("damaged:yes")
		must(t, err)
		if n := len(l.List().Select(nil, f, ByDate, true)); n != 3 {
			t.Errorf("%d are damaged", n)
		}
		// One that is mended is read again.
		copyFile(t, sample("demoscope1.qwd"), filepath.Join(folder, "text.qwd"), long)
		scanAll(t, l)
		if r := byFile(l, "text.qwd"); r == nil || r.Unreadable() || r.Format != "qwd" {
			t.Errorf("mended: %+v", r)
		}
		must(t, os.WriteFile(filepath.Join(folder, "text.qwd"), bytes.Repeat([]byte("no demo\n"), 100), 0o644))
	}
}

// archives is a source in which a file ending in .dem is an archive with three demos.
type archives struct {
	files
	names chan string
	after func() // called after each demo
}

func (archives) Demos(path string) ([]Member, error) {
	if filepath.Ext(path) == ".dem" {
		return []Member{{"x/one.mvd", 7}, {"x/two_20110203.dm2", 7}, {"none.dem", 7}}, nil
	}
	return []Member{{}}, nil
}

func (a archives) Open(path, member string) (*formats.Demo, error) {
	if a.after != nil {
		defer a.after()
	}
	if a.names != nil {
		a.names <- member
	}
	switch member {
	case "x/one.mvd":
		return a.files.Open(sample("demoscope1.mvd"), "")
	case "x/two_20110203.dm2":
		return a.files.Open(sample("demoscope1.dm2"), "")
	}
	return nil, errors.New("this is no demo")
}

// The demos of an archive are rows of their own; one whose reading was cut short is read once more, and
// what is known of it is not read again.
func TestArchives(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, "demos")
	must(t, os.MkdirAll(folder, 0o755))
	must(t, os.WriteFile(filepath.Join(folder, "pack.dem"), []byte("packed"), 0o644))
	o := in(dir)
	ctx, cancel := context.WithCancel(t.Context())
	source := archives{names: make(chan string, 100), after: cancel}
	o.Source = source
	l := open(t, o)
	must(t, l.Add(folder))
	if err := l.Scan(ctx); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	equalNames(t, "cut short", names(l), "one.mvd")
	must(t, l.Close())
	o.Source = archives{}
	l = open(t, o)
	scanAll(t, l)
	equalNames(t, "whole", names(l), "none.dem", "one.mvd", "two_20110203.dm2")
	r := byFile(l, "pack.dem")
	if r == nil || r.Places[0].Path != filepath.Join(folder, "pack.dem") {
		t.Fatalf("%+v", r)
	}
	two := l.List().Select(nil, mustFilter(t, "two_2011"), ByDate, false)
	if len(two) != 1 || two[0].Date != "2011-02-03" || two[0].DateFrom != FromName ||
		two[0].Places[0].Name() != filepath.Join(folder, "pack.dem")+"/x/two_20110203.dm2" {
		t.Errorf("%+v", two)
	}
}

func mustFilter(t testing.TB, text string) *Filter {
	t.Helper()
	f, err := ParseFilter(text)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// A scan that is cancelled keeps what it has read, and the next one goes on there.
func TestCancelledAndPaused(t *testing.T) {
	folder, o := inFolder(t)
	for i := range 20 {
		data, err := os.ReadFile(sample("demoscope1.dm2"))
		must(t, err)
		must(t, os.WriteFile(filepath.Join(folder, fmt.Sprintf("cut%02d.dm2", i)), data[:len(data)-i-1], 0o644))
	}
	ctx, cancel := context.WithCancel(t.Context())
	source := newCounting()
	o.Source, o.Workers = stopAfter{source, 5, cancel, new(int)}, 1
	l := open(t, o)
	must(t, l.Add(folder))
	if err := l.Scan(ctx); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if n := len(source.opened()); n != 5 || l.List().Len() != 5 {
		t.Errorf("%d read, %d in the list", n, l.List().Len())
	}
	must(t, l.Close())
	o.Source = source
	l = open(t, o)
	if n := l.List().Len(); n != 5 {
		t.Errorf("%d are kept", n)
	}
	l.Pause(true)
	done := make(chan error, 1)
	go func() { done <- l.Scan(t.Context()) }()
	select {
	case err := <-done:
		t.Errorf("a paused scan ended: %v", err)
	case <-time.After(50 * time.Millisecond):
	}
	if n := len(source.opened()); n != 0 {
		t.Errorf("%d read in a pause", n)
	}
	l.Pause(false)
	must(t, <-done)
	if n := len(source.opened()); n != 18 || l.List().Len() != 23 {
		t.Errorf("%d read, %d in the list", n, l.List().Len())
	}
}

// stopAfter cancels after a number of demos.
type stopAfter struct {
	*counting
	n      int
	cancel func()
	opened *int
}

func (s stopAfter) Open(path, member string) (*formats.Demo, error) {
	if *s.opened++; *s.opened == s.n {
		defer s.cancel()
	}
	return s.counting.Open(path, member)
}

// What comes into a folder is found without being asked for, also by a library that another one reads for.
func TestWatched(t *testing.T) {
	folder, o := inFolder(t)
	first, second := open(t, o), open(t, o)
	must(t, first.Add(folder))
	first.Start()
	wait.For(t, "the first scan", func() bool { return first.List().Len() == 3 && first.Status().Scans > 0 })
	second.Start()
	wait.For(t, "the other's", func() bool { return second.List().Len() == 3 })
	copyFile(t, sample("demoscope1.qwd"), filepath.Join(folder, "new", "four.qwd"), long)
	wait.For(t, "a new demo", func() bool {
		return byFile(first, "four.qwd") != nil && byFile(second, "four.qwd") != nil
	})
	must(t, os.Remove(filepath.Join(folder, "three.dm_71")))
	wait.For(t, "a removed demo", func() bool { return first.List().Len() == 3 && second.List().Len() == 3 })
	more := t.TempDir()
	copyFile(t, sample("demoscope1_p15.dem"), filepath.Join(more, "five.dem"), long)
	must(t, second.Add(more))
	wait.For(t, "a folder that the other added", func() bool {
		return byFile(first, "five.dem") != nil && len(first.Folders()) == 2
	})
	if watches() {
		wait.For(t, "a look at all four folders", func() bool { return first.Status().Watched >= 4 })
		if s := first.Status(); s.Polled {
			t.Errorf("%+v", s)
		}
	}
}

// As many folders as may be watched are, also those that were already when they were looked into; of one more
// it is said.
func TestMostFoldersWatched(t *testing.T) {
	if !watches() {
		t.Skip("folders are not watched on this system")
	}
	l := open(t, Options{Source: files{}})
	w := l.newWatch()
	defer w.close()
	if w.watcher == nil {
		t.Skip("the system tells of no folders")
	}
	root := t.TempDir()
	var folders []string
	for i := range maxWatches + 1 {
		folder := filepath.Join(root, strconv.Itoa(i))
		must(t, os.Mkdir(folder, 0o755))
		folders = append(folders, folder)
		w.enter(folder)
	}
	if len(w.on) < maxWatches {
		t.Skipf("the system lets us watch %d folders", len(w.on))
	}
	w.set(folders[:maxWatches])
	if s := l.Status(); s.Watched != maxWatches || s.Polled || len(s.Notes) > 0 {
		t.Errorf("%d are watched, polled %v, %q", s.Watched, s.Polled, s.Notes)
	}
	w.set(folders)
	if s := l.Status(); s.Watched != maxWatches || !s.Polled || len(s.Notes) != 1 ||
		!strings.Contains(s.Notes[0], "more than 4096") {
		t.Errorf("%d are watched, polled %v, %q", s.Watched, s.Polled, s.Notes)
	}
}

// held is a source that reads when it is let.
type held struct {
	files
	opening chan string
	may     chan struct{}
}

func (h held) Open(path, member string) (*formats.Demo, error) {
	h.opening <- path
	<-h.may
	return h.files.Open(path, member)
}

// What comes into a folder while the first scan reads its demos is found.
func TestArrivesWhileRead(t *testing.T) {
	if !watches() {
		t.Skip("the system does not tell of folders")
	}
	folder, o := inFolder(t)
	source := held{opening: make(chan string, 100), may: make(chan struct{})}
	o.Source = source
	l := open(t, o)
	must(t, l.Add(folder))
	select { // Add asks for a scan, which would find it, too
	case <-l.wake:
	default:
	}
	l.Start()
	<-source.opening // all folders have been looked through
	copyFile(t, sample("demoscope1.qwd"), filepath.Join(folder, "a", "late.qwd"), long)
	close(source.may)
	wait.For(t, "the late demo", func() bool { return byFile(l, "late.qwd") != nil })
}

// Two scans at once, of which one watches, do not share what they see.
func TestStartAndScan(t *testing.T) {
	folder, o := inFolder(t)
	l := open(t, o)
	must(t, l.Add(folder))
	l.Start()
	for range 20 {
		scanAll(t, l)
		l.Rescan()
	}
	// One that is asked for while one waits for its turn is the same one: at the start, and for all that was asked.
	wait.For(t, "the scans", func() bool { return l.Status().Scans >= 22 && l.Status().Watched == 3 || !watches() })
}

// blind is a source that meets a mistake in a folder, after some files of it.
type blind struct {
	files
	in string
}

func (b *blind) Walk(folder string, entered func(string), found func(File) bool, failed func(string, error)) {
	if folder == b.in {
		panic("a mistake")
	}
	b.files.Walk(folder, entered, found, failed)
}

// A mistake in looking through a folder costs nothing of what is known of it, and no other folder.
func TestBlind(t *testing.T) {
	folder, o := inFolder(t)
	other := t.TempDir()
	source := &blind{}
	o.Source = source
	l := open(t, o)
	must(t, l.Add(folder, other))
	scanAll(t, l)
	source.in = folder
	copyFile(t, sample("demoscope1.qwd"), filepath.Join(other, "four.qwd"), long)
	scanAll(t, l)
	equalNames(t, "all", names(l), "4on4_one.mvd", "four.qwd", "three.dm_71", "two.dm2")
	if notes := l.Status().Notes; len(notes) != 1 || !strings.HasPrefix(notes[0], "looking through "+folder+
		" met a mistake in this program (a mistake)") {
		t.Errorf("notes %q", notes)
	}
}

// What is read at once is bounded by what demos unpack to, also those in archives.
func TestNeeds(t *testing.T) {
	for _, c := range []struct {
		file   File
		member Member
		want   int64
	}{
		{File{Path: "a.dem", Size: 1000}, Member{}, 1000},
		{File{Path: "a.mvd.GZ", Size: 1000}, Member{}, 16000},
		{File{Path: "a.zip", Size: 1000}, Member{"b.mvd", 300 << 20}, 300 << 20},
		{File{Path: "a.zip", Size: 1000}, Member{"b.mvd.gz", 1000}, 16000},
		{File{Path: "a.zip", Size: 1000}, Member{"b.mvd", 1 << 62}, 1 << 30},
		{File{Path: "a.zip", Size: 1000}, Member{"b.mvd.gz", -1}, 0},
	} {
		if got := c.file.needs(c.member); got != c.want {
			t.Errorf("%s, %v: %d, want %d", c.file.Path, c.member, got, c.want)
		}
	}
}

// huge is a source of archives whose members say that each takes as much as may be read at once.
type huge struct {
	archives
	now, most *atomic.Int32
}

func (huge) Demos(string) ([]Member, error) {
	return []Member{{"x/one.mvd", maxAtOnce}, {"x/two_20110203.dm2", maxAtOnce}}, nil
}

func (h huge) Open(path, member string) (*formats.Demo, error) {
	if n := h.now.Add(1); n > h.most.Load() {
		h.most.Store(n)
	}
	defer h.now.Add(-1)
	time.Sleep(5 * time.Millisecond)
	return h.archives.Open(path, member)
}

// Members of small archives that unpack to much are read one after another.
func TestHugeMembers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		folder, o := inFolder(t)
		source := huge{now: new(atomic.Int32), most: new(atomic.Int32)}
		o.Source, o.Workers = source, 3
		l := open(t, o)
		must(t, l.Add(folder))
		scanAll(t, l)
		if n := source.most.Load(); n != 1 || l.List().Len() != 2 {
			t.Errorf("%d at once, %d demos", n, l.List().Len())
		}
	})
}

// TestPauseGivesWay: a window that plays a demo reads nothing, and keeps nobody from it: demoscope add waited
// for its end.
func TestPauseGivesWay(t *testing.T) {
	for _, early := range []bool{true, false} {
		folder, o := inFolder(t)
		first, second := open(t, o), open(t, o)
		must(t, first.Add(folder))
		if early {
			first.Pause(true)
		}
		first.Start()
		first.Pause(true)
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		if err := second.Scan(ctx); err != nil || second.List().Len() != 3 {
			t.Errorf("early %v: %d demos, %v", early, second.List().Len(), err)
		}
		first.Pause(false)
		wait.For(t, "the demos after the pause", func() bool { return first.List().Len() == 3 })
	}
}

// TestPauseEndsAScan: the scan that goes on ends, or the one that would begin, and begins again after the
// pause, without another process; where there was none, a pause leads to none.
func TestPauseEndsAScan(t *testing.T) {
	for _, early := range []bool{true, false} {
		folder, o := inFolder(t)
		source := held{opening: make(chan string, 100), may: make(chan struct{})}
		o.Source, o.Workers = source, 1
		l := open(t, o)
		must(t, l.Add(folder))
		select { // Add asks for a scan, which would begin after that of the start
		case <-l.wake:
		default:
		}
		if early {
			l.Pause(true)
			l.Start()
		} else {
			l.Start()
			<-source.opening
			l.Pause(true)
		}
		close(source.may)
		wait.For(t, "the end of the scan", func() bool { return l.Status().Scans == 1 })
		if n := l.List().Len(); n == 3 {
			t.Errorf("early %v: all was read in the pause", early)
		}
		l.Pause(false)
		wait.For(t, "the other scan", func() bool { return l.Status().Scans == 2 && l.List().Len() == 3 })
		wait.For(t, "its end", func() bool { l.mu.Lock(); defer l.mu.Unlock(); return l.giveWay == nil })
		must(t, l.Close())
		l.Pause(true)
		if l.Pause(false); len(l.wake) > 0 {
			t.Errorf("early %v: another scan is wanted", early)
		}
	}
}
