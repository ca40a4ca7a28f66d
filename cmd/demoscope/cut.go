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
	"demoscope/internal/humanize"
	"demoscope/player/charset"
	"demoscope/player/cut"
	"demoscope/player/timeline"
	"demoscope/player/world"
	"demoscope/render/app"
)

type cutCmd struct {
	From   *moment `placeholder:"TIME" help:"${cut_from_text}"`
	To     *moment `placeholder:"TIME" help:"End time (default: the end)"`
	Player string  `placeholder:"PLAYER" help:"${cut_player_text}"`
	Output string  `short:"o" required:"" placeholder:"FILE" predictor:"file" type:"path" help:"${cut_output_text}"`
	File   string  `arg:"" predictor:"demo" help:"Demo file"`
	levelFlag
}

// Validate returns an error for an invalid level.
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
	t := timeline.Start(demo.Format.Name, demo.Decoder(), int64(len(demo.Data())), timeline.Options{})
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
		s.say("%s: %s to %s, %d bytes", c.Output, humanize.Tenths(part.From), humanize.Tenths(part.To), len(part.Data))
	}
	return nil
}

// before adds the time of the last earlier frame to the error for an empty part: the demo may continue for minutes
// after it with a level without frames.
func (c *cutCmd) before(demo *formats.Demo, from float64, err error) error {
	if t, wrong := index(demo); wrong == nil {
		if last, ok := t.PrevFrame(from); ok {
			err = fmt.Errorf("%w; the last frame before it is at %s", err, humanize.Tenths(last))
		}
	}
	return err
}

// part cuts the selected part out of the demo.
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

// slotIn returns the slot of the player that a flag names, at the first moment of a part at which the player is
// present.
func slotIn(demo *formats.Demo, from, to float64, name string) (slot int, err error) {
	c, players := cursorOf(demo), playerFinder{demo: demo}
	looked := from
	for c.Next() == nil && c.World.FrameClock <= to {
		if c.World.FrameClock < looked {
			continue
		}
		if slot, err = players.find(c.World, name); err == nil {
			return slot, nil
		}
		looked = c.World.FrameClock + 1
	}
	return 0, err
}

// rightExtension returns an error if the output file does not have the extension of its format.
func (c *cutCmd) rightExtension(want string) error {
	if c.Player == "" {
		return sameExtension(c.Output, want)
	}
	err := sameExtension(c.Output, ".qwd")
	if err != nil {
		err = fmt.Errorf("--output: --player writes a .qwd, not %q", filepath.Base(c.Output))
	}
	return err
}

// cutOf returns the function that cuts clips out of a demo for the window.
func cutOf(demo *formats.Demo) app.CutFunc {
	return func(from, to float64) ([]byte, string, error) {
		part, err := cut.Cut(demo, from, to)
		if err != nil {
			return nil, "", explained(err)
		}
		return part.Data, cmp.Or(demo.Extension(), ".dm3"), nil
	}
}

// leastClean is the length of the shortest undamaged part worth a message, in seconds.
const leastClean = 2

// explained adds the undamaged parts to the error for a damaged one.
func explained(err error) error {
	var damage *cut.DamageError
	switch {
	case !errors.As(err, &damage):
		return err
	case damage.Behind > 0:
		return fmt.Errorf("%w; you can cut up to %s, or from %s",
			err, humanize.Clock(damage.Clock), humanize.Clock(math.Ceil(damage.Behind)))
	case damage.To-damage.From >= leastClean:
		return fmt.Errorf("%w; you can cut up to %s, and the longest undamaged part is %s to %s",
			err, humanize.Clock(damage.Clock), humanize.Clock(math.Floor(damage.From)+1),
			humanize.Clock(math.Floor(damage.To)))
	}
	return fmt.Errorf("%w; you can cut up to %s", err, humanize.Clock(damage.Clock))
}

// sameExtension returns an error if an output name does not have the extension of the demo, from which engines take
// the format or the protocol. If want is empty, any extension is valid.
func sameExtension(path, want string) error {
	if info := fileAt(path); path == standardStream || info != nil && !info.Mode().IsRegular() {
		return nil
	}
	if want != "" && !strings.EqualFold(filepath.Ext(path), want) {
		return fmt.Errorf("--output: a part of a %s must be a %s, not %q", want, want, filepath.Base(path))
	}
	return nil
}

type mergeCmd struct {
	Output string   `short:"o" required:"" placeholder:"FILE" predictor:"file" type:"path" help:"${merge_output_text}"`
	Files  []string `arg:"" name:"file" predictor:"demo" help:"${merge_file_text}"`
}

func (c *mergeCmd) Run(s *streams) error {
	var demos []*formats.Demo
	for _, file := range c.Files {
		demo, err := s.openDemo(file)
		if err != nil {
			return err
		}
		if err := s.checkOutput(c.Output, aDemo, s.source(demo)); err != nil {
			return err
		}
		demos = append(demos, demo)
	}
	if sameExtension(c.Output, ".mvd") != nil {
		s.say("--output: merge writes an .mvd, not %q", filepath.Base(c.Output))
		return errWrongLine
	}
	merged, err := merge(demos)
	if first := demos[0].Format; err != nil && len(demos) > 1 && first.Name != mergedFormat && first.Name != "mvd" &&
		first.Name != "mvd2" {
		return fmt.Errorf("%w; for this game use play --with FILE, which plays them together", err)
	}
	if err != nil {
		return err
	}
	if err := s.writeFile(c.Output, merged.Data); err != nil {
		return err
	}
	if c.Output != standardStream {
		var maps []string
		for _, level := range merged.Levels {
			maps = append(maps, printable(charset.MapName(world.QuakeWorld, level)))
		}
		s.say("%s: %d recordings of %s, %d bytes", c.Output, len(demos), strings.Join(maps, ", "), len(merged.Data))
	}
	return nil
}

// merge is [cut.Merge] with an error that names the file.
func merge(demos []*formats.Demo) (*cut.Merged, error) {
	spareMemory(demos...)
	merged, err := cut.Merge(demos)
	var differs *cut.MergeError
	if errors.As(err, &differs) {
		return nil, fmt.Errorf("%s: %w", demos[differs.Demo].Path(), err)
	}
	return merged, err
}

// mergeDemos merges recordings of one match into one demo, with the name of the first.
func mergeDemos(demos []*formats.Demo) (*formats.Demo, error) {
	merged, err := merge(demos)
	if err != nil {
		return nil, err
	}
	demo := formats.Lookup("mvd").Open(demos[0].File, merged.Data)
	demo.Member = demos[0].Member
	return demo, nil
}
