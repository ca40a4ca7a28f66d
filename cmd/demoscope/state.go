package main

import (
	"encoding/json"
	"errors"
	"fmt"

	"demoscope/formats"
	"demoscope/player/report"
	"demoscope/player/timeline"
	"demoscope/player/world"
)

type stateCmd struct {
	JSON       bool     `name:"json" help:"Print JSON (the only form there is)."`
	Block      *int     `xor:"when" placeholder:"N" help:"After block N, from 0."`
	At         *float64 `xor:"when" placeholder:"SECONDS" help:"At a time of the viewer's clock, which starts at 0 and goes on across levels."`
	ServerTime bool     `help:"--at is a time of the demo's own clock."`
	Follow     string   `placeholder:"PLAYER" help:"Stats of a player, by slot number or name, instead of the recorder's."`
	File       string   `arg:"" help:"Demo."`
}

func (c *stateCmd) Run(s *streams) error {
	if c.Block == nil && c.At == nil {
		return errors.New("state needs --block N or --at SECONDS")
	}
	demo, err := openDemo(c.File)
	if err != nil {
		return err
	}
	cursor, err := c.drive(demo)
	if err != nil {
		return err
	}
	slot := world.Nobody
	if c.Follow != "" {
		if slot, err = findPlayer(cursor.World, c.Follow); err != nil {
			return err
		}
	}
	return json.NewEncoder(s.out).Encode(report.StateOf(cursor.World, slot))
}

// drive returns a cursor that stands after the packet asked for.
func (c *stateCmd) drive(demo *formats.Demo) (*timeline.Cursor, error) {
	cursor := timeline.NewCursor(demo.Format.Name, demo.Decoder())
	block := 0
	if c.Block != nil {
		block = *c.Block
	} else if block = c.blockAt(demo); block < 0 {
		return nil, fmt.Errorf("%s begins after %g s", c.File, *c.At)
	}
	for cursor.World.Block < block {
		if err := cursor.Next(); err != nil {
			return nil, fmt.Errorf("%s has only %d blocks", c.File, cursor.World.Block+1)
		}
	}
	return cursor, nil
}

// blockAt returns the last block that is not after the time asked for, -1 if
// there is none.
func (c *stateCmd) blockAt(demo *formats.Demo) int {
	cursor := timeline.NewCursor(demo.Format.Name, demo.Decoder())
	block := -1
	for cursor.Next() == nil {
		now := cursor.World.Clock
		if c.ServerTime {
			now = cursor.World.Time
		}
		if now > *c.At {
			if !c.ServerTime {
				break // the viewer's clock never goes back
			}
			continue
		}
		block = cursor.World.Block
	}
	return block
}
