package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestHoleOfMissingPackets: a hole in a server's time is reported where the packets behind it change a frame that is in
// the hole, too.
func TestHoleOfMissingPackets(t *testing.T) {
	const first, behind = 300, 320 // blocks that are missing, and the one behind them
	dir := t.TempDir()
	block := 0
	packet, time := regexp.MustCompile(`"block":(\d+)`), regexp.MustCompile(`"serverTime":(\d+)`)
	var kept strings.Builder
	for line := range strings.Lines(succeed(t, "dump", "--json", sampleName+"demoscope1.dm_71")) {
		if m := packet.FindStringSubmatch(line); m != nil && strings.HasPrefix(line, `{"packet":`) {
			block, _ = strconv.Atoi(m[1])
		}
		switch {
		case block >= behind:
			kept.WriteString(time.ReplaceAllStringFunc(line, func(s string) string {
				n, _ := strconv.Atoi(s[len(`"serverTime":`):])
				return `"serverTime":` + strconv.Itoa(n+90000)
			}))
		case block < first:
			kept.WriteString(line)
		}
	}
	text, demo := filepath.Join(dir, "a.json"), filepath.Join(dir, "a.dm_71")
	if err := os.WriteFile(text, []byte(kept.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	succeed(t, "compile", "-o", demo, text)
	got := succeed(t, "info", demo)
	for _, want := range []string{"packets are missing", "the server's time jumps by 1:3"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}
