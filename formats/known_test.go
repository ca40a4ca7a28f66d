package formats

import (
	"errors"
	"strings"
	"testing"

	"demoscope/formats/dm3"
	"demoscope/formats/message"
)

// quakeHead is the beginning of a demo of Quake's container, whose serverinfo has a protocol.
func quakeHead(before string, protocol ...byte) string {
	info := before + "\x0b" + string(protocol) + "\x08\x01a hall\x00maps/dm6.bsp\x00\x00x.wav\x00\x00"
	return "-1\n" + string([]byte{byte(len(info)), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}) + info
}

// quake2Head is the beginning of a demo of Quake II's container: a serverdata with a protocol, and the names of models.
func quake2Head(protocol int, models ...string) string {
	data := string([]byte{0x0c, byte(protocol), byte(protocol >> 8), 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}) + "hall\x00"
	for i, m := range models {
		data += "\x0d" + string([]byte{byte(33 + i), 0}) + m + "\x00"
	}
	return string([]byte{byte(len(data)), 0, 0, 0}) + data
}

// TestKnown: every kind of the table is refused by its name, whatever the file is called if the content shows it.
func TestKnown(t *testing.T) {
	const anyName = ""
	seen := map[string]bool{}
	game := func(server string) string { return string(gameState(t, server, true)) }
	for _, c := range []struct{ name, data, what string }{
		{anyName, "", "empty file"},
		{anyName, "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b" +
			"1258daaa5e2ca24d17e2393\nsize 12345\n", "Git LFS pointer"},
		{anyName, "/annex/objects/SHA256E-s12345--4d7a2146.dem\n", "git-annex pointer"},
		{anyName, "../.git/annex/objects/xX/5z/SHA256E-s12345--4d7a2146.dem", "git-annex pointer"},
		{anyName, "<!DOCTYPE html>\n<html><head>", "web page"},
		{anyName, "\xef\xbb\xbf\r\n  <HTML lang=en>", "web page"},
		{anyName, "<!-- moved -->\n<body>", "web page"},
		{anyName, "<?xml version=\"1.0\"?>", "web page"},
		{anyName, "7z\xbc\xaf\x27\x1c\x00\x04", "7-Zip archive"},
		{anyName, "Rar!\x1a\x07\x01\x00", "RAR archive"},
		{anyName, "BZh91AY&SY\x01", "packed with bzip2"},
		{anyName, "\xfd7zXZ\x00\x00\x04", "packed with xz"},
		{anyName, "\x28\xb5\x2f\xfd\x04", "packed with Zstandard"},
		{anyName, "a.dem" + strings.Repeat("\x00", 252) + "ustar\x0000", "tar archive"},
		{anyName, "demos/" + strings.Repeat("\x00", 251) + "ustar  \x00root", "tar archive"},
		{"a.dz", "DZ\x04\x00", "unknown version of Dzip"},
		{"a.dem", "DZ\x04\x00", "unknown version of Dzip"},
		{"a.dz", "DZ\x00\x00", "unknown version of Dzip"},
		{"a.dz", "DZ\xff\x00", "unknown version of Dzip"},

		{anyName, quakeHead("", 96, 0, 0, 0), "DarkPlaces, Xonotic or Nexuiz (protocol 96)"},
		{anyName, quakeHead("", 97, 0, 0, 0), "DarkPlaces, Xonotic or Nexuiz (protocol 97)"},
		{anyName, quakeHead("", 0xac, 0x0d, 0, 0), "DarkPlaces, Xonotic or Nexuiz (protocol 3500)"},
		{anyName, quakeHead("", 0xad, 0x0d, 0, 0), "DarkPlaces, Xonotic or Nexuiz (protocol 3501)"},
		{anyName, quakeHead("", 0xae, 0x0d, 0, 0), "DarkPlaces, Xonotic or Nexuiz (protocol 3502)"},
		{anyName, quakeHead("", 0xaf, 0x0d, 0, 0), "DarkPlaces, Xonotic or Nexuiz (protocol 3503)"},
		{anyName, quakeHead("\x08\x02\nServer: Xonotic\x00\x09csqc_progname csprogs.dat\n\x00", 0xb0, 0x0d, 0, 0),
			"DarkPlaces, Xonotic or Nexuiz (protocol 3504)"},
		{anyName, quakeHead("", []byte("FTE2\x08\x00\x00\x00\xb0\x0d\x00\x00")...),
			"DarkPlaces, Xonotic or Nexuiz (protocol 3504)"},
		{anyName, quakeHead("\x09\ncl_downloadbegin 300 csprogs.dat\n\x00"+
			"\x32\x00\x00\x00\x00\x02\x00ab", 15, 0, 0, 0),
			"DarkPlaces, Xonotic or Nexuiz"},
		{anyName, quakeHead("", 18, 0, 0, 0), "Hexen II (protocol 18)"},
		{anyName, quakeHead("", 19, 0, 0, 0), "Hexen II (protocol 19)"},
		{anyName, quakeHead("", 0x10, 0x27, 0, 0), "BJP (protocol 10000)"},
		{anyName, quakeHead("", 0x11, 0x27, 0, 0), "BJP (protocol 10001)"},
		{anyName, quakeHead("", 0x12, 0x27, 0, 0), "BJP (protocol 10002)"},
		{anyName, "HLDEMO\x00\x00\x05\x00\x00\x00", "GoldSrc"},
		{anyName, "IDEM\x03\x00\x00\x00", "Xash3D"},
		{anyName, "HL2DEMO\x00\x03\x00\x00\x00", "Source game"},
		{anyName, "PBDEMS2\x00", "Source 2"},

		{anyName, "\x16\x00\x00\x00\x07\x19\x00\x00\x00\x01\x00\x00\x00\x01\x00\x00\x00\x00demo1\x00\x00",
			"test release 3.00"},
		{anyName, quake2Head(35), "R1Q2 (protocol 35)"},
		{anyName, quake2Head(36), "Q2PRO (protocol 36)"},
		{anyName, quake2Head(38), "AQtion's network protocol (protocol 38)"},
		{anyName, quake2Head(56), "KMQuake2 (protocol 56)"},
		{anyName, "\x30\x00\x00\x00\x0cFTEX\x80\x80\x00\x00\x22\x00\x00\x00\x07\x00\x00\x00\x01baseq2\x00",
			"Quake II demo with FTE's extensions"},
		{anyName, "MVD2\x20\x00\x84\x25\x00\x00\x00\xde\x0b\x00\x00", "q2repro (MVD 3038)"},
		{anyName, quake2Head(34, "models/global/e_flash2.dkm"), "Daikatana"},
		{anyName, quake2Head(32, "models/actors/thug/tris.mdx"), "Kingpin"},
		{anyName, "\x11\x40\x00\x00\x0d\x0c\x40\x00\x00\x00\x00\x00\x00\x05\x00\x00\x00\x00\x40\x00\x00" +
			"hostname\x00", "Warsow or Warfork"},
		{anyName, "\x15\x40\x00\x00\x0d\x10\x40\x00\x00\x04\x00\x00\x00\x64\x00\x00\x00\x05\x00\x00\x00\x00\x40" +
			"\x00\x00hostname\x00", "Warsow or Warfork"},
		{"a.wd10", "?", "Warsow or Warfork"},
		{"a.wdz20", "?", "Warsow or Warfork"},

		{anyName, game(`\version\ET 2.60b linux-i386\protocol\84\mapname\oasis`), "Enemy Territory (protocol 84)"},
		{anyName, game(`\protocol\84\mapname\adlernest`), "Enemy Territory (protocol 84)"},
		{"a.tv_84", "?", "Enemy Territory"},
		{anyName, game(`\version\Wolf 1.41 win-x86\protocol\60\mapname\mp_beach`), "Return to Castle Wolfenstein"},
		{"a.dm_60", "?", "Return to Castle Wolfenstein"},
		{anyName, game(`\version\JK2MP: v1.04\protocol\16\mapname\ffa_bespin`), "Jedi Knight II"},
		{anyName, game(`\version\JAmp: v1.0.1.1\protocol\26\mapname\mp/ffa3`), "Jedi Academy"},
		{"a.dm_26", "?", "Jedi Academy"},
		{anyName, game(`\version\SOF2MP V1.03\protocol\2004\mapname\mp_shop`), "Soldier of Fortune II"},
		{anyName, game(`\version\ST:V HM v1.20\protocol\24\mapname\hm_voy1`), "Elite Force"},
		{anyName, game(`\version\tremulous 1.1.0\protocol\69\mapname\atcs`), "Tremulous"},
		{anyName, game(`\version\Unvanquished 0.52\protocol\86\mapname\plat23`), "Unvanquished"},
		{anyName, game(`\version\CoD MP 1.5\protocol\6\mapname\mp_harbor`), "Call of Duty"},
	} {
		names := []string{c.name}
		if c.name == anyName {
			names = []string{"a.dem", "a.mvd", "a.dm2", "a.dm_68", "a"}
		}
		for _, name := range names {
			_, err := Open(name, []byte(c.data))
			var known *KnownError
			if !errors.As(err, &known) || known.File != name || !strings.Contains(known.What, c.what) {
				t.Errorf("%s as %s: %v", c.what, name, err)
				continue
			}
			what, _, _ := strings.Cut(known.What, " (protocol ")
			seen[what] = true
			if strings.Contains(err.Error(), "\n") || c.data != "" && known.Help == "" {
				t.Errorf("%s as %s: %q", c.what, name, err)
			}
		}
	}
	for i := range kinds {
		if !seen[kinds[i].what] {
			t.Errorf("no file is %s", kinds[i].what)
		}
	}
}

