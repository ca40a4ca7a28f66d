package main

import (
	"os"
	"os/signal"
	"runtime"
	"slices"
	"syscall"
	"testing"
)

// TestOnSignal: a signal that comes while something is done is told once, also right before its end, and none behind it.
func TestOnSignal(t *testing.T) {
	if runtime.GOOS == "windows" || runtime.GOOS == "js" {
		t.Skip("a process cannot send itself a signal there")
	}
	self, err := os.FindProcess(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if signal.Ignored(s) {
			continue // by whoever runs the test
		}
		came := make(chan os.Signal, 1) // which keeps it from ending the test, too
		signal.Notify(came, s)
		for range 300 {
			var told []os.Signal
			ignore := onSignal(func(s os.Signal) { told = append(told, s) })
			if err := self.Signal(s); err != nil {
				t.Fatal(err)
			}
			<-came
			ignore()
			if !slices.Equal(told, []os.Signal{s}) {
				t.Fatalf("%v is told as %v", s, told)
			}
			if err := self.Signal(s); err != nil {
				t.Fatal(err)
			}
			<-came
			if len(told) != 1 {
				t.Fatalf("%v is told behind the end", s)
			}
		}
		signal.Stop(came)
	}
}
