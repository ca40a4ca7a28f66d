//go:build !js

package main

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"strings"

	"demoscope/formats"
	"demoscope/player/cut"
	"demoscope/player/report"
	"demoscope/player/timeline"
	"demoscope/render"
)

type cutCmd struct {
	From   *moment `placeholder:"TIME" help:"From when: seconds, 12:34, 50%, or -5 from the end; the beginning if not given. The part begins with the first frame from then on: up to 0.1 s later, or behind a gap of the recording; what is written says when."`
	To     *moment `placeholder:"TIME" help:"Until when; the end if not given."`
	Player string  `placeholder:"PLAYER" help:"Only what this player saw, by slot number or name: of a .mvd a .qwd as his own client would have recorded it, up to the end of the level."`
	Output string  `short:"o" required:"" placeholder:"FILE" predictor:"file" type:"path" help:"Demo to write, with the extension of the one that is read (.qwd with --player); - is standard output. One that is there is written over."`
	File   string  `arg:"" predictor:"demo" help:"Demo."`
	levelFlag
}

// Validate refuses an impossible level.
func (c *cutCmd) Validate() error { return c.check() }

func (c *cutCmd) Run(s *streams) error {
	demo, err := s.openDemo(c.File)
	if err != nil {
		return err
	}
	if err := cut.Check(demo.Format); err != nil {
		return fmt.Errorf("%s: %w", demo.Path(), err) // before the whole demo is read for its times
	}
	if c.Player != "" {
		if err := cut.CheckView(demo.Format); err != nil {
			return fmt.Errorf("%s: %w", demo.Path(), err)
		}
	}
	if err := c.rightExtension(demo.Extension()); err != nil {
		s.say("%v", err)
		return errWrongLine
	}
	if err := s.checkOutput(c.Output, aDemo, s.source(demo)); err != nil {
		return err
	}
	spareMemory(demo)
	t := timeline.Start(demo.Format.Name, demo.Decoder(), int64(len(demo.Data)), timeline.Options{})
	from, to, err := c.stretch(s, demo, t, c.From, c.To)
	t.Stop()
	if err != nil {
		return err
	}
	part, err := c.part(demo, from, to)
	if errors.Is(err, cut.ErrEmpty) {
		err = c.before(demo, from, err)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", demo.Path(), explained(err))
	}
	if err := s.writeFile(c.Output, part.Data); err != nil {
		return err
	}
	if c.Output != standardStream {
		s.say("%s: %s to %s, %d bytes", c.Output, report.Tenths(part.From), report.Tenths(part.To), len(part.Data))
	}
	return nil
}

// before adds to the error of a part in which nothing is when the last frame before it is: a demo may go on
// for minutes behind it, with a level of which no frame comes.
func (c *cutCmd) before(demo *formats.Demo, from float64, err error) error {
	if t, wrong := index(demo); wrong == nil {
		if last, ok := t.PrevFrame(from); ok {
			err = fmt.Errorf("%w: the last frame before them is at %s", err, report.Tenths(last))
		}
	}
	return err
}

// part cuts out what was wished.
func (c *cutCmd) part(demo *formats.Demo, from, to float64) (*cut.Part, error) {
	if c.Player == "" {
		return cut.Cut(demo, from, to)
	}
	slot, err := slotIn(demo, from, to, c.Player)
	if err != nil {
		return nil, err
	}
	return cut.View(demo, slot, from, to)
}

// slotIn returns the slot of the player whom a flag names, at the first moment of a part at which there is one.
func slotIn(demo *formats.Demo, from, to float64, who string) (slot int, err error) {
	c := timeline.NewCursor(demo.Format.Name, demo.Decoder())
	looked := from
	for c.Next() == nil && c.World.FrameClock <= to {
		if c.World.FrameClock < looked {
			continue
		}
		if slot, err = findPlayer(c.World, who); err == nil {
			return slot, nil
		}
		looked = c.World.FrameClock + 1
	}
	return 0, err
}

// rightExtension returns an error if the file to write has not the extension of what is written.
func (c *cutCmd) rightExtension(want string) error {
	if c.Player == "" {
		return sameExtension(c.Output, want)
	}
	err := sameExtension(c.Output, ".qwd")
	if err != nil {
		err = fmt.Errorf("--output: what a player saw is a .qwd, not %q", filepath.Base(c.Output))
	}
	return err
}

// cutOf returns what cuts a clip out of a demo for the window.
func cutOf(demo *formats.Demo) render.CutFunc {
	return func(from, to float64) ([]byte, string, error) {
		part, err := cut.Cut(demo, from, to)
		if err != nil {
			return nil, "", explained(err)
		}
		return part.Data, cmp.Or(demo.Extension(), ".dm3"), nil
	}
}

// leastClean is how many seconds without damage are worth to be told.
const leastClean = 2

// explained adds to the error of a part that is damaged which part of it is not.
func explained(err error) error {
	var damage *cut.DamageError
	switch {
	case !errors.As(err, &damage):
		return err
	case damage.Behind > 0:
		return fmt.Errorf("%w; what is before it ends at %s, and what is behind it can be cut from %s on",
			err, report.Clock(damage.Clock), report.Clock(math.Ceil(damage.Behind)))
	case damage.To-damage.From >= leastClean:
		return fmt.Errorf("%w; what is before it ends at %s, and the longest part without damage is from %s to %s",
			err, report.Clock(damage.Clock), report.Clock(math.Floor(damage.From)+1),
			report.Clock(math.Floor(damage.To)))
	}
	return fmt.Errorf("%w; what is before it ends at %s", err, report.Clock(damage.Clock))
}

// sameExtension returns an error if the name of a file to write has not the extension of a demo, by which engines know
// the format, or the protocol. Any will do where that is empty.
func sameExtension(path, want string) error {
	if info := fileAt(path); path == standardStream || info != nil && !info.Mode().IsRegular() {
		return nil
	}
	if want != "" && !strings.EqualFold(filepath.Ext(path), want) {
		return fmt.Errorf("--output: a part of a %s is a %s, not %q", want, want, filepath.Base(path))
	}
	return nil
}

// unpacked returns the name of a demo without that it is packed.
func unpacked(name string) string {
	if packed := ".gz"; strings.EqualFold(filepath.Ext(name), packed) {
		return name[:len(name)-len(packed)]
	}
	return name
}
