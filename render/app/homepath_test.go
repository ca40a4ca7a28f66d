package app

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestIsPath(t *testing.T) {
	for text, want := range map[string]bool{
		"/": true, "/home/me/demos": true, "~": true, "~/demos": true, "./demos": true, "../demos": true,
		`C:\Quake\qw`: true, "d:/demos": true,
		`\\server\demos`: true, `"/with a space"`: true, "  '/tmp": true,
		"": false, "dm6": false, "c:": false, "map:/x": false, "-player:bot": false, "~dm": false, ".": false,
		"...": false, "date>=2024": false, `"dm 6"`: false, "ab:/c": false,
	} {
		if got := isPath(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// pathFolder is a folder with others, demos and what is none.
func pathFolder(t *testing.T) string {
	dir := t.TempDir()
	for _, name := range []string{"quake", "Quad demos", ".hidden"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"duel.mvd", "race.dem.gz", "readme.txt", "both.m3u8", "pak0.pak"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// A path goes on with the folders and demos that are there, as in a shell.
func TestPathGoesOn(t *testing.T) {
	dir := pathFolder(t)
	for _, c := range []struct {
		typed  string
		leads  bool
		folder bool
		next   string
	}{
		{"/", true, true, "/Quad demos/ /quake/ /both.m3u8 /duel.mvd /race.dem.gz"},
		{"/q", false, false, "/Quad demos/ /quake/"},
		{"/quake", true, true, "/quake/"},
		{"/quake/", true, true, ""},
		{"/.", true, true, "/.hidden/"},
		{"/DU", false, false, "/duel.mvd"},
		{"/duel.mvd", true, false, ""},
		{"/readme", false, false, ""},
		{"/readme.txt", true, false, ""}, // whoever says so may play anything
		{"/none/at/all", false, false, ""},
	} {
		s := lookUpPath(dir + c.typed)
		var next []string
		for _, k := range s.next {
			next = append(next, strings.TrimPrefix(k.Text, dir))
			if k.From != 0 || k.To != len(dir+c.typed) {
				t.Errorf("%s: %q takes the place of %d to %d", c.typed, k.Text, k.From, k.To)
			}
		}
		if got := strings.Join(next, " "); got != c.next || (s.path != "") != c.leads || s.folder != c.folder ||
			(s.err == nil) != c.leads {
			t.Errorf("%s: %q, folder %v, goes on with %q, %v", c.typed, s.path, s.folder, got, s.err)
		}
	}
	t.Setenv("HOME", dir)
	t.Setenv("USERPROFILE", dir)
	if s := lookUpPath("~/du"); len(s.next) != 1 || s.next[0].Text != "~/duel.mvd" {
		t.Errorf("at home: %+v", s)
	}
	if s := lookUpPath("~"); s.path != dir || !s.folder {
		t.Errorf("home: %+v", s)
	}
	if s := lookUpPath(`"` + filepath.Join(dir, "Quad demos") + `"`); s.path != filepath.Join(dir, "Quad demos") ||
		!s.folder {
		t.Errorf("in quotation marks: %+v", s)
	}
}

// helpsShown are the suggestions below the line.
func (r *rig) helpsShown() (list []string) {
	for _, s := range r.home.hudIn.Suggestions {
		list = append(list, strings.TrimSpace(s.Text+" "+s.Key))
	}
	return list
}

// A folder whose path is typed is added, a file is played, with keys and mouse alike.
func TestPathTypedAtHome(t *testing.T) {
	r := newHomeRig(t, folderSource{})
	dir := sampleFolder(t)
	if got := r.home.hudIn.Empty; !strings.Contains(got, "type its path above") {
		t.Errorf("an empty home says %q", got)
	}
	known := func() bool { return r.home.line.path.known() }
	r.write(dir)
	r.until("what the path is", known)
	r.pass(0)
	if got := r.helpsShown(); len(got) != 2 || got[0] != "Add this folder Enter" || got[1] != filepath.Base(dir)+
		string(filepath.Separator)+" Tab" {
		t.Fatalf("suggested are %q", got)
	}
	if r.home.hudIn.Problem != "" {
		t.Errorf("it says %q", r.home.hudIn.Problem)
	}
	r.press("Enter")
	r.until("the demos of the folder", func() bool { return r.home.table.count() == 2 })
	r.pass(0)
	if got := r.home.library.Folders(); !slices.Equal(got, []string{dir}) || r.home.line.query.String() != "" ||
		len(r.helpsShown()) != 0 {
		t.Errorf("the library has %q, the line %q, suggested are %q", got, r.home.line.query.String(), r.helpsShown())
	}
	// It is there already. Enter may come before it is known what the path is.
	r.write(dir)
	r.press("Enter")
	r.until("the word on it", func() bool {
		return strings.HasSuffix(r.home.hudIn.Message, " is already in the library")
	})

	// Tab takes what goes on, and then the file is played.
	r.write(dir + "/demoscope1.d")
	r.until("what the path is", known)
	r.pass(0)
	r.press("Tab")
	if got := r.home.line.query.String(); got != dir+"/demoscope1.dm2" {
		t.Fatalf("Tab makes it %q", got)
	}
	r.until("what the path is", known)
	r.pass(0)
	if got := r.helpsShown(); len(got) != 1 || got[0] != "Play this file Enter" || r.home.table.count() != 2 {
		t.Errorf("suggested are %q beside %d demos", got, r.home.table.count())
	}
	r.click(r.home.layout.Suggestion(0))
	r.until("the demo", func() bool { return !r.home.shown })
	if filepath.Base(r.Demo.path) != "demoscope1.dm2" {
		t.Errorf("it plays %s", r.Demo.path)
	}
	r.press("Shift+Esc")
	r.run(300) // until nothing is said

	// What is not there is said, and Esc takes it back.
	r.write(dir + "/nothing")
	r.until("what the path is", known)
	r.pass(0)
	if got, want := r.home.hudIn.Problem, "Not found: "+dir+"/nothing"; got != want {
		t.Errorf("it says %q, want %q", got, want)
	}
	r.press("Enter")
	r.pass(0)
	if !r.home.shown || r.opener.result != nil || r.home.hudIn.Problem == "" {
		t.Errorf("home %v, it says %q", r.home.shown, r.home.hudIn.Problem)
	}
	r.press("Esc")
	r.write(dir + "/demoscope1")
	r.until("what the path is", known)
	r.press("Enter")
	r.pass(0)
	if got, want := r.home.hudIn.Message, "Not found: "+dir+"/demoscope1"; r.home.hudIn.Problem != "" || got != want {
		t.Errorf("of a name that is only begun it says %q, %q, want %q", r.home.hudIn.Problem, got, want)
	}
	r.press("Esc")
	r.press("Esc")
	if r.home.line.query.String() != "" || r.home.table.count() != 2 || r.home.line.path.text != "" {
		t.Errorf("Esc leaves %q, %d demos", r.home.line.query.String(), r.home.table.count())
	}
	// Whoever walks to a demo plays that.
	r.write(dir)
	r.until("what the path is", known)
	r.pass(0)
	r.press("Down")
	if got := r.helpsShown(); len(got) != 0 {
		t.Errorf("suggested are %q", got)
	}
	r.press("Enter")
	r.opening()
	if r.home.shown || filepath.Base(r.Demo.path) != "demoscope1.dm2" {
		t.Errorf("home %v, %s", r.home.shown, r.Demo.path)
	}
}
