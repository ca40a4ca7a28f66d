package main

import (
	"errors"
	"fmt"
	"image/png"
	"os"
	"path/filepath"

	"demoscope/player"
	"demoscope/render"
)

type shotCmd struct {
	At       *moment  `placeholder:"TIME" help:"When: seconds, 12:34 or 50%."`
	Output   string   `short:"o" required:"" placeholder:"FILE.png" type:"path" help:"File to write."`
	Size     size     `default:"1280x720" placeholder:"WxH" help:"Size in pixels."`
	Camera   *camera  `placeholder:"X,Y,Z,PITCH,YAW,ROLL" help:"Where from, in Quake units and degrees; the recorder's view if not given."`
	FOV      angle    `name:"fov" placeholder:"DEGREES" help:"Horizontal field of view at 4:3; wider pictures see more at the sides."`
	Follow   string   `placeholder:"PLAYER" help:"Follow a player, by slot number or name."`
	HUD      bool     `name:"hud" default:"true" negatable:"" help:"Draw the status bar and texts."`
	ViewKick bool     `help:"Let strafing, recoil and damage shake the view through a player's eyes, as in the games."`
	Mode     drawMode `default:"lit" placeholder:"MODE" help:"How the level is drawn: lit, shaded, hidden-line or wire."`
	File     string   `arg:"" optional:"" help:"Demo (the built-in sample if none is named)."`
	levelFlag
	gameData
}

// Validate refuses flags that do not fit together.
func (c *shotCmd) Validate() error {
	if c.At == nil && c.Level == 0 {
		return errors.New("--at TIME or --level N is needed")
	}
	return c.check()
}

func (c *shotCmd) Run(s *streams) error {
	demo, err := openDemo(c.File)
	if err != nil {
		return err
	}
	// Find out before a long seek that the file cannot be written.
	if info, err := os.Stat(filepath.Dir(c.Output)); err != nil || !info.IsDir() {
		return fmt.Errorf("%s cannot be written: there is no such folder", c.Output)
	}
	search, err := c.search(demo)
	if err != nil {
		return err
	}
	defer search.Close()
	p := player.New(demo, player.Options{})
	defer p.Close()
	p.SetPaused(true)
	part, err := c.span(p.Timeline(), c.At)
	if err != nil {
		return fmt.Errorf("%s: %w", demo.File, err)
	}
	at := part.start
	if c.At != nil {
		at = part.at(*c.At)
	}
	seekTo(p, at)
	if err := follow(p, c.Follow); err != nil {
		return fmt.Errorf("%s: %w", demo.File, err)
	}
	maps := &mapFinder{search: search, streams: s}
	picture, err := render.Shot(render.ShotOptions{
		Player: p, Maps: maps.load, At: p.Clock(), Mode: c.Mode.Mode, Palette: palette(s, search),
		Width: c.Size.Width, Height: c.Size.Height, Camera: c.Camera.place(), FOV: float32(c.FOV), HUD: c.HUD, ViewKick: c.ViewKick,
	})
	if err != nil {
		return err
	}
	f, err := os.Create(c.Output)
	if err != nil {
		return writeError(c.Output, err)
	}
	err = png.Encode(f, picture)
	if err := errors.Join(err, f.Close()); err != nil {
		return writeError(c.Output, err)
	}
	return maps.err()
}
