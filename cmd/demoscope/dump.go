package main

import (
	"fmt"
	"math"
	"os"
	"strings"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/formats/text"
	"demoscope/player/timeline"
)

type dumpCmd struct {
	JSON bool    `name:"json" help:"One JSON object a line: what compile reads."`
	From *moment `placeholder:"TIME" help:"Begin at a time of the viewer's clock: seconds, 12:34 or 50%."`
	To   *moment `placeholder:"TIME" help:"End at a time of the viewer's clock."`
	File string  `arg:"" help:"Demo."`
	levelFlag
}

// Validate refuses an impossible level.
func (c *dumpCmd) Validate() error { return c.check() }

func (c *dumpCmd) Run(s *streams) error {
	demo, err := openDemo(c.File)
	if err != nil {
		return err
	}
	keep, err := c.keep(demo)
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	w := text.NewWriter(s.out, !c.JSON)
	if err := w.Begin(demo.Format.Name, strings.TrimSuffix(title(demo), ".gz")); err != nil {
		return err
	}
	if err := w.Dump(demo.Decoder(), keep); err != nil {
		return err
	}
	return w.Flush()
}

// keep returns a function that reports whether a packet is wanted, nil for all.
func (c *dumpCmd) keep(demo *formats.Demo) (func(*message.Packet) bool, error) {
	if c.From == nil && c.To == nil && c.Level == 0 {
		return nil, nil
	}
	part, err := c.span(index(demo), c.From, c.To)
	if err != nil {
		return nil, err
	}
	from, to := part.start, part.end
	if c.From != nil {
		from = part.at(*c.From)
	}
	if c.To != nil {
		to = part.at(*c.To)
	}
	first, last := math.MaxInt, -1
	cursor := timeline.NewCursor(demo.Format.Name, demo.Decoder())
	cursor.World.Defer = true
	for cursor.Next() == nil && cursor.World.Clock <= to {
		if cursor.World.Clock >= from {
			first = min(first, cursor.World.Block)
		}
		last = cursor.World.Block
	}
	return func(p *message.Packet) bool { return p.Block >= first && p.Block <= last }, nil
}

type compileCmd struct {
	Output string `short:"o" required:"" placeholder:"FILE" type:"path" help:"Demo to write."`
	File   string `arg:"" help:"What dump --json wrote; - is standard input."`
}

func (c *compileCmd) Run(s *streams) error {
	in, name := s.in, "standard input"
	if c.File != "-" {
		f, err := os.Open(c.File)
		if err != nil {
			return fileError(c.File, err)
		}
		defer f.Close()
		in, name = f, c.File
	}
	data, _, err := formats.Compile(in)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if err := os.WriteFile(c.Output, data, 0o644); err != nil {
		return writeError(c.Output, err)
	}
	return nil
}
