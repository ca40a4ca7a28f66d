//go:build !js

package main

import (
	"fmt"

	"demoscope/internal/settings"
	"demoscope/render/app"
)

type keysCmd struct{}

// Help names the keys file.
func (*keysCmd) Help() string {
	return fmt.Sprintf("To change keys, copy lines of this output into %s and edit them. Actions without a line "+
		"there keep their default keys.\n", printable(keyFile()))
}

// Run prints the current keys in the format of the keys file. Invalid lines of the file are reported as an error
// afterwards.
func (c *keysCmd) Run(s *streams) error {
	keys, wrong := app.ReadKeys(app.KeyFile())
	fmt.Fprintf(s.out, "# Key bindings; put changed lines into %s\n\n", printable(keyFile()))
	if err := keys.Write(s.out); err != nil {
		return err
	}
	return wrong
}

// keyFile returns the path of the keys file, or the reason that there is none.
func keyFile() string {
	if err := settings.Missing(); err != nil {
		return fmt.Sprintf("keys.toml in the settings folder (%v)", err)
	}
	return app.KeyFile()
}
