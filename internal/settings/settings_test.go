package settings_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"demoscope/internal/settings"
)

func TestDir(t *testing.T) {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		t.Skip("the folders of other systems have other names")
	}
	there := t.TempDir()
	file, none := filepath.Join(there, "file"), filepath.Join(there, "none")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ home, config, want, why string }{
		{there, "", there + "/.config/demoscope", ""},
		{there, "/etc/b", "/etc/b/demoscope", ""},
		{"", "/etc/b", "/etc/b/demoscope", ""},
		{"/", "/etc", "/etc/demoscope", ""},
		{there, "relative", there + "/.config/demoscope", ""},
		{there, "~/b", there + "/.config/demoscope", ""},
		{"", "", "", "HOME is not set"},
		{"", "relative", "", "HOME is not set"},
		{"relative", "", "", `HOME is "relative", not an absolute path`},
		{".", "..", "", `HOME is ".", not an absolute path`},
		{"/", "", "", `HOME is "/", the root of all files`}, // the home of some services
		{"//", "", "", `HOME is "//", the root of all files`},
		{"/..", "", "", `HOME is "/..", the root of all files`},
		{there, "/", "", `XDG_CONFIG_HOME is "/", the root of all files`},
		{"/dev/null", "", "", `HOME is "/dev/null", not a folder`},
		{file, "", "", `HOME is "` + file + `", not a folder`},
		{there, file, "", `XDG_CONFIG_HOME is "` + file + `", not a folder`},
		{none, "", "", `HOME is "` + none + `": folder not found`},
		{there, none, none + "/demoscope", ""}, // it is made, as the specification says
	} {
		t.Setenv("HOME", c.home)
		t.Setenv("XDG_CONFIG_HOME", c.config)
		file, why := c.want, ""
		if file != "" {
			file = filepath.Join(file, "x")
		}
		if err := settings.Missing(); err != nil {
			why = err.Error()
		}
		if dir, got := settings.Dir(), settings.File("x"); dir != c.want || got != file || why != c.why {
			t.Errorf("HOME %q, XDG_CONFIG_HOME %q: %q and %q, want %q; %s", c.home, c.config, dir, got, c.want, why)
		}
	}
}

// TestPlain: who has never heard of mkdir reads what is wrong with which folder.
func TestPlain(t *testing.T) {
	other := errors.New("this is a folder")
	for _, c := range []struct {
		err  error
		want string
	}{
		{&fs.PathError{Op: "mkdir", Path: "/a/b/.c-1234", Err: syscall.EROFS}, "/a/b: read-only file system"},
		{fmt.Errorf("saving: %w", &fs.PathError{Op: "open", Path: "/a/b/c", Err: syscall.EACCES}),
			"/a/b: permission denied"},
		{&os.LinkError{Op: "rename", Old: "/a/b/.c", New: "/a/b/c", Err: syscall.ENOSPC},
			"/a/b: no space left on device"},
		{other, "this is a folder"},
	} {
		if got := settings.Plain("/a/b", c.err).Error(); got != c.want {
			t.Errorf("%v is %q, want %q", c.err, got, c.want)
		}
	}
	if err := settings.Plain("x", &fs.PathError{Err: syscall.EACCES}); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("%v is not what it was", err)
	}
}
