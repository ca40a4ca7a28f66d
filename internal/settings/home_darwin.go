package settings

// configHome returns where the settings of all programs are by the system's custom.
func configHome() (string, error) { return below("HOME", "Library", "Application Support") }
