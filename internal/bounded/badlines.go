package bounded

import (
	"errors"
	"fmt"
	"unicode/utf8"
)

// Limits of an error about invalid lines: a person has to read it.
const (
	// MaxBadLines is the maximum number of invalid lines in an error; further ones are only counted.
	MaxBadLines = 10
	// MaxBadLine is the maximum length in bytes of the message about a line.
	MaxBadLine = 200
)

// BadLines collects errors about invalid lines of a file whose other lines are used.
type BadLines struct {
	Path string // of the file

	wrong []error
	more  int
}

// Add adds the reason why a line, from 1, is invalid.
func (w *BadLines) Add(line int, reason string) {
	if len(w.wrong) == MaxBadLines {
		w.more++
		return
	}
	w.wrong = append(w.wrong, fmt.Errorf("%s:%d: %s", w.Path, line, Shorten(reason, MaxBadLine)))
}

// Err returns an error with a line for each invalid one, nil if there is none.
func (w *BadLines) Err() error {
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
