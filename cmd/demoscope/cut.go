//go:build !js

package main

import (
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
	From   *moment `placeholder:"TIME" help:"From when: seconds, 12:34, 50%, or -5 from the end; the beginning if not given."`
	To     *moment `placeholder:"TIME" help:"Until when; the end if not given."`
	Output string  `short:"o" required:"" placeholder:"FILE" predictor:"file" type:"path" help:"Demo to write, with the extension of the one that is read; - is standard output. One that is there is written over."`
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
	if err := sameExtension(c.Output, title(demo)); err != nil {
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
	part, err := cut.Cut(demo, from, to)
	if err != nil {
		return fmt.Errorf("%s: %w", demo.Path(), explained(err))
	}
	if err := s.writeFile(c.Output, part.Data); err != nil {
		return err
	}
	if c.Output != standardStream {
		s.say("%s: %s to %s, %d bytes", c.Output, report.Clock(part.From), report.Clock(part.To), len(part.Data))
	}
	return nil
}

// cutOf returns what cuts a clip out of a demo for the window.
func cutOf(demo *formats.Demo) render.CutFunc {
	return func(from, to float64) ([]byte, string, error) {
		part, err := cut.Cut(demo, from, to)
		if err != nil {
			return nil, "", explained(err)
		}
		extension := strings.TrimPrefix(filepath.Ext(unpacked(title(demo))), ".")
		if extension == "" {
			extension = demo.Format.Name
		}
		return part.Data, "." + harmless(extension), nil
	}
}

// explained adds to the error of a part that is damaged which part of it is not.
func explained(err error) error {
	var damage *cut.DamageError
	switch {
	case !errors.As(err, &damage):
		return err
	case damage.Behind > 0:
		return fmt.Errorf("%w; what is before it ends at %s, and what is behind it can be cut from %s on",
			err, report.Clock(damage.Clock), report.Clock(math.Ceil(damage.Behind)))
	}
	return fmt.Errorf("%w; what is before it ends at %s", err, report.Clock(damage.Clock))
}

// sameExtension returns an error if the name of a file to write has not the extension of a demo, by which engines know
// the format, or the protocol.
func sameExtension(path, demo string) error {
	if info := fileAt(path); path == standardStream || info != nil && !info.Mode().IsRegular() {
		return nil
	}
	if want := filepath.Ext(unpacked(demo)); want != "" && !strings.EqualFold(filepath.Ext(path), want) {
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
