package atomicfile

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// On Windows a path that leads to a device is refused, elsewhere it is a name like others.
func TestNoDevice(t *testing.T) {
	for path, device := range map[string]string{
		"aux.png": "aux", "NUL": "NUL", "con.tar.gz": "con", `C:\films\Com1.mp4`: "Com1", "C:lpt9": "lpt9",
		"prn/a.png": "prn", `a\nul \b.png`: "nul ", "frames/con-%05d.png": "",
		"auxiliary.png": "", "a.aux": "", "com10.mp4": "", "console/a.gif": "", "-": "", "": "",
		`\\server\share\a.png`: "",
	} {
		want := ""
		if device != "" {
			want = device + " is a device of Windows, with any extension"
		}
		got := ""
		if err := noDevice("windows", path); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
		for _, other := range []string{"linux", "darwin", "js"} {
			if err := noDevice(other, path); err != nil {
				t.Errorf("%s on %s: %v", path, other, err)
			}
		}
	}
}

// Whatever writes refuses it, before there is a file.
func TestNothingWritesToADevice(t *testing.T) {
	was := system
	system = "windows"
	defer func() { system = was }()
	folder := t.TempDir()
	path := filepath.Join(folder, "aux.png")
	from := filepath.Join(folder, "from")
	if err := Write(from, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for name, write := range map[string]func() error{
		"Write":       func() error { return Write(path, []byte("x"), 0o666) },
		"WriteFrom":   func() error { return WriteFrom(path, 0o666, func(io.Writer) error { return nil }) },
		"Check":       func() error { return Check(path) },
		"Try":         func() error { return Try(path) },
		"TryFolder":   func() error { return TryFolder(filepath.Join(path, "frames")) },
		"Create":      func() error { return Create(path, 0o666) },
		"Begin":       func() error { _, err := Begin(path, 0o666); return err },
		"Replace":     func() error { return Replace(from, path) },
		"MkdirAll":    func() error { return MkdirAll(path) },
		"MkdirShared": func() error { return MkdirShared(filepath.Join(path, "frames")) },
	} {
		if err := write(); err == nil ||
			!strings.HasSuffix(err.Error(), "aux is a device of Windows, with any extension") {
			t.Errorf("%s: %v", name, err)
		}
		if left, err := os.ReadDir(folder); err != nil || len(left) != 1 {
			t.Fatalf("%s leaves %v, %v", name, left, err)
		}
	}
}
