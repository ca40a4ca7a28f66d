package formats

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"

	"demoscope/formats/dzip"
)

// KnownError is the error for a file of a known kind that this program does not read.
type KnownError struct {
	File string
	What string // what the file is
	Help string // what plays or converts it; empty for an empty file
}

// Error describes the file and the remedy in one line.
func (e *KnownError) Error() string {
	if e.Help == "" {
		return fmt.Sprintf("%s: %s", e.File, e.What)
	}
	return fmt.Sprintf("%s: unsupported file: %s; %s", e.File, e.What, e.Help)
}

// kind is a kind of file that is known but not read, with several ways to recognize it. Each of them is enough.
type kind struct {
	what, help string

	magic      []string // first bytes of the file, or bytes at offset; "?" matches any
	offset     int
	text       []string // first words of the file in lower case, after white space
	extensions []string // of the file's name in lower case; "*" stands for digits

	quake, quake2, quake3 []int32  // protocols, if the container is that of Quake, Quake II or Quake III
	stuffed               []string // beginnings of the first commands, if the container is Quake's
	models                []string // extensions of models, if the container is Quake II's
	version               []string // beginnings of "version" in a serverinfo like Quake III's
}

// Help for demos that only their own game plays.
const ownGame, ownEngine = "its own game plays it", "its own engine plays it"

// empty is the kind of an empty file.
var empty = kind{what: "empty file"}

// newDzip is the kind of a Dzip archive of an unknown version.
var newDzip = kind{what: "an archive of an unknown version of Dzip", help: "versions 1 to 3 can be read"}

// isNewDzip reports whether a file that is no demo begins like a Dzip archive of an unknown version, and not like text.
func isNewDzip(head []byte) bool {
	return len(head) > 2 && string(head[:2]) == "DZ" && !dzip.Is(head) && (head[2] < ' ' || head[2] > '~') &&
		!bytes.ContainsAny(head[2:3], "\t\r\n")
}

