package main

import (
	"demoscope/formats"
	"demoscope/render/app"
)

// cutOf returns nil: a page writes no files.
func cutOf(*formats.Demo) app.CutFunc { return nil }
