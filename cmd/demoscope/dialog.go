//go:build !js

package main

import (
	"errors"

	"github.com/ncruces/zenity"
)

// chooseFolder asks for a folder with the system's dialog; "" if none was chosen.
func chooseFolder() (string, error) {
	folder, err := zenity.SelectFile(zenity.Title("Select a demo folder"), zenity.Directory())
	switch {
	case errors.Is(err, zenity.ErrCanceled):
		return "", nil
	case err != nil:
		return "", errNoDialog
	}
	return folder, nil
}

// errNoDialog says what to do where no dialog can be opened: on Linux one of zenity, qarma or matedialog
// is needed.
var errNoDialog = errors.New(
	"can't open a folder dialog (Linux: install zenity): drop a folder here, type its path, or run " +
		"demoscope add FOLDER")
