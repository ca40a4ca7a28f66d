package atomicfile

import (
	"strings"
	"testing"
)

// TestPlainName: no text becomes a path, or what a system takes for something else than a file.
func TestPlainName(t *testing.T) {
	for text, want := range map[string]string{
		"dm6": "dm6", "../a\\b": "___a_b", "C:x": "C_x", "ö": "_", "": "none", "a<>\"|?*\x00.": "a________",
		// Windows opens a device for these, with any extension.
		"con": "con_", "AUX": "AUX_", "nul": "nul_", "com1": "com1_", "Lpt9": "Lpt9_",
		"console": "console", "com10": "com10", "aux_": "aux_",
	} {
		if got := PlainName(text, "none"); got != want {
			t.Errorf("%q is %q, not %q", text, got, want)
		}
	}
	if got := PlainName(strings.Repeat("x", 1000), "none"); len(got) != maxPlain {
		t.Errorf("%d bytes", len(got))
	}
}
