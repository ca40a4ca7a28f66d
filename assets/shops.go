//go:build unix || windows

package assets

import (
	"os"
	"path/filepath"
	"slices"
)

// in returns folders in a parent; none if the parent is "", such as an unset home folder or variable.
func in(parent string, why string, titles title, names ...string) []installedFolder {
	if parent == "" {
		return nil
	}
	var list []installedFolder
	for _, n := range names {
		list = append(list, installedFolder{filepath.Join(parent, filepath.FromSlash(n)), why, titles})
	}
	return list
}

// shopFolders lists the games in a folder of GOG's or of a launcher: everything that begins with "Quake", because the
// names depend on the edition, with subfolders in which some editions have their data.
func shopFolders(parent, why string) []installedFolder {
	if b := (&baseFolder{path: parent}); parent == "" || !b.exists() {
		return nil
	}
	d, err := os.Open(parent)
	if err != nil {
		return nil
	}
	defer d.Close()
	names, err := readNames(d)
	if err != nil {
		return nil
	}
	var folded []string
	for name := range names {
		if len(name) >= 5 && name[:5] == "quake" {
			folded = append(folded, name)
		}
	}
	slices.Sort(folded)
	var list []installedFolder
	for _, name := range folded {
		for _, actual := range names[name] {
			all := titleQuake | titleQuake2 | titleQuake3
			list = append(list, in(filepath.Join(parent, actual), why, all, ".", "game", "data", "rerelease")...)
		}
	}
	// A folder without game folders would only lengthen the list of missing folders.
	return slices.DeleteFunc(list, func(f installedFolder) bool { return !holdsGame(f.path) })
}

// holdsGame reports whether a folder has a game folder of any family.
func holdsGame(path string) bool {
	b := &baseFolder{path: path}
	return slices.ContainsFunc(Game("").mainFolders(), func(name string) bool { return len(b.find(name)) > 0 })
}
