package layout

import (
	"strconv"
	"strings"
)

// Scanner splits a program into its words.
type Scanner struct{ rest string }

// NewScanner returns a Scanner at the beginning of a program.
func NewScanner(program string) Scanner { return Scanner{program} }

// Next returns the next word, or the text between quotation marks; false at the
// end.
func (s *Scanner) Next() (word string, ok bool) {
	s.rest = strings.TrimLeft(s.rest, " \t\r\n")
	if s.rest == "" {
		return "", false
	}
	if s.rest[0] == '"' {
		word, s.rest, _ = strings.Cut(s.rest[1:], `"`)
		return word, true
	}
	if i := strings.IndexAny(s.rest, " \t\r\n"); i >= 0 {
		word, s.rest = s.rest[:i], s.rest[i:]
	} else {
		word, s.rest = s.rest, ""
	}
	return word, true
}

// Number returns the next word as a number; false if it is not one, or at the end.
func (s *Scanner) Number() (int, bool) {
	word, ok := s.Next()
	if !ok {
		return 0, false
	}
	n, err := strconv.Atoi(word)
	return n, err == nil
}
