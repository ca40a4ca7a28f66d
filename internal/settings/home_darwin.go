package settings

import "os"

// configHome returns the folder for the settings of all programs.
func configHome() string { return below(os.Getenv("HOME"), "Library", "Application Support") }
