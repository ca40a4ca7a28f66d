package assets

import "embed"

// A page has to be loaded before it shows anything: it has the default sample alone,
// and is compressed as a whole.
//
//go:embed sample/demoscope1.bsp sample/demoscope1.mvd
var sampleFS embed.FS

// readBuiltin returns a built-in file: "sample/demoscope1.bsp".
func readBuiltin(name string) ([]byte, error) { return sampleFS.ReadFile(name) }

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
