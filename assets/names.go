package assets

import (
	"fmt"
	"strings"

	"demoscope/internal/bounded"
)

// maxName is the maximum length in bytes of a game path. The engines stop at 64 or 128.
const maxName = 255

// A NameError is the reason for refusing a name without a search.
type NameError struct {
	Name   string
	Reason string
}

// Error returns the name, shortened if it is long, and the reason.
func (e *NameError) Error() string {
	name := e.Name
	if len(name) > maxName {
		name = name[:maxName] + "..."
	}
	return fmt.Sprintf("name %q refused: %s", name, e.Reason)
}

// cleanName checks a game path such as "maps/e1m1.bsp" that comes from a demo and returns it. A valid name is relative,
// its elements are separated by single slashes, and it means the same on every system: no "." or "..", no drive letter
// or stream (":"), no backslash, no control character, no wildcard, and no element that Windows takes for a device or
// shortens. Any other name is a *[NameError].
func cleanName(name string) (string, error) {
	refuse := func(reason string) (string, error) {
		return "", &NameError{Name: name, Reason: reason}
	}
	if name == "" {
		return refuse("it is empty")
	}
	if len(name) > maxName {
		return refuse(fmt.Sprintf("longer than %d bytes", maxName))
	}
	if name[0] == '/' {
		return refuse("it is an absolute path")
	}
	for i := range len(name) {
		switch c := name[i]; {
		case c < ' ' || c == 0x7f:
			return refuse("control character")
		case c == '\\':
			return refuse("backslash")
		case c == ':':
			return refuse("colon (a drive or a stream)")
		case strings.IndexByte(`<>"|?*`, c) >= 0:
			return refuse(fmt.Sprintf("it holds %q", c))
		}
	}
	for element := range strings.SplitSeq(name, "/") {
		switch {
		case element == "":
			return refuse("empty element")
		case element == "." || element == "..":
			return refuse(element + " element")
		case strings.HasSuffix(element, ".") || strings.HasSuffix(element, " "):
			return refuse("element that ends in a dot or a space")
		case bounded.IsDevice(element):
			return refuse("device name")
		}
	}
	return name, nil
}

// cleanFolder checks the name of a mod's folder ("ctf") that comes from a demo or a flag: a single element that is
// valid for cleanName, and not hidden.
func cleanFolder(name string) (string, error) {
	if strings.Contains(name, "/") {
		return "", &NameError{Name: name, Reason: "a game folder is one plain name"}
	}
	if strings.HasPrefix(name, ".") {
		return "", &NameError{Name: name, Reason: "a game folder does not begin with a dot"}
	}
	return cleanName(name)
}

// fold lowers the ASCII letters, like the engines when comparing names. Other bytes stay: names need not be UTF-8.
func fold(name string) string {
	for i := range len(name) {
		if 'A' <= name[i] && name[i] <= 'Z' {
			b := []byte(name)
			for j := i; j < len(b); j++ {
				if 'A' <= b[j] && b[j] <= 'Z' {
					b[j] += 'a' - 'A'
				}
			}
			return string(b)
		}
	}
	return name
}
