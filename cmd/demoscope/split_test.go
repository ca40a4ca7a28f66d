//go:build !js

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"demoscope/assets"
	"demoscope/formats"
	"demoscope/formats/message"
)

// twice writes our recording of Quake II as one of two levels, and returns the file and the recording.
func twice(t *testing.T) (file string, once []byte) {
	t.Helper()
	once, err := assets.ReadSample("demoscope1.dm2")
	if err != nil {
		t.Fatal(err)
	}
	endMark := []byte{0xff, 0xff, 0xff, 0xff}
	file = filepath.Join(t.TempDir(), "co op.dm2")
	if err := os.WriteFile(file, append(bytes.TrimSuffix(bytes.Clone(once), endMark), once...), 0o644); err != nil {
		t.Fatal(err)
	}
	return file, once
}

// TestSplit: each level of a recording becomes the recording that it was made of, and none is written over.
func TestSplit(t *testing.T) {
	file, once := twice(t)
	folder := filepath.Join(t.TempDir(), "new")
	names := func() (list []string) {
		entries, _ := os.ReadDir(folder)
		for _, e := range entries {
			list = append(list, e.Name())
			data, err := os.ReadFile(filepath.Join(folder, e.Name()))
			if err != nil || !bytes.Equal(data, once) {
				t.Errorf("%s is not the level: %d bytes, %v", e.Name(), len(data), err)
			}
		}
		return list
	}
	split := func(want int, args ...string) string {
		t.Helper()
		var said bytes.Buffer
		if status := run(append([]string{"split", file}, args...), &streams{out: &said, err: &said}); status != want {
			t.Fatalf("%v: %d instead of %d:\n%s", args, status, want, &said)
		}
		return said.String()
	}
	const first, second = "co_op-01-demoscope1-0_00.dm2", "co_op-02-demoscope1-1_24.dm2"
	if said := split(exitOK, "--list", "-o", folder); !strings.Contains(said, first) ||
		!strings.Contains(said, second) || len(names()) != 0 {
		t.Errorf("the list:\n%s", said)
	}
	split(exitOK, "-o", folder)
	if got := strings.Join(names(), " "); got != first+" "+second {
		t.Errorf("the files are %s", got)
	}
	if err := os.Remove(filepath.Join(folder, first)); err != nil {
		t.Fatal(err)
	}
	if said := split(exitFailed, "-o", folder); !strings.Contains(said, second+" already exists") {
		t.Errorf("over another one: %s", said)
	}
	if got := strings.Join(names(), " "); got != second {
		t.Errorf("where one was there, the files are %s", got)
	}
	split(exitOK, "-o", filepath.Join(folder, "level {n} of {map}.dm2"))
	if got := strings.Join(names(), ", "); got != second+", level 01 of demoscope1.dm2, level 02 of demoscope1.dm2" {
		t.Errorf("by a pattern, the files are %s", got)
	}
	for _, name := range []string{"{n}-{foo}.dm2", "{n}-{}.dm2", "{N}{n}.dm2"} {
		if said := split(exitFailed, "-o", filepath.Join(folder, name)); !strings.Contains(said,
			" (use {name}, {n}, {map} or {time})") {
			t.Errorf("%s: %s", name, said)
		}
	}
	if said := split(exitFailed, "-o", filepath.Join(folder, "{map}.dm2")); !strings.Contains(said,
		"add {n} to the name") {
		t.Errorf("two of one name: %s", said)
	}
	// info and events have a match on each, which is not finished.
	if said := split(exitOK, "--by", "match", "--list"); strings.Count(said, "\n") != 2 ||
		!strings.Contains(said, "-01-demoscope1-") || !strings.Contains(said, "-02-demoscope1-") {
		t.Errorf("unfinished matches: %s", said)
	}
}

