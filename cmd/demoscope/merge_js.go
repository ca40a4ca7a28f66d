package main

import (
	"errors"

	"demoscope/formats"
)

// mergeDemos refuses: a page has one demo.
func mergeDemos([]*formats.Demo) (*formats.Demo, error) {
	return nil, errors.New("recordings cannot be merged in a page")
}
