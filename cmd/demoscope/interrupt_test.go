//go:build !js

package main

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"syscall"
	"testing"

	"demoscope/render/app"
)

// TestOnSignal: a signal that comes while something is done is told once, also right before its end, and none
// behind it.
func TestOnSignal(t *testing.T) {
	if runtime.GOOS == "windows" {
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

// TestUntilSignal: the context ends by a signal, which is its cause, or with what was done; a signal that
// comes right before that is told, too.
func TestUntilSignal(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot send itself a signal there")
	}
	self, err := os.FindProcess(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	came := make(chan os.Signal, 1) // which keeps it from ending the test, too
	signal.Notify(came, syscall.SIGTERM)
	defer signal.Stop(came)
	for _, waits := range []bool{true, false} {
		ctx, end := untilSignal()
		if ctx.Err() != nil {
			t.Fatal("it has ended before")
		}
		if err := self.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		<-came
		if waits {
			<-ctx.Done()
		}
		var interrupted *app.Interrupted
		if err := end(); !errors.As(err, &interrupted) || interrupted.Signal != syscall.SIGTERM ||
			context.Cause(ctx) != err {
			t.Errorf("waits %v: it ends with %v, because of %v", waits, err, context.Cause(ctx))
		}
	}
	ctx, end := untilSignal()
	if err := end(); err != nil || ctx.Err() == nil {
		t.Errorf("without a signal it ends with %v, and the context with %v", err, ctx.Err())
	}
}
