package rebuilt

import (
	"crypto/sha256"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"demoscope/formats"
	"demoscope/internal/cache"
	"demoscope/internal/corpus"
	"demoscope/player"
	"demoscope/player/survey"
)

// sampleSurvey returns the survey of the built-in sample's match.
func sampleSurvey(t *testing.T) *survey.Survey {
	t.Helper()
	demo, err := formats.Open("demoscope1.mvd", corpus.Read(t, filepath.Join(corpus.Sample, "demoscope1.mvd")))
	if err != nil {
		t.Fatal(err)
	}
	p := player.New(demo, player.Options{})
	defer p.Close()
	p.Timeline().WaitSurveys()
	return p.Timeline().Survey(0)
}

func levelOf(name string, checksum uint32, demo string) place {
	return place{name, checksum, sha256.Sum256([]byte(demo)), 0}
}

func TestSurveysAreKeptByMapAndDemo(t *testing.T) {
	s := sampleSurvey(t)
	dir := filepath.Join(t.TempDir(), "new", "folder")
	f := Open(dir)
	for _, l := range []place{levelOf("maps/a.bsp", 7, "one"), levelOf("maps/A.bsp", 7, "two"),
		levelOf("maps/a.bsp", 8, "three"), levelOf("maps/a.bsp", 0, "four"), levelOf("maps/../../b.bsp", 7, "one")} {
		if err := f.store(l, s); err != nil {
			t.Fatal(err)
		}
	}
	if names, _ := os.ReadDir(dir); len(names) != 5 {
		t.Errorf("%d files", len(names))
	}
	for _, c := range []struct {
		level  place
		own    bool
		others int
	}{
		// With the one of the same checksum, and the one that has none.
		{levelOf("maps/a.bsp", 7, "one"), true, 2}, {levelOf("maps/a.bsp", 7, "other"), false, 3},
		{levelOf("maps/a.bsp", 8, "three"), true, 1},
		{levelOf("maps/a.bsp", 9, "one"), false, 1}, {levelOf("", 0, "one"), false, 0},
		{place{"maps/a.bsp", 7, sha256.Sum256([]byte("one")), 1}, false, 3},
		// A demo that tells no checksum: all may be of its map.
		{levelOf("maps/a.bsp", 0, "four"), true, 3}, {levelOf("maps/a.bsp", 0, "other"), false, 4},
		{levelOf("maps/b.bsp", 0, "four"), false, 0},
	} {
		own, others := f.find(c.level)
		if (own != nil) != c.own || len(others) != c.others {
			t.Errorf("%+v: own %v, %d others, want %v, %d", c.level, own != nil, len(others), c.own, c.others)
		}
	}
	own, _ := f.find(levelOf("maps/a.bsp", 7, "one"))
	if a, b := len(own.Build().Faces), len(s.Build().Faces); a != b || a < 100 {
		t.Errorf("what is kept has %d faces, the survey %d", a, b)
	}
	// Nowhere to keep anything, and a level without a name.
	for _, f := range []*Folder{nil, {}, Open("")} {
		own, others := f.find(levelOf("maps/a.bsp", 7, "one"))
		if err := f.store(levelOf("maps/a.bsp", 7, "one"), s); err != nil || own != nil || others != nil {
			t.Errorf("%v, %v, %v", err, own, others)
		}
	}
	if err := f.store(levelOf("", 7, "one"), s); err != nil {
		t.Error(err)
	}
	if names, _ := os.ReadDir(dir); len(names) != 5 {
		t.Errorf("%d files", len(names))
	}
}

// TestOthers: the sum of what other demos tell of a map changes with them, and not with what the demo itself has kept.
func TestOthers(t *testing.T) {
	s := sampleSurvey(t)
	f := Open(t.TempDir())
	own := Kept{Folder: f, Sum: func() [sha256.Size]byte { return sha256.Sum256([]byte("one")) }}
	keep := func(name string, demo string) {
		t.Helper()
		if err := f.store(levelOf(name, 7, demo), s); err != nil {
			t.Fatal(err)
		}
	}
	none := own.Others("maps/a.bsp")
	keep("maps/a.bsp", "one")
	keep("maps/b.bsp", "two")
	if own.Others("maps/a.bsp") != none {
		t.Error("it changes with what is of the demo itself, or of another map")
	}
	keep("maps/A.bsp", "two")
	if own.Others("maps/a.bsp") == none {
		t.Error("it does not change with another demo")
	}
	if (Kept{}).Others("maps/a.bsp") != [sha256.Size]byte{} || own.Others("") != [sha256.Size]byte{} {
		t.Error("there is something of no folder, or of a level without a name")
	}
}

// Files that are damaged, too large or no files count as none.
func TestBadFilesAreIgnored(t *testing.T) {
	dir := t.TempDir()
	f, l := Open(dir), levelOf("maps/a.bsp", 7, "one")
	name := func(demo string) string {
		other := levelOf("maps/a.bsp", 7, demo)
		return filepath.Join(dir, other.file())
	}
	for demo, data := range map[string][]byte{"one": []byte("no survey"), "two": nil,
		"three": make([]byte, maxFile+1)} {
		if err := os.WriteFile(name(demo), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(name("four"), 0o700); err != nil {
		t.Fatal(err)
	}
	if own, others := f.find(l); own != nil || others != nil {
		t.Errorf("%v, %v", own, others)
	}
}

// What is no file in the place of one is neither read nor written: into a pipe that would take for ever.
func TestNoFileIsKept(t *testing.T) {
	f, l := Open(t.TempDir()), levelOf("maps/a.bsp", 7, "one")
	path := filepath.Join(f.files.Dir, l.file())
	if err := os.Symlink(filepath.Join(f.files.Dir, "elsewhere"), path); err != nil {
		t.Skip("no links here: ", err)
	}
	if err := f.store(l, sampleSurvey(t)); err == nil || !strings.HasSuffix(err.Error(), "is not a file") {
		t.Error(err)
	}
	if own, _ := f.find(l); own != nil {
		t.Error("it is read")
	}
	if _, err := os.Lstat(filepath.Join(f.files.Dir, "elsewhere")); err == nil {
		t.Error("it is written")
	}
}

// Of too many files those written longest ago go; other files of the folder stay.
func TestFolderIsBounded(t *testing.T) {
	s := sampleSurvey(t)
	dir := t.TempDir()
	f := Open(dir)
	if err := os.WriteFile(filepath.Join(dir, "mine.txt"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var names []string
	for i := range maxFiles {
		name := filepath.Join(dir, strings.Repeat("0", 24)+"-"+string(rune('a'+i%26))+string(rune('a'+i/26))+ending)
		names = append(names, name)
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		when := time.Now().Add(-time.Duration(maxFiles-i) * time.Hour)
		if err := os.Chtimes(name, when, when); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.store(levelOf("maps/a.bsp", 7, "one"), s); err != nil {
		t.Fatal(err)
	}
	list := f.files.List("")
	if len(list) != maxFiles {
		t.Errorf("%d files", len(list))
	}
	if slices.ContainsFunc(list, func(e cache.Entry) bool { return e.Name == filepath.Base(names[0]) }) {
		t.Error("the oldest is still there")
	}
	if _, err := os.Stat(filepath.Join(dir, "mine.txt")); err != nil {
		t.Error(err)
	}
}
