package dataset

import (
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
	"strconv"
	"strings"
)

// maxName is the maximum length in bytes of a file or folder name made from a text.
const maxName = 80

// Escape returns a text as part of a folder name. Letters, digits, dashes, underscores and dots stay, except dots at
// the beginning or end, which Windows drops. Every other byte becomes a percent sign and its number, as in URLs, which
// readers of partitioned tables decode. A longer text ends with its hash.
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

// FileName returns the name, without extension, of the file with a table's rows of one level of a demo. It only depends
// on the arguments, so that reading a demo again replaces its files.
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
