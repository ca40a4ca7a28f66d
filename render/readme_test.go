package render

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"demoscope/internal/golden"
)

// TestReadmeHasTheKeys compares the README's table of keys with the table of commands.
func TestReadmeHasTheKeys(t *testing.T) {
	const path, begin, end = "../README.md", "## Keys\n", "\n## "
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, found := strings.Cut(string(data), begin)
	old, tail, closed := strings.Cut(rest, end)
	if !found || !closed {
		t.Fatalf("%s has no part %q", path, begin)
	}
	var keys strings.Builder
	for _, g := range append(helpPage(newCommands()), padPage(newCommands()), touchPage()) {
		fmt.Fprintf(&keys, "\n| %s | |\n| --- | --- |\n", g.Title)
		for _, l := range g.Lines {
			fmt.Fprintf(&keys, "| `%s` | %s |\n", l.Keys, l.Label)
		}
	}
	if golden.Update() {
		if err := os.WriteFile(path, []byte(head+begin+keys.String()+end+tail), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if old != keys.String() {
		t.Errorf("the README's keys are not those of the table: run go test ./render -run %s -update", t.Name())
	}
}
