package main

import (
	"fmt"

	"demoscope/render"
)

type keysCmd struct{}

// Run prints the current keys in the form of the keys file. Wrong lines of the file
// are an error afterwards.
func (c *keysCmd) Run(s *streams) error {
	keys, wrong := render.ReadKeys(render.KeyFile())
	fmt.Fprintf(s.out, "# The keys, as %s may give them.\n\n", printable(fileOr(render.KeyFile(), "keys.toml in a folder for settings (HOME is not set)")))
	if err := keys.Write(s.out); err != nil {
		return err
	}
	return wrong
}
