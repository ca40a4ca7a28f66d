package live_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/internal/wait"
	"demoscope/player"
	"demoscope/player/live"
	"demoscope/player/timeline"
)

func write(t *testing.T, path string, data []byte, flag int) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|flag, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

func follow(t *testing.T, path string) *live.File {
	t.Helper()
	f, err := live.Follow(path, formats.GrowOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	})
	return f
}

// TestFile: what is appended to a file is played, up to the demo's own end.
func TestFile(t *testing.T) {
	data := corpus.Read(t, filepath.Join(corpus.Sample, "demoscope1.mvd"))
	whole, err := formats.Open("whole.mvd", data)
	if err != nil {
		t.Fatal(err)
	}
	index := timeline.Start("mvd", whole.Decoder(), whole.Size(), timeline.Options{})
	index.Wait()
	length, _ := index.Duration()

	path := filepath.Join(t.TempDir(), "growing.mvd")
	write(t, path, data[:len(data)/2+3], 0)
	f := follow(t, path)
	demo, err := f.Demo(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	p := player.New(demo, player.Options{})
	defer p.Close()
	wait.For(t, "half of it is indexed", func() bool { d, _ := p.Duration(); return d > length/4 })
	half, complete := p.Duration()
	if complete || half >= length || !p.Growing() {
		t.Errorf("%v s of %v s, complete %v, growing %v", half, length, complete, p.Growing())
	}
	if says := f.Awaits(); says != "" && !strings.HasPrefix(says, "nothing has been written for ") {
		t.Errorf("it waits: %q", says)
	}
	wait.For(t, "a word of it", func() bool { return f.Awaits() == "nothing has been written for 3 s" })
	write(t, path, data[len(data)/2+3:], os.O_APPEND)
	wait.For(t, "all of it is indexed", func() bool { _, complete := p.Duration(); return complete })
	if d, _ := p.Duration(); d != length || p.Growing() {
		t.Errorf("%v s, want %v; growing %v", d, length, p.Growing())
	}
	if says := f.Awaits(); says != "" {
		t.Errorf("behind the end it waits: %q", says)
	}
	if err := p.Broken(); err != nil {
		t.Error(err)
	}
	if got, want := p.Timeline().Events(), index.Events(); len(got) != len(want) {
		t.Errorf("%d events, want %d", len(got), len(want))
	}
	select {
	case <-f.Replaced():
		t.Error("replaced by nothing")
	default:
	}
}

// TestReplaced: a demo that is cut short, renamed, removed or written over has ended, and another under its
// name is told.
func TestReplaced(t *testing.T) {
	data := corpus.Read(t, filepath.Join(corpus.Sample, "demoscope1.qwd"))
	for name, change := range map[string]func(path string){
		"cut short": func(path string) { write(t, path, data[:1000], os.O_TRUNC) },
		"renamed": func(path string) {
			if err := os.Rename(path, path+".old"); err != nil {
				t.Fatal(err)
			}
			write(t, path, data[:20000], os.O_EXCL)
		},
		"removed": func(path string) {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
			write(t, path, data[:100], os.O_EXCL)
		},
		"written over by a longer one": func(path string) {
			write(t, path, append([]byte("another demo"), data...), os.O_TRUNC)
		},
	} {
		path := filepath.Join(t.TempDir(), "game.qwd")
		write(t, path, data[:30001], 0)
		f := follow(t, path)
		if _, err := f.Demo(context.Background()); err != nil {
			t.Fatal(err)
		}
		change(path)
		wait.For(t, name+": replaced", func() bool {
			select {
			case <-f.Replaced():
				return true
			default:
				return false
			}
		})
		if ended, err := f.Ended(); !ended || err != nil {
			t.Errorf("%s: ended %v, %v", name, ended, err)
		}
	}
}

// TestRemoved: a demo that is removed has ended at once, and another that is written under its name later is told.
func TestRemoved(t *testing.T) {
	data := corpus.Read(t, filepath.Join(corpus.Sample, "demoscope1.qwd"))
	path := filepath.Join(t.TempDir(), "game.qwd")
	write(t, path, data[:30001], 0)
	f := follow(t, path)
	if _, err := f.Demo(context.Background()); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	wait.For(t, "it has ended", func() bool { ended, _ := f.Ended(); return ended })
	select {
	case <-f.Replaced():
		t.Error("replaced by nothing")
	default:
	}
	write(t, path, data[:100], os.O_EXCL)
	wait.For(t, "another is told", func() bool {
		select {
		case <-f.Replaced():
			return true
		default:
			return false
		}
	})
	if _, err := f.Ended(); err != nil {
		t.Error(err)
	}
}

// TestNoFile: what cannot grow is refused.
func TestNoFile(t *testing.T) {
	for _, path := range []string{t.TempDir(), filepath.Join(t.TempDir(), "none.mvd"), os.DevNull} {
		if f, err := live.Follow(path, formats.GrowOptions{}); err == nil {
			t.Errorf("%s is followed", path)
			_ = f.Close()
		}
	}
}
