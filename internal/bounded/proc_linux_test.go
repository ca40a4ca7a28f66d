package bounded

import (
	"bytes"
	"testing"
)

// TestProc: files of /proc claim to be empty and are not.
func TestProc(t *testing.T) {
	data, err := ReadFile("/proc/self/status", 1<<20)
	if err != nil || !bytes.Contains(data, []byte("Name:")) {
		t.Errorf("%q, %v", data, err)
	}
}
