// Package filename compares file names in natural order, and finds files whose names are not UTF-8.
package filename

import (
	"cmp"
	"iter"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Compare orders slash-separated paths naturally: m2.dem before m10.dem, and upper and lower case alike. It is 0 only
// for equal paths.
func Compare(a, b string) int {
	x, y := a, b
	for x != "" && y != "" {
		if isDigit(x[0]) && isDigit(y[0]) {
			m, n := digits(x), digits(y)
			p, q := strings.TrimLeft(x[:m], "0"), strings.TrimLeft(y[:n], "0")
			if c := cmp.Or(cmp.Compare(len(p), len(q)), strings.Compare(p, q)); c != 0 {
				return c
			}
			x, y = x[m:], y[n:]
			continue
		}
		r, m := utf8.DecodeRuneInString(x)
		s, n := utf8.DecodeRuneInString(y)
		if c := cmp.Compare(rank(r), rank(s)); c != 0 {
			return c
		}
		x, y = x[m:], y[n:]
	}
	return cmp.Or(cmp.Compare(len(x), len(y)), strings.Compare(a, b))
}

// rank returns the sort order of a character; a slash ends a name, and so comes first.
func rank(r rune) rune {
	if r == '/' {
		return -1
	}
	return unicode.ToLower(r)
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// digits returns the number of digits at the beginning of s.
func digits(s string) int { return len(s) - len(strings.TrimLeft(s, "0123456789")) }

// IsAppleDouble reports whether a slash-separated path is one of the files that macOS writes beside each file in a ZIP
// or on a foreign disk. They have the file's name, but only contain its icon and the like.
func IsAppleDouble(name string) bool {
	return strings.HasPrefix(name, "__MACOSX/") || strings.Contains(name, "/__MACOSX/") ||
		strings.HasPrefix(path.Base(name), "._")
}

// Readable returns a name as encoded in JSON: each byte that is not UTF-8 becomes U+FFFD.
func Readable(name string) string {
	if utf8.ValidString(name) {
		return name
	}
	return string([]rune(name))
}

// Find returns the only one of names for which [Readable] returns name; ok is false if there is none, or several.
func Find(names iter.Seq[string], name string) (found string, ok bool) {
	if !strings.ContainsRune(name, utf8.RuneError) {
		return "", false
	}
	for n := range names {
		if Readable(n) != name || n == name {
			continue
		}
		if ok {
			return "", false
		}
		found, ok = n, true
	}
	return found, ok
}
