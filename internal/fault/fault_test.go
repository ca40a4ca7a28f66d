package fault

import (
	"errors"
	"strings"
	"testing"
)

// breakHere panics as a decoder with a mistake would.
func breakHere(list []int) int { return list[len(list)] }

func TestGuard(t *testing.T) {
	err := Guard("reading a.dem", func() { breakHere(nil) })
	var e *Error
	if !errors.As(err, &e) {
		t.Fatalf("the error is %v", err)
	}
	const want = "reading a.dem met a mistake in this program (runtime error: index out of range [0] with length " +
		"0); please report it, with the file"
	if err.Error() != want {
		t.Errorf("it says %q, want %q", err, want)
	}
	if !strings.Contains(e.Stack, "breakHere") {
		t.Errorf("the stack does not say where it was:\n%s", e.Stack)
	}
	if want := "internal/fault.breakHere, fault_test.go:10"; e.Place != want {
		t.Errorf("the place is %q, want %q", e.Place, want)
	}
	// What panics in a library has the place of its caller.
	err = Guard("reading a.dem", func() { t.Log(strings.Repeat("x", -1)) })
	if !errors.As(err, &e) || !strings.HasPrefix(e.Place, "internal/fault.TestGuard.func") ||
		!strings.Contains(e.Place, ", fault_test.go:") {
		t.Errorf("the place in a library is %q", e.Place)
	}
	if err := Guard("reading a.dem", func() { panic("one\nline") }); strings.Contains(err.Error(), "\n") {
		t.Errorf("it says several lines: %q", err)
	}
}

func TestGuardWithoutPanic(t *testing.T) {
	called := false
	if err := Guard("x", func() { called = true }); err != nil || !called {
		t.Errorf("called %v, error %v", called, err)
	}
}
