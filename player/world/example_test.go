package world_test

import (
	"errors"
	"fmt"
	"io"
	"log"
	"os"

	"demoscope/formats"
	"demoscope/player/world"
	"demoscope/player/world/rules"
)

// A decoder's packets and messages drive a world; between packets it can be
// read.
func ExampleWorld() {
	data, err := os.ReadFile("../../assets/sample/demoscope1.dm2")
	if err != nil {
		log.Fatal(err)
	}
	demo, err := formats.Open("demoscope1.dm2", data)
	if err != nil {
		log.Fatal(err)
	}
	decoder := demo.Decoder()
	w := rules.New(demo.Name)
	for {
		packet, err := decoder.NextPacket()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			log.Fatal(err)
		}
		w.Begin(packet)
		for {
			m, err := decoder.NextMessage()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				log.Fatal(err)
			}
			w.Apply(m)
		}
		w.End()
		for _, e := range w.Events {
			if e.Kind == world.EventKill {
				fmt.Printf("%5.1f s: %s by %s's %s\n", w.Clock, w.Players[e.Other].Name, w.Players[e.Player].Name,
					e.Weapon)
			}
		}
	}
	fmt.Printf("%s, %.1f s, %d entities\n", w.Level().Map, w.Clock, len(w.Entities))
	// Output:
	//  16.0 s: Ranger by Quarry's hyperblaster
	//  46.9 s: Ranger by Quarry's chaingun
	//  53.1 s: Ranger by Quarry's railgun
	// maps/demoscope1.bsp, 84.3 s, 40 entities
}