// kinds are all other kinds. Magic and text are compared in the order of the table.
var kinds = [...]kind{
	// Files that are not demos.
	{what: "a Git LFS pointer, not the demo itself", help: "get the demo with git lfs pull",
		text: []string{"version https://git-lfs.github.com/"}},
	{what: "a git-annex pointer, not the demo itself", help: "get the demo with git annex get",
		text: []string{"/annex/objects/", "../.git/annex/objects/"}},
	{what: "a web page, not a demo", help: "download the demo again; the server sent a page instead",
		text: []string{"<!doctype", "<!--", "<html", "<head", "<body", "<title", "<meta", "<script", "<?xml", "<div",
			"<pre", "<h1", "<p>", "<center"}},
	{what: "a tar archive", help: "unpack it first", magic: []string{"ustar\x00", "ustar  \x00"}, offset: 257},
	{what: "a 7-Zip archive", help: "unpack it first", magic: []string{"7z\xbc\xaf\x27\x1c"}},
	{what: "a RAR archive", help: "unpack it first", magic: []string{"Rar!\x1a\x07"}},
	{what: "a file packed with bzip2", help: "unpack it with bunzip2", magic: []string{"BZh91AY&SY", "BZh61AY&SY"}},
	{what: "a file packed with xz", help: "unpack it with unxz", magic: []string{"\xfd7zXZ\x00"}},
	{what: "a file packed with Zstandard", help: "unpack it with unzstd", magic: []string{"\x28\xb5\x2f\xfd"}},

	// Games and engines of Quake's family.
	{what: "a demo of DarkPlaces, Xonotic or Nexuiz",
		help:    "DarkPlaces or Xonotic plays it; with sv_protocolname QUAKE, DarkPlaces records what others read",
		quake:   []int32{96, 97, 3500, 3501, 3502, 3503, 3504, 3505},
		stuffed: []string{"\ncl_downloadbegin "}}, // the mod's own program, sent before the serverinfo
	{what: "a Quake demo in one of the protocols of BJP", help: "JoeQuake-BJP or FTE plays it",
		quake: []int32{10000, 10001, 10002}},
	{what: "a demo of Hexen II", help: "Hexen II (Hammer of Thyrion) plays it", quake: []int32{18, 19, 20, 21}},
	{what: "a demo of Half-Life or another GoldSrc game", help: "Half-Life itself plays it (viewdemo)",
		magic: []string{"HLDEMO\x00"}},
	{what: "a demo of Xash3D", help: ownEngine, magic: []string{"IDEM"}},
	{what: "a demo of Half-Life 2 or another Source game", help: "its own game plays it (playdemo)",
		magic: []string{"HL2DEMO\x00"}},
	{what: "a demo of a Source 2 game", help: "its own game plays it (playdemo)", magic: []string{"PBDEMS2\x00"}},

	// Quake II's family.
	{what: "a demo of the Quake II test release 3.00", help: "only that release plays it", quake2: []int32{25}},
	{what: "a demo of R1Q2", help: "R1Q2 or Q2PRO plays it", quake2: []int32{35}},
	{what: "a demo of Q2PRO", help: "Q2PRO plays it", quake2: []int32{36}},
	{what: "a demo of AQtion's network protocol", help: "AQtion plays it", quake2: []int32{38}},
	{what: "a demo of KMQuake2", help: "KMQuake2 itself plays it", quake2: []int32{56}},
	{what: "a Quake II demo with FTE's extensions", help: "FTE plays it", // after a size and the id of serverdata
		magic: []string{"????\x0cFTEX", "????\x0cFTE2"}},
	{what: "a multi-view demo of q2repro (MVD 3038)", help: "q2repro plays it", // after "MVD2", a size and a command
		magic: []string{"\x25\x00\x00\x00\xde\x0b"}, offset: 7},
	{what: "a demo of Daikatana", help: ownGame, models: []string{".dkm"}},
	{what: "a demo of Kingpin", help: ownGame, models: []string{".mdx"}},
	{what: "a demo of Warsow or Warfork", help: ownGame,
		magic: []string{ // the first message, demoinfo, and the 16 KiB or 4 KiB reserved for it
			"????\x0d????????????\x00\x40\x00\x00", "????\x0d????????????????\x00\x40\x00\x00",
			"????\x0d????????????\x00\x10\x00\x00", "????\x0d????????????????\x00\x10\x00\x00"},
		extensions: []string{".wd*", ".wdz*", ".wfd*", ".wfdz*"}},

	// Quake III's family.
	{what: "a demo of Wolfenstein: Enemy Territory", help: "Enemy Territory or ET: Legacy plays it",
		extensions: []string{".dm_82", ".dm_83", ".dm_84", ".tv_84"}, quake3: []int32{82, 83, 84},
		version: []string{"ET "}},
	{what: "a demo of Return to Castle Wolfenstein", help: ownGame,
		extensions: []string{".dm_57", ".dm_58", ".dm_59", ".dm_60"}, quake3: []int32{57, 58, 59, 60},
		version: []string{"Wolf ", "iortcw", "RTCW"}},
	{what: "a demo of Jedi Knight II", help: ownGame, extensions: []string{".dm_15", ".dm_16"},
		quake3: []int32{15, 16}, version: []string{"JK2"}},
	{what: "a demo of Jedi Knight: Jedi Academy", help: ownGame, extensions: []string{".dm_25", ".dm_26"},
		quake3: []int32{25, 26}, version: []string{"JAmp", "OpenJK", "EternalJK", "TaystJK"}},
	{what: "a demo of Soldier of Fortune II", help: ownGame,
		extensions: []string{".dm_2002", ".dm_2003", ".dm_2004"}, quake3: []int32{2002, 2003, 2004},
		version: []string{"SOF2MP"}},
	{what: "a demo of Elite Force", help: ownGame, extensions: []string{".efdemo", ".dm_24"}, quake3: []int32{24},
		version: []string{"ST:V HM", "ioEF", "Lilium Voyager"}},
	{what: "a demo of Tremulous", help: ownGame, version: []string{"tremulous", "Tremulous"}},
	{what: "a demo of Unvanquished", help: ownEngine, extensions: []string{".dm_86"}, quake3: []int32{86},
		version: []string{"Unvanquished"}},
	{what: "a demo of Call of Duty", help: ownGame, extensions: []string{".dm_1", ".dm_4", ".dm_5", ".dm_6"},
		version: []string{"CoD MP"}},
}

