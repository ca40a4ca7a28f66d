//go:build !windows && !darwin

package settings

// configHome returns the system's folder for the settings of all programs.
func configHome() (string, error) { return below("HOME", ".config") }
