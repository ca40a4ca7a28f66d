package app

import (
	"slices"
	"testing"

	"demoscope/render/hud"
)

// TestTypedOnPage: what a keyboard on the screen types into the field of the page is what keys type, in each
// line that there is. The field lies where the line is drawn.
func TestTypedOnPage(t *testing.T) {
	r := newRig(t)
	onPage := func(want ...string) {
		t.Helper()
		if got := r.window.onPage; !slices.Equal(got, want) {
			t.Errorf("the page shows %q, not %q", got, want)
		}
	}
	text := func(text string, enter bool) {
		r.window.page = Typed{&text, enter}
		r.run(1)
	}
	onPage()
	was := r.see()
	r.press("Shift+/")
	onPage("")
	query := hud.NewFinderBox(r.Size).Query
	if b := r.window.box; b.X*r.Size.Width < query.X || b.Y*r.Size.Height < query.Y ||
		(b.X+b.W)*r.Size.Width > query.X+query.W ||
		(b.Y+b.H)*r.Size.Height > query.Y+query.H || b.W*r.Size.Width < 0.8*query.W || b.H*r.Size.Height < 0.5*query.H {
		t.Errorf("the field is at %v of the picture, and the line at %v of %v by %v", b, query, r.Size.Width,
			r.Size.Height)
	}
	text("SKY l", false)
	text("SKY li", false)
	if got := r.labels(); !slices.Equal(got, []string{"Sky lines"}) {
		t.Errorf("found %q", got)
	}
	onPage("SKY li")
	text("SKY li", true)
	onPage("SKY li")
	r.changed("Enter", was, func(s *seen) { s.Finder, s.Plain, s.Says = true, "sky", "Sky lines: off" })
	r.press("Esc")
	onPage()
	text("too late", true)
	onPage()

	r.press("/")
	onPage("")
	text("cell", false)
	r.write("s")
	onPage("cells")
	if got := r.Demo.List.Events.Query.String(); got != "cells" {
		t.Errorf("the list is searched for %q", got)
	}
	r.press("Esc")
	onPage()
}
