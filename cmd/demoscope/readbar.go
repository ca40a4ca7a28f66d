//go:build !js

package main

import (
	"fmt"
	"sync"
	"time"

	"demoscope/internal/humanize"
)

// readBar shows on a terminal how many of many demos have been read, or that one takes long; nil shows nothing.
type readBar struct {
	bar  *progressBar
	slow *slowLine // instead of the bar
}

func newBar(s *streams, json bool, demos []found) *readBar {
	if len(demos) == 0 || !isTerminal(s.err) || json && isTerminal(s.out) {
		return nil
	}
	if len(demos) == 1 {
		return &readBar{slow: newSlowLine(s, "reading "+demos[0].label, slowEvery)}
	}
	total := int64(0)
	for i := range demos {
		total += demos[i].size + smallest
	}
	return &readBar{bar: newProgressBar(s, total, humanize.Bytes)}
}

// done moves the bar behind a demo.
func (b *readBar) done(d *found) {
	switch {
	case b == nil:
	case b.slow != nil:
		b.slow.end()
	default:
		b.bar.add("reading demos", d.size+smallest)
	}
}

// finish removes the bar.
func (b *readBar) finish() {
	switch {
	case b == nil:
	case b.slow != nil:
		b.slow.end()
	default:
		b.bar.finish()
	}
}

// slowEvery is after how long a line says what takes longer, and how often again.
const slowEvery = time.Second

// slowLine is a line on a terminal that says what takes long, and for how long it has.
type slowLine struct {
	once       sync.Once
	stop, done chan struct{}
}

// newSlowLine begins one, which is there from some time on, and anew at each such time.
func newSlowLine(s *streams, what string, every time.Duration) *slowLine {
	l := &slowLine{stop: make(chan struct{}), done: make(chan struct{})}
	go func() {
		defer close(l.done)
		line := progressLine{s: s}
		defer line.clear()
		ticker, begun := time.NewTicker(every), time.Now()
		defer ticker.Stop()
		for {
			select {
			case <-l.stop:
				return
			case now := <-ticker.C:
				line.write(fmt.Sprintf("%s, %.0f s", what, now.Sub(begun).Seconds()))
			}
		}
	}()
	return l
}

// end removes the line, and returns when it is gone.
func (l *slowLine) end() {
	l.once.Do(func() { close(l.stop) })
	<-l.done
}
