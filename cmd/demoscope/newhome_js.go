package main

import "demoscope/render"

// newHome returns nothing: in a browser the page around the program lists the demos.
func (*playCmd) newHome(*streams) *render.Home { return nil }
