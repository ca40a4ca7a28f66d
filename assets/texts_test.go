package assets

import (
	"maps"
	"testing"
)

func TestTexts(t *testing.T) {
	got := parseTexts("\ufeff// a comment = \"x\"\ng_a = \"{0} met {1}'s rail.\\n\"\r\ng_b=\"A \\\"flip\\\"\"\n" +
		"g_b <xbox> = \"another\"\nbroken = \"no end\nno text\n = \"no key\"\nempty = \"\"\n")
	want := map[string]string{"g_a": "{0} met {1}'s rail.\n", "g_b": `A "flip"`, "empty": ""}
	if !maps.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
