//go:build !js

package main

import (
	"bytes"
	"encoding/xml"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"demoscope/formats"
)

// TestRegister: what is written is found where desktops look for it, is removed again, and what is not ours is
// left alone.
func TestRegister(t *testing.T) {
	home := filepath.Join(t.TempDir(), "data")
	var said bytes.Buffer
	s := &streams{out: &said, err: &said}
	if err := writeDesktopFiles(s, home, "/opt/my games/100%/demo`scope$\\"); err != nil {
		t.Fatal(err)
	}
	entry, err := os.ReadFile(filepath.Join(home, "applications", "demoscope.desktop"))
	want := "\nExec=\"/opt/my games/100%%/demo\\\\`scope\\\\$\\\\\\\\\" play -- %F\n"
	if err != nil || !strings.Contains(string(entry), want) ||
		!strings.Contains(string(entry),
			"\nMimeType=application/x-quake-demo;application/x-quakeworld-demo;"+
				"application/x-quake2-demo;application/x-quake3-demo;\n") {
		t.Errorf("%v, want %s:\n%s", err, want, entry)
	}
	types, err := os.ReadFile(filepath.Join(home, "mime", "packages", "demoscope.xml"))
	var info struct {
		Types []struct {
			Type  string `xml:"type,attr"`
			Globs []struct {
				Pattern string `xml:"pattern,attr"`
			} `xml:"glob"`
		} `xml:"mime-type"`
	}
	if err != nil || xml.Unmarshal(types, &info) != nil || len(info.Types) != 4 {
		t.Fatalf("%v:\n%s", err, types)
	}
	for _, name := range []string{"a.dem", "b.qwd", "c.mvd", "d.dm2", "e.mvd2", "f.dm3", "g.dm_68", "h.dm_91",
		"c.mvd.gz", "g.dm_68.gz"} {
		n := 0
		for _, typ := range info.Types {
			for _, g := range typ.Globs {
				if ok, err := filepath.Match(g.Pattern, name); err != nil {
					t.Error(err)
				} else if ok {
					n++
				}
			}
		}
		if n != 1 || !formats.HasDemoName(name) {
			t.Errorf("%s has %d types", name, n)
		}
	}
	svg, err := os.ReadFile(filepath.Join(home, "icons", "hicolor", "scalable", "apps", "demoscope.svg"))
	if err != nil || xml.Unmarshal(svg, new(struct{})) != nil {
		t.Errorf("%v: the icon is no XML", err)
	}
	if !strings.Contains(said.String(), "update-mime-database '"+filepath.Join(home, "mime")+"'\n") {
		t.Errorf("it says %s", &said)
	}
	// Again, and then not over what somebody else has written.
	if err := writeDesktopFiles(s, home, "/opt/demoscope"); err != nil {
		t.Error(err)
	}
	theirs := filepath.Join(home, "mime", "packages", "demoscope.xml")
	if err := os.WriteFile(theirs, []byte("theirs"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := writeDesktopFiles(s, home, "/else"); err == nil ||
		!strings.Contains(err.Error(), "was not written by Demoscope") {
		t.Error(err)
	}
	if entry, _ := os.ReadFile(filepath.Join(home, "applications", "demoscope.desktop")); !strings.Contains(
		string(entry), "/opt/demoscope") {
		t.Errorf("a part is written:\n%s", entry)
	}
	if err := removeDesktopFiles(s, home); err == nil || !strings.Contains(err.Error(), theirs) {
		t.Error(err)
	}
	left, _ := filepath.Glob(filepath.Join(home, "*", "*", "demoscope.*"))
	more, _ := filepath.Glob(filepath.Join(home, "applications", "*"))
	icons, _ := filepath.Glob(filepath.Join(home, "icons", "hicolor", "scalable", "apps", "*"))
	if data, _ := os.ReadFile(theirs); len(left) != 1 || len(more) != 0 || len(icons) != 0 || string(data) != "theirs" {
		t.Errorf("left: %q, %q, %q", left, more, icons)
	}
	for _, program := range []string{"demoscope", "/a\nb", "/tmp/go-build123/b001/exe/demoscope"} {
		if err := writeDesktopFiles(s, t.TempDir(), program); err == nil {
			t.Errorf("%q is registered", program)
		}
	}
}

// TestRegisterLeavesLinks: a link under one of the names is not followed.
func TestRegisterLeavesLinks(t *testing.T) {
	home := t.TempDir()
	kept := filepath.Join(home, "kept")
	if err := os.WriteFile(kept, []byte(registeredMark), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(home, "applications"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(kept, filepath.Join(home, "applications", "demoscope.desktop")); err != nil {
		t.Skip(err) // not allowed to everybody on Windows
	}
	var said bytes.Buffer
	if err := writeDesktopFiles(&streams{out: &said, err: &said}, home, "/opt/demoscope"); err == nil {
		t.Error("it writes through a link")
	}
	if data, _ := os.ReadFile(kept); string(data) != registeredMark {
		t.Errorf("it is %q now", data)
	}
}
