//go:build unix

package film

import (
	"syscall"
	"testing"
)

// TestApart: what a terminal sends to everything that runs in it does not reach ffmpeg.
func TestApart(t *testing.T) {
	r, err := start(t.Context(), "/bin/cat", "", nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	group, err := syscall.Getpgid(r.command.Process.Pid)
	if err != nil || group == syscall.Getpgrp() {
		t.Errorf("it is in our group: %d, %v", group, err)
	}
	if err := r.wait(); err != nil {
		t.Error(err)
	}
}
