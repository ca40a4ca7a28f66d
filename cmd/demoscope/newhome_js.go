package main

import "demoscope/render/app"

// newHome returns nil: in a browser, the surrounding page lists the demos.
func (*playCmd) newHome(*streams) *app.Home { return nil }
