// Package fault turns a panic into an error. A panic is a mistake in this program, and
// must cost no more than what met it: one line of a list, one map, one demo.
package fault

import (
	"fmt"
	"runtime/debug"
	"strings"
)

// Error is a panic that [Guard] has stopped.
type Error struct {
	// Doing says what met it, in a few words that name the file: "reading demo1.dem".
	Doing string
	// Value is what the panic was called with.
	Value any
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
			err = &Error{doing, v, string(debug.Stack())}
		}
	}()
	do()
	return nil
}
