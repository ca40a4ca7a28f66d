//go:build !js

package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"demoscope/formats"
	"demoscope/player/charset"
	"demoscope/player/cut"
	"demoscope/player/world"
)

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

// mergeDemos returns recordings of one match as one demo, with the name of the first.
func mergeDemos(demos []*formats.Demo) (*formats.Demo, error) {
	merged, err := merge(demos)
	if err != nil {
		return nil, err
	}
	demo := formats.Lookup("mvd").Open(demos[0].File, merged.Data)
	demo.Member = demos[0].Member
	return demo, nil
}
