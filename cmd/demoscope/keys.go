package main

import (
	"fmt"

	"demoscope/render"
)

type keysCmd struct{}

// Run prints the keys that hold, as the file of the settings has them.
func (c *keysCmd) Run(s *streams) error {
	groups, err := render.ReadKeys(render.KeyFile())
	if err != nil {
		return err
	}
	fmt.Fprintf(s.out, "# The keys, as %s may give them.\n\n", render.KeyFile())
	return render.WriteKeys(s.out, groups)
}
