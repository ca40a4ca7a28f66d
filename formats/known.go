package formats

import (
	"bytes"
	"fmt"
	"path"
	"strings"
)

// KnownError is the error for a file of a known kind that this program does not
// read.
type KnownError struct {
	File string
	What string // what the file is
	Help string // what plays or converts it
}

// Error says what the file is and what to do with it, in one line.
func (e *KnownError) Error() string {
	return fmt.Sprintf("%s: unsupported file: %s; %s", e.File, e.What, e.Help)
}

// Kinds of files that are recognized by their first bytes.
var knownMagic = []struct {
	magic string
	KnownError
}{
	{"HLDEMO\x00", KnownError{What: "a demo of Half-Life or another GoldSrc game",
		Help: "Half-Life itself plays it (viewdemo)"}},
	{"HL2DEMO\x00", KnownError{What: "a demo of Half-Life 2 or another Source game",
		Help: "its own game plays it (playdemo)"}},
	{"PBDEMS2\x00", KnownError{What: "a demo of a Source 2 game", Help: "its own game plays it (playdemo)"}},
	{"DZ\x02", dzip},
	{"DZ\x03", dzip},
	{"PACK", KnownError{What: "a PAK archive", Help: "name the demo in it"}},
}

var dzip = KnownError{What: "a demo packed with Dzip", Help: "Dzip unpacks it (dzip -x FILE.dz)"}

// First bytes of pictures, films, sounds, models and tables. Packed data repeat themselves where a picture is
// of one color, and then look like many short blocks of a demo whose beginning is damaged.
var otherMagic = []struct {
	at    int // the first of them
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

// Kinds of files that are recognized only by the extension.
var knownNames = map[string]KnownError{
	".dz":  dzip,
	".qwz": {What: "a QuakeWorld demo packed with Qizmo", Help: "Qizmo makes a .qwd of it (qizmo -D FILE.qwz)"},
}

// Protocols of Quake II that are known but not read.
var quake2Protocols = map[int32]KnownError{
	25: {What: "a demo of the Quake II test release 3.00 (protocol 25)", Help: "only that release plays it"},
	56: {What: "a demo of KMQuake2 (protocol 56)", Help: "KMQuake2 itself plays it"},
}

// Protocols of Quake that are known but not read. The two of FTE begin with a word of extensions, "FTEX" or
// "FTE2", before the protocol.
var quakeProtocols = map[int32]KnownError{
	96: darkPlaces(1), 97: darkPlaces(2), 3500: darkPlaces(3), 3501: darkPlaces(4), 3502: darkPlaces(5),
	3503: darkPlaces(6), 3504: darkPlaces(7),
	'F' | 'T'<<8 | 'E'<<16 | 'X'<<24: extendedFTE, 'F' | 'T'<<8 | 'E'<<16 | '2'<<24: extendedFTE,
}

func darkPlaces(version int) KnownError {
	return KnownError{
		What: fmt.Sprintf("a Quake demo in DarkPlaces' own protocol (DP%d)", version),
		Help: "DarkPlaces plays it; with sv_protocolname QUAKE on the server it records what others read",
	}
}

var extendedFTE = KnownError{What: "a Quake demo with extensions of FTE's protocol",
	Help: "FTE and QuakeSpasm-Spiked play it"}

// HasKnownName reports whether a file name has the extension of a kind of demo
// that is known but not read.
func HasKnownName(name string) bool {
	_, ok := knownNames[strings.ToLower(path.Ext(name))]
	return ok
}

// known returns an error without the file's name if the first bytes of a file are those
// of such a kind, else nil.
func known(data []byte) *KnownError {
	for _, k := range knownMagic {
		if bytes.HasPrefix(data, []byte(k.magic)) {
			err := k.KnownError
			return &err
		}
	}
	return nil
}

// isOther reports whether the first bytes of a file are those of a kind that is no demo.
func isOther(data []byte) bool {
	for _, o := range otherMagic {
		if len(data) >= o.at && bytes.HasPrefix(data[o.at:], []byte(o.magic)) {
			return true
		}
	}
	return false
}

// knownByName returns an error without the file's name if that has the extension of such
// a kind, else nil.
func knownByName(name string) *KnownError {
	if err, ok := knownNames[strings.ToLower(path.Ext(name))]; ok {
		return &err
	}
	return nil
}
