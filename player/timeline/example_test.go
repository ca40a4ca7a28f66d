package timeline_test

import (
	"fmt"
	"log"
	"os"

	"demoscope/formats"
	"demoscope/player/scan"
	"demoscope/player/timeline"
	"demoscope/player/world"
)

// The index of a demo, and a moment of it by way of the nearest keyframe.
func Example() {
	data, err := os.ReadFile("../../assets/sample/demoscope1.mvd")
	if err != nil {
		log.Fatal(err)
	}
	demo, err := formats.Open("demoscope1.mvd", data)
	if err != nil {
		log.Fatal(err)
	}
	index := timeline.Start(demo.Name, demo.Decoder(), int64(len(data)), timeline.Options{Spacing: 16 << 10})
	index.Wait()

	seconds, complete := index.Duration()
	fmt.Printf("%.1f s, complete: %v\n", seconds, complete)
	for _, l := range index.Levels() {
		fmt.Printf("%s, %q\n", l.Map, l.Title)
	}
	for _, e := range index.Events() {
		if e.Kind == world.EventKill && e.Clock > 50 {
			fmt.Printf("%.1f s: %s killed %s with a %s\n", e.Clock, e.PlayerName, e.OtherName, e.Weapon)
		}
	}

	cursor := scan.NewCursor(demo.Name, demo.Decoder())
	if k, ok := index.Before(55.5); ok {
		cursor.Return(k.Mark, k.World)
	}
	cursor.Reach(55.5, nil)
	fmt.Printf("at %.1f s, block %d, %s has %d frags\n", cursor.World.FrameClock, cursor.World.Block,
		cursor.World.Players[2].Name, cursor.World.Players[2].Frags)

	// Output:
	// 60.2 s, complete: true
	// maps/demoscope1.bsp, "Demoscope One"
	// 53.3 s: Vesper killed Quarry with a shotgun
	// 55.6 s: Lumen killed Vesper with a super shotgun
	// 57.5 s: Vesper killed Lumen with a shotgun
	// 58.2 s: Quarry killed Vesper with a rocket launcher
	// at 55.5 s, block 3898, Quarry has 8 frags
}
