package m3u

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// own begins the names that are no paths.
const own = "sample:"

// TestRead: paths are of the list's folder, comments describe what is below them, and what is no path
// of this machine is named with its line.
func TestRead(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "my.m3u8")
	abs := filepath.Join(dir, "else", "c.dm2")
	text := "\ufeff#EXTM3U\r\n#EXTINF:1205,4on4 on dm2\r\na.mvd\r\n\r\n# mine\r\nsub/#b.dem \r\n" +
		"#EXTINF:-1,no length, and a comma\n" + abs + "\n" +
		"#EXTINF:nonsense\nhttp://example.org/x.mvd\nfile://server/x.mvd\n" +
		"\\\\server\\share\\x.mvd\n//server/x.mvd\nother.M3U\nx\x00.mvd\n" +
		strings.Repeat("y", 5000) + "\n#EXTINF:12.5 tvg-id=\"1\",  last \nd.qwd\nsample:x.mvd"
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	list, err := Read(path, own)
	want := []Entry{
		{filepath.Join(dir, "a.mvd"), "4on4 on dm2", 1205},
		{filepath.Join(dir, "sub", "#b.dem "), "", 0},
		{abs, "no length, and a comma", 0},
		{filepath.Join(dir, "d.qwd"), "last", 12.5},
		{"sample:x.mvd", "", 0},
	}
	if !slices.Equal(list, want) {
		t.Errorf("%+v, want %+v", list, want)
	}
	said := strings.Split(err.Error(), "\n")
	for i, end := range []string{
		":10: addresses of other machines are not opened",
		":11: addresses of other machines are not opened",
		":12: shares of other machines are not opened from a list",
		":13: shares of other machines are not opened from a list",
		":14: a list in a list is not read", ":15: this is no path", ":16: the path is too long",
	} {
		if len(said) != 7 || said[i] != path+end {
			t.Fatalf("%q, want %q", said, end)
		}
	}
}

// TestReadPointer: a file in the place of a list is named.
func TestReadPointer(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.m3u")
	if err := os.WriteFile(path, []byte("version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12\n"),
		0o600); err != nil {
		t.Fatal(err)
	}
	list, err := Read(path, "sample:")
	if err == nil || !strings.Contains(err.Error(), "Git LFS pointer") || list != nil {
		t.Errorf("a pointer is a list of %v, %v", list, err)
	}
}

