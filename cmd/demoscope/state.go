//go:build !js

package main

import (
	"errors"
	"fmt"

	"demoscope/formats"
	"demoscope/internal/humanize"
	"demoscope/player/report"
	"demoscope/player/scan"
	"demoscope/player/world"
)

type stateCmd struct {
	JSON       bool    `name:"json" help:"Print JSON (always on)"`
	Block      *int    `placeholder:"N" help:"State after block N, from 0; in Quake III after snapshot N"`
	At         *moment `placeholder:"TIME" help:"${state_at_text}"`
	ServerTime bool    `help:"Read --at as server time, in seconds"`
	Follow     string  `placeholder:"PLAYER" help:"${state_follow_text}"`
	File       string  `arg:"" predictor:"demo" help:"Demo file"`
	levelFlag
}

// Validate returns an error for flags that do not fit together.
func (c *stateCmd) Validate() error {
	switch {
	case c.Block == nil && c.At == nil && c.Level == 0:
		return errors.New("missing --block N, --at TIME or --level N")
	case c.Block != nil && (c.At != nil || c.Level != 0):
		return errors.New("--block can't be combined with --at or --level")
	case c.Block != nil && *c.Block < 0:
		return errors.New("--block must be at least 0")
	case c.ServerTime && (c.At == nil || c.At.percent || c.Level != 0):
		return errors.New("--server-time needs --at SECONDS and no --level")
	}
	return c.check()
}

func (c *stateCmd) Run(s *streams) error {
	demo, err := s.openDemo(c.File)
	if err != nil {
		return err
	}
	s.sayCut(demo)
	cursor, err := c.drive(s, demo)
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	if c.Block == nil {
		s.sayFrameless(c.File, cursor.World, "state")
	}
	slot := world.Nobody
	if c.Follow != "" {
		if slot, err = (&playerFinder{demo: demo}).find(cursor.World, c.Follow); err != nil {
			return fmt.Errorf("%s: %w", c.File, err)
		}
	}
	if d := cursor.Damage; d != nil {
		s.say("%s is damaged before that: %v", c.File, d)
	}
	return writeJSON(s.out, report.StateOf(demo.Format.Name, cursor.World, slot))
}

// drive returns a cursor after the packet that the flags select, and reports if the demo begins or ends before the
// requested moment.
func (c *stateCmd) drive(s *streams, demo *formats.Demo) (*scan.Cursor, error) {
	if c.Block != nil {
		return driveTo(demo, *c.Block)
	}
	clock := c.at()
	if !c.ServerTime && (c.Level != 0 || c.At.needsEnd()) {
		whole, err := index(demo)
		if err != nil {
			return nil, err
		}
		part, err := c.span(whole, c.At)
		if err != nil {
			return nil, err
		}
		clock = part.start
		if c.At != nil {
			clock = part.at(*c.At)
		}
		s.sayEarly("--at", c.At, part)
	}
	cursor := cursorOf(demo)
	last := c.lastBefore(cursor, clock)
	switch w := cursor.World; {
	case !c.ServerTime && clock > w.Clock+1: // it would have stopped earlier
		s.say("%s ends at %s; printing its last state", c.File, humanize.Clock(w.Clock))
	case c.ServerTime && last == w.Block && clock > w.Time+1:
		s.say("%s ends at %.1f s of server time; printing its last state", c.File, w.Time)
	}
	if last < 0 {
		return nil, fmt.Errorf("begins after %g s", clock)
	}
	cursor = cursorOf(demo)
	for cursor.World.Block < last && cursor.Next() == nil {
	}
	return cursor, nil
}

func (c *stateCmd) at() float64 {
	if c.At == nil {
		return 0
	}
	return c.At.value
}

// driveTo applies packets up to block n; in Quake III, up to the packet with snapshot n.
func driveTo(demo *formats.Demo, n int) (*scan.Cursor, error) {
	cursor := cursorOf(demo)
	w := cursor.World
	what, done := "blocks", func() int { return w.Block + 1 }
	if w.Game == world.Quake3 {
		what, done = "snapshots", func() int { return w.Snapshots }
	}
	w.Defer = true // only the state after the last packet is read
	for done() <= n {
		if cursor.Next() != nil {
			return nil, fmt.Errorf("has only %d %s", done(), what)
		}
	}
	w.Settle()
	return cursor, nil
}

// lastBefore returns the number of the last block up to a time, -1 if there is none.
func (c *stateCmd) lastBefore(cursor *scan.Cursor, clock float64) int {
	cursor.World.Defer = true
	if c.ServerTime {
		return lastBeforeTime(cursor, clock)
	}
	block := -1
	for cursor.Next() == nil && cursor.World.Clock <= clock {
		block = cursor.World.Block // the viewer's clock never goes back
	}
	return block
}

// lastBeforeTime is lastBefore for a time of the demo's own clock, which damage can change arbitrarily: a block with
// a doubtful time counts only if the next block confirms the time.
func lastBeforeTime(cursor *scan.Cursor, time float64) int {
	block, doubted := -1, -1
	trusted := 0.0 // the last certain time
	for w := cursor.World; cursor.Next() == nil; {
		switch {
		case !w.Timed():
		case !w.TimeDoubted():
			if doubted >= 0 && !world.Continues(trusted, w.Time) {
				block = doubted
			}
			trusted, doubted = w.Time, -1
			if w.Time <= time {
				block = w.Block
			}
		case w.Time <= time:
			doubted = w.Block
		}
	}
	return block
}
