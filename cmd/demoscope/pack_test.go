package main

import (
	"bytes"
	"testing"
)

// TestCompletionOfPackage: shells run the program where the package has it.
func TestCompletionOfPackage(t *testing.T) {
	var out, said bytes.Buffer
	if status := run([]string{"completion", "--program", "/usr/bin/demoscope", "bash"},
		&streams{out: &out, err: &said}); status != exitOK ||
		out.String() != "complete -o filenames -C /usr/bin/demoscope demoscope\n" {
		t.Errorf("status %d, %q, %s", status, &out, &said)
	}
}
