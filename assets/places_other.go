//go:build !unix && !windows

package assets

const homeVariable = "HOME"

// systemFolders lists nothing: a browser has no folders of games.
func systemFolders(system) []installedFolder { return nil }