// TestKnownHead: the head of a file is enough to refuse it, and says the same as the file.
func TestKnownHead(t *testing.T) {
	for _, data := range []string{"", "<html>", "HLDEMO\x00\x00\x05", quakeHead("", 96, 0, 0, 0)} {
		for _, name := range []string{"a.dem", "a.mvd", "a.dm_68", "a.gz", "a"} {
			_, err := Open(name, []byte(data))
			if head := CheckHead(name, []byte(data)); head == nil || err == nil || head.Error() != err.Error() {
				t.Errorf("%s of %q: the head says %v, the file %v", name, data, head, err)
			}
		}
	}
}

// TestUnknown: what is of no known kind is no demo.
func TestUnknown(t *testing.T) {
	for _, data := range []string{"x", "-1\n", "IBSP", "this is a text and nothing else\n",
		quakeHead("", 17, 0, 0, 0)} {
		if _, err := Open("a.dem", []byte(data)); !errors.Is(err, ErrUnknown) {
			t.Errorf("%q: %v", data, err)
		}
	}
	for name, data := range map[string]string{"a.dem": quakeHead("", 17, 0, 0, 0), "a.dm2": quake2Head(99)} {
		want := name + ": not a Quake demo: unsupported protocol "
		if _, err := Open(name, []byte(data)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("the error is %v, want %s…", err, want)
		}
	}
}

