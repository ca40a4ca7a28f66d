package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"demoscope/player"
	"demoscope/player/charset"
	"demoscope/player/report"
	"demoscope/player/world"
	"demoscope/render"
)

// findPlayer returns the slot of the player that a flag names, by slot number
// or by name.
func findPlayer(w *world.World, who string) (int, error) {
	if slot, err := strconv.Atoi(who); err == nil && slot >= 0 && slot < len(w.Players) && w.Players[slot].InUse {
		return slot, nil
	}
	if slot, ok := report.PlayerNamed(w, who); ok {
		return slot, nil
	}
	var there, alike []string
	for i := range w.Players {
		if p := &w.Players[i]; p.InUse {
			name := charset.Plain(w.Game, p.Name)
			there = append(there, fmt.Sprintf("%s (%d)", name, i))
			if strings.Contains(strings.ToLower(name), strings.ToLower(who)) {
				alike = append(alike, there[len(there)-1])
			}
		}
	}
	switch {
	case len(there) == 0:
		return 0, fmt.Errorf("no player %q: no players at this time", who)
	case len(alike) > 0:
		return 0, fmt.Errorf("several players match %q: %s", who, strings.Join(alike, ", "))
	}
	return 0, fmt.Errorf("no player %q at this time; players: %s", who, strings.Join(there, ", "))
}

// follow makes p follow the player that a flag names; an empty flag changes
// nothing.
func follow(p *player.Player, who string) error {
	if who == "" {
		return nil
	}
	slot, err := findPlayer(p.Moment().World, who)
	if err != nil {
		return err
	}
	p.Follow(slot)
	p.Update(0)
	return nil
}

// followAll makes p follow the player that a flag names, or of several with commas between them the
// first one, and returns the slots of the others. An empty flag changes nothing.
func followAll(p *player.Player, who string) (others []int, err error) {
	if who == "" {
		return nil, nil
	}
	slots, err := findPlayers(p.Moment().World, who)
	if err != nil {
		return nil, err
	}
	p.Follow(slots[0])
	p.Update(0)
	return slots[1:], nil
}

// findPlayers returns the slots of one player, whose name may have commas, or of several with
// commas between them, up to as many as there are views.
func findPlayers(w *world.World, who string) (slots []int, err error) {
	slot, err := findPlayer(w, who)
	if err == nil {
		return []int{slot}, nil
	}
	names := strings.Split(who, ",")
	if len(names) == 1 {
		return nil, err
	}
	if len(names) > render.MaxViews {
		return nil, fmt.Errorf("--follow: %d players, but at most %d views", len(names),
			render.MaxViews)
	}
	for _, name := range names {
		slot, err := findPlayer(w, strings.TrimSpace(name))
		if err != nil {
			return nil, err
		}
		if slices.Contains(slots, slot) {
			return nil, fmt.Errorf("--follow: %q names a player twice", who)
		}
		slots = append(slots, slot)
	}
	return slots, nil
}
