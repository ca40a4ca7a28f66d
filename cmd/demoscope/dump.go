package main

import (
	"fmt"
	"io"
	"math"
	"os"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/formats/text"
	"demoscope/player/timeline"
)

type dumpCmd struct {
	JSON bool     `name:"json" help:"One JSON object a line: what compile reads."`
	From *float64 `placeholder:"SECONDS" help:"Begin at a time of the viewer's clock."`
	To   *float64 `placeholder:"SECONDS" help:"End at a time of the viewer's clock."`
	File string   `arg:"" help:"Demo."`
}

func (c *dumpCmd) Run(s *streams) error {
	demo, err := openDemo(c.File)
	if err != nil {
		return err
	}
	w := text.NewWriter(s.out, !c.JSON)
	if err := w.Begin(demo.Format.Name, title(demo)); err != nil {
		return err
	}
	if err := w.Dump(demo.Decoder(), c.keep(demo)); err != nil {
		return err
	}
	return w.Flush()
}

// keep returns which packets are wanted, nil for all.
func (c *dumpCmd) keep(demo *formats.Demo) func(*message.Packet) bool {
	if c.From == nil && c.To == nil {
		return nil
	}
	from, to := math.Inf(-1), math.Inf(1)
	if c.From != nil {
		from = *c.From
	}
	if c.To != nil {
		to = *c.To
	}
	first, last := -1, -1
	cursor := timeline.NewCursor(demo.Format.Name, demo.Decoder())
	for cursor.Next() == nil && cursor.World.Clock <= to {
		if first < 0 && cursor.World.Clock >= from {
			first = cursor.World.Block
		}
		last = cursor.World.Block
	}
	return func(p *message.Packet) bool { return first >= 0 && p.Block >= first && p.Block <= last }
}

type compileCmd struct {
	Output string `short:"o" required:"" placeholder:"FILE" type:"path" help:"Demo to write."`
	File   string `arg:"" help:"What dump --json wrote; - is standard input."`
}

func (c *compileCmd) Run(*streams) error {
	var in io.Reader = os.Stdin
	if c.File != "-" {
		f, err := os.Open(c.File)
		if err != nil {
			return err
		}
		defer f.Close()
		in = f
	}
	data, err := compile(in, c.Output)
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	return os.WriteFile(c.Output, data, 0o644)
}

// compile returns the demo that a dump describes, to be written under a name.
func compile(in io.Reader, name string) ([]byte, error) {
	r, err := text.NewReader(in, func(name string) (text.Format, bool) {
		f := formats.Lookup(name)
		if f == nil {
			return text.Format{}, false
		}
		return text.Format{Name: f.Name, Message: f.Message}, true
	})
	if err != nil {
		return nil, err
	}
	e := formats.Lookup(r.Header().Format).Encoder(name)
	for {
		p, m, err := r.Next()
		switch {
		case err == io.EOF:
			return e.Close()
		case err != nil:
			return nil, err
		case p != nil:
			err = e.Packet(p)
		default:
			err = e.Message(m)
		}
		if err != nil {
			return nil, r.At(err)
		}
	}
}
