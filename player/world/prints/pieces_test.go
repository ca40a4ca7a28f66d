package prints

import (
	"strings"
	"testing"
)

// TestPiecesAreBounded: a line that never ends takes no more than 1,024 bytes.
func TestPiecesAreBounded(t *testing.T) {
	var p Pieces
	for range 100 {
		p.Add([]byte(strings.Repeat("a", 512)), func([]byte) { t.Error("a line") })
	}
	if n := len(p.Open()); n != 1024 {
		t.Errorf("%d bytes are kept", n)
	}
}

// TestPiecesCopied: a copy has the incomplete line alone, whatever it had before.
func TestPiecesCopied(t *testing.T) {
	var from, to Pieces
	from.Add([]byte("complete\nhal"), func([]byte) {})
	to.Add([]byte("another complete\n"), func([]byte) {})
	to.CopyFrom(&from)
	if got := string(to.Open()); got != "hal" {
		t.Errorf("open is %q", got)
	}
	var lines []string
	to.Add([]byte("f\n"), func(line []byte) { lines = append(lines, string(line)) })
	if len(lines) != 1 || lines[0] != "half" {
		t.Errorf("%q", lines)
	}
}
