//go:build !js

package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"demoscope/formats"
	"demoscope/internal/humanize"
)

type convertCmd struct {
	To protocolNumber `placeholder:"PROTOCOL" help:"${convert_to_text}"`

	Output string `short:"o" required:"" placeholder:"FILE" predictor:"file" type:"path" help:"${convert_output_text}"`
	Round  bool   `help:"${convert_round_text}"`
	File   string `arg:"" predictor:"demo" help:"Demo file"`
}

// protocolNumber is a flag's value: a protocol as a number, or as a file extension of Quake III.
type protocolNumber int

// UnmarshalText parses 68, dm_68 or dm3.
func (p *protocolNumber) UnmarshalText(text []byte) error {
	s := strings.ToLower(strings.TrimPrefix(string(text), "."))
	if n := formats.ProtocolOf("." + s); n > 0 {
		*p = protocolNumber(n)
		return nil
	}
	n, err := strconv.Atoi(s)
	quake := n == 15 || n == 28 || n == 666 || n == 999
	if err != nil || !quake && formats.ProtocolOf(fmt.Sprintf(".dm_%d", n)) == 0 {
		return fmt.Errorf("unknown protocol %q (try 15, 666, 999, dm3 or dm_68)", text)
	}
	*p = protocolNumber(n)
	return nil
}

func (c *convertCmd) Run(s *streams) error {
	demo, err := s.openDemo(c.File)
	if err != nil {
		return err
	}
	to, err := c.protocol(demo)
	if err != nil {
		s.say("%v", err)
		return errWrongLine
	}
	if err := s.checkOutput(c.Output, aDemo, s.source(demo)); err != nil {
		return err
	}
	var rounded *int
	if c.Round {
		rounded = new(int)
	}
	data, err := formats.Convert(demo, to, c.name(demo, to), rounded)
	if loss := new(formats.LossError); errors.As(err, &loss) && loss.Nearly() && !c.Round {
		return fmt.Errorf("%s: %w; --round rounds to the nearest value", demo.Path(), err)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", demo.Path(), err)
	}
	if err := s.writeFile(c.Output, data); err != nil {
		return err
	}
	if c.Output != standardStream {
		s.say("%s: protocol %d, %d bytes%s", c.Output, to, len(data), roundedWords(rounded))
	}
	return nil
}

// roundedWords describes how many values were rounded, if rounding is enabled.
func roundedWords(rounded *int) string {
	if rounded == nil {
		return ""
	}
	return fmt.Sprintf(", %s rounded", humanize.Count(*rounded, "value"))
}

// protocol returns the protocol to convert to, on which --to and the file name must agree.
func (c *convertCmd) protocol(demo *formats.Demo) (int, error) {
	to, named := int(c.To), 0
	if c.Output != standardStream {
		named = formats.ProtocolOf(c.Output)
	}
	switch format := demo.Format.Name; format {
	case "dem", "mvd", "qwd":
		switch {
		case to == 0 && format != "dem":
			to = 28 // without replacement deltas; there is no other
		case to == 0:
			to = formats.Plain(demo)
		}
		if ext := filepath.Ext(c.Output); to != 0 && c.Output != standardStream &&
			!strings.EqualFold(ext, "."+format) && sameExtension(c.Output, "."+format) != nil {
			return 0, fmt.Errorf("--output: %q must be a .%s, as the input", filepath.Base(c.Output), format)
		}
	case "dm3":
		if to == 0 {
			to = named
		}
		if old := named == 45 && to == 43; named != 0 && named != to && !old {
			return 0, fmt.Errorf("--output: the name %q means protocol %d, not %d", filepath.Base(c.Output), named, to)
		}
	}
	if to == 0 {
		return 0,
			errors.New("missing --to PROTOCOL: 15, 666 or 999 for Quake; 43, 45, 66, 67, 68 or 71 for Quake III")
	}
	return to, nil
}

// name returns a name for the written demo, from which engines and this program take the protocol of Quake III.
func (c *convertCmd) name(demo *formats.Demo, to int) string {
	if demo.Format.Name == "dm3" {
		return fmt.Sprintf("demo.dm_%d", to)
	}
	return "demo.dem"
}
