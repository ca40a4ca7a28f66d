package settings

import "golang.org/x/sys/windows"

// configHome returns the system's folder for the settings of all programs.
func configHome() (string, error) {
	if dir, err := windows.KnownFolderPath(windows.FOLDERID_LocalAppData, windows.KF_FLAG_DEFAULT); err == nil {
		return dir, nil
	}
	return below("LOCALAPPDATA")
}
