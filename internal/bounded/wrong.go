package bounded

import (
	"errors"
	"fmt"
	"unicode/utf8"
)

// Limits of an error about a file with wrong lines: a person has to read it.
const (
	// MaxWrongLines is how many wrong lines are named; the others are counted.
	MaxWrongLines = 10
	// MaxWrongLine is the length in bytes of the message about one.
	MaxWrongLine = 200
)

// WrongLines collects what is wrong with lines of a file whose other lines hold.
type WrongLines struct {
	Path string // of the file

	wrong []error
	more  int
}

// Add says what is wrong with a line, from 1.
func (w *WrongLines) Add(line int, reason string) {
	if len(w.wrong) == MaxWrongLines {
		w.more++
		return
	}
	w.wrong = append(w.wrong, fmt.Errorf("%s:%d: %s", w.Path, line, Shorten(reason, MaxWrongLine)))
}

// Err returns an error with a line for each wrong one, nil if there is none.
func (w *WrongLines) Err() error {
	if w.more > 0 {
		return errors.Join(append(w.wrong[:len(w.wrong):len(w.wrong)], fmt.Errorf("%s: %d more lines are wrong", w.Path,
			w.more))...)
	}
	return errors.Join(w.wrong...)
}

// Shorten returns a text of limit bytes at most, with an ellipsis behind it if it was longer.
func Shorten(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	end := limit
	for end > limit-utf8.UTFMax && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "…"
}