// TestReadMuch: the number of rows, of mistakes and the size are bounded.
func TestReadMuch(t *testing.T) {
	list, err := parse("l.m3u", own, strings.Repeat("a\n", MaxEntries+5))
	if len(list) != MaxEntries || err == nil ||
		err.Error() != fmt.Sprintf("l.m3u:%d: this and later lines are skipped: more than 100000 entries",
			MaxEntries+1) {
		t.Error(len(list), err)
	}
	_, err = parse("l.m3u", own, strings.Repeat("ftp://a\n", 1000))
	if lines := strings.Split(err.Error(), "\n"); len(lines) != 11 || lines[10] != "l.m3u: 990 more lines are wrong" {
		t.Error(err)
	}
	list, _ = parse("l.m3u", own, "#EXTINF:1,"+strings.Repeat("ü", 1000)+"\na")
	if list[0].Title != strings.Repeat("ü", 100) {
		t.Errorf("a title of %d bytes", len(list[0].Title))
	}
	path := filepath.Join(t.TempDir(), "l.m3u")
	if err := os.WriteFile(path, make([]byte, MaxFile+1), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(path, own); err == nil {
		t.Error("it is too large, and read")
	}
}

// TestFormat: what is written is read back from the list's own folder.
func TestFormat(t *testing.T) {
	t.Chdir(t.TempDir())
	got, err := Format("lists", own, []Entry{
		{"demos/a.mvd", "Vesper  16,\nQuarry 3", 61.9}, {"/far/b.dm2", "", 0}, {"lists/#c.dem", "no length", 0},
		{"sample:x.mvd", "", 0}, {"./lists/sample:y.mvd", "", 0},
	})
	want := "#EXTM3U\n#EXTINF:61,Vesper 16, Quarry 3\n../demos/a.mvd\n/far/b.dm2\n#EXTINF:-1,no " +
		"length\n./#c.dem\nsample:x.mvd\n./sample:y.mvd\n"
	if filepath.Separator == '/' && (err != nil || string(got) != want) {
		t.Errorf("%v\n%s\nwant\n%s", err, got, want)
	}
	for _, path := range []string{"a\nb", "x.m3u", "/far/x.M3U8", "//server/x.dem", strings.Repeat("y", 5000)} {
		if got, err := Format(".", own, []Entry{{Path: path}}); err == nil && filepath.Clean(path) == path {
			t.Errorf("%.20q is written, which is not read: %q", path, got)
		}
	}
}

// TestForeign: rows of other programs and systems name the same files: with percent signs, where none has that very
// name, as addresses of this machine, and with backslashes, BOM and CR.
func TestForeign(t *testing.T) {
	if filepath.Separator != '/' {
		t.Skip("backslashes are no names there")
	}
	dir := t.TempDir()
	for _, name := range []string{"sub dir/run 1.dem", "sub dir/ümlaut.dem", "100%25.dem", "100%.dem",
		`back\slash.dem`, "a.zip", "ü%.dem", "caf\u00e9/1.dem", "cafe\u0301/2.dem", " blank.dem"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for row, want := range map[string]string{
		"sub%20dir/run%201.dem":                                 "sub dir/run 1.dem",
		"sub%20dir/%C3%BCmlaut.dem":                             "sub dir/ümlaut.dem",
		`sub dir\run 1.dem`:                                     "sub dir/run 1.dem",
		`.\sub dir\ümlaut.dem`:                                  "sub dir/ümlaut.dem",
		`sub%20dir\%c3%bcmlaut.dem`:                             "sub dir/ümlaut.dem",
		"file://" + dir + "/sub%20dir/run%201.dem":              "sub dir/run 1.dem",
		"FILE://LocalHost" + dir + "/sub%20dir/%c3%bcmlaut.dem": "sub dir/ümlaut.dem",
		"file://" + dir + "/100%2525.dem":                       "100%25.dem",
		"file:" + dir + "/100%2525.dem":                         "100%25.dem",
		"file:" + dir + "/100%.dem":                             "100%.dem",   // not as addresses are written
		"100%25.dem":                                            "100%25.dem", // there is a file with that very name
		"100%.dem":                                              "100%.dem",
		`back\slash.dem`:                                        `back\slash.dem`,
		`a.zip\x y.dem`:                                         "a.zip/x y.dem",
		"a.zip/x%20y.dem":                                       "a.zip/x%20y.dem", // the archive knows
		"no%20such.dem":                                         "no%20such.dem",
		`no\such.dem`:                                           `no\such.dem`,
		"%2e%2e%2f%2d":                                          "%2e%2e%2f%2d",
		"cafe\u0301/1.dem":                                      "caf\u00e9/1.dem",
		"caf\u00e9/2.dem":                                       "cafe\u0301/2.dem",
		"cafe%CC%81/1.dem":                                      "caf\u00e9/1.dem",
		"file://" + dir + "/caf%C3%A9/2.dem":                    "cafe\u0301/2.dem",
		" \tsub dir/run 1.dem  ":                                "sub dir/run 1.dem",
		" cafe\u0301/1.dem ":                                    "caf\u00e9/1.dem",
		" file://" + dir + "/sub%20dir/run%201.dem ":            "sub dir/run 1.dem",
		" blank.dem":                                            " blank.dem",
	} {
		for _, text := range []string{row, "\ufeff#EXTM3U\r\n" + row + "\r\n", "#EXTM3U\r" + row + "\r"} {
			list, err := parse(filepath.Join(dir, "l.m3u8"), own, text)
			if err != nil || len(list) != 1 || list[0].Path != filepath.Join(dir, want) {
				t.Errorf("%q: %+v, %v, want %s", text, list, err, want)
			}
		}
	}
	for row, want := range map[string]string{
		"file:///a%zz.dem":             "this is no path",
		"file:///a%00.dem":             "this is no path",
		"file://server/a.dem":          "addresses of other machines are not opened",
		"https://example.org/a%20.dem": "addresses of other machines are not opened",
		"file://///server/a.dem":       "shares of other machines are not opened from a list",
		"file:////server/a.dem":        "shares of other machines are not opened from a list",
		"file:///x/l.m3u":              "a list in a list is not read",
	} {
		if list, err := parse("l.m3u", own, row); len(list) != 0 || err == nil || err.Error() != "l.m3u:1: "+want {
			t.Errorf("%s: %v, %v", row, list, err)
		}
	}
}

// TestCharsets: lists in UTF-16 and in Windows-1252 name the same files and have the same titles as in UTF-8. A name
// that is no UTF-8 is one before it is in Windows-1252.
func TestCharsets(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"ümlaut 5€.dem", "a.dem", "caf\xe9.dem", "café.dem", "\xfc.dem"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
			t.Skip(err) // this system has no such names
		}
	}
	little := func(text string) string { // by hand: all characters are below U+10000
		var b strings.Builder
		for _, r := range text {
			b.Write([]byte{byte(r), byte(r >> 8)})
		}
		return b.String()
	}
	big := func(text string) string {
		var b strings.Builder
		for _, r := range text {
			b.Write([]byte{byte(r >> 8), byte(r)})
		}
		return b.String()
	}
	const text = "#EXTINF:5,Für “x”\r\nümlaut 5€.dem\r\na.dem\r\n"
	want := []Entry{{filepath.Join(dir, "ümlaut 5€.dem"), "Für “x”", 5}, {filepath.Join(dir, "a.dem"), "", 0}}
	for name, data := range map[string]string{
		"UTF-16LE": "\xff\xfe" + little(text), "UTF-16BE": "\xfe\xff" + big(text),
		"UTF-16LE without a mark": little(text), "UTF-16BE without a mark": big(text),
		"a byte too many": little(text) + "x", "UTF-8": text, "UTF-8 with a mark": "\ufeff" + text,
		"Windows-1252":     "#EXTINF:5,F\xfcr \x93x\x94\r\n\xfcmlaut 5\x80.dem\r\na.dem\r\n",
		"percent signs":    "#EXTINF:5,Für “x”\n%fcmlaut%205%80.dem\na.dem",
		"address":          "#EXTINF:5,Für “x”\nfile:" + dir + "/%fcmlaut 5%80.dem\na.dem",
		"address in UTF-8": "#EXTINF:5,Für “x”\nfile:" + dir + "/ümlaut 5%E2%82%AC.dem\na.dem",
	} {
		list, err := parse(filepath.Join(dir, "l.m3u"), own, data)
		if err != nil || !slices.Equal(list, want) {
			t.Errorf("%s: %+v, %v", name, list, err)
		}
	}
	for _, row := range []string{"caf\xe9.dem", "café.dem", "\xfc.dem", "\xe4.dem"} {
		list, err := parse(filepath.Join(dir, "l.m3u"), own, row)
		if err != nil || len(list) != 1 || list[0].Path != filepath.Join(dir, row) {
			t.Errorf("%q: %+v, %v", row, list, err)
		}
	}
}

