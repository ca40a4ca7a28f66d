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

// progressBar is a line on a terminal that shows how much of something is done.
type progressBar struct {
	line  progressLine
	total int64
	count func(n int64) string // words for a part of the total

	mu    sync.Mutex
	done  int64
	shown time.Time
}

func newProgressBar(s *streams, total int64, count func(int64) string) *progressBar {
	return &progressBar{line: progressLine{s: s}, total: total, count: count}
}

// barEvery is how often the line changes.
const barEvery = 100 * time.Millisecond

// add moves the bar by n.
func (b *progressBar) add(label string, n int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.show(label, b.done+n)
}

// set moves the bar to a place.
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

// text returns the line for a number of columns.
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
