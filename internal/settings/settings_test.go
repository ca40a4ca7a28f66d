package settings_test

import (
	"path/filepath"
	"runtime"
	"testing"

	"demoscope/internal/settings"
)

func TestDir(t *testing.T) {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		t.Skip("the folders of other systems have other names")
	}
	for _, c := range []struct{ home, config, want string }{
		{"/home/a", "", "/home/a/.config/demoscope"},
		{"/home/a", "/etc/b", "/etc/b/demoscope"},
		{"", "/etc/b", "/etc/b/demoscope"},
		{"/home/a", "relative", "/home/a/.config/demoscope"},
		{"/home/a", "~/b", "/home/a/.config/demoscope"},
		{"", "", ""},
		{"", "relative", ""},
		{"relative", "", ""},
		{".", "..", ""},
		{"/", "", "/.config/demoscope"}, // the home of some services
	} {
		t.Setenv("HOME", c.home)
		t.Setenv("XDG_CONFIG_HOME", c.config)
		file := c.want
		if file != "" {
			file = filepath.Join(file, "x")
		}
		if dir, got := settings.Dir(), settings.File("x"); dir != c.want || got != file {
			t.Errorf("HOME %q, XDG_CONFIG_HOME %q: %q and %q, want %q", c.home, c.config, dir, got, c.want)
		}
	}
}
