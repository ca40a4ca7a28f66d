package app

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"demoscope/internal/wait"
	"demoscope/render/film"
)

// TestFilmOfClip: the clip is made into a film of its own name in the window, and can be given up.
func TestFilmOfClip(t *testing.T) {
	if _, err := film.FindFFmpeg(); err != nil {
		t.Skip("ffmpeg is not installed")
	}
	for _, name := range []string{"XDG_CACHE_HOME", "HOME", "LOCALAPPDATA"} {
		t.Setenv(name, t.TempDir())
	}
	folder := t.TempDir()
	r := newRig(t)
	r.Demo.path, r.Demo.Title = filepath.Join(folder, "a demo.mvd"), "a \x1b[1m../demo.mvd"
	looked := make(chan struct{}) // the film is not ready before the test has seen its beginning
	r.clips.film = func(ctx context.Context, o FilmOptions) error {
		<-looked
		if o.Film.Times.Count != 15 || o.Player.Following() != r.Demo.Player.Following() {
			<-ctx.Done() // the long one
			return context.Cause(ctx)
		}
		name, err := o.Film.Name()
		if err != nil {
			return err
		}
		return os.WriteFile(name, nil, 0o600)
	}
	r.opener.open = func(context.Context, string) (Demo, error) {
		return Demo{Player: newPlayer(t, "demoscope1.mvd", sample(t, "demoscope1.mvd")),
			Maps: sampleMap(t)}, nil
	}
	films := func() []string {
		names, err := filepath.Glob(filepath.Join(folder, "*"))
		if err != nil {
			t.Fatal(err)
		}
		return names
	}
	filmed := func() {
		t.Helper()
		r.passUntil(0.01, "the end of the film", func() bool { return r.clips.export == nil })
	}
	setClip(r, 10, 10.5)
	r.press("Shift+F3")
	if r.clips.export == nil {
		t.Fatal("no film is being made")
	}
	close(looked)
	filmed()
	want := filepath.Join(folder, "a___1m___demo-0_10.mp4")
	if got := films(); len(got) != 1 || got[0] != want {
		t.Errorf("there are %q, not %s; %s", got, want, r.Demo.Notices.warning.text)
	}
	if got := r.Demo.Notices.exportResult.text; got != "Saved "+want {
		t.Errorf("it says %q", got)
	}
	setClip(r, 10, 50)
	r.press("Shift+F3")
	r.press("Escape")
	filmed()
	if got := films(); len(got) != 1 {
		t.Errorf("a film that was given up leaves %q", got)
	}
}

// TestGivenUpWhileOpening: nobody waits for a demo that takes long to open, and it is closed in the end.
func TestGivenUpWhileOpening(t *testing.T) {
	release, closed := make(chan struct{}), make(chan struct{})
	open := func(context.Context, string) (Demo, error) {
		<-release
		return Demo{Close: func() { close(closed) }}, nil
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- (&videoExport{}).make(ctx, open, "a demo.mvd", 0, FilmOptions{}) }()
	cancel(errCanceled)
	if err := wait.From(t, "the end", ended); !errors.Is(err, errCanceled) {
		t.Error(err)
	}
	close(release)
	wait.From(t, "the demo's end", closed)
}

// TestFilmFiles: films get names that no file has, also if one comes while the film is made, in the demo's
// folder or, where that cannot be written to, in the viewer's.
func TestFilmFiles(t *testing.T) {
	folder := t.TempDir()
	for _, want := range []string{"a__b-1_05.mp4", "a__b-1_05-2.mp4", "a__b-1_05-3.mp4"} {
		got, err := newClipFile(folder, "a/\nb.dem", ".mp4", 65.5)
		if err != nil || got != filepath.Join(folder, want) {
			t.Errorf("%s, %v; not %s", got, err, want)
		}
	}
	if got, err := newClipFile(folder, ".dem", ".mp4", 1); err != nil || filepath.Base(got) != "clip-0_01.mp4" {
		t.Errorf("without a title: %s, %v", got, err)
	}
	if _, err := newClipFile(filepath.Join(folder, "none"), "a.dem", ".mp4", 1); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("in no folder: %v", err)
	}
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	if got, err := clipFolder(filepath.Join(folder, "a.zip", "b", "c.dem")); err != nil || got != folder {
		t.Errorf("of a demo in an archive: %s, %v", got, err)
	}
	if got, err := clipFolder("-"); err != nil || got != home {
		t.Errorf("of a demo without a folder: %s, %v", got, err)
	}
	// Whose permissions let somebody write is not asked, but whether the viewer can.
	if got, err := clipFolder("/proc/a.dem"); runtime.GOOS == "linux" && (err != nil || got != home) {
		t.Errorf("of a demo in a folder of the system's: %s, %v", got, err)
	}
}
