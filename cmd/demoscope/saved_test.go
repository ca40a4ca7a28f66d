//go:build !js

package main

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"demoscope/internal/golden"
	"demoscope/player/scan"
)

// Commands that read many demos print the same if they have read them before, byte for byte, and read none again.
func TestSavedResults(t *testing.T) {
	for _, name := range []string{"HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "LOCALAPPDATA"} {
		t.Setenv(name, t.TempDir())
	}
	dir := t.TempDir()
	demos := golden.OutputDemos(t)
	// Texts of the re-releases come from game data, so that nothing of their demos is saved.
	demos = slices.DeleteFunc(demos, func(d golden.Demo) bool { return strings.Contains(d.Name, "rerelease") })
	for i := range demos {
		demos[i].Copy(t, dir)
	}
	t.Chdir(dir)
	var packets atomic.Int64
	scan.CountPackets(&packets)
	t.Cleanup(func() { scan.CountPackets(nil) })
	print := func(args ...string) []byte {
		packets.Store(0)
		return outputOf(append(args, ".")...)
	}
	commands := [][]string{
		{"info"}, {"info", "--json"}, {"find", "kill date>=1990"}, {"find", "--json", "--unjudged", "length>0s"},
		{"highlights", "--list"},
	}
	for _, c := range commands {
		first := print(append(c, "--fresh")...)
		if packets.Load() == 0 {
			t.Errorf("%q reads nothing", c)
		}
		if second := print(c...); !bytes.Equal(first, second) {
			t.Errorf("%q prints something else with saved results: %s", c, firstDifference(first, second))
		}
		if n := packets.Load(); n != 0 {
			t.Errorf("%q reads %d packets again", c, n)
		}
	}
	if print("find", "--maps", "kill"); packets.Load() == 0 {
		t.Error("facts that depend on maps are saved")
	}
	// Files that have another time are opened, and still not read.
	for i := range demos {
		now := time.Now()
		if err := os.Chtimes(demos[i].Name, now, now); err != nil {
			t.Fatal(err)
		}
	}
	if print("find", "chat"); packets.Load() != 0 {
		t.Errorf("%d packets of touched files are read again", packets.Load())
	}
}

// firstDifference returns the first lines that differ.
func firstDifference(a, b []byte) string {
	first, second := strings.Split(string(a), "\n"), strings.Split(string(b), "\n")
	for i := range min(len(first), len(second)) {
		if first[i] != second[i] {
			return first[i] + " is " + second[i]
		}
	}
	return "one is longer"
}
