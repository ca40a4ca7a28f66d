package layout

import (
	"strconv"
	"strings"
)

// Scanner splits a program into words.
type Scanner struct{ rest string }

// NewScanner returns a Scanner at the beginning of a program.
func NewScanner(program string) Scanner { return Scanner{program} }

// Next returns the next word, or a quoted text without its quotation marks. ok is false at the end.
func (s *Scanner) Next() (word string, ok bool) {
	rest := s.rest
	for len(rest) > 0 && blank(rest[0]) {
		rest = rest[1:]
	}
	if rest == "" {
		s.rest = ""
		return "", false
	}
	if rest[0] == '"' {
		word, s.rest, _ = strings.Cut(rest[1:], `"`)
		return word, true
	}
	end := 1
	for end < len(rest) && !blank(rest[end]) {
		end++
	}
	word, s.rest = rest[:end], rest[end:]
	return word, true
}

// blank reports whether a byte separates words.
func blank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// Number returns the next word as a number. It returns false if the word is not a number, or at the end.
func (s *Scanner) Number() (int, bool) {
	word, ok := s.Next()
	if !ok {
		return 0, false
	}
	n, err := strconv.Atoi(word)
	return n, err == nil
}
