//go:build !js

package main

import (
	"encoding/base64"
	"fmt"
	"time"

	"github.com/atotto/clipboard"
)

// clipboardPatience is how long a program may take to accept the text for the clipboard.
const clipboardPatience = time.Second

// copyLink copies the command that opens a link to the demo with a path. Windows and macOS have a clipboard;
// elsewhere wl-copy, xclip or xsel must be installed. Without a clipboard, copyLink prints the command and asks the
// terminal to copy it. It returns the message for the window.
func (s *streams) copyLink(link, path string) string {
	text := linkCommand(link, path)
	if toClipboard(text) {
		return "Link copied: " + text
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

// toClipboard copies a text to the clipboard and reports whether that succeeded. Tests replace it.
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

// linkCommand returns the command line that opens a link to the demo with a path.
func linkCommand(link, path string) string {
	command := "demoscope --link " + shellQuote(link)
	if path != "" {
		command += " " + shellQuote(printable(absolute(path)))
	}
	return command
}
