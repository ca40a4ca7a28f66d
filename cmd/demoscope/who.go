package main

import (
	"fmt"
	"strconv"
	"strings"

	"demoscope/player"
	"demoscope/player/report"
	"demoscope/player/world"
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
	var there []string
	for i := range w.Players {
		if p := &w.Players[i]; p.InUse {
			there = append(there, fmt.Sprintf("%d %s", i, report.Plain(w.Game, p.Name)))
		}
	}
	if len(there) == 0 {
		return 0, fmt.Errorf("no player is called %q: at that time there is nobody", who)
	}
	return 0, fmt.Errorf("no player, or not one alone, is called %q at that time; there are %s", who, strings.Join(there, ", "))
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
