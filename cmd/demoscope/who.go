package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"demoscope/formats"
	"demoscope/player"
	"demoscope/player/charset"
	"demoscope/player/report"
	"demoscope/player/world"
	"demoscope/render"
)

// who finds the players of a demo that flags name.
type who struct {
	demo *formats.Demo
	all  *report.Info // the summary of the demo, once it was needed
}

// find returns the slot of the player that a flag names, by slot number or by name: one of this moment, or else one
// of another time of the demo.
func (f *who) find(w *world.World, name string) (int, error) {
	slot, err := playerNow(w, name)
	if err == nil || f.demo.Growing() != nil {
		return slot, err
	}
	if f.all == nil {
		f.all = report.Summarize(f.demo.Format.Name, f.demo.Size(), f.demo.Decoder())
	}
	if slot, ok := f.all.NameWorn(w, name); ok {
		return slot, nil
	}
	return slot, err
}

// playerNow returns the slot of the player that a flag names, by slot number or by the name of this moment.
func playerNow(w *world.World, who string) (int, error) {
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
func follow(p *player.Player, name string) error {
	if name == "" {
		return nil
	}
	slot, err := (&who{demo: p.Demo()}).find(p.Moment().World, name)
	if err != nil {
		return err
	}
	p.Follow(slot)
	p.Update(0)
	return nil
}

// followAll makes p follow the player that a flag names, or of several with commas between them the
// first one, and returns the slots of the others. An empty flag changes nothing.
func followAll(p *player.Player, names string) (others []int, err error) {
	if names == "" {
		return nil, nil
	}
	slots, err := (&who{demo: p.Demo()}).findAll(p.Moment().World, names)
	if err != nil {
		return nil, err
	}
	p.Follow(slots[0])
	p.Update(0)
	return slots[1:], nil
}

// findAll returns the slots of one player, whose name may have commas, or of several with
// commas between them, up to as many as there are views.
func (f *who) findAll(w *world.World, text string) (slots []int, err error) {
	slot, err := f.find(w, text)
	if err == nil {
		return []int{slot}, nil
	}
	names := strings.Split(text, ",")
	if len(names) == 1 {
		return nil, err
	}
	if len(names) > render.MaxViews {
		return nil, fmt.Errorf("--follow: %d players, but at most %d views", len(names),
			render.MaxViews)
	}
	for _, name := range names {
		slot, err := f.find(w, strings.TrimSpace(name))
		if err != nil {
			return nil, err
		}
		if slices.Contains(slots, slot) {
			return nil, fmt.Errorf("--follow: %q names a player twice", text)
		}
		slots = append(slots, slot)
	}
	return slots, nil
}
