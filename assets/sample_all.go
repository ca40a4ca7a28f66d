//go:build !js

package assets

import (
	_ "embed" // of the archive
	"io/fs"
	"strings"
	"sync"

	"demoscope/internal/zipfile"
)

// The sample is an original map and recordings of it, made for this project (sample/README.md). A test makes the
// archive, which does not include the sources.
//
//go:embed sample/builtin.zip
var sampleArchive string

// sampleFiles are the files of sampleArchive by path.
var sampleFiles = sync.OnceValue(func() map[string]*zipfile.File {
	list, err := zipfile.Open(strings.NewReader(sampleArchive), int64(len(sampleArchive)))
	if err != nil {
		panic(err) // the archive is our own
	}
	files := map[string]*zipfile.File{}
	for i := range list {
		files[list[i].Name] = &list[i]
	}
	return files
})

// readBuiltin returns a built-in file: "sample/demoscope1.bsp".
func readBuiltin(name string) ([]byte, error) {
	f := sampleFiles()[name]
	if f == nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return f.Read()
}

// Samples lists the built-in recordings; the first is the default.
func Samples() []SampleDemo {
	return []SampleDemo{
		{"demoscope1.mvd", QuakeWorld, "QuakeWorld match of four, everybody visible, 60 s"},
		{"demoscope1.qwd", QuakeWorld, "the same match, seen by one player, 60 s"},
		{"demoscope1_p15.dem", Quake, "Quake with monsters, protocol 15, 55 s"},
		{"demoscope1_p666.dem", Quake, "Quake with monsters, protocol 666, 55 s"},
		{"demoscope1.dm2", Quake2, "Quake II duel, seen by one player, 84 s"},
		{"demoscope1.mvd2", Quake2, "the same duel, recorded by the server, 84 s"},
		{"demoscope1.dm_71", Quake3, "OpenArena match of four, seen by a spectator, 77 s"},
	}
}

// sampleMaps returns the built-in files of a family by folded game path.
func sampleMaps(g Game) map[string]string {
	const name = "maps/demoscope1.bsp"
	switch g {
	case Quake2:
		return map[string]string{name: "sample/q2/demoscope1.bsp"}
	case Quake3:
		return map[string]string{name: "sample/q3/demoscope1.bsp"}
	}
	return map[string]string{name: "sample/demoscope1.bsp"}
}