// TestSplitByMatchOfWhichTheEndIsTold: Quake says when a match has ended, not when it began. Levels of one
// player, which end so, too, are no matches, and neither is one without an end.
func TestSplitByMatchOfWhichTheEndIsTold(t *testing.T) {
	made := func(clients byte, multi byte) string {
		e := formats.Lookup("dem").Encoder("a.dem")
		for _, level := range []struct {
			name string
			ends bool
		}{{"dm4", true}, {"dm6", true}, {"dm2", false}} {
			start := []message.Message{
				&message.ServerInfo{Protocol: 15, MaxClients: clients, Multi: multi, MapName: []byte("a hall"),
					Models: [][]byte{[]byte("maps/" + level.name + ".bsp")}, Sounds: [][]byte{[]byte("x.wav")}},
				&message.SetView{Entity: 1}, &message.UpdateName{Text: []byte("Ann")}, &message.UpdateFrags{Frags: 3},
				&message.SignonNum{Signon: 3},
			}
			if clients > 1 {
				start = append(start, &message.UpdateName{Player: 1, Text: []byte("Bob")}, &message.UpdateFrags{
					Player: 1, Frags: 1})
			}
			for i := range 20 {
				list := []message.Message{&message.Time{Time: 1 + float32(i)}, &message.ClientData{Health: 100}}
				switch {
				case i == 0:
					list = append(start, list...)
				case i == 15 && level.ends:
					list = append(list, &message.Intermission{})
				}
				if err := message.Write(e, new(message.Packet), list); err != nil {
					t.Fatal(err)
				}
			}
		}
		return closed(t, e, "a.dem")
	}
	file := made(4, 1)
	var said bytes.Buffer
	status := run([]string{"split", "--by", "match", file}, &streams{out: &said, err: &said})
	var names []string
	entries, _ := os.ReadDir(filepath.Dir(file))
	for _, e := range entries {
		names = append(names, e.Name())
	}
	want := "a-01-dm4-0_00.dem a-02-dm6-0_19.dem a-03-dm2-0_38.dem a.dem"
	if got := strings.Join(names, " "); status != exitOK || got != want {
		t.Fatalf("%d: the files are %s\n%s", status, got, &said)
	}
	for i, name := range names[:3] {
		said.Reset()
		run([]string{"info", filepath.Join(filepath.Dir(file), name)}, &streams{out: &said, err: &said})
		if want := "  Result: Ann 3 : 1 Bob" + [...]string{"\n", "\n", " (unfinished)\n"}[i]; !strings.Contains(
			said.String(), want) {
			t.Errorf("%s:\n%s", name, &said)
		}
	}
	said.Reset()
	if status := run([]string{"split", "--by", "match", "--list", made(1, 0)},
		&streams{out: &said, err: &said}); status != exitFailed ||
		!strings.Contains(said.String(), "contains no match") {
		t.Errorf("levels of one player: %d, %s", status, &said)
	}
}

