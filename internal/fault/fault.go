// Package fault turns a panic into an error. A panic is a bug in this program, and must only affect the item that
// caused it: a line of a list, a map, a demo.
package fault

import (
	"fmt"
	"path"
	"runtime"
	"runtime/debug"
	"strings"
)

// Error is a panic recovered by [Guard].
type Error struct {
	// Doing describes the activity, in a few words that name the file: "reading demo1.dem".
	Doing string
	// Value is the panic's value.
	Value any
	// Place is the function of this program that panicked, or whose callee did, with its file and line:
	// "formats/dem.(*Decoder).read, decode.go:171". It is empty if there is none.
	Place string
	// Stack is the goroutine's multi-line stack trace at the panic.
	Stack string
}

// Error returns a line for people, without the stack, that asks for a report.
func (e *Error) Error() string {
	return fmt.Sprintf("%s met a mistake in this program (%s); please report it, with the file",
		e.Doing, strings.Join(strings.Fields(fmt.Sprint(e.Value)), " "))
}

// Guard calls do. If that panics, Guard recovers and returns an [*Error]; otherwise it returns nil. It recovers neither
// from [runtime.Goexit] nor from fatal errors of the runtime: out of memory, stack overflow, concurrent map writes.
func Guard(doing string, do func()) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &Error{doing, v, place(), string(debug.Stack())}
		}
	}()
	do()
	return nil
}

// module is the prefix of the names of this program's functions.
const module = "demoscope/"

// place returns [Error.Place] in the recovering function.
func place() string {
	callers := make([]uintptr, 64)
	frames := runtime.CallersFrames(callers[:runtime.Callers(1, callers)])
	for panicked := false; ; {
		f, more := frames.Next()
		// The main package is "main" in its own names.
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
