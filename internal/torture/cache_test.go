package torture

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestOnlySurveys: nothing but surveys of levels may be in the cache.
func TestOnlySurveys(t *testing.T) {
	name := "demoscope/surveys/" + strings.Repeat("0a", 12) + "-0000beef-" + strings.Repeat("f9", 12) + "-0.survey"
	for _, c := range []struct {
		file string
		size int
		fine bool
	}{
		{"", 0, true}, {name, 30000, true}, {name, 4<<20 + 1, false}, {"demoscope/surveys/x.survey", 1, false}, {"demoscope/" + filepath.Base(name), 1, false},
		{strings.Replace(name, "0.survey", "0.survey.sh", 1), 1, false}, {"other", 1, false},
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
		if err := onlySurveys(cache); (err == nil) != c.fine {
			t.Errorf("%q of %d bytes: %v", c.file, c.size, err)
		}
	}
}
