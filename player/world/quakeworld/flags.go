package quakeworld

import (
	"slices"

	"demoscope/player/world"
	"demoscope/player/world/prints"
)

// flagModel is the model of the flags in capture the flag.
const flagModel = "progs/flag.mdl"

// Effects of the players who carry the red and the blue flag.
const (
	effectRedFlag  = 16
	effectBlueFlag = 32
)

// flagsAtStart returns the flags at the start of a match: at home if the level has flags.
func flagsAtStart(w world.Edit) (flags [2]world.Flag) {
	if slices.Contains(w.Level().Models, flagModel) {
		for i := range flags {
			flags[i] = world.Flag{State: world.FlagHome, Carrier: world.Nobody}
		}
	}
	return flags
}

// flagLine applies a printed line about a flag.
func (q *base) flagLine(w world.Edit, line, plain []byte) {
	flag, state, name, ok := prints.FlagMoves(line, plain)
	if !ok {
		return
	}
	f := &w.Match.Flags[flag]
	f.State, f.Carrier = state, world.Nobody
	if state == world.FlagTaken {
		f.Carrier = prints.PlayerNamed(w.Players, name)
	}
}

// carriers finds the carriers of the flags by the players' effects, because a recording may begin while a flag is
// taken.
func (q *base) carriers(w world.Edit) {
	if !q.hasFlags {
		return
	}
	for i := range w.Players {
		p := &w.Players[i]
		if !p.Visible {
			continue
		}
		for flag, effect := range [...]uint32{effectRedFlag, effectBlueFlag} {
			if p.Effects&effect != 0 {
				w.Match.Flags[flag] = world.Flag{State: world.FlagTaken, Carrier: i}
			}
		}
	}
}
