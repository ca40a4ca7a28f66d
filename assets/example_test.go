package assets_test

import (
	"errors"
	"fmt"
	"io/fs"
	"log"

	"demoscope/assets"
)

// A search path for demos of Quake II finds a map by the name that demos give
// it. Where no game is installed the last place is left, the built-in sample.
func ExampleOpen() {
	search, err := assets.Open(assets.Options{Game: assets.Quake2, NoInstalled: true, Getenv: func(string) string {
		return ""
	}})
	if err != nil {
		log.Fatal(err)
	}
	defer search.Close()

	data, src, err := search.ReadFile("maps/Demoscope1.bsp")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s, %d bytes, from %s\n", src.Name, len(data), src)

	_, _, err = search.ReadFile("maps/q2dm1.bsp")
	fmt.Println(errors.Is(err, fs.ErrNotExist), err)

	_, _, err = search.ReadFile("../../etc/passwd")
	fmt.Println(err)
	// Output:
	// maps/demoscope1.bsp, 558676 bytes, from built-in sample/q2/demoscope1.bsp
	// true maps/q2dm1.bsp not found; looked in the built-in sample
	// name "../../etc/passwd" refused: .. element
}

// The recordings that are built into the program.
func ExampleSamples() {
	for _, s := range assets.Samples()[:2] {
		data, err := assets.ReadSample(s.Name)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%s: %s (%d bytes)\n", s.Name, s.What, len(data))
	}
	// Output:
	// demoscope1.mvd: QuakeWorld match of four, everybody visible, 60 s (177152 bytes)
	// demoscope1.qwd: the same match, seen by one player, 60 s (369355 bytes)
}
