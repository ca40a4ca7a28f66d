package main

import (
	"errors"

	"demoscope/formats"
)

// mergeDemos refuses: a page has one demo.
func mergeDemos([]*formats.Demo) (*formats.Demo, error) {
	return nil, errors.New("web pages can't merge recordings")
}
