//go:build unix

package main

import (
	"os/signal"
	"syscall"
)

// survivePipes keeps a pipe that nobody reads any more from ending the program, as it
// does with a command that only prints: a window stays open when the program that it was
// started from is gone.
func survivePipes() { signal.Ignore(syscall.SIGPIPE) }
