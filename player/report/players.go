package report

import (
	"strconv"
	"strings"

	"demoscope/player/charset"
	"demoscope/player/world"
)

// fits are ways to match a player's readable name with a typed name, the strictest first.
var fits = [...]func(called, name string) bool{
	strings.EqualFold,
	func(called, name string) bool {
		return strings.HasPrefix(strings.ToLower(called), strings.ToLower(name))
	},
	func(called, name string) bool {
		return strings.Contains(strings.ToLower(called), strings.ToLower(name))
	},
}

// PlayerWithPastName returns the slot, at a moment of the demo, of the player who has the typed name at another time.
// The name matches as in [PlayerNamed].
func (info *Info) PlayerWithPastName(w *world.World, name string) (slot int, ok bool) {
	for _, fit := range fits {
		fitting := func(called string) bool { return fit(charset.Plain(w.Game, called), name) }
		if slot, ok = info.Demo.PlayerWithPastName(w, fitting); ok {
			return slot, true
		}
	}
	return world.Nobody, false
}

// PlayerNamed returns the slot of the player with a typed name. It tries, in this order, an exact match, the name
// regardless of charset and case, the beginning of a name, and any part of a name. Except for the exact match, only one
// player may match. ok is false if there is none or more than one.
func PlayerNamed(w *world.World, name string) (slot int, ok bool) {
	for i := range w.Players {
		if p := &w.Players[i]; p.InUse && (p.Name == name || charset.Text(p.Name) == name) {
			return i, true
		}
	}
	for _, fit := range fits {
		found := world.Nobody
		for i := range w.Players {
			if !w.Players[i].InUse || !fit(charset.Plain(w.Game, w.Players[i].Name), name) {
				continue
			}
			if found != world.Nobody {
				return world.Nobody, false
			}
			found = i
		}
		if found != world.Nobody {
			return found, true
		}
	}
	return world.Nobody, false
}

// PlayerArg returns an argument that selects a player: the readable name, or the slot if the name is ambiguous, looks
// like a slot, or looks like a list of names.
func PlayerArg(game world.Game, name string, slot int, ambiguous func(plain string) bool) string {
	plain := charset.Plain(game, name)
	if _, err := strconv.Atoi(plain); err == nil || plain == "" || strings.TrimSpace(plain) != plain ||
		strings.Contains(plain, ",") || ambiguous(plain) {
		return strconv.Itoa(slot)
	}
	return plain
}
