package assets

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// FindBase checks whether a folder on disk holds game data: it has one of the folders of a game (id1, qw, baseq2,
// baseq3, baseoa), is one itself, or has archives (.pak, .pk3). base is the folder to use in [Options].BaseDirs, "" if
// there is no game data. games are the families whose folders base has; there are none for the archives of a mod.
func FindBase(folder string) (base string, games []Game) {
	folder = filepath.Clean(folder)
	if games = gamesIn(folder); len(games) > 0 {
		return folder, games
	}
	if !hasArchives(folder) && !isMain(filepath.Base(folder)) {
		return "", nil
	}
	if parent := filepath.Dir(folder); parent != folder {
		if games = gamesIn(parent); len(games) > 0 {
			return parent, games
		}
	}
	return folder, nil
}

// isMain reports whether name is a main folder of a game.
func isMain(name string) bool { return slices.Contains(Game("").mainFolders(), fold(name)) }

// gamesIn returns the families with a main folder in a folder.
func gamesIn(folder string) (games []Game) {
	b := &baseFolder{path: folder}
	for _, g := range Game("").families() {
		for _, name := range layouts[g].main {
			// id1 belongs to Quake, although QuakeWorld uses it, too.
			if (g != QuakeWorld || name != "id1") && len(b.find(name)) > 0 {
				games = append(games, g)
				break
			}
		}
	}
	return games
}

// hasArchives reports whether a folder contains a PAK or PK3.
func hasArchives(folder string) bool {
	d, err := os.Open(folder)
	if err != nil {
		return false
	}
	defer d.Close()
	for range maxListing / 256 {
		names, err := d.Readdirnames(256)
		if slices.ContainsFunc(names, func(name string) bool {
			return strings.HasSuffix(fold(name), ".pak") || strings.HasSuffix(fold(name), ".pk3")
		}) {
			return true
		}
		if err != nil || len(names) == 0 {
			return false
		}
	}
	return false
}
