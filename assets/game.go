package assets

import "slices"

// Game is a family of games that share folders and maps.
type Game string

// The families. The zero value of [Game] stands for all of them, for listings without a demo.
const (
	Quake      Game = "quake"
	QuakeWorld Game = "quakeworld"
	Quake2     Game = "quake2"
	Quake3     Game = "quake3"
)

// layout names the game folders of a family in a base folder, the most important first.
type layout struct {
	// main are the main folders; a base folder has at least one of them.
	main []string
	// extra are mission packs and related games. They come after main, so that "maps/start.bsp" is the base game's and
	// "maps/hip1m1.bsp" is found.
	extra []string
}

var layouts = map[Game]layout{
	Quake: {
		main:  []string{"id1"},
		extra: []string{"qw", "hipnotic", "rogue", "dopa", "mg1"},
	},
	QuakeWorld: {
		main:  []string{"qw", "ezquake", "id1"},
		extra: []string{"ktx", "fortress", "hipnotic", "rogue"},
	},
	Quake2: {
		main:  []string{"baseq2"},
		extra: []string{"ctf", "xatrix", "rogue", "zaero"},
	},
	Quake3: {
		main:  []string{"baseq3", "baseoa"},
		extra: []string{"missionpack"},
	},
}

// families returns g, or all families if g is the zero value.
func (g Game) families() []Game {
	if g == "" {
		return []Game{Quake, QuakeWorld, Quake2, Quake3}
	}
	return []Game{g}
}

// mainFolders returns the folders that identify a base folder.
func (g Game) mainFolders() []string {
	var names []string
	for _, f := range g.families() {
		names = appendNew(names, layouts[f].main...)
	}
	return names
}

// folders returns the names of the game folders to search in a base folder, the most important first: the mods (the
// last one first, as in the engines), the demo's own game folder, the base game, its mission packs.
func (g Game) folders(mods []string, demo string) []string {
	var names []string
	for _, m := range slices.Backward(mods) {
		names = appendNew(names, m)
	}
	if demo != "" {
		names = appendNew(names, demo)
	}
	names = appendNew(names, g.mainFolders()...)
	for _, f := range g.families() {
		names = appendNew(names, layouts[f].extra...)
	}
	return names
}

func appendNew(list []string, names ...string) []string {
	for _, n := range names {
		if !slices.ContainsFunc(list, func(s string) bool { return fold(s) == fold(n) }) {
			list = append(list, n)
		}
	}
	return list
}
