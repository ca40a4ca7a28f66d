package library

import (
	"path/filepath"
	"slices"
	"testing"
)

// TestWithFolders: folders come and go in the text of who wrote it, and all else stays.
func TestWithFolders(t *testing.T) {
	if filepath.Separator != '/' {
		t.Skip("other paths")
	}
	for _, c := range []struct {
		name, text string
		list       []string
		want       string
	}{
		{"nothing", "", []string{"/a"}, "folders = [\n  '/a',\n]\n"},
		{"empty", "folders = []\n", []string{"/a"}, "folders = [\n  '/a',\n]\n"},
		{"another key", "# mine\nx = 1\n[t]\nfolders = 2\n", []string{"/a"},
			"folders = [\n  '/a',\n]\n# mine\nx = 1\n[t]\nfolders = 2\n"},
		{"another list", "x = [1]\nfolders = ['/a']\n", []string{"/a", "/b"},
			"x = [1]\nfolders = ['/a',\n  '/b',\n]\n"},
		{"one line", "folders = ['/a', \"/b\"] # two\n", []string{"/a", "/b", "/c d"},
			"folders = ['/a', \"/b\",\n  '/c d',\n] # two\n"},
		{"comments", "# My demos\n\nfolders = [\n" +
			"  # old\n  '/a', # the first\n  '/b' # the second\n  # end\n]\nx = 1\n",
			[]string{"/a", "/b", "/c'd"},
			"# My demos\n\nfolders = [\n  # old\n  '/a', # the first\n  '/b', # the second\n  \"/c'd\",\n" +
				"  # end\n]\nx = 1\n"},
		{"removed", "folders = [ # all\n  '/a', # the first\n  '/b', # the second\n  '/c',\n] # end\n",
			[]string{"/a", "/c"}, "folders = [ # all\n  '/a', # the first\n  '/c',\n] # end\n"},
		{"removed in a line", "folders = ['/a', '/b', '/c']\n", []string{"/a", "/c"}, "folders = ['/a',  '/c']\n"},
		{"the last one removed", "folders = [\n  '/a',\n  '/b'\n]\n", []string{"/a"}, "folders = [\n  '/a',\n]\n"},
		{"all removed", "folders = [\n  # none\n  '/a'\n]\n", nil, "folders = [\n  # none\n]\n"},
		{"replaced", "folders = [\r\n  '/a/b', # sub\r\n  '/x',\r\n]\r\n", []string{"/x", "/a"},
			"folders = [\r\n  '/x',\n  '/a',\r\n]\r\n"},
		{"not clean", "folders = ['/a//b/', '/c']\n", []string{"/a/b"}, "folders = ['/a//b/', ]\n"},
		{"comma behind a comment", "folders = [\n  '/a' # [x], y\n  ,\n]\n", []string{"/a", "/b"},
			"folders = [\n  '/a' # [x], y\n  ,\n  '/b',\n]\n"},
	} {
		got, err := withFolders([]byte(c.text), c.list)
		if string(got) != c.want || (err != nil) != (c.want == "") {
			t.Errorf("%s: %q, %v, want %q", c.name, got, err, c.want)
		}
		if list, err := parseFolders(got); c.want != "" && (err != nil || !slices.Equal(list, c.list)) {
			t.Errorf("%s: %q, %v", c.name, list, err)
		}
	}
}