// closed returns a file of a name, alone in its folder, with what an encoder has written.
func closed(t *testing.T, e message.Encoder, name string) string {
	t.Helper()
	data, err := e.Close()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestSplitByMatchesOfOneLevel: a match has what follows it up to the next one, or else to the end of the
// level, also if the recording ends before it does.
func TestSplitByMatchesOfOneLevel(t *testing.T) {
	e := formats.Lookup("mvd").Encoder("a")
	lines := map[int]string{20: "The match has begun!\n", 60: "The match is over\n", 100: "The match has begun!\n"}
	for i := range 200 { // tenths of a second
		list := []message.Message{&message.PacketEntities{}}
		if i == 0 {
			list = []message.Message{
				&message.QWServerData{Protocol: 28, GameDir: []byte("qw")},
				&message.QWList{Names: [][]byte{[]byte("maps/dm4.bsp")}},
				&message.QWUpdateUserInfo{User: 1, Text: []byte(`\name\Ann`)}, &message.QWUpdateUserInfo{Player: 1,
					User: 2, Text: []byte(`\name\Bob`)}, list[0],
			}
		}
		if text := lines[i]; text != "" {
			list = append(list, &message.Print{Level: 2, Text: []byte(text)})
		}
		if err := message.Write(e, &message.Packet{Type: 6, Milliseconds: 100}, list); err != nil {
			t.Fatal(err)
		}
	}
	file := closed(t, e, "a.mvd")
	var said bytes.Buffer
	status := run([]string{"split", "--by", "match", "--list", file}, &streams{out: &said, err: &said})
	var times []string
	for line := range strings.Lines(said.String()) {
		times = append(times, strings.Join(strings.Split(line, "\t")[:2], "-"))
	}
	if got := strings.Join(times, " "); status != exitOK || got != "0:02-0:09 0:10-0:19" {
		t.Errorf("%d: %s", status, &said)
	}
}

// TestSplitNamesLevelsOfOneFrame: a part is named after its own map, also where the level takes no time.
func TestSplitNamesLevelsOfOneFrame(t *testing.T) {
	e := formats.Lookup("mvd").Encoder("a")
	for _, level := range []struct {
		name   string
		frames int
	}{{"dm4", 20}, {"dm6", 1}} {
		for i := range level.frames {
			list := []message.Message{&message.PacketEntities{}}
			if i == 0 {
				list = []message.Message{
					&message.QWServerData{Protocol: 28, GameDir: []byte("qw")},
					&message.QWList{Names: [][]byte{[]byte("maps/" + level.name + ".bsp")}},
					&message.QWUpdateUserInfo{User: 1, Text: []byte(`\name\Ann`)}, list[0],
				}
			}
			if err := message.Write(e, &message.Packet{Type: 6, Milliseconds: 100}, list); err != nil {
				t.Fatal(err)
			}
		}
	}
	file := closed(t, e, "a.mvd")
	var said bytes.Buffer
	if status := run([]string{"split", "--list", file}, &streams{out: &said, err: &said}); status != exitOK ||
		!strings.Contains(said.String(), "a-01-dm4-0_00.mvd") || !strings.Contains(said.String(), "a-02-dm6-0_") {
		t.Errorf("%d: %s", status, &said)
	}
}

// TestLevelWithoutAFrame: a recording that ends while a level begins names it, and all tell the same of it:
// where it begins and of which map it is, that nothing of it is to be seen, and that no demo can be made of
// it. Who was there before still is.
func TestLevelWithoutAFrame(t *testing.T) {
	e := formats.Lookup("mvd").Encoder("a")
	packet := func(list ...message.Message) {
		if err := message.Write(e, &message.Packet{Type: 6, Milliseconds: 100}, list); err != nil {
			t.Fatal(err)
		}
	}
	level := func(name string) []message.Message {
		return []message.Message{
			&message.QWServerData{Protocol: 28, GameDir: []byte("qw"), MapName: []byte("The " + name)},
			&message.QWList{Names: [][]byte{[]byte("maps/" + name + ".bsp")}},
		}
	}
	says := &message.Print{Level: 3, Text: []byte("Ann: hi\n")}
	packet(append(level("dm4"), &message.QWUpdateUserInfo{User: 1, Text: []byte(`\name\Ann`)},
		&message.QWUpdateUserInfo{Player: 1, User: 2, Text: []byte(`\name\Bob\*spectator\1`)})...)
	for range 20 { // to 2.0 s
		packet(&message.PacketEntities{})
	}
	packet(level("dm6")...) // at 2.1 s
	packet(says)
	packet(says)
	// at 2.4 s
	packet(&message.PacketEntities{}, &message.QWUpdateUserInfo{User: 1, Text: []byte(`\name\Ann`)},
		&message.QWUpdateUserInfo{Player: 1, User: 2, Text: []byte(`\name\Bob\*spectator\1`)})
	packet(&message.PacketEntities{})
	packet(&message.PacketEntities{}) // to 2.6 s
	packet(level("dm2")...)           // at 2.7 s
	for range 50 {
		packet(says) // to 7.7 s
	}
	file := closed(t, e, "a.mvd")
	said := func(want int, args ...string) string {
		t.Helper()
		var out bytes.Buffer
		if status := run(append(args, file), &streams{out: &out, err: &out}); status != want {
			t.Fatalf("%v: %d instead of %d:\n%s", args, status, want, &out)
		}
		return out.String()
	}
	expect := func(what, got string, wants ...string) {
		t.Helper()
		for _, want := range wants {
			if !strings.Contains(got, want) {
				t.Errorf("%s has not %q:\n%s", what, want, got)
			}
		}
	}
	expect("info", said(exitOK, "info"), `
  1      dm4  The dm4  0:00
  2      dm6  The dm6  0:02
  3      dm2  The dm2  0:02, no frames
`, "0     Ann", "1     Bob                     spectator")
	expect("info --json", said(exitOK, "info", "--json"), `"start":2.5,"end":2.7,"clock":2.4`,
		`"clock":2.7,"empty":true,"result":null}`, `"players":[{"slot":0,"name":"Ann"`)
	var levels []string
	for line := range strings.Lines(said(exitOK, "events", "--format", "csv")) {
		if f := strings.Split(line, ","); f[9] == "level" {
			levels = append(levels, strings.Join([]string{f[0], f[6], f[7], f[8]}, " ")) // map, level, clock, match
		}
	}
	if got := strings.Join(levels, ", "); got != "dm4 1 0.1 , dm6 2 2.4 , dm2 3 2.7 " {
		t.Errorf("events has the levels %s", got)
	}
	const none = "level 3, at 0:02.7, has no frames and is skipped\n"
	list := said(exitOK, "split", "--list")
	expect("split --list", list, "0:00\t0:02\t", "-01-dm4-0_00.mvd\n", "0:02\t0:02\t", "-02-dm6-0_02.mvd\n", none)
	if strings.Contains(list, "-03-") {
		t.Errorf("split --list has a part that is none:\n%s", list)
	}
	written := said(exitOK, "split")
	expect("split", written, ": 0:00.1 to 0:02.0, ", ": 0:02.4 to 0:02.6, ", none)
	cutTo := filepath.Join(t.TempDir(), "b.mvd")
	expect("cut", said(exitFailed, "cut", "--from", "5", "-o", cutTo), "the last frame before it is at 0:02.6\n")
	expect("cut --level", said(exitFailed, "cut", "--level", "3", "-o", cutTo),
		"the last frame before it is at 0:02.6\n")
	expect("state", said(exitOK, "state", "--at", "5"),
		"has no frame of level 3 up to 0:05.0, so the state does not show it\n",
		`"map":"maps/dm2.bsp","entities":[],"players":[]`)
	expect("state --level", said(exitOK, "state", "--level", "3"), "has no frame of level 3 up to 0:02.7",
		`"clock":2.7,`)
}

// TestSplitInBraces: a folder's name with braces in it is a name, whether the demo lies there or the parts are to.
func TestSplitInBraces(t *testing.T) {
	file, _ := twice(t)
	folder := filepath.Join(t.TempDir(), "{old}")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	inside := filepath.Join(folder, "a.dm2")
	if err := os.Rename(file, inside); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"split", inside}, {"split", inside, "-o", folder}} {
		var said bytes.Buffer
		if status := run(args, &streams{out: &said, err: &said}); status != exitOK {
			t.Errorf("%v: %d, %s", args, status, &said)
		}
		for _, part := range []string{"a-01-demoscope1-0_00.dm2", "a-02-demoscope1-1_24.dm2"} {
			if err := os.Remove(filepath.Join(folder, part)); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestCutRefuses: a wrong extension is a mistake of the command line; of a damaged part is said from when on
// a part can be cut.
func TestCutRefuses(t *testing.T) {
	var said bytes.Buffer
	if status := run([]string{"cut", "--from", "2", "-o", filepath.Join(t.TempDir(), "a.mvd"), "sample:demoscope1.dm2"},
		&streams{out: &said, err: &said}); status != exitUsage {
		t.Errorf("%d: %s", status, &said)
	}
	data, err := assets.ReadSample("demoscope1.mvd")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "damaged.mvd")
	for i := range 64 {
		data[len(data)/3+i] ^= 0xa5
	}
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
	said.Reset()
	if status := run([]string{"cut", "--to", "30", "-o", filepath.Join(t.TempDir(), "a.mvd"), file},
		&streams{out: &said, err: &said}); status != exitFailed {
		t.Fatalf("%d: %s", status, &said)
	}
	_, hint, ok := strings.Cut(said.String(), ", or from ")
	if !ok {
		t.Fatalf("no hint: %s", &said)
	}
	when, _, _ := strings.Cut(hint, "\n")
	said.Reset()
	if status := run([]string{"cut", "--from", when, "--to", "30", "-o", filepath.Join(t.TempDir(), "a.mvd"), file},
		&streams{out: &said, err: &said}); status != exitOK {
		t.Errorf("from %s on, as the hint says: %d: %s", when, status, &said)
	}
}
