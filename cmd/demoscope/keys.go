package main

import (
	"fmt"

	"demoscope/render"
)

type keysCmd struct{}

// Run prints the keys that hold, as the file of the settings has them. Lines of
// it that are wrong are an error afterwards.
func (c *keysCmd) Run(s *streams) error {
	keys, wrong := render.ReadKeys(render.KeyFile())
	fmt.Fprintf(s.out, "# The keys, as %s may give them.\n\n", render.KeyFile())
	if err := keys.Write(s.out); err != nil {
		return err
	}
	return wrong
}
