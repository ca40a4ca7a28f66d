package live

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"testing"
	"time"

	"demoscope/formats"
	"demoscope/internal/wait"
	"demoscope/player/timeline"
)

// TestWatch: a captured stream with a change of the map is a demo of two levels that grows, and what is
// recorded beside it are the bytes that came.
func TestWatch(t *testing.T) {
	all := captured(t, "live_pext_qtv")
	ready := make(chan struct{})
	s := serve(t, func(c net.Conn, _ string) {
		_, _ = c.Write(all[:100000])
		<-ready
		_, _ = c.Write(all[100000:])
		_, _ = io.Copy(io.Discard, c)
	})
	var record bytes.Buffer
	q, err := DialQTV(t.Context(), s.address(""), QTVOptions{})
	if err != nil {
		t.Fatal(err)
	}
	w := Watch("a game", q, formats.GrowOptions{Format: formats.Lookup("mvd"), Live: true}, &record)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	demo, err := w.Demo(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if demo.Format.Name != "mvd" {
		t.Errorf("a demo in %s", demo.Format.Name)
	}
	index := timeline.Start(demo.Format.Name, demo.Decoder(), demo.Size(), timeline.Options{})
	defer index.Stop()
	close(ready)
	// 96.337 s of the game come, and the level at 68.521 s.
	var d float64
	wait.For(t, "96 s", func() bool { d, _ = index.Duration(); return d > 96 })
	levels := index.Levels()
	if d > 97 || len(levels) != 2 {
		t.Errorf("%v s, levels %+v", d, levels)
	}
	if ended, _ := w.Ended(); ended {
		t.Error("it has ended")
	}
	if err := w.Close(); err != nil {
		t.Error(err)
	}
	if !bytes.Equal(record.Bytes(), all[15:]) {
		t.Errorf("%d bytes were recorded, not %d", record.Len(), len(all)-15)
	}
	if _, err := w.Ended(); !errors.Is(err, context.Canceled) {
		t.Errorf("ended because of %v", err)
	}
}

// twice fails the first time only: what is written after that has a hole.
type twice int

func (w *twice) Write(p []byte) (int, error) {
	*w++
	if *w == 1 {
		return 0, errEnough
	}
	return len(p), nil
}

// TestRecordingFails: a full disk ends the recording, not the game.
func TestRecordingFails(t *testing.T) {
	var shown bytes.Buffer
	disk := new(twice)
	r := recorder{record: disk, show: &shown}
	for range 3 {
		if n, err := r.Write([]byte("abc")); n != 3 || err != nil {
			t.Errorf("%d, %v", n, err)
		}
	}
	if shown.String() != "abcabcabc" || r.err != errEnough || *disk != 1 {
		t.Errorf("%q, %v, %d written", shown.String(), r.err, *disk)
	}
	// Who leaves the game is told.
	s := serve(t, func(c net.Conn, _ string) {
		_, _ = io.WriteString(c, "QTVSV 1\nBEGIN\n\n"+record)
		_, _ = io.Copy(io.Discard, c)
	})
	q, err := DialQTV(t.Context(), s.address(""), QTVOptions{})
	if err != nil {
		t.Fatal(err)
	}
	w := Watch("a game", q, formats.GrowOptions{Format: formats.Lookup("mvd"), Live: true}, fullDisk{})
	wait.For(t, "a record", func() bool { return q.Status().Bytes > 0 })
	if err := w.Close(); err != errEnough {
		t.Errorf("of a recording on a full disk it says %v", err)
	}
}
