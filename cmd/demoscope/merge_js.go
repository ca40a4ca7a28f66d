package main

import (
	"errors"

	"demoscope/formats"
)

// mergeDemos returns an error: a page has a single demo.
func mergeDemos([]*formats.Demo) (*formats.Demo, error) {
	return nil, errors.New("web pages can't merge recordings")
}
