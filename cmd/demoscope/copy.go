//go:build !js

package main

import (
	"encoding/base64"
	"fmt"
)

// copyLink prints a link, and tells the terminal to keep it as what was copied; those that cannot do not show
// it. It returns what the window says.
func (s *streams) copyLink(text, _ string) string {
	if isTerminal(s.out) {
		fmt.Fprintf(s.out, "\x1b]52;c;%s\a", base64.StdEncoding.EncodeToString([]byte(text)))
	}
	fmt.Fprintln(s.out, text)
	return "The link is in the terminal: " + text
}
