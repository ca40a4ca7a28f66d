//go:build !js

package main

import (
	"errors"
	"fmt"
	"math"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/formats/text"
	"demoscope/internal/bounded"
)

type dumpCmd struct {
	JSON bool    `name:"json" help:"Print one JSON object per line, for compile"`
	From *moment `placeholder:"TIME" help:"Start time: seconds, 12:34, 50%, or -5 from the end (default: the start)"`
	To   *moment `placeholder:"TIME" help:"End time (default: the end)"`
	File string  `arg:"" predictor:"demo" help:"Demo file"`
	levelFlag
}

// Validate returns an error for an invalid level.
func (c *dumpCmd) Validate() error { return c.check() }

func (c *dumpCmd) Run(s *streams) error {
	demo, err := s.openDemo(c.File)
	if err != nil {
		return err
	}
	keep, err := c.keep(demo)
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	name := formats.UnpackedName(title(demo))
	if !c.JSON {
		name = printable(name)
	}
	w := text.NewWriter(s.out, !c.JSON)
	if err := w.Begin(demo.Format.Name, name); err != nil {
		return err
	}
	decoder := demo.Decoder()
	if c.JSON {
		decoder = demo.ExactDecoder()
	}
	if err := w.Dump(decoder, keep); err != nil {
		return err
	}
	return reportDamage(s, demo, w)
}

// reportDamage reports the damage of a dumped demo. It returns errReported if there is any.
func reportDamage(s *streams, demo *formats.Demo, w *text.Writer) (err error) {
	if s.sayCut(demo) {
		err = errReported
	}
	switch first, places := w.Damage(); {
	case places == 0:
		return err
	case places == 1:
		s.say("%s is damaged: %v", demo.Path(), first)
	default:
		s.say("%s is damaged in %d places, the first: %v", demo.Path(), places, first)
	}
	return errReported
}

// keep returns a function that reports whether a packet is selected; nil selects all.
func (c *dumpCmd) keep(demo *formats.Demo) (func(*message.Packet) bool, error) {
	if c.From == nil && c.To == nil && c.Level == 0 {
		return nil, nil
	}
	whole, err := index(demo)
	if err != nil {
		return nil, err
	}
	part, err := c.span(whole, c.From, c.To)
	if err != nil {
		return nil, err
	}
	from, to := part.between(c.From, c.To)
	level := 0
	if c.Level > 0 {
		level = whole.Levels()[c.Level-1].Count
		if c.From == nil {
			from = 0 // a level is named before its first frame
		}
	}
	first, last := math.MaxInt, -1
	cursor := cursorOf(demo)
	cursor.World.Defer = true
	for cursor.Next() == nil && cursor.World.Clock <= to {
		if level > 0 && cursor.World.LevelCount != level {
			continue
		}
		if cursor.World.Clock >= from {
			first = min(first, cursor.World.Block)
		}
		last = cursor.World.Block
	}
	return func(p *message.Packet) bool { return p.Block >= first && p.Block <= last }, nil
}

type compileCmd struct {
	Output string `short:"o" required:"" placeholder:"FILE" predictor:"file" type:"path" help:"${compile_output_text}"`
	File   string `arg:"" predictor:"file" help:"Output of dump --json, or - for standard input"`
}

func (c *compileCmd) Run(s *streams) error {
	in, name, source := s.in, standardInput, fileOf(s.in)
	if c.File != standardStream {
		f, err := bounded.Open(c.File)
		var kind *bounded.KindError
		if errors.As(err, &kind) {
			return err // the error names the file
		}
		if err != nil {
			return fileError(c.File, err)
		}
		defer f.Close()
		in, name, source = f.Stream(), c.File, fileAt(c.File)
	}
	if err := s.checkOutput(c.Output, aDemo, source); err != nil {
		return err
	}
	data, _, err := formats.Compile(in)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return s.writeFile(c.Output, data)
}
