package app

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestClipIsCutOut: the clip becomes a file beside the demo, with a name that none had; if it cannot be cut,
// it is said why.
func TestClipIsCutOut(t *testing.T) {
	folder := t.TempDir()
	r := newRig(t)
	s := r.Demo
	s.path, s.Title = filepath.Join(folder, "some.mvd"), "some.mvd"
	var wrong error
	s.cut = func(from, to float64) ([]byte, string, error) {
		if from != 10 || to != 20 {
			t.Errorf("from %v to %v", from, to)
		}
		return []byte("a demo"), ".mvd", wrong
	}
	setClip(r, 10, 20)
	cut := func() {
		t.Helper()
		r.press("Shift+`")
		r.passUntil(0.01, "the cut", func() bool { return r.clips.cutting == nil })
	}
	files := func() (names []string) {
		entries, _ := os.ReadDir(folder)
		for _, e := range entries {
			data, _ := os.ReadFile(filepath.Join(folder, e.Name()))
			names = append(names, e.Name()+": "+string(data))
		}
		return names
	}
	cut()
	cut()
	if got, want := files(), []string{"some-0_10-2.mvd: a demo", "some-0_10.mvd: a demo"}; !slices.Equal(got, want) {
		t.Errorf("there are %q", got)
	}
	if got, want := s.Notices.exportResult.text, "Saved "+filepath.Join(folder, "some-0_10-2.mvd"); got != want ||
		s.Notices.note.text != "" {
		t.Errorf("it says %q, and %q", got, s.Notices.note.text)
	}
	wrong = errors.New("the part is damaged")
	cut()
	if got := s.Notices.warning.text; got != "Can't cut the clip: the part is damaged" || len(files()) != 2 {
		t.Errorf("it says %q, and there are %q", got, files())
	}
}
