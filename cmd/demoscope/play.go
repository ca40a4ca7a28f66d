package main

import (
	"fmt"
	"path/filepath"
	"strconv"

	"demoscope/formats"
	"demoscope/player"
	"demoscope/player/report"
	"demoscope/player/world"
	"demoscope/render"
)

type playCmd struct {
	File       string  `arg:"" optional:"" help:"Demo to play; sample:NAME for a built-in one."`
	At         string  `placeholder:"TIME" help:"Begin at a time: seconds, 12:34 or 50%."`
	Speed      float64 `default:"1" help:"Speed, -20 to 20; negative plays backwards."`
	Follow     string  `placeholder:"PLAYER" help:"Follow a player, by slot number or name."`
	Paused     bool    `help:"Begin paused."`
	Fullscreen bool    `help:"Begin in full screen."`
	Size       size    `default:"1280x720" placeholder:"WxH" help:"Size of the window."`
	gameData
}

func (c *playCmd) Run(s *streams) error {
	demo, err := openDemo(c.File)
	if err != nil {
		return err
	}
	search, err := c.search(demo)
	if err != nil {
		return err
	}
	defer search.Close()
	p := player.New(demo, player.Options{})
	defer p.Close()
	p.SetSpeed(c.Speed)
	p.SetPaused(c.Paused || c.Speed == 0)
	if err := seekTo(p, c.At); err != nil {
		return err
	}
	if err := follow(p, c.Follow); err != nil {
		return err
	}
	return render.Run(render.Options{
		Player: p, Title: title(demo), Maps: mapLoader(search),
		Width: c.Size.Width, Height: c.Size.Height, Fullscreen: c.Fullscreen,
	})
}

// title is the name of a demo for a window.
func title(d *formats.Demo) string {
	if d.Member != "" {
		return d.Member
	}
	return filepath.Base(d.File)
}

// seekTo goes to the time that a flag names.
func seekTo(p *player.Player, at string) error {
	if at == "" {
		return nil
	}
	t, err := parseMoment(at)
	if err != nil {
		return err
	}
	if t.percent {
		p.Timeline().Wait()
	}
	d, _ := p.Duration()
	p.Seek(t.seconds(d))
	p.Update(0)
	return nil
}

// follow follows the player that a flag names, by slot or by name.
func follow(p *player.Player, who string) error {
	if who == "" {
		return nil
	}
	slot, err := findPlayer(p.Moment().World, who)
	if err != nil {
		return err
	}
	p.Follow(slot)
	return nil
}

func findPlayer(w *world.World, who string) (int, error) {
	if slot, err := strconv.Atoi(who); err == nil {
		if slot >= 0 && slot < len(w.Players) && w.Players[slot].InUse {
			return slot, nil
		}
		return 0, fmt.Errorf("no player has slot %d at that time", slot)
	}
	for i := range w.Players {
		if p := &w.Players[i]; p.InUse && (p.Name == who || report.Text(p.Name) == who) {
			return i, nil
		}
	}
	return 0, fmt.Errorf("no player is called %q at that time", who)
}