// FuzzParse: every path of a list is one line and no address, and is read back from where it is written.
func FuzzParse(f *testing.F) {
	f.Add("#EXTM3U\n#EXTINF:3,x\na.dem\n")
	f.Add("\r\r\n \n../a/./b\n/x\n#EXTINF:1e999,\xff\nb")
	f.Fuzz(func(t *testing.T, text string) {
		list, _ := parse("/lists/l.m3u8", own, text)
		again, err := Format("/lists", own, list)
		if err != nil {
			for _, e := range list {
				if !strings.ContainsAny(e.Path, "\r\n\x00") {
					continue
				}
				return // of an address
			}
			t.Fatal(err)
		}
		back, err := parse("/lists/l.m3u8", own, string(again))
		if err != nil || len(back) != len(list) {
			t.Fatalf("%+v became %+v: %v", list, back, err)
		}
		for i := range list {
			if filepath.Clean(back[i].Path) != filepath.Clean(list[i].Path) {
				t.Errorf("%q became %q", list[i].Path, back[i].Path)
			}
		}
	})
}

// TestShares: on Windows both strokes begin the path of another machine, in any mixture, and so does the
// system's own name for them: whoever opened a list would tell that machine who he is.
func TestShares(t *testing.T) {
	for _, row := range []string{`\\server\share\x.mvd`, `//server/share/x.mvd`, `\/server/share/x.mvd`,
		`/\server\share\x.mvd`, `\\?\UNC\server\share\x.mvd`, `\??\UNC\server\share\x.mvd`,
		`/??/UNC/server/share/x.mvd`, `\??/UNC/server/share/x.mvd`} {
		if list, err := parse("l.m3u", own, row); len(list) > 0 || err == nil ||
			err.Error() != "l.m3u:1: shares of other machines are not opened from a list" {
			t.Errorf("%s: %v, %v", row, list, err)
		}
	}
	if list, err := parse("l.m3u", own, "/?x/a.mvd\n?/?/a.mvd\ndemos//a.mvd"); len(list) != 3 || err != nil {
		t.Error(list, err)
	}
}
