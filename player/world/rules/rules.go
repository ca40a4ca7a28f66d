// Package rules picks the rules for the demos of a format.
package rules

import (
	"demoscope/player/world"
	"demoscope/player/world/quake"
	"demoscope/player/world/quake2"
	"demoscope/player/world/quake3"
	"demoscope/player/world/quakeworld"
)

// formats are the rules of each format, by the name of its package below
// formats.
var formats = map[string]struct {
	game  world.Game
	rules func() world.Rules
}{
	"dem":  {world.Quake, quake.New},
	"qwd":  {world.QuakeWorld, quakeworld.NewClient},
	"mvd":  {world.QuakeWorld, quakeworld.NewServer},
	"dm2":  {world.Quake2, quake2.NewDemo},
	"mvd2": {world.Quake2, quake2.NewMultiView},
	"dm3":  {world.Quake3, quake3.New},
}

// New returns the world of a demo before its first packet. Format is the name of a
// package below formats, such as "mvd"; an unknown one gets Quake's rules.
func New(format string) *world.World {
	f, ok := formats[format]
	if !ok {
		f = formats["dem"]
	}
	return world.New(f.game, f.rules)
}
