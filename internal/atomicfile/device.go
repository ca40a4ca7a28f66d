package atomicfile

import (
	"fmt"
	"runtime"
	"strings"

	"demoscope/internal/bounded"
)

// system is the system whose device names are refused; tests change it.
var system = runtime.GOOS

// noDevice returns an error if the system takes a path, or a folder in it, for a device: data written there would be
// lost without an error.
func noDevice(system, path string) error {
	if system != "windows" {
		return nil
	}
	for element := range strings.FieldsFuncSeq(path, func(r rune) bool { return r == '/' || r == '\\' || r == ':' }) {
		if bounded.IsDevice(element) {
			stem, _, _ := strings.Cut(element, ".")
			return fmt.Errorf("%s is a device of Windows, with any extension", stem)
		}
	}
	return nil
}
