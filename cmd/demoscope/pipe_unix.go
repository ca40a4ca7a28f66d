//go:build unix

package main

import (
	"os/signal"
	"syscall"
)

// survivePipes keeps a closed pipe from ending the program, as it does for a command that only prints: a window stays
// open when the program that started it is gone.
func survivePipes() { signal.Ignore(syscall.SIGPIPE) }
