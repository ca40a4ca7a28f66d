package main

import (
	"path/filepath"
	"strings"

	"demoscope/formats"
	"demoscope/player/library"
)

// contentKey returns what makes the hash of the content of a demo that can be opened again by its name, nil
// for the samples and standard input.
func contentKey(file string, demo *formats.Demo) func() string {
	if file == "" || file == standardStream || strings.HasPrefix(file, sampleName) || demo.Growing() != nil || inPage {
		return nil
	}
	return func() string { return library.Key(demo.Sum()).String() }
}

// absolute returns the name of a demo that leads to it from every folder.
func absolute(file string) string {
	if file == "" || file == standardStream || strings.HasPrefix(file, sampleName) || isLive(file) {
		return file
	}
	if full, err := filepath.Abs(file); err == nil {
		return full
	}
	return file
}
