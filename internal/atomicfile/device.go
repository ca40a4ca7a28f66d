package atomicfile

import (
	"fmt"
	"runtime"
	"strings"

	"demoscope/internal/bounded"
)

// system is the system whose names of devices are refused; tests set another.
var system = runtime.GOOS

// noDevice returns an error if a system takes a path, or a folder in it, for a device: what is written there
// is lost without an error.
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
