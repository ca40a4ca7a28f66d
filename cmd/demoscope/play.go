package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"demoscope/formats"
	"demoscope/player"
	"demoscope/player/bookmarks"
	"demoscope/render"
)

type playCmd struct {
	File       string   `arg:"" optional:"" help:"Demo to play; sample:NAME for a built-in one."`
	At         *moment  `placeholder:"TIME" help:"Begin at a time: seconds, 12:34 or 50%."`
	From       *moment  `placeholder:"TIME" help:"Play only from this time on."`
	To         *moment  `placeholder:"TIME" help:"Play up to this time, and hold there."`
	Speed      float64  `default:"1" placeholder:"FACTOR" help:"Speed, -20 to 20; negative plays backwards, 0 is a pause."`
	Follow     string   `placeholder:"PLAYER" help:"Follow a player, by slot number or name."`
	Paused     bool     `help:"Begin paused."`
	Fullscreen bool     `help:"Begin in full screen."`
	Size       size     `default:"1280x720" placeholder:"WxH" help:"Size of the window."`
	ViewKick   bool     `help:"Let strafing, recoil and damage shake the view through a player's eyes, as in the games."`
	Mode       drawMode `default:"lit" placeholder:"MODE" help:"How the level is drawn: lit, shaded, hidden-line or wire."`
	levelFlag
	gameData
}

// Validate refuses flags that are out of range.
func (c *playCmd) Validate() error {
	if !(c.Speed >= -player.MaxSpeed && c.Speed <= player.MaxSpeed) {
		return fmt.Errorf("--speed is from %d to %d", -player.MaxSpeed, player.MaxSpeed)
	}
	return c.check()
}

func (c *playCmd) Run(s *streams) error {
	o, maps, err := c.open(s, c.File)
	if err != nil {
		return err
	}
	if err := c.begin(o.Player); err != nil {
		o.Close()
		return fmt.Errorf("%s: %w", fileOr(c.File, o.Title), err)
	}
	keys, err := render.ReadKeys(render.KeyFile())
	if err != nil {
		s.say("%v", err)
		o.Notice = "Not all of your keys are used: " + strings.ReplaceAll(err.Error(), "\n", "; ")
	}
	o.Keys = keys
	o.Open = func(path string) (render.Options, error) {
		o, _, err := c.open(s, path)
		return o, err
	}
	if err := render.Run(o); err != nil {
		return err
	}
	return maps.err()
}

// fileOr returns file, or other if it is empty.
func fileOr(file, other string) string {
	if file == "" {
		return other
	}
	return file
}

// open opens a demo and everything that the window needs for it.
func (c *playCmd) open(s *streams, file string) (render.Options, *mapFinder, error) {
	demo, err := openDemo(file)
	if err != nil {
		return render.Options{}, nil, err
	}
	search, err := c.search(demo)
	if err != nil {
		return render.Options{}, nil, err
	}
	marks, err := bookmarks.Open(bookmarks.Dir(), demo.Data)
	if err != nil {
		s.say("the bookmarks cannot be read, and will not be kept: %v", err)
	}
	p := player.New(demo, player.Options{})
	maps := &mapFinder{search: search, streams: s}
	return render.Options{
		Player: p, Title: title(demo), Maps: maps.load, Palette: palette(s, search), Bookmarks: marks,
		Version: version(), Mode: c.Mode.Mode, ViewKick: c.ViewKick,
		Width: c.Size.Width, Height: c.Size.Height, Fullscreen: c.Fullscreen,
		Close: func() {
			p.Close()
			search.Close()
		},
	}, maps, nil
}

// begin sets up p as the flags say.
func (c *playCmd) begin(p *player.Player) error {
	part, err := c.span(p.Timeline(), c.At, c.From, c.To)
	if err != nil {
		return err
	}
	start, from, to := part.start, part.start, part.end
	if c.From != nil {
		from = part.at(*c.From)
		start = from
	}
	if c.To != nil {
		to = part.at(*c.To)
	}
	if from >= to {
		return errors.New("--to is not after --from")
	}
	if c.At != nil {
		start = part.at(*c.At)
	}
	if c.From != nil || c.To != nil {
		p.SetPart(from, to)
	}
	if c.Speed != 0 {
		p.SetSpeed(c.Speed)
	}
	if start == 0 && c.Speed < 0 && c.At == nil {
		p.Timeline().Wait()
		d, _ := p.Duration()
		start = min(to, d) // backwards from the end
	}
	seekTo(p, start)
	p.SetPaused(c.Paused || c.Speed == 0)
	return follow(p, c.Follow)
}

// seekTo seeks to a viewer's time in seconds and waits until p is there.
func seekTo(p *player.Player, clock float64) {
	p.Seek(clock)
	for p.Update(0); p.Behind(); {
		p.Update(0)
	}
}

// title returns the short name of a demo, for a window.
func title(d *formats.Demo) string {
	if d.Member != "" {
		return d.Member
	}
	return filepath.Base(strings.TrimPrefix(d.File, sampleName))
}
