package main

import (
	"errors"
	"fmt"

	"demoscope/player"
	"demoscope/render"
)

// ghostFlags name a second demo that is shown beside the first.
type ghostFlags struct {
	Ghost     string    `placeholder:"FILE" predictor:"demo" help:"Second demo on the same map, shown as a ghost"`
	GhostSync alignment `default:"start" placeholder:"WHAT" predictor:"alignment" help:"${ghost_ghost_sync_text}"`
	GhostAll  bool      `help:"Show all players of the ghost demo, not only the compared one"`
}

// checkGhost refuses what needs a second demo without one.
func (f *ghostFlags) checkGhost() error {
	if f.Ghost == "" && (f.GhostAll || f.GhostSync.Alignment != player.ByStart) {
		return errors.New("--ghost-sync and --ghost-all need --ghost FILE")
	}
	return nil
}

// second returns the second demo. Its errors are reported when it is opened, and do not stop playback.
func (f *ghostFlags) second(s *streams) render.Ghost {
	g := render.Ghost{By: f.GhostSync.Alignment, All: f.GhostAll}
	if f.Ghost == "" {
		return g
	}
	g.Open = func() (*player.Ghost, error) {
		ghost, err := f.openGhost(s)
		if err != nil {
			s.report(err)
		}
		return ghost, err
	}
	return g
}

// needed returns the second demo, opened, for a picture that is not made without it.
func (f *ghostFlags) needed(s *streams) (render.Ghost, error) {
	g := f.second(s)
	if f.Ghost == "" {
		return g, nil
	}
	ghost, err := f.openGhost(s)
	g.Open = func() (*player.Ghost, error) { return ghost, nil }
	return g, err
}

func (f *ghostFlags) openGhost(s *streams) (*player.Ghost, error) {
	demo, err := s.openDemo(f.Ghost)
	if err != nil {
		return nil, fmt.Errorf("can't open the ghost: %w", err)
	}
	s.sayCut(demo)
	return player.NewGhost(demo, player.Options{}), nil
}

// alignment is a flag's value: how a second demo is laid beside the first.
type alignment struct{ player.Alignment }

// UnmarshalText reads the name of an alignment.
func (a *alignment) UnmarshalText(text []byte) error {
	for _, n := range alignments() {
		if n.String() == string(text) {
			a.Alignment = n
			return nil
		}
	}
	return fmt.Errorf("invalid ghost sync %q (want start or place)", text)
}

// alignments returns all alignments.
func alignments() []player.Alignment { return []player.Alignment{player.ByStart, player.ByPlace} }

func alignmentNames() (names []string) {
	for _, a := range alignments() {
		names = append(names, a.String())
	}
	return names
}
