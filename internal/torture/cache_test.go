package torture

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestOnlyKept: nothing but surveys of levels and the library may be in the cache.
func TestOnlyKept(t *testing.T) {
	name := "demoscope/surveys/" + strings.Repeat("0a", 12) + "-0000beef-" + strings.Repeat("f9", 12) + "-0.survey"
	for _, c := range []struct {
		file string
		size int
		fine bool
	}{
		{"", 0, true}, {name, 30000, true}, {name, 4<<20 + 1, false}, {"demoscope/surveys/x.survey", 1, false},
		{"demoscope/" + filepath.Base(name), 1, false},
		{strings.Replace(name, "0.survey", "0.survey.sh", 1), 1, false}, {"other", 1, false},
		{"demoscope/library/library-1c7c921f.sqlite", 100000, true}, {"demoscope/library/library-1c7c921f.sqlite-wal",
			0, true}, {"demoscope/library/scan.lock", 0, true},
		{"demoscope/library/library-1c7c921f.sqlite", 16<<20 + 1, false},
		{"demoscope/library/library-1c7c921f.sqlite-other", 1, false}, {"demoscope/library/x/library-1c7c921f.sqlite",
			1, false},
	} {
		cache := filepath.Join(t.TempDir(), "cache")
		if c.file != "" {
			path := filepath.Join(cache, filepath.FromSlash(c.file))
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, make([]byte, c.size), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if err := onlyKept(cache); (err == nil) != c.fine {
			t.Errorf("%q of %d bytes: %v", c.file, c.size, err)
		}
	}
}
