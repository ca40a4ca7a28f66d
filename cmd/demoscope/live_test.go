package main

import (
	"bytes"
	"context"
	"errors"
	"net"
	"testing"
	"time"

	"demoscope/formats/netchan"
)

// TestJoinWaits: a server that does not answer is waited for by a window, which may give it up; what goes wrong at once is
// returned at once.
func TestJoinWaits(t *testing.T) {
	silent, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	address := "qw://" + silent.LocalAddr().String()
	c := parsed(t, address)
	var said bytes.Buffer
	s := &streams{out: &said, err: &said}
	_, waits, err := c.join(s, address)
	if !waits || err != nil {
		t.Fatalf("waits %v: %v", waits, err)
	}
	if what := c.awaited(); what != "the server is asked to let us in" {
		t.Errorf("it waits for %q", what)
	}
	ctx, giveUp := context.WithCancel(t.Context())
	began := time.Now()
	time.AfterFunc(50*time.Millisecond, giveUp)
	if _, ok, err := c.joined(ctx); !ok || !errors.Is(err, context.Canceled) {
		t.Errorf("given up: %v, %v", ok, err)
	}
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("giving up took %v", took)
	}
	if _, ok, _ := c.joined(t.Context()); ok {
		t.Error("it is joined a second time")
	}
	if what := c.awaited(); what != "" {
		t.Errorf("when nothing is opened it waits for %q", what)
	}

	// The same without anybody who waits for it.
	if _, waits, err := c.join(s, address); !waits || err != nil {
		t.Fatalf("waits %v: %v", waits, err)
	}
	c.part()
	if _, waits, err := c.join(s, "qw://127.0.0.1:0"); waits || err == nil || err.Error() != `qw://127.0.0.1:0: "0" is no port` {
		t.Errorf("waits %v: %v", waits, err)
	}
}

func TestJoinError(t *testing.T) {
	for words, want := range map[string]string{
		"requires a spectator password": "qw://a: the server refuses: requires a spectator password: give it by --password",
		"server is full":                "qw://a: the server refuses: server is full",
	} {
		if got := joinError("qw://a", &netchan.RefusedError{Text: words}).Error(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
