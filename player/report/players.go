package report

import (
	"strconv"
	"strings"

	"demoscope/player/charset"
	"demoscope/player/world"
)

// fits are the ways in which a player's readable name can be the one that a person means, the surest first.
var fits = [...]func(called, name string) bool{
	strings.EqualFold,
	func(called, name string) bool {
		return strings.HasPrefix(strings.ToLower(called), strings.ToLower(name))
	},
	func(called, name string) bool {
		return strings.Contains(strings.ToLower(called), strings.ToLower(name))
	},
}

// NameWorn returns the slot of the player of a moment of a demo that a person means by a name which the player has at
// another time: as [PlayerNamed].
func (info *Info) NameWorn(w *world.World, name string) (slot int, ok bool) {
	for _, fit := range fits {
		fitting := func(called string) bool { return fit(charset.Plain(w.Game, called), name) }
		if slot, ok = info.Demo.WornBy(w, fitting); ok {
			return slot, true
		}
	}
	return world.Nobody, false
}

// PlayerNamed returns the slot of the player that a person means by a name: the one
// with exactly that name, or else the only one with that name regardless of charset
// and case, or else the only one whose name begins with it, or else the only one whose
// name has it anywhere. ok is false if there is none, or more than one.
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

// Called returns what somebody is told to follow a player by: the readable name, or the slot if the name
// could be that of another player, of which ambiguous knows, or looks like a slot, or like several names.
func Called(game world.Game, name string, slot int, ambiguous func(plain string) bool) string {
	plain := charset.Plain(game, name)
	if _, err := strconv.Atoi(plain); err == nil || plain == "" || strings.TrimSpace(plain) != plain ||
		strings.Contains(plain, ",") || ambiguous(plain) {
		return strconv.Itoa(slot)
	}
	return plain
}
