package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/term"
)

// Names of files and texts of demos may hold anything, and a terminal obeys control
// characters: the functions here print text from files.

// printable returns a text with every character that a terminal might obey, and every
// byte that is no UTF-8, as an escape: \x1b, \u202e, \xff.
func printable(s string) string {
	if strings.IndexFunc(s, unprintable) < 0 {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		switch {
		case r == utf8.RuneError && n == 1, r < utf8.RuneSelf && unprintable(r):
			fmt.Fprintf(&b, `\x%02x`, s[0])
		case unprintable(r):
			for _, u := range utf16.AppendRune(nil, r) {
				fmt.Fprintf(&b, `\u%04x`, u)
			}
		default:
			b.WriteString(s[:n])
		}
		s = s[n:]
	}
	return b.String()
}

// unprintable reports whether a character is a control character, one that changes the
// direction of a line, or no character at all.
func unprintable(r rune) bool { return r == utf8.RuneError || !unicode.IsPrint(r) }

// printableLines is printable for a text of several lines.
func printableLines(s string) string {
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		lines[i] = printable(l)
	}
	return strings.Join(lines, "\n")
}

// writeJSON writes a value as one line of JSON, with every character that a terminal
// might obey as an escape, which means the same to a program.
func writeJSON(w io.Writer, v any) error {
	var line bytes.Buffer
	if err := json.NewEncoder(&line).Encode(v); err != nil {
		return err
	}
	text := bytes.TrimSuffix(line.Bytes(), []byte("\n"))
	out := make([]byte, 0, len(text)+1)
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		if r < utf8.RuneSelf && r != 0x7f || unicode.IsPrint(r) {
			out = append(out, text[:n]...)
		} else {
			for _, u := range utf16.AppendRune(nil, r) {
				out = fmt.Appendf(out, `\u%04x`, u)
			}
		}
		text = text[n:]
	}
	_, err := w.Write(append(out, '\n'))
	return err
}

func isTerminal(w io.Writer) bool { return terminalOf(w) != nil }

// terminalOf returns the terminal that w writes to, nil if it is none. What asks for the width of a terminal knows
// files alone.
func terminalOf(w io.Writer) *os.File {
	if o, ok := w.(*outputStream); ok {
		w = o.w
	}
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return nil
	}
	return f
}

// shellQuote returns a word of bash, zsh and fish.
func shellQuote(s string) string {
	if strings.Trim(s, "/:.-_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
