package main

import (
	"bytes"
	"encoding/xml"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// TestBundle: the application has what macOS reads, starts the program, and is taken away again without what is
// somebody else's.
func TestBundle(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "Applications")
	var said bytes.Buffer
	s := &streams{out: &said, err: &said}
	program := filepath.Join(t.TempDir(), "it's mine", "demoscope")
	if err := writeBundle(s, folder, program); err != nil {
		t.Fatal(err)
	}
	contents := filepath.Join(folder, "Demoscope.app", "Contents")
	list, err := os.ReadFile(filepath.Join(contents, "Info.plist"))
	if err != nil {
		t.Fatal(err)
	}
	var plist struct {
		Dict struct {
			Keys    []string `xml:"key"`
			Strings []string `xml:"string"`
		} `xml:"dict"`
	}
	if err := xml.Unmarshal(list, &plist); err != nil {
		t.Fatal(err)
	}
	d := &plist.Dict
	if !slices.Equal(d.Strings, []string{"Demoscope", "local.demoscope", "APPL", "0.0.0", "0.0.0", "demoscope",
		"demoscope"}) {
		t.Fatalf("%+v", d)
	}
	// Finder would open the application without the file.
	if want := []string{"CFBundleName", "CFBundleIdentifier", "CFBundlePackageType", "CFBundleShortVersionString",
		"CFBundleVersion", "CFBundleExecutable", "CFBundleIconFile", "NSHighResolutionCapable"}; !slices.Equal(
		d.Keys, want) {
		t.Errorf("it claims %q", d.Keys)
	}
	launcher := filepath.Join(contents, "MacOS", "demoscope")
	script, err := os.ReadFile(launcher)
	if want := "\nexec '" + strings.ReplaceAll(program, "'", `'\''`) + "' play -- \"$@\"\n"; err != nil ||
		!strings.HasSuffix(string(script), want) {
		t.Errorf("%v: %s", err, script)
	}
	if info, err := os.Stat(launcher); err != nil || runtime.GOOS != "windows" && info.Mode().Perm()&0o111 != 0o111 {
		t.Errorf("it cannot be run: %v, %v", info.Mode(), err)
	}
	if data, err := os.ReadFile(filepath.Join(contents, "Resources", "demoscope.icns")); err != nil ||
		!bytes.HasPrefix(data, []byte("icns")) {
		t.Errorf("the icon: %v", err)
	}
	if err := writeBundle(s, folder, program); err != nil {
		t.Errorf("again: %v", err)
	}
	kept := filepath.Join(contents, "Resources", "theirs")
	if err := os.WriteFile(kept, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := removeBundle(s, folder); err != nil {
		t.Fatal(err)
	}
	var left []string
	_ = filepath.WalkDir(folder, func(path string, d os.DirEntry, _ error) error {
		if !d.IsDir() {
			left = append(left, path)
		}
		return nil
	})
	if !slices.Equal(left, []string{kept}) {
		t.Errorf("left: %q", left)
	}
	// That is nobody's application now, and so not ours.
	if err := writeBundle(s, folder, program); err == nil ||
		!strings.Contains(err.Error(), "was not written by Demoscope") {
		t.Error(err)
	}
	if err := os.Remove(kept); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(folder, "Demoscope.app")); err != nil {
		t.Fatal(err)
	}
	if err := writeBundle(s, folder, program); err != nil {
		t.Fatal(err)
	}
	if err := removeBundle(s, folder); err != nil {
		t.Fatal(err)
	}
	said.Reset()
	if entries, _ := os.ReadDir(folder); len(entries) != 0 || removeBundle(s, folder) != nil ||
		said.String() != "nothing to remove\n" {
		t.Errorf("left: %v; %s", entries, &said)
	}
}

// TestRegisterNamesAWrongFolder: where the folder for the user's data is a file, that is said, and nothing is
// written elsewhere.
func TestRegisterNamesAWrongFolder(t *testing.T) {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		t.Skip("this is about desktops of Linux")
	}
	home := t.TempDir()
	file := filepath.Join(home, "data")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOME", home)
	t.Setenv("XDG_DATA_HOME", file)
	var said bytes.Buffer
	err := (&registerCmd{Remove: true}).Run(&streams{out: &said, err: &said})
	if err == nil || !strings.Contains(err.Error(), "XDG_DATA_HOME is \""+file+"\", not a folder") {
		t.Errorf("%v, %s", err, &said)
	}
}
