//go:build !js

package filename

import "golang.org/x/text/unicode/norm"

// Forms returns a name as it is and in both Unicode normal forms: macOS stores accents as separate characters.
func Forms(name string) []string {
	return []string{name, norm.NFC.String(name), norm.NFD.String(name)}
}
