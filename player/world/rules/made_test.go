package rules_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/internal/corpus"
	"demoscope/internal/made"
	"demoscope/player/world"
	"demoscope/player/world/internal/facts"
	"demoscope/player/world/internal/worldtest"
	"demoscope/player/world/rules"
)

// TestMade compares the states of made demos, in which much happens, after each packet.
func TestMade(t *testing.T) {
	demos := map[string][]byte{"nehahra.dem": made.Nehahra(t, 30)}
	for _, name := range []string{"demoscope1_p15.dem", "demoscope1_p666.dem", "demoscope1.qwd", "demoscope1.mvd",
		"demoscope1.dm2", "demoscope1.mvd2", "demoscope1.dm_71"} {
		demos[name] = made.Eventful(t, name, corpus.Read(t, filepath.Join(corpus.Sample, name)))
	}
	for _, format := range []string{"dem", "qwd", "mvd"} {
		demos["replacing."+format] = made.Replacing(t, format, 60)
	}
	for _, protocol := range []int32{1038, 2022, 2023} {
		demos[fmt.Sprintf("rerelease%d.dm2", protocol)] = made.Rerelease{Protocol: protocol, Frames: 100,
			Back: 3}.Demo(t)
	}
	for name, data := range demos {
		t.Run(name, func(t *testing.T) {
			demo, err := formats.Open(name, data)
			if err != nil {
				t.Fatal(err)
			}
			facts.Drive(t, worldtest.Watch(t, rules.New(demo.Name)), demo.Decoder(), nil,
				func(w *world.World, _ *message.Packet) { worldtest.See(w) })
		})
	}
}
