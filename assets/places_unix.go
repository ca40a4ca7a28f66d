//go:build unix && !darwin

package assets

import "path/filepath"

const homeVariable = "HOME"

// systemFolders lists the folders of installed games on Linux and the BSDs: the engines' own folders, Steam and other
// shops, distributions.
func systemFolders(s system) []installedFolder {
	home := func(names ...string) string {
		if s.home == "" {
			return ""
		}
		return filepath.Join(append([]string{s.home}, names...)...)
	}
	data := s.getenv("XDG_DATA_HOME")
	if !filepath.IsAbs(data) { // empty, or to be ignored according to the specification
		data = home(".local", "share")
	}
	var list []installedFolder
	add := func(f []installedFolder) { list = append(list, f...) }

	const engine = "home folder of an engine"
	add(in(s.home, engine, titleQuake, ".quakespasm", ".vkquake", ".ezquake", ".darkplaces", ".fte", ".joequake",
		".tyrquake", ".quake", "nquake", ".nquake", "quake"))
	add(in(data, engine, titleQuake, "ezquake", "quake", "nquake", "ironwail", "vkquake"))
	add(in(s.home, engine, titleQuake2, ".yq2", ".q2pro", ".quake2", ".quake2rtx", "quake2"))
	add(in(data, engine, titleQuake2, "q2pro", "quake2", "yq2"))
	add(in(s.home, engine, titleQuake3, ".q3a", ".openarena", ".wolfcamql", "quake3"))
	add(in(data, engine, titleQuake3, "Quake3", "OpenArena", "quake3", "openarena"))

	add(steamFolders(
		home(".local", "share", "Steam"), home(".steam", "steam"), home(".steam", "root"),
		home(".var", "app", "com.valvesoftware.Steam", ".local", "share", "Steam"),
		home("snap", "steam", "common", ".local", "share", "Steam")))
	add(shopFolders(home("GOG Games"), "GOG"))
	add(shopFolders(home("Games"), "games folder"))
	add(shopFolders(home("Games", "Heroic"), "Heroic"))
	add(shopFolders(home("games"), "games folder"))

	// Debian's game-data-packager puts Quake III's files in quake3-data.
	const packages = "distribution"
	for _, dir := range []string{"/usr/share/games", "/usr/local/share/games", "/usr/share", "/usr/local/share",
		"/usr/local/games", "/usr/games", "/opt"} {
		parent := filepath.Join(s.root, dir)
		add(in(parent, packages, titleQuake, "quake"))
		add(in(parent, packages, titleQuake2, "quake2"))
		add(in(parent, packages, titleQuake3, "quake3", "openarena"))
	}
	add(in(filepath.Join(s.root, "/usr/share/games"), packages, titleQuake3, "quake3-data"))
	add(in(filepath.Join(s.root, "/usr/lib"), packages, titleQuake3, "openarena", "quake3", "ioquake3"))
	return list
}
