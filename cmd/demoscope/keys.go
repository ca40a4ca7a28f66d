package main

import (
	"fmt"

	"demoscope/internal/settings"
	"demoscope/render/app"
)

type keysCmd struct{}

// Help says where the file lies.
func (*keysCmd) Help() string {
	return fmt.Sprintf("To change keys, copy lines of this output into %s and edit them. Actions without a line "+
		"there keep their default keys.\n", printable(keyFile()))
}

// Run prints the current keys in the form of the keys file. Wrong lines of the file
// are an error afterwards.
func (c *keysCmd) Run(s *streams) error {
	keys, wrong := app.ReadKeys(app.KeyFile())
	fmt.Fprintf(s.out, "# Key bindings; put changed lines into %s\n\n", printable(keyFile()))
	if err := keys.Write(s.out); err != nil {
		return err
	}
	return wrong
}

// keyFile returns the path of the keys file, or why there is none.
func keyFile() string {
	if err := settings.Missing(); err != nil {
		return fmt.Sprintf("keys.toml in the settings folder (%v)", err)
	}
	return app.KeyFile()
}
