package bounded

import (
	"errors"
	"fmt"
	"unicode/utf8"
)

// Limits of an error about invalid lines: a person has to read it.
const (
	// MaxWrongLines is the maximum number of invalid lines in an error; further ones are only counted.
	MaxWrongLines = 10
	// MaxWrongLine is the maximum length in bytes of the message about a line.
	MaxWrongLine = 200
)

// WrongLines collects errors about invalid lines of a file whose other lines are used.
type WrongLines struct {
	Path string // of the file

	wrong []error
	more  int
}

// Add adds the reason why a line, from 1, is invalid.
func (w *WrongLines) Add(line int, reason string) {
	if len(w.wrong) == MaxWrongLines {
		w.more++
		return
	}
	w.wrong = append(w.wrong, fmt.Errorf("%s:%d: %s", w.Path, line, Shorten(reason, MaxWrongLine)))
}

// Err returns an error with a line for each invalid one, nil if there is none.
func (w *WrongLines) Err() error {
	if w.more > 0 {
		return errors.Join(append(w.wrong[:len(w.wrong):len(w.wrong)], fmt.Errorf("%s: %d more lines are wrong", w.Path,
			w.more))...)
	}
	return errors.Join(w.wrong...)
}

// Shorten returns a text of at most limit bytes, with an ellipsis at the end if it was longer.
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
