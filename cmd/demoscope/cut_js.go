package main

import (
	"demoscope/formats"
	"demoscope/render"
)

// cutOf returns nil: a page writes no files.
func cutOf(*formats.Demo) render.CutFunc { return nil }
