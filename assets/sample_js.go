package assets

import (
	"os"
	"path"
)

// readBuiltin returns a built-in file: "sample/demoscope1.bsp". The page has the files of its sample beside the program
// (internal/serve/page/files.js), and loads them on first use: most visitors never need them.
func readBuiltin(name string) ([]byte, error) { return os.ReadFile("/sample/" + path.Base(name)) }

// Samples lists the built-in recordings; the first is the default.
func Samples() []SampleDemo {
	return []SampleDemo{{"demoscope1.mvd", QuakeWorld, "QuakeWorld match of four, everybody visible, 60 s"}}
}

// sampleMaps returns the built-in files of a family by folded game path.
func sampleMaps(g Game) map[string]string {
	if g == Quake2 || g == Quake3 {
		return nil
	}
	return map[string]string{"maps/demoscope1.bsp": "sample/demoscope1.bsp"}
}
