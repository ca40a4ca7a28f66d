//go:build unix || windows

package assets

import (
	"os"
	"path/filepath"
	"strings"

	"demoscope/internal/bounded"
)

// maxVDF is the maximum number of bytes read of Steam's list of libraries, which has a few hundred bytes for each
// library and a line for each game.
const maxVDF = 4 << 20

// steamGames are the folders of the games in steamapps/common, the original data before that of the new editions, whose
// maps differ.
var steamGames = []struct {
	folder string
	titles title
}{
	{"Quake", titleQuake},
	{"Quake/rerelease", titleQuake},
	{"Quake 2", titleQuake2},
	{"Quake 2/rerelease", titleQuake2},
	{"Quake 3 Arena", titleQuake3},
}

// steamFolders lists the games in all libraries of the Steam installations at roots. Without any installation it lists
// the first of roots, to be reported as missing.
func steamFolders(roots ...string) []installedFolder {
	var libraries []string
	for _, root := range roots {
		if root == "" {
			continue
		}
		if info, err := os.Stat(filepath.Join(root, "steamapps")); err == nil && info.IsDir() {
			libraries = appendPath(libraries, root)
		}
		for _, list := range []string{"steamapps/libraryfolders.vdf", "config/libraryfolders.vdf"} {
			for _, l := range readLibraries(filepath.Join(root, filepath.FromSlash(list))) {
				libraries = appendPath(libraries, l)
			}
		}
	}
	if len(libraries) == 0 && len(roots) > 0 && roots[0] != "" {
		libraries = roots[:1]
	}
	var folders []installedFolder
	for _, l := range libraries {
		for _, g := range steamGames {
			folders = append(folders, in(filepath.Join(l, "steamapps", "common"), "Steam", g.titles, g.folder)...)
		}
	}
	return folders
}

// appendPath adds a path unless it is already in the list under any name.
func appendPath(list []string, path string) []string {
	info, err := os.Stat(path)
	if err != nil {
		return list
	}
	for _, p := range list {
		if other, err := os.Stat(p); err == nil && os.SameFile(info, other) {
			return list
		}
	}
	return append(list, path)
}

func readLibraries(path string) []string {
	text, err := bounded.ReadFile(path, maxVDF)
	if err != nil {
		return nil
	}
	return parseLibraries(string(text))
}

// parseLibraries parses the library folders in a libraryfolders.vdf: quoted keys and values, blocks in braces. Since
// 2021 a library is a block with a "path"; before, it was a number and a path.
func parseLibraries(text string) []string {
	var libraries []string
	key, haveKey := "", false
	for len(text) > 0 {
		switch c := text[0]; c {
		case '{', '}':
			haveKey = false
			text = text[1:]
		case '"':
			var word string
			word, text = quoted(text[1:])
			if !haveKey {
				key, haveKey = word, true
				continue
			}
			haveKey = false
			isPath := strings.ContainsAny(word, `/\`)
			isNumber := key != "" && strings.Trim(key, "0123456789") == ""
			if isPath && (fold(key) == "path" || isNumber) {
				libraries = append(libraries, filepath.FromSlash(word))
			}
		default:
			text = text[1:]
		}
	}
	return libraries
}

// quoted returns the text up to the closing quote, with \\ and \" unescaped, and the rest.
func quoted(text string) (word, rest string) {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && i+1 < len(text):
			i++
			b.WriteByte(text[i])
		case c == '"':
			return b.String(), text[i+1:]
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), ""
}
