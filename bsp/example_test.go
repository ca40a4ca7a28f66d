package bsp_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"

	"demoscope/bsp"
	"demoscope/internal/corpus"

	"github.com/go-gl/mathgl/mgl32"
)

// Load a map and print what it is.
func ExampleLoad() {
	data, err := os.ReadFile(filepath.Join(corpus.Sample, "demoscope1.bsp"))
	if err != nil {
		log.Fatal(err)
	}
	m, err := bsp.Load(data)
	if err != nil {
		log.Fatal(err)
	}
	title, _ := m.Entities[0].Get("message")
	fmt.Printf("%q, version %s: %d faces, %d inline models\n", title, m.Version, len(m.Faces), len(m.Models)-1)
	fmt.Println("checksum2", m.Checksums.QuakeWorld2)

	liquids := 0
	for i := range m.Faces {
		if m.Faces[i].Kind == bsp.KindWater {
			liquids++
		}
	}
	fmt.Println(liquids, "faces of water")
	// Output:
	// "Demoscope One", version 29: 2373 faces, 8 inline models
	// checksum2 1226110416
	// 58 faces of water
}

// What can be seen from a place: the leaf there, and what is visible from its
// cluster.
func ExampleMap_LeafAt() {
	data, err := os.ReadFile(filepath.Join(corpus.Sample, "demoscope1.bsp"))
	if err != nil {
		log.Fatal(err)
	}
	m, err := bsp.Load(data)
	if err != nil {
		log.Fatal(err)
	}
	leaf := m.Leaves[m.LeafAt(mgl32.Vec3{0, -730, 112})]
	row := m.Visibility.Visible(int(leaf.Cluster))
	seen := 0
	for i := range m.Leaves {
		if c := m.Leaves[i].Cluster; c >= 0 && row[c/64]>>(c%64)&1 != 0 {
			seen++
		}
	}
	fmt.Printf("%d of %d leaves can be seen\n", seen, m.Visibility.Clusters)
	// Output: 203 of 351 leaves can be seen
}
