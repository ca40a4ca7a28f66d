package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPackageFiles looks at what register --to writes: files for all users, in which register --remove sees
// none of its own.
func TestPackageFiles(t *testing.T) {
	for system, want := range map[string]map[string]string{
		"linux": {
			"applications/demoscope.desktop":            "Exec=\"/usr/bin/demoscope\" play -- %F\n",
			"mime/packages/demoscope.xml":               `<glob pattern="*.mvd"/>`,
			"icons/hicolor/scalable/apps/demoscope.svg": "<svg",
		},
		"macos": {
			"Demoscope.app/Contents/Info.plist": "<key>CFBundleExecutable</key><string>demoscope</string>",

			"Demoscope.app/Contents/Resources/demoscope.icns": "icns",
		},
		"windows": {"demoscope.ico": "\x00\x00\x01\x00", "icon16.png": "\x89PNG", "icon256.png": "\x89PNG"},
	} {
		dir := t.TempDir()
		var out, said bytes.Buffer
		if status := run([]string{"register", "--for", system, "--to", dir, "--program", "/usr/bin/demoscope"},
			&streams{out: &out, err: &said}); status != exitOK {
			t.Fatalf("%s: status %d: %s", system, status, &said)
		}
		files := 0
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			files++
			name, _ := filepath.Rel(dir, path)
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			text, listed := want[filepath.ToSlash(name)]
			if !listed || !strings.Contains(string(data), text) {
				t.Errorf("%s: %s is not as it should be", system, name)
			}
			if strings.Contains(string(data), registeredMark) {
				t.Errorf("%s: register --remove would take %s for its own", system, name)
			}
			return nil
		})
		if err != nil || files != len(want) {
			t.Errorf("%s: %d files, want %d: %v", system, files, len(want), err)
		}
	}
	for _, line := range []string{"register --to x", "register --program x", "register --for linux",
		"register --remove --for linux --to x"} {
		var said bytes.Buffer
		if status := run(strings.Fields(line), &streams{out: &said, err: &said}); status != exitUsage ||
			!strings.Contains(said.String(), "used together") {
			t.Errorf("%s: status %d, %s", line, status, &said)
		}
	}
}

// TestWindowProgram: a double click starts the program without a terminal, where there is one.
func TestWindowProgram(t *testing.T) {
	dir := t.TempDir()
	program := filepath.Join(dir, "demoscope.exe")
	if got := windowProgram(program); got != program {
		t.Error(got)
	}
	window := filepath.Join(dir, "demoscopew.exe")
	if err := os.WriteFile(window, nil, 0o755); err != nil {
		t.Fatal(err)
	}
	if got := windowProgram(program); got != window {
		t.Error(got)
	}
	if other := filepath.Join(dir, "mine.exe"); windowProgram(other) != other {
		t.Error("a program of another name has no such one")
	}
}

// TestCompletionOfPackage: shells run the program where the package has it.
func TestCompletionOfPackage(t *testing.T) {
	var out, said bytes.Buffer
	if status := run([]string{"completion", "--program", "/usr/bin/demoscope", "bash"},
		&streams{out: &out, err: &said}); status != exitOK ||
		out.String() != "complete -o filenames -C /usr/bin/demoscope demoscope\n" {
		t.Errorf("status %d, %q, %s", status, &out, &said)
	}
}
