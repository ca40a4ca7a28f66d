package rules

import "demoscope/player/world"

// Game returns the game of a format, and whether it has rules.
func Game(format string) (game world.Game, ok bool) {
	f, ok := formats[format]
	return f.game, ok
}
