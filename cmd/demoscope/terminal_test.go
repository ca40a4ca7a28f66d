package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"demoscope/assets"
	"demoscope/player/bookmarks"
)

func TestPrintable(t *testing.T) {
	for text, want := range map[string]string{
		"a b.dem":          "a b.dem",
		"\u00fcber \u2603": "\u00fcber \u2603",
		"\x1b[31m":         `\x1b[31m`,
		"a\nb\tc\r\x7f":    `a\x0ab\x09c\x0d\x7f`,
		"\u009b2J":         `\u009b2J`,      // begins a command as ESC [ does
		"\u202egpj.exe":    `\u202egpj.exe`, // turns the line around
		"\xff\xfe":         `\xff\xfe`,      // no UTF-8
		"\U000e0041":       `\udb40\udc41`,  // a letter that is not drawn
		"\ufffd":           `\ufffd`,        // what bad bytes were made of
		"":                 "",
	} {
		if got := printable(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if got := printableLines("a\x1b\nb"); got != "a\\x1b\nb" {
		t.Errorf("%q", got)
	}
}

func TestWriteJSON(t *testing.T) {
	var out bytes.Buffer
	if err := writeJSON(&out, map[string]string{"name": "\u00d6\x1b[m\u009b2J\x7f\u202e"}); err != nil {
		t.Fatal(err)
	}
	if want := "{\"name\":\"\u00d6\\u001b[m\\u009b2J\\u007f\\u202e\"}\n"; out.String() != want {
		t.Errorf("%s, want %s", &out, want)
	}
}

// evil is what a terminal obeys, in UTF-8 and as bytes that are none: colors, clearing
// the screen, the bell, a title, lines that turn around, and what is not drawn.
const evil = "\x1b[31m\u009b2J\u202e\x07\x1b]0;x\x07\u2066\u200b\x9b5m\r\b\x7f"

// expectHarmless fails if a terminal would obey some of what was printed, or if there is
// nothing.
func expectHarmless(t *testing.T, args []string, printed ...string) {
	t.Helper()
	if strings.Join(printed, "") == "" {
		t.Errorf("%q prints nothing", args)
	}
	for _, text := range printed {
		for line := range strings.Lines(text) {
			line = strings.TrimSuffix(line, "\n")
			if i := strings.IndexFunc(line, func(r rune) bool { return !unicode.IsPrint(r) && r != '\t' }); i >= 0 ||
				!utf8.ValidString(line) {
				t.Errorf("%q prints %q", args, line)
			}
		}
	}
}

// printed returns what a command line prints.
func printed(in io.Reader, args ...string) (out, said string) {
	var o, e bytes.Buffer
	run(args, &streams{in: in, out: &o, err: &e})
	return o.String(), e.String()
}

// evilDemo writes a sample in which the names of maps, players, servers and the game
// folder hold what a terminal obeys.
func evilDemo(t *testing.T, sample, file string) {
	t.Helper()
	text, said := printed(nil, "dump", "--json", sampleName+sample)
	if said != "" {
		t.Fatal(said)
	}
	// In the text of the dump a code point is a byte of the demo.
	var escaped strings.Builder
	for _, b := range []byte(evil) {
		fmt.Fprintf(&escaped, `\u%04x`, b)
	}
	head, messages, _ := strings.Cut(text, "\n")
	var pairs []string
	for _, name := range []string{"demoscope1", "Demoscope One", "Ranger", "Quarry", "Vesper", "lumen", "Lumen",
		"gamedir\\\\qw", "Debian", "players/", "weapons/"} {
		pairs = append(pairs, name, name+escaped.String())
	}
	changed := strings.NewReplacer(pairs...).Replace(messages)
	if changed == messages {
		t.Fatalf("%s has none of the names", sample)
	}
	dump := filepath.Join(t.TempDir(), "dump.json")
	if err := os.WriteFile(dump, []byte(head+"\n"+changed), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, said := printed(nil, "compile", dump, "-o", file); said != "" {
		t.Fatalf("%s: %s", sample, said)
	}
}

// TestNothingIsObeyed: whatever stands in a demo, in the name of a file, a folder, a
// member of an archive, a flag or the environment, or in a line of a file of keys, a
// terminal gets only what it can show.
func TestNothingIsObeyed(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files cannot have such names there")
	}
	dir := filepath.Join(t.TempDir(), "folder"+evil)
	in := func(name string) string { return filepath.Join(dir, name) }
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(os.Mkdir(dir, 0o755))
	var lines [][]string
	for _, sample := range assets.Samples() {
		demo := in("a" + evil + filepath.Ext(sample.Name))
		if _, err := os.Stat(demo); err == nil {
			demo = in("b" + evil + filepath.Ext(sample.Name))
		}
		evilDemo(t, sample.Name, demo)
		lines = append(lines,
			[]string{"info", demo}, []string{"info", "--json", demo}, []string{"info", demo, demo},
			[]string{"state", "--at", "1", demo}, []string{"state", "--at", "50%", demo},
			[]string{"state", "--at", "99%", demo},
			[]string{"state", "--at", "30", "--follow", "nobody\x1b", demo}, []string{"state", "--block",
				"999999", demo},
			[]string{"dump", demo}, []string{"dump", "--json", demo}, []string{"dump", "--level", "99", demo},
			[]string{"paths", "--demo", demo, "--basedir", in("base" + evil)})
		data, err := os.ReadFile(demo)
		must(err)
		cut := in("cut" + evil + filepath.Ext(sample.Name))
		must(os.WriteFile(cut, data[:len(data)*2/3], 0o644))
		lines = append(lines, []string{"info", cut}, []string{"dump", cut}, []string{"state", "--at", "-1", cut},
			[]string{"play", "--follow", evil, cut})
	}
	demo := in("a" + evil + ".mvd")
	bad, broken, archive, text := in("no"+evil+"\xff.dem"), in("c"+evil+".zip"), in("d"+evil+".zip"),
		in("e"+evil+".json")
	must(os.WriteFile(bad, []byte(evil), 0o644))
	must(os.WriteFile(broken, []byte("PK\x03\x04"+evil), 0o644))
	must(os.WriteFile(text, []byte(`{"dump":1,"format":"`+evil+`"}`+"\n"), 0o644))
	must(os.MkdirAll(in("base"+evil+"/id1"), 0o755))
	must(os.WriteFile(in("base"+evil+"/id1/pak0.pak"), []byte("PACK"+evil), 0o644))
	must(os.Symlink("/nowhere"+evil, in("link"+evil+".dem")))
	must(makeFile([]string{"zip", archive, evil + "1.dem=" + demo, "x/" + evil + "2.mvd=" + demo, "none.txt=" + bad}))
	pak := in("f" + evil + ".pak")
	must(makeFile([]string{"pak", pak, "\x1b[31m\x9b1.dem=" + demo, "y.mvd=" + demo}))
	t.Setenv("DEMOSCOPE_PATH", in("path"+evil))
	t.Setenv("XDG_CONFIG_HOME", in("config"+evil))
	t.Setenv("XDG_CACHE_HOME", in("cache"+evil))
	must(os.MkdirAll(in("config"+evil+"/demoscope"), 0o755))
	keys := evil + "\npause = '" + evil + "'\nhelp = 'X" + "\u202e" + "'\n'" + "\u202e" + "' = 'P'\n[" + evil +
		"]\n\"a\\u001b[31m\" = 'P'\npause='\\u001b'\n"
	must(os.WriteFile(in("config"+evil+"/demoscope/keys.toml"), []byte(keys), 0o644))
	lines = append(lines, [][]string{
		{"timedemo", "--headless", demo}, {"timedemo", "--headless", "--json", demo}, {"timedemo", "--headless", bad},
		{"timedemo", "--log", in("none/" + evil), demo}, {"timedemo", "--log", demo, demo},
		{"info", dir}, {"info", "--json", dir}, {"info", bad}, {"info", in("link" + evil + ".dem")},
		{"info", in("none" + evil)},
		{"info", archive}, {"info", "--json", archive}, {"info", archive + "/none" + evil}, {"dump", archive},
		{"dump", archive + "/" + evil + "1.dem"},
		{"info", pak}, {"info", "--json", pak}, {"info", pak + "/none" + evil}, {"state", "--at", "1", pak},
		{"info", broken}, {"info", demo + "/" + evil},
		{"state", "--at", "30", bad}, {"dump", bad + "none"}, {"dump", dir},
		{"compile", bad, "-o", in("x.mvd")}, {"compile", text, "-o", in("x.mvd")},
		{"compile", text, "-o", in("none" + evil + "/x.mvd")}, {"compile", text, "-o", text},
		{"compile", text, "-o", dir},
		{"compile", "-", "-o", in("x.mvd")}, {"compile", text + evil, "-o", in("x.mvd")},
		{"paths", "--basedir", in("base" + evil)}, {"paths", "--all", "--basedir", in("none" + evil)},
		{"paths", "--game", evil}, {"paths", "--game", "x" + "\u202e"},
		{"keys"}, {"man"}, {"help"}, {"help", evil}, {"version"}, {"completion", "bash"}, {"completion", evil},
		{"shot", "--at", "1", "-o", in("x" + evil)}, {"shot", "--at", "1", "-o", in("none" + evil + "/x.png"), demo},
		{"shot", "--at", "1", "-o", in("x.png"), bad}, {"shot", "--at", "1", "-o", in("x.png"), "--follow", evil, demo},
		{"play", bad}, {"play", in("none" + evil)}, {"play", "--from", "9", "--to", "1", demo}, {in("none" + evil)},
		{evil}, {"--" + evil}, {"-" + evil}, {"info", "--\x1b[31m"}, {"info", "--" + evil + "=" + evil, demo},
		{"info", "-" + evil, demo}, {"dump", demo, evil},
		{"play", "--size", evil}, {"play", "--speed", evil}, {"play", "--mode", evil}, {"play", "--at", evil},
		{"play", "--level", evil}, {"play", "--speed=" + evil},
		{"shot", "--at", "1", "-o", "x.png", "--camera", evil}, {"shot", "--at", "1", "-o", "x.png", "--camera",
			"1,2,3,4,5," + evil}, {"shot", "--at", "1", "-o", "x.png", "--fov", evil}, {"shot", "--at", "1", "-o",
			"x" + evil},
		{"info", "--sort", evil, demo}, {"info", "--game", evil, demo}, {"info", "--since", evil, demo},
		{"info", "--longer", evil, demo}, {"info", "--map", evil, demo, demo},
		{"state", "--block", evil, demo}, {"paths", "--for", evil}, {"dump", "--from", evil, demo},
		{"add", in("none" + evil)}, {"add", dir, "--list"}, {"library"}, {"library", "--json"}, {"library", evil},
		{"library", "map:" + evil}, {"library", "--scan", "chat:" + evil}, {"library", "length>" + evil},
		{"find", "run"}, {"find", "--json", "chat"}, {"find", "file:" + evil}, {"add", "--remove", dir},
		{"add", "--remove", in("none" + evil)},
	}...)
	for _, args := range lines {
		out, said := printed(strings.NewReader(evil), args...)
		expectHarmless(t, args, out, said)
	}
	// A shell shows what may come next.
	t.Chdir(dir)
	must(os.WriteFile(in("a.dem"), nil, 0o644))
	must(os.Mkdir(in("a"), 0o755))
	for _, line := range []string{"demoscope info a", "demoscope compile a", "demoscope paths --basedir a",
		"demoscope "} {
		t.Setenv("COMP_LINE", line)
		out, said := printed(nil)
		expectHarmless(t, []string{line}, out, said)
		if line != "demoscope " && !strings.HasPrefix(out, "a") {
			t.Errorf("%q may go on with %q", line, out)
		}
	}
	t.Setenv("COMP_LINE", "")
	// The escapes of JSON mean the same to a program.
	out, said := printed(nil, "info", "--json", bad, demo, archive)
	if said == "" || strings.Count(out, "\n") != 4 {
		t.Fatalf("%s%s", out, said)
	}
	for i, line := range strings.SplitAfter(out, "\n")[:2] {
		var o object
		must(json.Unmarshal([]byte(line), &o))
		if want := strings.ToValidUTF8([]string{bad, demo}[i], "\ufffd"); o["file"] != want {
			t.Errorf("the file is %q, not %q", o["file"], want)
		}
	}
	// The window has the name in its title, and what is wrong in a notice.
	c := &playCmd{}
	o, err := c.open(t.Context(), &streams{err: io.Discard}, demo)
	must(err)
	expectHarmless(t, []string{"title"}, o.Title)
	o.Close()
	must(os.MkdirAll(bookmarks.Dir(), 0o755))
	data, err := os.ReadFile(demo)
	must(err)
	sum := sha256.Sum256(data)
	must(os.WriteFile(filepath.Join(bookmarks.Dir(), hex.EncodeToString(sum[:])+".json"), []byte(evil), 0o644))
	var warned bytes.Buffer
	o, err = c.open(t.Context(), &streams{err: &warned}, demo)
	must(err)
	if _, err = o.Bookmarks(); err == nil {
		t.Fatal("damaged bookmarks are opened")
	}
	expectHarmless(t, []string{"notice"}, err.Error())
	expectHarmless(t, []string{"warning"}, warned.String())
	o.Close()
}
