package settings

import (
	"os"

	"golang.org/x/sys/windows"
)

// configHome returns the folder for the settings of all programs.
func configHome() string {
	if dir, err := windows.KnownFolderPath(windows.FOLDERID_LocalAppData, windows.KF_FLAG_DEFAULT); err == nil {
		return dir
	}
	return below(os.Getenv("LOCALAPPDATA"))
}
