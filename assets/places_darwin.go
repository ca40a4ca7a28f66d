package assets

import "path/filepath"

const homeVariable = "HOME"

// systemFolders lists the folders of installed games on macOS: the engines' own folders, Steam, Applications.
func systemFolders(s system) []installedFolder {
	support := ""
	if s.home != "" {
		support = filepath.Join(s.home, "Library", "Application Support")
	}
	var list []installedFolder
	add := func(f []installedFolder) { list = append(list, f...) }

	const engine = "home folder of an engine"
	add(in(support, engine, titleQuake, "QuakeSpasm", "vkQuake", "Ironwail", "ezQuake", "darkplaces", "Quake"))
	add(in(s.home, engine, titleQuake, ".quakespasm", ".vkquake", ".ezquake", ".darkplaces", ".fte", "quake"))
	add(in(support, engine, titleQuake2, "YamagiQ2", "Q2PRO", "Quake2", "Quake II"))
	add(in(s.home, engine, titleQuake2, ".yq2", ".q2pro", ".quake2", "quake2"))
	add(in(support, engine, titleQuake3, "Quake3", "OpenArena", "WolfcamQL"))
	add(in(s.home, engine, titleQuake3, ".q3a", ".openarena", "quake3"))

	if support != "" {
		add(steamFolders(filepath.Join(support, "Steam")))
	}
	for _, programs := range []string{filepath.Join(s.root, "/Applications"), filepath.Join(s.home, "Applications")} {
		if programs == "Applications" {
			continue // without a home
		}
		add(in(programs, "Applications", titleQuake, "Quake"))
		add(in(programs, "Applications", titleQuake2, "Quake II", "Quake2"))
		add(in(programs, "Applications", titleQuake3, "Quake III Arena", "Quake3", "ioquake3", "OpenArena"))
		add(shopFolders(programs, "Applications"))
	}
	return list
}
