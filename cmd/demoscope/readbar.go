//go:build !js

package main

import (
	"time"

	"github.com/schollz/progressbar/v3"
)

// readBar shows on a terminal how many of many demos have been read; nil shows nothing.
type readBar struct{ bar *progressbar.ProgressBar }

func newBar(s *streams, json bool, demos []found) *readBar {
	if len(demos) <= 1 || !isTerminal(s.err) || json && isTerminal(s.out) {
		return nil
	}
	total := int64(0)
	for i := range demos {
		total += demos[i].size + smallest
	}
	return &readBar{progressbar.NewOptions64(total,
		progressbar.OptionSetWriter(terminalOf(s.err)), progressbar.OptionClearOnFinish(), progressbar.OptionShowBytes(true),
		progressbar.OptionSetDescription("reading demos"), progressbar.OptionFullWidth(),
		progressbar.OptionThrottle(50*time.Millisecond))}
}

// done moves the bar behind a demo.
func (b *readBar) done(d *found) {
	if b != nil {
		_ = b.bar.Add64(d.size + smallest) // the bar is only for the eye
	}
}

// finish removes the bar.
func (b *readBar) finish() {
	if b != nil {
		_ = b.bar.Finish()
	}
}
