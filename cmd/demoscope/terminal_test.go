package main

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
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

// TestNothingIsObeyed: whatever stands in a demo, in its name or in a line of the keys
// file, a terminal gets only what it can show.
func TestNothingIsObeyed(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files cannot have such names there")
	}
	dir := t.TempDir()
	const evil = "\x1b[31m\u009b2J\u202e"
	demo, text := filepath.Join(dir, evil+".mvd"), filepath.Join(dir, "demo.json")
	var out, said bytes.Buffer
	if status := run([]string{"dump", "--json", "sample:demoscope1.mvd"}, &streams{out: &out, err: &said}); status != exitOK {
		t.Fatal(&said)
	}
	// In the text of the dump a code point is a byte of the demo.
	obeyed := `\u001b[31m\u009b2J\n`
	for _, old := range []string{`\\name\\Vesper`, `Demoscope One`, `*gamedir\\qw`} {
		if !strings.Contains(out.String(), old) {
			t.Fatalf("the sample has no %s", old)
		}
	}
	changed := strings.NewReplacer(`\\name\\Vesper`, `\\name\\`+obeyed+"Vesper", `Demoscope One`, obeyed).Replace(out.String())
	if err := os.WriteFile(text, []byte(changed), 0o644); err != nil {
		t.Fatal(err)
	}
	if status := run([]string{"compile", text, "-o", demo}, &streams{out: &out, err: &said}); status != exitOK {
		t.Fatal(&said)
	}
	bad := filepath.Join(dir, "no\x1b[demo\xff.dem")
	if err := os.WriteFile(bad, []byte("\x1b[31m"), 0o644); err != nil {
		t.Fatal(err)
	}
	base := filepath.Join(dir, "base\x1b[5m")
	if err := os.MkdirAll(filepath.Join(base, "id1"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"info", demo}, {"info", "--json", demo}, {"info", dir}, {"info", "--json", dir}, {"info", bad},
		{"state", "--at", "30", demo}, {"state", "--at", "30", "--follow", "nobody\x1b", demo}, {"state", "--at", "30", bad},
		{"dump", demo}, {"dump", "--json", demo}, {"dump", bad + "none"},
		{"compile", bad, "-o", filepath.Join(dir, "x.mvd")}, {"compile", text, "-o", filepath.Join(dir, "none\x1b", "x.mvd")},
		{"timedemo", "--headless", demo}, {"timedemo", "--headless", "--json", demo},
		{"paths", "--basedir", base, "--demo", demo}, {"paths", "--basedir", base + "\u009b"},
		{"info", "--\x1b[31m"},
	} {
		out.Reset()
		said.Reset()
		run(args, &streams{out: &out, err: &said})
		for _, b := range []*bytes.Buffer{&out, &said} {
			for line := range strings.Lines(b.String()) {
				line = strings.TrimSuffix(line, "\n")
				if i := strings.IndexFunc(line, func(r rune) bool { return unicode.IsControl(r) || r == 0x202e }); i >= 0 || !utf8.ValidString(line) {
					t.Errorf("%q prints %q", args, line)
				}
			}
		}
		if out.Len()+said.Len() == 0 {
			t.Errorf("%q prints nothing", args)
		}
	}
}
