package dataset

import (
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
	"strconv"
	"strings"
)

// maxName is how long the name of a file or folder is at the most that is made of a text, in
// bytes.
const maxName = 80

// Escape returns a text as a part of the name of a folder: letters, digits, dashes, underscores and
// dots but for one at the beginning or end, which Windows leaves out, stay, and every other byte is a percent
// sign and its number, as in addresses, which readers of divided tables take back. What is longer ends with its hash.
func Escape(text string) string {
	const digits = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(text) {
		c := text[i]
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '-', c == '_', c == '.' && i > 0 &&
			i < len(text)-1:
			b.WriteByte(c)
		default:
			b.WriteByte('%')
			b.WriteByte(digits[c>>4])
			b.WriteByte(digits[c&15])
		}
	}
	if b.Len() <= maxName {
		return b.String()
	}
	return b.String()[:maxName-hashLength-1] + "-" + hashOf(text)
}

const hashLength = 8

func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])[:hashLength]
}

// FileName returns the name, without an extension, of the file with the rows of a table, of a level of a
// demo: always the same for the same path, so that a demo that is read again replaces its own.
func FileName(table, demo string, level int32) string {
	return fileStem(table, demo) + "-" + strconv.Itoa(int(level))
}

// fileStem is [FileName] without the level.
func fileStem(table, demo string) string {
	name := filepath.Base(filepath.FromSlash(demo))
	var b strings.Builder
	for _, r := range name {
		if r < 0x80 && (r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_') {
			b.WriteRune(r)
		} else {
			b.WriteByte('_')
		}
	}
	name = b.String()
	const longest = 40
	return table + "-" + name[:min(len(name), longest)] + "-" + hashOf(demo)
}