// error returns the error for a file of the kind. It names the protocol unless that is 0.
func (k *kind) error(file string, protocol int32) *KnownError {
	what := k.what
	if protocol != 0 {
		what = fmt.Sprintf("%s (protocol %d)", what, protocol)
	}
	return &KnownError{File: file, What: what, Help: k.help}
}

// kindByHead returns the kind of a file that begins with head, nil if unknown.
func kindByHead(head []byte) *kind {
	words := bytes.ToLower(bytes.TrimLeft(head[:min(len(head), 256)], "\xef\xbb\xbf \t\r\n"))
	for i := range kinds {
		k := &kinds[i]
		from := head[min(len(head), k.offset):]
		if slices.ContainsFunc(k.magic, func(s string) bool { return begins(from, s) }) ||
			slices.ContainsFunc(k.text, func(s string) bool { return bytes.HasPrefix(words, []byte(s)) }) {
			return k
		}
	}
	return nil
}

// begins reports whether data begins with magic, in which "?" stands for any byte.
func begins(data []byte, magic string) bool {
	if len(data) < len(magic) {
		return false
	}
	for i := range len(magic) {
		if magic[i] != '?' && magic[i] != data[i] {
			return false
		}
	}
	return true
}

// kindByName returns the kind that the extension of a file name stands for, nil if none.
func kindByName(name string) *kind {
	ext := strings.ToLower(path.Ext(name))
	for i := range kinds {
		if slices.ContainsFunc(kinds[i].extensions, func(e string) bool { return hasExtension(ext, e) }) {
			return &kinds[i]
		}
	}
	return nil
}

// kindByProtocol returns the kind that has a protocol in the list returned by of, nil if none.
func kindByProtocol(protocol int32, of func(*kind) []int32) *kind {
	for i := range kinds {
		if slices.Contains(of(&kinds[i]), protocol) {
			return &kinds[i]
		}
	}
	return nil
}

// kindByCommand returns the kind whose recordings begin with that stuffed command, nil if none.
func kindByCommand(text []byte) *kind {
	for i := range kinds {
		if slices.ContainsFunc(kinds[i].stuffed, func(s string) bool { return bytes.HasPrefix(text, []byte(s)) }) {
			return &kinds[i]
		}
	}
	return nil
}

// kindByModels returns the kind whose models appear in head, the beginning of a demo in Quake II's container. It
// returns nil if there are none, or if head names Quake II's models, too.
func kindByModels(head []byte) *kind {
	named := func(extension string) bool { return bytes.Contains(head, []byte(extension+"\x00")) }
	if named(".md2") {
		return nil
	}
	for i := range kinds {
		if slices.ContainsFunc(kinds[i].models, named) {
			return &kinds[i]
		}
	}
	return nil
}

// kindByVersion returns the kind of the game whose servers report that version, nil if none.
func kindByVersion(version []byte) *kind {
	for i := range kinds {
		if slices.ContainsFunc(kinds[i].version, func(s string) bool { return bytes.HasPrefix(version, []byte(s)) }) {
			return &kinds[i]
		}
	}
	return nil
}

// First bytes of pictures, videos, sounds, models and tables. Packed data repeats itself where a picture has one color,
// and can then look like many short blocks of a demo with a damaged beginning.
var otherMagic = []struct {
	at    int // offset of the first byte
	magic string
}{
	{0, "\x89PNG\r\n\x1a\n"},
	{0, "\xff\xd8\xff"}, // JPEG
	{0, "GIF87a"},
	{0, "GIF89a"},
	{0, "RIFF"}, // WAV
	{0, "OggS"},
	{4, "ftyp"},             // MP4
	{0, "\x1a\x45\xdf\xa3"}, // WebM
	{0, "glTF"},
	{0, "PAR1"}, // Parquet
}

// HasKnownName reports whether a file name has the extension of a kind of demo that is known but not read.
func HasKnownName(name string) bool { return kindByName(name) != nil }

// isOther reports whether data begins like a file of a kind that is no demo.
func isOther(data []byte) bool {
	for _, o := range otherMagic {
		if len(data) >= o.at && bytes.HasPrefix(data[o.at:], []byte(o.magic)) {
			return true
		}
	}
	return false
}
