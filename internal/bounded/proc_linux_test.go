package bounded

import (
	"bytes"
	"os"
	"runtime/debug"
	"testing"
)

// TestProc: files of /proc claim to be empty and are not.
func TestProc(t *testing.T) {
	data, err := ReadFile("/proc/self/status", 1<<20)
	if err != nil || !bytes.Contains(data, []byte("Name:")) {
		t.Errorf("%q, %v", data, err)
	}
}

// TestNothingStaysOpen: whatever became of a file, it is closed.
func TestNothingStaysOpen(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // which would close what was forgotten
	path, changed := write(t, "12345"), write(t, "12345")
	files := func() int {
		list, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Fatal(err)
		}
		return len(list)
	}
	held := NewOnDemand(changed)
	use := func(d *OnDemand) {
		if d.Hold() == nil {
			_ = d.Release()
		}
	}
	use(held)
	if err := os.Truncate(changed, 3); err != nil {
		t.Fatal(err)
	}
	for name, do := range map[string]func(){
		"read":             func() { _, _ = ReadFile(path, 5) },
		"too large":        func() { _, _ = ReadFile(path, 4) },
		"replaced":         func() { _, _, _ = open(replacing{folder: os.TempDir()}, path, false) },
		"held":             func() { use(NewOnDemand(path)) },
		"changed and held": func() { use(held) },
	} {
		before := files()
		for range 10 {
			do()
		}
		if after := files(); after != before {
			t.Errorf("%s: %d files are open, %d were", name, after, before)
		}
	}
}
