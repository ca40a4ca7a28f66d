package main

import "demoscope/render/app"

// newHome returns nil: in a browser, the surrounding page lists the demos.
func (*playCmd) newHome(*streams) *app.Home { return nil }

// saveList does nothing: a page writes no files.
func (*playCmd) saveList(*streams, []found) error { return nil }
