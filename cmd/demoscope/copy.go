//go:build !js

package main

import (
	"encoding/base64"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/atotto/clipboard"
)

// clipboardPatience is how long the program that takes the clipboard's text may need.
const clipboardPatience = time.Second

// copyLink copies the command that opens a link of the demo with a path. Windows and macOS have a clipboard;
// elsewhere wl-copy, xclip or xsel must be installed. Without one it prints the command, and asks the
// terminal to copy it. It returns the message for the window.
func (s *streams) copyLink(link, path string) string {
	text := linkCommand(link, path)
	if toClipboard(text) {
		return "Link copied: " + link
	}
	if isTerminal(s.out) {
		fmt.Fprintf(s.out, "\x1b]52;c;%s\a", base64.StdEncoding.EncodeToString([]byte(text)))
	}
	fmt.Fprintln(s.out, text)
	if clipboard.Unsupported {
		return "Link not copied: install wl-copy, xclip or xsel. It is " + text
	}
	return "Link not copied: no clipboard. It is " + text
}

// toClipboard reports whether the clipboard has taken a text. Tests replace it.
var toClipboard = func(text string) bool {
	if clipboard.Unsupported {
		return false
	}
	done := make(chan error, 1)
	go func() { done <- clipboard.WriteAll(text) }()
	select {
	case err := <-done:
		return err == nil
	case <-time.After(clipboardPatience):
		return false
	}
}

// linkCommand returns the command line that opens a link of the demo with a path, with the demo's name alone: the
// folder is no one else's business.
func linkCommand(link, path string) string {
	name := printable(filepath.Base(path))
	if strings.HasPrefix(name, "-") {
		name = "./" + name
	}
	command := "demoscope --link " + quoted(link)
	if path != "" {
		command += " " + quoted(name)
	}
	return command
}

// quoted quotes a word for a shell, if it needs that.
func quoted(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("._-/:=", r)
	}
	if word != "" && strings.IndexFunc(word, func(r rune) bool { return !plain(r) }) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
