// Package fault turns a panic into an error. A panic is a mistake in this program, and
// must cost no more than what met it: one line of a list, one map, one demo.
package fault

import (
	"fmt"
	"path"
	"runtime"
	"runtime/debug"
	"strings"
)

// Error is a panic that [Guard] has stopped.
type Error struct {
	// Doing says what met it, in a few words that name the file: "reading demo1.dem".
	Doing string
	// Value is what the panic was called with.
	Value any
	// Place is the function of this program that panicked, or that called what did, with
	// its file and line: "formats/dem.(*Decoder).read, decode.go:171". It is empty if
	// there is none.
	Place string
	// Stack is the goroutine's stack at the panic, in many lines.
	Stack string
}

// Error returns one line for a person, without the stack, that asks for a report.
func (e *Error) Error() string {
	return fmt.Sprintf("%s met a mistake in this program (%s); please report it, with the file",
		e.Doing, strings.Join(strings.Fields(fmt.Sprint(e.Value)), " "))
}

// Guard calls do. If that panics, Guard stops the panic and returns an [*Error];
// otherwise it returns nil. It stops neither [runtime.Goexit] nor what the runtime
// ends the program for: a full memory, a full stack, a map that two goroutines change.
func Guard(doing string, do func()) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &Error{doing, v, place(), string(debug.Stack())}
		}
	}()
	do()
	return nil
}

// module is the beginning of the names of this program's functions.
const module = "demoscope/"

// place returns [Error.Place] in the function that recovers.
func place() string {
	callers := make([]uintptr, 64)
	frames := runtime.CallersFrames(callers[:runtime.Callers(1, callers)])
	for panicked := false; ; {
		f, more := frames.Next()
		// The program itself is "main" in its own names.
		name, ours := strings.CutPrefix(f.Function, module)
		if panicked && (ours || strings.HasPrefix(f.Function, "main.")) {
			return fmt.Sprintf("%s, %s:%d", name, path.Base(f.File), f.Line)
		}
		panicked = panicked || f.Function == "runtime.gopanic"
		if !more {
			return ""
		}
	}
}