// gameState is a demo of Quake III's container with one record: a gamestate with a serverinfo, and if it is cut, half
// of it.
func gameState(t *testing.T, server string, cut bool) []byte {
	t.Helper()
	e := dm3.NewEncoder(dm3.Options{Protocol: 68})
	strs := []message.GameStateString{{Index: 0, Text: []byte(server)}, {Index: 1, Text: []byte(`\sv_pure\0`)},
		{Index: 20, Text: []byte("game")}, {Index: 21, Text: []byte(strings.Repeat("x", 100))}}
	err := errors.Join(e.Packet(&message.Packet{Sequence: 1}),
		e.Message(&message.GameState{Protocol: 68, ConfigStrings: strs}))
	data, closing := e.Close()
	if err = errors.Join(err, closing); err != nil {
		t.Fatal(err)
	}
	if cut {
		data = data[:len(data)-50]
	}
	return data
}

// TestOtherGamesOfQuake3: the serverinfo says which game it is, whatever the file is called. A protocol alone counts
// only where the rest cannot be read.
func TestOtherGamesOfQuake3(t *testing.T) {
	for _, c := range []struct {
		server string
		cut    bool
		want   string
	}{
		{`\version\ET 2.60b linux-i386\protocol\84\mapname\oasis`, false, "Enemy Territory (protocol 84)"},
		{`\version\ET Legacy v2.81.1\protocol\84\mapname\oasis`, true, "Enemy Territory (protocol 84)"},
		{`\protocol\84\mapname\adlernest`, true, "Enemy Territory (protocol 84)"},
		{`\version\Wolf 1.41 win-x86\protocol\60\mapname\mp_beach`, true, "Return to Castle Wolfenstein"},
		{`\version\JAmp: v1.0.1.1\protocol\26\mapname\mp/ffa3`, true, "Jedi Academy"},
		{`\version\JK2MP: v1.04\protocol\16\mapname\ffa_bespin`, false, "Jedi Knight II"},
		{`\version\tremulous 1.1.0\protocol\69\mapname\atcs`, false, "Tremulous"},
		{`\version\Q3 1.32b linux-i386\protocol\68\mapname\q3dm6`, false, ""},
		{`\version\Q3 1.32b linux-i386\protocol\68\mapname\q3dm6`, true, ""},
		{`\protocol\84\mapname\q3dm6`, false, ""},
	} {
		for _, name := range []string{"a.dm_84", "a.dm_68", "a.dem", "a"} {
			d, err := Open(name, gameState(t, c.server, c.cut))
			var known *KnownError
			switch {
			case c.want == "" && err != nil:
				t.Errorf("%s, %s: %v", name, c.server, err)
			case c.want != "" && (!errors.As(err, &known) || !strings.Contains(known.What, c.want)):
				t.Errorf("%s, %s: %v, %v", name, c.server, d, err)
			}
		}
	}
}
