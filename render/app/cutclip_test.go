package app

import (
	"bytes"
	"errors"
	"image"
	"image/png"
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

// TestPictureIsSaved: the picture beside the demo is what a shot of the moment shows, whatever is open in the window,
// and the window goes on as before.
func TestPictureIsSaved(t *testing.T) {
	r := newRig(t)
	s := r.Demo
	s.path = filepath.Join(t.TempDir(), "some.mvd")
	r.seek(12)
	r.passUntil(0, "the textures", r.textured)
	r.press("H")
	card, viewing := r.CPU, r.Viewing
	name := filepath.Join(filepath.Dir(s.path), "clip-0_12.png")
	r.press("Z")
	r.passUntil(0, "the picture", func() bool { return r.clips.picture == nil })
	if got := s.Notices.exportResult.text; got != "Saved "+name {
		t.Errorf("it says %q", got)
	}
	if r.CPU != card || r.Viewing != viewing || r.Input.NoBar || s.Notices.Still {
		t.Error("the window shows something else than before")
	}
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	got, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	o := ShotOptions{Player: newPlayer(t, "demoscope1.mvd", sample(t, "demoscope1.mvd")), Maps: sampleMap(t), At: 12,
		Width: 1280, Height: 720}
	want := o.NewPicture().ShootCPU(&o)
	if g, ok := got.(*image.RGBA); !ok || !bytes.Equal(g.Pix, want.Pix) {
		t.Error("it is not the picture of its moment")
	}
}
