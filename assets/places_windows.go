package assets

import (
	"path/filepath"

	"golang.org/x/sys/windows/registry"
)

const homeVariable = "USERPROFILE"

// systemFolders lists the folders of installed games on Windows: the engines' own folders, Steam and GOG according to
// the registry and in their default folders, and the default folders of the original installers.
func systemFolders(s system) []installedFolder {
	var list []installedFolder
	add := func(f []installedFolder) { list = append(list, f...) }
	under := func(variable string, names ...string) string {
		dir := s.getenv(variable)
		if dir == "" {
			return ""
		}
		return filepath.Join(append([]string{dir}, names...)...)
	}
	drive := s.getenv("SystemDrive")
	if drive == "" {
		drive = "C:"
	}
	drive += `\`

	const engine = "home folder of an engine"
	add(in(s.home, engine, titleQuake, `Saved Games/Nightdive Studios/Quake`, `Documents/ezQuake`, "nQuake"))
	add(in(s.home, engine, titleQuake2, `Documents/YamagiQ2`, `Saved Games/Nightdive Studios/Quake II`))
	for _, variable := range []string{"APPDATA", "LOCALAPPDATA"} {
		add(in(under(variable), engine, titleQuake, "ezQuake", "nQuake"))
		add(in(under(variable), engine, titleQuake2, "Q2PRO", "YamagiQ2"))
		add(in(under(variable), engine, titleQuake3, "Quake3", "OpenArena", "wolfcamql"))
	}

	add(steamFolders(
		registryString(registry.CURRENT_USER, `Software\Valve\Steam`, "SteamPath"),
		under("ProgramFiles(x86)", "Steam"), under("ProgramFiles", "Steam")))
	for _, path := range gogPaths() {
		all := titleQuake | titleQuake2 | titleQuake3
		if holdsGame(path) {
			add(in(path, "GOG", all, ".", "rerelease"))
		}
	}
	add(shopFolders(drive+"GOG Games", "GOG"))
	add(shopFolders(under("ProgramFiles(x86)", "GOG Galaxy", "Games"), "GOG"))

	const usual = "usual folder"
	for _, parent := range []string{drive, drive + "Games", under("ProgramFiles(x86)"), under("ProgramFiles")} {
		add(in(parent, usual, titleQuake, "Quake", "nQuake", "ezQuake"))
		add(in(parent, usual, titleQuake2, "Quake2", "Quake II", "Quake 2"))
		add(in(parent, usual, titleQuake3, "Quake III Arena", "Quake3", "ioquake3", "OpenArena"))
	}
	return list
}

// registryString reads a value, "" if there is none.
func registryString(root registry.Key, path, name string) string {
	k, err := registry.OpenKey(root, path, registry.QUERY_VALUE)
	if err != nil {
		return ""
	}
	defer k.Close()
	v, _, err := k.GetStringValue(name)
	if err != nil {
		return ""
	}
	return filepath.FromSlash(v)
}

// gogPaths lists the folders where GOG's installers have put any games.
func gogPaths() []string {
	// GOG's installers are 32-bit programs, so the key is in the 32-bit view.
	const games = `SOFTWARE\GOG.com\Games`
	k, err := registry.OpenKey(registry.LOCAL_MACHINE, games, registry.ENUMERATE_SUB_KEYS|registry.WOW64_32KEY)
	if err != nil {
		return nil
	}
	defer k.Close()
	ids, _ := k.ReadSubKeyNames(-1) // with an error it returns the names read so far
	var paths []string
	for _, id := range ids {
		game, err := registry.OpenKey(k, id, registry.QUERY_VALUE)
		if err != nil {
			continue
		}
		if path, _, err := game.GetStringValue("path"); err == nil && path != "" {
			paths = append(paths, path)
		}
		game.Close()
	}
	return paths
}
