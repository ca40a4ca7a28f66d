package quake3

import (
	"demoscope/player/world"
	"demoscope/player/world/prints"
)

// flags is what is known about the red, blue and white flag beyond [world.Match].
type flags struct {
	took    [3]int8 // slots of the players who took them in this packet
	brought [3]bool // flags that went from a carrier to their base in this packet
	bringer [3]int8 // slots of these carriers

	captured bool    // a printed line has reported a capture
	capture  float64 // viewer's time of that line, in seconds
}

// set applies the state of the flags from a configstring.
func (k *flags) set(w world.Edit, s string) {
	switch {
	case w.Level().GameType == oneFlag && len(s) > 0:
		k.setWhite(w, s[0])
		return
	case len(s) < 2:
		return
	}
	for i := range w.Match.Flags {
		state := world.FlagUnknown
		switch s[i] {
		case '0':
			state = world.FlagHome
		case '1':
			state = world.FlagTaken
		case '2':
			state = world.FlagDropped
		}
		if f := &w.Match.Flags[i]; f.State != state {
			*f = world.Flag{State: state, Carrier: world.Nobody}
			if state == world.FlagTaken {
				f.Carrier = int(k.took[i])
			}
		}
	}
}

// setWhite applies the state of the white flag: '2' means carried by red, '3' carried by blue.
func (k *flags) setWhite(w world.Edit, state byte) {
	f := world.WhiteFlag{Flag: world.Flag{Carrier: world.Nobody}}
	switch state {
	case '0':
		f.State = world.FlagHome
	case '2', '3':
		f.State, f.Side, f.Carrier = world.FlagTaken, int(state-'2'), int(k.took[white])
	case '4':
		f.State = world.FlagDropped
	}
	if is := &w.Match.White; is.State != f.State || is.Side != f.Side {
		*is = f
	}
}

// moved reports that a flag was lost, or returned after it was dropped, when a configstring changed its state from was.
// A flag that goes from a carrier to its base was captured or returned; a printed line in the packet says which.
func (k *flags) moved(w world.Edit, n int, was world.Flag) {
	switch now := flag(&w.Match, n).State; {
	case was.State == world.FlagTaken && now == world.FlagDropped:
		flagEvent(w, world.Event{Kind: world.EventFlagLost, Player: was.Carrier, Other: world.Nobody,
			Item: flagItems[n]})
	case was.State == world.FlagDropped && now == world.FlagHome:
		flagEvent(w, world.Event{Kind: world.EventFlagReturned, Player: world.Nobody, Other: world.Nobody,
			Item: flagItems[n]})
	case was.State == world.FlagTaken && now == world.FlagHome:
		k.brought[n], k.bringer[n] = true, int8(was.Carrier)
	}
}

// nobody is [world.Nobody] for each of the three flags.
var nobody = [...]int8{world.Nobody, world.Nobody, world.Nobody}

// flagItems are the item names of the flags.
var flagItems = [...]string{prints.RedFlag, prints.BlueFlag, white: prints.WhiteFlag}

// flagEvent reports that a flag was lost or returned, once per packet. A printed line also names the player, a
// configstring doesn't.
func flagEvent(w world.Edit, e world.Event) {
	for i := range w.Events {
		if told := &w.Events[i]; told.Kind == e.Kind && told.Item == e.Item {
			if told.Player == world.Nobody {
				*told = e
			}
			return
		}
	}
	w.Event(e)
}

// white is the number of the white flag, after red (0) and blue (1).
const white = 2

// flag returns the red, the blue or the white flag.
func flag(m *world.Match, n int) *world.Flag {
	if n == white {
		return &m.White.Flag
	}
	return &m.Flags[n]
}

// notice records that a printed line has named the player who took a flag.
func (k *flags) notice(w world.Edit, n, slot int) {
	k.took[n] = int8(slot)
	if f := flag(&w.Match, n); f.State == world.FlagTaken {
		f.Carrier = slot
	}
}

// findCarriers looks for the flag carriers among the players of the last snapshot. redFlag is the red flag's powerup;
// those of the blue and white flag follow it.
func (k *flags) findCarriers(w world.Edit, s *snapshots, redFlag int) {
	for i := range k.took {
		f := flag(&w.Match, i)
		if f.State != world.FlagTaken {
			continue
		}
		if slot := s.carrier(s.current, redFlag+i); slot != world.Nobody {
			f.Carrier = slot
		}
	}
}

// carrier returns the slot of the player with a powerup, or [world.Nobody] if no player in the snapshot has it.
func (s *snapshots) carrier(n *snapshot, powerup int) int {
	if n.hasPlayer() && n.player.powerup(powerup) {
		return n.slot()
	}
	for _, e := range n.entities {
		if e.number >= clients {
			break
		}
		if s.states[e.slot].carries(powerup) {
			return int(e.number)
		}
	}
	return world.Nobody
}

// home returns the flag (0 is red, 1 is blue) that went from a carrier to its base in this packet, or -1 if none or
// both did. If the packet also has a capture sound, the other team captured that flag, whichever team's sound it is:
// CPMA plays the sound of the flag's own team.
func (k *flags) home() int {
	switch red, blue := k.brought[0], k.brought[1]; {
	case red == blue:
		return -1
	case red:
		return 0
	}
	return 1
}

// captureSound reports a capture when its sound event arrives, unless a printed line has already reported it with the
// player. The event's Value is 1 for the red team and 2 for the blue team. In Harvester the sound is that of the team
// whose base received the skulls; in one-flag CTF it is that of the capturing team. A flag that came home in the packet
// overrides the sound's team: see [flags.home].
func (k *flags) captureSound(w world.Edit, team int32) {
	if k.captured && w.Clock-k.capture < 1 {
		return
	}
	e := world.Event{Kind: world.EventCapture, Player: world.Nobody, Other: world.Nobody, Value: team}
	if w.Level().GameType == harvester {
		e.Item, e.Value = prints.SkullItem, redTeam+blueTeam-team
	} else if n := k.home(); n >= 0 {
		e.Item, e.Player, e.Value = flagItems[n], int(k.bringer[n]), int32(blueTeam-n)
	}
	w.Event(e)
}
