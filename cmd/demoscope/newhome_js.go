package main

import "demoscope/render/app"

// newHome returns nothing: in a browser the page around the program lists the demos.
func (*playCmd) newHome(*streams) *app.Home { return nil }
