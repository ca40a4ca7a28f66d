package settings

import "golang.org/x/sys/windows"

// configHome returns where the settings of all programs are by the system's custom.
func configHome() (string, error) {
	if dir, err := windows.KnownFolderPath(windows.FOLDERID_LocalAppData, windows.KF_FLAG_DEFAULT); err == nil {
		return dir, nil
	}
	return below("LOCALAPPDATA")
}
