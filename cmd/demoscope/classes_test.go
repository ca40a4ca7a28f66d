package main

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// fakeClasses are keys in memory: values by key and name, between which a zero stands.
type fakeClasses struct {
	values map[string]string
	keys   map[string]bool
	told   int
}

func newFakeClasses(keys ...string) *fakeClasses {
	f := &fakeClasses{values: map[string]string{}, keys: map[string]bool{}}
	for _, k := range keys {
		f.make(k)
	}
	return f
}

// make makes a key and those above it.
func (f *fakeClasses) make(key string) {
	for i := range key {
		if key[i] == '\\' {
			f.keys[key[:i]] = true
		}
	}
	f.keys[key] = true
}

func (f *fakeClasses) holds(key string) (bool, error) { return f.keys[key], nil }
func (f *fakeClasses) value(key, name string) (string, bool, error) {
	v, ok := f.values[key+"\x00"+name]
	return v, ok, nil
}
func (f *fakeClasses) set(v classValue) error {
	f.make(v.key)
	f.values[v.key+"\x00"+v.name] = v.data
	return nil
}
func (f *fakeClasses) remove(key, name string) error { delete(f.values, key+"\x00"+name); return nil }
func (f *fakeClasses) changed()                      { f.told++ }
func (f *fakeClasses) prune(key string) error {
	for v := range f.values {
		if strings.HasPrefix(v, key+"\x00") {
			return nil
		}
	}
	for k := range f.keys {
		if strings.HasPrefix(k, key+`\`) {
			return nil
		}
	}
	delete(f.keys, key)
	return nil
}

// TestClasses: the keys that Windows reads are these, and are taken away again without what is somebody else's.
func TestClasses(t *testing.T) {
	picture := filepath.Join(t.TempDir(), "demoscope", "demoscope.ico")
	program := filepath.Join(t.TempDir(), "my games", "demoscope.exe")
	f := newFakeClasses("Applications", ".mvd")
	for _, v := range []classValue{{".dem", "", "ezquake.dem"}, {`.dem\OpenWithProgids`, "ezquake.dem", ""},
		{`Applications\ezquake.exe`, "", ""}} {
		if err := f.set(v); err != nil {
			t.Fatal(err)
		}
	}
	before, keysBefore := maps.Clone(f.values), maps.Clone(f.keys)
	var said bytes.Buffer
	s := &streams{out: &said, err: &said}
	if err := registerWindows(s, f, program, picture); err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{
		"Applications\\demoscope.exe\x00FriendlyAppName":        "Demoscope",
		"Applications\\demoscope.exe\\shell\\open\\command\x00": `"` + program + `" play -- "%1"`,
		"Applications\\demoscope.exe\\SupportedTypes\x00.dm_68": "",
		"Demoscope.quake-demo\x00":                              "Quake demo",
		"Demoscope.quakeworld-demo\\shell\\open\\command\x00":   `"` + program + `" play -- "%1"`,
		"Demoscope.quake2-demo\\DefaultIcon\x00":                picture,
		".dem\\OpenWithProgids\x00Demoscope.quake-demo":         "",
		".qwd\\OpenWithProgids\x00Demoscope.quakeworld-demo":    "",
		".mvd\\OpenWithProgids\x00Demoscope.quakeworld-demo":    "",
		".dm2\\OpenWithProgids\x00Demoscope.quake2-demo":        "",
		".mvd2\\OpenWithProgids\x00Demoscope.quake2-demo":       "",
		".dm3\\OpenWithProgids\x00Demoscope.quake3-demo":        "",
		".dm_48\\OpenWithProgids\x00Demoscope.quake3-demo":      "",
		".dm_91\\OpenWithProgids\x00Demoscope.quake3-demo":      "",
		".dem\x00":                             "ezquake.dem", // it stays the one that a double click starts
		".dem\\OpenWithProgids\x00ezquake.dem": "",
	} {
		if got, ok := f.values[key]; !ok || got != want {
			t.Errorf("%q is %q (%v), want %q", key, got, ok, want)
		}
	}
	for key := range f.values { // nothing but ours decides what a double click starts
		if name, value, _ := strings.Cut(key, "\x00"); value == "" && strings.HasPrefix(name, ".") && name != ".dem" {
			t.Errorf("%s has a value of its own", name)
		}
	}
	icon, err := os.ReadFile(picture)
	if err != nil || !bytes.HasPrefix(icon, []byte{0, 0, 1, 0, 6, 0}) || f.told != 1 {
		t.Errorf("the icon: %v; the desktop was told %d times", err, f.told)
	}
	if err := registerWindows(s, f, program, picture); err != nil {
		t.Errorf("again: %v", err)
	}
	if err := unregisterWindows(s, f, picture); err != nil {
		t.Fatal(err)
	}
	delete(keysBefore, ".mvd") // it was empty, as is what we make
	if !maps.Equal(before, f.values) || !maps.Equal(keysBefore, f.keys) {
		t.Errorf("left are %q and %q", f.values, slices.Sorted(maps.Keys(f.keys)))
	}
	if _, err := os.Stat(picture); !os.IsNotExist(err) {
		t.Errorf("the icon: %v", err)
	}
	said.Reset()
	if err := unregisterWindows(s, f, picture); err != nil || said.String() != "nothing to remove\n" {
		t.Errorf("%v, %s", err, &said)
	}
	// What somebody else has under such a name stays.
	theirs := newFakeClasses(`Demoscope.quake2-demo`)
	if err := registerWindows(s, theirs, program, picture); err == nil ||
		!strings.Contains(err.Error(), `Demoscope.quake2-demo is not Demoscope's`) || len(theirs.values) != 0 {
		t.Errorf("%v, %q", err, theirs.values)
	}
	if err := unregisterWindows(s, theirs, picture); err == nil || !theirs.keys["Demoscope.quake2-demo"] {
		t.Error("it is removed")
	}
	for _, program := range []string{"demoscope.exe", filepath.Join(t.TempDir(), `a".exe`)} {
		if err := registerWindows(s, newFakeClasses(), program, picture); err == nil {
			t.Errorf("%q is registered", program)
		}
	}
}

// TestClassesOfWindows: somebody has chosen a demoscope.exe as another app of "Open with": Windows made a key of the
// program's name, which is no reason to refuse. One of another program is.
func TestClassesOfWindows(t *testing.T) {
	const key = `Applications\demoscope.exe`
	picture := filepath.Join(t.TempDir(), "demoscope", "demoscope.ico")
	program := filepath.Join(t.TempDir(), "demoscope.exe")
	s := &streams{out: new(bytes.Buffer), err: new(bytes.Buffer)}
	for command, refused := range map[string]bool{
		`"C:\Games\demoscope.exe" "%1"`:             false,
		`"C:\My Games\DemoScope.EXE" "%1"`:          false,
		`C:\My Games\demoscope.exe "%1"`:            false,
		`"C:\Games\other.exe" "%1"`:                 true,
		`"C:\Games\a.exe" "C:\Games\demoscope.exe"`: true,
		`"C:\Games\demoscope.exe\other.exe" "%1"`:   true,
		`"C:\Games\not-demoscope.exe" "%1"`:         true,
	} {
		f := newFakeClasses("Applications")
		if err := f.set(classValue{key + `\shell\open\command`, "", command}); err != nil {
			t.Fatal(err)
		}
		before := maps.Clone(f.values)
		if err := unregisterWindows(s, f, picture); (err != nil) != refused || !maps.Equal(before, f.values) {
			t.Errorf("%s: nothing is registered, yet removing says %v and leaves %q", command, err, f.values)
		}
		err := registerWindows(s, f, program, picture)
		if refused {
			if err == nil || !strings.Contains(err.Error(), "is not Demoscope's") || !maps.Equal(before, f.values) {
				t.Errorf("%s: %v, %q", command, err, f.values)
			}
			continue
		}
		if got, want := f.values[key+"\\shell\\open\\command\x00"], `"`+program+`" play -- "%1"`; err != nil ||
			got != want {
			t.Errorf("%s: %v, the command is %s", command, err, got)
		}
		if err := unregisterWindows(s, f, picture); err != nil || f.keys[key] {
			t.Errorf("%s: %v, left is %q", command, err, f.values)
		}
	}
	named := newFakeClasses()
	for _, v := range []classValue{{key, "FriendlyAppName", "Another"}, {key + `\shell\open\command`, "",
		`"C:\demoscope.exe" "%1"`}} {
		if err := named.set(v); err != nil {
			t.Fatal(err)
		}
	}
	if err := registerWindows(s, named, program, picture); err == nil ||
		named.values[key+"\x00FriendlyAppName"] != "Another" {
		t.Errorf("another's name: %v, %q", err, named.values)
	}
}
