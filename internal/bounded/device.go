package bounded

import "strings"

// IsDevice reports whether Windows takes an element of a path for a device, with any extension and with spaces before
// it ("nul", "con.bsp", "LPT1 .x").
func IsDevice(element string) bool {
	stem, _, _ := strings.Cut(element, ".")
	stem = strings.ToLower(strings.TrimRight(stem, " "))
	switch stem {
	case "con", "prn", "aux", "nul", "conin$", "conout$":
		return true
	}
	rest, ok := strings.CutPrefix(stem, "com")
	if !ok {
		rest, ok = strings.CutPrefix(stem, "lpt")
	}
	if !ok {
		return false
	}
	switch rest {
	case "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "¹", "²", "³":
		return true
	}
	return false
}
