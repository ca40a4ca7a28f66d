package main

import (
	"errors"
	"fmt"

	"demoscope/formats"
	"demoscope/player"
)

// othersFlag names other recordings of the same game.
type othersFlag struct {
	With []string `placeholder:"FILE" sep:"none" predictor:"demo" help:"${others_with_text}"`
}

// together returns a demo with what others of its game add to it, for [player.Options]. Of QuakeWorld that is
// another demo, which is merged of all of them, as a server's recording.
func (f *othersFlag) together(s *streams, demo *formats.Demo) (*formats.Demo, []player.Other, error) {
	if len(f.With) == 0 {
		return demo, nil, nil
	}
	if demo.Growing() != nil {
		return nil, nil, errors.New("--with needs complete demos")
	}
	var list []*formats.Demo
	for _, file := range f.With {
		other, err := s.openDemo(file)
		if err != nil {
			return nil, nil, err
		}
		s.sayCut(other)
		list = append(list, other)
	}
	if demo.Format.Name == mergedFormat && player.OneKind(demo, list) == nil {
		merged, err := mergeDemos(append([]*formats.Demo{demo}, list...))
		return merged, nil, err
	}
	others, err := player.Together(demo, list)
	var differs *player.TogetherError
	if errors.As(err, &differs) {
		return nil, nil, fmt.Errorf("%s: %w", list[differs.Other].Path(), err)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", demo.Path(), err)
	}
	return demo, others, nil
}

// mergedFormat is the format of recordings of which one demo can be made: see [cut.Merge].
const mergedFormat = "qwd"
