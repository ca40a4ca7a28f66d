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
		"console": "console", "com10": "com10", "aux_": "aux_", "-rf-x_": "_rf-x_",
	} {
		if got := PlainName(text, "none"); got != want {
			t.Errorf("%q is %q, not %q", text, got, want)
		}
	}
	if got := PlainName(strings.Repeat("x", 1000), "none"); len(got) != maxPlain {
		t.Errorf("%d bytes", len(got))
	}
}

// TestReadableName: names stay as they are, unless they mean something to a shell or a system.
func TestReadableName(t *testing.T) {
	for text, want := range map[string]string{
		"c (2)": "c (2)", "4on4_a[dm2]2024": "4on4_a[dm2]2024", "a. .": "a",
		"Бой 7 é e\u0301": "Бой 7 é e\u0301",
		"../a\\b/c":       "_._a_b_c", ".profile": "_profile", " x": "_x", "--x-": "_-x-", "~x": "_x", "": "none",
		"a$(b)`;&|<>*?:'\"\n\x00\xff\u202e\u200b": "a_(b)________________",
		"con.": "con_", "con.x": "con.x_", "com1": "com1_",
	} {
		if got := ReadableName(text, "none"); got != want {
			t.Errorf("%q is %q, not %q", text, got, want)
		}
	}
	if got := ReadableName("x"+strings.Repeat("ö", 1000), "none"); got != "x"+strings.Repeat("ö", 39) {
		t.Errorf("%d bytes: %s", len(got), got)
	}
}
