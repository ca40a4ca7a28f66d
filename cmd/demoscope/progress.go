//go:build !js

package main

import (
	"fmt"
	"strings"
	"sync"
	"time"

	"golang.org/x/term"

	"demoscope/internal/humanize"
)

// progressBar is a progress bar in a line on a terminal.
type progressBar struct {
	line  progressLine
	total int64
	count func(n int64) string // formats a part of the total

	mu    sync.Mutex
	done  int64
	shown time.Time
}

func newProgressBar(s *streams, total int64, count func(int64) string) *progressBar {
	return &progressBar{line: progressLine{s: s}, total: total, count: count}
}

// barEvery is the interval between updates of the line.
const barEvery = 100 * time.Millisecond

// add advances the bar by n.
func (b *progressBar) add(label string, n int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.show(label, b.done+n)
}

// set moves the bar to a position.
func (b *progressBar) set(label string, done int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.show(label, int64(done))
}

func (b *progressBar) show(label string, done int64) {
	b.done = done
	if now := time.Now(); now.Sub(b.shown) >= barEvery {
		b.shown = now
		columns := 80
		if f := terminalOf(b.line.s.err); f != nil {
			if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
				columns = width
			}
		}
		b.line.write(b.text(label, columns-1))
	}
}

// text returns the line for a width in terminal columns.
func (b *progressBar) text(label string, columns int) string {
	share := min(1, float64(b.done)/float64(max(1, b.total)))
	left := fmt.Sprintf("%s %3d%% |", label, int(100*share))
	right := fmt.Sprintf("| %s of %s", b.count(b.done), b.count(b.total))
	if room := columns - len(left) - len(right); room > 0 {
		full := int(share * float64(room))
		return left + strings.Repeat("█", full) + strings.Repeat(" ", room-full) + right
	}
	return label
}

// finish removes the line.
func (b *progressBar) finish() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.line.clear()
}

// readBar shows on a terminal how many of several demos have been read, or for a single demo that reading takes long;
// nil shows nothing.
type readBar struct {
	bar  *progressBar
	slow *slowLine // replaces the bar for a single demo
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

// done advances the bar by a demo.
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

// slowEvery is the time after which a slow operation is shown, and the interval between updates.
const slowEvery = time.Second

// slowLine is a line on a terminal that shows a slow operation and its duration.
type slowLine struct {
	once       sync.Once
	stop, done chan struct{}
}

// newSlowLine starts a slowLine, which appears after the interval every and is updated at that interval.
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

// end removes the line. It returns when the line is gone.
func (l *slowLine) end() {
	l.once.Do(func() { close(l.stop) })
	<-l.done
}
